"""The rooms of the browser, which open when somebody sits down in one: so many new rooms, and so many new guests, a day
from one address (threats T36).
"""

import hashlib
from typing import Final

from bot.ports.rooms import MAIN
from persistence import Store

ROOM: Final = "room"
GUEST: Final = "guest"
"""The kind of the note by which a guest is known, as long as their cookie lasts."""
FROM: Final = "rooms-from"
SEATS_FROM: Final = "seats-from"
MOST: Final = 20
MOST_SEATS: Final = 1_000
"""New guests a day from one address: a school's or a provider's may stand for many people."""
DAY: Final = 24 * 3600
KEPT: Final = 90 * DAY
"""Seconds for which an opened room is known; the next visitor after that opens it anew."""


class NewRooms:
    """Count new rooms and new guests, for all processes together."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def lets_in(self, room: str, address: str) -> bool:
        """Tell whether one more guest from this address may sit in a room, known or one of their new ones for the day.

        Raises StoreTrouble.
        """
        hashed = hashlib.sha256(address.encode()).hexdigest()[:32]
        if await self._store.take_room(f"{SEATS_FROM}:{hashed}", DAY * 1000, MOST_SEATS):
            return False
        if room == MAIN or await self._store.note(ROOM, room) is not None:
            return True
        if await self._store.take_room(f"{FROM}:{hashed}", DAY * 1000, MOST):
            return False
        await self._store.put_note(ROOM, room, b"", KEPT)
        return True
