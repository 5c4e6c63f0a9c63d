"""When tables are delivered: soon, once more after a delivery in progress, or when a timer is due."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from persistence import TableRef


class WakeUps:
    """Starts deliveries. `deliver`: brings one table up to date, and never raises. `read_anew`: drops what is cached of
    it, for a timer.
    """

    def __init__(
        self, deliver: Callable[[TableRef], Coroutine[Any, Any, None]], read_anew: Callable[[TableRef], object]
    ) -> None:
        self._deliver, self._read_anew = deliver, read_anew
        self._under_way: dict[TableRef, asyncio.Task[None]] = {}
        self._begins = False
        """Whether a delivery begins in this turn of the loop. The next one waits until pages were sent what it told."""
        self._queued: dict[TableRef, None] = {}
        """The tables whose delivery begins in later turns, in order."""
        self._again: set[TableRef] = set()
        self._timers: dict[TableRef, asyncio.TimerHandle] = {}

    def wake(self, ref: TableRef) -> None:
        """Deliver a table soon; after a delivery in progress one more follows, for what has come meanwhile."""
        if ref in self._under_way:
            self._again.add(ref)
        elif self._begins:
            self._queued[ref] = None
        else:
            self._begin(ref)

    def _begin(self, ref: TableRef) -> None:
        self._begins = True
        task = asyncio.get_running_loop().create_task(self._in_turn(ref), name=f"deliver {ref.table}")
        self._under_way[ref] = task
        task.add_done_callback(partial(self._done, ref))

    async def _in_turn(self, ref: TableRef) -> None:
        """Deliver a table, not in the same turn of the loop as others that were woken: none waits for all of them."""
        asyncio.get_running_loop().call_soon(self._next_turn)
        await self._deliver(ref)

    def _next_turn(self) -> None:
        self._begins = False
        if self._queued:
            ref = next(iter(self._queued))
            del self._queued[ref]
            self._begin(ref)

    def _done(self, ref: TableRef, _: asyncio.Task[None]) -> None:
        self._under_way.pop(ref, None)
        if ref in self._again:
            self._again.discard(ref)
            self.wake(ref)

    def is_under_way(self, ref: TableRef) -> bool:
        """Tell whether this table is being delivered now, or in one of the next turns."""
        return ref in self._under_way or ref in self._queued

    def waiting(self) -> tuple[TableRef, ...]:
        """Return the tables that have a timer."""
        return tuple(self._timers)

    def come_back(self, ref: TableRef, seconds: float, still: Callable[[], float] | None = None) -> None:
        """Set the table's one timer, however many audiences are behind: the earliest time counts.

        `still`: is then asked how many seconds are left anyway; asking is cheap, while a delivery is expensive.
        """
        loop, timer = asyncio.get_running_loop(), self._timers.get(ref)
        at = loop.time() + max(0.0, seconds)
        if timer is None or at < timer.when():
            if timer is not None:
                timer.cancel()
            self._timers[ref] = loop.call_at(at, self._due, ref, still)

    def _due(self, ref: TableRef, still: Callable[[], float] | None) -> None:
        left = 0.0 if still is None else still()
        if left > 0 and ref not in self._under_way:
            del self._timers[ref]
            self.come_back(ref, left, still)
        else:
            self.now(ref)

    def now(self, ref: TableRef) -> None:
        """Deliver a table as its timer would."""
        timer = self._timers.pop(ref, None)
        if timer is not None:
            timer.cancel()
        self._read_anew(ref)
        self.wake(ref)

    async def stop(self) -> None:
        """Cancel deliveries in progress, and all timers."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self._again.clear()
        self._queued.clear()
        self._begins = False
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def done(self, ref: TableRef) -> None:
        """Wait until the delivery of this table in progress has ended."""
        while ref in self._queued:  # noqa: ASYNC110 - its turn comes within a few turns of the loop
            await asyncio.sleep(0)
        if (task := self._under_way.get(ref)) is not None:
            await asyncio.wait([task])

    async def settle(self) -> None:
        """Wait until no delivery is in progress."""
        while self._under_way or self._queued:
            await asyncio.gather(asyncio.sleep(0), *self._under_way.values(), return_exceptions=True)
