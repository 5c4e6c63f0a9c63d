"""The archive: records of finished games, the lists in which they stand, and what staff did."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

from msgspec import Struct

from persistence import wire
from persistence.face import A_PAGE, Face, pairs, two_by_two
from persistence.keys import VenueKeys, literal, venue_keys
from persistence.scripts import NOTED, RELIST

AUDIT_MOST: Final = 10_000
"""Entries of a venue's audit log; as in commit.lua."""
AUDIT_PAGE: Final = 500


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

    async def records_named(self, venue: str, names: Sequence[str]) -> list[bytes | None]:
        """Return some records, in their order; None for each that is kept no more."""
        keys = venue_keys(venue)
        found = await self.pipe.read_all([("GET", keys.record(name)) for name in names])
        return [None if content is None else wire.unpacked(content) for content in found]

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

    async def listings(self, venue: str, names: Sequence[str]) -> list[bytes]:
        """Return what lists show of these games, in their order; of games that are kept no more, nothing."""
        return [listing for listing in await self.listings_or_none(venue, names) if listing]

    async def listings_or_none(self, venue: str, names: Sequence[str]) -> list[bytes | None]:
        """Return what lists show of these games, in their order; None for each that is kept no more."""
        if not names:
            return []
        found: list[bytes | None] = await self.pipe.read("HMGET", venue_keys(venue).listings, *names)
        return found

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

    async def copy_games(self, venue: str, home: str) -> None:
        """Copy the archive of a venue into that of another: records, lists and whose they are; done again, no harm."""
        old, new = venue_keys(venue), venue_keys(home)
        for self_, whose in pairs(await self.pipe.read("HGETALL", old.played_as)).items():
            await self.pipe.write("HSETNX", new.played_as, self_, whose)
        names = await self.pipe.read("ZRANGE", old.games, 0, -1, "WITHSCORES")
        for name, ended in two_by_two(names):
            await self._copy_game(old, new, name.decode(), ended)
        prefix = f"{old.base}:played:"
        for key in await self._played_keys(prefix):
            found = await self.pipe.read("ZRANGE", key, 0, -1, "WITHSCORES")
            flat = [part for record, ended in two_by_two(found) for part in (ended, record)]
            if flat:
                await self.pipe.write("ZADD", f"{new.base}:played:{key.removeprefix(prefix)}", *flat)

    async def _played_keys(self, prefix: str) -> list[str]:
        """Return the keys of the lists of people's games, each once."""
        pages = self._walked("SCAN", fitting=f"{literal(prefix)}*", page=A_PAGE)
        return sorted({name.decode() async for page in pages for name in page})

    async def _copy_game(self, old: VenueKeys, new: VenueKeys, name: str, ended: bytes) -> None:
        content, kept, listing = await self.pipe.read_all(
            [("GET", old.record(name)), ("PTTL", old.record(name)), ("HGET", old.listings, name)]
        )
        commands: list[Sequence[wire.Argument]] = [("ZADD", new.games, ended, name)]
        if content is not None and int(kept) > 0:
            commands.append(("SET", new.record(name), content, "PX", int(kept)))
        if listing is not None:
            commands.append(("HSET", new.listings, name, listing))
        await self.pipe.write_all(commands)

    async def audit(self, venue: str, count: int = 50) -> list[bytes]:
        """Return the last entries of the venue's audit log, newest first."""
        lines: list[bytes] = await self.pipe.read("LRANGE", venue_keys(venue).audit, -count, -1)
        return lines[::-1]

    async def audit_pages(self, venue: str) -> AsyncIterator[list[bytes]]:
        """Yield all entries of the venue's audit log a page at a time, the newest first.

        What is noted meanwhile is left out; where the oldest is dropped for it, another may come twice.
        """
        key = venue_keys(venue).audit
        for start in range(await self.pipe.read("LLEN", key), 0, -AUDIT_PAGE):
            lines: list[bytes] = await self.pipe.read("LRANGE", key, max(0, start - AUDIT_PAGE), start - 1)
            yield lines[::-1]

    async def note_audit(self, venue: str, entry: bytes, counter: str = "") -> None:
        """Note an entry that belongs to no table's step, and count it; all others travel in their Commit."""
        keys = venue_keys(venue)
        counted = [("HINCRBY", keys.counters, counter, 1)] if counter else []
        await self.pipe.write_all([("RPUSH", keys.audit, entry), ("LTRIM", keys.audit, -AUDIT_MOST, -1), *counted])

    async def note_audit_once(self, venue: str, entry: bytes, once: str) -> None:
        """Note an entry that belongs to no table's step, at most once for this key."""
        keys = venue_keys(venue)
        await self.pipe.run(NOTED, [keys.once, keys.audit], [once, entry])
