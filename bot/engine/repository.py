"""The sessions this process serves: kept decoded, changed one commit at a time, read again when another was faster.

One round trip a command: a commit's version check tells when the kept copy is stale.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec
import structlog

from bot.engine.taken import RepeatedError, Taken
from bot.ports.messages import platform_of
from bot.table import ending
from bot.table.audit import CALLED_OFF, written
from bot.table.change import Change, Refused
from bot.table.codec import TooNewError, decode_batch, decode_session, encode
from bot.table.document import Session
from bot.table.fairness import Fairness, LostKeyError
from bot.table.log import Batch
from bot.table.phases import Between, Closed, Playing, Pledge
from games.kit.codec import codec
from games.kit.money import Suckers
from games.proof import record
from games.proof.fair import PROTOCOL
from persistence import Commit, Committed, Counter, Seen, Short, Stale, Store, StoreTrouble, TableRef, Transfer

TRIES: Final = 100
"""Each lost try is a step that another process stored; one that has the table at hand is faster than one that reads."""
MOST_AT_ONCE: Final = 250
"""Messages of one table that are played in one step of the store."""
LONGEST_STEP: Final = 0.02
"""Seconds: a crowd at one table must not hold up the others."""
KEPT: Final = 4096
MOST_ENTRIES: Final = 10_000
MOST_READ: Final = 1000
"""Batches of a log that are looked through for the last lines."""
RECENT: Final = 64
"""Batches kept in memory for each table."""
log = structlog.get_logger()
T = TypeVar("T")


class GoneError(Exception):
    """There is no such session, or it can't be read and was set aside (threats F23)."""


class NewerError(GoneError):
    """It was stored by a newer bot: it is there, and none of our business."""


@dataclass
class CachedSession:
    """A session as last seen, and the newest batches of its log, so that telling them needs no reading."""

    session: Session
    version: int
    recent: list[tuple[int, Batch]]


@dataclass(eq=False)
class PendingAct(Generic[T]):
    """An act that waits for its table. `outcome`: what was stored and what it returned, or why nothing was stored.

    None: not yet. It returned nothing where the table was frozen instead.
    """

    ids: tuple[str, ...]
    act: Callable[[Change], T]
    outcome: tuple[Session, T | None] | Exception | None = None


class Tried(NamedTuple):
    """An act in a step that is not stored yet: what it returned, or raised."""

    pending: PendingAct[Any]
    value: Any = None
    error: Exception | None = None


