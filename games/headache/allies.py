"""The optional rule of alliances, and One Die Only: who plays for the pot with what, before the first roll."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from games.contract import Ask
from games.headache.events import AllianceCalled, Allied, KeepCalled, Kept, Proposed
from games.headache.moves import AS_OFFERED, Ally, Keep, Pass
from games.headache.options import Method
from games.headache.phrases import Share
from games.headache.state import Allying, Keeping, Proposal, Question, Side, State, Table
from games.headache.turn import Turn
from games.money import Suckers
from games.moves import LegalMove, Move, OneOf, Range
from games.seats import Die, Seat

HALF: Final = 50
WHOLE: Final = 100
FEWEST_SIDES: Final = 2
"""Not all owners may join one alliance (HA-32)."""

# Alliances: "players may, before the final contest phase, choose to ally together" (HA-32)


def begin(turn: Turn, table: Table) -> Table | None:
    if not turn.options.alliances:
        return table
    phase = Allying(table, (), ())
    able = waiting(turn.state, phase)
    if not able:
        return table
    turn.tell(AllianceCalled(able, turn.options.ally_seconds))
    turn.ask(phase)
    return None


def side_of(table: Table, seat: Seat) -> Side | None:
    return next((side for side in table.sides if seat in side.members), None)


def partners(state: State, phase: Allying, seat: Seat) -> tuple[Seat, ...]:
    """With whom this seat may still ally: one of the two joins by themselves."""
    own = side_of(phase.table, seat)
    if own is None or seat not in state.here or len(phase.table.sides) <= FEWEST_SIDES:
        return ()
    most = state.options.alliance_size - len(own.members)
    others = [side for side in phase.table.sides if side is not own and len(side.members) <= most]
    alone = [side for side in others if len(side.members) == 1 or len(own.members) == 1]
    return tuple(member for side in alone for member in side.members)


def waiting(state: State, phase: Allying) -> tuple[Seat, ...]:
    return tuple(seat for seat in phase.table.order if seat not in phase.passed and partners(state, phase, seat))


def ally(turn: Turn, phase: Allying, seat: Seat, move: Ally) -> Table | None:
    """Both agree by message: the second word closes it, at the share that was offered."""
    offered = next((one for one in phase.proposals if (one.seat, one.other) == (move.seat, seat)), None)
    if offered is not None and move.share in {AS_OFFERED, WHOLE - offered.share}:
        return allied(turn, phase, offered)
    share = max(move.share or HALF, stood_by(phase, seat, move.seat))
    turn.tell(Proposed(seat, move.seat, share))
    others = tuple(one for one in phase.proposals if one.seat != seat)
    turn.go_on(
        replace(phase, proposals=(*others, Proposal(seat, move.seat, share)), passed=without(phase.passed, move.seat))
    )
    return None


def stood_by(phase: Allying, seat: Seat, other: Seat) -> int:
    """What this seat has offered the other one already: nobody takes back a part of it while it is being answered."""
    return max((one.share for one in phase.proposals if (one.seat, one.other) == (seat, other)), default=AS_OFFERED)


def without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(one for one in seats if one != seat)


def allied(turn: Turn, phase: Allying, offer: Proposal) -> Table | None:
    """Rulebook: "they play from that point on as a single player": who offered leads (HA-32)."""
    table = phase.table
    first, second = side_of(table, offer.seat), side_of(table, offer.other)
    if first is None or second is None:
        raise AssertionError("only owners ally")
    if len(second.members) == 1:
        joined = join(first, offer.seat, second, offer.share)
    else:
        joined = join(second, offer.other, first, WHOLE - offer.share)
    sides = tuple(joined if side is first else side for side in table.sides if side is not second)
    turn.tell(Allied(percents(joined)))
    open_still = tuple(one for one in phase.proposals if one.seat not in joined.members)
    turn.go_on(Allying(replace(table, sides=sides), open_still, phase.passed))
    return close_if_all_passed(turn)


def join(side: Side, partner: Seat, newcomer: Side, share: int) -> Side:
    """Who joins alone gets so many percent of the partner's part; the parts of other allies stay as they are."""
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


