"""A guest: a name, a room, and the lock whose key is in the cookie of their own path."""

import hashlib
import hmac
from typing import Final

from msgspec import Struct

from bot.ports.ids import NO_PLACE, NO_VENUE, NOBODY, PersonId, PlaceId, VenueId
from bot.ports.messages import Person
from bot.ports.rooms import place_of_room, venue_of_room

KEPT_SECONDS: Final = 90 * 24 * 3600
"""For which a seat is kept after it was last used, by us and by the browser alike."""
LINKED_SECONDS: Final = 12 * 3600
"""For which somebody of another platform keeps a seat here."""
MOST_LINKED_NAME: Final = 32
MOST_TITLE: Final = 60


class Guest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody who sat down. `lock`: the SHA-256 of the secret, which only the cookie holds. Times in ms.

    `staff`: a mark of the word that makes a moderator, if they knew it. `used`: when the seat was last renewed; 0: not
    since it was taken. Somebody of another platform is `who` they are there, in its `venue`, `at` a place of it (empty:
    with the bot alone); `room` is its title, `door` the way back in, and
    `seconds` how long they keep the seat. `table`: they are shown their hand at this table (`Update.table`) and nothing
    else. `same`: the person that they are one with, as it was asked for last.
    """

    id: str
    name: str
    room: str
    created: int
    lock: str
    v: int = 1
    staff: str = ""
    who: PersonId = NOBODY
    venue: VenueId = NO_VENUE
    at: PlaceId = NO_PLACE
    door: str = ""
    used: int = 0
    seconds: int = LINKED_SECONDS
    table: str = ""
    same: PersonId = NOBODY

    @property
    def linked(self) -> bool:
        """Tell whether they are of another platform."""
        return self.who != ""

    @property
    def seat(self) -> str:
        """Return for what somebody of another platform has one device at a time: their venue, or a table alone."""
        return f"{self.venue} {self.table}".rstrip()

    def sees(self, table: str) -> bool:
        """Tell whether they may be shown this table (`Update.table`)."""
        return self.table in {"", table}

    @property
    def self_id(self) -> PersonId:
        """Return who they are where they came from, whichever person that leads to."""
        return self.who or PersonId(f"web:{self.id}")

    @property
    def person(self) -> Person:
        """Return them as the bot knows them."""
        return Person(self.same or self.self_id, self.name)

    @property
    def home(self) -> VenueId:
        """Return their venue: of whoever just sat down here, the room."""
        return self.venue if self.linked else venue_of_room(self.room)

    @property
    def place(self) -> PlaceId:
        """Return their place in it; empty: they are with the bot alone."""
        return self.at if self.linked else place_of_room(self.room)

    def opened_by(self, secret: str) -> bool:
        """Tell in constant time whether this is their secret, by its hash: what is stored opens nothing."""
        return hmac.compare_digest(self.lock, locked(secret))

    def is_over(self, now: int) -> bool:
        """Tell whether the seat has ended by itself. `now`: ms."""
        return self.linked and now >= self.created + self.seconds * 1000


def locked(secret: str) -> str:
    """Return the lock that this secret opens: its SHA-256, hex."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
