"""Name Discord's things in our way: `discord:<id>` for people, places (channels, threads) and venues (servers)."""

from typing import Final

from bot.ports.ids import PersonId, PlaceId, VenueId, alone_at
from bot.ports.messages import Person

PLATFORM: Final = "discord"
FIRST_MADE: Final = 1_420_070_400_000
"""The time from which ids count, in ms: the start of 2015."""
MADE_BITS: Final = 22
"""The number of bits after the time in an id."""
SHARD_BITS: Final = 22
"""The number of bits of a server's id that say nothing about its shard."""
PRIVATE_VENUE: Final = VenueId(f"{PLATFORM}:private")
"""The venue of direct messages whose channel is unknown."""


def named(snowflake: int) -> str:
    """Return our name for anything with this id, such as a message."""
    return f"{PLATFORM}:{snowflake}"


def person_named(user: int) -> PersonId:
    """Return our name for a person."""
    return PersonId(f"{PLATFORM}:{user}")


def place_named(channel: int) -> PlaceId:
    """Return our name for a channel or thread."""
    return PlaceId(f"{PLATFORM}:{channel}")


def snowflake_of(name: str) -> int:
    """Return the id in `discord:5`, `place:discord:5` or `person:discord:5`."""
    return int(name.rpartition(":")[2])


def made_at(person: PersonId) -> int | None:
    """Return when an account was created, in ms: the id begins with it; None for people of other platforms."""
    digits = person.removeprefix(f"{PLATFORM}:")
    return (int(digits) >> MADE_BITS) + FIRST_MADE if digits.isascii() and digits.isdecimal() else None


def shard_of(venue: VenueId, of: int) -> int:
    """Return the one of so many shards over which a venue is heard. Direct messages come over the first."""
    digits = venue.removeprefix(f"{PLATFORM}:")
    return (int(digits) >> SHARD_BITS) % of if digits.isascii() and digits.isdecimal() else 0


def venue_of(guild: int | None, channel: int | None = None) -> VenueId:
    """Return the venue of a server by its id; without one, the venue of the direct messages in this channel."""
    if guild is not None:
        return VenueId(f"{PLATFORM}:{guild}")
    return PRIVATE_VENUE if channel is None else alone_at(place_named(channel))


def person_of(user: int, name: str) -> Person:
    """Return a person by their id and name."""
    return Person(person_named(user), name)