class Repository:
    def __init__(self, store: Store, fairness: Fairness, committed: Callable[[Session], None]) -> None:
        self._store, self._fairness, self._committed = store, fairness, committed
        self._kept: OrderedDict[TableRef, CachedSession] = OrderedDict()
        self._locks: dict[TableRef, asyncio.Lock] = {}
        self._turns: dict[TableRef, deque[PendingAct[Any]]] = {}
        self._counters: dict[tuple[str, str], int] = {}
        self.taken = Taken(store)

    async def get(self, ref: TableRef, *, fresh: bool = False) -> Session:
        return (await self._load(ref, fresh=fresh)).session

    async def update(self, ref: TableRef, ids: tuple[str, ...], act: Callable[[Change], object]) -> Session:
        """Change a stored session by `act` and return it as stored. Raises what `changed` does."""
        session, _ = await self.changed(ref, ids, act)
        return session

    async def changed(
        self, ref: TableRef, ids: tuple[str, ...], act: Callable[[Change], T]
    ) -> tuple[Session, T | None]:
        """Change a stored session by `act` and commit it, together with all that wait for the same table.

        Return it as stored, and what `act` returned: None where the table was frozen instead, as its key is lost.
        Raises what `act` raises, GoneError, RepeatedError and StoreTrouble.
        """
        await self.taken.bind(ref.venue, ids)
        turn = PendingAct(ids, act)
        self._turns.setdefault(ref, deque()).append(turn)
        async with self._locks.setdefault(ref, asyncio.Lock()):
            while turn.outcome is None:
                await self._take_turns(ref)
        if isinstance(turn.outcome, Exception):
            raise turn.outcome
        return turn.outcome

    async def _take_turns(self, ref: TableRef) -> None:
        """The acts that wait for this table, as many as go into one step of the store, in the order they came."""
        waiting = self._turns[ref]
        turns = [waiting.popleft() for _ in range(min(len(waiting), MOST_AT_ONCE))]
        try:
            await self._played(ref, turns)
        except (GoneError, StoreTrouble) as trouble:
            for turn in turns:
                turn.outcome = turn.outcome or trouble
        finally:
            waiting.extendleft(turn for turn in reversed(turns) if turn.outcome is None)
            if not waiting:
                self._turns.pop(ref, None)

    async def _played(self, ref: TableRef, turns: list[PendingAct[Any]]) -> None:
        """Try until they are stored. Raises GoneError, StoreTrouble."""
        fresh, most = False, len(turns)
        for _ in range(TRIES):
            kept = await self._load(ref, fresh=fresh)
            try:
                if await self._try_turns(kept, turns[:most]):
                    return
            except RepeatedError as repeated:
                for turn in turns:
                    if not repeated.messages.isdisjoint(turn.ids):
                        turn.outcome = repeated
                turns = [turn for turn in turns if turn.outcome is None]
                if not turns:
                    return
            except (GoneError, StoreTrouble):
                raise
            except Exception as error:  # noqa: BLE001 - somebody's purse is too small, or a game is broken
                if most == 1:
                    turns[0].outcome = error
                    return
                most = 1  # one by one, so that it stops nobody else
            fresh = True
        raise StoreTrouble("busy", "a table changes faster than it can be read")

    async def _try_turns(self, kept: CachedSession, turns: list[PendingAct[Any]]) -> bool:
        """One attempt for all of them; False: another process was faster.

        Raises what makes the whole impossible: Refused where a purse is too small, RepeatedError.
        """
        place = kept.session.places[0]
        first = await self._counter(kept.session.venue, place)
        whole = Change(kept.session, self._store.clock.now(), self._fairness, self._pledge(kept.session, first + 1))
        tried: list[Tried] = []
        began = time.monotonic()
        for turn in turns:
            try:
                tried.append(self._one_turn(whole, turn))
            except LostKeyError:
                if not tried:
                    whole = self._frozen(whole)
                    tried.append(Tried(turn))
                break
            if whole.closes_the_step or time.monotonic() - began > LONGEST_STEP:
                break
        stored: Session | None = kept.session
        if whole.session is not kept.session or whole.batches:
            ids = tuple(name for one in tried if one.error is None for name in one.pending.ids)
            commit = await self._commit_of(whole, kept, ids, first, whole.pledges_used)
            stored = await self._store_it(whole, commit, place)
        else:
            tried = [await self._unless_repeated(kept.session.venue, one) for one in tried]
        if stored is None:
            return False
        for one in tried:
            one.pending.outcome = one.error or (stored, one.value)
        return True

    async def _unless_repeated(self, venue: str, tried: Tried) -> Tried:
        """Where an act changes nothing, no commit tells whether its message was taken before. Raises StoreTrouble."""
        ids = tried.pending.ids
        if tried.error is None and await self.taken.any_asked(venue, ids):
            return tried._replace(error=RepeatedError(frozenset(ids)))
        return tried

    @staticmethod
    def _one_turn(whole: Change, turn: PendingAct[Any]) -> Tried:
        """Add what this act does to the whole; what it raises is its own outcome, and changes nothing."""
        change = whole.followed()
        try:
            value = turn.act(change)
        except LostKeyError:
            raise
        except Exception as error:  # noqa: BLE001 - it is raised again where the act came from
            return Tried(turn, error=error)
        whole.take_in(change)
        return Tried(turn, value)

    @staticmethod
    def _frozen(change: Change) -> Change:
        frozen = Change(change.session, change.now, change.fairness, change.next_pledge)
        ending.freeze(frozen)
        return frozen

    def draft(self, session: Session) -> Change:
        """A change that nobody commits: to look at what would be refused."""
        return Change(session, self._store.clock.now(), self._fairness, session.pledge)

    async def open(self, session: Session, ids: tuple[str, ...], act: Callable[[Change], None]) -> Session:
        """Store a new session, changed by `act` first; its pledge is made anew where another table took its number."""
        for _ in range(TRIES):
            place = session.places[0]
            n = await self._counter(session.venue, place) + 1
            pledged = msgspec.structs.replace(session, pledge=self._fairness.pledge(session.venue, place, n))
            change = Change(pledged, self._store.clock.now(), self._fairness, self._pledge(session, n + 1))
            act(change)
            commit = await self._commit_of(change, None, ids, n - 1, change.pledges_used + 1)
            stored = await self._store_it(change, commit, place)
            if stored is not None:
                return stored
        raise StoreTrouble("busy", "a new table could not be stored")

    async def _commit_of(
        self, change: Change, before: CachedSession | None, ids: tuple[str, ...], counter: int, used: int
    ) -> Commit:
        """`before`: the session as it was stored; None: it is new."""
        records = await self._records(change)
        length = change.session.log_length
        change.set(log_length=length + len(change.batches))
        session = change.session
        wake_at = session.wake_at()
        return Commit(
            ref=session.ref,
            expected=0 if before is None else before.version,
            document=encode(session),
            seen=ids,
            seated=tuple(people_of(session) - (set() if before is None else people_of(before.session))),
            log=tuple(encode(batch) for batch in change.batches),
            transfers=tuple(change.transfers),
            counters=await self._counters_of(change, counter, used),
            wake_at=wake_at,
            deliver=bool(change.batches),
            places=session.places,
            records=records,
            closed=isinstance(session.phase, Closed),
            audit=tuple(written(entry) for entry in change.audit),
        )

    async def _counters_of(self, change: Change, counter: int, used: int) -> tuple[Counter, ...]:
        """The number of games pledged at the place, and of those that staff called off in the venue."""
        venue, place = change.session.venue, change.session.places[0]
        counters = [Counter(f"games:{place}", counter, counter + used)] if used else []
        if change.called_off:
            before = await self._store.counter(venue, CALLED_OFF)
            counters.append(Counter(CALLED_OFF, before, before + 1))
        return tuple(counters)

    async def _store_it(self, change: Change, commit: Commit, place: str) -> Session | None:
        ref, session = commit.ref, change.session
        try:
            outcome = await self._store.commit(commit)
        except StoreTrouble as trouble:
            self._kept.pop(ref, None)
            if not trouble.pending or not commit.seen:
                raise
            self.taken.doubt(session.venue, commit.seen)
            outcome = await self._after_doubt(commit)
            self.taken.certain(session.venue, commit.seen)
        match outcome:
            case Committed(version=version):
                self.taken.remember(session.venue, commit.seen)
                self._keep(session, version, change.batches)
                for counter in commit.counters:
                    if counter.name == f"games:{place}":
                        self._counters[session.venue, place] = counter.becomes
                self._committed(session)
                return session
            case Stale():
                self._kept.pop(ref, None)
                self._counters.pop((session.venue, place), None)
                return None
            case Seen(ids=repeated):
                self._kept.pop(ref, None)
                raise RepeatedError(frozenset(repeated))
            case Short(balance=balance):
                self._kept.pop(ref, None)
                raise Refused("purse-too-small", balance=balance, buyin=session.options.buyin)

    async def _after_doubt(self, commit: Commit) -> Committed | Stale | Seen | Short:
        """The answer was lost: the same commit once more is harmless, its ids are in it (threats F3)."""
        try:
            outcome = await self._store.commit(commit)
            stored = await self._store.load(commit.ref) if isinstance(outcome, Seen) else None
        except StoreTrouble as trouble:  # of the second try: the first one may have been done all the same
            raise StoreTrouble(trouble.kind, str(trouble), pending=True) from trouble
        ours = stored is not None and stored.version == commit.expected + 1 and stored.document == commit.document
        return Committed(commit.expected + 1, self._store.clock.now()) if ours else outcome

    async def _load(self, ref: TableRef, *, fresh: bool) -> CachedSession:
        kept = self._kept.get(ref)
        if kept is not None and not fresh:
            self._kept.move_to_end(ref)
            return kept
        stored = await self._store.load(ref)
        if stored is None:
            raise GoneError(ref.table)
        try:
            session = decode_session(stored.document)
        except TooNewError:
            raise NewerError(ref.table) from None
        except msgspec.MsgspecError:
            log.error("a stored table can't be read", table=ref.table, venue=ref.venue)  # noqa: TRY400 - it may quote
            await self._store.quarantine(ref)
            await refund(self._store, ref)
            raise GoneError(ref.table) from None
        newer = self._kept.get(ref)
        if newer is not None and newer.version >= stored.version:
            return newer
        return self._keep(session, stored.version, [])

    def _keep(self, session: Session, version: int, batches: list[Batch]) -> CachedSession:
        before = self._kept.get(session.ref)
        first = session.log_length - len(batches)
        recent = [*(before.recent if before else []), *enumerate(batches, start=first)][-RECENT:]
        kept = CachedSession(session, version, recent)
        self._kept[session.ref] = kept
        self._kept.move_to_end(session.ref)
        while len(self._kept) > KEPT:
            old, _ = self._kept.popitem(last=False)
            if (lock := self._locks.get(old)) is not None and not lock.locked():
                del self._locks[old]
        return kept

    def in_play(self, platform: str) -> tuple[TableRef, ...]:
        """The tables kept here at which a game is on, and which stand on this platform."""
        return tuple(
            ref
            for ref, kept in self._kept.items()
            if isinstance(kept.session.phase, Playing)
            and any(platform_of(place) == platform for place in kept.session.places)
        )

    def forget(self, ref: TableRef) -> None:
        """Read this table again before it is used: another process may have changed it."""
        self._kept.pop(ref, None)

    async def version(self, ref: TableRef) -> tuple[Session, int]:
        kept = await self._load(ref, fresh=False)
        return kept.session, kept.version

    async def batches(self, session: Session, start: int) -> list[Batch]:
        """The log from batch number `start` on; from memory where it is all there."""
        if start >= session.log_length:
            return []
        kept = self._kept.get(session.ref)
        known = {} if kept is None else dict(kept.recent)
        wanted = range(start, session.log_length)
        if all(number in known for number in wanted):
            return [known[number] for number in wanted]
        return [decode_batch(line) for line in await self._store.log(session.ref, start, session.log_length - 1)]

    async def last_told(self, session: Session, count: int) -> tuple[int, list[Batch]]:
        """The end of the log, from the number given with it on: so many batches told everybody something.

        What people did in private in between does not count, so that nobody can push lines out by it (threats T3, T6).
        """
        size = count
        while True:
            found = await self.batches(session, max(0, session.log_length - size))
            if size >= min(session.log_length, MOST_READ) or sum(batch.is_for_all for batch in found) >= count:
                break
            size *= 4
        told = [place for place, batch in enumerate(found) if batch.is_for_all]
        last = found[told[-count] :] if len(told) > count else found
        return session.log_length - len(last), last

    # Pledges and records

    async def _counter(self, venue: str, place: str) -> int:
        if (venue, place) not in self._counters:
            self._counters[venue, place] = await self._store.counter(venue, f"games:{place}")
        return self._counters[venue, place]

    def _pledge(self, session: Session, n: int) -> Pledge:
        return self._fairness.pledge(session.venue, session.places[0], n)

    async def _records(self, change: Change) -> tuple[tuple[str, bytes], ...]:
        """The record of a game that this change ended, out of the whole log of it."""
        if change.ended is None:
            return ()
        ended, session = change.ended, change.session
        fresh = change.batches[max(0, ended.log_start - session.log_length) :]
        played = [*await self.batches(session, ended.log_start), *fresh]
        return ((ending.record_name(ended), record_file(change, ended, played)),)


