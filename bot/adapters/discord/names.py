"""Our names for Discord's things: `discord:<id>`, for people, places (channels, threads) and venues (servers)."""

from typing import Final

from bot.ports.ids import PersonId, PlaceId, VenueId, alone_at
from bot.ports.messages import Person

PLATFORM: Final = "discord"
FIRST_MADE: Final = 1_420_070_400_000
"""The time from which ids count, in ms: the first second of 2015."""
MADE_BITS: Final = 22
"""So many bits of an id stand behind its time."""
PRIVATE_VENUE: Final = VenueId(f"{PLATFORM}:private")
"""The venue of what is said to the bot alone in a channel that is not known."""


def named(snowflake: int) -> str:
    """Return our name for anything with this id; for a message."""
    return f"{PLATFORM}:{snowflake}"


def person_named(user: int) -> PersonId:
    """Return our name for somebody."""
    return PersonId(named(user))


def place_named(channel: int) -> PlaceId:
    """Return our name for a channel or thread."""
    return PlaceId(named(channel))


def snowflake_of(name: str) -> int:
    """Return the id in `discord:5`, `place:discord:5` or `person:discord:5`."""
    return int(name.rpartition(":")[2])


def made_at(person: PersonId) -> int | None:
    """Return when an account was made, in ms: its id begins with that; None for whoever is not of Discord."""
    digits = person.removeprefix(f"{PLATFORM}:")
    return (int(digits) >> MADE_BITS) + FIRST_MADE if digits.isascii() and digits.isdecimal() else None


def venue_of(guild: int | None, channel: int | None = None) -> VenueId:
    """Return the venue of a server by its id; None: that of direct messages in this channel, one person's own."""
    if guild is not None:
        return VenueId(named(guild))
    return PRIVATE_VENUE if channel is None else alone_at(place_named(channel))


def person_of(user: int, name: str) -> Person:
    """Return somebody by their id, and as they are called."""
    return Person(person_named(user), name)
