"""The right to see what is kept of oneself, and to be forgotten (threats T27).

Games stay, with "somebody" in the place of who asks; amounts stay in the ledger, under an id that says nothing. What is
under way stands in a note until it is done: a restart goes on with it. Whoever comes back meanwhile loses nothing of
what they have since: what waits for a table to close is that table alone.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Final

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.people import rewording
from bot.people.communities import COMMUNITY, MEMBERS, Communities
from bot.people.finished_games import GONE, FinishedGame, read
from bot.people.own_file import CHAT, OwnFile
from bot.people.own_limit import NO_LIMIT, OwnLimit
from bot.people.own_limits import OwnLimits
from bot.people.selves import SELF, SELVES, Selves, without
from bot.people.tombstones import Tombstones
from bot.people.venues import VENUE, forget_in_seasons
from bot.ports.ids import PersonId, PlaceId, VenueId, platform_of
from bot.ports.messages import File
from bot.ports.platforms import Platforms
from bot.table.audit import AuditEntry, read_entry
from bot.table.stacks import DAY
from persistence import Heard, Store, StoreTrouble, TableRef, Transfer, paged

FORGETTING: Final = "forgetting"
AGAIN_AFTER: Final = 3600.0
"""Seconds after which what was not done is tried again: a table that speaks of them was open."""
UNFOLDED: Final = 400
"""Days for which all entries of the ledger stand one by one."""
MOST_TOLD: Final = 10_000
A_PAGE: Final = 100
"""So many games are read at a time."""
EVENING: Final = "evening"
STAY: Final = frozenset(
    {
        *("twitch", "overlay", "venue", "stream", EVENING, "poll", CHAT, FORGETTING),
        *("archive", "archive-of", "replay", "replay-of", COMMUNITY, MEMBERS),
    }
)
"""Kinds of notes that are about a place, which may be called like its owner, or that are gone within a day."""
log = structlog.get_logger()


class Forgotten(Struct, frozen=True):
    """Who is being forgotten: `ids` of all selves, what they were called, and the id that stands in their place.

    `limit`: what they allowed themselves. `places`: where they played. `done`: all is, but for `tables`, which speak of
    them and were open.
    """

    ids: tuple[PersonId, ...]
    somebody: str
    names: tuple[str, ...] = ()
    limit: OwnLimit = NO_LIMIT
    tables: tuple[str, ...] = ()
    places: tuple[PlaceId, ...] = ()
    done: bool = False


_FORGOTTEN: Final = msgspec.json.Decoder(Forgotten)


class People:
    """Give out and forget what is kept of people. Each raises StoreTrouble."""

    def __init__(
        self,
        store: Store,
        selves: Selves,
        platforms: Platforms,
        own_limits: OwnLimits,
        tombstones: Tombstones,
        communities: Communities,
    ) -> None:
        self._store, self._selves, self._platforms = store, selves, platforms
        self._communities = communities
        self._own_limits, self._tombstones = own_limits, tombstones
        self._own_file = OwnFile(store, selves, platforms, own_limits, tombstones)
        self._at_work = asyncio.Lock()
        self._going_on: asyncio.Task[None] | None = None
        self._dropped = 0
        self._file_knows = False
        """Whether Redis's append-only file may still hold somebody: it was being written anew when we asked."""

    async def ids_of(self, person: PersonId) -> tuple[PersonId, ...]:
        """Return all ids that somebody has: their own, and those of their other selves."""
        return (person, *(one.id for one in await self._selves.led(person)))

    async def sits(self, person: PersonId) -> bool:
        """Tell whether somebody sits at a table, under whichever self."""
        return any([await self._store.seats_of(one) for one in await self.ids_of(person)])

    # What is kept

    async def kept(self, person: PersonId) -> File:
        """Return a file of everything that is kept of somebody; of secrets of ours not a sign."""
        async with self._at_work:
            return await self._own_file.of(await self.ids_of(person))

    # Forgetting

    async def asked_anew(self, one: PersonId) -> PersonId:
        """Return the person who asks to be forgotten, also where another process linked them just now."""
        return await self._selves.asked_anew(one)

    async def forget(self, person: PersonId, by: Heard | None = None) -> None:
        """Forget somebody, under all their selves. Done again after it was cut short, it goes on.

        `by`: the message that asks for it, which is taken once it is noted: from then on a restart finishes it.
        """
        found = await self._under_way(person)
        if found is None or found.done:  # else it was cut short
            found = await self._asked(person, () if found is None else found.tables)
        await self._note(person, found, by)
        await self._forget(person, found)

    async def _under_way(self, person: PersonId) -> Forgotten | None:
        content = await self._store.note(FORGETTING, person)
        return None if content is None else _FORGOTTEN.decode(content)

    async def _note(self, person: PersonId, forgotten: Forgotten, by: Heard | None = None) -> None:
        await self._store.put_note(FORGETTING, person, msgspec.json.encode(forgotten), 30 * 24 * 3600, by=by)

    async def _asked(self, person: PersonId, tables: Sequence[str]) -> Forgotten:
        """Return who is to be forgotten: what they are called must be known before the first of it is gone.

        `tables`: those that wait to be closed since they were forgotten before.
        """
        selves, called, places = await self._selves.led(person), set[str](), set[PlaceId]()
        ids = (person, *(one.id for one in selves))
        for one in ids:
            called |= set((await self._store.names_of(one)).values())
            for venue in await self._store.venues_of(one):
                async for games in self._games_of(venue, one):
                    called |= {sat.name for game in games if (sat := game.of(one)) is not None}
                    places |= {game.place for game in games}
        for venue in await self._store.all_venues_with("audit"):
            async for entries in self._audit_of(venue):
                called |= {entry.name for entry in entries if entry.by in ids}
        names = tuple(sorted(rewording.names_of(called | {one.name for one in selves})))
        somebody, limit = f"{GONE}{secrets.token_hex(6)}", await self._own_limits.of(person)
        return Forgotten(ids, somebody, names, limit, tuple(tables), tuple(sorted(places)))

    async def _games_of(self, venue: str, one: PersonId) -> AsyncIterator[list[FinishedGame]]:
        """Yield the games that somebody played at a venue, some at a time, for others wait meanwhile."""
        names = await self._store.records(venue, MOST_TOLD, person=one)
        for page in paged(names, A_PAGE):
            found = map(read, await self._store.listings(venue, page))
            yield [game for game in found if game is not None]

    async def _audit_of(self, venue: str) -> AsyncIterator[list[AuditEntry]]:
        """Yield what staff of a venue did, some at a time."""
        async for lines in self._store.audit_pages(venue):
            yield [entry for entry in map(read_entry, lines) if entry is not None]

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
            if not forgotten.done:
                tables = await self._forget_all(forgotten)
                forgotten = replace(forgotten, names=(), limit=NO_LIMIT, tables=tables, places=(), done=True)
            tables = await self._still_open(forgotten.tables)
            if tables:
                await self._note(person, replace(forgotten, tables=tables))
                return False
            await self._store.drop_note(FORGETTING, person)
            self._file_knows = not await self._store.rewrite_file()
        return True

    async def _forget_all(self, forgotten: Forgotten) -> tuple[str, ...]:
        """Forget somebody wherever they stand; return the open tables that speak of them."""
        today, tables = self._store.clock.now() // DAY, set(forgotten.tables)
        for one in forgotten.ids:
            await self._tombstones.put(one, forgotten.limit, day=today)
            for window in self._platforms.windows:
                await window.unlink(one)
        for window in self._platforms.windows:
            await window.reword_chats(forgotten.places, lambda said: rewording.reworded(said, forgotten.names))
        tables |= await self._forget_deeds(forgotten)
        for one in forgotten.ids:
            await self._forget_evenings(one, forgotten)
            await self._store.reword_notes(MEMBERS, lambda found, one=one: rewording.members_without(found, one))  # type: ignore[misc]
            for venue in await self._store.venues_of(one):
                await self._forget_at(venue, one, forgotten)
            await self._store.forget_index(one)
            await self._store.forget_name(one)
            await self._forget_seasons(one, PersonId(forgotten.somebody))
            await self._forget_notes(one)
            tables |= {base for base, _ in await self._store.tables_with(one)}
        self._selves.forget(*forgotten.ids)
        return tuple(sorted(tables))

    async def _forget_at(self, venue: str, one: PersonId, forgotten: Forgotten) -> None:
        purse, somebody, names = f"purse:{one}", forgotten.somebody, forgotten.names
        if balance := await self._store.balance(venue, purse):
            await self._store.transfer(venue, (Transfer(purse, "bank", balance, "forgotten"),))
        await self._store.forget_purse(venue, one, somebody, lambda note: rewording.reworded(note, names))
        await self._store.forget_games(venue, one, lambda found: rewording.shown_without(found, one, somebody, names))

    async def _forget_deeds(self, forgotten: Forgotten) -> set[str]:
        """Forget what somebody did as staff, and what staff did to them; return the tables at which they were staff."""
        ids, names, tables = forgotten.ids, forgotten.names, set[str]()
        for venue in await self._store.all_venues_with("audit"):
            by = [entry async for entries in self._audit_of(venue) for entry in entries if entry.by in ids]
            tables |= {self._store.base_of(TableRef(venue, entry.table)) for entry in by if entry.table}
            if notes := {f"{entry.name}: {entry.reason}" for entry in by if entry.did.startswith("correct ")}:
                await self._store.reword_ledger(venue, lambda line, notes=notes: rewording.note_without(line, notes))  # type: ignore[misc]
            if by:
                await self._forget_changes(venue, {entry.name for entry in by})
            await self._store.rewrite_audit(venue, lambda line: rewording.entry_without(line, ids, names))
        return tables

    async def _forget_changes(self, venue: str, names: set[str]) -> None:
        """Let nobody of these have changed a venue's settings last."""
        content = await self._store.note(VENUE, venue)
        if content is not None and (changed := rewording.settings_without(content, names)) != content:
            await self._store.replace_note(VENUE, venue, content, changed, None)

    async def _forget_evenings(self, one: PersonId, forgotten: Forgotten) -> None:
        """Let nobody of these names have won the games of an evening that they played."""
        records = {
            record
            for venue in await self._store.venues_of(one)
            for record in await self._store.records(venue, MOST_TOLD, person=one)
        }
        if records:
            names = forgotten.names
            await self._store.reword_notes(EVENING, lambda found: rewording.winners_without(found, records, names))

    async def _still_open(self, tables: Sequence[str]) -> tuple[str, ...]:
        """Drop those of these tables that are closed, and return the others."""
        still = [base for base in tables if await self._store.table_is_open(base)]
        for base in set(tables).difference(still):
            await self._store.drop_table(base)
        return tuple(still)

    async def _forget_notes(self, one: PersonId) -> None:
        """Drop what is noted of them, last of all who leads to whom."""
        found = await self._own_file.notes_of(one)
        if self._platforms.is_pages(platform_of(one)):
            guest = one.partition(":")[2]
            rooms = [PlaceId(name) for kind, name, _ in found if kind == CHAT]
            for window in self._platforms.windows:
                await window.forget_chat(guest, rooms)
        for kind, name, content in sorted(
            found, key=lambda note: (SELF, SELVES).index(note[0]) if note[0] in {SELF, SELVES} else -1
        ):
            if kind == SELVES and name != one:  # linked since they asked: the other selves of that person stay theirs
                await self._store.replace_note(kind, name, content, without(content, one))
            elif kind not in STAY:
                await self._store.drop_note(kind, name)

    async def _forget_seasons(self, one: PersonId, somebody: PersonId) -> None:
        """Let somebody stand for them in the tables of seasons that are over, which stand in venues' settings."""
        for kind, name, _ in await self._store.notes_of(one):
            if kind == VENUE:
                await forget_in_seasons(self._store, VenueId(name), one, somebody)

    # What a restart finds

    def start(self) -> None:
        """Go on with what a killed process left, and with what waits for a table to close."""
        self._going_on = asyncio.get_running_loop().create_task(self._watch(), name="forgetting")

    async def _watch(self) -> None:
        while True:
            try:
                await self.go_on()
                await self._communities.go_on()
                await self._drop_old()
            except StoreTrouble as trouble:
                log.warning("somebody could not be forgotten yet", kind=trouble.kind)
            await asyncio.sleep(AGAIN_AFTER)

    async def _drop_old(self) -> None:
        """Drop the marks of what was given before yesterday, and fold what is old in ledgers; once a day is enough."""
        today = self._store.clock.now() // DAY
        if self._dropped == today:
            return
        for venue in await self._store.all_venues_with("once"):
            await self._store.drop_old_once(venue, today - 1)
            await self._store.fold(venue, (today - UNFOLDED) * DAY)
        self._dropped = today

    async def stop(self) -> None:
        """Stop; what is not done stands in the store."""
        if self._going_on is not None:
            self._going_on.cancel()
            await asyncio.gather(self._going_on, return_exceptions=True)
