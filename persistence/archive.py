"""The archive: records of finished games, the lists in which they stand, and what staff did."""

from typing import Final

from msgspec import Struct

from persistence import wire
from persistence.face import Face, pairs
from persistence.keys import venue_keys
from persistence.scripts import RELIST

AUDIT_MOST: Final = 10_000
"""Entries of a venue's audit log; as in commit.lua."""


FORGOTTEN: Final = "archive-forgotten"
"""The counter of games of which something else is shown since somebody in them was forgotten."""
ADDED: Final = "archive-added"
"""The counter of games of which more is shown than when they ended."""


class ArchiveState(Struct, frozen=True):
    """How many games a venue's lists have, how often they were changed, and their newest record (empty: none)."""

    games: int
    forgotten: int
    added: int
    newest: str


class Archive(Face):
    """Records, listings and entries are opaque bytes. A venue's games are kept as long as each said when it ended."""

    async def record(self, venue: str, name: str) -> bytes | None:
        content: bytes | None = await self.pipe.read("GET", venue_keys(venue).record(name))
        return None if content is None else wire.unpacked(content)

    async def records(self, venue: str, count: int = 20, *, person: str = "", first: int = 0) -> list[str]:
        """Return the names of finished games, the newest first; of those that one person played, if one is named."""
        key = venue_keys(venue).played(person) if person else venue_keys(venue).games
        names = await self.pipe.read("ZREVRANGE", key, first, first + count - 1)
        return [name.decode() for name in names]

    async def games_count(self, venue: str, *, person: str = "") -> int:
        """Return how many finished games the archive has, of everybody or of one person."""
        return int(
            await self.pipe.read("ZCARD", venue_keys(venue).played(person) if person else venue_keys(venue).games)
        )

    async def listings(self, venue: str, names: list[str]) -> list[bytes]:
        """Return what lists show of these games, in their order; of games that are kept no more, nothing."""
        if not names:
            return []
        found: list[bytes | None] = await self.pipe.read("HMGET", venue_keys(venue).listings, *names)
        return [listing for listing in found if listing]

    async def archive_state(self, venue: str) -> ArchiveState:
        """Return by what one can tell whether lists of a venue's games are as they were."""
        keys = venue_keys(venue)
        count, counters, newest = await self.pipe.read_all(
            [
                ("ZCARD", keys.games),
                ("HMGET", keys.counters, FORGOTTEN, ADDED),
                ("ZREVRANGE", keys.games, 0, 0),
            ]
        )
        forgotten, added = (int(one or 0) for one in counters)
        return ArchiveState(int(count), forgotten, added, newest[0].decode() if newest else "")

    async def relist(self, venue: str, name: str, before: bytes, after: bytes, why: str) -> bool:
        """Show something else of a game, where `before` is still shown; `why`: FORGOTTEN or ADDED. False: it isn't."""
        keys = venue_keys(venue)
        return bool(await self.pipe.run(RELIST, [keys.listings, keys.counters], [name, before, after, why]))

    async def join_played(self, venue: str, one: str, person: str, until: int) -> None:
        """List all games of a self (`one`) among a person's, and note that those until then (ms) are this person's."""
        keys = venue_keys(venue)
        whole = ("ZUNIONSTORE", keys.played(person), 2, keys.played(person), keys.played(one), "AGGREGATE", "MAX")
        await self.pipe.write_all([whole, ("HSET", keys.played_as, one, f"{until} {person}")])

    async def played_as(self, venue: str) -> dict[str, tuple[int, str]]:
        """Return, by self, whose its games are, and of those until when (ms)."""
        found = pairs(await self.pipe.read("HGETALL", venue_keys(venue).played_as))
        parts = {one: content.decode().partition(" ") for one, content in found.items()}
        return {one: (int(until), person) for one, (until, _, person) in parts.items()}

    async def audit(self, venue: str, count: int = 50) -> list[bytes]:
        """Return the last entries of the venue's audit log, newest first."""
        lines: list[bytes] = await self.pipe.read("LRANGE", venue_keys(venue).audit, -count, -1)
        return lines[::-1]

    async def note_audit(self, venue: str, entry: bytes) -> None:
        """Note an entry that belongs to no table's step; all others travel in their Commit."""
        key = venue_keys(venue).audit
        await self.pipe.write_all([("RPUSH", key, entry), ("LTRIM", key, -AUDIT_MOST, -1)])
