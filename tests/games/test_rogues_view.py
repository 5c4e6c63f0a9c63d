"""Test the view of Rogues, field by field: what all see, the fields of each phase, and who may still flee."""

from typing import Any

import pytest
from cases import case
from rogues_table import Table, dealt, last_duel, seats
from test_rogues_board import PHASES

from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Seat, Viewer, all_seats
from games.rogues.view import RoguesView, RogueView, kind_of, openly, state_of, written


def the_circuit(*lines: str) -> Table:
    """Return a table where three tripped, the last of them speaks first, and a fourth fled."""
    table = dealt("3 4", "5 4", "2 4", "3 3", betting="thieves")
    return table.turns("flee", "trip", "trip", "trip", *lines)


def the_den(*lines: str, **options: Any) -> Table:
    table = dealt("3 4", "5 4", "2 4", betting="liars", **options)
    return table.turns("trip", "trip", "trip", *lines)


# The public part


def test_what_is_told_openly_is_what_all_see_who_look_on() -> None:
    """The board is made once for a table, so a part that depended on a seat would be seen by the others."""
    for phase in PHASES:
        with case(phase):
            table = PHASES[phase]()
            told = {openly(table.view(viewer)) for viewer in all_seats(len(table.stacks))}
            assert told == {table.view(SPECTATOR)}


def test_what_is_told_openly_holds_nothing_of_ones_own() -> None:
    for phase in PHASES:
        with case(phase):
            table = PHASES[phase]()
            viewers: list[Viewer] = [*all_seats(len(table.stacks)), SPECTATOR]
            for viewer in viewers:
                view = openly(table.view(viewer))
                assert (view.dice, view.hand, view.aside, view.may_flee) == ((), (), (), False)


def test_who_looks_on_has_no_dice_and_nothing_to_flee_from() -> None:
    for phase in PHASES:
        with case(phase):
            view = PHASES[phase]().view()
            assert (view.viewer, view.dice, view.hand, view.aside, view.may_flee) == (SPECTATOR, (), (), (), False)


# The fields of each phase


def test_a_bet_stands_in_the_circuit_alone() -> None:
    for phase in PHASES:
        with case(phase):
            view = PHASES[phase]().view()
            assert (view.standing, view.raises) == ((45, 1) if phase == "circuit" else (0, 0))


def test_the_giant_the_winners_and_the_end_are_told_at_the_end_alone() -> None:
    for phase in PHASES:
        with case(phase):
            view = PHASES[phase]().view()
            if phase == "over":
                assert (view.giant, bool(view.ended)) == (1, True)
            else:
                assert (view.giant, view.winners, view.ended) == (0, (), "")


def test_at_the_end_all_are_told_who_has_won_and_how() -> None:
    view = dealt("5 6", "3 4", "2 3", giant=7).turns("trip", "trip", "trip").view()
    assert (view.giant, view.winners, view.ended) == (7, (1,), "won")


def test_ones_own_dice_are_told_apart_by_what_they_are_for() -> None:
    view = dealt("3 4 6", "5 4").view(Seat(0))
    assert (view.dice, view.hand, view.aside) == ((3, 4, 6), (3, 4), (4,))


@pytest.mark.parametrize(
    ("phase", "lies"),
    [
        ("declaring", (0, (), 0)),
        ("circuit", (0, (), 0)),
        ("over", (0, (), 0)),
        ("wagering", (0, (), 0)),
        ("duel", (8, (), 0)),
        ("picking", (8, (1, 2, 6, 6, 3, 2), 0)),
        ("splitting", (9, (2, 2), 4)),
    ],
)
def test_of_the_last_duel_the_knee_the_dice_and_their_total_lie_open(
    phase: str, lies: tuple[int, tuple[int, ...], int]
) -> None:
    view = PHASES[phase]().view()
    assert (view.knee, view.duel, view.total) == lies


