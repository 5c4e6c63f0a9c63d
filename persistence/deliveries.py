"""Deadlines, and what is to be delivered: marks that outlive the process which set them."""

from collections.abc import Mapping
from typing import Final

import structlog

from persistence.commits import TableRef
from persistence.face import DAY, Face, opened, pairs, sealed, two_by_two
from persistence.keys import ALL_DELIVER, ALL_DUE, member_ref, table_keys
from persistence.scripts import DELIVERED
from persistence.sealing import BrokenSealError, UnknownSealError

MOST_DUE: Final = 1000
SHOWN_KEPT: Final = 30 * DAY
SHOWN: Final = b"shown"
_log: Final = structlog.get_logger("persistence")


class Deliveries(Face):
    """Deadlines and deliveries: what each audience was last shown is opaque bytes, by the audience's name."""

    async def due(self, before: int) -> list[tuple[TableRef, int]]:
        """Return the tables whose deadline is `before` (ms) or earlier, the earliest first, at most 1000."""
        found = await self._marks(ALL_DUE, before)
        return found[:MOST_DUE]

    async def undelivered(self) -> list[TableRef]:
        """Return the tables with something to deliver, longest waiting first."""
        return [ref for ref, _ in await self._marks(ALL_DELIVER, None)]

    async def delivered(self, ref: TableRef, version: int) -> bool:
        """Clear the mark, unless the table is at another version by now."""
        keys = table_keys(ref)
        return bool(await self.pipe.run(DELIVERED, [keys.session, keys.deliver], [version, keys.member]))

    async def shown(self, ref: TableRef) -> dict[str, bytes]:
        """Return what each audience was last shown; of whom it can't be opened, nothing (threats F23)."""
        found: dict[str, bytes] = {}
        for audience, stored in pairs(await self.pipe.read("HGETALL", table_keys(ref).shown)).items():
            try:
                found[audience] = opened(self.seals, ref, SHOWN, audience, stored)
            except (BrokenSealError, UnknownSealError):
                _log.error("store.unopened", table=ref.table)
        return found

    async def show(self, ref: TableRef, shown: Mapping[str, bytes], *, delivered: int | None = None) -> None:
        """Note what audiences were shown last. `delivered`: its mark is cleared with it, as by `delivered`."""
        keys = table_keys(ref)
        stored = {audience: sealed(self.seals, ref, SHOWN, audience, one) for audience, one in shown.items()}
        fields = [value for pair in stored.items() for value in pair]
        notes = [("HSET", keys.shown, *fields), ("PEXPIRE", keys.shown, SHOWN_KEPT)] if fields else []
        if delivered is not None:
            found, asked = [keys.session, keys.deliver], (delivered, keys.member)
            await self.pipe.run(DELIVERED, found, asked, notes, first_counts=True)
        elif notes:
            await self.pipe.write_all(notes)

    async def _marks(self, sets: tuple[str, ...], before: int | None) -> list[tuple[TableRef, int]]:
        """Return the members of one sorted set of each partition, lowest score first; at most 1000 of a partition."""
        most = "+inf" if before is None else before
        replies = await self.pipe.read_all(
            [("ZRANGEBYSCORE", key, "-inf", most, "WITHSCORES", "LIMIT", 0, MOST_DUE) for key in sets]
        )
        found = [(int(float(score)), each) for reply in replies for each, score in two_by_two(reply)]
        refs = [(_readable(each), score) for score, each in sorted(found)]
        return [(ref, score) for ref, score in refs if ref is not None]


def _readable(each: bytes) -> TableRef | None:
    """Return the table that a member names; None for none: the others must not wait for it (threats F23)."""
    try:
        return member_ref(each)
    except ValueError:
        _log.error("store.odd_member", length=len(each))
        return None
