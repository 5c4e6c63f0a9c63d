"""Find, give out and take away what the store keeps of one person.

This is rare, so there is no index by person: all keys are walked, a page at a time. Each step is safe to repeat if it
was cut short.
"""

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple
from urllib.parse import unquote

from msgspec import Struct

from persistence import wire
from persistence.archive import FORGOTTEN
from persistence.commits import TableRef
from persistence.deliveries import SHOWN
from persistence.face import A_PAGE, Face, paged, pairs
from persistence.keys import VenueKeys, literal, note_key, part, seats_key, table_keys, venue_keys, venues_key
from persistence.scripts import REFOLD, RELIST, REPLACE, REWORD, UNPURSE
from persistence.sealing import BrokenSealError, UnknownSealError, opened, sealed_with
from persistence.tables import DOCUMENT, LINE, TYPED, game_number, numbered
from persistence.troubles import StoreTrouble

A_FEW: Final = 10
"""How many tables are read whole at a time: unsealing them makes others wait."""
NOTE: Final = "pl:note:"
SESSION: Final = "session"
SET_ASIDE: Final = "quarantine"
"""The ending of keys of tables that can't be read; those of all other tables end with SESSION."""
Rewrite = Callable[[bytes], bytes]
"""A function from stored content to new content, which is the same if the person is not in it."""


class StoredTable(Struct, frozen=True):
    """A table as it is stored, sealed. `base`: the start of its keys. `game`: the current game's number; 0: none."""

    ref: TableRef
    base: str
    version: int
    document: bytes
    closed: bool
    game: int


class Logged(NamedTuple):
    """What is stored beside a table's document, sealed: its log, what was shown to whom, and what people typed."""

    lines: list[bytes]
    shown: dict[str, bytes]
    typed: list[bytes]


