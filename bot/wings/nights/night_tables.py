"""The tables of a night: opened with its options, their people seated, and started. Each step can be repeated."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import structlog
from msgspec.structs import replace

from bot.engine.directory import Directory, code_of
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError, LeftAloneError
from bot.engine.taken import RepeatedError
from bot.people.entry import Entry
from bot.people.languages import Languages
from bot.people.opening_rules import OpeningRules, check_game, check_stakes, usual_in_tournament, usual_options
from bot.people.selves import Selves
from bot.people.venue_space import VenueSpace
from bot.people.venues import Venues
from bot.ports.ids import PersonId, TableCode, VenueId, platform_of
from bot.ports.messages import Message, Person, Unreachable
from bot.ports.platforms import Platforms
from bot.table import beginning, seating
from bot.table.change import Change, Refused
from bot.table.commitments import tell_commitment
from bot.table.defaults import Defaults
from bot.table.document import INVITED, Session, TableOptions, TournamentRules
from bot.table.fairness import Fairness
from bot.table.hooks import Hooks
from bot.table.log import Cast
from bot.table.new_table import Opening, led_home, new_session
from bot.table.opening import check_seats
from bot.table.options import gathering_options, whole_number
from bot.table.phases import Closed, Hosting, Lobby, Phase, Ranked
from bot.table.seats import BOT, Seated
from bot.table.stacks import see_off
from bot.wings.nights.night import Begun, Course, Guest, Night, NightTable, Score
from games.catalogue import catalogue
from games.kit.telling import say
from games.tournament import FEWEST_SEATS
from persistence import Store, TableRef

UNPLANNED: Final = "unplanned"
TABLE_SEATS: Final = "table_seats"
"""How many sit at a table of a tournament: `seats` are those of the night."""
log = structlog.get_logger()


@dataclass(eq=False)
class NightTables:
    """Opens, fills and starts tables for nights. Each method raises StoreTrouble."""

    store: Store
    repository: Repository
    directory: Directory
    venues: Venues
    platforms: Platforms
    languages: Languages
    fairness: Fairness
    entry: Entry
    defaults: Defaults
    selves: Selves
    hooks: Hooks
    space: VenueSpace

    async def session(self, venue: VenueId, night: Night, course: int, table: NightTable | None = None) -> Session:
        """Return a new table for a game of the night, in its lobby. Raises Refused if its options don't hold any more.

        `table`: the planned one; None: only to see what it would be.
        """
        wanted, rules = night.courses[course], (await self.venues.settings(night.venue)).opening
        game = catalogue()[wanted.game]
        tournament, given = gathered_by(rules, wanted)
        table = table or NightTable(UNPLANNED, TableCode(""), night.place, ())
        host = next(iter(table.seats), night.by)
        host = night.by if night.by in table.seats or not host else host
        opening = Opening(table.table, table.code, venue, table.place, Person(host, ""), self.store.clock.now())
        pledge = self.fairness.pledge(venue, table.place, 0)
        abilities, plain = self.platforms.abilities_of(table.place), TableOptions(pace=self.defaults.pace)
        new = new_session(game, given, opening, pledge, abilities, plain, generous=rules.generous)
        check_stakes(rules, new.options)
        return led_home(replace(new, tournament=tournament), night.venue)

    def check_tournaments(self, courses: Sequence[Course]) -> None:
        """Raise Refused if one of these games is a tournament, and this bot holds none."""
        if any(one.tournament for one in courses) and not self.hooks.gathered:
            raise Refused("night-no-tournaments")

    async def check(self, night: Night, course: int) -> None:
        """Raise Refused if the venue no longer lets this game be opened, or its place can't show a table."""
        self.check_tournaments(night.courses[course : course + 1])
        check_game((await self.venues.settings(night.venue)).opening, night.courses[course].game)
        words = self.languages.words("en", platform_of(night.place), night.venue)
        lacks = await self.platforms.lacks(night.place, words)
        if lacks is not None and lacks.card:
            raise Refused("cannot-show", why=lacks.card)

    async def room(self, venue: VenueId, night: Night) -> int:
        """Return how many tables can be opened at the night's place; tables that were left alone make room first.

        It is 0 where the venue takes no more games for now.
        """
        if await self.space.refusal(venue) is not None:
            return 0
        rules = (await self.venues.settings(night.venue)).opening
        left = rules.tables or self.platforms.most_tables_on(platform_of(night.place))
        for table in await self.store.tables_at(venue, night.place):
            ref = TableRef(venue, table)
            try:
                session = await self.repository.get(ref, fresh=True)
                if seating.is_left_alone(session, self.store.clock.now()):
                    session = await self.repository.update(ref, (), seating.make_room)
            except (Refused, GoneError):
                continue
            left -= not isinstance(session.phase, Closed)
        return left

    async def planned(self, venue: VenueId, night: Night, course: int, guests: Sequence[Guest]) -> NightTable:
        """Return a table for these people: in a room of its own where the venue wants that, and there can be one."""
        ref, place = await self.directory.claim(venue), night.place
        rooms = not night.courses[course].tournament  # whose tables get rooms, not their lobby
        if rooms and (await self.venues.settings(night.venue)).threads:
            words = self.languages.words("en", platform_of(place), night.venue)
            title = words.title(catalogue()[night.courses[course].game])
            try:
                place = await self.platforms.side_room(place, words.text("room-title", code=code_of(ref), game=title))
            except Unreachable:
                place = night.place
        return NightTable(ref.table, code_of(ref), place, tuple(one.player for one in guests))

    async def opened(
        self, venue: VenueId, night: Night, begun: Begun, table: NightTable
    ) -> tuple[Session, tuple[Guest, ...]]:
        """Return a planned table, opened unless it already was, with its people seated, and those who may not sit."""
        ref = TableRef(venue, table.table)
        try:
            await self.repository.get(ref, fresh=True)
        except LeftAloneError:
            raise
        except GoneError:
            await self._open(venue, night, begun, table)
        refused = [
            guest
            for player in table.seats
            if (guest := night.guest(player)) is not None and not await self.sat(venue, night, begun, table, guest)
        ]
        return await self.repository.get(ref, fresh=True), tuple(refused)

    async def _open(self, venue: VenueId, night: Night, begun: Begun, table: NightTable) -> None:
        new = await self.session(venue, night, begun.course, table)
        if new.mirrors:
            await self.store.note_mirror(table.place, new.ref)

        def act(change: Change) -> None:
            if new.tournament is None:
                change.say("night-table-opened", code=new.code, game=say("game-title"), number=night.number)
            else:
                change.say("night-tournament-gathers", code=new.code, game=say("game-title"), number=night.number)
            if new.options.money == "purse":
                change.say("money-purse", buyin=new.options.buyin)
            tell_commitment(change)

        try:
            await self.directory.kept(await self.repository.open(new, (told_as(night, begun, table, "open"),), act))
        except RepeatedError:
            return  # another process has just opened it

    async def sat(self, venue: VenueId, night: Night, begun: Begun, table: NightTable, guest: Guest) -> bool:
        """Seat somebody; return False if they can't sit down there."""
        ref, name = TableRef(venue, table.table), told_as(night, begun, table, f"sit {guest.player}")
        person = await self._known(guest)
        heard = Message(name, person, night.venue, table.place, private=False, text="", home=venue)
        try:
            session = await self.repository.get(ref, fresh=True)
            if session.has(guest.player):
                return True
            await self.entry.check(session, heard)
            person = await self.entry.with_face(person)
            await self.repository.update(ref, (name,), lambda change: seating.sit(change, person))
        except RepeatedError:
            return True
        except (Refused, GoneError) as refused:
            if await self._sits(ref, guest.player):  # another process was faster
                return True
            why = refused.reason.id if isinstance(refused, Refused) else ""
            log.info("somebody gets no seat", kind=type(refused).__name__, why=why)
            return False
        return True

    async def _known(self, guest: Guest) -> Person:
        """Return a guest with all their ids: what was decided about one of them holds for the person."""
        ids = await self.selves.stored_ids(guest.player)
        return Person(guest.player, guest.name, tuple(one for one in ids if one != guest.player))

    async def _sits(self, ref: TableRef, player: PersonId) -> bool:
        try:
            return (await self.repository.get(ref, fresh=True)).has(player)
        except GoneError:
            return False

    async def take_off(self, venue: VenueId, begun: Begun, table: NightTable) -> tuple[list[PersonId], int, int]:
        """Take those off a lobby who have not come.

        Return all of its people who did not come and do not play, how many others can sit down, and how many people
        sit.
        """
        absent = [player for player in table.seats if player not in begun.here]

        def act(change: Change) -> None:
            if not isinstance(change.session.phase, Lobby):
                return
            found = [seat for player in absent if (seat := change.session.seat_of(player)) is not None]
            for seat in found:
                change.say("night-not-here", who=change.called[seat])
            if found:
                see_off(change, tuple(sorted(found)))

        try:
            session = await self.repository.update(TableRef(venue, table.table), (), act)
        except (Refused, GoneError):
            return [], 0, 0
        off = [player for player in absent if not session.has(player)]
        for player in off:
            await self.directory.left(player, session)
        free = session.seats_allowed[-1] - len(session.seats) if isinstance(session.phase, Lobby) else 0
        return off, free, len(session.people)

    async def others_at(self, venue: VenueId, night: Night, begun: Begun) -> list[Guest]:
        """Return those who sit at the tables of a night and are not on its list, nor have left it."""
        found = list[Guest]()
        for table in begun.tables:
            try:
                session = await self.repository.get(TableRef(venue, table.table), fresh=True)
            except GoneError:
                continue
            for one in who_plays(session):
                if one.player not in begun.gone and night.guest(one.player) is None:
                    ids = await self.selves.stored_ids(one.player)
                    here = next((own for own in ids if platform_of(own) == platform_of(night.place)), PersonId(""))
                    found.append(Guest(one.player, one.name, here))
        return found

    async def all_closed(self, tournament: Session) -> bool:
        """Tell whether all tables of a tournament are closed."""
        rooms = tournament.phase.tables if isinstance(tournament.phase, Hosting) else ()
        for one in rooms:
            try:
                if not isinstance((await self.repository.get(TableRef(tournament.venue, one.table))).phase, Closed):
                    return False
            except GoneError:
                continue
        return True

    async def points(self, venue: VenueId, tables: Iterable[str]) -> tuple[Score, ...]:
        """Return how many came in behind each person in the tournaments among these tables."""
        points = list[Score]()
        for table in tables:
            try:
                phase = (await self.repository.get(TableRef(venue, table), fresh=True)).phase
            except GoneError:
                continue
            ranked = enumerate(ranking(phase))
            points += [Score(one.player, one.name, beaten) for beaten, one in ranked if not one.player.startswith(BOT)]
        return tuple(points)

    async def start(self, venue: VenueId, night: Night, begun: Begun, table: NightTable) -> None:
        """Begin at a table where enough people sit; close it where nobody does. Others wait for people."""

        def act(change: Change) -> None:
            session = change.session
            if not isinstance(session.phase, Lobby):
                return
            if not session.people:
                seating.close(change)
                return
            if not session.has(session.host) and (session.host != night.by or night.by in begun.gone):
                change.set(host=session.people[0].player, hosted_at=change.now, votes=None)
            if change.session.tournament is not None:
                return
            try:
                check_seats(change.session)
            except Refused:
                return
            beginning.begin_or_gather(change, "")

        ref, name = TableRef(venue, table.table), told_as(night, begun, table, "start")
        try:
            if night.courses[begun.course].tournament:
                await self._start_tournament(night, await self.repository.update(ref, (), act), name)
            else:
                await self.repository.update(ref, (name,), act)
        except (Refused, GoneError, RepeatedError) as refused:
            log.info("a table of a night waits", kind=type(refused).__name__)

    async def _start_tournament(self, night: Night, session: Session, name: str) -> None:
        """Start the tournament of a lobby in its host's name. Raises Refused and RepeatedError."""
        if isinstance(session.phase, Lobby):
            host, home = Person(session.host, ""), session.venue
            heard = Message(name, host, night.venue, session.places[0], private=False, text="", home=home)
            for start in self.hooks.gathered:
                await start(session, heard)


