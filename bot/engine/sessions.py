"""A cache of the sessions that this process serves: decoded, with the newest batches of their logs."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec
import structlog
from msgspec import Struct

from bot.ports.ids import PlaceId
from bot.table.audit import CALLED_OFF, UNREADABLE, VOID, AuditEntry, written
from bot.table.codec import OtherFormError, decode_batch, decode_session
from bot.table.document import Session
from bot.table.log import Batch
from bot.table.phases import Closed
from games.kit.kept import keep_latest
from persistence import BrokenSealError, Store, TableRef, Transfer, UnknownSealError

KEPT: Final = 4096
MOST_READ: Final = 1000
"""How many batches of a log are searched at most."""
RECENT: Final = 64
"""How many batches of each table are kept in memory."""
MOST_ENTRIES: Final = 10_000
log = structlog.get_logger()


class GoneError(Exception):
    """There is no such session, or it can't be read and was quarantined (threats F23)."""


class LeftAloneError(GoneError):
    """The session exists, but has another format or game, or its key is not here: another process may serve it."""


class CachedSession(Struct, eq=False):
    """A session as last seen, and the end of its log, so that announcing it needs no reading.

    `ours`: this process stored it. `behind`: a later version was heard of.
    """

    session: Session
    version: int
    recent: list[Batch]
    ours: bool = False
    behind: bool = False


