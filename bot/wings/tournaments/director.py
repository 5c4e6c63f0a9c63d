"""The director brings the tables of a tournament to the state that its session wants: seats, stakes, eliminations,
final.

Each look does the first thing that is due, in steps of single sessions that can be repeated. So a crash between two
steps loses nothing, and the next look continues. Any process may look.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import structlog

from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError, LeftAloneError
from bot.ports.ids import PersonId
from bot.ports.messages import Person
from bot.table import seating
from bot.table import tournament as table
from bot.table.calling_off import close_table
from bot.table.change import Change, Refused
from bot.table.commitments import tell_commitment
from bot.table.document import OfTournament, Session, TournamentRules
from bot.table.fairness import Fairness
from bot.table.hooks import Hooks
from bot.table.new_table import Opening, led_home, new_session
from bot.table.phases import Between, CalledOff, Closed, Hosting, Lobby, PlayedAt, Playing
from games.tournament import must_be_reseated
from persistence import Store, StoreTrouble, TableRef

log = structlog.get_logger()


class Director:
    def __init__(
        self, store: Store, repository: Repository, directory: Directory, fairness: Fairness, hooks: Hooks
    ) -> None:
        self._store, self._repository, self._directory, self._fairness = store, repository, directory, fairness
        self._looking: dict[TableRef, asyncio.Task[None]] = {}
        self._again: set[TableRef] = set()
        self._rest: dict[TableRef, set[TableRef]] = {}
        """Tables that came to rest, by tournament; they are closed if it no longer exists."""
        hooks.turned_in_tournament.append(self.note)
        hooks.settles.insert(0, self.settle)  # first, because its steps give the others work
        hooks.rests.append(self.stop)

    def note(self, session: Session) -> None:
        """Note a committed session: a tournament, or one of its tables that has come to rest, is looked at soon."""
        match session.tournament:
            case OfTournament(tournament=hosting) if not isinstance(session.phase, Playing):
                ref = TableRef(session.venue, hosting)
                self._rest.setdefault(ref, set()).add(session.ref)
                self._wake(ref)
            case TournamentRules() if isinstance(session.phase, Hosting):
                self._wake(session.ref)
            case _:
                pass

    def _wake(self, ref: TableRef) -> None:
        if ref in self._looking:
            self._again.add(ref)
            return
        task = asyncio.get_running_loop().create_task(self._look_safely(ref), name=f"tournament {ref.table}")
        self._looking[ref] = task
        task.add_done_callback(lambda _: self._looked(ref))

    def _looked(self, ref: TableRef) -> None:
        self._looking.pop(ref, None)
        if ref in self._again:
            self._again.discard(ref)
            self._wake(ref)

    async def settle(self) -> None:
        """Wait until no tournament is being looked at."""
        while self._looking:
            await asyncio.gather(*self._looking.values(), return_exceptions=True)
            await asyncio.sleep(0)

    async def stop(self) -> None:
        self._again.clear()
        for task in self._looking.values():
            task.cancel()
        await asyncio.gather(*self._looking.values(), return_exceptions=True)

    async def _look_safely(self, ref: TableRef) -> None:
        """Look at one tournament; after an error the next look tries again, which the tournament's clock brings."""
        try:
            await self.look(ref)
        except (GoneError, Refused, StoreTrouble) as trouble:
            log.warning("a tournament could not be looked after", table=ref.table, kind=type(trouble).__name__)
        except Exception as error:  # noqa: BLE001 - one tournament must not stop the others
            log.error("a look at a tournament broke", table=ref.table, kind=type(error).__name__)  # noqa: TRY400

    async def look(self, ref: TableRef) -> None:
        """Do the first thing that is due; the step that it makes wakes the next look."""
        session, resting = await self._repository.get(ref, fresh=True), self._rest.pop(ref, set())
        hosting = session.phase
        if not isinstance(hosting, Hosting):
            await self._close_all([one for one in [await self._stored(table) for table in resting] if one is not None])
        elif hosting.called_off is not None:
            await self._call_off(session, hosting, hosting.called_off)
        elif hosting.planned and session.paused is None:
            await self._seat(session, hosting)
        elif session.paused is None:
            await self._look_at_tables(session, hosting)

    async def _look_at_tables(self, session: Session, hosting: Hosting) -> None:
        ref = session.ref
        found = await asyncio.gather(*(self._stored(TableRef(ref.venue, one.table)) for one in hosting.tables))
        tables = [one for one in found if one is not None]
        lost = {one.table for one in hosting.tables} - {one.table for one in tables}
        if hosting.over:
            await self._close_all(tables)
        elif lost:
            await self._repository.update(
                ref, (), lambda change: table.forget(change, frozenset(lost), hosting.seating)
            )
        elif await self._rank(session, hosting, tables):
            return
        elif table.stacks_at(tables) != hosting.stacks:
            await self._repository.update(ref, (), lambda change: table.note_stacks(change, tables))
        else:
            await self._go_on(session, hosting, tables)

    async def _stored(self, ref: TableRef) -> Session | None:
        try:
            session = await self._repository.get(ref, fresh=True)
        except LeftAloneError:
            raise
        except GoneError:
            return None
        return None if isinstance(session.phase, Closed) else session

    async def _call_off(self, session: Session, hosting: Hosting, by: CalledOff) -> None:
        """Close the tables, then the tournament itself."""
        for one in hosting.tables:
            standing = await self._stored(TableRef(session.venue, one.table))
            if standing is not None:
                await self._repository.update(standing.ref, (), lambda change: close_table(change, by))
                await self._left(standing, [seated.player for seated in standing.seats])
        await self._repository.update(session.ref, (), seating.close)

    async def _close_all(self, tables: Sequence[Session]) -> None:
        await asyncio.gather(*(self._close(one) for one in tables))

    async def _close(self, session: Session) -> None:
        def act(change: Change) -> None:
            if isinstance(change.session.phase, Lobby | Between):
                seating.close(change)

        await self._repository.update(session.ref, (), act)
        await self._left(session, [seated.player for seated in session.seats])

    async def _left(self, session: Session, players: Iterable[PersonId]) -> None:
        for player in players:
            await self._directory.left(player, session)

    async def _rank(self, session: Session, hosting: Hosting, tables: Sequence[Session]) -> bool:
        """Rank people who are out, then free their seats. False: nobody is out."""
        ranked = {one.player for one in hosting.ranked}
        out = [found for one in tables for found in table.knocked_out(one) if found.player not in ranked]
        gone = [player for player in table.missing(hosting, tables) if player not in ranked]
        if out or gone:
            await self._repository.update(
                session.ref, (), lambda change: table.rank(change, gone, out, hosting.seating)
            )
            return True
        if any(one.is_final for one in tables):
            return False
        return await self._take_all_off(tables, frozenset(ranked))

    async def _take_all_off(self, tables: Sequence[Session], ranked: frozenset[PersonId]) -> bool:
        """Take ranked people off the tables that are at rest. False: none of them sits there."""
        free = [one for one in tables if isinstance(one.phase, Lobby | Between)]
        leaving = [one for one in free if any(seated.player in ranked for seated in one.seats)]
        await asyncio.gather(*(self._take_off(one, ranked) for one in leaving))
        return bool(leaving)

    async def _take_off(self, one: Session, ranked: frozenset[PersonId]) -> None:
        await self._repository.update(one.ref, (), lambda change: table.take_off(change, ranked))
        await self._left(one, [seated.player for seated in one.seats if seated.player in ranked])

    async def _go_on(self, session: Session, hosting: Hosting, tables: Sequence[Session]) -> None:
        """Set new stakes if the level has risen; then let the tables play on, or wait for a new seating."""
        resting = [one for one in tables if not isinstance(one.phase, Playing)]
        given = table.given_at(session, hosting.level)
        if behind := [one for one in resting if one.given != given]:
            await self._all(behind, lambda change: table.set_stakes(change, given))
        elif not (hosting.waits or self._must_be_reseated(session, tables)):
            await self._all(resting, table.go_on)
        else:
            await self._repository.update(session.ref, (), table.wait_for_all)
            await self._all(tables, lambda change: table.hold(change, hosting.seating + 1))
            if len(resting) == len(tables):
                await self._reseat(session, tables)

    @staticmethod
    def _must_be_reseated(session: Session, tables: Sequence[Session]) -> bool:
        """Tell whether people must change tables, also if one table alone is left that is not yet the final one."""
        if any(one.is_final for one in tables):
            return False
        return len(tables) == 1 or must_be_reseated([len(one.seats) for one in tables], table.rules_of(session).seats)

    async def _all(self, tables: Sequence[Session], act: Callable[[Change], None]) -> None:
        await asyncio.gather(*(self._repository.update(one.ref, (), act) for one in tables))

    async def _reseat(self, session: Session, tables: Sequence[Session]) -> None:
        """Seat people anew, by the tables as stored now, when none of them can begin a game any more."""
        now = [await self._repository.get(one.ref, fresh=True) for one in tables]
        await self._repository.update(session.ref, (), lambda change: table.reseat(change, now))

    async def _seat(self, session: Session, hosting: Hosting) -> None:
        """Bring each table to the planned seating; when all have it, they play."""
        given = table.given_at(session, hosting.level)
        final = table.is_final(hosting.planned)
        for room, planned in zip(hosting.tables, hosting.planned, strict=True):
            of = OfTournament(session.table, room.number, hosting.seating, final)
            await self._seat_at(session, room, partial(table.seat_at, planned=planned, of=of, given=given))
        await self._repository.update(session.ref, (), lambda change: table.all_seated(change, hosting.seating))

    async def _seat_at(self, session: Session, room: PlayedAt, act: Callable[[Change], None]) -> None:
        ref = TableRef(session.venue, room.table)
        try:
            before = (await self._repository.get(ref, fresh=True)).seats
            seated = await self._repository.update(ref, (), act)
        except LeftAloneError:
            raise
        except GoneError:
            before, seated = (), await self._open_table(session, room, act)
        await self._left(seated, {one.player for one in before} - {one.player for one in seated.seats})

    async def _open_table(self, session: Session, room: PlayedAt, act: Callable[[Change], None]) -> Session:
        """Open a new table of the tournament, with the same host."""
        now = self._store.clock.now()
        host = Person(session.host, "")
        opening = Opening(room.table, room.code, session.venue, room.place, host, now)
        pledge = self._fairness.pledge(session.venue, room.place, 0)
        chosen = session.given, opening, pledge, session.abilities, session.options
        new = new_session(session.rules, *chosen, generous=False)  # the table is for chips
        new = led_home(new, session.opened_in)
        if new.mirrors:
            await self._store.note_mirror(room.place, new.ref)

        def seat(change: Change) -> None:
            tell_commitment(change)
            act(change)

        opened = await self._repository.open(new, (), seat)
        await self._directory.kept(opened)
        return opened