def told_as(night: Night, begun: Begun, table: NightTable, what: str) -> str:
    """Return the id under which a step of a table counts once."""
    return f"night {night.number} {night.at} {begun.course} {table.table} {what}"[:190]


def who_plays(session: Session) -> list[Seated | Cast]:
    """Return the people who play at a table, or in a tournament."""
    if isinstance(session.phase, Hosting):
        return [one for one in session.phase.entered if not one.player.startswith(BOT)]
    return [one for one in session.people if not one.gone]


def ranking(phase: Phase) -> tuple[Ranked, ...]:
    """Return who came in where in a tournament that was played to its end, the last place first."""
    if isinstance(phase, Hosting):
        return phase.ranked if phase.over else ()
    return phase.ranked if isinstance(phase, Closed) else ()


def gathered_by(rules: OpeningRules, course: Course) -> tuple[TournamentRules | None, dict[str, str]]:
    """Return the options of a game of a night, and those of its tournament; None: it is none. Raises Refused."""
    if not course.tournament:
        return None, given_at(rules, course)
    game, own = catalogue()[course.game], {key: value for key, value in course.given.items() if key != TABLE_SEATS}
    if (word := course.given.get(TABLE_SEATS)) is not None:
        whole_number(TABLE_SEATS, word, FEWEST_SEATS, game.seats(game.options_from({}))[-1])
        own["seats"] = word
    tournament, others = gathering_options(game, own)
    return tournament, {**usual_in_tournament(rules, game, others), **others}


def given_at(rules: OpeningRules, course: Course) -> dict[str, str]:
    """Return the options of a game of a night. What is usual in the venue makes no table of it one by invitation: its
    guests have signed up, and no host invites them.
    """
    usual = usual_options(rules, course.game, course.given)
    if usual.get("admits") == INVITED:
        usual = {**usual, "admits": "all"}
    return {**usual, **course.given}
