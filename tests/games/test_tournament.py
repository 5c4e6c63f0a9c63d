"""Test the seats in a tournament, over random tables; and whole tournaments of house bots."""

from collections.abc import Sequence

import pytest
from cases import case
from hypothesis import given
from hypothesis import strategies as st
from playing import GAMES

from games.kit.money import Suckers
from games.kit.seats import Seat
from games.lab.tournament import simulate_tournament
from games.proof.seeded_dice import SeededDice
from games.rogues.state import Carry
from games.tournament import (
    FEWEST_SEATS,
    Entrant,
    Table,
    Tables,
    drawn,
    must_be_reseated,
    reseated,
    seated_anew,
    tables_for,
)

ROGUES = GAMES["rogues"]
SEATS = st.integers(FEWEST_SEATS, 6)


def draw(seed: int) -> SeededDice:
    return SeededDice(seed.to_bytes(8, "big"), "seats", b"")


def entrants(*numbers: int) -> tuple[Entrant, ...]:
    return tuple(map(Entrant, numbers))


def everybody(tables: Sequence[Sequence[Entrant]]) -> list[Entrant]:
    return sorted(one for table in tables for one in table)


@st.composite
def some_tables(made: st.DrawFn) -> tuple[Tables, int]:
    """Return tables as they may be after a while, from empty ones on."""
    seats = made(SEATS)
    sizes = made(st.lists(st.integers(0, seats), min_size=1, max_size=10).filter(any))
    numbers = iter(range(60))
    return tuple(tuple(Entrant(next(numbers)) for _ in range(size)) for size in sizes), seats


@given(st.integers(2, 60), SEATS, st.integers(0, 999))
def test_seats_are_drawn_for_everybody_at_as_few_tables_as_can_be(count: int, seats: int, seed: int) -> None:
    tables = drawn(entrants(*range(count)), seats, draw(seed).draw("seats"))
    sizes = [len(table) for table in tables]
    assert everybody(tables) == list(range(count))
    assert (len(tables), max(sizes) <= seats, max(sizes) - min(sizes) <= 1) == (tables_for(count, seats), True, True)


@given(some_tables(), st.integers(0, 999))
def test_a_new_seating_has_everybody_and_need_not_be_changed_again(tables: tuple[Tables, int], seed: int) -> None:
    before, seats = tables
    after = reseated(before, seats, draw(seed).draw("seats"))
    sizes = [len(table) for table in after if table]
    assert everybody(after) == everybody(before)
    assert max(sizes) <= seats
    assert not must_be_reseated(sizes, seats)
    assert len(sizes) == 1 or min(sizes) > 1, "nobody is alone at one of several tables"
    assert all(not table for table, old in zip(after, before, strict=True) if not old), "no broken table comes back"


@given(some_tables(), st.integers(0, 999))
def test_nobody_moves_who_need_not(tables: tuple[Tables, int], seed: int) -> None:
    """A table that stays keeps its order, and newcomers sit behind the others."""
    before, seats = tables
    after = reseated(before, seats, draw(seed).draw("seats"))
    if sum(map(bool, after)) == 1:
        return
    for old, new in zip(before, after, strict=True):
        stay = [one for one in old if one in new]
        assert list(new[: len(stay)]) == stay
    if not must_be_reseated([len(table) for table in before], seats):
        assert after == before


def test_tables_are_balanced_when_one_has_two_more_and_broken_when_fewer_will_do() -> None:
    for sizes, due in [
        ([6, 6], False),
        ([6, 5], False),
        ([6, 4], True),
        ([4, 3], False),
        ([3, 3], True),
        ([6, 0], True),
        ([1], False),
        ([0, 0], False),
    ]:
        with case(sizes, due):
            assert must_be_reseated(sizes, 6) is due


