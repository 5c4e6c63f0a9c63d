"""The rooms that people open in a browser by sitting down in one: so many new ones from one address a day."""

import hashlib
from typing import Final

from bot.ports.rooms import MAIN
from persistence import Store

ROOM: Final = "room"
FROM: Final = "rooms-from"
MOST: Final = 20
DAY: Final = 24 * 3600
KEPT: Final = 90 * DAY
"""Seconds for which a room is known after it was opened; then whoever comes next opens it."""


class NewRooms:
    """Count rooms, for all processes together."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def lets_in(self, room: str, address: str) -> bool:
        """Tell whether somebody from this address may sit down there: it is known, or their next one of the day.

        Raises StoreTrouble.
        """
        if room == MAIN or await self._store.note(ROOM, room) is not None:
            return True
        hashed = hashlib.sha256(address.encode()).hexdigest()[:32]
        if await self._store.take_room(f"{FROM}:{hashed}", DAY * 1000, MOST):
            return False
        await self._store.put_note(ROOM, room, b"", KEPT)
        return True