def people_of(session: Session) -> set[str]:
    """Return those who sit here, and those who sit down when a crowd's round is over."""
    return {seated.player for seated in session.people} | {waiting.player for waiting in session.newcomers}


def record_file(change: Change, ended: Playing, batches: list[Batch]) -> bytes:
    """The lines of `games/proof/record.py`, from a game's batches; the first of them is its start."""
    session, rules = change.session, change.session.rules
    pledge = ended.pledge
    mine = [batch for batch in batches if batch.game == pledge.n]
    first = record.Committed(
        PROTOCOL, record.FORM, rules.name, rules.version, pledge.game_id, pledge.key, pledge.commitment
    )
    stacks = tuple(Suckers(stack) for stack in ended.before)
    options = record.options_as_text(session.game_options)
    start = record.Started(options, stacks, ended.carry, ended.pairs, mine[0].events)
    deeds = [record.Done(batch.deed, batch.events) for batch in mine if batch.deed is not None]
    whole: list[record.Line] = [first, start, *deeds]
    lines = [record.line(one) for one in whole]
    state = session.state if isinstance(session.phase, Between) else codec(rules).state(bytes(ended.state))
    lines.append(record.closing(rules, lines, change.fairness.seed(pledge), ended.draws, state, change.void))
    return ("\n".join(lines) + "\n").encode()


async def refund(store: Store, ref: TableRef) -> None:
    """Give the stakes of a table that can't be read back to those who paid them in, by the ledger (threats F23)."""
    account = f"stake:{ref.table}"
    paid: dict[str, int] = {}
    for entry in await store.ledger(ref.venue, account, MOST_ENTRIES):
        other, sign = (entry.source, 1) if entry.target == account else (entry.target, -1)
        paid[other] = paid.get(other, 0) + sign * entry.amount
    left = await store.balance(ref.venue, account) or 0
    back: list[Transfer] = []
    for other in sorted(paid, key=lambda one: one == "bank"):
        due = min(left, max(0, paid[other]))
        if due:
            back.append(Transfer(account, other, due, "refund", once=f"refund:{ref.table}:{other}"))
        left -= due
    if left:
        back.append(Transfer(account, "bank", left, "refund", once=f"refund:{ref.table}"))
    await store.transfer(ref.venue, tuple(back))
