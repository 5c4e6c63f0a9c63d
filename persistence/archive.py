"""The archive of what is kept for good: records of finished games, and what staff did."""

from typing import Final

from persistence.face import Face
from persistence.keys import venue_keys

AUDIT_MOST: Final = 10_000
"""Entries of a venue's audit log; as in commit.lua."""


class Archive(Face):
    """Records and entries are opaque bytes."""

    async def record(self, venue: str, name: str) -> bytes | None:
        content: bytes | None = await self.pipe.read("GET", venue_keys(venue).record(name))
        return content

    async def records(self, venue: str, count: int = 20) -> list[str]:
        """Return the names of finished games, the newest first."""
        names = await self.pipe.read("LRANGE", venue_keys(venue).records, 0, count - 1)
        return [name.decode() for name in names]

    async def audit(self, venue: str, count: int = 50) -> list[bytes]:
        """Return the last entries of the venue's audit log, newest first."""
        lines: list[bytes] = await self.pipe.read("LRANGE", venue_keys(venue).audit, -count, -1)
        return lines[::-1]

    async def note_audit(self, venue: str, entry: bytes) -> None:
        """Note an entry that belongs to no table's step; all others travel in their Commit."""
        key = venue_keys(venue).audit
        await self.pipe.write_all([("RPUSH", key, entry), ("LTRIM", key, -AUDIT_MOST, -1)])
