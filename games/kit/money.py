"""Suckers: whole, never bought, never cashed (ruling ALL-2)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NewType

from games.kit.seats import Seat

Suckers = NewType("Suckers", int)
"""A whole number of suckers. Amounts that people type lie between 0 and MOST_SUCKERS."""

MOST_SUCKERS = Suckers(2**53 - 1)

Stacks = tuple[Suckers, ...]
"""The suckers before each seat, in seat order."""


def suckers(amount: Fraction) -> Suckers:
    """Return winnings in whole suckers, rounded down (ruling HG-18, "Winnings that are not whole")."""
    return Suckers(amount.numerator // amount.denominator)


def winnings(stake: Suckers, pays: Fraction) -> Suckers:
    """Return what a stake wins if one sucker wins `pays`, in whole suckers."""
    return Suckers(stake * pays.numerator // pays.denominator)


def moved(stacks: Stacks, changes: Mapping[Seat, int]) -> Stacks:
    """Return the stacks after each seat in `changes` got (or, below zero, paid) that many suckers."""
    changed = list(stacks)
    for seat, amount in changes.items():
        changed[seat] = Suckers(changed[seat] + amount)
    if changed and min(changed) < 0:
        raise ValueError(f"a stack would fall below zero: {stacks} changed by {dict(changes)}")
    return tuple(changed)


def shared(pot: Suckers, among: tuple[Seat, ...]) -> dict[Seat, Suckers]:
    """Return an even split of a pot; the odd suckers go one each to the first of `among` (ruling ALL-2)."""
    each, odd = divmod(pot, len(among))
    return {seat: Suckers(each + (place < odd)) for place, seat in enumerate(among)}
