"""A tournament in its sessions: gathered in a lobby, drawn to tables of its own, seated anew, ranked.

The hosting session decides how all shall sit; each table gets its seating by a step of its own, which may be repeated.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.ports.ids import PersonId
from bot.table import beginning, commitments, opening, seating
from bot.table.change import Change, Refused, people
from bot.table.document import OfTournament, Session, TournamentRules
from bot.table.fairness import mixed_in
from bot.table.log import Cast
from bot.table.pausing import refuse_while_paused
from bot.table.phases import Between, Closed, Hosting, Lobby, Planned, PlayedAt, Ranked
from bot.table.seats import Seated
from games.kit.codec import codec
from games.kit.dice import Dice
from games.kit.seats import all_seats
from games.kit.telling import Listed, Say, say
from games.proof import chain
from games.tournament import Entrant, Table, drawn, seated_anew

SEATS: Final = "seats"
"""The label of the draws for seats (`docs/fairness.md`)."""
LOOK: Final = 15
"""Seconds after which a tournament's tables are looked at again, whatever happens."""
BREATH: Final = 10
"""Seconds that people have to find their seats, and to read how a game ended."""
BEST_TOLD: Final = 10
AFTERWARDS: Final = 1800
"""Seconds that the ranking is shown before the session closes by itself."""
NO_CARRY: Final = msgspec.Raw(b"null")


class OtherTables(Refused):
    """The number of tables needed has changed meanwhile."""


# The host begins it


def begin(change: Change, tables: tuple[PlayedAt, ...], stamp: str) -> None:
    """Draw the seats at these tables, which are still empty; the texts of the lobby count for the draw."""
    session, rules = change.session, rules_of(change.session)
    if not isinstance(session.phase, Lobby):
        raise Refused("game-is-on", code=session.code)
    refuse_while_paused(change)
    opening.check_seats(session)
    pairs = beginning.entropy_pairs(change, stamp)
    options = chain.options_written(session.game_options)
    mixed = mixed_in(session.rules.version, options, (), NO_CARRY, pairs)
    dice = change.fairness.dice(session.pledge, mixed, {})
    seats = drawn(tuple(map(Entrant, range(len(session.seats)))), rules.seats, dice.draw(SEATS))
    if len(seats) != len(tables):
        raise OtherTables("tournament-is-seated")
    fresh = [newly_seated(session, seated) for seated in session.seats]
    planned = tuple(
        Planned(table.table, tuple(fresh[one] for one in sitting), NO_CARRY)
        for table, sitting in zip(tables, seats, strict=True)
    )
    hosting = Hosting(
        pledge=session.pledge,
        pairs=pairs,
        stamp=stamp,
        draws=dict(dice.counts),
        entered=change.cast(all_seats(len(session.seats))),
        tables=tables,
        seating=0,
        planned=(),
        waits=True,
        level=0,
        rises_at=change.table_time + rules.level_seconds * 1000,
        look_at=change.now + LOOK * 1000,
        ranked=(),
        entropy=mixed.hex(),
    )
    change.say("tournament-begins", players=len(fresh), tables=len(tables), seconds=rules.level_seconds)
    change.set(phase=hosting, seats=(), pledge=change.next_pledge, loaded=change.fairness.loaded)
    change.pledges_used += 1
    commitments.tell_begun(change, hosting, change.next_pledge)
    change.fairness.thrown(dice)
    seat_so(change, hosting, planned, dice)


def rules_of(session: Session) -> TournamentRules:
    if not isinstance(session.tournament, TournamentRules):
        raise Refused("no-tournament")
    return session.tournament


def newly_seated(session: Session, seated: Seated) -> Seated:
    """Return somebody's seat with the stack that everybody begins with."""
    stack = int(session.rules.stack(session.game_options))
    return Seated(seated.player, seated.name, stack, face=seated.face)


def hosting_of(change: Change) -> Hosting:
    """Return the running tournament. Raises Refused if there is none."""
    if isinstance(change.session.phase, Hosting):
        return change.session.phase
    raise Refused("tournament-not-begun")


