"""Define a guest: a name, a room, and the lock that the secret in their cookie opens."""

import hashlib
import hmac
from typing import Final

from msgspec import Struct

from bot.ports.ids import NO_PLACE, NO_VENUE, NOBODY, PersonId, PlaceId, VenueId
from bot.ports.messages import Person
from bot.ports.rooms import place_of_room, venue_of_room
from games.kit.kept import known_once

KEPT_SECONDS: Final = 90 * 24 * 3600
"""How long a seat is kept after its last use, by us and by the browser."""
LINKED_SECONDS: Final = 12 * 3600
"""How long somebody from another platform keeps a seat here."""
MOST_LINKED_NAME: Final = 32
MOST_TITLE: Final = 60


class Guest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """Somebody who sat down. `lock`: the SHA-256 of the secret, which only the cookie holds. Times in ms.

    `staff`: proves that they knew the word for moderators. `used`: when the seat was last renewed; 0: never.

    For people from another platform: `who` they are there, `venue` and place (`at`; empty: with the bot alone), `room`
    is the place's title, `door` the way back in, and `seconds` how long they keep the seat. `table`: they are shown
    their hand at this table (`Update.table`) and nothing else. `same`: the person that this self belonged to at the
    last look-up.
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

    @known_once
    def linked(self) -> bool:
        """Return whether they are from another platform."""
        return self.who != ""

    @property
    def seat(self) -> str:
        """Return what a person from another platform can have on only one device: a venue, or a single table."""
        return f"{self.venue} {self.table}".rstrip()

    def sees(self, table: str) -> bool:
        """Return whether they may be shown this table (`Update.table`)."""
        return self.table in {"", table}

    @property
    def self_id(self) -> PersonId:
        """Return who they are on the platform that they came from, whichever person that belongs to."""
        return self.who or PersonId(f"web:{self.id}")

    @known_once
    def person(self) -> Person:
        """Return the guest as the bot knows people: the id of their main self, and their name."""
        return Person(self.same or self.self_id, self.name)

    @known_once
    def home(self) -> VenueId:
        """Return their venue; for a guest of the room, the room's."""
        return self.venue if self.linked else venue_of_room(self.room)

    @known_once
    def place(self) -> PlaceId:
        """Return their place in the venue; empty: they are with the bot alone."""
        return self.at if self.linked else place_of_room(self.room)

    def opened_by(self, secret: str) -> bool:
        """Return whether this is their secret, in constant time and by its hash, so that the stored lock opens
        nothing.
        """
        return hmac.compare_digest(self.lock, locked(secret))

    def is_over(self, now: int) -> bool:
        """Return whether the seat has expired. `now`: ms."""
        return bool(self.who) and now >= self.created + self.seconds * 1000


def locked(secret: str) -> str:
    """Return the lock for a secret: its SHA-256, in hex."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
