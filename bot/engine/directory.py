"""Find tables by code, by place, or by the people who sit there; claim codes for new ones."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from bot.engine.repository import Repository
from bot.engine.sessions import GoneError, LeftAloneError
from bot.ports.chance import RandomBytes
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId, code_in, is_alone, platform_of
from bot.ports.messages import Message
from bot.ports.platforms import Platforms
from bot.ports.said import CODE, Said
from bot.table.change import NoTable, NotSeated, Refused, UnknownTable
from bot.table.document import Session
from bot.table.hooks import Hooks
from bot.table.phases import Closed, Hosting
from bot.table.queueing import way_in
from bot.text.safe_text import safe_text
from games.catalogue import catalogue
from persistence import Store, StoreTrouble, TableNews, TableRef

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"
FIGURES: Final = "23456789"
CODE_TRIES: Final = 12
LONGEST_CODE: Final = 8
Suits = Callable[[Session], bool]
"""Whether a table may be the one that a line means."""
log = structlog.get_logger()


class Directory:
    """Finds the tables that a message can mean. Places are cached, and read again if no cached table fits."""

    def __init__(
        self,
        store: Store,
        repository: Repository,
        random_bytes: RandomBytes,
        platforms: Platforms,
        hooks: Hooks,
    ) -> None:
        self._store, self._repository, self._random_bytes = store, repository, random_bytes
        self._cache = repository.cache
        self._rooms = platforms.rooms_beside
        self._places: dict[tuple[VenueId, PlaceId], list[TableRef]] = {}
        self._venues: dict[PlaceId, set[VenueId]] = {}
        """By place, the venues in which its tables were asked for."""
        self._dropped = 0
        hooks.committed.append(self.note)
        hooks.elsewhere.append(self._heard)

    # What a line can mean

    async def around(self, said: Said, *, fresh: bool = False) -> list[Session]:
        """Return the open tables in the place of a line, then those in the rooms beside it."""
        venue, place = said.message.venue, said.message.place
        here = await self.at(venue, place, fresh=fresh)
        rooms = self._rooms(place)
        if not rooms:
            return here
        beside = await asyncio.gather(*(self.at(venue, room, fresh=fresh) for room in rooms))
        return [*here, *(one for found in beside for one in found if one not in here)]

    async def listed(self, said: Said) -> list[Session]:
        """Return the tables of this place, and for somebody alone with the bot all tables where they sit; as stored
        now.
        """
        here = await self.around(said, fresh=True)
        mine = await self.of(said.message.sender.id) if is_alone(said.message.venue) else []
        return [*here, *(one for one in mine if one.ref not in {known.ref for known in here})]

    async def mine(self, said: Said, around: list[Session] | None = None) -> list[Session]:
        """Return the tables of the sender that this line may mean. Raises Refused.

        `around`: the tables around it, if they are known.
        """
        person = said.message.sender.id
        if code := said.meant:
            for one in around or ():
                if one.code == code.upper() and person in one.persons and not isinstance(one.phase, Hosting):
                    return [one]
            session = await self.coded(said.message, code)
            if isinstance(session.phase, Hosting):
                raise Refused("tournament-how")
            if not session.has(person):
                raise NotSeated("not-seated-there", code=session.code)
            return [session]
        if is_alone(said.message.venue):  # alone with the bot, people may mean any table where they sit
            return await self.of(person)
        near = await self.around(said) if around is None else around
        here = [one for one in near if person in one.persons]
        if here or said.message.private:
            return here or await self.of(person)
        return [one for one in await self.around(said, fresh=True) if one.has(person)]

    async def one(self, said: Said, suits: Suits | None = None) -> Session:
        """Return the one table of the sender's that a command means, of several the only one that suits.

        Raises Refused.
        """
        sessions = only_suiting(await self.mine(said), suits)
        if len(sessions) > 1:
            raise Refused("which-table", codes=", ".join(session.code for session in sessions))
        if not sessions:
            raise await self.not_seated(said)
        return sessions[0]

    async def meant(self, said: Said, suits: Suits | None = None) -> Session:
        """Return the table that a question is about: the named one, the one in view, the sender's own, or the only one
        here. As stored now.

        `suits`: decides between several: the only one for which this is true. Raises Refused.
        """
        if said.meant:
            return await self.coded(said.message, said.meant, fresh=True)
        around = await self.around(said, fresh=True)
        person, near = said.message.sender.id, [] if is_alone(said.message.venue) else around
        mine = [one for one in near if one.has(person)] or await self.of(person)
        here = mine or around
        if not here:
            raise self.no_table()
        suiting = only_suiting(here, suits)
        if len(suiting) > 1:
            raise Refused("which-table", codes=", ".join(session.code for session in here))
        return suiting[0]

    async def elsewhere(self, said: Said) -> list[Session]:
        """Return the sender's tables that stand in other places of this platform, and not here."""
        place = said.message.place
        if said.message.private or not place:
            return []
        around, platform = {one.ref for one in await self.around(said)}, platform_of(place)
        return [
            one
            for one in await self.of(said.message.sender.id)
            if one.ref not in around and any(platform_of(shown) == platform for shown in one.places)
        ]

    async def not_seated(self, said: Said) -> Refused:
        """Return the refusal of a move by somebody without a seat here: they sit elsewhere, other tables stand here, or
        none.
        """
        if await self.elsewhere(said):
            return Refused("seated-elsewhere")
        around = await self.around(said)
        if not around:
            return self.no_table()
        return NotSeated("not-seated") if any(map(way_in, around)) else NotSeated("not-seated-now")

    def no_table(self) -> NoTable:
        return NoTable("no-table", games=", ".join(catalogue()))

    # What another process has done

    @property
    def dropped(self) -> int:
        """Return how often something that is cached was found to be older than what others stored."""
        return self._dropped + self._cache.dropped

    async def is_behind(self, said: Said, since: int) -> bool:
        """Tell whether a table that a line may mean has changed since it was cached (threats F30). `since`: `dropped`,
        before the line was answered: what was dropped since, also by others while this looks, may have been used in it.

        This asks for lists of tables and for versions; what has changed is read when it is used. Raises StoreTrouble.
        """
        if self.dropped != since:
            return True
        message = said.message
        places = [(message.venue, place) for place in (message.place, *self._rooms(message.place)) if place]
        known = {ref for at in places for ref in self._places.get(at, ())}
        _, code, seats = await asyncio.gather(
            asyncio.gather(*(self._drop_if_listed_otherwise(*at) for at in places)),
            self._store.find_code(said.meant) if said.meant else nothing(),
            self._store.seats_of(message.sender.id) if message.private else nothing(),
        )
        refs = known.union(seats or (), () if code is None else (code,))
        await asyncio.gather(*(self._cache.is_behind(ref) for ref in refs))
        return self.dropped != since

    async def _drop_if_listed_otherwise(self, venue: VenueId, place: PlaceId) -> None:
        """Drop the cached list of a place's tables if it differs from the stored one."""
        known = self._places.get((venue, place))
        if known is not None and set(known) != set(await self.noted_at(venue, place)):
            self._places.pop((venue, place), None)
            self._dropped += 1

    # Opening and closing

    async def kept(self, session: Session) -> None:
        """Note that this table keeps its code; if this index fails, the table still stands (threats F2)."""
        try:
            await self._store.keep_code(session.code, session.ref)
        except StoreTrouble as trouble:
            log.warning("a code could not be kept", table=session.table, kind=trouble.kind)

    async def sits(self, person: PersonId, ref: TableRef) -> None:
        """Note again that this person sits there, because the note was lost. Raises StoreTrouble."""
        await self._store.note_seat(person, ref)

    async def left(self, person: PersonId, session: Session) -> None:
        """Note that this person no longer sits there; if that fails, the next reader of the index corrects it."""
        try:
            await self._store.forget_seat(person, session.ref)
        except StoreTrouble as trouble:
            log.warning("a seat could not be forgotten", table=session.table, kind=trouble.kind)

    def note(self, session: Session) -> None:
        """Note a committed session: a table was opened or closed, or stands in other places."""
        closed = isinstance(session.phase, Closed)
        for place in session.places:
            venue = session.venue_at(place) if session.mirrors else session.venue
            known = self._places.get((venue, place))
            if known is None:
                continue
            if closed and session.ref in known:
                known.remove(session.ref)
            elif not closed and session.ref not in known:
                known.append(session.ref)

    def _heard(self, news: TableNews) -> None:
        """Drop the lists of places that lack a table of another process."""
        for place in map(PlaceId, news.places):
            for venue in self._venues.get(place, ()):  # where a mirror stands, it is not the table's own
                if news.ref not in self._places.get((venue, place), (news.ref,)):
                    del self._places[venue, place]
                    self._dropped += 1

    def places(self) -> tuple[tuple[VenueId, PlaceId], ...]:
        """Return the places whose tables were asked for, each with the venue in which."""
        return tuple(self._places)

    async def coded(self, message: Message, code: TableCode, *, fresh: bool = False) -> Session:
        """Return the table with this code, if it is of this venue or the sender sits there. Raises Refused."""
        if not CODE.fullmatch(code):
            raise UnknownTable("no-such-table", code=safe_text(code, LONGEST_CODE))
        if (found := await self._coded_here(message, TableCode(code.upper()), fresh=fresh)) is not None:
            return found
        session = await self._by_code(message, TableCode(code.upper()), fresh=fresh)
        if session is not None and (session.venue == message.community or session.has(message.sender.id)):
            return session
        if is_alone(message.venue):
            raise Refused("table-not-yours", code=code.upper())
        raise UnknownTable("no-such-table", code=code.upper())

    async def _coded_here(self, message: Message, code: TableCode, *, fresh: bool) -> Session | None:
        """Return the table with this code in the place of a message. Where it is known to stand there, only that table
        is read anew.
        """
        venue, place = message.venue, message.place
        known = with_code(code, self.glimpse(venue, place) or ()) if fresh else None
        now = None if known is None else await self._standing(known.ref, fresh=True)
        if now is not None and place in now.places:
            return now
        return with_code(code, await self.at(venue, place, fresh=fresh))

    async def to_join(self, message: Message, code: TableCode) -> Session:
        """Return the table with this code for somebody who wants to sit down; alone with the bot, also one by
        invitation of another venue. Raises Refused.
        """
        try:
            return await self.coded(message, code)
        except Refused:
            found = await self._by_code(message, TableCode(code.upper()), fresh=True) if CODE.fullmatch(code) else None
            if found is None or not (is_alone(message.venue) and found.options.by_invitation):
                raise
            return found

    async def _by_code(self, message: Message, code: TableCode, *, fresh: bool) -> Session | None:
        """Return the table with this code, of any venue. Raises Refused for an unreadable one of this venue."""
        ref = await self._store.find_code(code)
        if ref is None:
            return None
        try:
            return await self._repository.get(ref, fresh=fresh)
        except LeftAloneError:  # the table keeps its code, and stays as it is
            if ref.venue == message.venue:
                raise Refused("table-newer", code=code, games=", ".join(catalogue())) from None
        except GoneError:
            if ref.venue == message.venue and await self._store.quarantined(ref) is not None:
                raise Refused("table-lost", code=code) from None
            await self._store.drop_code(code)
        return None

    async def at(self, venue: VenueId, place: PlaceId, *, fresh: bool = False) -> list[Session]:
        """Return the open tables of a place, in the order in which they were opened."""
        if not place:
            return []
        known = self._places.get((venue, place))
        kept = None if known is None or fresh else self._cache.open_at(place, known)
        if kept is not None:
            return kept
        if known is None or fresh:
            noted = await self.noted_at(venue, place)
            self._dropped += known is not None and set(known) != set(noted)
            known = self._places[venue, place] = noted
            self._venues.setdefault(place, set()).add(venue)
        here = [one for one in await self._open(known, fresh=fresh) if place in one.places]
        if fresh and len(here) < len(known):
            await self._forget_mirrors(place, {ref for ref in known if ref.venue != venue} - {one.ref for one in here})
        return here

    async def noted(self, places: Sequence[tuple[VenueId, PlaceId]]) -> list[list[TableRef]]:
        """Return the stored tables of each place, those of its own venue first. Raises StoreTrouble."""
        return await self._store.shown_at(places)

    async def noted_at(self, venue: VenueId, place: PlaceId) -> list[TableRef]:
        """Return the stored tables of a place, those of its own venue first. Raises StoreTrouble."""
        return (await self.noted([(venue, place)]))[0]

    def glimpse(self, venue: VenueId, place: PlaceId) -> list[Session] | None:
        """Return the open tables of a place from the cache; None: the cache does not have all of them."""
        known = self._places.get((venue, place))
        if known is None:
            return None
        kept = [self._cache.at_hand(ref) for ref in known]
        here = [one for one in kept if one is not None and not isinstance(one.phase, Closed) and place in one.places]
        return here if None not in kept else None

    async def _forget_mirrors(self, place: PlaceId, refs: set[TableRef]) -> None:
        await asyncio.gather(*(self._store.forget_mirror(place, ref) for ref in refs))

    async def of(self, person: PersonId) -> list[Session]:
        """Return the open tables where this person sits, anywhere."""
        return [one for one in await self.holding(person) if one.has(person)]

    async def holding(self, person: PersonId) -> list[Session]:
        """Return the open tables that may hold suckers of this person: where they sit, or left during a game."""
        refs = await self._store.seats_of(person)
        mine = [one for one in await self._open(refs, fresh=True) if person in one.holders]
        left = set(refs) - {one.ref for one in mine}
        await asyncio.gather(*(self._store.forget_seat(person, ref) for ref in left))
        return mine

    async def seated(self, person: PersonId, table: str) -> Session | None:
        """Return the table with this id (`Update.table`) as stored now, if this person sits there; otherwise None."""
        ref = await self._store.find_code(code_in(table))
        session = None if ref is None or ref.table != table else await self._standing(ref, fresh=True)
        return session if session is not None and session.has(person) else None

    async def _open(self, refs: list[TableRef], *, fresh: bool) -> list[Session]:
        """Return the open ones of these tables; `fresh`: as stored now, by any process."""
        if len(refs) == 1:  # a single one needs no tasks
            one = await self._standing(refs[0], fresh=fresh)
            return [] if one is None else [one]
        found = await asyncio.gather(*(self._standing(ref, fresh=fresh) for ref in list(refs)))
        return [session for session in found if session is not None]

    async def _standing(self, ref: TableRef, *, fresh: bool) -> Session | None:
        try:
            session = await self._repository.get(ref, fresh=fresh)
        except GoneError:
            return None
        return None if isinstance(session.phase, Closed) else session

    async def claim(self, venue: VenueId) -> TableRef:
        """Return an id for a new table; its last part is its code. Raises Refused if no code is free."""
        for attempt in range(CODE_TRIES):
            code = self._code(longer=attempt // 4)
            ref = TableRef(venue, f"{self._random_bytes(5).hex()}-{code}")
            if await self._store.claim_code(code, ref):
                return ref
        raise Refused("busy-store")

    def _code(self, *, longer: int) -> str:
        letter, figure, *letters = self._random_bytes(3 + longer)
        tail = "".join(LETTERS[one % len(LETTERS)] for one in letters)
        return LETTERS[letter % len(LETTERS)] + FIGURES[figure % len(FIGURES)] + tail


def with_code(code: TableCode, tables: Sequence[Session]) -> Session | None:
    """Return the one of these tables that has this code."""
    return next((one for one in tables if one.code == code), None)


def only_suiting(tables: list[Session], suits: Suits | None) -> list[Session]:
    """Return those of several tables that suit; all of them where none does."""
    return (suits and [one for one in tables if suits(one)]) or tables


async def nothing() -> None:
    """Do nothing, among other requests."""


def code_of(ref: TableRef) -> TableCode:
    return code_in(ref.table)
