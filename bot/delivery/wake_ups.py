"""The moments when a table is delivered: soon, once more after a delivery under way, or when a timer says so."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from persistence import TableRef


class WakeUps:
    """`deliver`: bring one table up to date; it never raises. `read_anew`: forget what is kept of it, for a timer."""

    def __init__(
        self, deliver: Callable[[TableRef], Coroutine[Any, Any, None]], read_anew: Callable[[TableRef], object]
    ) -> None:
        self._deliver, self._read_anew = deliver, read_anew
        self._under_way: dict[TableRef, asyncio.Task[None]] = {}
        self._again: set[TableRef] = set()
        self._timers: dict[TableRef, asyncio.TimerHandle] = {}

    def wake(self, ref: TableRef) -> None:
        """Deliver soon; what comes while a delivery is under way is brought by one more after it."""
        if ref in self._under_way:
            self._again.add(ref)
            return
        task = asyncio.get_running_loop().create_task(self._deliver(ref), name=f"deliver {ref.table}")
        self._under_way[ref] = task
        task.add_done_callback(lambda _: self._done(ref))

    def _done(self, ref: TableRef) -> None:
        self._under_way.pop(ref, None)
        if ref in self._again:
            self._again.discard(ref)
            self.wake(ref)

    def is_under_way(self, ref: TableRef) -> bool:
        """Tell whether this table is being delivered now."""
        return ref in self._under_way

    def waiting(self) -> tuple[TableRef, ...]:
        """Return the tables that a timer brings back."""
        return tuple(self._timers)

    def come_back(self, ref: TableRef, seconds: float, still: Callable[[], float] | None = None) -> None:
        """Set one timer a table, however many audiences are behind: the earliest counts.

        `still`: asked then how many seconds are left all the same; this costs nothing, where a delivery is dear.
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
        """Deliver as the timer of this table would."""
        timer = self._timers.pop(ref, None)
        if timer is not None:
            timer.cancel()
        self._read_anew(ref)
        self.wake(ref)

    async def stop(self) -> None:
        """Break off what is under way, and set no timer any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self._again.clear()
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def done(self, ref: TableRef) -> None:
        """Wait until the delivery of this table that is under way has ended."""
        task = self._under_way.get(ref)
        if task is not None:
            await asyncio.wait([task])

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        while self._under_way:
            await asyncio.gather(*self._under_way.values(), return_exceptions=True)
