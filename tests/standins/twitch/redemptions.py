"""Simulate redemptions: a viewer has paid for a reward, which is later fulfilled or refunded."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from standins.twitch import payloads
from standins.twitch.channels import Line
from standins.twitch.chat import MOST_CHARACTERS, publish
from standins.twitch.errors import Json, TwitchError
from standins.twitch.rewards import MANAGE, READ, Reward, found_reward, with_rewards
from standins.twitch.routing import TWITCH_ROUTES, Answer, Call, page

if TYPE_CHECKING:
    from standins.twitch.channels import Channel
    from standins.twitch.people import Person
    from standins.twitch.world import TwitchWorld

MOST_ASKED = 50
STATUSES = frozenset({"UNFULFILLED", "FULFILLED", "CANCELED"})
NO_REDEMPTION = "The redemptions specified in the id query parameter were not found or are not UNFULFILLED."
KIND = "channel.channel_points_custom_reward_redemption"


@dataclass(eq=False)
class Redemption:
    """A redemption. `status`: UNFULFILLED, FULFILLED or CANCELED; `cost`: what was paid, whatever the reward
    costs now.
    """

    id: str
    reward: Reward
    person: Person
    text: str
    at: float
    cost: int
    stream_id: str = field(repr=False)
    status: str = "UNFULFILLED"

    def become(self, status: str) -> None:
        """Set FULFILLED or CANCELED, as the broadcaster's own queue also does."""
        self.status = status
        channel = self.reward.channel
        if status == "CANCELED":
            channel.points.give(self.person, self.cost)
        self.tell("update")
        channel.world.changed()

    def tell(self, how: str) -> None:
        channel = self.reward.channel
        facts = {"broadcaster_user_id": channel.id, "reward_id": self.reward.id}
        event = {
            **self._common(),
            **payloads.named(channel.broadcaster, "broadcaster_user"),
            "status": self.status.lower(),
        }
        channel.world.events.notify(f"{KIND}.{how}", facts, event)

    def payload(self) -> Json:
        named = payloads.named(self.reward.channel.broadcaster, "broadcaster")
        return {**self._common(), **named, "status": self.status}

    def _common(self) -> Json:
        return {
            "id": self.id,
            **payloads.named(self.person),
            "user_input": self.text,
            "redeemed_at": self.reward.channel.world.clock.rfc3339(self.at),
            "reward": self.reward.short(),
        }


def redeem(channel: Channel, person: Person, title: str, text: str) -> Redemption:
    """Redeem a reward as on the site: what it would refuse raises AssertionError.

    A text also appears in chat, marked with the reward's id, so a bot hears of it twice.
    """
    reward = next((reward for reward in channel.rewards if reward.title == title), None)
    if reward is None or not reward.enabled or not channel.points.enabled:
        raise AssertionError(f"there is no reward {title!r} in #{channel.name}")
    mine = [redemption for redemption in reward.this_stream if redemption.person is person]
    used_up = bool(reward.max_per_person) and len(mine) >= reward.max_per_person
    if reward.paused or reward.cools_until is not None or not reward.in_stock or used_up:
        raise AssertionError(f"{title!r} cannot be redeemed now")
    if bool(text.strip()) != reward.needs_text or len(text) > MOST_CHARACTERS:
        raise AssertionError(f"{title!r} {'asks for a text' if reward.needs_text else 'takes no text'}")
    if reward.needs_text and channel.silenced(person):
        raise AssertionError(f"{person.login} is banned or timed out in #{channel.name}")
    channel.points.take(person, reward.cost)
    now = channel.world.clock.now()
    redemption = Redemption(str(uuid.uuid4()), reward, person, text, now, reward.cost, channel.stream_id)
    if reward.skips_queue:
        redemption.status = "FULFILLED"
    channel.redemptions.append(redemption)
    redemption.tell("add")
    if text:
        channel.join(person)
        worn = channel.badges_of(person)
        publish(Line(str(uuid.uuid4()), channel, person, text, now, worn, reward_id=reward.id))
    channel.world.changed()
    return redemption


@TWITCH_ROUTES.add("GET", "/helix/channel_points/custom_rewards/redemptions")
def get_redemptions(world: TwitchWorld, call: Call) -> Answer:
    channel = with_rewards(world, call, READ, MANAGE)
    reward = found_reward(channel, call.need("reward_id"))
    ids, status = call.query.getall("id", []), call.form("status")
    if not ids and not status:
        raise TwitchError(400, "The status query parameter is required if you don't specify the id query parameter.")
    if status and status not in STATUSES:
        raise TwitchError(400, 'The parameter "status" was malformed')
    if len(ids) > MOST_ASKED:
        raise TwitchError(400, "The maximum number of id parameters is 50.")
    found = [r for r in reward.redemptions if (r.id in ids if ids else r.status == status)]
    if ids and not found:
        raise TwitchError(404, NO_REDEMPTION)
    if call.form("sort") == "NEWEST":
        found.reverse()
    return 200, page([redemption.payload() for redemption in found], call, most=MOST_ASKED)


@TWITCH_ROUTES.add("PATCH", "/helix/channel_points/custom_rewards/redemptions")
def update_redemption_status(world: TwitchWorld, call: Call) -> Answer:
    """Change those that still wait; if none does, the answer is 404."""
    channel = with_rewards(world, call, MANAGE)
    call.need("id")
    ids, status = call.query.getall("id", []), call.need("status")
    if status not in ("FULFILLED", "CANCELED"):
        raise TwitchError(400, 'The parameter "status" was malformed: must be FULFILLED or CANCELED')
    if len(ids) > MOST_ASKED:
        raise TwitchError(400, "The maximum number of id parameters is 50.")
    reward = found_reward(channel, call.need("reward_id"))
    waiting = [r for r in reward.redemptions if r.id in ids and r.status == "UNFULFILLED"]
    if not waiting:
        raise TwitchError(404, NO_REDEMPTION)
    for redemption in waiting:
        redemption.become(status)
    return 200, {"data": [redemption.payload() for redemption in waiting]}
