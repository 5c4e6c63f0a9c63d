"""What happens of a night by itself: people are called, tables open, seats that nobody took go on, games follow each
other, and the end is told.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import structlog
from msgspec.structs import replace

from bot.engine.repository import Repository
from bot.engine.sessions import GoneError, LeftAloneError
from bot.people.finished_games import FinishedGames, Wanted
from bot.people.preferences import Calls
from bot.ports.chance import RandomBytes
from bot.ports.ids import PersonId, VenueId
from bot.table import ending
from bot.table.change import Change, Refused
from bot.table.document import Session
from bot.table.hooks import Hooks
from bot.table.phases import Between, Closed, Hosting, Lobby, Playing
from bot.table.seating import close, is_left_alone
from bot.wings.nights.night import (
    LONGEST,
    MISSED,
    MOST_GUESTS,
    Begun,
    Coming,
    Guest,
    Night,
    NightTable,
    Owed,
    Score,
    VenueNights,
    dealt,
    fitting,
    in_groups,
    next_of,
)
from bot.wings.nights.night_tables import NightTables
from bot.wings.nights.nights import Nights
from bot.wings.nights.telling_nights import MOST_CALLED, in_lots, to_guests
from games.catalogue import AnyGame, catalogue
from games.kit.telling import Say, say
from games.tournament import tables_for
from persistence import Store, StoreTrouble, TableRef

BEST_TOLD: Final = 10
MOMENT, AGAIN = "", "no"
"""Values that are put in when the sentence is told, or once it is known whether the night comes again."""
LOT, RATING, ORDER = "lot", "rating", "order"
SEATINGS: Final = (LOT, RATING, ORDER)
"""How seats are given: drawn, so that the best of the venue meet at the first table, or in the order of signing up."""
MOST_RATED: Final = 400
"""How many of a venue's last games say how strong people are."""
log = structlog.get_logger()


