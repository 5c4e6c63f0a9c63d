"""Count what an adapter has heard and not yet answered, so that it can end when nothing is left."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


class PendingAnswers:
    """Counts what is being answered."""

    def __init__(self) -> None:
        self._count, self._none = 0, asyncio.Event()
        self._none.set()

    async def of(self, answering: Awaitable[T]) -> T:
        """Count this until it is done."""
        self._count += 1
        self._none.clear()
        try:
            return await answering
        finally:
            self._count -= 1
            if not self._count:
                self._none.set()

    async def ends(self) -> None:
        """Wait until nothing is left. What came in this turn of the loop counts."""
        await asyncio.sleep(0)
        await self._none.wait()
