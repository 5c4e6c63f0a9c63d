"""Play the optional rule of alliances, and One Die Only: decide who plays for the pot with which dice."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.headache.events import AllianceCalled, Allied, KeepCalled, Kept, Proposed
from games.headache.moves import AS_OFFERED, Ally, Keep, Pass
from games.headache.options import Method
from games.headache.phrases import Share
from games.headache.state import (
    Allying,
    Contest,
    Keeping,
    Over,
    Proposal,
    Question,
    RoundShown,
    Side,
    State,
    Table,
    WithTable,
)
from games.headache.step import HeadacheBuilder
from games.kit.contract import Ask
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, OneOf, Range
from games.kit.seats import Die, Seat

HALF: Final = 50
WHOLE: Final = 100

# Alliances: "players may, before the final contest phase, choose to ally together" (HA-31b, HA-32)


def begin(step: HeadacheBuilder, table: Table) -> Table | None:
    """Ask for alliances: before the vote of phase 8, so that allies vote as one, and again after it."""
    if not step.options.alliances:
        return table
    phase = Allying(table, ())
    able = waiting(step.state, phase)
    if not able:
        return table
    step.tell(AllianceCalled(able, step.options.ally_seconds))
    step.ask(phase)
    return None


def allies_now(state: State) -> bool:
    """Return whether it is between the end of the auction and the first roll of the contest (HA-31b)."""
    match state.phase:
        case Contest(round=1, rolls=(), again=False):
            return state.options.alliances
        case Contest() | RoundShown() | Over():
            return False
        case phase:
            return state.options.alliances and isinstance(phase, WithTable) and bool(phase.table.sides)


def side_of(sides: Sequence[Side], seat: Seat) -> Side | None:
    return next((side for side in sides if seat in side.members), None)


def as_side(sides: Sequence[Side], seat: Seat) -> Side:
    """Return the side of a seat; a player with neither die nor ally is a side without dice."""
    return side_of(sides, seat) or Side((seat,), (1,), ())


def partners(state: State, table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats with which this seat may ally: any at the table, with dice or without (HA-31b)."""
    own = as_side(table.sides, seat)
    others = [one for one in table.order if one in state.here and one not in own.members]
    return tuple(other for other in others if may_join(state, table, own, as_side(table.sides, other)))


def may_join(state: State, table: Table, one: Side, other: Side) -> bool:
    """Return whether the two may ally: one of them is alone, one has a die, and a rival is left to play against."""
    together = len(one.members) + len(other.members)
    alone = 1 in {len(one.members), len(other.members)}
    owners = bool(one.dice) + bool(other.dice)
    rivals = len(table.sides) - owners
    return together <= state.options.alliance_size and alone and owners > 0 and rivals > 0


def waiting(state: State, phase: Allying) -> tuple[Seat, ...]:
    """Return the owners and those who have been made an offer. All others may ally too, but nobody waits for them."""
    table = phase.table
    asked = {member for side in table.sides for member in side.members} | {one.other for one in table.proposals}
    return tuple(
        seat
        for seat in table.order
        if seat in state.here and seat in asked and seat not in phase.passed and partners(state, table, seat)
    )


def ally(step: HeadacheBuilder, phase: WithTable, seat: Seat, move: Ally) -> Table | None:
    """Offer an alliance, or accept one at the share that was offered: both agree by message. None: it was an offer."""
    table = phase.table
    offered = next((one for one in table.proposals if (one.seat, one.other) == (move.seat, seat)), None)
    if offered is not None and move.share in {AS_OFFERED, WHOLE - offered.share}:
        return allied(step, table, offered)
    share = max(HALF if move.share == AS_OFFERED else move.share, stood_by(table, seat, move.seat))
    step.tell(Proposed(seat, move.seat, share))
    others = tuple(one for one in table.proposals if one.seat != seat)
    step.go_on(replace(phase, table=replace(table, proposals=(*others, Proposal(seat, move.seat, share)))))
    return None


def stood_by(table: Table, seat: Seat, other: Seat) -> int:
    """Return the share that this seat has already offered the other, which may not be lowered before the answer."""
    return max((one.share for one in table.proposals if (one.seat, one.other) == (seat, other)), default=0)


def without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(one for one in seats if one != seat)


def allied(step: HeadacheBuilder, table: Table, offer: Proposal) -> Table:
    """Make two sides one: "they play from that point on as a single player". The one who offered leads (HA-32)."""
    first, second = as_side(table.sides, offer.seat), as_side(table.sides, offer.other)
    if len(second.members) == 1:
        joined = join(first, offer.seat, second, offer.share)
    else:
        joined = join(second, offer.other, first, WHOLE - offer.share)
    kept, gone = (first, second) if first.dice else (second, first)
    sides = tuple(joined if side is kept else side for side in table.sides if side is not gone)
    step.tell(Allied(percents(joined)))
    open_still = tuple(one for one in table.proposals if not {one.seat, one.other} & set(joined.members))
    return replace(table, sides=sides, proposals=open_still)


# While owners are asked, and beside the other questions from the end of the auction on


def ally_when_asked(step: HeadacheBuilder, phase: Allying, seat: Seat, move: Ally) -> Table | None:
    """Ally while owners are asked; a player who has passed is asked again if somebody makes an offer."""
    table = ally(step, phase, seat, move)
    if table is not None:
        step.go_on(Allying(table, phase.passed))
        return close_if_all_passed(step)
    asked = step.state.phase
    if isinstance(asked, Allying):
        step.go_on(replace(asked, passed=without(asked.passed, move.seat)))
    return None


