"""Write the file of everything that is kept of a person (threats T27).

It is read in small parts and written as it is read. So even 10,000 games take no more memory than the packed file, and
others wait for it no longer than for any other line.
"""

import asyncio
import contextlib
import io
import zipfile
from collections.abc import AsyncIterator, Sequence
from typing import IO, Any, Final

import msgspec

from bot.people.finished_games import read
from bot.people.own_limits import OwnLimits
from bot.people.rewording import concerned
from bot.people.selves import Selves
from bot.people.tombstones import TOMBSTONE, Tombstones
from bot.ports.ids import PersonId, platform_of
from bot.ports.messages import File
from bot.ports.platforms import Platforms
from bot.table.audit import read_entry
from bot.table.hooks import Hooks
from games.proof.fair import STAMP
from games.proof.posted import begun
from persistence import BrokenSealError, Store, UnknownSealError, paged

NAME: Final = "mydata.json"
MOST_GAMES: Final = 10_000
"""The file has so many of the last games of a venue, and as many entries of its ledger."""
A_FEW: Final = 20
"""How many games are read at a time, with their records."""
LARGE: Final = 1_000_000
"""A file with more bytes than this is packed, since platforms limit what people may send."""
PIECE: Final = 32_000
"""Bytes that are packed at a time."""
SECRETS: Final = frozenset({"lock", "key", "token", "refresh", "code"})
SEALED: Final = frozenset({"twitch"})
"""Kinds of notes that nobody but us can read."""
CHAT: Final = "chat"
Items = AsyncIterator[list[Any]]
"""A list that is read in parts."""


class OwnFile:
    """Write what is kept of people. All methods may raise StoreTrouble."""

    def __init__(
        self,
        store: Store,
        selves: Selves,
        platforms: Platforms,
        own_limits: OwnLimits,
        tombstones: Tombstones,
        hooks: Hooks,
    ) -> None:
        self._store, self._selves, self._platforms, self._hooks = store, selves, platforms, hooks
        self._own_limits, self._tombstones = own_limits, tombstones

    async def of(self, ids: Sequence[PersonId]) -> File:
        """Return the file of the person with these ids, their main one first; packed if it is large."""
        limit = msgspec.to_builtins(await self._own_limits.of(ids[0]))
        file, selves = PackedFile(NAME), [await self._kept_of(one) for one in ids]
        more = [await keeps(ids) for keeps in self._hooks.keeps]
        of_wings = {name: kept for one in more for name, kept in one.items()}
        async for part in as_json({"ids": list(ids), "limit": limit, "selves": selves, **of_wings}):
            await file.add(part)
        return await file.closed()

    async def _kept_of(self, one: PersonId) -> dict[str, Any]:
        notes = await self.notes_of(one)
        tombstone = await self._store.note(TOMBSTONE, self._tombstones.name_of(one))
        return {
            "id": one,
            "tombstone": None if tombstone is None else readable(tombstone),
            "venues": {venue: await self._at_venue(venue, one) for venue in await self._store.venues_of(one)},
            "staff_log": {
                venue: parts_of(pages)
                for venue in await self._store.all_venues_with("audit")
                if (pages := [page async for page in self._audit(venue, one) if page])
            },
            "notes": [
                {"kind": kind, "name": name, "content": readable(self._own_part(kind, content, one))}
                for kind, name, content in notes
                if kind not in SEALED and kind != CHAT
            ],
            "chat": said_by(one, notes),
            "called": await self._store.names_of(one),
            "plays_for_suckers_in": await self._store.purse_venues(one),
            "tables": self._tables(one),
        }

    async def notes_of(self, one: PersonId) -> list[tuple[str, str, bytes]]:
        """Return the notes about a person. On pages people are also known by the second part of their id alone."""
        found = await self._store.notes_of(one)
        if self._platforms.is_pages(platform_of(one)):
            found += await self._store.notes_of(one.partition(":")[2])
        return found

    def _own_part(self, kind: str, content: bytes, one: PersonId) -> bytes:
        """Return what of a note is this person's: all of it, unless it names many."""
        note = self._hooks.notes_of_many.get(kind)
        return content if note is None else note.own(content, one)

    async def _tables(self, one: PersonId) -> Items:
        for base, _ in await self._store.tables_with(one):
            yield [await self._at_table(base, one)]

    async def _at_table(self, base: str, one: PersonId) -> dict[str, Any]:
        """Return what an open or recently closed table has of a person: their seat, and what they typed."""
        ref, stored = self._store.ref_of(base), None
        with contextlib.suppress(UnknownSealError, BrokenSealError):
            stored = await self._store.load(ref)
        typed = [readable(line) for line in await self._store.typed(ref)]
        mine = [line for line in typed if isinstance(line, dict) and line.get("by") == one]
        return {
            "table": base,
            "seats": [] if stored is None else seats_of(readable(stored.document), one),
            "typed": sorted(mine, key=lambda line: line.get("at", 0)),
        }

    async def _at_venue(self, venue: str, one: PersonId) -> dict[str, Any]:
        account = f"purse:{one}"
        names = await self._store.records(venue, MOST_GAMES, person=one)
        return {
            "purse": await self._store.balance(venue, account),
            "ledger": self._ledger(venue, account),
            "ledger_sums": self._sums(venue, account),
            "given_once": await self._store.once_of(venue, one),
            "games": self._games(venue, names),
            "records": self._records(venue, names, one),
        }

    async def _ledger(self, venue: str, account: str) -> Items:
        async for entries in self._store.ledger_pages(venue, account, MOST_GAMES):
            yield msgspec.to_builtins(entries)

    async def _sums(self, venue: str, account: str) -> Items:
        found: dict[tuple[str, str, str, str], int] = {}
        async for sums in self._store.folded_pages(venue):
            found |= {of: sum_ for of, sum_ in sums.items() if account in of}
        yield [[*of, sum_] for of, sum_ in found.items()]

    async def _games(self, venue: str, names: Sequence[str]) -> Items:
        for few in paged(names, A_FEW):
            yield [msgspec.Raw(one) for one in await self._store.listings_or_none(venue, few) if one]

    async def _records(self, venue: str, names: Sequence[str], one: PersonId) -> Items:
        """Yield what records have of a person: their names, their texts for the dice, and message ids."""
        for few in paged(names, A_FEW):
            listed, contents = await asyncio.gather(
                self._store.listings_or_none(venue, few), self._store.records_named(venue, few)
            )
            yield [
                {"name": name, **({} if content is None or listing is None else texts_given(content, listing, one))}
                for name, listing, content in zip(few, listed, contents, strict=True)
            ]

    async def _audit(self, venue: str, one: PersonId) -> Items:
        async for lines in self._store.audit_pages(venue):
            entries = map(read_entry, lines)
            yield [msgspec.to_builtins(found) for found in entries if found is not None and concerned(found, {one})]


