"""Play the Liars' Den: "each player makes a proposition ... regarding the number and value of dice" in play."""

from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from games.halflings.step import HALFLING_SIDES
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move, Range
from games.kit.seats import Seat
from games.rogues.events import CalledIt, FirstToBet, Fled, NextToBet, Proposed, Then
from games.rogues.moves import Count, Flee, Snake, Tumble
from games.rogues.options import DenRule
from games.rogues.state import Den, Proposition, State
from games.rogues.step import HAND, RoguesBuilder, may_flee, shown_in_party, trippers

FEWEST_LIARS = 2


def begin(step: RoguesBuilder) -> tuple[Then, ...]:
    """Begin the Den: everybody who still Trips declares once (FR-53), except those who can't pay the stake. It is
    skipped if fewer than two are left.
    """
    state, stake = step.state, step.state.unit
    waiting = tuple(
        seat for seat in circle(state) if state.rogues[seat].plays == "trips" and state.stacks[seat] >= stake
    )
    if len(waiting) < FEWEST_LIARS:
        return step.giant_comes()
    step.ask(Den(waiting))
    first = waiting[0]
    return () if first in state.gone else (FirstToBet(first, "liars", stake, may_flee(state, first)),)


def circle(state: State) -> tuple[Seat, ...]:
    """Return the order: from "the player that wins the round bets first next round", or "the last player to have
    declared their play", on in betting order (FR-59).
    """
    backwards = state.declared[::-1]
    at = next((backwards.index(seat) for seat in state.last_winner if seat in backwards), 0)
    return (*backwards[at:], *backwards[:at])


# What may be done now


def legal_moves(state: State, phase: Den, seat: Seat) -> tuple[LegalMove, ...]:
    if seat != phase.waiting[0]:
        return ()
    flee = (LegalMove(Flee),) if may_flee(state, seat) else ()
    return (*flee, *counts(state), LegalMove(Snake), LegalMove(Tumble))


def counts(state: State) -> tuple[LegalMove, ...]:
    """Return the counts allowed: after “Four 2s”, "Five or more 2s, or ... Four or more 3s" (FR-51)."""
    most = dice_in_play(state)
    if not state.propositions:
        return (LegalMove(Count, {"dice": Range(1, most), "face": Range(1, HALFLING_SIDES)}),)
    return tuple(
        LegalMove(Count, {"dice": Range(low, most), "face": Range(face, face)})
        for face, low in fewest_of(state).items()
        if low <= most
    )


def fewest_of(state: State) -> dict[int, int]:
    """Return for each number the fewest dice that are a raise."""
    if not state.propositions:
        return dict.fromkeys(range(1, HALFLING_SIDES + 1), 1)
    last = state.propositions[-1]
    return {face: last.dice + (face == last.face) for face in range(last.face, HALFLING_SIDES + 1)}


def lowest_raise(state: State, seat: Seat) -> tuple[Proposition, ...]:
    """Return the raise with the fewest dice and the lowest number; empty if there is none."""
    dice, face = min((low, face) for face, low in fewest_of(state).items())
    return (Proposition(seat, dice, face),) if dice <= dice_in_play(state) else ()


def dice_in_play(state: State) -> int:
    """Return how many dice can count: two for each Trip, and the shown dice of the Party (FR-50)."""
    return HAND * len(trippers(state)) + len(shown_in_party(state))


# Doing it


def play(step: RoguesBuilder, phase: Den, seat: Seat, move: Move) -> None:
    match move:
        case Flee():
            flee(step, phase, seat)
        case Count(dice=dice, face=face):
            propose(step, phase, Proposition(seat, dice, face))
        case Snake():
            step.state = replace(step.state, snakes=(*step.state.snakes, seat))
            called(step, phase, seat, "snake")
        case Tumble():
            step.state = replace(step.state, tumbles=(*step.state.tumbles, seat))
            called(step, phase, seat, "tumble")
        case _:
            raise AssertionError(f"{move} is not offered in the Den")


def flee(step: RoguesBuilder, phase: Den, seat: Seat) -> None:
    """Flee instead of raising or calling (FR-55), unless the Fearless rule bars it (FR-14)."""
    step.put(seat, replace(step.rogue(seat), plays="fled"))
    then = go_on(step, phase)
    step.tell(Fled(seat, then))


def propose(step: RoguesBuilder, phase: Den, made: Proposition) -> None:
    stake(step, made.seat)
    step.state = replace(step.state, propositions=(*step.state.propositions, made))
    then = go_on(step, phase)
    step.tell(Proposed(made.seat, made.dice, made.face, then))


def called(step: RoguesBuilder, phase: Den, seat: Seat, what: str) -> None:
    stake(step, seat)
    then = go_on(step, phase)
    step.tell(CalledIt(seat, what, then))


def silence(step: RoguesBuilder, phase: Den, seat: Seat) -> None:
    """Flee for the silent; if barred, make the lowest raise, else call a Tumble: this follows from public facts
    (FR-14).
    """
    if may_flee(step.state, seat):
        flee(step, phase, seat)
        return
    match lowest_raise(step.state, seat):
        case (lowest,):
            propose(step, phase, lowest)
        case _:
            play(step, phase, seat, Tumble())


def stake(step: RoguesBuilder, seat: Seat) -> None:
    """Pay the stake of a bettor into the Den's own pot (FR-52)."""
    amount = step.state.unit
    step.pay(seat, -amount)
    step.state = replace(step.state, den=Suckers(step.state.den + amount))


def go_on(step: RoguesBuilder, phase: Den) -> tuple[Then, ...]:
    """Ask the next bettor. The Den ends "Once all bettors have declared", or when only one still Trips (FR-53)."""
    waiting = phase.waiting[1:]
    step.ask(Den(waiting))
    if not waiting or len(trippers(step.state)) < FEWEST_LIARS:
        return step.giant_comes()
    seat = waiting[0]
    return () if seat in step.state.gone else (NextToBet(seat, Suckers(0), may_flee(step.state, seat)),)


# At the reveal


class Caught(NamedTuple):
    """Hold a wrong count whose stake goes to whoever raised before it."""

    wrong: Seat
    by: Seat


def caught(state: State) -> tuple[Caught, ...]:
    """Return the wrong counts that cost their stake, where the Den is sharp: all but one that nobody raised before."""
    if state.options.den is not DenRule.SHARP:
        return ()
    dice = in_play(state)
    return tuple(
        Caught(made.seat, before.seat)
        for before, made in pairwise(state.propositions)
        if dice.count(made.face) < made.dice
    )


def in_play(state: State) -> list[int]:
    """Return the dice that count: hands as they were at the reveal, and what the Party shows (FR-50)."""
    return [*shown_in_party(state), *(die for seat in trippers(state) for die in state.rogues[seat].hand)]


def highest_true(state: State) -> tuple[Proposition, ...]:
    """Return the last true proposition, which is the highest (FR-54); hands count as they were at the reveal."""
    if not state.propositions:
        return ()
    dice = in_play(state)
    return tuple(one for one in state.propositions if dice.count(one.face) >= one.dice)[-1:]
