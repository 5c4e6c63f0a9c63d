"""Test the board of Cones: the rulebook's examples by its letters, numbers of destinations, and counted positions."""

from collections import Counter

import pytest
from cones_naive import Naive, Placed, walks
from cones_table import Table, loaded
from hypothesis import given
from hypothesis import strategies as st
from playing import openings, positions, thoroughly

from games.cones import GAME
from games.cones.board import COLOURS as CLOCKWISE
from games.cones.board import (
    LETTERS,
    PIPS,
    Space,
    by_name,
    is_crossover,
    landings,
    name,
    reach,
    shown,
    spaces,
    start_of,
)
from games.cones.state import State, ToMove
from games.kit.money import Suckers


def lettered(words: str) -> set[str]:
    return {LETTERS[letter.lower()] for letter in words}


def ends(start: str, pop: int, *, stack: bool, sections: int = 8) -> set[str]:
    found = reach(sections, by_name(sections)[start], pop, stack)
    assert len(set(found)) == len(found), "each by one path only"
    return {name(space) for space in found}


# The rulebook's diagram examples


def test_example_1_a_single_man_on_g_that_pops_4_goes_to_k_or_s() -> None:
    assert ends(LETTERS["g"], 4, stack=False) == lettered("KS")


def test_example_1_a_stack_on_g_that_pops_4_goes_to_k_s_c_or_n() -> None:
    assert ends(LETTERS["g"], 4, stack=True) == lettered("KSCN")


def test_example_1_a_stack_on_g_cannot_go_to_i_and_back_to_p() -> None:
    table = Table().stands("2b:RY 5a:R").pops(4)
    assert LETTERS["g"] == "2b"
    assert table.refused("move G P") == "not-so-far"


def test_example_2_yellow_enters_at_a_and_blue_at_i() -> None:
    table = Table(3, "6 0 1 0 1 0 3 0")
    assert table.goes("x1") == {"1c", "x2"}
    table.say("move A D", "2 0")
    assert table.goes(LETTERS["i"]) == {"3b", "3z"}


def test_example_3_yellow_must_not_land_on_i_until_blue_has_all_men_on_the_board() -> None:
    assert LETTERS["i"] not in Table(3).stands("2b:Y 4a:B 5b:R", B=1).pops(2).goes("2b")
    assert LETTERS["i"] in Table(3).stands("2b:Y 4a:B 5b:R").pops(2).goes("2b")
    assert Table(3).stands("2b:Y 4a:B 5b:R", B=1).pops(2).refused("move G I") == "protected"


# Rulings 1.1


def test_there_are_48_spaces_of_which_8_are_crossovers_and_starts_are_the_odd_ones() -> None:
    assert len(spaces(8)) == 48
    assert [shown(space) for space in spaces(8) if is_crossover(space)] == [f"X{k}" for k in range(1, 9)]
    assert [shown(start_of(colour, 8)) for colour in CLOCKWISE] == ["X1", "X3", "X5", "X7"]


def test_the_pocket_board_has_24_spaces_and_a_start_at_every_crossover() -> None:
    assert len(spaces(4)) == 24
    assert [shown(start_of(colour, 4)) for colour in CLOCKWISE] == ["X1", "X2", "X3", "X4"]


