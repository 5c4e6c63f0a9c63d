"""Finding tables: by their code, by the place, by who sits there; and the codes of new ones."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from bot.engine.repository import Repository
from bot.engine.sessions import GoneError, LeftAloneError
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId, code_in, is_alone, platform_of
from bot.ports.messages import Message
from bot.ports.said import CODE, Said
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.phases import Closed, Hosting
from bot.text.safe_text import safe_text
from games.catalogue import catalogue
from persistence import Store, StoreTrouble, TableRef

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"
FIGURES: Final = "23456789"
CODE_TRIES: Final = 12
LONGEST_CODE: Final = 8
log = structlog.get_logger()


class Directory:
    """The tables that a message can mean. Places are remembered, and read again when nothing remembered suits.

    `rooms`: returns the rooms beside a place in which tables of it may stand, such as threads of a channel.
    """

    def __init__(
        self,
        store: Store,
        repository: Repository,
        random_bytes: Callable[[int], bytes],
        rooms: Callable[[PlaceId], Sequence[PlaceId]] = lambda _: (),
    ) -> None:
        self._store, self._repository, self._random_bytes, self._rooms = store, repository, random_bytes, rooms
        self._places: dict[tuple[str, str], list[TableRef]] = {}

    # What a line can mean

    async def around(self, said: Said, *, fresh: bool = False) -> list[Session]:
        """Return the open tables of the place of a line, then those in the rooms beside it."""
        venue, place = said.message.venue, said.message.place
        here, rooms = await self.at(venue, place, fresh=fresh), self._rooms(place)
        if not rooms:
            return here
        beside = await asyncio.gather(*(self.at(venue, room, fresh=fresh) for room in rooms))
        return [*here, *(one for found in beside for one in found if one not in here)]

    async def listed(self, said: Said) -> list[Session]:
        """Return the tables of this place, to whoever is alone with the bot all where they sit; as stored now."""
        here = await self.around(said, fresh=True)
        mine = await self.of(said.message.sender.id) if is_alone(said.message.venue) else []
        return [*here, *(one for one in mine if one.ref not in {known.ref for known in here})]

    async def mine(self, said: Said, around: list[Session] | None = None) -> list[Session]:
        """Return the tables meant by this line where the sender sits. Raises Refused.

        `around`: those around it, where they have been looked up.
        """
        person = said.message.sender.id
        if said.code:
            session = await self.coded(said.message, said.code)
            if isinstance(session.phase, Hosting):
                raise Refused("tournament-how")
            if not session.has(person):
                raise Refused("not-seated-there", code=session.code)
            return [session]
        if is_alone(said.message.venue):  # who is alone with the bot may speak of whatever table they sit at
            return await self.of(person)
        near = await self.around(said) if around is None else around
        here = [one for one in near if one.has(person)]
        if here or said.message.private:
            return here or await self.of(person)
        return [one for one in await self.around(said, fresh=True) if one.has(person)]

    async def one(self, said: Said) -> Session:
        """Return the one table of the sender's that a command means. Raises Refused."""
        sessions = await self.mine(said)
        if len(sessions) > 1:
            raise Refused("which-table", codes=", ".join(session.code for session in sessions))
        if not sessions:
            raise await self.not_seated(said)
        return sessions[0]

    async def meant(self, said: Said, suits: Callable[[Session], bool] | None = None) -> Session:
        """Return the table a question is about: the one named, one's own, or the only one here. As it is stored now.

        `suits`: of several it is the only one of which this is true.
        """
        if said.code:
            return await self.coded(said.message, said.code, fresh=True)
        around = await self.around(said, fresh=True)
        person, near = said.message.sender.id, [] if is_alone(said.message.venue) else around
        mine = [one for one in near if one.has(person)] or await self.of(person)
        here = mine or around
        if not here:
            raise self.no_table()
        suiting = here if suits is None else [one for one in here if suits(one)]
        if len(suiting or here) > 1:
            raise Refused("which-table", codes=", ".join(session.code for session in here))
        return (suiting or here)[0]

    async def elsewhere(self, said: Said) -> list[Session]:
        """Return the tables that stand in other places of this platform alone, where the sender sits."""
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
        """Return why whoever sits at no table here makes no move: theirs is elsewhere, others stand here, or none."""
        if await self.elsewhere(said):
            return Refused("seated-elsewhere")
        return Refused("not-seated") if await self.around(said) else self.no_table()

    def no_table(self) -> Refused:
        return Refused("no-table", games=", ".join(catalogue()))

    # What another process has done

    async def is_behind(self, said: Said) -> bool:
        """Tell whether a table that a line may mean stands otherwise than it is known here (threats F30).

        Lists of tables and versions are asked for; what has changed is read when it is used. Raises StoreTrouble.
        """
        message = said.message
        places = [(message.venue, place) for place in (message.place, *self._rooms(message.place)) if place]
        known = {ref for at in places for ref in self._places.get(at, ())}
        listed, code, seats = await asyncio.gather(
            asyncio.gather(*(self._is_listed_otherwise(*at) for at in places)),
            self._store.find_code(said.code) if said.code else nothing(),
            self._store.seats_of(message.sender.id) if message.private else nothing(),
        )
        refs = known.union(seats or (), () if code is None else (code,))
        return any([*listed, *await asyncio.gather(*(self._repository.is_behind(ref) for ref in refs))])

    async def _is_listed_otherwise(self, venue: VenueId, place: PlaceId) -> bool:
        """Tell whether other tables are noted at a place than those known here, and forget what is known then."""
        known = self._places.get((venue, place))
        if known is None or set(known) == set(await self._noted_at(venue, place)):
            return False
        self._places.pop((venue, place), None)
        return True

    # Opening and closing

    async def kept(self, session: Session) -> None:
        """Note that this table has its code for good; no trouble with this index undoes the table (threats F2)."""
        try:
            await self._store.keep_code(session.code, session.ref)
        except StoreTrouble as trouble:
            log.warning("a code could not be kept", table=session.table, kind=trouble.kind)

    async def sits(self, person: PersonId, ref: TableRef) -> None:
        """Note that this person sits there: the note was lost. Raises StoreTrouble."""
        await self._store.note_seat(person, ref)

    async def left(self, person: PersonId, session: Session) -> None:
        """Note that this person sits there no more; whoever reads an index that does puts it right."""
        try:
            await self._store.forget_seat(person, session.ref)
        except StoreTrouble as trouble:
            log.warning("a seat could not be forgotten", table=session.table, kind=trouble.kind)

    def note(self, session: Session) -> None:
        """Know of a commit: a table has opened or closed, or stands in other places."""
        if isinstance(session.phase, Closed):
            self._closed(session)
        else:
            self._opened(session)

    def _opened(self, session: Session) -> None:
        for place in session.places:
            known = self._places.get((session.venue_at(place), place))
            if known is not None and session.ref not in known:
                known.append(session.ref)

    def _closed(self, session: Session) -> None:
        for place in session.places:
            known = self._places.get((session.venue_at(place), place), [])
            if session.ref in known:
                known.remove(session.ref)

    async def coded(self, message: Message, code: TableCode, *, fresh: bool = False) -> Session:
        """Return the table with this code, if it is one of this venue or the sender sits there. Raises Refused."""
        if not CODE.fullmatch(code):
            raise Refused("no-such-table", code=safe_text(code, LONGEST_CODE))
        here = await self.at(message.venue, message.place, fresh=fresh)
        if (found := next((one for one in here if one.code == code.upper()), None)) is not None:
            return found
        session = await self._by_code(message, TableCode(code.upper()), fresh=fresh)
        if session is not None and (session.venue == message.community or session.has(message.sender.id)):
            return session
        if is_alone(message.venue):
            raise Refused("table-not-yours", code=code.upper())
        raise Refused("no-such-table", code=code.upper())

    async def _by_code(self, message: Message, code: TableCode, *, fresh: bool) -> Session | None:
        """Return the table with this code, wherever it is. Raises Refused for one of this venue that can't be read."""
        ref = await self._store.find_code(code)
        if ref is None:
            return None
        try:
            return await self._repository.get(ref, fresh=fresh)
        except LeftAloneError:  # it keeps its code, and stays as it is
            if ref.venue == message.venue:
                raise Refused("table-newer", code=code, games=", ".join(catalogue())) from None
        except GoneError:
            if ref.venue == message.venue and await self._store.quarantined(ref) is not None:
                raise Refused("table-lost", code=code) from None
            await self._store.drop_code(code)
        return None

    async def at(self, venue: VenueId, place: PlaceId, *, fresh: bool = False) -> list[Session]:
        """Return the open tables of a place, in order of opening."""
        if not place:
            return []
        known = self._places.get((venue, place))
        if known is None or fresh:
            known = self._places[venue, place] = await self._noted_at(venue, place)
        here = [one for one in await self._open(known, fresh=fresh) if place in one.places]
        if fresh and len(here) < len(known):
            await self._forget_mirrors(place, {ref for ref in known if ref.venue != venue} - {one.ref for one in here})
        return here

    async def _noted_at(self, venue: VenueId, place: PlaceId) -> list[TableRef]:
        """Return the tables noted at a place, those of its own venue first."""
        own, mirrored = await asyncio.gather(self._store.tables_at(venue, place), self._store.mirrors_at(place))
        return list(dict.fromkeys([*(TableRef(venue, table) for table in own), *mirrored]))

    def glimpse(self, venue: VenueId, place: PlaceId) -> list[Session] | None:
        """Return the open tables of a place as far as they are kept here; None: not all that is known of it is."""
        known = self._places.get((venue, place))
        if known is None:
            return None
        kept = [self._repository.kept(ref) for ref in known]
        here = [one for one in kept if one is not None and not isinstance(one.phase, Closed) and place in one.places]
        return here if None not in kept else None

    async def _forget_mirrors(self, place: PlaceId, refs: set[TableRef]) -> None:
        await asyncio.gather(*(self._store.forget_mirror(place, ref) for ref in refs))

    async def of(self, person: PersonId) -> list[Session]:
        """Return the open tables where this person sits, wherever they are."""
        return [one for one in await self.holding(person) if one.has(person)]

    async def holding(self, person: PersonId) -> list[Session]:
        """Return the open tables where suckers of this person may lie: they sit there, or have left during a game."""
        refs = await self._store.seats_of(person)
        mine = [one for one in await self._open(refs, fresh=True) if person in one.holders]
        left = set(refs) - {one.ref for one in mine}
        await asyncio.gather(*(self._store.forget_seat(person, ref) for ref in left))
        return mine

    async def seated(self, person: PersonId, table: str) -> Session | None:
        """Return the table of this id (`Update.table`) as it is stored, while this person sits there; else None."""
        ref = await self._store.find_code(code_in(table))
        session = None if ref is None or ref.table != table else await self._standing(ref, fresh=True)
        return session if session is not None and session.has(person) else None

    async def _open(self, refs: list[TableRef], *, fresh: bool) -> list[Session]:
        """Return those of these tables that stand; `fresh`: as stored now, whatever another process did."""
        if len(refs) == 1:  # waiting for one alone needs no tasks
            found = [await self._standing(refs[0], fresh=fresh)]
        else:
            found = await asyncio.gather(*(self._standing(ref, fresh=fresh) for ref in list(refs)))
        return [session for session in found if session is not None]

    async def _standing(self, ref: TableRef, *, fresh: bool) -> Session | None:
        try:
            session = await self._repository.get(ref, fresh=fresh)
        except GoneError:
            return None
        return None if isinstance(session.phase, Closed) else session

    async def claim(self, venue: VenueId) -> TableRef:
        """Return a new table's id; its code is the last part. Raises Refused where no code is free."""
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


async def nothing() -> None:
    """Ask for nothing, beside others who ask."""


def code_of(ref: TableRef) -> TableCode:
    return code_in(ref.table)
