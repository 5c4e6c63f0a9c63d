"""Simulate custom rewards, which viewers may buy with their points in a channel."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from standins.twitch import payloads
from standins.twitch.errors import Json, TwitchError
from standins.twitch.points import affiliated, refuse_size
from standins.twitch.routing import TWITCH_ROUTES, Answer, Call

if TYPE_CHECKING:
    from standins.twitch.channels import Channel
    from standins.twitch.redemptions import Redemption
    from standins.twitch.world import TwitchWorld

MANAGE = "channel:manage:redemptions"
READ = "channel:read:redemptions"
MOST_REWARDS = 50
MOST_IN_TITLE = 45
MOST_IN_PROMPT = 200
MOST_COST = 2**31 - 1
COLOR = re.compile(r"#[0-9A-Fa-f]{6}")
NOT_OWN = "The ID in the Client-Id header must match the client ID used to create the custom reward."
NO_REWARD = "The custom reward specified in the id query parameter was not found."
NO_POINTS = "Channel Points are not available for the broadcaster"
PLAIN = {
    "title": "title",
    "cost": "cost",
    "prompt": "prompt",
    "background_color": "color",
    "is_enabled": "enabled",
    "is_paused": "paused",
    "is_user_input_required": "needs_text",
    "should_redemptions_skip_request_queue": "skips_queue",
}
LIMITS = (
    ("is_max_per_stream_enabled", "max_per_stream", "max_per_stream"),
    ("is_max_per_user_per_stream_enabled", "max_per_user_per_stream", "max_per_person"),
    ("is_global_cooldown_enabled", "global_cooldown_seconds", "cooldown"),
)


@dataclass(eq=False)
class Reward:
    """A reward. `made_by`: an application's id, or "" for the broadcaster's own dashboard. A limit of 0: none."""

    id: str
    channel: Channel = field(repr=False)
    made_by: str
    title: str
    cost: int
    prompt: str = ""
    color: str = "#9147FF"
    enabled: bool = True
    paused: bool = False
    needs_text: bool = False
    skips_queue: bool = False
    max_per_stream: int = 0
    max_per_person: int = 0
    cooldown: int = 0

    @property
    def redemptions(self) -> list[Redemption]:
        return [redemption for redemption in self.channel.redemptions if redemption.reward is self]

    @property
    def this_stream(self) -> list[Redemption]:
        """Return those that count against the limits, which apply only while the channel is live."""
        if self.channel.live_since is None:
            return []
        stream = self.channel.stream_id
        return [r for r in self.redemptions if r.stream_id == stream and r.status != "CANCELED"]

    @property
    def in_stock(self) -> bool:
        return not self.max_per_stream or len(self.this_stream) < self.max_per_stream

    @property
    def cools_until(self) -> float | None:
        last = max((redemption.at for redemption in self.redemptions), default=None)
        if not self.cooldown or last is None or last + self.cooldown <= self.channel.world.clock.now():
            return None
        return last + self.cooldown

    def short(self) -> Json:
        return {"id": self.id, "title": self.title, "prompt": self.prompt, "cost": self.cost}

    def payload(self) -> Json:
        until = self.cools_until
        counted = len(self.this_stream) if self.max_per_stream and self.channel.live_since else None
        sizes = {
            f"url_{size}x": f"https://static-cdn.jtvnw.net/custom-reward-images/default-{size}.png"
            for size in (1, 2, 4)
        }
        return {
            **payloads.named(self.channel.broadcaster, "broadcaster"),
            **self.short(),
            "image": None,
            "default_image": sizes,
            "background_color": self.color,
            "is_enabled": self.enabled,
            "is_user_input_required": self.needs_text,
            "max_per_stream_setting": {
                "is_enabled": bool(self.max_per_stream),
                "max_per_stream": self.max_per_stream,
            },
            "max_per_user_per_stream_setting": {
                "is_enabled": bool(self.max_per_person),
                "max_per_user_per_stream": self.max_per_person,
            },
            "global_cooldown_setting": {
                "is_enabled": bool(self.cooldown),
                "global_cooldown_seconds": self.cooldown,
            },
            "is_paused": self.paused,
            "is_in_stock": self.in_stock,
            "should_redemptions_skip_request_queue": self.skips_queue,
            "redemptions_redeemed_current_stream": counted,
            "cooldown_expires_at": None if until is None else self.channel.world.clock.rfc3339(until),
        }


def with_rewards(world: TwitchWorld, call: Call, *scopes: str) -> Channel:
    channel = affiliated(world, call, *scopes)
    if not channel.points.enabled:
        raise TwitchError(403, NO_POINTS)
    return channel


def found_reward(channel: Channel, reward_id: str) -> Reward:
    """Return a reward; only the application that created it may touch it or its redemptions."""
    found = next((reward for reward in channel.rewards if reward.id == reward_id), None)
    if found is None:
        raise TwitchError(404, NO_REWARD)
    if found.made_by != channel.world.application.id:
        raise TwitchError(403, NOT_OWN)
    return found


def settings(body: Json) -> dict[str, Any]:
    """Return a reward's settings from a valid body; unknown ones are ignored, as Twitch does."""
    wanted = {name: body[key] for key, name in PLAIN.items() if body.get(key) is not None}
    if "title" in wanted:
        refuse_size("title", 1, len(str(wanted["title"]).strip()), MOST_IN_TITLE)
    if "cost" in wanted:
        refuse_size("cost", 1, whole("cost", wanted["cost"]), MOST_COST)
    if "prompt" in wanted:
        refuse_size("prompt", 0, len(str(wanted["prompt"])), MOST_IN_PROMPT)
    if "color" in wanted and COLOR.fullmatch(str(wanted["color"])) is None:
        raise TwitchError(400, 'The parameter "background_color" was malformed: must be a hexadecimal color')
    for switch, key, name in LIMITS:
        if body.get(switch):
            wanted[name] = whole(key, body.get(key))
            refuse_size(key, 1, wanted[name], MOST_COST)
        elif switch in body:
            wanted[name] = 0
    return wanted


