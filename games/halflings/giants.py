"""Decide about the Giant who is a player (HG-15, HG-16): whose turn it is, what they cover, when nobody can be it."""

from collections.abc import Iterator
from typing import Final

from games.halflings.events import PassedOver
from games.halflings.options import HalflingsOptions, Mode
from games.halflings.state import Bet, Carry, State
from games.kit.money import Stacks, Suckers, suckers
from games.kit.seats import Seat, after, all_seats

MOST_PASSED: Final = 3
"""How many of those who are passed over are named."""


def least(options: HalflingsOptions) -> Suckers:
    """Return the stack that one needs to play: 1 to stake; if players are Giants, what the highest Knee pays for 1."""
    return Suckers(max(1, suckers(options.most_pay))) if options.giant_plays else Suckers(1)


def coverable(giants_stack: int, options: HalflingsOptions) -> int:
    """Return the largest whole stake whose highest pay, rounded down, this stack covers."""
    pay = options.most_pay
    return ((giants_stack + 1) * pay.denominator - 1) // pay.numerator


def share(state: State, bets: tuple[Bet, ...], giant: Seat) -> int:
    """Return the largest stake that needs no more than an even share of the stack that the Giant had when staking
    opened, but at least 1.
    """
    opened = state.stacks[giant] + sum([bet.cover for bet in bets])
    return max(1, coverable(opened // (len(state.stacks) - 1), state.options))


# Whose turn it is to be the Giant


def first_giant(options: HalflingsOptions, stacks: Stacks, last: Seat | None) -> Seat | None:
    """Return the next Giant; None: the House. The role passes on after each round, past those who can't cover a
    stake.
    """
    if not options.giant_plays:
        return None
    turns = giants_in_turn(options, len(stacks), last)
    for seat in turns:
        if can_be_giant(options, stacks, seat):
            return seat
    return turns[0]


def giants_in_turn(options: HalflingsOptions, seats: int, last: Seat | None) -> tuple[Seat, ...]:
    first = Seat(1) if options.mode is Mode.DUEL else Seat(0)
    if last is not None and last < seats:
        first = after(last, seats)
    order = all_seats(seats)
    return order[first:] + order[:first]


def last_of(giant: Seat | None, seats: tuple[Seat | None, ...]) -> Seat | None:
    """Return the seat before the next Giant, after people left: the last Giant's or, if they left, the one before it.

    `seats`: where each old seat is now, None if its player has left.
    """
    if giant is None:
        return None
    before = (*seats[giant + 1 :], *seats[: giant + 1])
    return next((seat for seat in reversed(before) if seat is not None), None)


def can_be_giant(options: HalflingsOptions, stacks: Stacks, giant: Seat) -> bool:
    """Return whether this stack covers a stake, and somebody else has something to stake."""
    return coverable(stacks[giant], options) > 0 and any(stacks[:giant] + stacks[giant + 1 :])


def passed_over(
    options: HalflingsOptions, stacks: Stacks, last: Seat | None, giant: Seat | None
) -> Iterator[PassedOver]:
    """Tell who would have been the Giant before this one."""
    if giant is None:
        return
    turns = giants_in_turn(options, len(stacks), last)
    passed = turns[: turns.index(giant)]
    if passed and can_be_giant(options, stacks, giant):
        yield PassedOver(passed[:MOST_PASSED], max(0, len(passed) - MOST_PASSED), suckers(options.most_pay))


def held_up_by(options: HalflingsOptions, _carry: Carry | None, stacks: Stacks) -> tuple[Seat, ...]:
    """Return the seats with too little for any round to be played; empty if one can be."""
    seats = all_seats(len(stacks))
    playable = any(can_be_giant(options, stacks, seat) for seat in seats) if options.giant_plays else any(stacks)
    return () if playable else tuple(seat for seat in seats if stacks[seat] < least(options))
