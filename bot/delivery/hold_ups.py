"""Games slow down by as much as their people are told late: chat takes few lines, and nobody's time runs meanwhile."""

import time
from collections.abc import Callable
from typing import Final

from cachetools import LRUCache

from bot.engine.operations import Operations
from bot.table.document import Session
from bot.table.phases import Playing
from persistence import TableRef

LEAST: Final = 0.5
"""Seconds that nobody needs to be given back."""
MOST_TABLES: Final = 10_000


class HoldUps:
    """Knows until when each table is held up, and moves its clock by that once. `clock`: in seconds."""

    def __init__(self, operations: Operations, clock: Callable[[], float] = time.monotonic) -> None:
        self._operations, self._clock = operations, clock
        self._given: LRUCache[TableRef, float] = LRUCache(MOST_TABLES)
        """Until when each table's clock has been moved on already."""
        self._held: dict[TableRef, float] = {}

    def note(self, ref: TableRef, seconds: float) -> None:
        """Take note that a table is told so many seconds late."""
        if seconds > 0:
            self._held[ref] = max(self._clock() + seconds, self._held.get(ref, 0.0))

    async def hold(self, session: Session) -> None:
        """Move what is due at a table by what it was held up since. Raises GoneError, StoreTrouble."""
        now, until = self._clock(), self._held.pop(session.ref, 0.0)
        late = until - max(now, self._given.get(session.ref, 0.0))
        if late < LEAST or not isinstance(session.phase, Playing) or session.paused is not None:
            return
        self._given[session.ref] = until
        await self._operations.hold_up(session.ref, round(late * 1000))