def passed(turn: Turn, phase: Allying, seats: Sequence[Seat]) -> Table | None:
    fresh = tuple(seat for seat in seats if seat not in phase.passed)
    turn.go_on(replace(phase, passed=(*phase.passed, *fresh)))
    return close_if_all_passed(turn)


def close_if_all_passed(turn: Turn) -> Table | None:
    phase = turn.state.phase
    if isinstance(phase, Allying) and not waiting(turn.state, phase):
        return phase.table
    return None


# One Die Only: "any player who owns more than one die, must select one die to play with and discard all others"


def begin_keeping(turn: Turn, table: Table) -> Table | None:
    """The owner chooses, having seen them (HA-27)."""
    if table.option(Question.METHOD) != Method.ONE:
        return table
    choosing = choosers(table)
    if not choosing:
        return table
    turn.tell(KeepCalled(choosing))
    turn.ask(Keeping(table))
    return None


def choosers(table: Table) -> tuple[Seat, ...]:
    """For each side that has more than one die, who chooses: of allies the one who offered."""
    return tuple(side.members[0] for side in table.sides if len(side.dice) > 1)


def keep(turn: Turn, phase: Keeping, seat: Seat, die: Die) -> Table | None:
    turn.tell(Kept(seat, die))
    sides = tuple(replace(side, dice=(die,)) if side.members[0] == seat else side for side in phase.table.sides)
    turn.go_on(Keeping(replace(phase.table, sides=sides)))
    return close_if_all_kept(turn)


def close_if_all_kept(turn: Turn) -> Table | None:
    phase = turn.state.phase
    return phase.table if isinstance(phase, Keeping) and not choosers(phase.table) else None


def most_sides(phase: Keeping, seat: Seat) -> Die:
    """What the clock keeps."""
    return max(next(side.dice for side in phase.table.sides if side.members[0] == seat))


# The doors of this room


def legal_moves(state: State, phase: Allying | Keeping, seat: Seat) -> tuple[LegalMove, ...]:
    if isinstance(phase, Allying):
        others = partners(state, phase, seat)
        if not others:
            return ()
        offers = LegalMove(Ally, {"seat": OneOf(others), "share": Range(AS_OFFERED, WHOLE - 1, suggest=AS_OFFERED)})
        return (offers,) if seat in phase.passed else (offers, LegalMove(Pass))
    if seat not in choosers(phase.table):
        return ()
    dice = next(side.dice for side in phase.table.sides if side.members[0] == seat)
    return (LegalMove(Keep, {"die": OneOf(tuple(dict.fromkeys(dice)))}),)


def play(turn: Turn, phase: Allying | Keeping, seat: Seat, move: Move) -> Table | None:
    match move, phase:
        case Ally(), Allying():
            return ally(turn, phase, seat, move)
        case Pass(), Allying():
            return passed(turn, phase, (seat,))
        case Keep(die=die), Keeping():
            return keep(turn, phase, seat, die)
        case _:
            raise AssertionError(f"{move} is not offered in {phase}")


def silence(turn: Turn, phase: Allying | Keeping, seats: Sequence[Seat]) -> Table | None:
    if isinstance(phase, Allying):
        return passed(turn, phase, seats)
    silent = [seat for seat in choosers(phase.table) if seat in seats]
    done = None
    for seat in silent:
        current = turn.state.phase
        if isinstance(current, Keeping):
            done = keep(turn, current, seat, most_sides(current, seat))
    return done


def left(turn: Turn, phase: Allying | Keeping) -> Table | None:
    if isinstance(phase, Allying):
        here = tuple(one for one in phase.proposals if one.seat in turn.here and one.other in turn.here)
        turn.go_on(replace(phase, proposals=here))
        return close_if_all_passed(turn)
    return close_if_all_kept(turn)


def asks(state: State, phase: Allying | Keeping, name: str) -> Ask:
    if isinstance(phase, Allying):
        return Ask(name, waiting(state, phase), state.options.ally_seconds)
    return Ask(name, choosers(phase.table), state.options.keep_seconds)
