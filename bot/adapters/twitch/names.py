"""Our names for Twitch's things: `twitch:<user id>`. A channel is a venue, a place and its broadcaster at once."""

from typing import Final

from bot.ports.messages import Person

PLATFORM: Final = "twitch"
PRIVATE_VENUE: Final = f"{PLATFORM}:private"
"""The venue of what is whispered to the bot: tables are found by who sits there."""


def named(user: str) -> str:
    """Return our name for somebody or a channel with this id."""
    return f"{PLATFORM}:{user}"


def id_of(name: str) -> str:
    """Return the id in `twitch:5`, `place:twitch:5` or `person:twitch:5`."""
    return name.rpartition(":")[2]


def person_of(user: str, name: str) -> Person:
    return Person(named(user), name)
