"""Wait for a stand-in's world: until something is true in it, or until the bot has nothing under way."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import TypeVar

from standins.restlog import RestLog

Found = TypeVar("Found")


class Waiting:
    """A world that can be waited for. `rest`: every call that the bot made."""

    rest: RestLog

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    async def drained(self) -> None:
        """Wait until every event that was sent has been read."""
        raise NotImplementedError

    def changed(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    @contextlib.contextmanager
    def one_call(self) -> Iterator[None]:
        """Count a call of the bot while it is answered."""
        self.rest.open += 1
        try:
            yield
        finally:
            self.rest.open -= 1
            self.rest.last_activity = asyncio.get_running_loop().time()
            self.changed()

    async def until(self, check: Callable[[], Found | None], within: float = 60.0) -> Found:
        """Wait until the check returns something true; it is repeated at every change and every 20 ms."""
        ends = asyncio.get_running_loop().time() + within
        while not (found := check()):
            left = ends - asyncio.get_running_loop().time()
            if left <= 0:
                raise AssertionError(f"did not come true within {within} s; last calls: {self.rest.last(8)}")
            try:
                await asyncio.wait_for(self._changed.wait(), min(left, 0.02))
            except TimeoutError:
                continue
        return found

    async def settles(self, quiet: float = 0.05, within: float = 60.0) -> None:
        """Wait until the bot has made no call, and awaits no answer, for `quiet` seconds."""
        await self.drained()
        clock = asyncio.get_running_loop().time
        since = clock()
        await self.until(lambda: clock() - max(since, self.rest.last_activity) >= quiet and not self.rest.open, within)
