"""Track channel points: who has how many, and which channels have any at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standins.twitch.errors import TwitchError
from standins.twitch.lookups import own_channel

if TYPE_CHECKING:
    from standins.twitch.channels import Channel
    from standins.twitch.people import Person
    from standins.twitch.routing import Call
    from standins.twitch.world import TwitchWorld

FROM_THE_START = 1_000_000
WITH_POINTS = frozenset({"affiliate", "partner"})
NO_AFFILIATE = "The broadcaster doesn't have partner or affiliate status."


class Points:
    """`enabled`: an affiliate may switch them off. Everybody starts with a million points."""

    def __init__(self) -> None:
        self.enabled = True
        self._left: dict[str, int] = {}

    def of(self, person: Person) -> int:
        return self._left.get(person.id, FROM_THE_START)

    def give(self, person: Person, points: int) -> None:
        self._left[person.id] = self.of(person) + points

    def take(self, person: Person, points: int) -> None:
        if points > self.of(person):
            raise AssertionError(f"{person.login} has {self.of(person)} points and needs {points}")
        self._left[person.id] = self.of(person) - points


def affiliated(world: TwitchWorld, call: Call, *scopes: str) -> Channel:
    """Return the channel of the token's user, if it may have points."""
    channel = own_channel(world, call, *scopes)
    if channel.broadcaster.broadcaster_type not in WITH_POINTS:
        raise TwitchError(403, NO_AFFILIATE)
    return channel


def refuse_size(name: str, least: int, size: int, most: int) -> None:
    """Refuse a number or a length in Twitch's words."""
    if size < least:
        raise TwitchError(
            400, f'The parameter "{name}" was malformed: the value must be greater than or equal to {least}'
        )
    if size > most:
        raise TwitchError(400, f'The parameter "{name}" was malformed: the value must be less than or equal to {most}')