def ally_meanwhile(step: HeadacheBuilder, phase: WithTable, seat: Seat, move: Ally) -> Table | None:
    """Ally during another question: a vote goes on, but the choice of dice or the rolls are asked for anew."""
    table = ally(step, phase, seat, move)
    if table is None:
        return None
    step.go_on(replace(phase, table=table))
    return begin_keeping(step, table) if isinstance(phase, Keeping | Contest) else None


def join(side: Side, partner: Seat, newcomer: Side, share: int) -> Side:
    """Join two sides: the newcomer, who is alone, gets this percentage of the partner's part; other allies keep
    theirs.
    """
    parts = dict(zip(side.members, side.parts, strict=True))
    shared = {seat: part * (WHOLE - share if seat == partner else WHOLE) for seat, part in parts.items()}
    return Side(
        (*side.members, *newcomer.members),
        (*shared.values(), parts[partner] * share),
        (*side.dice, *newcomer.dice),
    )


def percents(side: Side) -> tuple[Share, ...]:
    whole = sum(side.parts)
    return tuple(
        Share(seat, Suckers(round(WHOLE * part / whole))) for seat, part in zip(side.members, side.parts, strict=True)
    )


def passed(step: HeadacheBuilder, phase: Allying, seats: Sequence[Seat]) -> Table | None:
    fresh = tuple(seat for seat in seats if seat not in phase.passed)
    step.go_on(replace(phase, passed=(*phase.passed, *fresh)))
    return close_if_all_passed(step)


def close_if_all_passed(step: HeadacheBuilder) -> Table | None:
    phase = step.state.phase
    if isinstance(phase, Allying) and not waiting(step.state, phase):
        return phase.table
    return None


# One Die Only: "any player who owns more than one die, must select one die to play with and discard all others"


def begin_keeping(step: HeadacheBuilder, table: Table) -> Table | None:
    """Ask each owner of several dice to choose one, after all have seen them (HA-27)."""
    if table.option(Question.METHOD) != Method.ONE:
        return table
    choosing = choosers(table)
    if not choosing:
        return table
    step.tell(KeepCalled(choosing))
    step.ask(Keeping(table))
    return None


def choosers(table: Table) -> tuple[Seat, ...]:
    """Return who chooses for each side that has more than one die: among allies, the one who offered."""
    return tuple(side.members[0] for side in table.sides if len(side.dice) > 1)


def keep(step: HeadacheBuilder, phase: Keeping, seat: Seat, die: Die) -> Table | None:
    step.tell(Kept(seat, die))
    sides = tuple(replace(side, dice=(die,)) if side.members[0] == seat else side for side in phase.table.sides)
    step.go_on(Keeping(replace(phase.table, sides=sides)))
    return close_if_all_kept(step)


def close_if_all_kept(step: HeadacheBuilder) -> Table | None:
    phase = step.state.phase
    return phase.table if isinstance(phase, Keeping) and not choosers(phase.table) else None


def most_sides(phase: Keeping, seat: Seat) -> Die:
    """Return the die that is kept for a silent player."""
    return max(next(side.dice for side in phase.table.sides if side.members[0] == seat))


def offers(state: State, seat: Seat) -> tuple[LegalMove, ...]:
    """Return the moves that are possible besides those of the phase."""
    if not allies_now(state) or not isinstance(state.phase, WithTable):
        return ()
    others = partners(state, state.phase.table, seat)
    offered = {one.seat: one.share for one in state.phase.table.proposals if one.other == seat and one.seat in others}
    rest = tuple(other for other in others if other not in offered)
    answers = (alliance((other,), WHOLE - share) for other, share in offered.items())
    return (*answers, alliance(rest, HALF)) if rest else tuple(answers)


def alliance(others: tuple[Seat, ...], suggest: int) -> LegalMove:
    """Return the move to ally with any of these. `suggest`: the percentage for the other that a form begins with."""
    share = Range(0, WHOLE, suggest=suggest, left_out=AS_OFFERED)
    return LegalMove(Ally, {"seat": OneOf(others), "share": share})


# Legal moves, moves, silence, leaving and asking


class AllianceRules(Struct, frozen=True):
    phase: Allying | Keeping

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        phase = self.phase
        if isinstance(phase, Allying):
            return (LegalMove(Pass),) if seat in waiting(state, phase) else ()
        if seat not in choosers(phase.table):
            return ()
        dice = next(side.dice for side in phase.table.sides if side.members[0] == seat)
        return (LegalMove(Keep, {"die": OneOf(tuple(dict.fromkeys(dice)))}),)

    def play(self, step: HeadacheBuilder, seat: Seat, move: Move) -> Table | None:
        phase = self.phase
        match move, phase:
            case Pass(), Allying():
                return passed(step, phase, (seat,))
            case Keep(die=die), Keeping():
                return keep(step, phase, seat, die)
            case _:
                raise AssertionError(f"{move} is not offered in {phase}")

    def silence(self, step: HeadacheBuilder, seats: Sequence[Seat]) -> Table | None:
        phase = self.phase
        if isinstance(phase, Allying):
            return passed(step, phase, seats)
        silent = [seat for seat in choosers(phase.table) if seat in seats]
        done = None
        for seat in silent:
            current = step.state.phase
            if isinstance(current, Keeping):
                done = keep(step, current, seat, most_sides(current, seat))
        return done

    def left(self, step: HeadacheBuilder) -> Table | None:
        if isinstance(self.phase, Allying):
            return close_if_all_passed(step)
        return close_if_all_kept(step)

    def asks(self, state: State, name: str) -> Ask:
        phase = self.phase
        if isinstance(phase, Allying):
            return Ask(name, waiting(state, phase), state.options.ally_seconds)
        return Ask(name, choosers(phase.table), state.options.keep_seconds)
