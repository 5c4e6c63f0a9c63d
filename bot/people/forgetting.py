"""The right to see what is kept of oneself, and to be forgotten (threats T27).

Games stay, with "somebody" in place of the person; amounts stay in the ledger under a meaningless id. A forgetting in
progress is noted until it is done, so a restart continues it. People who come back meanwhile lose nothing of what they
have got since: only tables that were open before are still waiting to be cleaned.
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
from bot.table.hooks import Hooks
from bot.table.stacks import DAY
from persistence import Heard, Store, StoreTrouble, TableRef, Transfer, paged

FORGETTING: Final = "forgetting"
AGAIN_AFTER: Final = 3600.0
"""Seconds until the next attempt at what is left, since tables with the person were open."""
UNFOLDED: Final = 400
"""Days for which the entries of a ledger are kept one by one."""
MOST_TOLD: Final = 10_000
A_PAGE: Final = 100
"""How many games are read at a time."""
EVENING: Final = "evening"
STAY: Final = frozenset(
    {
        *("twitch", "overlay", "venue", "stream", EVENING, "poll", CHAT, FORGETTING),
        *("archive", "archive-of", "replay", "replay-of", COMMUNITY, MEMBERS),
    }
)
"""Kinds of notes that are about a place, whose id may be its owner's, or that are gone within a day."""
log = structlog.get_logger()


