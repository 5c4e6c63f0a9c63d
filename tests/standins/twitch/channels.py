"""Simulate a channel: who is in it, their roles, and every line that could be read there."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from standins.twitch import payloads
from standins.twitch.points import Points
from standins.twitch.rewards import Reward

if TYPE_CHECKING:
    from standins.twitch.people import Person
    from standins.twitch.polls import Poll
    from standins.twitch.predictions import Prediction
    from standins.twitch.redemptions import Redemption
    from standins.twitch.world import TwitchWorld

BREATHS_A_SECOND = 20
MOST_AT_ONCE = 25


@dataclass(eq=False)
class Line:
    """One line of chat that everybody could read; in a partner's channel, `source` is the original line.

    `color`: of an announcement; `reward_id`: if somebody wrote it to redeem that reward.
    """

    id: str
    channel: Channel
    author: Person
    text: str
    at: float
    badges: tuple[str, ...] = ()
    way: str = "chat"
    parent: Line | None = None
    source: Line | None = None
    deleted: bool = False
    color: str = ""
    reward_id: str | None = None

    @property
    def thread(self) -> Line:
        return self if self.parent is None else self.parent.thread

    @property
    def from_bot(self) -> bool:
        return self.author is self.channel.world.bot


@dataclass(frozen=True)
class Drop:
    """Why a line of the bot is not sent: the `drop_reason` of the answer."""

    code: str
    message: str


@dataclass(eq=False)
class Channel:
    """Its id is its broadcaster's. `automod`: holds a text back; `shared_with`: the partners of a shared chat."""

    broadcaster: Person
    world: TwitchWorld = field(repr=False)
    title: str = "playing games"
    game: str = "Tabletop"
    language: str = "en"
    live_since: str | None = None
    moderators: list[Person] = field(default_factory=list, repr=False)
    vips: list[Person] = field(default_factory=list, repr=False)
    subscribers: list[Person] = field(default_factory=list, repr=False)
    founders: list[Person] = field(default_factory=list, repr=False)
    banned: set[str] = field(default_factory=set, repr=False)
    timeouts: dict[str, float] = field(default_factory=dict, repr=False)
    lines: list[Line] = field(default_factory=list, repr=False)
    held: list[str] = field(default_factory=list, repr=False)
    viewers: dict[str, int] = field(default_factory=dict, repr=False)
    shared_with: list[Channel] = field(default_factory=list, repr=False)
    automod: Callable[[str], bool] = field(default=lambda _: False, repr=False)
    drops: list[Drop] = field(default_factory=list, repr=False)
    followers: list[Person] = field(default_factory=list, repr=False)
    followed_at: dict[str, str] = field(default_factory=dict, repr=False)
    points: Points = field(default_factory=Points, repr=False)
    predictions: list[Prediction] = field(default_factory=list, repr=False)
    polls: list[Poll] = field(default_factory=list, repr=False)
    markers: list[str] = field(default_factory=list, repr=False)
    rewards: list[Reward] = field(default_factory=list, repr=False)
    redemptions: list[Redemption] = field(default_factory=list, repr=False)
    streams: int = 0
    flooded: int = 0
    _audience: frozenset[str] | None = field(default=None, repr=False)

    @property
    def id(self) -> str:
        return self.broadcaster.id

    @property
    def name(self) -> str:
        return self.broadcaster.login

    # The stream

    @property
    def stream_id(self) -> str:
        """Return the id of the current stream, or of the last one."""
        return f"4{self.streams:03}{self.id}"

    def goes_live(self) -> None:
        self.streams += 1
        self.live_since = self.world.clock.rfc3339()
        self._tell_all("stream.online", {"id": self.stream_id, "type": "live", "started_at": self.live_since})

    def goes_offline(self) -> None:
        self.live_since = None
        self._tell_all("stream.offline", {"id": self.stream_id})

    def raided_by(self, other: Channel, viewers: int, *, late: float = 0.0) -> None:
        """Send another channel's viewers over; subscribers to raids on this channel are told."""
        event = {
            **payloads.named(other.broadcaster, "from_broadcaster_user"),
            **payloads.named(self.broadcaster, "to_broadcaster_user"),
            "viewers": viewers,
        }
        self.world.events.notify("channel.raid", {"to_broadcaster_user_id": self.id}, event, late=late)

    def _tell_all(self, kind: str, event: dict[str, str]) -> None:
        facts = {"broadcaster_user_id": self.id}
        self.world.events.notify(kind, facts, event | payloads.named(self.broadcaster, "broadcaster_user"))

    # Who is there

    def join(self, *people: Person) -> None:
        """Let these people see what is written here from now on."""
        for person in people:
            self.viewers.setdefault(person.id, len(self.lines))
        self._audience = None

    def leave(self, person: Person) -> None:
        self.viewers.pop(person.id, None)
        self._audience = None

    @property
    def audience(self) -> frozenset[str]:
        if self._audience is None:
            self._audience = frozenset(self.viewers)
        return self._audience

    def crowd(self, count: int) -> list[Person]:
        """Create this many chatters, and let all of them join."""
        start = len(self.world.people)
        people = [self.world.person(f"viewer{start + n}") for n in range(count)]
        self.join(*people)
        return people

    def moderates(self, person: Person) -> bool:
        return person is self.broadcaster or person in self.moderators

    def mod(self, person: Person) -> None:
        self.moderators.append(person)
        self._tell_all("channel.moderator.add", payloads.named(person))

    def unmod(self, person: Person) -> None:
        """Take somebody's moderator rights away; their subscriptions as a moderator end."""
        self.moderators.remove(person)
        self._tell_all("channel.moderator.remove", payloads.named(person))
        self.world.subscriptions.moderator_removed(self, person)

    def dashboard_reward(self, title: str, cost: int = 100) -> Reward:
        """Create a reward by hand as the broadcaster, which belongs to no application."""
        self.rewards.append(Reward(str(uuid.uuid4()), self, "", title, cost))
        return self.rewards[-1]

    def badges_of(self, person: Person) -> tuple[str, ...]:
        roles = (
            ("broadcaster", person is self.broadcaster),
            ("moderator", person in self.moderators),
            ("vip", person in self.vips),
            ("founder", person in self.founders),
            ("subscriber", person in self.subscribers),
        )
        return tuple(name for name, has in roles if has)

    def ban(self, person: Person) -> None:
        """Ban somebody; their chat subscriptions here are revoked."""
        self.banned.add(person.id)
        self.world.subscriptions.chatter_banned(self, person)

    def timeout(self, person: Person, seconds: float) -> None:
        self.timeouts[person.id] = self.world.clock.now() + seconds

    def unban(self, person: Person) -> None:
        self.banned.discard(person.id)
        self.timeouts.pop(person.id, None)

    def silenced(self, person: Person) -> bool:
        return person.id in self.banned or self.timeouts.get(person.id, 0.0) > self.world.clock.now()

    # What can be read there

    @property
    def from_bot(self) -> list[Line]:
        return [line for line in self.lines if line.from_bot and not line.deleted]

    @property
    def texts(self) -> list[str]:
        """Return every line that everybody can read, in order."""
        return [line.text for line in self.lines if not line.deleted]

    def sees(self, viewer: Person) -> list[str]:
        """Return this viewer's screen: what was written since they joined."""
        since = self.viewers.get(viewer.id)
        return [] if since is None else [line.text for line in self.lines[since:] if not line.deleted]

    def line(self, line_id: str) -> Line | None:
        return next((line for line in self.lines if line.id == line_id), None)

    def drop_next(self, code: str, message: str = "Your message was not sent.", times: int = 1) -> None:
        """Do not send the bot's next lines here, for this reason."""
        self.drops += [Drop(code, message)] * times

    def share_chat_with(self, other: Channel) -> None:
        """Share chat with another channel from now on, in both directions."""
        self.shared_with.append(other)
        other.shared_with.append(self)

    async def flood(self, lines: Iterable[tuple[Person, str]], *, per_second: float | None = None) -> int:
        """Send prepared lines at this rate; only the bot hears them, and they are not kept in `lines`."""
        loop = asyncio.get_running_loop()
        began, sent = loop.time(), 0
        at_once = MOST_AT_ONCE if per_second is None else max(1, min(int(per_second / BREATHS_A_SECOND), MOST_AT_ONCE))
        constant = payloads.NOTHING_SPECIAL | payloads.named(self.broadcaster, "broadcaster_user")
        facts = {"broadcaster_user_id": self.id}
        for person, text in lines:
            event = constant | {
                **payloads.named(person, "chatter_user"),
                "message_id": str(uuid.uuid4()),
                "color": "",
                "message_type": "text",
                "badges": payloads.badges(self.badges_of(person)),
                "message": {"text": text, "fragments": [payloads.fragment("text", text)]},
            }
            self.world.events.notify("channel.chat.message", facts, event)
            sent += 1
            if sent % at_once == 0:
                ahead = 0.0 if per_second is None else began + sent / per_second - loop.time()
                await asyncio.sleep(max(0.0, ahead))
        self.flooded += sent
        await self.world.eventsub.drained()
        return sent
