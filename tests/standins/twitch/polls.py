"""Simulate polls: viewers vote once on the broadcaster's question while it runs."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from standins.twitch import payloads
from standins.twitch.errors import Json, TwitchError
from standins.twitch.lookups import own_channel
from standins.twitch.points import affiliated, refuse_size
from standins.twitch.routing import TWITCH_ROUTES, Answer, Call, page

if TYPE_CHECKING:
    from standins.twitch.channels import Channel
    from standins.twitch.people import Person
    from standins.twitch.world import TwitchWorld

MOST_IN_TITLE = 60
MOST_IN_CHOICE = 25
CHOICES = (2, 5)
DURATION = (15, 1800)
MOST_ASKED = 20
MANAGE = "channel:manage:polls"
READ = "channel:read:polls"
ENDS = frozenset({"TERMINATED", "ARCHIVED"})


@dataclass(eq=False)
class Choice:
    id: str
    title: str
    voters: set[str] = field(default_factory=set)


@dataclass(eq=False)
class Poll:
    """A poll. It ends when its time is up, or when its broadcaster ends it."""

    id: str
    channel: Channel = field(repr=False)
    title: str
    choices: list[Choice] = field(repr=False)
    duration: int
    started_at: float
    ended_at: float | None = None
    _status: str = "ACTIVE"

    @property
    def status(self) -> str:
        """Return the current status: ACTIVE, COMPLETED, TERMINATED or ARCHIVED."""
        if self._status == "ACTIVE" and self.channel.world.clock.now() >= self.started_at + self.duration:
            self.end("COMPLETED", self.started_at + self.duration)
        return self._status

    def vote(self, person: Person, title: str) -> None:
        """Vote once; a vote can't be changed."""
        if self.status != "ACTIVE":
            raise AssertionError(f"the poll is {self.status}")
        if any(person.id in choice.voters for choice in self.choices):
            raise AssertionError(f"{person.login} has voted")
        next(choice for choice in self.choices if choice.title == title).voters.add(person.id)
        self._tell("progress", ends_at=self.channel.world.clock.rfc3339(self.started_at + self.duration))

    def begin(self) -> None:
        self._tell("begin", ends_at=self.channel.world.clock.rfc3339(self.started_at + self.duration))
        self.channel.world.eventsub.later(self.duration, lambda: self.status)

    def end(self, status: str, at: float) -> None:
        self._status, self.ended_at = status, at
        self._tell("end", status=status.lower(), ended_at=self.channel.world.clock.rfc3339(at))

    def payload(self) -> Json:
        clock = self.channel.world.clock
        return {
            "id": self.id,
            **payloads.named(self.channel.broadcaster, "broadcaster"),
            "title": self.title,
            "choices": self._choices(),
            "bits_voting_enabled": False,
            "bits_per_vote": 0,
            "channel_points_voting_enabled": False,
            "channel_points_per_vote": 0,
            "status": self.status,
            "duration": self.duration,
            "started_at": clock.rfc3339(self.started_at),
            "ended_at": None if self.ended_at is None else clock.rfc3339(self.ended_at),
        }

    def _choices(self) -> list[Json]:
        return [
            {
                "id": choice.id,
                "title": choice.title,
                "votes": len(choice.voters),
                "channel_points_votes": 0,
                "bits_votes": 0,
            }
            for choice in self.choices
        ]

    def _tell(self, how: str, **more: str) -> None:
        world = self.channel.world
        event = {
            "id": self.id,
            **payloads.named(self.channel.broadcaster, "broadcaster_user"),
            "title": self.title,
            "choices": self._choices(),
            "bits_voting": {"is_enabled": False, "amount_per_vote": 0},
            "channel_points_voting": {"is_enabled": False, "amount_per_vote": 0},
            "started_at": world.clock.rfc3339(self.started_at),
            **more,
        }
        world.events.notify(f"channel.poll.{how}", {"broadcaster_user_id": self.channel.id}, event)
        world.changed()


@TWITCH_ROUTES.add("POST", "/helix/polls")
def create_poll(world: TwitchWorld, call: Call) -> Answer:
    channel = affiliated(world, call, MANAGE)
    title = call.need("title")
    refuse_size("title", 1, len(title), MOST_IN_TITLE)
    wanted = call.body.get("choices")
    titles = [str((choice or {}).get("title") or "") for choice in wanted] if isinstance(wanted, list) else []
    refuse_size("choices", CHOICES[0], len(titles), CHOICES[1])
    for choice in titles:
        refuse_size("choices.title", 1, len(choice), MOST_IN_CHOICE)
    duration = call.number("duration", 0)
    refuse_size("duration", DURATION[0], duration, DURATION[1])
    if any(poll.status == "ACTIVE" for poll in channel.polls):
        raise TwitchError(400, "poll already active, only one allowed at a time")
    choices = [Choice(str(uuid.uuid4()), name) for name in titles]
    new = Poll(str(uuid.uuid4()), channel, title, choices, duration, world.clock.now())
    channel.polls.append(new)
    new.begin()
    return 200, {"data": [new.payload()]}


@TWITCH_ROUTES.add("PATCH", "/helix/polls")
def end_poll(world: TwitchWorld, call: Call) -> Answer:
    channel = affiliated(world, call, MANAGE)
    wanted, status = call.need("id"), call.need("status")
    if status not in ENDS:
        raise TwitchError(400, 'The parameter "status" was malformed: must be one of TERMINATED, ARCHIVED')
    found = next((poll for poll in channel.polls if poll.id == wanted), None)
    if found is None or found.status != "ACTIVE":
        raise TwitchError(400, "The poll must be active to terminate or archive it.")
    found.end(status, world.clock.now())
    return 200, {"data": [found.payload()]}


@TWITCH_ROUTES.add("GET", "/helix/polls")
def get_polls(world: TwitchWorld, call: Call) -> Answer:
    """Return polls, newest first."""
    channel = own_channel(world, call, READ, MANAGE)
    ids = call.query.getall("id", [])
    if len(ids) > MOST_ASKED:
        raise TwitchError(400, "The maximum number of id parameters is 20.")
    found = [poll for poll in reversed(channel.polls) if not ids or poll.id in ids]
    return 200, page([poll.payload() for poll in found], call, most=MOST_ASKED)