@dataclass(eq=False)
class OpeningNights:
    """Takes nights from one step to the next."""

    store: Store
    nights: Nights
    tables: NightTables
    repository: Repository
    calls: Calls
    random_bytes: RandomBytes
    games: FinishedGames
    hooks: Hooks
    _noting: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.hooks.settles.append(self.settle)

    def _now(self) -> int:
        return self.store.clock.now()

    async def go_on(self, venue: VenueId, night: Night) -> None:
        """Do the next thing that is due for a night. Raises StoreTrouble."""
        now = self._now()
        match night.stage:
            case Coming() if now - night.at > MISSED:
                await self._over(venue, night, say("night-missed", number=night.number, again=AGAIN, when=MOMENT))
            case Coming(shut=False) if now >= night.at:
                await self._begin(venue, night)
            case Coming(called=False) as stage:
                await self._call(venue, night, stage)
            case Begun() as begun:
                await self._play_on(venue, night, begun)
            case Coming():
                pass

    async def _play_on(self, venue: VenueId, night: Night, begun: Begun) -> None:
        """Do the next thing that is due for a night that has begun."""
        match begun:
            case Begun(rest=rest) if rest:
                if self._now() >= rest:
                    await self._next(venue, night, begun)
            case Begun(seated=False):
                await self._seat(venue, night, begun)
            case Begun(settled=False) if self._now() >= night.due_at:
                await self._settle_seats(venue, night, begun)
            case Begun(settled=True, filled=False):
                await self._fill(venue, night, begun)
            case _:
                await self._look_at_tables(venue, night, begun)

    # Before it begins

    async def _call(self, venue: VenueId, night: Night, stage: Coming) -> None:
        """Call those who signed up, each in the way they chose; others are told nothing."""
        minutes = max(1, round((night.at - self._now()) / 60_000))
        owed = owed_by(night, "call", say("night-soon", number=night.number, minutes=minutes, when=MOMENT), self._now())
        owed = replace(owed, when=night.at, zone=night.zone, night=night.number)
        calls = await to_guests(self.calls, night, owed) if night.guests else ()
        await self._change(venue, night, lambda now: replace(now, stage=replace(stage, called=True)), *calls)

    async def _begin(self, venue: VenueId, night: Night) -> None:
        """Plan the tables of the first game."""
        if not night.going:
            await self._over(venue, night, say("night-nobody", number=night.number, again=AGAIN, when=MOMENT))
            return
        now = self._now()
        begun = Begun(0, now, now, self._until(night, 0, now), ())
        await self._plan(venue, night, begun)

    @staticmethod
    def _until(night: Night, course: int, first: int) -> int:
        """Return when the last round of a game begins at the latest; 0: whenever its people stop."""
        if not night.minutes:
            return 0
        played = night.minutes - night.pause * (len(night.courses) - 1)
        return first + played * 60_000 * (course + 1) // len(night.courses) + night.pause * 60_000 * course

    async def _plan(self, venue: VenueId, night: Night, begun: Begun) -> None:
        """Choose tables for a game of the night, and who sits where; then they open. A place without room is tried
        again.
        """
        game = catalogue().get(night.courses[begun.course].game)
        if game is None:
            await self._over(venue, night, say("night-no-game", number=night.number, again=AGAIN, when=MOMENT))
            return
        try:
            most = (await self.tables.session(venue, night, begun.course)).seats_allowed[-1]
            await self.tables.check(night, begun.course)
        except Refused as refused:
            log.info("a night can't begin", why=refused.reason.id)
            await self._over(venue, night, say("night-cannot", number=night.number, again=AGAIN, when=MOMENT))
            return
        free = await self.tables.room(venue, night)
        if free < 1:
            await self._wait_for_room(venue, night)
            return
        players = [one for one in night.going if one.player not in begun.gone][: night.seats]
        if not players:
            await self._end(venue, night, begun)
            return
        groups = in_groups(await self._in_order(venue, night, game, players))
        count = min(free, tables_for(len(players), most))
        sides = [side for side in await dealt(groups, count, most, self.hooks.may_sit_together) if side]
        planned = tuple([await self.tables.planned(venue, night, begun.course, side) for side in sides])
        await self._change(venue, night, lambda now: replace(now, stage=replace(begun, tables=planned)))

    async def _wait_for_room(self, venue: VenueId, night: Night) -> None:
        """Tell, once, that the place has no room for another table. It is tried again until the night is given up."""
        stage = night.stage
        if isinstance(stage, Coming) and not stage.full:
            told = owed_by(night, "full", say("night-no-room", number=night.number), self._now())
            await self._change(venue, night, lambda now: replace(now, stage=Coming(called=True, full=True)), told)

    async def _in_order(self, venue: VenueId, night: Night, game: AnyGame, players: Sequence[Guest]) -> list[Guest]:
        """Return people in the order in which they are seated, as the night wants it."""
        if night.seating == ORDER:
            return list(players)
        drawn = sorted(players, key=lambda _: self.random_bytes(8))
        if night.seating == LOT:
            return drawn
        won = dict.fromkeys((one.player for one in players), (0, 0))
        for played in await self.games.all_of(venue, Wanted(game=game.name), MOST_RATED):
            for sat in played.seats:
                if sat.player in won and played.counts:
                    games, wins = won[sat.player]
                    won[sat.player] = games + 1, wins + sat.won
        return sorted(drawn, key=lambda one: -(won[one.player][1] + 1) / (won[one.player][0] + 2))

    # While it is on

    async def _seat(self, venue: VenueId, night: Night, begun: Begun) -> None:
        """Open the tables that were planned, seat their people, and tell where they are."""
        found = [await self.tables.opened(venue, night, begun, one) for one in begun.tables]
        opened, off = [session for session, _ in found], {one.player for _, refused in found for one in refused}
        tables = tuple(replace(one, seats=tuple(who for who in one.seats if who not in off)) for one in begun.tables)
        called = tuple(one for one in night.going if any(one.player in table.seats for table in tables))
        course = night.courses[begun.course]
        game = catalogue()[course.game].name
        codes, count = ", ".join(one.code for one in opened), len(opened)
        waiting = max(0, len(night.going) - len(begun.gone) - night.seats)
        kind = {"tournament": "yes" if course.tournament else "no"}
        said = say("night-begins", number=night.number, game=game, codes=codes, count=count, waiting=waiting, **kind)
        told = owed_by(night, f"begins {begun.course}", said, self._now())
        lots = in_lots(replace(told, called=called))
        alone = [self._refused(night, begun, guest, session.code) for session, refused in found for guest in refused]

        def seated(stage: Begun) -> Begun:
            return replace(stage, seated=True, tables=tables, gone=(*stage.gone, *sorted(off)))

        await self._change(venue, night, lambda now: on(now, seated), *lots, *alone)

    def _refused(self, night: Night, begun: Begun, guest: Guest, code: str) -> Owed:
        """Return what somebody is told, alone, who may not sit at the table where they were to."""
        said = say("night-no-seat", number=night.number, code=code)
        told = owed_by(night, f"refused {begun.course} {guest.player}", said, self._now())
        return replace(told, person=guest.here or guest.player, called=(guest,))

    def awaits(self, night: Night, person: PersonId) -> bool:
        """Tell whether a seat is kept for somebody who has not come yet."""
        stage = night.stage
        if not isinstance(stage, Begun) or stage.settled or person in {*stage.here, *stage.gone}:
            return False
        return any(person in table.seats for table in stage.tables)

    def came(self, venue: VenueId, person: PersonId) -> None:
        """Note that somebody has come; a task stores it."""
        task = asyncio.get_running_loop().create_task(self._note_came(venue, person), name="night: somebody came")
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def _note_came(self, venue: VenueId, person: PersonId) -> None:
        def note(found: VenueNights) -> VenueNights:
            for one in found.nights:
                if self.awaits(one, person):
                    found = found.with_night(on(one, lambda stage: replace(stage, here=(*stage.here, person))))
            return found

        try:
            await self.nights.change(venue, note)
        except StoreTrouble as trouble:
            log.warning("it could not be noted that somebody came", kind=trouble.kind)

    async def settle(self) -> None:
        """Wait until it is stored who came."""
        await asyncio.gather(*self._noting, return_exceptions=True)

    async def _settle_seats(self, venue: VenueId, night: Night, begun: Begun) -> None:
        """Take those off who did not come, and choose who gets their seats."""
        missing, given, tables = list[PersonId](), list[PersonId](), list[NightTable]()
        seated = {player for table in begun.tables for player in table.seats}
        waiting = [one.player for one in night.going if one.player not in {*seated, *begun.gone}]
        found = [await self.tables.take_off(venue, begun, table) for table in begun.tables]
        left = max(0, night.seats - sum(sit for *_, sit in found))
        for table, (off, free, _) in zip(begun.tables, found, strict=True):
            missing += off
            seats = [player for player in table.seats if player not in off]
            others = await fitting(seats, waiting, min(free, left), self.hooks.may_sit_together)
            waiting = [one for one in waiting if one not in others]
            left -= len(others)
            given += others
            seats += others
            tables.append(replace(table, seats=tuple(seats)))
        names = {one.player: one.name for one in night.guests}
        known = [names[one] for one in missing if one in names]
        who = ", ".join(known[:MOST_CALLED]) + (" …" if len(known) > MOST_CALLED else "")
        said = say("night-missing", number=night.number, who=who)
        told = owed_by(night, f"missing {begun.course}", said, self._now())

        def settled(stage: Begun) -> Begun:
            gone = (*stage.gone, *missing)
            return replace(stage, settled=True, tables=tuple(tables), given=tuple(given), gone=gone)

        await self._change(venue, night, lambda now: on(now, settled), *((told,) if known else ()))

    async def _fill(self, venue: VenueId, night: Night, begun: Begun) -> None:
        """Seat those who get a seat from the list, and begin where enough people sit."""
        sat = list[Guest]()
        for table in begun.tables:
            for guest in [one for one in night.going if one.player in table.seats and one.player in begun.given]:
                if await self.tables.sat(venue, night, begun, table, guest):
                    sat.append(guest)
            await self.tables.start(venue, night, begun, table)
        told = owed_by(night, f"given {begun.course}", say("night-seat-given", number=night.number), self._now())
        lots = in_lots(replace(told, called=tuple(sat))) if sat else ()
        await self._change(venue, night, lambda now: on(now, lambda stage: replace(stage, filled=True)), *lots)

    async def _look_at_tables(self, venue: VenueId, night: Night, begun: Begun) -> None:
        """End what lasts too long; when all tables are closed, the next game begins, or the night is over."""
        now = self._now()
        until = begun.until or begun.first + LONGEST
        more = begun.course + 1 < len(night.courses)
        left = [await self._stopped(venue, table, over=now >= until, room=more) for table in begun.tables]
        if more:
            await self._add_late(venue, night, begun)
        if not all(left) and now - begun.first < LONGEST + MISSED:
            return
        if not more:
            await self._end(venue, night, begun)
        elif night.pause:
            await self._rest(venue, night, begun)
        else:
            await self._next(venue, night, begun)

    async def _add_late(self, venue: VenueId, night: Night, begun: Begun) -> None:
        """Sign those up who sat down at the tables without being on the list, as raiders do: the next game has them."""
        late = await self.tables.others_at(venue, night, begun)

        def add(now: Night) -> Night:
            for one in late:
                if now.guest(one.player) is None and len(now.guests) < MOST_GUESTS:
                    now = replace(now, guests=(*now.guests, one))
            return now

        if late:
            await self._change(venue, night, add)

    async def _rest(self, venue: VenueId, night: Night, begun: Begun) -> None:
        """Begin the break before the next game."""
        rest, game = self._now() + night.pause * 60_000, night.courses[begun.course + 1].game
        said = say("night-break", number=night.number, game=game, minutes=night.pause, when=MOMENT)
        told = owed_by(night, f"break {begun.course}", said, self._now())
        told = replace(told, when=rest, zone=night.zone, night=night.number)
        points = await self._points(venue, begun)

        def rests(stage: Begun) -> Begun:
            return replace(stage, rest=rest, tables=(), earlier=begun.played, points=points)

        await self._change(venue, night, lambda now: on(now, rests), told)

    async def _points(self, venue: VenueId, begun: Begun) -> tuple[Score, ...]:
        """Return the points of all tournaments of a night so far. They are noted as a game is over, since the tables of
        somebody who is forgotten go with them.
        """
        return (*begun.points, *await self.tables.points(venue, [one.table for one in begun.tables]))

    async def _next(self, venue: VenueId, night: Night, begun: Begun) -> None:
        """Plan the tables of the next game."""
        now, course = self._now(), begun.course + 1
        if now - begun.first > LONGEST + MISSED:  # its place has had no room for long
            await self._end(venue, night, begun)
            return
        until = self._until(night, course, begun.first)
        points = await self._points(venue, begun)
        following = Begun(course, now, begun.first, until, (), gone=begun.gone, earlier=begun.played, points=points)
        await self._plan(venue, night, following)

    async def _stopped(self, venue: VenueId, table: NightTable, *, over: bool, room: bool) -> bool:
        """Tell whether a table is closed, or its tournament at its end; close it if it rests and its time is over, or
        nobody has played for long. `room`: close a tournament at its end, too, once all its tables are closed.
        """
        ref, now = TableRef(venue, table.table), self._now()
        try:
            session = await self.repository.get(ref, fresh=True)
            if over or is_left_alone(session, now):
                session = await self.repository.update(ref, (), lambda change: stop(change, over=over))
            if room and is_played_out(session) and await self.tables.all_closed(session):
                session = await self.repository.update(ref, (), close)
        except LeftAloneError:
            return False
        except GoneError:
            return True
        except Refused:
            return False
        return isinstance(session.phase, Closed) or (is_played_out(session) and not room)

    # After it

    async def _end(self, venue: VenueId, night: Night, begun: Begun) -> None:
        """Tell the points of the night and its next date, and plan that."""
        ids, points = set(begun.played), dict[str, int]()
        games = await self.games.all_of(venue, Wanted(place=night.place, since=begun.first))
        for one in await self._points(venue, begun):
            points[one.name] = points.get(one.name, 0) + one.points
        for game in games:
            if game.table in ids and game.counts:
                winners = [sat for sat in game.seats if sat.won]
                for sat in game.seats:
                    if not sat.house:
                        gained = len(game.seats) - len(winners) if sat.won else 0
                        points[sat.name] = points.get(sat.name, 0) + gained
        best = sorted(points.items(), key=lambda one: (-one[1], one[0]))[:BEST_TOLD]
        told = ", ".join(f"{name} {gained}" for name, gained in best) or "none"
        said = say("night-over", number=night.number, points=told, again=AGAIN, when=MOMENT)
        await self._over(venue, night, said)

    async def _over(self, venue: VenueId, night: Night, said: Say) -> None:
        """Tell how or why a night is over, and plan the next of its series."""
        following = next_of(night, self._now())
        again, at = ("no", night.at) if following is None else ("yes", following.at)
        told = owed_by(night, f"over {said.id}", say(said.id, **{**said.args, "again": again}), self._now())
        told = replace(told, when=at, zone=night.zone)

        def over(found: VenueNights) -> VenueNights:
            if found.night(night.number) != night:
                return found
            if following is None:
                return found.without_night(night.number, told)
            return found.with_night(following, replace(told, night=night.number))

        await self.nights.change(venue, over)

    async def _change(self, venue: VenueId, night: Night, alter: Callable[[Night], Night], *told: Owed) -> None:
        """Change a night, unless it was changed since it was looked at in more than who signed up."""

        def act(found: VenueNights) -> VenueNights:
            now = found.night(night.number)
            if now is None or (now.at, stage_of(now)) != (night.at, stage_of(night)):
                return found
            return found.with_night(alter(now), *told)

        await self.nights.change(venue, act)


