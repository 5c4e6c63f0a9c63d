"""Streamer-safe mode: somebody's hand is shown on their own page alone, never in a message that a stream might show."""

from typing import Final

import structlog

from bot.recent import Recent
from persistence import Store, StoreTrouble

SAFE: Final = "safe"
TRUSTED: Final = 60.0
DOUBTED: Final = 5.0
MOST_PEOPLE: Final = 20_000
log = structlog.get_logger()


class Safe:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: Recent[bool] = Recent(MOST_PEOPLE, TRUSTED)

    async def of(self, person: str) -> bool:
        """Never raises: while the store is away, what was known last holds."""
        found = self._kept.good(person)
        if found is not None:
            return found
        try:
            return self._kept.keep(person, await self._store.note(SAFE, person) is not None)
        except StoreTrouble as trouble:
            log.warning("a wish for safe mode could not be read", kind=trouble.kind)
            return self._kept.keep(person, self._kept.last(person) or False, DOUBTED)

    async def set(self, person: str, *, on: bool) -> None:
        """Raises StoreTrouble."""
        if on:
            await self._store.put_note(SAFE, person, b"on")
        else:
            await self._store.drop_note(SAFE, person)
        self._kept.keep(person, on)
