"""The ids of people, communities, places and tables: texts, each with a type of its own.

They are made where an adapter names what its platform has, and where the store is read.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NewType, TypeVar

K = TypeVar("K")
V = TypeVar("V")
PersonId = NewType("PersonId", str)
"""`discord:5`, `twitch:7`, `web:…`, `console:ann`; a house bot: `bot:…`."""
VenueId = NewType("VenueId", str)
"""The community that owns purses and tables: `discord:<server>`, `twitch:<channel>`, `web:main`."""
PlaceId = NewType("PlaceId", str)
"""A channel or room where a table is shown; empty where somebody writes to the bot alone."""
TableCode = NewType("TableCode", str)
"""The code that people call a table by: `K7Q`; empty where none is named."""
AudienceKey = NewType("AudienceKey", str)
"""An audience's name in the store; only `bot/ports/audience.py` makes and reads it."""
MOST_KEPT: Final = 4096
"""How many parsed ids of each kind are cached."""


def remembered(made: Callable[[K], V]) -> Callable[[K], V]:
    """Cache what follows from an id alone. Unlike `lru_cache`, it keeps the id's type for the checker."""
    return lru_cache(maxsize=MOST_KEPT)(made)


@remembered
def platform_of(named: PersonId | VenueId | PlaceId) -> str:
    """Return the platform of a person, a place or a venue: `web` of `web:main`."""
    return named.partition(":")[0]


def code_in(table: str) -> TableCode:
    """Return the code at the end of a table's id."""
    return TableCode(table.rpartition("-")[2])


ALONE: Final = "alone"
"""Follows the platform in the name of a venue that is one person's own: what they say to the bot alone."""


def alone_at(place: PlaceId) -> VenueId:
    """Return the venue of a person who is alone with the bot at this place, such as their direct messages."""
    platform, _, name = place.partition(":")
    return VenueId(f"{platform}:{ALONE}:{name}")


@remembered
def is_alone(venue: VenueId) -> bool:
    """Tell whether a venue is one person's own; nobody else comes to its tables."""
    return venue.split(":")[1:2] == [ALONE]


NOBODY: Final = PersonId("")
"""Somebody who only watches from outside; in an audience: everybody in the place."""
NO_PLACE: Final = PlaceId("")
"""The place of somebody who writes to the bot in private."""
NO_VENUE: Final = VenueId("")
NO_TABLE: Final = TableCode("")
"""No table is named."""
