"""The right to see what is kept of oneself, and to be forgotten (threats T27).

Games stay, with "somebody" in the place of who asks; amounts stay in the ledger, under an id that says nothing. What is
under way stands in a note until it is done: a restart goes on with it.
"""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.people.finished_games import listing, read
from bot.people.selves import SELF, SELVES, Selves
from bot.people.venues import VENUE, forget_in_seasons
from bot.ports.ids import PersonId, PlaceId, VenueId, platform_of
from bot.ports.platforms import Platforms
from bot.table.audit import read_entry, written
from persistence import Store, StoreTrouble, Transfer

FORGETTING: Final = "forgetting"
SOMEBODY: Final = "somebody"
AGAIN_AFTER: Final = 3600.0
"""Seconds after which what was not done is tried again: a table that speaks of them was open."""
MOST_TOLD: Final = 10_000
SECRETS: Final = frozenset({"lock", "key", "token", "refresh", "code"})
SEALED: Final = frozenset({"twitch"})
"""Kinds of notes of which nobody but us can read anything."""
CHAT: Final = "chat"
STAY: Final = frozenset({"twitch", "overlay", "venue", "stream", "evening", "poll", CHAT, FORGETTING})
"""Kinds of notes that are about a place, which may be called like its owner, or that are gone within a day."""
log = structlog.get_logger()


class Forgotten(Struct, frozen=True):
    """Who is being forgotten: `ids` of all selves, and the id that stands in their place."""

    ids: tuple[PersonId, ...]
    somebody: str


_FORGOTTEN: Final = msgspec.json.Decoder(Forgotten)


