"""Deal other dice and sealed choices that agree with all that one seat was told."""

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from games.headache.moves import NONE
from games.headache.options import DrawRule, HeadacheOptions, Reveal
from games.headache.state import (
    BlindBids,
    Choice,
    Decided,
    Declaring,
    DieNumber,
    Drawing,
    Drawn,
    Fist,
    FistsOut,
    Ordering,
    Question,
    Slip,
    State,
    Table,
    Voting,
    WithTable,
)
from games.headache.votes import options_of
from games.kit.dice import Dice, Draw
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.secret import Sealed, Secret


def resample(state: State, seat: Seat, dice: Dice) -> State:
    if not isinstance(state.phase, WithTable):
        return state
    phase = dice_anew(state.options, state.phase, seat, dice.draw("resample"))
    return replace(state, phase=choices_anew(state, phase, seat, dice.draw("resample")))


# The dice


def dice_anew(options: HeadacheOptions, phase: WithTable, seat: Seat, draw: Draw) -> WithTable:
    """Shuffle what this seat can't tell apart."""
    table = phase.table
    dealt = [drawn.die.reveal() for drawn in table.drawn]
    if isinstance(phase, Drawing):
        dealt += phase.bag.reveal()
    for alike in groups(options, phase, seat, len(dealt)):
        for place, die in zip(alike, draw.shuffle([dealt[place] for place in alike]), strict=True):
            dealt[place] = die
    drawn = tuple(Drawn(one.cup, Secret(die)) for one, die in zip(table.drawn, dealt, strict=False))
    phase = replace(phase, table=replace(table, drawn=drawn))
    if isinstance(phase, Drawing):
        return replace(phase, bag=Secret(tuple(dealt[len(drawn) :])))
    return phase


def groups(options: HeadacheOptions, phase: WithTable, seat: Seat, dice: int) -> Iterator[tuple[DieNumber, ...]]:
    """Yield groups of dice that the seat can't tell apart: those between two looks of its own into the bag."""
    table, known = phase.table, known_to(phase.table, seat)
    looks = [number for number, drawn in enumerate(table.drawn) if drawn.cup.seat == seat]
    if isinstance(phase, Drawing) and phase.drawer == seat:
        looks.append(len(table.drawn))
    if not options.bag_peek and options.draw is DrawRule.RANDOM:
        looks = []
    edges = [0, *looks, dice]
    for first, last in pairwise(edges):
        yield tuple(number for number in range(first, last) if number not in known)


def known_to(table: Table, seat: Seat) -> frozenset[DieNumber]:
    """Return the dice that this seat drew, or bought and looked at, or that everybody has seen."""
    own = {number for number, drawn in enumerate(table.drawn) if drawn.cup.seat == seat}
    looked = {one.die for one in table.sold if one.owner == seat and looks(table)}
    return frozenset({*own, *looked, *table.shown})


def looks(table: Table) -> bool:
    """Return whether buyers look at what they buy."""
    return Decided(Question.REVEAL, Reveal.LOOKS) in table.decided


# Sealed votes and bids


def choices_anew(state: State, phase: WithTable, seat: Seat, draw: Draw) -> WithTable:
    match phase:
        case Voting(question=question, slips=slips):
            options = options_of(state.options, question)
            anew = tuple(one if one.seat == seat else slip(state, one, options, draw) for one in slips)
            return replace(phase, slips=anew)
        case FistsOut(fists=fists) | Ordering(fists=fists):
            return replace(phase, fists=fists_anew(state, fists, {seat}, 0, draw))
        case Declaring(fists=fists, ballots=ballots):
            known = {seat, *(ballot.seat for ballot in ballots)}
            return replace(phase, fists=fists_anew(state, fists, known, 0, draw))
        case BlindBids(fists=fists, least=least):
            return replace(phase, fists=fists_anew(state, fists, {seat}, least, draw))
        case _:
            return phase


def fists_anew(state: State, fists: tuple[Fist, ...], known: set[Seat], least: int, draw: Draw) -> tuple[Fist, ...]:
    return tuple(one if one.seat in known else fist(state, one, least, draw) for one in fists)


def slip(state: State, sent: Slip, options: tuple[str, ...], draw: Draw) -> Slip:
    amount = Suckers(draw.below(state.stacks[sent.seat] + 1))
    option = draw.pick(options) if amount else draw.pick((*options, NONE))
    return Slip(sent.seat, Sealed(Choice(amount, option)))


def fist(state: State, sent: Fist, least: int, draw: Draw) -> Fist:
    return Fist(sent.seat, Sealed(Suckers(least + draw.below(state.stacks[sent.seat] - least + 1))))
