"""Guests of a room move in: what lies in their purse at the venue that all rooms shared once comes with them, once.

Two venues are two ledgers, so it is two entries; the second one pays what the first took, and is made up for by whoever
looks next where a kill came in between.
"""

from typing import Final

from cachetools import LRUCache

from bot.ports.ids import PersonId, VenueId
from bot.ports.rooms import FIRST_VENUE, earlier_venue
from bot.table.stacks import START_OF_PURSE, welcome_gift
from persistence import Store, Transfer

MOST_KEPT: Final = 4096
MOST_READ: Final = 10_000
OUT: Final = "moved-out"
IN: Final = "moved-in"


class MovingIn:
    """Move purses to the rooms of their guests."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._moved: LRUCache[tuple[VenueId, PersonId], None] = LRUCache(MOST_KEPT)

    async def move(self, person: PersonId, venue: VenueId) -> None:
        """Move the purse of a guest to the room where they speak. Nothing where it was done. Raises StoreTrouble.

        People of other platforms may be in several rooms: what they have stays where it is.
        """
        before = earlier_venue(venue)
        if before is None or not person.startswith(f"{FIRST_VENUE}:") or (venue, person) in self._moved:
            return
        purse = f"purse:{person}"
        balance = await self._store.balance(before, purse)
        if balance is not None:
            await self._move(person, purse, before, venue, balance)
        self._moved[venue, person] = None

    async def _move(self, person: PersonId, purse: str, before: VenueId, venue: VenueId, balance: int) -> None:
        if balance:
            await self._store.transfer(before, (Transfer(purse, "bank", balance, OUT, note=venue),))
        taken = sum(entry.amount for entry in await self._store.ledger(before, purse, MOST_READ) if entry.cause == OUT)
        given = sum(entry.amount for entry in await self._store.ledger(venue, purse, MOST_READ) if entry.cause == IN)
        moved: list[Transfer] = []
        if await self._store.balance(venue, purse) is None:  # their welcome was paid at the other venue
            back = f"{IN}:{person}"
            moved = [welcome_gift(person), Transfer(purse, "bank", START_OF_PURSE, "joined-welcome", once=back)]
        if taken > given:
            moved.append(Transfer("bank", purse, taken - given, IN, once=f"{IN}:{person}:{taken}", note=before))
        await self._store.transfer(venue, tuple(moved))