class Forgotten(Struct, frozen=True):
    """A person who is being forgotten: `ids` of all their selves, their names, and the id that replaces theirs.

    `limit`: their own limit. `places`: where they played. `done`: all is done except for `tables`, which were open and
    mention them.
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
    """Give out and forget what is kept of people. All methods may raise StoreTrouble."""

    def __init__(
        self,
        store: Store,
        selves: Selves,
        platforms: Platforms,
        own_limits: OwnLimits,
        tombstones: Tombstones,
        communities: Communities,
        hooks: Hooks,
    ) -> None:
        self._store, self._selves, self._platforms = store, selves, platforms
        self._communities = communities
        self._own_limits, self._tombstones, self._hooks = own_limits, tombstones, hooks
        self._own_file = OwnFile(store, selves, platforms, own_limits, tombstones, hooks)
        self._at_work = asyncio.Lock()
        self._going_on: asyncio.Task[None] | None = None
        self._dropped = 0
        self._file_knows = False
        """True while Redis's append-only file may still hold a person: a rewrite of it was already under way."""
        hooks.starts.append(self.start)
        hooks.rests.append(self.stop)

    async def ids_of(self, person: PersonId) -> tuple[PersonId, ...]:
        """Return all ids of a person: their own, and those of their other selves."""
        return (person, *(one.id for one in await self._selves.led(person)))

    async def sits(self, person: PersonId) -> bool:
        """Tell whether a person sits at a table, under any of their selves."""
        return any([await self._store.seats_of(one) for one in await self.ids_of(person)])

    # What is kept

    async def kept(self, person: PersonId) -> File:
        """Return a file of everything that is kept of a person; it holds none of our secrets."""
        async with self._at_work:
            return await self._own_file.of(await self.ids_of(person))

    # Forgetting

    async def asked_anew(self, one: PersonId) -> PersonId:
        """Return the person to be forgotten, even if another process has just linked them."""
        return await self._selves.asked_anew(one)

    async def forget(self, person: PersonId, by: Heard | None = None) -> None:
        """Forget a person, under all their selves. Done again after an interruption, it continues.

        `by`: the message that asks for it, which is taken once the request is noted; a restart then finishes it.
        """
        found = await self._under_way(person)
        if found is None or found.done:  # else it was interrupted
            found = await self._asked(person, () if found is None else found.tables)
        await self._note(person, found, by)
        await self._forget(person, found)

    async def _under_way(self, person: PersonId) -> Forgotten | None:
        content = await self._store.note(FORGETTING, person)
        return None if content is None else _FORGOTTEN.decode(content)

    async def _note(self, person: PersonId, forgotten: Forgotten, by: Heard | None = None) -> None:
        await self._store.put_note(FORGETTING, person, msgspec.json.encode(forgotten), 30 * 24 * 3600, by=by)

    async def _asked(self, person: PersonId, tables: Sequence[str]) -> Forgotten:
        """Return who is to be forgotten; their names must be collected before anything is deleted.

        `tables`: those that still wait to be closed after an earlier request.
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
        """Yield the games that a person played at a venue in parts, so that others need not wait."""
        names = await self._store.records(venue, MOST_TOLD, person=one)
        for page in paged(names, A_PAGE):
            found = map(read, await self._store.listings(venue, page))
            yield [game for game in found if game is not None]

    async def _audit_of(self, venue: str) -> AsyncIterator[list[AuditEntry]]:
        """Yield a venue's audit entries in parts."""
        async for lines in self._store.audit_pages(venue):
            yield [entry for entry in map(read_entry, lines) if entry is not None]

    async def go_on(self) -> bool:
        """Continue with all who are still being forgotten; return whether all is done."""
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
        """Forget a person everywhere; return the open tables that mention them."""
        today, tables = self._store.clock.now() // DAY, set(forgotten.tables)
        for one in forgotten.ids:
            await self._tombstones.put(one, forgotten.limit, day=today, self_of=forgotten.ids[0])
            for window in self._platforms.windows:
                await window.unlink(one)
        for window in self._platforms.windows:
            await window.reword_chats(forgotten.places, lambda said: rewording.reworded(said, forgotten.names))
        for forget in self._hooks.forgets:
            await forget(forgotten.ids)
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
        """Forget what a person did as staff, and what staff did to them; return the tables where they were staff."""
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
        """Remove these names as the last to change a venue's settings."""
        content = await self._store.note(VENUE, venue)
        if content is not None and (changed := rewording.settings_without(content, names)) != content:
            await self._store.replace_note(VENUE, venue, content, changed, None)

    async def _forget_evenings(self, one: PersonId, forgotten: Forgotten) -> None:
        """Remove these names as winners of an evening's games that the person played."""
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
        """Forget the notes about a person; the links between selves come last."""
        found = await self._own_file.notes_of(one)
        if self._platforms.is_pages(platform_of(one)):
            guest = one.partition(":")[2]
            rooms = [PlaceId(name) for kind, name, _ in found if kind == CHAT]
            for window in self._platforms.windows:
                await window.forget_chat(guest, rooms)
        for kind, name, content in sorted(
            found, key=lambda note: (SELF, SELVES).index(note[0]) if note[0] in {SELF, SELVES} else -1
        ):
            if kind == SELVES and name != one:  # linked since the request: the other selves of that person stay theirs
                await self._store.replace_note(kind, name, content, without(content, one))
            elif (note := self._hooks.notes_of_many.get(kind)) is not None:
                await self._store.reword_note(kind, name, lambda found, note=note: note.without(found, one))  # type: ignore[misc]
            elif kind not in STAY:
                await self._store.drop_note(kind, name)

    async def _forget_seasons(self, one: PersonId, somebody: PersonId) -> None:
        """Replace a person in the tables of past seasons, which are in venues' settings."""
        for kind, name, _ in await self._store.notes_of(one):
            if kind == VENUE:
                await forget_in_seasons(self._store, VenueId(name), one, somebody)

    # After a restart

    def start(self) -> None:
        """Start: continue with what a crash interrupted, and with what waits for a table to close."""
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
        """Drop the keys of earlier days' gifts, and fold old entries of ledgers; once a day is enough."""
        today = self._store.clock.now() // DAY
        if self._dropped == today:
            return
        for venue in await self._store.all_venues_with("once"):
            await self._store.drop_old_once(venue, today - 1)
            await self._store.fold(venue, (today - UNFOLDED) * DAY)
        self._dropped = today

    async def stop(self) -> None:
        """Stop; what is not done stays in the store."""
        if self._going_on is not None:
            self._going_on.cancel()
            await asyncio.gather(self._going_on, return_exceptions=True)
