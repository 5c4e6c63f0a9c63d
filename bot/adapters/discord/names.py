"""Our names for Discord's things: `discord:<id>`, for people, places (channels, threads) and venues (servers)."""

from typing import Final

from bot.ports.messages import Person

PLATFORM: Final = "discord"
PRIVATE_VENUE: Final = f"{PLATFORM}:private"
"""The venue of what is said to the bot alone: tables are found by who sits there."""


def named(snowflake: int) -> str:
    """Return our name for somebody or something with this id."""
    return f"{PLATFORM}:{snowflake}"


def snowflake_of(name: str) -> int:
    """Return the id in `discord:5`, `place:discord:5` or `person:discord:5`."""
    return int(name.rpartition(":")[2])


def venue_of(guild: int | None) -> str:
    """Return the venue of a server by its id; None: what is said to the bot alone."""
    return PRIVATE_VENUE if guild is None else named(guild)


def person_of(user: int, name: str) -> Person:
    return Person(named(user), name)
