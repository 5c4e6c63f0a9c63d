"""The sessions that this process serves. They change one commit at a time: acts at one table wait for each other.

A command needs one round trip: the version check of a commit tells when the cached copy is stale.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from itertools import islice
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.engine.commits import Commits
from bot.engine.sessions import CachedSession, GoneError, SessionCache
from bot.engine.taken import Acknowledged, PlaceTurns, RepeatedError, Taken, typed
from bot.people.venue_space import VenueSpace
from bot.people.venues import Venues
from bot.ports.ids import PlaceId, VenueId, platform_of
from bot.ports.messages import Message
from bot.table import beginning, ending, queueing
from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.table.fairness import Fairness, LostKeyError
from bot.table.hooks import Hooks
from bot.table.log import Batch
from bot.table.options import ungenerous
from bot.table.pausing import hold_for_staff
from bot.table.phases import Between, Lobby, Playing, Pledge
from bot.table.seals import ToldBefore, never
from bot.table.thinking import Thought
from persistence import Store, StoreTrouble, TableNews, TableRef, Transfer

TRIES: Final = 100
"""How often a commit is tried. A failed try means that another process stored a step; a process with the table in its
cache is faster than one that has to read it.
"""
MOST_AT_ONCE: Final = 250
"""How many messages of a table are played in one step of the store, at most."""
LONGEST_STEP: Final = 0.02
"""Seconds after which a step takes no more acts, so that a crowd at one table does not hold up the others."""
TOLD: Final = b"acknowledged"
T = TypeVar("T")
Ahead = Callable[[Change], Awaitable[Thought | None]]
"""Thinks about a table before it is changed."""


class PendingAct(Struct, Generic[T], eq=False):
    """An act that waits for its table. `ahead`: what must be computed for it first, outside the event loop.

    `outcome`: the stored session and what the act returned (None if the table was frozen instead), or why nothing was
    stored. None: no outcome yet.
    """

    ids: tuple[str, ...]
    act: Callable[[Change], T]
    told_before: ToldBefore = never
    ahead: Ahead | None = None
    outcome: tuple[Session, T | None] | Exception | None = None


class TableTurns(Struct, eq=False):
    """The acts that wait for a table, and whose turn it is to take them."""

    waiting: deque[PendingAct[Any]]
    lock: asyncio.Lock


class Tried(Struct, frozen=True):
    """An act in a step that is not stored yet, with what it returned or raised."""

    pending: PendingAct[Any]
    value: Any = None
    error: Exception | None = None


class Repository:
    def __init__(self, store: Store, fairness: Fairness, hooks: Hooks, venues: Venues, space: VenueSpace) -> None:
        self._store, self._clock, self._fairness = store, store.clock, fairness
        self.taken, self.cache, self._venues, self._space = Taken(store), SessionCache(store), venues, space
        self.acknowledged = Acknowledged(store.clock)
        self.place_turns = PlaceTurns(store.clock, self.acknowledged)
        self._commits = Commits(store, fairness, self.cache, self.taken, hooks, venues, self.acknowledged)
        store.news.hear(TOLD, self._acknowledged_elsewhere)
        hooks.elsewhere.append(lambda news: self.cache.heard(news.ref, news.version))
        self._turns: dict[TableRef, TableTurns] = {}

    async def get(self, ref: TableRef, *, fresh: bool = False) -> Session:
        return (await self.cache.load(ref, fresh=fresh)).session

    async def behind(self, refs: Sequence[TableRef]) -> set[TableRef]:
        """Return which of these tables are not cached as they are stored; they are then read again. Raises
        StoreTrouble.
        """
        return await self.cache.behind(refs)

    def acknowledge(self, session: Session, place: PlaceId, upto: int, message: str) -> None:
        """Note that a platform acknowledged what a place was told; tell other processes, unless they know enough."""
        known = self.acknowledged.note(session.table, place, upto, message)
        if not self._store.news.is_alone and known <= asked_about(session):
            told = msgspec.json.encode((session.table, place, upto, message))
            self._store.news.tell(TOLD, place, told)

    def _acknowledged_elsewhere(self, _: str, content: bytes) -> None:
        self.acknowledged.note(*msgspec.json.decode(content, type=tuple[str, PlaceId, int, str]))

    def kept(self, ref: TableRef) -> Session | None:
        """Return a session from the cache, however old; None: it is not there."""
        return self.cache.at_hand(ref)

    def version_kept(self, ref: TableRef) -> int:
        """Return the version of the table in the cache, however old; 0: it is not there."""
        return self.cache.version_at_hand(ref)

    def is_past(self, news: TableNews) -> bool:
        """Tell whether this process knows a later step of a table than this one."""
        return self.cache.is_past(news.ref, news.version)

    async def update(
        self, ref: TableRef, ids: tuple[str, ...], act: Callable[[Change], object], ahead: Ahead | None = None
    ) -> Session:
        """Change a stored session by `act`, and return it as stored. Raises what `changed` raises."""
        session, _ = await self.changed(ref, ids, act, ahead)
        return session

    async def changed(
        self, ref: TableRef, ids: tuple[str, ...], act: Callable[[Change], T], ahead: Ahead | None = None
    ) -> tuple[Session, T | None]:
        """Change a stored session by `act`, and commit it together with all acts that wait for the same table.

        `ahead`: what is computed for it first; only this table waits for that. Return the stored session, and what
        `act` returned: None if the table was frozen instead, because its key is lost. Raises what `act` raises,
        GoneError, RepeatedError and StoreTrouble.
        """
        await self.taken.bind(VenueId(ref.venue), ids)
        await self.place_turns.come(ids)
        turn = PendingAct(ids, act, self.acknowledged.told_before(), ahead)
        turns = self._turns.get(ref)
        if turns is None:
            turns = self._turns[ref] = TableTurns(deque(), asyncio.Lock())
        turns.waiting.append(turn)
        async with turns.lock:
            while turn.outcome is None:
                await self._take_turns(ref, turns.waiting)
        if isinstance(turn.outcome, Exception):
            raise turn.outcome
        return turn.outcome

    async def _take_turns(self, ref: TableRef, waiting: deque[PendingAct[Any]]) -> None:
        """Take the waiting acts of this table in order, as many as fit in one step, and try until that is stored."""
        fresh, most = False, MOST_AT_ONCE
        for _ in range(TRIES):
            turns = list(islice(waiting, most))
            try:
                if await self._try_turns(await self.cache.load(ref, fresh=fresh), turns):
                    break
            except Exception as error:  # noqa: BLE001 - raised again where the acts came from
                if ended := ended_by(error, turns):
                    set_outcome(ended, error)
                    break
                most = 1
            fresh = True
        else:
            set_outcome(turns, StoreTrouble("busy", "a table changes faster than it can be read"))
        for turn in turns:
            if turn.outcome is not None:
                waiting.remove(turn)
        if not waiting:
            self._turns.pop(ref, None)

    async def _held(self, kept: CachedSession) -> CachedSession:
        """Pause a table of which the store has lost steps, before it changes, and return it as it is then (threats
        F5).
        """
        ref = kept.session.ref
        self.cache.went_back.discard(ref)
        await self._try_turns(kept, [PendingAct((), hold_for_staff)])
        return await self.cache.load(ref, fresh=False)

    async def _try_turns(self, kept: CachedSession, turns: list[PendingAct[Any]]) -> bool:
        """Try all these acts once; False: another process was faster.

        Raises errors that make the whole step impossible: Refused if a purse is too small, RepeatedError.
        """
        if kept.session.ref in self.cache.went_back:
            kept = await self._held(kept)
        ahead = turns[0].ahead
        thought = None if ahead is None else await ahead(self.draft(kept.session))
        first = await self._commits.pledged(kept.session.venue, kept.session.places[0])
        change = self._change(kept.session, self._commits.pledge(kept.session, first + 1))
        change.generous, change.thought = await self._generous(kept.session), thought
        if isinstance(kept.session.phase, Lobby | Between):
            change.full = await self._full(kept.session)
        whole, tried = self._tried(change, turns)
        if whole.generous and await self._was_too_generous(whole, kept.session):
            return False
        stored: Session | None = kept.session
        if whole.session is not kept.session or whole.batches:
            ids = tuple([name for one in tried if one.error is None for name in one.pending.ids])
            stored = await self._commits.store(whole, kept, ids, first)
        else:
            tried = [await self._unless_repeated(kept.session.venue, one) for one in tried]
        if stored is None:
            return False
        for one in tried:
            one.pending.outcome = one.error or (stored, one.value)
        return True

    def _tried(self, whole: Change, turns: list[PendingAct[Any]]) -> tuple[Change, list[Tried]]:
        """Return one change with all that these acts do, as many as fit in a step; frozen if the key is lost.

        An act with a thought of its own begins a new step, since the thought is about the table as it is then. If an
        act raises, that is its own outcome; nothing that it did counts.
        """
        tried: list[Tried] = []
        alone, began = len(turns) == 1, time.monotonic()
        for turn in turns:
            if tried and turn.ahead is not None:
                break
            change = whole if alone else whole.followed()
            change.told_before = turn.told_before
            try:
                value = turn.act(change)
                if change.session.queue:
                    queueing.advance(change)
            except LostKeyError:
                return (whole, tried) if tried else (self._frozen(whole), [Tried(turn)])
            except Exception as error:  # noqa: BLE001 - raised again where the act came from
                tried.append(Tried(turn, error=error))
                whole = whole.undone() if alone else whole
            else:
                tried.append(Tried(turn, value))
                if not alone:
                    whole.take_in(change)
            if whole.closes_the_step or time.monotonic() - began > LONGEST_STEP:
                break
        return whole, tried

    async def _unless_repeated(self, venue: VenueId, tried: Tried) -> Tried:
        """Ask whether the message of an act that changes nothing was taken, since no commit checks it. Raises
        StoreTrouble.
        """
        ids = tried.pending.ids
        if tried.error is None and await self.taken.any_asked(venue, ids):
            return replace(tried, error=RepeatedError(frozenset(ids)))
        return tried

    @staticmethod
    def _frozen(change: Change) -> Change:
        frozen = change.undone()
        ending.freeze(frozen)
        return frozen

    def draft(self, session: Session) -> Change:
        """Return a change that is never committed, for finding out what would be refused."""
        change = self._change(session, lambda: session.pledge)
        change.generous = self._venues.known(session.opened_in).opening.generous
        return change

    def _change(self, session: Session, next_pledge: Callable[[], Pledge], *, is_new: bool = False) -> Change:
        return Change(session, self._clock.now(), self._fairness, next_pledge, None if is_new else session)

    async def _full(self, session: Session) -> Refused | None:
        """Return why a table's venue takes no more games now; None: it does, or what began at this table goes on."""
        return None if beginning.goes_on_anyway(session) else await self._space.refusal(session.venue)

    async def _generous(self, session: Session) -> bool:
        """Tell whether the venue lets the House pay more than it wins; as stored now, if that matters for this table.

        Raises StoreTrouble.
        """
        if session.takes_from_purses and ungenerous(session) is not None:
            return (await self._venues.stored(session.opened_in)).opening.generous
        return self._venues.known(session.opened_in).opening.generous

    async def _was_too_generous(self, change: Change, before: Session) -> bool:
        """Tell whether a change makes a table more generous than its venue, as stored now, allows; it is then tried
        again.

        Raises StoreTrouble.
        """
        made_so = ungenerous(before) is None and ungenerous(change.session) is not None
        return made_so and not await self._generous(change.session)

    async def open(
        self, session: Session, ids: tuple[str, ...], act: Callable[[Change], None], line: Message | None = None
    ) -> Session:
        """Store a new session after `act` has changed it; if another table took its number, it gets a new pledge.

        `line`: the message that opens it, which may take the standing seal of its place.
        """
        opened_in = session.places[0] if line is None else line.place
        await self._commits.look_up_standing(session.venue, opened_in)
        told_before = self.acknowledged.told_before()
        for _ in range(TRIES):
            counter = await self._commits.pledged(session.venue, session.places[0])
            pledged = replace(session, pledge=self._commits.pledge(session, counter + 1)())
            change = self._change(pledged, self._commits.pledge(session, counter + 2), is_new=True)
            change.at_place = await self._commits.at_place(session.venue, opened_in)
            change.told_before = told_before
            change.generous = await self._generous(session)
            act(change)
            stored = await self._commits.store(change, None, ids, counter)
            if stored is not None:
                return stored
        raise StoreTrouble("busy", "a new table could not be stored")

    async def check_opening(self, session: Session, act: Callable[[Change], None]) -> Sequence[Transfer]:
        """Return the transfers that `act` would make at a new session; nothing is stored or announced.

        Raises Refused if `act` does, and StoreTrouble.
        """
        change = self._change(session, self._commits.pledge(session, session.pledge.n + 1), is_new=True)
        change.generous = await self._generous(session)
        act(change)
        return change.transfers

    async def note_typed(self, ref: TableRef, message: Message, refused: str) -> None:
        """Store a typed line that led to no step of a table. Raises StoreTrouble."""
        await self._store.note_typed(ref, typed(message, self._clock.now(), refused))

    def in_play(self, platform: str) -> tuple[TableRef, ...]:
        """Return the cached tables with a game on that stand on this platform."""
        return tuple(
            one.ref
            for one in self.cache.sessions()
            if isinstance(one.phase, Playing) and any(platform_of(place) == platform for place in one.places)
        )

    def known(self) -> tuple[Session, ...]:
        """Return the sessions as this process last saw them."""
        return self.cache.sessions()

    def forget(self, ref: TableRef) -> None:
        """Drop this table from the cache: another process may have changed it."""
        self.cache.forget(ref)

    async def version(self, ref: TableRef) -> tuple[Session, int]:
        """Return a session, and the version with which it is stored. Raises GoneError and StoreTrouble."""
        kept = await self.cache.load(ref, fresh=False)
        return kept.session, kept.version

    async def batches(self, session: Session, start: int) -> list[Batch]:
        """Return the log from batch number `start` on. Raises StoreTrouble."""
        return await self.cache.batches(session, start)

    async def last_told(self, session: Session, count: int) -> tuple[int, list[Batch]]:
        """Return the end of the log, and the number of its first batch. Raises StoreTrouble."""
        return await self.cache.last_told(session, count)


def ended_by(error: Exception, turns: list[PendingAct[Any]]) -> list[PendingAct[Any]]:
    """Return the acts that an error in their step ends; none if they must be tried one by one, so that it stops none of
    the others.
    """
    if isinstance(error, RepeatedError):
        return [turn for turn in turns if not error.messages.isdisjoint(turn.ids)]
    if isinstance(error, GoneError | StoreTrouble) or len(turns) == 1:
        return turns
    return []  # a purse is too small, or a game is broken


def set_outcome(turns: Sequence[PendingAct[Any]], error: Exception) -> None:
    """Let all these acts end with the same error."""
    for turn in turns:
        turn.outcome = error


def asked_about(session: Session) -> int:
    """Return the newest line of a table's log of which it matters, and may be asked later, whether a place was told it:
    in a running game a seal, a text, or the end of what came before it; else any.
    """
    phase = session.phase
    if not isinstance(phase, Playing):
        return session.log_length
    return max(session.sealed_in, phase.log_start, *[one.bound_in for one in session.seats])
