"""The ids that people, communities, places and tables are known by: text, each of its own type.

They come into being at the edges: where an adapter names what its platform has, and where the store is read.
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
"""The code that people call a table by: `K7Q`; empty where none was named."""
AudienceKey = NewType("AudienceKey", str)
"""An audience as it is noted in the store: made and read in `bot/ports/audience.py` alone."""
MOST_KEPT: Final = 4096
"""So many of each kind are kept ready, taken apart."""


def remembered(made: Callable[[K], V]) -> Callable[[K], V]:
    """Keep what follows from an id alone; what kind of id it is stays known, as it would not with `lru_cache`."""
    return lru_cache(maxsize=MOST_KEPT)(made)


@remembered
def platform_of(named: PersonId | VenueId | PlaceId) -> str:
    """Return the platform of a person, a place or a venue: `web` of `web:main`."""
    return named.partition(":")[0]


def code_in(table: str) -> TableCode:
    """Return the code that the id of a table ends with."""
    return TableCode(table.rpartition("-")[2])


ALONE: Final = "alone"
"""Stands in the name of a venue that is one person's own, behind its platform: what they say to the bot alone."""


def alone_at(place: PlaceId) -> VenueId:
    """Return the venue of somebody who is alone with the bot at this place, such as their direct messages."""
    platform, _, name = place.partition(":")
    return VenueId(f"{platform}:{ALONE}:{name}")


@remembered
def is_alone(venue: VenueId) -> bool:
    """Tell whether a venue is one person's own: nobody else comes to its tables."""
    return venue.split(":")[1:2] == [ALONE]


NOBODY: Final = PersonId("")
"""Somebody who looks on from outside; in an audience: everybody in the place."""
NO_PLACE: Final = PlaceId("")
"""The place of somebody who writes to the bot alone."""
NO_VENUE: Final = VenueId("")
NO_TABLE: Final = TableCode("")
"""No table was named."""
