"""The sessions this process serves: kept decoded, with the newest lines of their logs, and read again when told to."""

import asyncio
from dataclasses import dataclass
from typing import Final

import msgspec
import structlog
from cachetools import LRUCache

from bot.engine.refunds import set_aside
from bot.table.audit import UNREADABLE
from bot.table.codec import OtherFormError, decode_batch, decode_session
from bot.table.document import Session
from bot.table.log import Batch
from persistence import BrokenSealError, Store, TableRef, UnknownSealError

KEPT: Final = 4096
MOST_READ: Final = 1000
"""Batches of a log that are looked through for the last lines."""
RECENT: Final = 64
"""Batches kept in memory for each table."""
log = structlog.get_logger()


class GoneError(Exception):
    """There is no such session, or it can't be read and was set aside (threats F23)."""


class LeftAloneError(GoneError):
    """It is of another form or game, or its key is not here: it is there, and none of our business."""


@dataclass
class CachedSession:
    """A session as last seen, and the newest batches of its log, so that telling them needs no reading."""

    session: Session
    version: int
    recent: list[tuple[int, Batch]]


class SessionCache:
    """Keep each session as it was seen last: a commit's version check tells when it is stale."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: LRUCache[TableRef, CachedSession] = LRUCache(KEPT)
        self._highest: LRUCache[TableRef, int] = LRUCache(KEPT)
        """The highest version of each table that was seen here."""
        self._went_back: set[TableRef] = set()
        self._asked: dict[TableRef, asyncio.Task[int]] = {}
        """Versions that are asked for in the next turn of the loop, once for all who wait on a table."""

    async def load(self, ref: TableRef, *, fresh: bool) -> CachedSession:
        """Return a session as it is kept, or as it is stored now. Raises GoneError and StoreTrouble."""
        kept = self._kept.get(ref)
        if kept is not None and not fresh:
            return kept
        try:
            stored = await self._store.load(ref)
            if stored is None:
                raise GoneError(ref.table)
            session = decode_session(stored.document)
        except (OtherFormError, UnknownSealError):  # another process may have what is not here
            raise LeftAloneError(ref.table) from None
        except (msgspec.MsgspecError, BrokenSealError):
            log.error("a stored table can't be read", table=ref.table, venue=ref.venue)  # noqa: TRY400 - it may quote
            await set_aside(self._store, ref, UNREADABLE, await self._store.game_of(ref))
            raise GoneError(ref.table) from None
        newer = self._kept.get(ref)
        if newer is not None and newer.version >= stored.version:
            return newer
        await self._note_going_back(ref, stored.version)
        return self.keep(session, stored.version, [])

    async def is_behind(self, ref: TableRef) -> bool:
        """Tell whether a kept session is not the stored one, and forget it then. Raises StoreTrouble."""
        if ref not in self._kept:
            return False
        asked = self._asked.get(ref)
        if asked is None:
            asked = self._asked[ref] = asyncio.get_running_loop().create_task(self._version(ref))
        stands, kept = await asyncio.shield(asked), self._kept.get(ref)
        if kept is not None and kept.version == stands:
            return False
        self.forget(ref)
        return True

    async def _version(self, ref: TableRef) -> int:
        """Return the stored version of a table; who asks from here on asks anew."""
        del self._asked[ref]
        return await self._store.version(ref)

    async def _note_going_back(self, ref: TableRef, version: int) -> None:
        """Note where the store has lost steps that were seen here: another server took over without them (threats F5).

        It is asked once more: what was read may have been on its way while a step was stored.
        """
        if version < self._highest.get(ref, 0):
            now = await self._store.version(ref)
            if 0 < now < self._highest.get(ref, 0):
                log.error("the store has lost steps of a table", table=ref.table, seen=self._highest[ref], stands=now)
                self._went_back.add(ref)
                self._highest[ref] = now

    def went_back(self, ref: TableRef) -> bool:
        """Tell once whether a table was found at an earlier step than it had here."""
        if ref not in self._went_back:
            return False
        self._went_back.remove(ref)
        return True

    def at_hand(self, ref: TableRef) -> Session | None:
        """Return a session as it was seen last; None: it is not kept."""
        kept = self._kept.get(ref)
        return None if kept is None else kept.session

    def keep(self, session: Session, version: int, batches: list[Batch]) -> CachedSession:
        """Keep what was read or committed; `batches`: the end of its log."""
        before = self._kept.get(session.ref)
        first = session.log_length - len(batches)
        recent = [*(before.recent if before else []), *enumerate(batches, start=first)][-RECENT:]
        kept = CachedSession(session, version, recent)
        self._highest[session.ref] = max(version, self._highest.get(session.ref, 0))
        self._kept[session.ref] = kept
        return kept

    def forget(self, ref: TableRef) -> None:
        """Read this table again before it is used: another process may have changed it."""
        self._kept.pop(ref, None)

    def sessions(self) -> tuple[Session, ...]:
        """Return all that are kept here."""
        return tuple(one.session for one in self._kept.values())

    async def batches(self, session: Session, start: int) -> list[Batch]:
        """Return the log from batch number `start` on; from memory where it is all there."""
        if start >= session.log_length:
            return []
        kept = self._kept.get(session.ref)
        known = {} if kept is None else dict(kept.recent)
        found = [known[number] for number in range(start, session.log_length) if number in known]
        if len(found) == session.log_length - start:
            return found
        return [decode_batch(line) for line in await self._store.log(session.ref, start, session.log_length - 1)]

    async def last_told(self, session: Session, count: int) -> tuple[int, list[Batch]]:
        """Return the end of the log, from the number given with it on: so many batches told everybody something.

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
