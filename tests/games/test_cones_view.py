"""Test the view of Cones, field by field: the dice, what each seat controls, and the possible targets."""

from typing import Any

import pytest
from cones_table import Table
from msgspec.structs import replace

from games.cones import GAME
from games.cones.board import by_name
from games.cones.state import NOTHING_MOVED
from games.cones.view import ConesView
from games.kit.seats import SPECTATOR, Seat, Viewer, all_seats


def view(table: Table, viewer: Viewer = SPECTATOR) -> ConesView:
    return GAME.view(table.state, viewer)


def spaces(table: Table, *names: str) -> frozenset[Any]:
    return frozenset(by_name(table.options.sections)[name] for name in names)


def popped(*, red: bool = False, bonus: bool = False) -> Table:
    """Return a table where Yellow popped a 2, with one man on the board and another waiting."""
    return Table(lift="own_cones").stands("1a:Y 3b:RY 5b:YR 8y:R", R=2).pops(2, red=red, bonus=bonus)


# The fields of each phase


def test_before_the_first_pops_no_colour_moves() -> None:
    table = Table(rolls="hand")
    now = view(table)
    assert (now.phase, now.colour, now.pop, now.red, now.bonus) == ("first-pops", "", 0, False, False)
    assert (now.ways, now.lifts, now.winners, now.ended) == ((), (), (), "")


def test_before_the_dice_are_popped_none_lie_there() -> None:
    now = view(Table().stands("1a:Y"))
    assert (now.phase, now.colour, now.pop, now.red, now.bonus, now.ways) == ("to-pop", "Y", 0, False, False, ())


@pytest.mark.parametrize("red", [True, False])
@pytest.mark.parametrize("bonus", [True, False])
def test_the_dice_lie_there_as_they_were_popped(red: bool, bonus: bool) -> None:
    now = view(popped(red=red, bonus=bonus))
    assert (now.phase, now.colour, now.pop, now.red, now.bonus) == ("to-move", "Y", 2, red, bonus)
    assert now.lifts == (), "one moves now"


def test_at_the_end_all_see_who_has_won_and_how_and_nobody_is_awaited() -> None:
    table = Table()
    table.leave(1)
    now = view(table)
    assert (now.phase, now.winners, now.awaited) == ("over", (0,), ())
    assert now.ended == table.result.ended != ""
    assert (now.colour, now.pop, now.red, now.bonus, now.ways, now.lifts) == ("", 0, False, False, (), ())


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), SPECTATOR])
def test_all_see_the_same_and_who_is_awaited(viewer: Viewer) -> None:
    table = popped()
    now = view(table, viewer)
    assert (now.viewer, now.awaited, now.ended, now.winners) == (viewer, (0,), "", ())
    assert (now.pot, now.bank, now.stacks) == (0, 0, (0, 0))
    assert (now.ways, now.position) == (view(table).ways, view(table).position)


# What each seat controls


def test_a_seat_controls_what_it_stands_on() -> None:
    """A stack belongs to the seat whose man is on top of it (HC-9). A single man is not a stack."""
    found = view(popped()).controls
    assert [one.seat for one in found] == list(all_seats(2))
    assert [(one.cones, one.stacks) for one in found] == [(3, 1), (3, 1)]
    assert [one.colours for one in found] == [("Y",), ("R",)]


def test_the_men_that_wait_are_each_ones_own() -> None:
    found = view(Table(4).stands("1a:Y", Y=1, R=2, B=3, G=4)).controls
    assert {one.colours: one.waiting for one in found} == {("Y",): 1, ("B",): 3, ("R",): 2, ("G",): 4}


def test_who_has_left_is_seen() -> None:
    table = Table(3)
    assert [one.gone for one in view(table).controls] == [False] * 3
    table.leave(1)
    assert [one.gone for one in view(table).controls] == [False, True, False]


# Possible targets


def test_where_one_may_go_and_from_where_is_seen() -> None:
    table = popped()
    now = view(table)
    assert now.goals == frozenset(way.to for way in now.ways)
    assert now.movable == spaces(table, "1a", "3b")
    assert len(now.goals) >= 2


def test_a_man_that_enters_does_not_go_from_where_it_stands() -> None:
    """Only pieces on the board move from there."""
    table = Table().stands("8y:R", Y=4).pops(6)
    now = view(table)
    assert now.ways
    assert all(way.enters for way in now.ways)
    assert now.movable == frozenset()
    assert now.goals != frozenset()


def test_by_a_bonus_a_cone_may_be_lifted_before_the_dice_are_popped_hc_11() -> None:
    table = Table(lift="own_cones").stands("1a:Y 3b:YR")
    assert view(table).lifts == ()
    phase = table.state.phase
    table.state = replace(table.state, phase=replace(phase, bonus=True))
    now = view(table)
    assert (now.phase, now.bonus, now.colour) == ("to-pop", True, "Y")
    assert [(one.space, one.cone) for one in now.lifts] == [(*spaces(table, "3b"), 1)]
    assert now.liftable == spaces(table, "3b")


def test_marked_is_what_stands_what_may_be_gone_to_and_the_last_move() -> None:
    table = popped()
    now = view(table)
    ends = {NOTHING_MOVED.start, NOTHING_MOVED.to}
    assert now.marked == now.goals | spaces(table, "1a", "3b", "5b", "8y") | ends


def test_turns_and_the_last_move_are_seen() -> None:
    table = Table().stands("1a:Y 5a:Y 8y:R").pops(2)
    before = view(table)
    assert (before.last, before.quiet) == (NOTHING_MOVED, table.state.quiet)
    table.say("move 1", "3 0")
    assert view(table).last in before.ways
    assert (view(table).turns, view(table).quiet) == (table.state.turns, table.state.quiet)
