"""Fires the deadlines that are in the store: of each table the process that set it, which has the table at hand, and if
that one is late, the one in whose share the table is.

A second one finds nothing left to do.
"""

import asyncio
import heapq
from itertools import count
from math import inf
from typing import Final

import structlog

from bot.engine.operations import Operations
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.engine.shares import ALL, Shares
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.hooks import Hooks
from games.kit.dice import LoadedDiceError
from persistence import Store, StoreTrouble, TableNews, TableRef
from persistence.deliveries import MOST_DUE

SWEEP: Final = 5.0
"""Seconds between two sweeps: look-ups of deadlines and deliveries that other processes left behind."""
LOOK: Final = 60.0
"""Seconds between two checks of the store's own settings."""
LONGEST_NAP: Final = 1.0
MOST_AT_ONCE: Final = 200
SIDE_BY_SIDE: Final = 32
"""How many tables are woken at the same time; the commits of those that begin together share one round trip."""
ENDS_WITHIN: Final = 1.0
"""Seconds that the deadlines being fired have to end before they are given up."""
TRIES: Final = 2
GRACE: Final = 1500
"""ms that the process in whose share a table is leaves to the one that set the deadline."""
SPARE: Final = 1_000
"""How many outdated deadlines the heap may hold, besides one for each current deadline."""
log = structlog.get_logger()