class Forgetting(Face):
    """Each method takes as many round trips as there are pages."""

    async def keys_like(self, pattern: str) -> AsyncIterator[list[str]]:
        """Yield the keys that match a SCAN pattern, a page at a time; a key may come twice."""
        async for found in self._all_keys(pattern):
            if found:
                yield [name.decode() for name in found]

    @staticmethod
    def note_named(key: str) -> str:
        """Return the name of the note that has this key."""
        return named(key)[1]

    # Where somebody is known

    async def venues_of(self, person: str) -> list[str]:
        """Return the venues where a person has, or had, a purse or a game in the archive."""
        found: set[str] = set()
        for ending in (f"entries:{part(f'purse:{person}')}", f"played:{part(person)}"):
            async for names in self.keys_like(f"pl:{{*}}:*:{literal(ending)}"):
                found |= {unquote(name.split(":")[2]) for name in names}
        return sorted(found)

    async def all_venues_with(self, ending: str) -> list[str]:
        """Return the venues that have a key with this ending."""
        found: set[str] = set()
        async for names in self.keys_like(f"pl:{{*}}:*:{ending}"):
            found |= {unquote(name.split(":")[2]) for name in names}
        return sorted(found)

    async def notes_of(self, person: str) -> list[tuple[str, str, bytes]]:
        """Return kind, name and content of each note that is named after a person or mentions them."""
        found: dict[str, bytes] = {}
        async for names in self.keys_like(f"{NOTE}*"):
            contents = await self.pipe.read_all([("GET", name) for name in names])
            found |= {
                name: content
                for name, content in zip(names, contents, strict=True)
                if content is not None and (part(person) in name.split(":") or mentions(content, person))
            }
        return [(*named(name), content) for name, content in sorted(found.items())]

    async def tables_with(self, person: str) -> list[tuple[str, bool]]:
        """Return, for each table that mentions a person, the base of its keys and whether it is closed."""
        found: dict[str, bool] = {}
        for ending in (SESSION, SET_ASIDE):
            async for tables in self._table_pages(ending):
                for table, logged in zip(tables, await self._logged(tables), strict=True):
                    if self._speaks_of(table, logged, person):
                        found[table.base] = table.closed or ending == SET_ASIDE
        return sorted(found.items())

    async def all_tables(self, ending: str = SESSION) -> AsyncIterator[StoredTable]:
        """Yield all stored tables, open and closed; one may come twice. `ending`: SET_ASIDE for those in quarantine."""
        async for tables in self._table_pages(ending):
            for table in tables:
                yield table

    async def _table_pages(self, ending: str) -> AsyncIterator[list[StoredTable]]:
        async for page in self.keys_like(f"pl:{{*}}:*:table:*:{ending}"):
            for names in paged(page, A_FEW):
                found = await self.pipe.read_all([("HMGET", name, "v", "d", "c", "g") for name in names])
                yield [
                    StoredTable(
                        table_of(name),
                        name.removesuffix(f":{ending}"),
                        int(version),
                        document,
                        bool(closed),
                        game_number(game, closed=bool(closed)),
                    )
                    for name, (version, document, closed, game) in zip(names, found, strict=True)
                    if version is not None
                ]

    async def keys_needed(self, table: StoredTable) -> set[int]:
        """Return the numbers of the seal keys that are needed to open all of a table. Two round trips."""
        lines = await self.pipe.read("LRANGE", f"{table.base}:log", 0, -1)
        shown = pairs(await self.pipe.read("HGETALL", f"{table.base}:shown"))
        numbers = {sealed_with(stored) for stored in (table.document, *lines, *shown.values())}
        return {number for number in numbers if number is not None}

    async def _logged(self, tables: Sequence[StoredTable]) -> list[Logged]:
        """Return what is stored beside the documents of some tables. One round trip."""
        found = await self.pipe.read_all(
            [
                command
                for table in tables
                for command in (
                    ("LRANGE", f"{table.base}:log", 0, -1),
                    ("HGETALL", f"{table.base}:shown"),
                    ("LRANGE", f"{table.base}:typed", 0, -1),
                )
            ]
        )
        threes = zip(found[::3], found[1::3], found[2::3], strict=True)  # strict: an answer that is missing is trouble
        return [Logged(log, pairs(shown), typed) for log, shown, typed in threes]

    def _speaks_of(self, table: StoredTable, logged: Logged, person: str) -> bool:
        """Tell whether a table mentions a person. False for parts that can't be opened."""
        stored: list[tuple[bytes, object, bytes]] = [(DOCUMENT, table.version, table.document)]
        stored += [(LINE, number, line) for number, line in numbered(logged.lines, 0)]
        stored += [(SHOWN, audience, one) for audience, one in logged.shown.items()]
        stored += [(TYPED, "", one) for one in logged.typed]
        found = [name.encode() for name in logged.shown]
        for kind, item, content in stored:
            with suppress(UnknownSealError, BrokenSealError):
                found.append(opened(self.seals, table.ref, kind, item, content))
        return any(mentions(content, person) for content in found)

    @staticmethod
    def base_of(ref: TableRef) -> str:
        """Return the base of a table's keys."""
        return table_keys(ref).session.removesuffix(":session")

    @staticmethod
    def ref_of(base: str) -> TableRef:
        """Return the table whose keys have this base."""
        return table_of(f"{base}:{SESSION}")

    async def once_of(self, venue: str, person: str) -> list[str]:
        """Return the keys of what a venue's bank gave a person once, or once a day."""
        found: set[str] = set()
        async for page in self._walked("SSCAN", venue_keys(venue).once, page=A_PAGE):
            found |= {one.decode() for one in page if mentions(one, person)}
        return sorted(found)

    async def table_is_open(self, base: str) -> bool:
        """Tell whether a table exists and is not closed."""
        version, closed = await self.pipe.read("HMGET", f"{base}:session", "v", "c")
        return version is not None and not closed

    # Taking it away

    async def forget_purse(self, venue: str, person: str, somebody: str, reword: Callable[[str], str]) -> None:
        """Give all entries of an empty purse to a nameless account (`somebody`).

        `reword`: return the new text of a note.
        """
        keys, account, other = venue_keys(venue), f"purse:{person}", f"purse:{somebody}"
        for entries in (keys.entries(account), keys.entries(other)):
            for numbers in paged(await self.pipe.read("LRANGE", entries, 0, -1), A_PAGE):
                lines = await self.pipe.read_all([("LINDEX", keys.ledger, number) for number in numbers])
                found = zip(numbers, lines, strict=True)
                changed = (
                    (number, line, wire.reworded(line, account, other, reword)) for number, line in found if line
                )
                await self._reword(keys.ledger, [one for one in changed if one[1] != one[2]])
        sums = [field.decode() for field in await self.pipe.read("HKEYS", keys.folded)]
        if mine := [
            (field, wire.with_account(field, account, other)) for field in sums if account in wire.sum_of(field)
        ]:
            await self.pipe.run(REFOLD, [keys.folded], [field for both in mine for field in both])
        await self.pipe.run(UNPURSE, [keys.purses], [account])
        await self._forget_once(keys, person)
        if await self.pipe.read("EXISTS", keys.entries(account)):  # last: the venue is found again by this key
            await self.pipe.write("RENAME", keys.entries(account), keys.entries(other))

    async def _reword(self, key: str, changed: Sequence[tuple[bytes | int, bytes, bytes]]) -> None:
        """Replace those items of a list that `changed` names, unless somebody else has changed them meanwhile."""
        if changed:
            await self.pipe.run(REWORD, [key], [value for one in changed for value in one])

    async def reword_ledger(self, venue: str, reword: Rewrite) -> None:
        """Reword lines anywhere in a venue's ledger."""
        await self._reword_list(venue_keys(venue).ledger, reword)

    async def _reword_list(self, key: str, reword: Rewrite) -> None:
        for start in range(0, await self.pipe.read("LLEN", key), A_PAGE):
            lines = await self.pipe.read("LRANGE", key, start, start + A_PAGE - 1)
            changed = ((number, line, reword(line)) for number, line in enumerate(lines, start) if line)
            await self._reword(key, [one for one in changed if one[1] != one[2]])

    async def _forget_once(self, keys: VenueKeys, person: str) -> None:
        async for page in self._walked("SSCAN", keys.once, page=A_PAGE):
            mine = [one for one in page if mentions(one, person)]
            if mine:
                await self.pipe.write("SREM", keys.once, *mine)
                await self.pipe.write("HDEL", keys.once_first, *mine)

    async def forget_name(self, person: str) -> None:
        """Drop the names that a person was called by, in all venues."""
        for venue in await self.all_venues_with("called"):
            await self.pipe.write("HDEL", venue_keys(venue).called, person)

    async def names_of(self, person: str) -> dict[str, str]:
        """Return what a person is called, by venue."""
        venues = await self.all_venues_with("called")
        found = await self.pipe.read_all([("HGET", venue_keys(venue).called, person) for venue in venues])
        return {venue: name.decode() for venue, name in zip(venues, found, strict=True) if name is not None}

    async def forget_index(self, person: str) -> None:
        """Drop the small indices of a person: the tables they sit at, and the venues where they play for suckers."""
        await self.pipe.write_all([("DEL", seats_key(person)), ("DEL", venues_key(person))])

    async def notes_of_kind(self, kind: str) -> AsyncIterator[tuple[str, bytes]]:
        """Yield the name and the content of each note of a kind."""
        async for keys in self.keys_like(f"{NOTE}{part(kind)}:*"):
            for key, content in zip(keys, await self.pipe.read_all([("GET", one) for one in keys]), strict=True):
                if content:
                    yield named(key)[1], content

    async def reword_notes(self, kind: str, rewrite: Rewrite) -> None:
        """Rewrite all notes of a kind, each again if somebody else changed it meanwhile."""
        async for names in self.keys_like(f"{NOTE}{part(kind)}:*"):
            for name, content in zip(names, await self.pipe.read_all([("GET", one) for one in names]), strict=True):
                await self._reworded(name, content, rewrite)

    async def reword_note(self, kind: str, name: str, rewrite: Rewrite) -> None:
        """Rewrite one note, as it stands; again if somebody else changed it meanwhile."""
        key = note_key(kind, name)
        await self._reworded(key, await self.pipe.read("GET", key), rewrite)

    async def _reworded(self, key: str, content: bytes | None, rewrite: Rewrite) -> None:
        while content and (changed := rewrite(content)) != content:
            if await self.pipe.run(REPLACE, [key], [content, changed]):
                return
            content = await self.pipe.read("GET", key)

    async def forget_games(self, venue: str, person: str, rewrite: Rewrite) -> None:
        """Rewrite the listings of the games that a person played, and drop the person's own list."""
        keys = venue_keys(venue)
        for names in paged(await self.pipe.read("ZRANGE", keys.played(person), 0, -1), A_PAGE):
            listings = await self.pipe.read("HMGET", keys.listings, *names)
            for name, listing in zip(names, listings, strict=True):
                if listing and (changed := rewrite(listing)) != listing:
                    await self._relist(keys, name, listing, changed, rewrite)
        whose = pairs(await self.pipe.read("HGETALL", keys.played_as))
        gone = [one for one, content in whose.items() if person in {one, content.decode().partition(" ")[2]}]
        if gone:
            await self.pipe.write("HDEL", keys.played_as, *gone)
        await self.pipe.write("DEL", keys.played(person))

    async def _relist(self, keys: VenueKeys, name: bytes, before: bytes, after: bytes, rewrite: Rewrite) -> None:
        """Rewrite a game's listing; try again if it was extended since it was read."""
        while not await self.pipe.run(RELIST, [keys.listings, keys.counters], [name, before, after, FORGOTTEN]):
            found: bytes | None = await self.pipe.read("HGET", keys.listings, name)
            if not found:
                return
            before, after = found, rewrite(found)

    async def rewrite_audit(self, venue: str, rewrite: Rewrite) -> None:
        """Rewrite entries of a venue's audit log; an entry that moved meanwhile is left alone."""
        await self._reword_list(venue_keys(venue).audit, rewrite)

    async def drop_table(self, base: str) -> None:
        """Drop what is kept of a closed table; its games stay in the archive."""
        await self.pipe.write("DEL", *(f"{base}:{name}" for name in ("session", "log", "shown", "typed", "quarantine")))

    async def rewrite_file(self) -> bool:
        """Have Redis rewrite its append-only files, so that they hold nothing forgotten; False: it doesn't let us."""
        try:
            for pipe in self.pipe.primaries:
                await pipe.write("BGREWRITEAOF")
        except StoreTrouble:
            return False
        return True


def mentions(content: bytes, person: str) -> bool:
    """Tell whether an id is mentioned here, as a whole and not as the beginning of a longer id."""
    return re.search(re.escape(person.encode()) + rb"(?![\w-])", content) is not None


def named(key: str) -> tuple[str, str]:
    """Return the kind and the name of the note with this key."""
    kind, _, name = key.removeprefix(NOTE).partition(":")
    return unquote(kind), unquote(name)


def table_of(name: str) -> TableRef:
    """Return the table whose session has this key."""
    _, _, venue, _, table, _ = name.split(":")
    return TableRef(unquote(venue), unquote(table))
