"""Know which messages were deleted by somebody, and whether a table's card is among them."""

import asyncio
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Final

from cachetools import FIFOCache, TTLCache

MOST_REMEMBERED: Final = 10_000
MOST_BACK: Final = 3
"""How often a channel's cards come back within AWHILE; where a program deletes whatever is posted, no more often."""
AWHILE: Final = 60.0


class GoneMessages:
    """Remember deleted messages. `clock`: in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._deleted: FIFOCache[int, None] = FIFOCache(MOST_REMEMBERED)
        self._showing: dict[int, set[asyncio.Event]] = {}
        """By channel: the ends of what is being shown there."""
        self._back: TTLCache[int, int] = TTLCache(MOST_REMEMBERED, AWHILE, timer=clock)
        """By channel: how often its cards came back lately."""

    def __contains__(self, message: int) -> bool:
        return message in self._deleted

    @contextmanager
    def showing(self, channel: int) -> Iterator[None]:
        """Note that a table is being shown in a channel: its card may be there before we know its id."""
        ended = asyncio.Event()
        self._showing.setdefault(channel, set()).add(ended)
        try:
            yield
        finally:
            ended.set()
            self._showing[channel].discard(ended)
            if not self._showing[channel]:
                del self._showing[channel]

    async def note(self, channel: int, messages: Collection[int]) -> None:
        """Note that messages were deleted, and wait until the cards of the channel are known."""
        self._deleted.update(dict.fromkeys(messages))
        for ended in tuple(self._showing.get(channel, ())):
            await ended.wait()

    def wants_back(self, channel: int, messages: Collection[int], cards: Collection[int]) -> bool:
        """Return whether the tables of a channel are to be shown again after these messages were deleted.

        `cards`: those known there. After a restart none is, until one is shown there.
        """
        if cards and not set(cards).intersection(messages):
            return False
        times = self._back.get(channel, 0) + 1
        self._back[channel] = times
        return times <= MOST_BACK
