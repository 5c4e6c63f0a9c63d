"""Fires the deadlines that lie in the store. Any process may fire one; a late one finds nothing to do."""

import asyncio
import heapq
from collections.abc import Callable
from itertools import count
from typing import Final

import structlog

from bot.engine.operations import Operations
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.table.change import Refused
from bot.table.document import Session
from games.kit.dice import LoadedDiceError
from persistence import Store, StoreTrouble, TableRef
from persistence.deliveries import MOST_DUE

SWEEP: Final = 5.0
"""Seconds between two looks at the store for deadlines and deliveries that other processes left behind."""
LOOK: Final = 60.0
"""Seconds between two looks at the store's own settings."""
LONGEST_NAP: Final = 1.0
MOST_AT_ONCE: Final = 200
SIDE_BY_SIDE: Final = 32
"""So many tables are woken together: what they store travels in one round trip."""
TRIES: Final = 2
SPARE: Final = 1_000
"""So many deadlines that are over may lie among the others, beside one for each that is not."""
log = structlog.get_logger()


class Scheduler:
    """Knows the deadlines that this process set, and finds the others by sweeping."""

    def __init__(
        self, store: Store, repository: Repository, operations: Operations, undelivered: Callable[[TableRef], None]
    ) -> None:
        self._store, self._repository, self._operations, self._undelivered = store, repository, operations, undelivered
        self._heap: list[tuple[int, int, TableRef]] = []
        self._noted = count()
        """Tables with one deadline are served in the order in which it was set."""
        self._set: dict[TableRef, int] = {}
        self._broken: dict[TableRef, int] = {}
        self._news = asyncio.Event()
        self._has_more = False
        """The store had more deadlines than it tells of at once: it is asked again when these are fired."""

    def note(self, session: Session) -> None:
        """Note when a session that was committed next wants to be woken."""
        self._note(session.ref, session.wake_at)

    def _note(self, ref: TableRef, at: int | None) -> None:
        if at is None:
            self._set.pop(ref, None)
        elif self._set.get(ref) != at:
            self._set[ref] = at
            heapq.heappush(self._heap, (at, next(self._noted), ref))
            if len(self._heap) > 2 * len(self._set) + SPARE:
                self._drop_what_is_over()
            self._news.set()

    def _drop_what_is_over(self) -> None:
        """Drop deadlines that were set anew since: a table that is played fast leaves many before one is due."""
        self._heap = [one for one in self._heap if self._set.get(one[-1]) == one[0]]
        heapq.heapify(self._heap)

    def next_at(self) -> int | None:
        """Return the earliest deadline known here, in ms."""
        while self._heap and self._set.get(self._heap[0][-1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    async def sweep(self) -> list[TableRef]:
        """Note deadlines of the next while, also of other processes; return the tables with something to deliver."""
        found = await self._store.due(self._store.clock.now() + int(SWEEP * 1000))
        unknown = [(ref, at) for ref, at in found if self._set.get(ref, at + 1) > at]
        for ref, at in unknown:
            self._repository.forget(ref)
            self._note(ref, at)
        self._has_more = bool(unknown) and len(found) == MOST_DUE
        return await self._store.undelivered()

    async def fire_due(self, together: int = 1) -> int:
        """Fire what is due now, the oldest first, at most so many things; how many were fired.

        `together`: at so many tables side by side. One by one, tables that are due in one moment draw in their order.
        """
        fired = 0
        while fired < MOST_AT_ONCE and (due := self._take_due(min(together, MOST_AT_ONCE - fired))):
            if len(due) == 1:  # waiting for one alone needs no tasks
                await self._fire(due[0])
            else:
                await asyncio.gather(*map(self._fire, due))
            fired += len(due)
        return fired

    @property
    def _is_due(self) -> bool:
        at = self.next_at()
        return at is not None and at <= self._store.clock.now()

    def _take_due(self, most: int) -> list[TableRef]:
        """Return the tables whose deadlines are longest past, each once, and take those deadlines off."""
        due: list[TableRef] = []
        now = self._store.clock.now()
        while len(due) < most and (at := self.next_at()) is not None and at <= now:
            *_, ref = heapq.heappop(self._heap)
            del self._set[ref]
            due.append(ref)
        return due

    async def _fire(self, ref: TableRef) -> None:
        try:
            self.note(await self._operations.fire(ref))
        except GoneError:
            return
        except StoreTrouble as trouble:
            log.warning("a deadline waits for the store", table=ref.table, kind=trouble.kind)
            self._note(ref, self._store.clock.now() + int(LONGEST_NAP * 1000))
        except LoadedDiceError:
            raise
        except Exception as error:  # noqa: BLE001 - one table's clock is not another's
            log.error("a deadline broke", table=ref.table, kind=type(error).__name__)  # noqa: TRY400 - state in frames
            await self._broke(ref)
        else:
            self._broken.pop(ref, None)

    async def _broke(self, ref: TableRef) -> None:
        """Try a deadline that breaks once more; then call the game off, so that no table hangs (F24)."""
        self._broken[ref] = self._broken.get(ref, 0) + 1
        if self._broken[ref] < TRIES:
            self._note(ref, self._store.clock.now() + int(LONGEST_NAP * 1000))
            return
        del self._broken[ref]
        try:
            self.note(await self._operations.call_off(ref))
        except (GoneError, Refused, StoreTrouble) as trouble:
            log.warning("a broken game could not be called off", table=ref.table, kind=type(trouble).__name__)
        except Exception as error:  # noqa: BLE001 - as in `_fire`
            log.error("a broken game can't be called off", table=ref.table, kind=type(error).__name__)  # noqa: TRY400

    async def look(self) -> None:
        """Look at the store's own settings, which others may change; tell the operator what is wrong (threats F4)."""
        try:
            await self._store.look()
        except StoreTrouble as trouble:
            log.error("the store is not safe any more", kind=trouble.kind, why=str(trouble))  # noqa: TRY400 - a sentence

    async def run(self) -> None:
        """Fire deadlines until cancelled."""
        swept = looked = -SWEEP
        loop = asyncio.get_running_loop()
        while True:
            self._news.clear()
            try:
                if loop.time() - swept >= SWEEP or (self._has_more and not self._is_due):
                    swept = loop.time()
                    for ref in await self.sweep():
                        self._undelivered(ref)
                if loop.time() - looked >= LOOK:
                    looked = loop.time()
                    await self.look()
                await self.fire_due(SIDE_BY_SIDE)
            except StoreTrouble as trouble:
                log.warning("the clock waits for the store", kind=trouble.kind)
                await asyncio.sleep(LONGEST_NAP)
            except Exception as error:  # noqa: BLE001 - the clock of all tables must not stop
                log.error("the clock stumbled", kind=type(error).__name__)  # noqa: TRY400 - state in frames
                await asyncio.sleep(LONGEST_NAP)
            await self._nap()

    async def _nap(self) -> None:
        at = self.next_at()
        seconds = LONGEST_NAP if at is None else min(LONGEST_NAP, (at - self._store.clock.now()) / 1000)
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return
