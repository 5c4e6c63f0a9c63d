"""Whose each sucker is between two games, as `simulate` checks it of every game (threats T35)."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.kit.money import Stacks, Suckers
from games.kit.seats import Seat
from games.lab.invariants import each_keeps_what_is_theirs
from games.rogues import GAME, Rogues
from games.rogues.state import Carry, Held

STACKS: Stacks = (Suckers(7), Suckers(0), Suckers(3))
WON = Carry((0, 2, 0), Suckers(49), Seat(1), (Seat(1),), 4, (), 4, (Held(Seat(1), Suckers(40)),))
"""The second of three is the last with dice: 40 of the pot are won, and 9 were carried over."""


def test_what_is_won_is_the_winners_whoever_leaves() -> None:
    assert list(each_keeps_what_is_theirs(GAME, WON, STACKS)) == []


class LeftInThePot(Rogues):
    """Forgets whose it was, and leaves it to those who stay: the fault that took a pot from its winner."""

    def reseated(self, carry: Carry, seats: tuple[Seat | None, ...]) -> Carry:
        after = GAME.reseated(carry, seats)
        return carry_with(after, carry.pot)


class OwedToNobody(Rogues):
    def owed(self, _carry: Carry, stacks: Stacks) -> Stacks:
        return stacks


class LostWithTheLeaver(Rogues):
    def reseated(self, carry: Carry, seats: tuple[Seat | None, ...]) -> Carry:
        return carry_with(GAME.reseated(carry, seats), Suckers(0), held=())


def carry_with(carry: Carry, pot: Suckers, **more: Any) -> Carry:
    return replace(carry, pot=pot, **more)


@pytest.mark.parametrize("faulty", [LeftInThePot, OwedToNobody, LostWithTheLeaver])
def test_a_fault_that_takes_it_from_its_owner_is_found(faulty: type[Rogues]) -> None:
    wrong = list(each_keeps_what_is_theirs(faulty(), WON, STACKS))
    assert wrong
    assert all(one.startswith("owed: ") for one in wrong)
