"""Deadlines, and marks on tables that have something to deliver. They survive a restart of the bot."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import structlog

from persistence.commits import TableRef
from persistence.face import DAY, Face, pairs, two_by_two
from persistence.keys import ALL_DELIVER, ALL_DUE, PARTITIONS, member_ref, partition, table_keys
from persistence.scripts import DELIVERED
from persistence.sealing import BrokenSealError, UnknownSealError, opened, sealed
from persistence.wire import Argument

MOST_DUE: Final = 1000
SHOWN_KEPT: Final = 30 * DAY
SHOWN: Final = b"shown"
_log: Final = structlog.get_logger("persistence")


class Deliveries(Face):
    """Deadlines, delivery marks, and what each audience was last shown: opaque bytes by the audience's name."""

    async def due(self, before: int, partitions: Iterable[int] = range(PARTITIONS)) -> list[tuple[TableRef, int]]:
        """Return the tables whose deadline is at `before` (ms) or earlier, the earliest first, at most 1000."""
        found = await self._marks([ALL_DUE[number] for number in partitions], before)
        return found[:MOST_DUE]

    async def undelivered(
        self, partitions: Iterable[int] = range(PARTITIONS), before: int | None = None
    ) -> list[TableRef]:
        """Return the tables that have had something to deliver since `before` (ms), those that waited longest first."""
        return [ref for ref, _ in await self._marks([ALL_DELIVER[number] for number in partitions], before)]

    async def undelivered_in(self, venue: str) -> dict[str, int]:
        """Return the tables of a venue that have something to deliver, and since when, in ms."""
        found = await self._marks([ALL_DELIVER[partition(venue)]], None)
        return {ref.table: since for ref, since in found if ref.venue == venue}

    async def delivered(self, ref: TableRef, version: int) -> bool:
        """Clear a table's delivery mark, unless the table has another version by now."""
        return await self.show(ref, {}, delivered=version)

    async def shown(self, ref: TableRef) -> dict[str, bytes]:
        """Return what each audience was last shown, without what can't be opened (threats F23)."""
        found: dict[str, bytes] = {}
        for audience, stored in pairs(await self.pipe.read("HGETALL", table_keys(ref).shown)).items():
            try:
                found[audience] = opened(self.seals, ref, SHOWN, audience, stored)
            except (BrokenSealError, UnknownSealError):
                _log.error("store.unopened", table=ref.table)
        return found

    async def show(self, ref: TableRef, shown: Mapping[str, bytes], *, delivered: int | None = None) -> bool:
        """Note what audiences were last shown. `delivered`: this version's mark is cleared in the same step.

        Return whether the mark was cleared; it stays if the table has another version by now.
        """
        if not shown and delivered is None:
            return False
        keys = table_keys(ref)
        asked: list[Argument] = ["" if delivered is None else delivered, keys.member, SHOWN_KEPT]
        for audience, note in shown.items():
            asked += audience, sealed(self.seals, ref, SHOWN, audience, note)
        return bool(await self.pipe.run(DELIVERED, [keys.session, keys.deliver, keys.shown], asked))

    async def _marks(self, sets: Sequence[str], before: int | None) -> list[tuple[TableRef, int]]:
        """Return the members of one sorted set of each partition, lowest score first, at most 1000 of each."""
        most = "+inf" if before is None else before
        asked = [("ZRANGEBYSCORE", key, "-inf", most, "WITHSCORES", "LIMIT", 0, MOST_DUE) for key in sets]
        replies = await self.pipe.read_all(asked) if asked else []
        found = [(int(float(score)), each) for reply in filter(None, replies) for each, score in two_by_two(reply)]
        refs = [(_readable(each), score) for score, each in sorted(found)]
        return [(ref, score) for ref, score in refs if ref is not None]


def _readable(each: bytes) -> TableRef | None:
    """Return the table that a member names; None if it is unreadable, so that others need not wait (threats F23)."""
    try:
        return member_ref(each)
    except ValueError:
        _log.error("store.odd_member", length=len(each))
        return None