def stage_of(night: Night) -> object:
    """Return the stage of a night, without who has come meanwhile."""
    return replace(night.stage, here=()) if isinstance(night.stage, Begun) else night.stage


def on(night: Night, alter: Callable[[Begun], Begun]) -> Night:
    """Return a night that is on, with its stage changed."""
    return replace(night, stage=alter(night.stage)) if isinstance(night.stage, Begun) else night


def owed_by(night: Night, what: str, told: Say, now: int) -> Owed:
    """Return a sentence that the place of a night is owed. `what`: names it among all that is told of this evening."""
    args = {key: value for key, value in told.args.items() if isinstance(value, str | int)}
    return Owed(f"{night.number} {night.at} {what}", told.id, night.place, night.venue, now, args=args)


def is_played_out(session: Session) -> bool:
    """Tell whether it is a tournament that is over, and shows its places."""
    return isinstance(session.phase, Hosting) and session.phase.over


def stop(change: Change, *, over: bool) -> None:
    """Close a table that rests; where a game is on and its time is `over`, no other begins after it."""
    session = change.session
    if isinstance(session.phase, Lobby | Between):
        if over or is_left_alone(session, change.now):
            close(change)
    elif isinstance(session.phase, Playing) and over and not session.enough:
        ending.enough(change)