def whole(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TwitchError(400, f'The parameter "{key}" was malformed: the value must be a number')
    return value


def refuse_title(channel: Channel, title: str, verb: str, besides: Reward | None = None) -> None:
    if any(reward.title.lower() == title.lower() for reward in channel.rewards if reward is not besides):
        raise TwitchError(400, f"{verb}_CUSTOM_REWARD_DUPLICATE_REWARD")


@TWITCH_ROUTES.add("POST", "/helix/channel_points/custom_rewards")
def create_custom_reward(world: TwitchWorld, call: Call) -> Answer:
    channel = with_rewards(world, call, MANAGE)
    for name in ("title", "cost"):
        if call.body.get(name) is None:
            raise TwitchError(400, f'Missing required parameter "{name}"')
    wanted = settings(call.body)
    refuse_title(channel, wanted["title"], "CREATE")
    if len(channel.rewards) >= MOST_REWARDS:
        raise TwitchError(400, "CREATE_CUSTOM_REWARD_TOO_MANY_REWARDS")
    new = Reward(str(uuid.uuid4()), channel, world.application.id, **wanted)
    channel.rewards.append(new)
    return 200, {"data": [new.payload()]}


@TWITCH_ROUTES.add("GET", "/helix/channel_points/custom_rewards")
def get_custom_rewards(world: TwitchWorld, call: Call) -> Answer:
    channel = with_rewards(world, call, READ, MANAGE)
    ids = call.query.getall("id", [])
    own = call.form("only_manageable_rewards").lower() == "true"
    found = [r for r in channel.rewards if not ids or r.id in ids]
    if ids and not found:
        raise TwitchError(404, NO_REWARD)
    return 200, {"data": [r.payload() for r in found if not own or r.made_by == world.application.id]}


@TWITCH_ROUTES.add("PATCH", "/helix/channel_points/custom_rewards")
def update_custom_reward(world: TwitchWorld, call: Call) -> Answer:
    channel = with_rewards(world, call, MANAGE)
    reward = found_reward(channel, call.need("id"))
    wanted = settings(call.body)
    if "title" in wanted:
        refuse_title(channel, wanted["title"], "UPDATE", besides=reward)
    for name, value in wanted.items():
        setattr(reward, name, value)
    return 200, {"data": [reward.payload()]}


@TWITCH_ROUTES.add("DELETE", "/helix/channel_points/custom_rewards")
def delete_custom_reward(world: TwitchWorld, call: Call) -> Answer:
    """Delete a reward; its unfulfilled redemptions count as fulfilled."""
    channel = with_rewards(world, call, MANAGE)
    reward = found_reward(channel, call.need("id"))
    channel.rewards.remove(reward)
    for redemption in reward.redemptions:
        if redemption.status == "UNFULFILLED":
            redemption.become("FULFILLED")
    return 204, None
