"""Say whose each sucker is: decided ones are the winner's, undecided ones those of the staker (threats T35)."""

from collections.abc import Collection

from msgspec import Struct

from games.kit.money import Stacks, Suckers, moved, shared
from games.kit.seats import Seat, all_seats


class Owed(Struct, frozen=True):
    """Hold what belongs to each seat and to the `house` (below zero: what the House has paid), in suckers.

    `pot`: what a series carries on and nobody has won. All three together equal what was brought to the table.
    """

    seats: Stacks
    house: int = 0
    pot: Suckers = Suckers(0)


def stakes_back(stacks: Stacks, brought: Stacks, lost: Collection[Seat], to: tuple[Seat, ...]) -> Stacks:
    """Return the stacks after each seat gets its stake back; what is `lost` goes to those who can still win it.

    It is shared evenly among the seats in `to`; odd suckers go one each to the first of them (ALL-2).
    """
    at_stake = [had - has for had, has in zip(brought, stacks, strict=True)]
    back = {seat: at_stake[seat] for seat in all_seats(len(stacks)) if seat not in lost}
    left = Suckers(sum(at_stake) - sum(back.values()))
    return moved(moved(stacks, back), shared(left, to)) if left else moved(stacks, back)