def test_what_may_be_said_is_told_while_all_declare() -> None:
    for phase in PHASES:
        with case(phase):
            view = PHASES[phase]().view()
            assert bool(view.may_say) == (view.phase == "declaring")


def test_a_trip_that_somebody_left_behind_is_shown_at_the_end_and_a_flight_is_not() -> None:
    table = dealt("3 4", "5 6", "2 3", giant=9).turns("trip", "flee", "trip")
    assert [one.hand for one in table.view().rogues] == [(3, 4), (), (2, 3)]
    assert [one.hand for one in the_circuit().view().rogues] == [()] * 4


# Allowed moves, as far as all can know


@pytest.mark.parametrize(
    ("dice", "lines", "words"),
    [
        ("3 4", (), ("flee", "trip", "draw", "split")),
        ("3 3", (), ("flee", "trip", "draw", "split")),
        ("3", (), ("flee", "trip", "draw")),
        ("3", ("draw 4",), ("flee", "trip", "split")),
        ("3 4", ("draw 4",), ("flee", "trip", "split")),
    ],
)
def test_what_may_be_said_tells_how_many_dice_one_has_and_not_which(
    dice: str, lines: tuple[str, ...], words: tuple[str, ...]
) -> None:
    """A hand of one die is no double, and everybody knows how many dice a person has (FR-15)."""
    table = dealt(dice, "1 2").turns(*lines)
    assert table.awaited == (0,)
    assert table.view().may_say == table.view(Seat(1)).may_say == words


def test_who_may_not_flee_is_not_told_that_they_may() -> None:
    """Only the first player flees after drawing (FR-14)."""
    assert dealt("3 4", "1 2").turns("trip", "draw 4").view().may_say == ("trip", "split")


# Who may flee, now or in their turn


def fleeing(table: Table) -> list[int]:
    return [viewer for viewer in all_seats(len(table.stacks)) if table.view(viewer).may_flee]


@pytest.mark.parametrize(
    ("lines", "may"),
    [
        ((), []),
        (("bet 20",), [1, 2]),
        (("bet 20", "call"), [1]),
        (("bet 20", "raise 40"), [1, 3]),
        (("bet 20", "flee"), [1]),
    ],
    ids=str,
)
def test_in_the_circuit_whoever_still_has_a_bet_to_match_may_flee(lines: tuple[str, ...], may: list[int]) -> None:
    assert fleeing(the_circuit(*lines)) == may


def test_in_the_den_whoever_has_said_something_may_flee_no_more() -> None:
    table = the_den()
    assert fleeing(table) == [0, 1, 2]
    (first,) = table.awaited
    assert fleeing(table.turns("tumble")) == [one for one in range(3) if one != first]


def test_in_the_den_only_the_first_flees_after_drawing() -> None:
    table = dealt("3 4", "5 4", "2 4", betting="liars").turns("draw 4", "trip", "draw 4", "trip", "trip")
    assert fleeing(table) == [0, 2]


def test_before_a_turn_each_may_flee_and_after_it_nobody() -> None:
    table = dealt("3 4", "5 4", "2 4")
    assert fleeing(table) == [0, 1, 2]
    assert fleeing(table.turns("trip")) == [1, 2]
    assert fleeing(table.turns("draw 4")) == [2]


def test_who_has_left_flees_no_more() -> None:
    table = dealt("3 4", "5 4", "2 4")
    table.leave(2)
    assert fleeing(table) == [0, 1]


@pytest.mark.parametrize("phase", ["wagering", "duel", "picking", "splitting", "over"])
def test_from_the_last_duel_and_from_the_end_nobody_flees(phase: str) -> None:
    assert fleeing(PHASES[phase]()) == []


# When the ante rises (FR-30)


def rise(**options: Any) -> tuple[int, int]:
    """Return the round in which the ante of a first round changes, and the new ante."""
    view = dealt("3 4", "5 4", **options).view()
    return view.rises_at, view.next_unit


