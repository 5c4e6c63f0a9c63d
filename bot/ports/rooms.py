"""The rooms of the browser: each is a venue of its own, with its own tables, purses and staff."""

from typing import Final

from msgspec import Struct

from bot.ports.ids import PersonId, PlaceId, VenueId, platform_of

MAIN: Final = "main"
PAGES: Final = "web"
"""The platform of the pages: each process shows its own, so nobody else has to be told for them."""
FIRST_VENUE: Final = VenueId(PAGES)
"""The venue of the main room."""


class RoomLine(Struct, frozen=True):
    """Hold a line that somebody said in a room's chat. `at`: in ms."""

    by: PersonId
    name: str
    text: str
    at: int


def place_of_room(room: str) -> PlaceId:
    """Return the place of a room."""
    return PlaceId(f"web:{room}")


def is_room(place: PlaceId) -> bool:
    """Tell whether a place is a room."""
    return platform_of(place) == FIRST_VENUE


def venue_of_room(room: str) -> VenueId:
    """Return the venue of a room."""
    return FIRST_VENUE if room == MAIN else VenueId(f"web:{room}")
