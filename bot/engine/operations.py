"""The bot's own acts at a table: fire its deadlines, pause and resume it, call off a broken game."""

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import structlog
from cachetools import LRUCache

from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.table import deadlines, ending, motions
from bot.table.audit import BROKEN, Cause
from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.table.fairness import LostKeyError
from bot.table.pausing import PLACE, cut_off, later, pause_table, resume_table
from bot.table.phases import Playing
from bot.table.thinking import Thought, thought
from persistence import StoreTrouble, TableRef

BROKE: Final = Cause("broken", BROKEN)
LEAST_HELD_UP: Final = 0.5
"""Delays shorter than this (in seconds) are not given back."""
MOST_HELD_UP: Final = 10_000
log = structlog.get_logger()


class Operations:
    """Acts at one table; each method is one commit."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._thinkers = ThreadPoolExecutor(os.cpu_count() or 1, "house-bot")
        """Threads for house bots only: no table's clock may wait for a DNS look-up, or for odds."""

    async def call_off(self, ref: TableRef) -> Session:
        """Void a game whose deadline fails: everybody's stake goes back (threats F24)."""
        try:
            return await self._repository.update(ref, (), lambda change: ending.void(change, BROKE))
        except (GoneError, Refused, StoreTrouble):
            raise
        except Exception as error:  # noqa: BLE001 - people get their stakes back in any case
            log.error("a broken game leaves no record", table=ref.table, kind=type(error).__name__)  # noqa: TRY400
            return await self._repository.update(ref, (), lambda change: ending.void(change, BROKE, recorded=False))

    async def pause_place(self, ref: TableRef) -> Session:
        """Pause a table whose people can't be told anything now: its clock stands still (threats F26).

        Writes nothing if it is already paused. Raises GoneError, StoreTrouble.
        """
        return await self._repository.update(ref, (), lambda change: pause_table(change, PLACE))

    async def hold_up(self, ref: TableRef, span: int) -> Session:
        """Move all deadlines of a table back by this many ms, because its people are told late what happened.

        Writes nothing if no game is on, or the clock already stands still. Raises GoneError, StoreTrouble.
        """

        def act(change: Change) -> None:
            if isinstance(change.session.phase, Playing) and change.session.paused is None:
                change.session = later(change.session, span)

        return await self._repository.update(ref, (), act)

    async def resume_place(self, ref: TableRef) -> Session:
        """Let a table go on whose people can be told again. A pause of staff stays: they end it themselves."""

        def act(change: Change) -> None:
            if change.session.paused is not None and change.session.paused.why == PLACE:
                resume_table(change)

        return await self._repository.update(ref, (), act)

    async def cut_off(self, ref: TableRef, platforms: frozenset[str]) -> Session:
        """Note that these platforms of the table can't be reached, so that no time runs out for people there (threats
        F26).
        """
        return await self._repository.update(ref, (), lambda change: cut_off(change, platforms))

    async def fire(self, ref: TableRef) -> Session:
        """Do what is due at this table, one thing for each call. Raises GoneError, StoreTrouble."""
        return await self._repository.update(ref, (), motions.fire, ahead=self._think)

    async def _think(self, change: Change) -> Thought | None:
        """Let a house bot whose turn it is think in a thread: the best ones take 60 ms, and only their table waits.

        It uses dice of its own, so the game stays as announced.
        """
        due = deadlines.bot_due(change.session, change.now)
        if due is None:
            return None
        try:
            dice = change.fairness.dice_of(change.playing)
        except LostKeyError:  # the table is frozen instead, in its turn
            return None
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thinkers, thought, change.session, due.seat, dice)


class HoldUps:
    """Knows until when each table is held up, and moves its clock by that, once. `clock`: in seconds.

    Games slow down by as much as their people are told late: chat takes few lines, and nobody loses time by that.
    """

    def __init__(self, operations: Operations, clock: Callable[[], float] = time.monotonic) -> None:
        self._operations, self._clock = operations, clock
        self._given: LRUCache[TableRef, float] = LRUCache(MOST_HELD_UP)
        """The time until which each table's clock was already moved."""
        self._held: dict[TableRef, float] = {}

    def note(self, ref: TableRef, seconds: float) -> None:
        """Note that a table is told things this many seconds late."""
        if seconds > 0:
            self._held[ref] = max(self._clock() + seconds, self._held.get(ref, 0.0))

    async def hold(self, session: Session) -> None:
        """Move the deadlines of a table by the time it was held up since. Raises GoneError, StoreTrouble."""
        until = self._held.pop(session.ref, None)
        if until is None:
            return
        late = until - max(self._clock(), self._given.get(session.ref, 0.0))
        if late < LEAST_HELD_UP or not isinstance(session.phase, Playing) or session.paused is not None:
            return
        self._given[session.ref] = until
        await self._operations.hold_up(session.ref, round(late * 1000))