class SessionCache:
    """Keeps each session as last seen; the version check of a commit tells when it is stale."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[TableRef, CachedSession] = {}
        self._highest: dict[TableRef, int] = {}
        """The highest version that was seen here, or heard of, of each table; what is cached may be older."""
        self.dropped = 0
        """How often something that is cached was found to be older than what another process stored."""
        self._reading: Counter[TableRef] = Counter()
        """How often each table is being read now."""
        self.went_back: set[TableRef] = set()
        """The tables that were found at an earlier step than was seen here, and have not been paused for that yet."""
        self._asked: dict[TableRef, asyncio.Task[int]] = {}
        """Requests for versions, each started for the next turn of the event loop, and shared by all who ask for the
        same table.
        """

    async def load(self, ref: TableRef, *, fresh: bool) -> CachedSession:
        """Return a session from the cache, or if `fresh` as stored now. Raises GoneError and StoreTrouble."""
        kept = self._kept.get(ref)
        if kept is not None and not fresh and not kept.behind:
            return kept
        self._reading[ref] += 1
        try:
            return await self._read(ref)
        finally:
            self._reading.subtract([ref])
            if not self._reading[ref]:
                del self._reading[ref]

    async def _read(self, ref: TableRef) -> CachedSession:
        try:
            stored = await self._store.load(ref)
            if stored is None:
                raise GoneError(ref.table)
            session = decode_session(stored.document)
        except (OtherFormError, UnknownSealError):  # another process may have what is missing here
            raise LeftAloneError(ref.table) from None
        except (msgspec.MsgspecError, BrokenSealError):
            log.error("a stored table can't be read", table=ref.table, venue=ref.venue)  # noqa: TRY400 - frames may quote it
            await set_aside(self._store, ref, UNREADABLE, await self._store.game_of(ref))
            raise GoneError(ref.table) from None
        newer = self._kept.get(ref)
        if newer is not None and newer.version >= stored.version:
            return newer
        self.dropped += newer is not None
        await self._note_going_back(ref, stored.version)
        return self.keep(session, stored.version, [])

    async def is_behind(self, ref: TableRef) -> bool:
        """Tell whether a cached session is older than the stored one, and if so, drop it. Raises StoreTrouble."""
        if ref not in self._kept:
            return False
        asked = self._asked.get(ref)
        if asked is None:
            asked = self._asked[ref] = asyncio.get_running_loop().create_task(self._version(ref))
        return self._drop_unless(ref, await asyncio.shield(asked))

    async def behind(self, refs: Sequence[TableRef]) -> set[TableRef]:
        """Return which of these tables are not cached as they are stored, and drop them. Raises StoreTrouble."""
        stored = await self._store.versions(refs)
        return {ref for ref, stands in zip(refs, stored, strict=True) if self._drop_unless(ref, stands)}

    def _drop_unless(self, ref: TableRef, stands: int) -> bool:
        """Drop what is cached of a table unless it is the version that stands in the store; tell whether it is not."""
        kept = self._kept.get(ref)
        if kept is not None and kept.version == stands:
            return False
        self.forget(ref)
        return True

    async def _version(self, ref: TableRef) -> int:
        """Return the stored version of a table; whoever asks later starts a new request."""
        del self._asked[ref]
        return await self._store.version(ref)

    async def _note_going_back(self, ref: TableRef, version: int) -> None:
        """Note if the store has lost steps that were seen here, because another server took over without them (threats
        F5).

        The version is read once more: a step may have been stored while the first answer was on its way.
        """
        seen = self._highest.get(ref, 0)
        if version < seen:
            now = await self._store.version(ref)  # news of the next step may be faster than this answer
            if 0 < now < seen:
                log.error("the store has lost steps of a table", table=ref.table, seen=seen, stands=now)
                self.went_back.add(ref)
                keep_latest(self._highest, ref, now, KEPT)

    def open_at(self, place: PlaceId, refs: Sequence[TableRef]) -> list[Session] | None:
        """Return those of these tables that are open and stand in a place; None: one of them must be read for that."""
        found: list[Session] = []
        for ref in refs:
            kept = self._kept.get(ref)
            if kept is None or kept.behind:
                return None
            if place in kept.session.places and not isinstance(kept.session.phase, Closed):
                found.append(kept.session)
        return found

    def at_hand(self, ref: TableRef) -> Session | None:
        """Return a session as last seen; None: it is not cached."""
        kept = self._kept.get(ref)
        return None if kept is None else kept.session

    def version_at_hand(self, ref: TableRef) -> int:
        """Return the version of a session as last seen; 0: it is not cached."""
        kept = self._kept.get(ref)
        return 0 if kept is None else kept.version

    def is_past(self, ref: TableRef, version: int) -> bool:
        """Tell whether a later step of a table than this version is cached."""
        kept = self._kept.get(ref)
        return kept is not None and kept.version > version

    def keep(self, session: Session, version: int, batches: list[Batch], *, ours: bool = False) -> CachedSession:
        """Cache a session that was read, or is `ours`: committed here; `batches`: the end of its log."""
        before = self._kept.get(session.ref)
        if before is not None and before.session.log_length + len(batches) == session.log_length:
            batches = [*before.recent, *batches]
        highest = keep_latest(self._highest, session.ref, max(version, self._highest.get(session.ref, 0)), KEPT)
        kept = CachedSession(session, version, batches[-RECENT:], ours, version < highest)
        return keep_latest(self._kept, session.ref, kept, KEPT)

    def forget(self, ref: TableRef) -> None:
        """Drop this table from the cache: another process may have changed it."""
        self.dropped += 1
        self._kept.pop(ref, None)

    def heard(self, ref: TableRef, version: int) -> None:
        """Note that another process stored this version; an older one that is cached, or just being read, is read again
        when needed.
        """
        kept = self._kept.get(ref)
        if kept is not None or ref in self._reading:
            self.dropped += 1
            highest = keep_latest(self._highest, ref, max(version, self._highest.get(ref, 0)), KEPT)
            if kept is not None:
                kept.behind = kept.version < highest

    def sessions(self) -> tuple[Session, ...]:
        """Return all cached sessions."""
        return tuple(one.session for one in self._kept.values())

    async def batches(self, session: Session, start: int) -> list[Batch]:
        """Return the log from batch number `start` on; from memory if all of it is there."""
        if start >= session.log_length:
            return []
        kept = self._kept.get(session.ref)
        if kept is not None:
            end = kept.session.log_length
            first = end - len(kept.recent)
            if first <= start and session.log_length <= end:
                return kept.recent[start - first : session.log_length - first]
        return [decode_batch(line) for line in await self._store.log(session.ref, start, session.log_length - 1)]

    async def last_told(self, session: Session, count: int) -> tuple[int, list[Batch]]:
        """Return the end of the log, with the number of its first batch, so that it holds `count` batches for
        everybody.

        Private batches in between do not count, so that nobody can push public lines out with them (threats T3, T6).
        """
        size = count
        while True:
            found = await self.batches(session, max(0, session.log_length - size))
            told = [place for place, batch in enumerate(found) if batch.position.public]
            if size >= min(session.log_length, MOST_READ) or len(told) >= count:
                break
            size *= 4
        last = found[told[-count] :] if len(told) > count else found
        return session.log_length - len(last), last


async def refund(store: Store, ref: TableRef) -> None:
    """Pay the stakes of a table that can't be read back to those who paid them, by the ledger (threats F23)."""
    account = f"stake:{ref.table}"
    left = await store.balance(ref.venue, account)
    if not left:
        return
    paid: dict[str, int] = {}
    for entry in await store.ledger(ref.venue, account, MOST_ENTRIES):
        other, sign = (entry.source, 1) if entry.target == account else (entry.target, -1)
        paid[other] = paid.get(other, 0) + sign * entry.amount
    back: list[Transfer] = []
    for other in sorted(paid, key=lambda one: one == "bank"):
        due = min(left, max(0, paid[other]))
        if due:
            back.append(Transfer(account, other, due, "refund", once=f"refund:{ref.table}:{other}"))
        left -= due
    if left:
        back.append(Transfer(account, "bank", left, "refund", once=f"refund:{ref.table}"))
    await store.transfer(ref.venue, tuple(back))


async def set_aside(store: Store, ref: TableRef, why: str, game: int) -> None:
    """Pay back the stakes of an unreadable table, log in public that its game is void, and quarantine it.

    `game`: the number of the game that was on; 0 if none was. In this order, so that a kill in between loses no stake:
    the next process that reads the table does it again, and the money moves only once.
    """
    await refund(store, ref)
    if game:
        did = f"table lost, game {game} void"
        code = ref.table.rpartition("-")[2]
        entry = AuditEntry(store.clock.now(), "", "", did, code, ref.table, why, counts=VOID)
        await store.note_audit(ref.venue, written(entry), CALLED_OFF)
    await store.quarantine(ref)