def test_a_broken_tables_pot_goes_to_who_sat_there_and_dice_go_along() -> None:
    """Two stay with their pot. The two of the broken table each take ten of its twenty, and their dice."""
    stays = Table(entrants(0, 1, 2), (Suckers(100),) * 3, Carry((2, 3, 1), Suckers(7), Seat(2), (Seat(1),), 5))
    other = Table(entrants(3, 4, 5), (Suckers(100),) * 3, Carry((2, 2, 2), Suckers(0), Seat(0), (), 5))
    breaks = Table(entrants(6, 7), (Suckers(50), Suckers(60)), Carry((4, 1), Suckers(20), Seat(0), (), 5))
    after = seated_anew(ROGUES, (stays, other, breaks), 4, draw(1).draw("seats"))
    assert [len(table.sitting) for table in after] == [4, 4, 0]
    standing = [table for table in after if table.sitting]
    at = {one: (stack, cup) for table in standing for one, stack, cup in zip(*table[:2], table.carry.cups, strict=True)}
    assert (at[Entrant(6)], at[Entrant(7)]) == ((60, 4), (70, 1))
    assert (at[Entrant(0)], at[Entrant(1)], at[Entrant(2)]) == ((100, 2), (100, 3), (100, 1))
    assert (after[0].carry.pot, after[0].carry.first, after[0].carry.last_winner) == (7, 2, (1,))


def test_the_final_table_begins_with_no_pot_and_everybody_with_what_is_theirs() -> None:
    one = Table(entrants(0, 1), (Suckers(100), Suckers(90)), Carry((3, 2), Suckers(9), Seat(1), (), 5))
    two = Table(entrants(2, 3), (Suckers(80), Suckers(70)), Carry((1, 6), Suckers(0), Seat(0), (), 8))
    after = seated_anew(ROGUES, (one, two), 6, draw(1).draw("seats"))
    (final,) = [table for table in after if table.sitting]
    had = {Entrant(0): (105, 3), Entrant(1): (94, 2), Entrant(2): (80, 1), Entrant(3): (70, 6)}
    assert {who: (stack, cup) for who, stack, cup in zip(*final[:2], final.carry.cups, strict=True)} == had
    assert final.carry.pot == 0


def test_who_comes_to_a_table_that_has_not_played_yet_has_two_dice_like_all_there() -> None:
    new = Table(entrants(0, 1), (Suckers(100),) * 2, None)
    crowded = Table(entrants(2, 3, 4, 5), (Suckers(100),) * 4, Carry((5, 5, 5, 5), Suckers(0), Seat(0), (), 1))
    after = seated_anew(ROGUES, (new, crowded), 4, draw(3).draw("seats"))
    assert after[0].carry.cups == (2, 2, 5), "they bring their own"


@pytest.mark.parametrize("players", [2, 3, 7, 13])
def test_a_tournament_of_house_bots_ends_with_everybody_ranked_once_and_all_chips_there(players: int) -> None:
    report = simulate_tournament(ROGUES, players=players, seats=6, seed=b"short", given={}, level=1)
    assert report.first == ()
    assert (report.finished, sorted(one.entrant for one in report.ranking)) == (True, list(range(players)))


@pytest.mark.parametrize("form", ["thieves", "liars"])
@pytest.mark.parametrize("seats", [3, 5])
def test_nothing_is_wrong_with_bets_and_with_smaller_tables(form: str, seats: int) -> None:
    report = simulate_tournament(ROGUES, players=11, seats=seats, seed=b"bets", given={"betting": form})
    assert (report.first, report.finished) == ((), True)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(40))
def test_nothing_is_wrong_in_many_tournaments(number: int) -> None:
    given = ({}, {"betting": "thieves"}, {"betting": "liars"}, {"unpaid_dice": "shed"})[number % 4]
    for players in (9, 24, 60):
        seed = f"soak {number} {players}".encode()
        report = simulate_tournament(ROGUES, players=players, seats=6, seed=seed, given=given, level=number % 3)
        assert (report.first, report.finished) == ((), True)
