"""Test the house bots of Rogues: when they flee, and when they call the Snake."""

from collections import Counter

import pytest
from rogues_table import Table, dealt

from games.kit.moves import Move
from games.kit.seats import Seat
from games.kit.temper import Temper
from games.proof.seeded_dice import SeededDice
from games.rogues import GAME
from games.rogues.moves import Check, Count, Flee, Snake, Trip

EVERY_LEVEL = (0, 1, 2, 3)


def chosen(table: Table, level: int, number: int = 0) -> Move | None:
    """Return what a house bot of this level does for the awaited person."""
    (seat,) = table.awaited
    return GAME.choose(
        table.view(seat),
        (),
        GAME.legal_moves(table.state, seat),
        lambda dice: GAME.resample(table.state, seat, dice),
        Temper(level),
        SeededDice(b"", str(number), b""),
    )


def often(table: Table, level: int, times: int = 40) -> Counter[type[Move] | None]:
    return Counter(type(chosen(table, level, number)) for number in range(times))


# Fleeing


@pytest.mark.parametrize("level", [2, 3])
def test_with_a_hand_that_the_giant_kicks_they_flee(level: int) -> None:
    """The Party shows 6s, and both dice with a 6 reach the Maw."""
    low = dealt("4 5", "4 5", "4", giant=9, party="6 6 | 6 6", first=1).turns("trip")
    assert low.awaited == (2,)
    assert often(low, level)[Flee] > 20
    high = dealt("4 5", "4 5", "4 5", giant=9, party="6 6 | 6 6", first=1).turns("trip")
    assert not often(high, level)[Flee]


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_who_has_drawn_and_may_not_flee_does_something_that_they_may(level: int) -> None:
    table = dealt("2 1", "2 1", "2 4", giant=9, betting="liars").turns("trip", "draw 4", "trip", "trip", "count 6 6")
    assert table.awaited == (1,)
    assert not often(table, level)[Flee]


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_while_nothing_is_bet_a_poor_hand_checks(level: int) -> None:
    table = dealt("2 1", "2 1", "2 1", giant=9, party="6 6 | 6 6", betting="thieves").turns("trip", "trip", "trip")
    assert often(table, level)[Check] > 30


@pytest.mark.parametrize("level", [2, 3])
def test_a_poor_hand_flees_from_a_bet(level: int) -> None:
    table = dealt("2 1", "2 1", "4 5", giant=9, party="6 6 | 6 6", betting="thieves")
    table.turns("trip", "trip", "trip", "bet 80")
    assert often(table, level)[Flee] > 30


# The Snake


@pytest.mark.parametrize("level", EVERY_LEVEL)
def test_they_call_a_snake_of_their_own_fr_56(level: int) -> None:
    table = dealt("4 4", "3 4", "1 1", giant=6, betting="liars").turns("trip", "trip", "trip")
    assert often(table, level)[Snake] > 30


def with_a_caller(stack: int) -> Table:
    """Return a table where the last has called the Snake, and the second, in turn, has this stack after the ante."""
    table = dealt(
        "4 4", "2 1", "2 4", giant=6, betting="liars", stacks=(200, stack + 10, 200), carried=400, ante_rises=1
    )
    return table.turns("trip", "trip", "trip", "snake")


def test_the_best_of_them_joins_a_caller_where_the_dice_are_worth_nothing_any_more_fr_56() -> None:
    """The pot is large, and without it the next ante can't be paid."""
    assert often(with_a_caller(9), 3)[Snake] > 30
    assert [often(with_a_caller(9), level)[Snake] for level in (0, 1, 2)] == [0, 0, 0]


def test_with_dice_to_lose_nobody_believes_in_anothers_snake_for_a_small_pot_fr_56() -> None:
    table = dealt("4 4", "3 4", "2 4", giant=6, betting="liars").turns("trip", "trip", "trip", "count 1 4")
    assert [often(table, level)[Snake] for level in EVERY_LEVEL] == [0, 0, 0, 0]


# The future


def test_the_best_of_them_trips_when_fleeing_would_put_them_out() -> None:
    """It can pay the next ante only with the pot. With enough money it would flee."""
    poor = dealt("4 5", "4 5", "4", giant=9, party="6 6 | 6 6", first=1, stacks=(200, 200, 5)).turns("trip")
    rich = dealt("4 5", "4 5", "4", giant=9, party="6 6 | 6 6", first=1).turns("trip")
    assert (often(poor, 3)[Flee], often(rich, 3)[Trip]) == (0, 0)


def test_a_hand_is_arranged_to_an_end_however_it_is_drawn() -> None:
    """With three dice and a draw, each of two arrangements used to look better than the other."""
    for seed in range(30):
        faces = [1 + (seed * 7 + place * 5) % 6 for place in range(3)]
        table = dealt(" ".join(map(str, faces)), "4 5", giant=5, party="2 3")
        for number in range(10):
            (seat,) = table.awaited
            if seat != Seat(0):
                break
            move = chosen(table, 3, number)
            assert move is not None
            table.state = GAME.play(table.state, seat, move, SeededDice(b"", "x", b"")).state
        else:
            pytest.fail(f"never declared with {faces}")


# A sharp Den (FR-54)


def counted(level: int, den: str) -> Count:
    """Return what the first to bet of three counts."""
    table = dealt("3 4", "4 5", "4 4", giant=6, party="5 1 | 4 1", betting="liars", den=den).turns(
        "trip", "trip", "trip"
    )
    move = chosen(table, level)
    assert isinstance(move, Count), move
    return move


def test_where_a_wrong_count_pays_who_raised_before_they_count_what_is_likelier_fr_54() -> None:
    plain, sharp = counted(3, "plain"), counted(3, "sharp")
    assert (sharp.dice, sharp.face) < (plain.dice, plain.face)
