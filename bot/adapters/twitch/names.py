"""Name Twitch's things in our way: `twitch:<user id>`. A channel is a venue, a place and its broadcaster at once."""

from typing import Final

from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Person

PLATFORM: Final = "twitch"
PRIVATE_VENUE: Final = VenueId(f"{PLATFORM}:private")
"""The venue of whispers to the bot: tables are found by who sits there."""


def named(user: str) -> str:
    """Return our name for anything with this id, such as a message."""
    return f"{PLATFORM}:{user}"


def venue_named(channel: str) -> VenueId:
    """Return our name for a channel as a venue."""
    return VenueId(named(channel))


def place_named(channel: str) -> PlaceId:
    """Return our name for a channel as a place."""
    return PlaceId(named(channel))


def id_of(name: str) -> str:
    """Return the id in `twitch:5`, `place:twitch:5` or `person:twitch:5`."""
    return name.rpartition(":")[2]


def named_person(user: str) -> PersonId:
    """Return our name for a person by their id."""
    return PersonId(named(user))


def person_of(user: str, name: str) -> Person:
    """Return a person by their id and name."""
    return Person(PersonId(named(user)), name)
