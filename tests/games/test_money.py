"""Test ALL-2: money is whole, every split says where the odd sucker goes, and nothing is made or lost."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.money import MOST_SUCKERS, Stacks, Suckers, moved, shared, suckers, winnings
from games.kit.seats import Seat, all_seats

amounts = st.integers(0, 10**9).map(Suckers)
tables = st.lists(amounts, min_size=1, max_size=10).map(tuple)


@given(amounts, st.lists(st.integers(0, 20).map(Seat), min_size=1, max_size=10, unique=True).map(tuple))
def test_all_2_a_shared_pot_is_given_out_to_the_last_sucker(pot: Suckers, among: tuple[Seat, ...]) -> None:
    parts = shared(pot, among)
    assert sum(parts.values()) == pot
    assert tuple(parts) == among
    assert max(parts.values()) - min(parts.values()) <= 1


@given(amounts, st.lists(st.integers(0, 20).map(Seat), min_size=1, max_size=10, unique=True).map(tuple))
def test_all_2_the_odd_suckers_go_to_the_first_named(pot: Suckers, among: tuple[Seat, ...]) -> None:
    parts = [shared(pot, among)[seat] for seat in among]
    assert parts == sorted(parts, reverse=True)


def test_all_2_seven_among_three_is_three_two_two() -> None:
    assert shared(Suckers(7), (Seat(4), Seat(0), Seat(2))) == {Seat(4): 3, Seat(0): 2, Seat(2): 2}


@given(st.lists(amounts, min_size=2, max_size=10).map(tuple), st.data())
def test_all_2_moving_suckers_between_seats_keeps_their_sum(stacks: Stacks, data: st.DataObject) -> None:
    giver, taker = data.draw(st.permutations(all_seats(len(stacks))))[:2]
    amount = data.draw(st.integers(0, stacks[giver]))
    after = moved(stacks, {giver: -amount, taker: amount})
    assert sum(after) == sum(stacks)
    assert after[giver] == stacks[giver] - amount


def test_no_stack_falls_below_zero() -> None:
    with pytest.raises(ValueError, match="below zero"):
        moved((Suckers(5), Suckers(5)), {Seat(1): -6})


def test_a_stack_may_be_paid_to_its_last_sucker() -> None:
    assert moved((Suckers(5), Suckers(1)), {Seat(0): -5, Seat(1): 5}) == (0, 6)
    assert moved((), {}) == ()


def test_t22_the_most_suckers_are_the_last_whole_number_that_every_reader_of_json_knows_exactly() -> None:
    """Above it the doubles of a browser skip numbers, so two amounts would be equal."""
    assert suckers(Fraction(MOST_SUCKERS)) == int(float(MOST_SUCKERS)) == MOST_SUCKERS
    assert float(MOST_SUCKERS) != float(MOST_SUCKERS + 1) == float(MOST_SUCKERS + 2)


@pytest.mark.parametrize(
    ("stake", "pays", "won"), [(10, "1", 10), (7, "3/2", 10), (1, "1/2", 0), (3, "2/3", 2), (2, "5/3", 3), (0, "9", 0)]
)
def test_a_stake_wins_what_it_pays_in_whole_suckers_rounded_down(stake: int, pays: str, won: int) -> None:
    assert winnings(Suckers(stake), Fraction(pays)) == won


@pytest.mark.parametrize(("amount", "whole"), [("15/2", 7), ("1/2", 0), ("3", 3), ("0", 0)])
def test_winnings_that_are_not_whole_are_rounded_down(amount: str, whole: int) -> None:
    assert suckers(Fraction(amount)) == whole