class People:
    """Give out and forget what is kept of people. Each raises StoreTrouble."""

    def __init__(self, store: Store, selves: Selves, platforms: Platforms) -> None:
        self._store, self._selves, self._platforms = store, selves, platforms
        self._at_work = asyncio.Lock()
        self._going_on: asyncio.Task[None] | None = None
        self._file_knows = False
        """Whether Redis's append-only file may still hold somebody: it was being written anew when we asked."""

    async def ids_of(self, person: PersonId) -> tuple[PersonId, ...]:
        """Return all ids that somebody has: their own, and those of their other selves."""
        return (person, *(one.id for one in await self._selves.of(person)))

    async def sits(self, person: PersonId) -> bool:
        """Tell whether somebody sits at a table, under whichever self."""
        return any([await self._store.seats_of(one) for one in await self.ids_of(person)])

    # What is kept

    async def kept(self, person: PersonId) -> dict[str, Any]:
        """Return everything that is kept of somebody, ready for JSON; of secrets of ours not a sign."""
        async with self._at_work:
            ids = await self.ids_of(person)
            return {"ids": ids, "selves": [await self._kept_of(one) for one in ids]}

    async def _kept_of(self, one: PersonId) -> dict[str, Any]:
        venues = {venue: await self._at_venue(venue, one) for venue in await self._store.venues_of(one)}
        audits = {venue: await self._audit(venue, one) for venue in await self._store.all_venues_with("audit")}
        notes = [
            {"kind": kind, "name": name, "content": readable(content)}
            for kind, name, content in await self._store.notes_of(one)
            if kind not in SEALED
        ]
        return {
            "id": one,
            "venues": venues,
            "staff_log": {venue: found for venue, found in audits.items() if found},
            "notes": notes,
            "tables": [base for base, _ in await self._store.tables_with(one)],
        }

    async def _at_venue(self, venue: str, one: PersonId) -> dict[str, Any]:
        account = f"purse:{one}"
        names = await self._store.records(venue, MOST_TOLD, person=one)
        games = [msgspec.json.decode(found) for found in await self._store.listings(venue, names)]
        entries = await self._store.ledger(venue, account, MOST_TOLD)
        return {
            "purse": await self._store.balance(venue, account),
            "ledger": msgspec.to_builtins(entries),
            "games": games,
            "records": names,
        }

    async def _audit(self, venue: str, one: PersonId) -> list[Any]:
        entries = [read_entry(line) for line in await self._store.audit(venue, MOST_TOLD)]
        return [msgspec.to_builtins(found) for found in entries if found is not None and one in {found.by, found.whom}]

    # Forgetting

    async def forget(self, person: PersonId) -> None:
        """Forget somebody, under all their selves. Done again after it was cut short, it goes on."""
        asked = Forgotten(await self.ids_of(person), f"gone:{secrets.token_hex(6)}")
        await self._store.claim_note(FORGETTING, person, msgspec.json.encode(asked), 30 * 24 * 3600)
        content = await self._store.note(FORGETTING, person)
        if content is not None:
            await self._forget(person, _FORGOTTEN.decode(content))

    async def go_on(self) -> bool:
        """Go on with whoever is still being forgotten; return whether all is done."""
        done = True
        if self._file_knows:
            self._file_knows = not await self._store.rewrite_file()
        async for names in self._store.keys_like(f"pl:note:{FORGETTING}:*"):
            for content in await self._store.pipe.read_all([("GET", name) for name in names]):
                if content:
                    forgotten = _FORGOTTEN.decode(content)
                    done &= await self._forget(forgotten.ids[0], forgotten)
        return done

    async def _forget(self, person: PersonId, forgotten: Forgotten) -> bool:
        async with self._at_work:
            for one in forgotten.ids:
                for window in self._platforms.windows:
                    await window.unlink(one)
                for venue in await self._store.venues_of(one):
                    await self._forget_at(venue, one, forgotten.somebody)
                for venue in await self._store.all_venues_with("audit"):
                    await self._store.rewrite_audit(venue, lambda line, one=one: without(line, one))  # type: ignore[misc]
                await self._forget_notes(one)
                await self._forget_seasons(one, PersonId(forgotten.somebody))
            left = [await self._forget_tables(one) for one in forgotten.ids]
            self._selves.forget(*forgotten.ids)
            if any(left):
                return False
            await self._store.drop_note(FORGETTING, person)
            self._file_knows = not await self._store.rewrite_file()
        return True

    async def _forget_at(self, venue: str, one: PersonId, somebody: str) -> None:
        purse = f"purse:{one}"
        if balance := await self._store.balance(venue, purse):
            await self._store.transfer(venue, (Transfer(purse, "bank", balance, "forgotten"),))
        await self._store.forget_purse(venue, one, somebody)
        await self._store.forget_games(venue, one, lambda found: shown_without(found, one, somebody))

    async def _forget_notes(self, one: PersonId) -> None:
        """Drop what is noted of them, last of all who leads to whom."""
        found = await self._store.notes_of(one)
        if self._platforms.is_pages(platform_of(one)):  # where people are called by the second part alone
            guest = one.partition(":")[2]
            found += await self._store.notes_of(guest)
            rooms = [PlaceId(name) for kind, name, _ in found if kind == CHAT]
            for window in self._platforms.windows:
                await window.forget_chat(guest, rooms)
        for kind, name, _ in sorted(found, key=lambda note: note[0] in {SELF, SELVES}):
            if kind not in STAY:
                await self._store.drop_note(kind, name)

    async def _forget_seasons(self, one: PersonId, somebody: PersonId) -> None:
        """Let somebody stand for them in the tables of seasons that are over, which stand in venues' settings."""
        for kind, name, _ in await self._store.notes_of(one):
            if kind == VENUE:
                await forget_in_seasons(self._store, VenueId(name), one, somebody)

    async def _forget_tables(self, one: PersonId) -> int:
        """Drop the closed tables that speak of them; return how many open ones do."""
        tables = await self._store.tables_with(one)
        for base, closed in tables:
            if closed:
                await self._store.drop_table(base)
        return sum(not closed for _, closed in tables)

    # What a restart finds

    def start(self) -> None:
        """Go on with what a killed process left, and with what waits for a table to close."""
        self._going_on = asyncio.get_running_loop().create_task(self._watch(), name="forgetting")

    async def _watch(self) -> None:
        while True:
            try:
                await self.go_on()
            except StoreTrouble as trouble:
                log.warning("somebody could not be forgotten yet", kind=trouble.kind)
            await asyncio.sleep(AGAIN_AFTER)

    async def stop(self) -> None:
        """Stop; what is not done stands in the store."""
        if self._going_on is not None:
            self._going_on.cancel()
            await asyncio.gather(self._going_on, return_exceptions=True)


def shown_without(found: bytes, one: PersonId, somebody: str) -> bytes:
    """Return what lists show of a game, with somebody in the place of this player."""
    game = read(found)
    if game is None or game.of(one) is None:
        return found
    seats = tuple(
        replace(sat, player=PersonId(somebody), name=SOMEBODY) if sat.player == one else sat for sat in game.seats
    )
    return listing(replace(game, seats=seats))


def without(line: bytes, one: PersonId) -> bytes:
    """Return an entry of the audit log without this person."""
    entry = read_entry(line)
    if entry is None or one not in {entry.by, entry.whom}:
        return line
    by, name = (SOMEBODY, SOMEBODY) if entry.by == one else (entry.by, entry.name)
    return written(replace(entry, by=by, name=name, whom="" if entry.whom == one else entry.whom))


def readable(content: bytes) -> Any:
    """Return a note as whoever it is about may read it: no key, code or token."""
    try:
        found = msgspec.json.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return content.decode("ascii", "replace")
    return kept_back(found)


def kept_back(found: Any) -> Any:
    if isinstance(found, dict):
        return {name: kept_back(value) for name, value in found.items() if name not in SECRETS}
    return [kept_back(one) for one in found] if isinstance(found, Sequence) and not isinstance(found, str) else found