def seat_so(change: Change, hosting: Hosting, planned: tuple[Planned, ...], dice: Dice) -> None:
    """Make this seating the current one; people who change tables are told.

    It is long for its comprehensions: who goes to which table, and who of them comes from another.
    """
    tables = tuple(
        replace(table, players=tuple(seated.player for seated in one.seated))
        for table, one in zip(hosting.tables, planned, strict=True)
    )
    before = {player: table.code for table in hosting.tables for player in table.players}
    change.set(
        phase=replace(
            hosting, tables=tables, seating=hosting.seating + 1, planned=planned, waits=True, draws=dict(dice.counts)
        )
    )
    final = "yes" if is_final(planned) else "no"
    called = {one.player: one.name for one in hosting.entered}
    for table, one in zip(tables, planned, strict=True):
        came = [
            called[seated.player] for seated in one.seated if final == "yes" or before.get(seated.player) != table.code
        ]
        if not one.seated:
            change.say("tournament-broken", number=table.number, code=table.code)
        elif came:
            change.say("tournament-seats", number=table.number, code=table.code, who=people(came), final=final)


def is_final(planned: Sequence[Planned]) -> bool:
    return sum(bool(one.seated) for one in planned) == 1


# Seated anew


def wait_for_all(change: Change) -> None:
    """Let no table begin another game, since people are to change tables."""
    hosting = hosting_of(change)
    if not hosting.waits:
        change.set(phase=replace(hosting, waits=True))
        change.say("tournament-waits")


def reseat(change: Change, tables: Sequence[Session]) -> None:
    """When all games are over, break and balance the tables by lot, or draw the final table."""
    hosting, rules = hosting_of(change), rules_of(change.session)
    same = [one.table for one in tables] == [one.table for one in hosting.tables]
    if hosting.planned or not same or not all(waits_for(one, hosting.seating + 1) for one in tables):
        return
    dice = change.fairness.dice_of(hosting)
    after = seated_anew(change.session.rules, tables_now(hosting, tables), rules.seats, dice.draw(SEATS))
    change.fairness.thrown(dice)
    seats = {seated.player: seated for table in tables for seated in table.seats}
    player = {int(one.seat): one.player for one in hosting.entered}
    planned = tuple(
        Planned(
            old.table,
            tuple(
                replace(seats[player[one]], stack=int(stack))
                for one, stack in zip(new.sitting, new.stacks, strict=True)
            ),
            msgspec.Raw(codec(change.session.rules).encode(new.carry)),
        )
        for old, new in zip(tables, after, strict=True)
    )
    seat_so(change, hosting, planned, dice)


def waits_for(table: Session, seating: int) -> bool:
    """Tell whether a table is at rest, and must have this seating before it begins another game."""
    of = table.tournament
    return isinstance(table.phase, Lobby | Between) and isinstance(of, OfTournament) and of.awaits == seating


def holds(hosting: Hosting, seating: int) -> bool:
    """Tell whether what was seen under this seating still holds: nobody is changing tables."""
    return not hosting.planned and hosting.seating == seating


def tables_now(hosting: Hosting, tables: Sequence[Session]) -> tuple[Table, ...]:
    """Return the tables in the form that the rules of seating take."""
    number = {one.player: Entrant(int(one.seat)) for one in hosting.entered}
    return tuple(
        Table(
            tuple(number[seated.player] for seated in table.seats),
            table.stacks,
            table.carry,
        )
        for table in tables
    )


def all_seated(change: Change, seating: int) -> None:
    """Note that every table sits as planned, so they play on. Tables without players are dropped."""
    hosting = hosting_of(change)
    if hosting.planned and hosting.seating == seating:
        standing = tuple(table for table in hosting.tables if table.players)
        change.set(phase=replace(hosting, planned=(), waits=False, tables=standing))


def forget(change: Change, tables: frozenset[str], seating: int) -> None:
    """Drop tables that are gone, whoever closed them."""
    hosting = hosting_of(change)
    if holds(hosting, seating):
        standing = tuple(table for table in hosting.tables if table.table not in tables)
        change.set(phase=replace(hosting, tables=standing))


# At one of its tables