@pytest.mark.parametrize(("sections", "times"), [(8, 2), (4, 1)])
def test_the_destination_counts_of_the_rulings(sections: int, times: int) -> None:
    counts = Counter(len(landings(sections, at, pop, clockwise=True)) for at in spaces(sections) for pop in PIPS)
    assert counts == {count: cases * times // 2 for count, cases in {1: 72, 2: 144, 3: 40, 4: 32}.items()}
    assert max(len(reach(sections, at, pop, stack=True)) for at in spaces(sections) for pop in PIPS) == 8


@pytest.mark.parametrize("sections", [8, 4])
def test_every_destination_is_reached_by_one_path_only_and_is_that_of_a_plain_walk(sections: int) -> None:
    for at in spaces(sections):
        for pop in PIPS:
            for direction in (1, -1):
                found = [name(space) for space in landings(sections, at, pop, clockwise=direction == 1)]
                assert len(set(found)) == len(found)
                assert sorted(found) == sorted(walks(sections, name(at), pop, direction))


def test_the_test_vectors_of_the_rulings() -> None:
    assert ends("x1", 6, stack=False) == {"2b", "2c", "2z", "x3"}
    assert ends("1c", 6, stack=False) == {"3a", "3b", "3y", "3z"}
    assert ends("2b", 4, stack=False) == {"3b", "3z"}
    assert ends("2b", 4, stack=True) - ends("2b", 4, stack=False) == {"1b", "1y"}


# Positions counted by the game and by a simple enumeration


def placed(state: State) -> Placed:
    standing = [(name(Space(at)), stack) for at, stack in enumerate(state.position.board) if stack]
    return Placed(tuple(sorted(standing)), tuple((team.colour, team.waiting) for team in state.position.teams))


def counted(seats: int, pops: tuple[int, ...], **options: str) -> list[int]:
    """Return the number of different positions after each of these turns, without a red dot."""
    first = " ".join(["6 0", *["1 0"] * (seats - 1)])
    opening = loaded(f"{first} {pops[0]} 0")
    start = GAME.start(GAME.options_from(options), (Suckers(0),) * seats, opening, None).state
    here, counts = {placed(start): start}, []
    for pop in (*pops[1:], 1):
        after = {}
        for state in here.values():
            assert isinstance(state.phase, ToMove)
            seat = state.position.team[state.phase.colour].seat
            for offer in GAME.legal_moves(state, seat):
                if offer.verb != "pass":
                    step = GAME.play(state, seat, offer.examples()[0], loaded(f"{pop} 0 2 0 3 0 4 0 5 0 6 0"))
                    after[placed(step.state)] = step.state
        here = after
        counts.append(len(here))
    return counts


OPENINGS = {
    "kohner, four players": (8, 4, "kohner", (6, 6, 6, 6, 5), [3, 9, 27, 81, 243]),
    "kohner, two players": (8, 2, "kohner", (4, 6, 5, 3, 6, 2), [3, 12, 36, 72, 216, 432]),
    "kohner, pocket board": (4, 4, "kohner", (3, 5, 6, 4, 4, 5, 6), [1, 4, 12, 24, 48, 72, 72]),
    "kohner, pocket board with stacks": (
        4,
        2,
        "kohner",
        (6, 6, 5, 5, 4, 4, 5, 6, 3),
        [3, 9, 27, 81, 162, 324, 270, 450, 2520],
    ),
    "french, two players": (8, 2, "french", (2, 5, 3, 4, 6, 1, 4, 2), [1, 1, 2, 6, 24, 56, 140, 320]),
    "french, pocket board": (4, 2, "french", (2, 5, 3, 4, 6, 1, 5, 5), [1, 1, 2, 6, 23, 53, 143, 486]),
}


@pytest.mark.parametrize("case", OPENINGS)
def test_as_many_positions_are_reached_as_a_naive_enumeration_finds(case: str) -> None:
    sections, seats, edition, pops, golden = OPENINGS[case]
    colours = "YR" if seats == 2 else "YBRG"
    found = counted(seats, pops, edition=edition, sectors=str(sections))
    assert found == Naive(sections, colours, edition).count(pops)
    assert found == golden


# Each cone in one place


@thoroughly
@given(data=st.data())
def test_all_cones_are_always_on_the_board_or_waiting_each_in_one_place(data: st.DataObject) -> None:
    for position in positions(data.draw(openings(GAME)), 60):
        board, teams = position.state.position.board, position.state.position.teams
        cones = Counter("".join(board))
        assert {team.colour: cones[team.colour] + team.waiting for team in teams} == {t.colour: 4 for t in teams}
        assert sum(cones.values()) == sum(cones[team.colour] for team in teams)
        if len(teams) == 4:
            assert sum(cones.values()) + sum(team.waiting for team in teams) == 16