class Scheduler:
    """Knows the deadlines that this process set, and hears of those in its share, or finds them by sweeps."""

    def __init__(
        self, store: Store, repository: Repository, operations: Operations, hooks: Hooks, shares: Shares
    ) -> None:
        self._store, self._clock = store, store.clock
        self._repository, self._operations, self._hooks = repository, operations, hooks
        self._shares, self._swept = shares, -SWEEP
        """When the last sweep was, in seconds of the loop's clock."""
        self._has_swept = False
        self._live, self._takes_over = shares.live, True
        """Hold who lived when it was asked last, and whether one of them is gone: nobody is to be waited for, then."""
        self._heap: list[tuple[int, int, TableRef]] = []
        self._noted = count()
        """Numbers deadlines, so that tables with the same deadline are served in the order in which it was set."""
        self._set: dict[TableRef, int] = {}
        self._broken: dict[TableRef, int] = {}
        self._firing: dict[TableRef, asyncio.Task[None]] = {}
        self._again: set[TableRef] = set()
        """Tables whose next deadline was due before the last one was done."""
        self._news = asyncio.Event()
        self._naps_until = inf
        """Until when, in ms, nothing is looked at but what is due before; infinity: it looks now."""
        self._has_more = False
        """The store had more deadlines than it returns at once: it is asked again when these are fired."""
        self._running: asyncio.Task[None] | None = None
        hooks.committed.append(self.note)
        hooks.elsewhere.append(self._heard)
        hooks.missed.append(self.sweep_soon)
        shares.when_changed.append(self._look_who_lives)

    def start(self) -> None:
        """Begin to fire deadlines; the first sweep finds deadlines and deliveries that a killed process left behind."""
        self._running = asyncio.get_running_loop().create_task(self.run(), name="scheduler")

    async def stop(self) -> None:
        """Stop firing deadlines, once those that are being fired are done; none is waited for long."""
        if self._running is None:
            return
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        self._again.clear()
        if firing := list(self._firing.values()):
            _, late = await asyncio.wait(firing, timeout=ENDS_WITHIN)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def note(self, session: Session) -> None:
        """Note the next deadline of a session that this process committed."""
        self._note(session.ref, session.wake_at)

    def _heard(self, news: TableNews) -> None:
        """Note the deadline that another process set if it is in our share, in case that one misses it. Late news of a
        table that has gone on since say nothing of its deadline.
        """
        if self._repository.is_past(news):
            return
        at = news.wake_at if self._shares.has(news.ref) else None
        self._note(news.ref, None if at is None else at + GRACE)

    @property
    def _grace(self) -> int:
        """Return how long (ms) a deadline is left to whoever set it; alone, there is nobody else."""
        return 0 if self._shares.is_alone else GRACE

    def _look_who_lives(self) -> None:
        self._takes_over = self._takes_over or bool(self._live - self._shares.live)
        self._live = self._shares.live
        self.sweep_soon()

    def sweep_soon(self) -> None:
        """Sweep at once: others may have left something, or news were missed."""
        self._swept = -SWEEP
        self._news.set()

    def _note(self, ref: TableRef, at: int | None) -> None:
        if at is None:
            self._set.pop(ref, None)
        elif self._set.get(ref) != at:
            self._set[ref] = at
            heapq.heappush(self._heap, (at, next(self._noted), ref))
            if len(self._heap) > 2 * len(self._set) + SPARE:
                self._drop_what_is_over()
            if at < self._naps_until:
                self._news.set()

    def _drop_what_is_over(self) -> None:
        """Drop outdated deadlines: a fast table leaves many behind before the first of them is due."""
        self._heap = [one for one in self._heap if self._set.get(one[-1]) == one[0]]
        heapq.heapify(self._heap)

    def next_at(self) -> int | None:
        """Return the earliest known deadline, in ms, of tables and of what else has times of its own."""
        found = (self._next_of_tables(), *(alarm.next_at() for alarm in self._hooks.alarms))
        return min((at for at in found if at is not None), default=None)

    def _next_of_tables(self) -> int | None:
        while self._heap and self._set.get(self._heap[0][-1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    async def sweep(self) -> list[TableRef]:
        """Note this share's deadlines until the next sweep, whoever set them; return its tables with something to
        deliver.

        The first sweep is of all shares: a process that was killed a moment ago still counts as living. What others
        that live have just stored, they are delivering now: it is left to a later sweep.
        """
        share = self._shares.partitions if self._has_swept else ALL
        waits = 0 if self._takes_over else self._grace
        found = await self._store.due(self._clock.now() + int(SWEEP * 1000), share)
        fired = {ref for ref, _ in found if ref in self._firing}
        unknown = [(ref, at + waits) for ref, at in found if ref not in fired and self._set.get(ref, inf) > at + waits]
        self._takes_over = False
        for ref, at in unknown:
            self._repository.forget(ref)
            self._note(ref, at)
        self._has_more = bool(unknown or fired) and len(found) == MOST_DUE
        before = None if self._shares.is_alone else self._clock.now() - GRACE
        left = await self._store.undelivered(self._shares.to_tell if self._has_swept else ALL, before)
        self._has_swept = True
        for alarm in self._hooks.alarms:
            alarm.sweep()
        return left

    async def fire_due(self) -> int:
        """Fire the deadlines that are due, up to a limit, one after another, the oldest first; return how many."""
        fired = sum(alarm.fire_due() for alarm in self._hooks.alarms)
        while fired < MOST_AT_ONCE and (due := self._take_due(1)):
            await self._fire(due[0])
            fired += 1
        return fired

    def begin_due(self) -> None:
        """Begin to fire the deadlines that are due, the oldest first, each by itself: where a house bot thinks, no
        other table waits.
        """
        for alarm in self._hooks.alarms:
            alarm.fire_due()
        for ref in self._take_due(SIDE_BY_SIDE - len(self._firing)):
            self._begin(ref)

    def _begin(self, ref: TableRef) -> None:
        if ref in self._firing:
            self._again.add(ref)
            return
        task = self._firing[ref] = asyncio.get_running_loop().create_task(self._fire(ref), name=f"fire {ref.table}")
        task.add_done_callback(lambda _: self._fired(ref, task))

    def _fired(self, ref: TableRef, task: asyncio.Task[None]) -> None:
        if self._is_full or self._has_more:
            self._news.set()
        del self._firing[ref]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("the clock stumbled", kind=type(error).__name__)
        if ref in self._again:
            self._again.discard(ref)
            self._begin(ref)

    @property
    def _is_full(self) -> bool:
        """Tell whether as many deadlines are being fired as may be."""
        return len(self._firing) >= SIDE_BY_SIDE

    @property
    def _is_due(self) -> bool:
        at = self.next_at()
        return at is not None and at <= self._clock.now()

    def _take_due(self, most: int) -> list[TableRef]:
        """Take off the oldest deadlines that are due, and return their tables, each once."""
        due: list[TableRef] = []
        now = self._clock.now()
        while len(due) < most and (at := self._next_of_tables()) is not None and at <= now:
            *_, ref = heapq.heappop(self._heap)
            del self._set[ref]
            due.append(ref)
        return due

    async def _fire(self, ref: TableRef) -> None:
        try:
            session = await self._operations.fire(ref)
        except GoneError:
            return
        except StoreTrouble as trouble:
            log.warning("a deadline waits for the store", table=ref.table, kind=trouble.kind)
            self._note(ref, self._clock.now() + int(LONGEST_NAP * 1000))
        except LoadedDiceError:
            raise
        except Exception as error:  # noqa: BLE001 - one table must not stop the others
            log.error("a deadline broke", table=ref.table, kind=type(error).__name__)  # noqa: TRY400 - frames hold state
            await self._broke(ref)
        else:
            self._broken.pop(ref, None)
            if ref not in self._set and session.wake_at is not None:  # whoever was faster set another one
                self._note(ref, session.wake_at + self._grace)

    async def _broke(self, ref: TableRef) -> None:
        """Try a failed deadline once more; after that call the game off, so that no table hangs (F24)."""
        self._broken[ref] = self._broken.get(ref, 0) + 1
        if self._broken[ref] < TRIES:
            self._note(ref, self._clock.now() + int(LONGEST_NAP * 1000))
            return
        del self._broken[ref]
        try:
            self.note(await self._operations.call_off(ref))
        except (GoneError, Refused, StoreTrouble) as trouble:
            log.warning("a broken game could not be called off", table=ref.table, kind=type(trouble).__name__)
        except Exception as error:  # noqa: BLE001 - as in `_fire`
            log.error("a broken game can't be called off", table=ref.table, kind=type(error).__name__)  # noqa: TRY400

    async def look(self) -> None:
        """Check the store's own settings, which others may change; log what is wrong for the operator (threats F4)."""
        try:
            for sentence in await self._store.look():
                log.warning("the store needs you", why=sentence)
        except StoreTrouble as trouble:
            log.error("the store is not safe any more", kind=trouble.kind, why=str(trouble))  # noqa: TRY400 - a sentence is enough

    async def run(self) -> None:
        """Fire deadlines until cancelled."""
        looked = -SWEEP
        loop = asyncio.get_running_loop()
        while True:
            self._news.clear()
            self._naps_until = inf
            try:
                if loop.time() - self._swept >= SWEEP or (self._has_more and not (self._is_due or self._is_full)):
                    self._swept = loop.time()
                    for ref in await self.sweep():
                        for told in self._hooks.undelivered:
                            told(ref)
                if loop.time() - looked >= LOOK:
                    looked = loop.time()
                    await self.look()
                self.begin_due()
            except StoreTrouble as trouble:
                log.warning("the clock waits for the store", kind=trouble.kind)
                await asyncio.sleep(LONGEST_NAP)
            except Exception as error:  # noqa: BLE001 - the clock of all tables must not stop
                log.error("the clock stumbled", kind=type(error).__name__)  # noqa: TRY400 - frames hold state
                await asyncio.sleep(LONGEST_NAP)
            await self._nap()

    async def _nap(self) -> None:
        at, now = self.next_at(), self._clock.now()
        seconds = LONGEST_NAP if at is None or self._is_full else min(LONGEST_NAP, (at - now) / 1000)
        self._naps_until = now + seconds * 1000
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return
