"""Test the view of Halflings & Giants, field by field: Knee and die, stakes, and possible moves."""

import pytest
from halflings_table import STACK, Table

from games.halflings import GAME
from games.halflings.view import HalflingsView, Stakes
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Seat, Viewer


def view(table: Table, viewer: Viewer = SPECTATOR) -> HalflingsView:
    return GAME.view(table.state, viewer)


def stakes(*found: tuple[int, int, int]) -> tuple[Stakes, ...]:
    return tuple(Stakes(Seat(seat), Suckers(staked), total) for seat, staked, total in found)


def staked(*faces: int) -> Table:
    """Return a table where one player has staked 50 against the House."""
    table = Table()
    table.say("stake 50", *faces)
    return table


def settled() -> Table:
    table = staked(7)
    table.say("roll", 3, 6)
    return table


def splitting() -> Table:
    table = staked(7)
    table.say("roll", 2, 2)
    return table


def giant_rolls() -> Table:
    """Return a duel in which the player who is the Giant must roll for the Knee."""
    table = Table(STACK, STACK, mode="duel")
    table.say("stake 50")
    return table


# The fields of each phase


def test_while_all_stake_no_knee_stands_and_no_die_lies() -> None:
    now = view(Table())
    assert (now.phase, now.knee, now.giants_die, now.stakes, now.undecided) == ("staking", None, 0, (), ())
    assert (now.winners, now.settled, now.ended, now.pot) == ((), (), "", 0)


def test_the_knee_stands_until_the_round_is_over_and_the_die_lies_to_its_end() -> None:
    rolls, splits, over = staked(7), splitting(), settled()
    assert [(view(one).knee, view(one).giants_die) for one in (rolls, splits, over)] == [(7, 7), (7, 7), (None, 7)]
    assert [view(one).phase for one in (rolls, splits, over)] == ["halfling-rolls", "splitting", "over"]


def test_how_it_ended_is_told_at_the_end_alone() -> None:
    assert [view(one).ended for one in (Table(), staked(7), splitting(), settled())] == ["", "", "", "settled"]


def test_who_decides_whether_to_split_is_seen_while_they_do() -> None:
    (play,) = view(splitting()).undecided
    assert (play.seat, play.hands[0].dice) == (0, (2, 2))
    assert [view(one).undecided for one in (Table(), staked(7), settled())] == [(), (), ()]


# Stakes


def test_a_stake_has_no_total_before_its_dice_are_rolled() -> None:
    assert view(staked(7)).stakes == stakes((0, 50, 0))
    assert view(splitting()).stakes == stakes((0, 50, 4))
    assert view(settled()).stakes == ()


def test_of_a_crowd_all_stakes_are_seen_as_they_come() -> None:
    table = Table(STACK, STACK, STACK, mode="crowd")
    table.say("stake 10", seat=2)
    table.say("stake 30", seat=0)
    assert view(table).stakes == stakes((2, 10, 0), (0, 30, 0))
    assert view(table).pot == 40


def test_of_a_duel_the_halflings_stake_is_seen_and_not_what_the_giant_puts_beside_it() -> None:
    now = view(giant_rolls())
    assert (now.phase, now.knee, now.giants_die, now.stakes) == ("giant-rolls", None, 0, stakes((0, 50, 0)))
    assert (now.giant, now.pot) == (1, 100)


def test_what_stands_on_both_hands_of_a_split_is_added_up() -> None:
    table = Table(split="exact")
    table.say("stake 50", 8)
    table.say("roll", 4, 4)
    table.say("split", 4, 4)
    now = view(table)
    assert (now.stakes, now.pot) == (stakes((0, 100, 8)), 100)


# What the viewer may stake


def test_who_looks_on_may_stake_nothing_and_a_seat_what_it_has() -> None:
    table = Table(30)
    assert (view(table).most, view(table).viewer) == (0, SPECTATOR)
    assert (view(table, Seat(0)).most, view(table, Seat(0)).viewer) == (30, 0)


def test_who_has_staked_may_stake_no_more() -> None:
    table = Table(STACK, STACK, mode="crowd")
    table.say("stake 10", seat=1)
    assert view(table, Seat(0)).most > 0
    assert view(table, Seat(1)).most == 0
    assert view(staked(7), Seat(0)).most == 0


# The result


def test_at_the_end_all_see_what_came_of_each_stake() -> None:
    now = view(settled())
    assert [(one.seat, one.net) for one in now.settled] == [(0, 150)]
    assert (now.winners, now.pot, now.stacks, now.bank) == ((0,), 0, (1150,), -150)


def test_the_house_is_no_seat_and_a_player_who_is_the_giant_has_one() -> None:
    assert [view(table).giant for table in (Table(), giant_rolls())] == [None, 1]


@pytest.mark.parametrize("viewer", [Seat(0), SPECTATOR])
def test_nothing_is_secret_but_what_one_may_stake(viewer: Viewer) -> None:
    now, other = view(splitting(), viewer), view(splitting())
    assert (now.stakes, now.undecided, now.knee, now.stacks) == (other.stakes, other.undecided, 7, other.stacks)