def test_the_ante_rises_after_so_many_rounds_unless_the_match_is_over_by_then_fr_30() -> None:
    for options, told in [
        ({}, (4, 10)),
        ({"ante_rises": 1}, (2, 10)),
        ({"ante_rises": 2}, (3, 10)),
        ({"ante_rises": 0}, (0, 5)),
        ({"ante_rises": 0, "rounds": 5}, (0, 5)),
        ({"ante_rises": 1, "rounds": 1}, (0, 5)),
        ({"ante_rises": 1, "rounds": 2}, (2, 10)),
        ({"ante_rises": 2, "rounds": 2}, (0, 5)),
        ({"ante_rises": 1, "ante_unit": 100_000, "stacks": (900_000, 900_000)}, (0, 100_000)),
    ]:
        with case(options, told):
            assert rise(**options) == told


# Words for a seat and a hand


def a_seat(plays: Any, *, gone: bool = False, late: bool = False) -> RogueView:
    return RogueView(Seat(0), 2, plays, (), Suckers(0), (), gone, late)


@pytest.mark.parametrize(
    ("rogue", "told"),
    [
        (a_seat("waits"), "waits"),
        (a_seat("fled", gone=True), "gone"),
        (a_seat("waits", gone=True), "gone"),
        (a_seat("out", late=True), "late"),
        (a_seat("out", gone=True, late=True), "gone"),
        (a_seat("trips"), "trips"),
    ],
    ids=str,
)
def test_whoever_left_is_told_so(rogue: RogueView, told: str) -> None:
    assert state_of(rogue) == told


def test_a_trip_stands_though_whoever_made_it_has_left() -> None:
    assert state_of(a_seat("trips", gone=True)) == "trips"


def test_who_has_left_and_who_came_late_is_seen_by_all() -> None:
    table = dealt("3 4", "5 4", "2 4")
    table.leave(2)
    assert [one.gone for one in table.view().rogues] == [False, False, True]
    assert [one.late for one in table.view().rogues] == [False] * 3


def test_what_is_special_about_a_hand_depends_on_its_dice_and_on_how_many_play() -> None:
    """Rulebook: with more than two players the Maw is 10 and more (FR-21)."""
    for dice, players, kind in [
        ("4", 2, "one"),
        ("3 4", 2, "plain"),
        ("3 3", 2, "double"),
        ("1 1", 2, "snake"),
        ("4 6", 2, "plain"),
        ("5 6", 2, "maw"),
        ("6 6", 2, "double-maw"),
        ("4 6", 3, "maw"),
        ("5 5", 3, "double-maw"),
        ("4 5", 3, "plain"),
    ]:
        with case(dice, players, kind):
            table = dealt(dice, *["1 2"] * (players - 1))
            assert kind_of(table.view(Seat(0)).hand, table.view(Seat(0)).maw) == kind


def test_dice_are_written_with_a_line_between_them() -> None:
    assert (written((5, 4)), written((6,)), written(())) == ("5-4", "6", "")


# Everything between the seats and the House


def test_the_pot_holds_bets_and_what_lies_in_the_den_and_the_main_pot_does_not() -> None:
    circuit: RoguesView = the_circuit("bet 20").view()
    assert (circuit.pot, circuit.main, circuit.den, circuit.rogues[3].bet) == (100, 80, 0, 20)
    den = the_den("tumble").view()
    assert (den.pot, den.main + den.den) == (den.pot, den.pot)
    assert den.den > 0
    duel = last_duel(8).view()
    assert (duel.pot, duel.main) == (90, 0)


def test_the_order_of_play_begins_with_who_is_first() -> None:
    table = dealt("3 4", "5 4", "2 4", first=1, cups=(2, 2, 2), carried=10)
    assert (table.view().first, table.view().order, table.view().awaited) == (1, seats(1, 2, 0), seats(1))