async def parts_of(pages: Sequence[list[Any]]) -> Items:
    for page in pages:
        yield page


# Written as it is read


class PackedFile:
    """A file that is written in parts: plain while it is small, then a zip file."""

    def __init__(self, name: str) -> None:
        self._name, self._waiting, self._into = name, bytearray(), io.BytesIO()
        self._zip: zipfile.ZipFile | None = None
        self._entry: IO[bytes] | None = None

    async def add(self, part: bytes) -> None:
        """Add a part. Packing runs beside the event loop."""
        self._waiting += part
        if len(self._waiting) > (LARGE if self._entry is None else PIECE):
            await self._pack()

    async def closed(self) -> File:
        """Return the complete file."""
        if self._zip is None or self._entry is None:
            return File(self._name, bytes(self._waiting))
        await self._pack()
        self._entry.close()
        self._zip.close()
        return File(f"{self._name}.zip", self._into.getvalue())

    async def _pack(self) -> None:
        if self._zip is None or self._entry is None:
            self._zip = zipfile.ZipFile(self._into, "w", zipfile.ZIP_DEFLATED)
            self._entry = self._zip.open(self._name, "w")
        waiting, self._waiting = bytes(self._waiting), bytearray()
        for start in range(0, len(waiting), PIECE):
            await asyncio.to_thread(self._entry.write, waiting[start : start + PIECE])


async def as_json(value: Any) -> AsyncIterator[bytes]:
    """Yield a value as JSON in parts; one that is read in parts (`Items`) becomes a list."""
    match value:
        case dict():
            async for part in each(b"{", [(encoded(name) + b": ", one) for name, one in value.items()], b"}"):
                yield part
        case list():
            async for part in each(b"[", [(b"", one) for one in value], b"]"):
                yield part
        case AsyncIterator():
            before = b"[\n"
            async for items in value:
                if items:
                    yield before + encoded(items)[1:-1].strip(b"\n")
                    before = b",\n"
            yield b"\n]" if before == b",\n" else b"[]"
        case _:
            yield encoded(value)


async def each(begins: bytes, values: Sequence[tuple[bytes, Any]], ends: bytes) -> AsyncIterator[bytes]:
    """Yield values between brackets, each after its own beginning."""
    before = begins
    for name, one in values:
        yield before + b"\n" + name
        async for part in as_json(one):
            yield part
        before = b","
    yield b"\n" + ends if values else begins + ends


def encoded(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1)


# What the person may read


def said_by(one: PersonId, notes: Sequence[tuple[str, str, bytes]]) -> dict[str, list[Any]]:
    """Return what this person said in rooms, and nobody else's lines."""
    said = {
        name: [line for line in msgspec.json.decode(content) if line["by"] == one.partition(":")[2]]
        for kind, name, content in notes
        if kind == CHAT
    }
    return {room: lines for room, lines in said.items() if lines}


def readable(content: bytes) -> Any:
    """Return a note as its person may read it: without keys, codes or tokens."""
    try:
        found = msgspec.json.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return content.decode("ascii", "replace")
    return kept_back(found)


def seats_of(found: Any, one: PersonId) -> list[Any]:
    """Return everything in a stored table that is a seat of this person."""
    if isinstance(found, dict):
        mine = [found] if found.get("player") == one else []
        return mine + [seat for value in found.values() for seat in seats_of(value, one)]
    return [seat for each in found for seat in seats_of(each, one)] if isinstance(found, list) else []


def kept_back(found: Any) -> Any:
    if isinstance(found, dict):
        return {name: kept_back(value) for name, value in found.items() if name not in SECRETS}
    return [kept_back(one) for one in found] if isinstance(found, Sequence) and not isinstance(found, str) else found


def texts_given(content: bytes, listed: bytes, person: PersonId) -> dict[str, Any]:
    """Return the text that a person gave for the dice of a game, and the message id mixed into them; empty if neither.

    A record holds nothing else of the player for ever.
    """
    game, start = read(listed), begun(content)
    if game is None or start is None:
        return {}
    seats = {str(seat) for seat, sat in enumerate(game.seats) if sat.player == person}
    texts = [text for seat, text in start.pairs if seat in seats and text]
    return {"texts": texts, "message_ids": [text for seat, text in start.pairs if seat == STAMP]}