def seat_at(change: Change, planned: Planned, of: OfTournament, given: Mapping[str, str]) -> None:
    """Give a table its seating. Do nothing if it has it already. Raises Refused while a game is on there."""
    session = change.session
    old = session.tournament
    if isinstance(session.phase, Closed) or (isinstance(old, OfTournament) and old.seating >= of.seating):
        return
    if not isinstance(session.phase, Lobby | Between):
        raise Refused("game-is-on", code=session.code)
    change.set(
        seats=planned.seated,
        given=dict(given),
        tournament=replace(of, came=came_here(session, planned, of)),
        phase=Lobby(starts_at=change.table_time + BREATH * 1000, carry=planned.carry),
    )
    change.touched()
    if planned.seated:
        final = "yes" if of.final else "no"
        who = people(change.called)
        change.say("tournament-table-seated", who=who, number=of.number, final=final, seconds=BREATH)
    else:
        seating.close(change)


def came_here(session: Session, planned: Planned, of: OfTournament) -> dict[PersonId, int]:
    """Return the people who have not played here yet, with the seating that brought them."""
    old = session.tournament.came if isinstance(session.tournament, OfTournament) else {}
    before = {seated.player for seated in session.seats}
    new = {seated.player: of.seating for seated in planned.seated if seated.player not in before}
    sitting = {seated.player for seated in planned.seated if not seated.is_bot}
    return {player: seating for player, seating in (old | new).items() if player in sitting}


def take_off(change: Change, players: frozenset[PersonId]) -> None:
    """Take those who are knocked out off the table, so that their seats are free."""
    if isinstance(change.session.phase, Lobby | Between):
        seats = all_seats(len(change.session.seats))
        change.reseat(tuple(seat for seat in seats if change.session.seats[seat].player not in players))
        commitments.tell_texts(change)


def set_stakes(change: Change, given: Mapping[str, str]) -> None:
    """Set the stakes of a new level, from the next game on."""
    if isinstance(change.session.phase, Lobby | Between) and change.session.given != given:
        change.set(given=dict(given))


def hold(change: Change, seating: int) -> None:
    """Let this table begin no game before it has this seating; the current one is played to its end."""
    of = change.session.tournament
    if not isinstance(of, OfTournament) or of.awaits >= seating:
        return
    change.set(tournament=replace(of, awaits=seating))
    change.stop_countdown()


def go_on(change: Change) -> None:
    """Let a table at rest begin by itself again."""
    phase, of = change.session.phase, change.session.tournament
    free = isinstance(of, OfTournament) and not of.waits
    if free and isinstance(phase, Lobby | Between) and phase.starts_at is None:
        change.set(phase=replace(phase, starts_at=change.table_time + BREATH * 1000))
        change.say("next-at", one=change.session.rules.one_is, seconds=BREATH)


# The stakes rise by the clock


def given_at(session: Session, level: int) -> dict[str, str]:
    """Return the options of the tournament's tables at this level, as typed."""
    return {**session.given, **stakes_at(session, level)}


def stakes_at(session: Session, level: int) -> dict[str, str]:
    """Return the options that a level sets: `ante_unit`: `10`."""
    return session.rules.raised(session.game_options, level)


def stakes_told(session: Session, level: int) -> Listed:
    """Return the stakes of a level in the words of the options: "the ante is 10 for each die"."""
    return Listed(tuple(Say(f"option-{key}", {"value": value}) for key, value in stakes_at(session, level).items()))


def rise(change: Change) -> None:
    hosting, rules = hosting_of(change), rules_of(change.session)
    if hosting.over:
        raise Refused("tournament-is-over")
    level = hosting.level + 1
    before, stakes = stakes_told(change.session, hosting.level), stakes_told(change.session, level)
    change.set(phase=replace(hosting, level=level, rises_at=change.table_time + rules.level_seconds * 1000))
    change.touched()
    if stakes != before:
        one, seconds = change.session.rules.one_is, rules.level_seconds
        change.say("tournament-level", level=level + 1, stakes=stakes, one=one, seconds=seconds)


def note_stacks(change: Change, tables: Sequence[Session]) -> None:
    """Note what everybody has at their table."""
    hosting = hosting_of(change)
    if (now := stacks_at(tables)) != hosting.stacks:
        change.set(phase=replace(hosting, stacks=now))


def stacks_at(tables: Sequence[Session]) -> dict[PersonId, int]:
    """Return what each player has at these tables; in a game, what they had when it began."""
    return {seated.player: seated.stack for table in tables for seated in table.seats}


