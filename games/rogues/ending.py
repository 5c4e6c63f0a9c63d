"""Decide who is out, who is left, and how a match ends without a last Halfling."""

from collections.abc import Iterator
from typing import NamedTuple

from games.kit.money import Suckers, shared
from games.kit.seats import Seat
from games.rogues.events import HouseWins, IsOut, LastHalfling, MatchEnds, MostSuckers, Outcome, Paid
from games.rogues.options import UnpaidDice
from games.rogues.state import State
from games.rogues.step import RoguesBuilder, clockwise, order, paid_for, still_in


class Ending(NamedTuple):
    """Say what follows from a round. `out`: seats that have dice but are out. `winners`: of a match that ends while
    several have dice.
    """

    outcomes: tuple[Outcome, ...]
    out: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()
    goes_on: bool = True


def ending(step: RoguesBuilder, over: Suckers) -> Ending:
    """Return what follows; dice are checked before money (FR-33). `over`: what would carry over; if the match ends
    while several have dice, they share it.
    """
    state = step.state
    outcomes, having = tuple(out_of_dice(state)), clockwise(still_in(state), state.first)
    if not having:
        return Ending((*outcomes, HouseWins()), goes_on=False)
    if len(having) == 1:
        return Ending((*outcomes, LastHalfling(having[0])))
    why = no_round_follows(state, having)
    if why:
        shared_out, winners = most_suckers(step, having, over, why[0])
        return Ending((*outcomes, *shared_out), winners=winners, goes_on=False)
    broke = tuple(out_of_money(state, having))
    out = tuple(one.seat for one in broke)
    left = tuple(seat for seat in having if seat not in out)
    return Ending((*outcomes, *broke, *(map(LastHalfling, left) if len(left) == 1 else ())), out)


def no_round_follows(state: State, having: tuple[Seat, ...]) -> tuple[MatchEnds, ...]:
    """Return why the match ends although several have dice; empty: it goes on."""
    if 0 < state.options.rounds <= state.number:
        return (MatchEnds("rounds", state.number),)
    if len(tuple(out_of_money(state, having))) == len(having):
        return (MatchEnds("money", state.unit),)
    return ()


def out_of_dice(state: State) -> Iterator[IsOut]:
    """Yield who is out: "If you do not have any dice, you are out of the game". Nothing is told of those who left."""
    for seat in order(state):
        if seat not in state.gone and not state.rogues[seat].cup:
            yield IsOut(seat, "dice")


def out_of_money(state: State, having: tuple[Seat, ...]) -> Iterator[IsOut]:
    """Yield who is out: "If you do not have sufficient money to ante-up with your deck of dice".

    A rise makes nobody poor: it goes no further than what those who can pay this ante can pay twice (FR-33).
    """
    unit = state.unit
    for seat in having:
        cup = state.rogues[seat].cup
        if not paid_for(state.options, unit, cup, state.stacks[seat]):
            yield IsOut(seat, "money", Suckers(unit if state.options.unpaid_dice is UnpaidDice.SHED else cup * unit))


def most_suckers(
    step: RoguesBuilder, among: tuple[Seat, ...], pot: Suckers, why: MatchEnds
) -> tuple[tuple[Outcome, ...], tuple[Seat, ...]]:
    """Share what would carry over among those who have dice, odd suckers to the first of them (ALL-2); then the most
    suckers win (FR-33).
    """
    shares = {seat: share for seat, share in shared(pot, among).items() if share}
    for seat, share in shares.items():
        step.pay(seat, share)
    stacks = step.state.stacks
    winners = tuple(seat for seat in among if stacks[seat] == max(stacks[one] for one in among))
    paid = tuple(Paid(seat, share, "carried") for seat, share in shares.items())
    return (why, *paid, MostSuckers(winners)), winners
