"""The archive: records of finished games, the lists that name them, and the audit log of staff."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

from msgspec import Struct

from persistence import wire
from persistence.face import Face, pairs, two_by_two
from persistence.keys import VenueKeys, literal, venue_keys
from persistence.scripts import NOTED, RELIST

AUDIT_MOST: Final = 10_000
"""The number of entries kept in a venue's audit log; the same as in commit.lua."""
AUDIT_PAGE: Final = 500


FORGOTTEN: Final = "archive-forgotten"
"""The counter of games whose listing was changed because a person in them was forgotten."""
ADDED: Final = "archive-added"
"""The counter of games whose listing was extended after they ended."""
Owners = dict[str, tuple[int, str]]
"""By self, the time (ms) up to which its games are a person's, and that person."""


class ArchiveState(Struct, frozen=True):
    """The state of a venue's lists: the number of games and of changes, and the newest record (empty: none)."""

    games: int
    forgotten: int
    added: int
    newest: str


class Archive(Face):
    """Records, listings and entries are opaque bytes. Each game is kept for as long as its record said at its end."""

    async def record(self, venue: str, name: str) -> bytes | None:
        content: bytes | None = await self.pipe.read("GET", venue_keys(venue).record(name))
        return None if content is None else wire.unpacked(content)

    async def records_named(self, venue: str, names: Sequence[str]) -> list[bytes | None]:
        """Return some records, in the order of their names; None for each that is no longer kept."""
        keys = venue_keys(venue)
        found = await self.pipe.read_all([("GET", keys.record(name)) for name in names])
        return [None if content is None else wire.unpacked(content) for content in found]

    async def records(self, venue: str, count: int = 20, *, person: str = "", first: int = 0) -> list[str]:
        """Return the names of finished games, the newest first; with `person`, only the games that person played."""
        key = venue_keys(venue).played(person) if person else venue_keys(venue).games
        names = await self.pipe.read("ZREVRANGE", key, first, first + count - 1)
        return [name.decode() for name in names]

    async def games_count(self, venue: str, *, person: str = "") -> int:
        """Return how many finished games the archive has; with `person`, how many that person played."""
        return int(
            await self.pipe.read("ZCARD", venue_keys(venue).played(person) if person else venue_keys(venue).games)
        )

    async def listings(self, venue: str, names: Sequence[str]) -> list[bytes]:
        """Return the listings of these games, in their order, without those that are no longer kept."""
        return [listing for listing in await self.listings_or_none(venue, names) if listing]

    async def listings_or_none(self, venue: str, names: Sequence[str]) -> list[bytes | None]:
        """Return the listings of these games, in their order; None for each that is no longer kept."""
        if not names:
            return []
        found: list[bytes | None] = await self.pipe.read("HMGET", venue_keys(venue).listings, *names)
        return found

    async def archive_state(self, venue: str) -> ArchiveState:
        """Return the state of a venue's lists; as long as it is the same, the lists are unchanged."""
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
        """Replace a game's listing, if it is still `before`; return whether it was. `why`: FORGOTTEN or ADDED."""
        keys = venue_keys(venue)
        return bool(await self.pipe.run(RELIST, [keys.listings, keys.counters], [name, before, after, why]))

    async def join_played(self, venue: str, one: str, person: str, until: int) -> None:
        """Add all games of a self (`one`) to a person's list; note that those until `until` (ms) are this person's."""
        keys = venue_keys(venue)
        whole = ("ZUNIONSTORE", keys.played(person), 2, keys.played(person), keys.played(one), "AGGREGATE", "MAX")
        await self.pipe.write_all([whole, ("HSET", keys.played_as, one, f"{until} {person}")])

    async def played_as(self, venue: str) -> Owners:
        """Return for each self the person who owns its games, and the time (ms) up to which they are that person's."""
        return _owners(await self.pipe.read("HGETALL", venue_keys(venue).played_as))

    async def listings_and_owners(self, venue: str, names: Sequence[str]) -> tuple[list[bytes], Owners]:
        """Return in one round trip what `listings` and `played_as` return. There must be a name."""
        keys = venue_keys(venue)
        found, owners = await self.pipe.read_all([("HMGET", keys.listings, *names), ("HGETALL", keys.played_as)])
        return [listing for listing in found if listing], _owners(owners)

    async def copy_games(self, venue: str, home: str) -> None:
        """Copy a venue's archive to another venue: records, lists and their owners. It is safe to repeat."""
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
        """Return the keys of the lists of people's games, without repeats."""
        pages = self._all_keys(f"{literal(prefix)}*")
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
        """Return the last entries of a venue's audit log, the newest first."""
        lines: list[bytes] = await self.pipe.read("LRANGE", venue_keys(venue).audit, -count, -1)
        return lines[::-1]

    async def audit_pages(self, venue: str) -> AsyncIterator[list[bytes]]:
        """Yield all entries of a venue's audit log in pages, the newest first.

        Entries added meanwhile are left out. If they push the oldest ones out of the log, an entry may come twice.
        """
        key = venue_keys(venue).audit
        for start in range(await self.pipe.read("LLEN", key), 0, -AUDIT_PAGE):
            lines: list[bytes] = await self.pipe.read("LRANGE", key, max(0, start - AUDIT_PAGE), start - 1)
            yield lines[::-1]

    async def note_audit(self, venue: str, entry: bytes, counter: str = "") -> None:
        """Add an audit entry for an act outside of any table, and count it. Acts at a table are in their Commit."""
        keys = venue_keys(venue)
        counted = [("HINCRBY", keys.counters, counter, 1)] if counter else []
        await self.pipe.write_all([("RPUSH", keys.audit, entry), ("LTRIM", keys.audit, -AUDIT_MOST, -1), *counted])

    async def note_audit_once(self, venue: str, entry: bytes, once: str) -> None:
        """Add an audit entry for an act outside of any table, at most once for each `once`."""
        keys = venue_keys(venue)
        await self.pipe.run(NOTED, [keys.once, keys.audit], [once, entry])


def _owners(flat: list[bytes]) -> Owners:
    """Read who owns the games of selves."""
    parts = {one: content.decode().partition(" ") for one, content in pairs(flat).items()}
    return {one: (int(until), person) for one, (until, _, person) in parts.items()}