def look_again(change: Change) -> None:
    change.set(phase=replace(hosting_of(change), look_at=change.now + LOOK * 1000))


# Who is out, and who came in where


def still_in(table: Session) -> tuple[bool, ...]:
    """Tell for each seat of a table at rest whether it plays on with the current stakes."""
    stacks = table.stacks
    return table.rules.plays_on(table.game_options, table.carry, stacks)


def series_is_over(table: Session) -> bool:
    """Tell whether a series is over by the rules."""
    return isinstance(table.phase, Between) and not table.series_is_on


class Out(NamedTuple):
    """Somebody who is out. They are ranked by these values in this order, the lowest last."""

    won: bool
    stack: int
    player: PersonId


def knocked_out(table: Session) -> Iterator[Out]:
    """Yield who is out at a table at rest; at the end of the final table's game, all who are left. `won`: that game."""
    if not isinstance(table.phase, Lobby | Between):
        return
    ends = table.is_final and series_is_over(table)
    won = winners_of(table) if ends else frozenset()
    for seated, plays in zip(table.seats, still_in(table), strict=True):
        if ends or not plays:
            yield Out(seated.player in won, seated.stack, seated.player)


def winners_of(table: Session) -> frozenset[str]:
    """Return the winners of the last game there, from its cast, since some may have left."""
    if not isinstance(table.phase, Between):
        return frozenset()
    result = table.result
    won = () if result is None else result.winners
    return frozenset(one.player for one in table.phase.cast if one.seat in won)


def rank(change: Change, left: Sequence[PersonId], out: Sequence[Out], seating: int) -> None:
    """Rank people who go out together: last those who left, then those with the fewest suckers; equals by lot.

    `seating`: the one under which they were seen to be out.
    """
    hosting = hosting_of(change)
    if not holds(hosting, seating):
        return
    done = {one.player for one in hosting.ranked}
    names = {one.player: one.name for one in hosting.entered}
    dice = change.fairness.dice_of(hosting)
    comes_in = by_lot([Out(False, -1, player) for player in left] + list(out), hosting, dice)
    change.fairness.thrown(dice)
    ranked = list(hosting.ranked)
    for player in comes_in:
        if player not in done:
            ranked.append(Ranked(player, names[player], len(hosting.entered) - len(ranked)))
            if len(ranked) < len(hosting.entered):
                change.say("tournament-out", who=names[player], place=ranked[-1].place)
    if len(ranked) > len(hosting.ranked):
        change.set(phase=replace(hosting, ranked=tuple(ranked), draws=dict(dice.counts)))
        change.touched()
        if len(ranked) == len(hosting.entered):
            finish(change)


def by_lot(out: Sequence["Out"], hosting: Hosting, dice: Dice) -> list[PersonId]:
    """Return the people who are out, from the last place up. Those who are equal are shuffled by the dice."""
    entered = [one.player for one in hosting.entered]
    found: list[PersonId] = []
    for alike in sorted({one[:2] for one in out}):
        equals = sorted((one.player for one in out if one[:2] == alike), key=entered.index)
        found += dice.draw(SEATS).shuffle(equals) if len(equals) > 1 else equals
    return found


def finish(change: Change) -> None:
    """Tell the winner, the best of the ranking, and the seed of the draws."""
    hosting = hosting_of(change)
    best = Listed(tuple(in_place(one) for one in reversed(hosting.ranked[-BEST_TOLD:])))
    change.say("tournament-over", who=hosting.ranked[-1].name, best=best, players=len(hosting.entered))
    commitments.reveal_seats(change, hosting)
    change.set(idle_at=change.now + AFTERWARDS * 1000)


def in_place(one: Ranked) -> Say:
    return say("in-place", place=one.place, who=one.name)


def left_in(hosting: Hosting) -> tuple[Cast, ...]:
    """Return those who are not out yet."""
    done = {one.player for one in hosting.ranked}
    return tuple(one for one in hosting.entered if one.player not in done)


def missing(hosting: Hosting, tables: Sequence[Session]) -> list[PersonId]:
    """Return the players who are at no table any more: they left for good."""
    seated = {one.player for table in tables for one in table.seats}
    return [one.player for one in left_in(hosting) if one.player not in seated]
