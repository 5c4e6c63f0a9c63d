"""The archive: records of finished games, the lists in which they stand, and what staff did."""

from typing import Final

from persistence import wire
from persistence.face import Face, pairs
from persistence.keys import venue_keys

AUDIT_MOST: Final = 10_000
"""Entries of a venue's audit log; as in commit.lua."""


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
        return [listing for listing in await self.listings_or_none(venue, names) if listing]

    async def listings_or_none(self, venue: str, names: list[str]) -> list[bytes | None]:
        """Return what lists show of these games, in their order; None for each that is kept no more."""
        if not names:
            return []
        found: list[bytes | None] = await self.pipe.read("HMGET", venue_keys(venue).listings, *names)
        return found

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

    async def note_audit(self, venue: str, entry: bytes, counter: str = "") -> None:
        """Note an entry that belongs to no table's step, and count it; all others travel in their Commit."""
        keys = venue_keys(venue)
        counted = [("HINCRBY", keys.counters, counter, 1)] if counter else []
        await self.pipe.write_all([("RPUSH", keys.audit, entry), ("LTRIM", keys.audit, -AUDIT_MOST, -1), *counted])
