"""Our names for Discord's things: `discord:<id>`, for people, places (channels, threads) and venues (servers)."""

from typing import Final

from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Person

PLATFORM: Final = "discord"
PRIVATE_VENUE: Final = VenueId(f"{PLATFORM}:private")
"""The venue of what is said to the bot alone: tables are found by who sits there."""


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


def venue_of(guild: int | None) -> VenueId:
    """Return the venue of a server by its id; None: what is said to the bot alone."""
    return PRIVATE_VENUE if guild is None else VenueId(named(guild))


def person_of(user: int, name: str) -> Person:
    """Return somebody by their id, and as they are called."""
    return Person(person_named(user), name)
