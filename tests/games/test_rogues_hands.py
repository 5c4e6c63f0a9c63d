"""Test hands of Fearless Rogues Hold 'Em: split doubles, three dice and one, the Maw; fleeing, silence, leaving."""

import pytest
from cases import case
from rogues_table import ANTE, STACK, dealt, next_round

from games.halflings.step import SNAKE
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.rogues.events import (
    Fled,
    HandChosen,
    HandNow,
    HasSplit,
    Next,
    Revealed,
    RoundBegins,
    Tripped,
)
from games.rogues.view import kind_of


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ((3,), "one"),
        ((2, 3), "plain"),
        ((3, 3), "double"),
        (SNAKE, "snake"),
        ((6, 4), "maw"),
        ((6, 3), "plain"),
        ((6, 6), "double-maw"),
        ((5, 5), "double-maw"),
    ],
)
def test_a_hand_is_called_by_what_is_special_about_it(hand: tuple[int, ...], kind: str) -> None:
    assert kind_of(hand, 10) == kind


# Split


def test_a_double_is_split_before_drawing_fr_15() -> None:
    table = dealt("3 3", "3 4")
    assert set(table.offers(0)) == {"flee", "trip", "draw", "split"}, "of two alike it is all one"
    table.say(0, "split")
    assert (table.plays[0], table.cups[0]) == ("split", 3)


def test_a_double_with_the_party_die_is_split_fr_15() -> None:
    table = dealt("3 4", "3 4", giant=2, party="3 5")
    table.refused(0, "split")
    table.say(0, "draw 3")
    assert table.hand(0) == (3, 3)
    table.say(0, "split")
    assert table.told(HasSplit).dice == (3, 3)
    assert table.cups[0] == 3


def test_a_double_that_was_broken_up_is_none_fr_15() -> None:
    table = dealt("3 3", "3 4", giant=4, party="4 5")
    table.say(0, "draw 4")
    table.refused(0, "split")


def test_dice_that_are_not_in_the_hand_make_no_double_fr_15() -> None:
    table = dealt("3 4 3", "5 6", giant=4, party="4 5")
    table.refused(0, "split")
    table.say(0, "keep 3 3")
    assert table.may(0, "split")


def test_a_snake_may_be_split_or_played_fr_16() -> None:
    table = dealt("1 1", "3 4")
    assert {"trip", "split"} <= set(table.offers(0))
    table.say(0, "split")
    assert (table.told(HasSplit).dice, table.cups[0]) == ((1, 1), 3)


def test_a_split_shows_the_double_gains_a_die_and_sits_out_fr_17() -> None:
    table = dealt("3 3", "5 4", giant=7)
    before = table.view()
    table.say(0, "split")
    assert list(table.events) == [HasSplit(Seat(0), (3, 3), 3, (Next(Seat(1), may_flee=True),))]
    assert (table.view().stacks, table.pot) == (before.stacks, before.pot)
    table.turns("trip")
    assert table.fates == {1: "toppled"}
    assert table.paid == {(1, "main"): 40}, "the ante stays in the pot"
    assert table.carried.cups == (3, 2)
    assert next_round(table, "1 2 3", "4 5").view(Seat(0)).dice == (1, 2, 3)


def test_a_split_cannot_be_kicked_or_consumed_fr_17() -> None:
    for giant in (1, 7):
        table = dealt("6 6", "3 4", giant=giant).turns("split", "flee")
        assert table.told(Revealed).fates == ()
        assert table.carried.cups == (3, 2)


def test_nobody_has_more_than_six_dice_fr_18() -> None:
    assert dealt("3 3 1 2 4", "3 4").turns("split").cups[0] == 6
    table = dealt("3 3 1 2 4 5", "3 4").turns("split")
    assert (table.told(HasSplit).cup, table.cups[0], table.plays[0]) == (6, 6, "split")


def test_the_host_sets_how_many_dice_are_the_most_fr_18() -> None:
    assert dealt("3 3", "3 4", max_dice=3).turns("split").cups[0] == 3
    assert dealt("3 3 1", "3 4", max_dice=3).turns("split").cups[0] == 3
    assert dealt("3 3", "3 4", max_dice=2).turns("split").cups[0] == 2


def test_who_has_the_most_dice_is_not_told_of_one_more_fr_18() -> None:
    for most, gains in ((2, False), (3, True)):
        told = dealt("3 3", "3 4", max_dice=most).turns("split").told(HasSplit)
        assert (told.cup, told.gains) == (most, gains)


# Three and more dice, and one


def test_of_three_dice_two_are_the_hand_fr_19() -> None:
    table = dealt("2 5 6", "3 4")
    assert table.hand(0) == (2, 5), "the first two, until others are chosen"
    table.say(0, "keep 6 5")
    assert table.hand(0) == (5, 6)
    told = table.told(HandChosen)
    assert (told.to, tuple(sorted(told.hand)), told.aside) == (0, (5, 6), (6,))
    assert table.view(Seat(0)).dice == (2, 5, 6)
    table.turns("trip")
    assert table.plays[0] == "trips"


def test_a_drawn_die_takes_the_place_of_one_of_the_two_fr_19() -> None:
    table = dealt("2 5 6", "3 4", giant=4, party="4 1")
    table.say(0, "keep 5 6")
    table.say(0, "draw 4")
    assert table.hand(0) == (4, 5)
    table.say(0, "drop 5")
    assert table.hand(0) == (4, 6)
    table.refused(0, "drop 2")


def test_the_hand_is_chosen_from_the_start_until_one_has_declared_or_drawn_fr_19() -> None:
    table = dealt("2 5 6", "3 4 1", "1 2 3", fearless="off")
    assert table.may(1, "keep 4 1"), "before the own turn"
    table.say(1, "keep 4 1")
    table.say(1, "keep 3 1")
    assert table.hand(1) == (1, 3)
    table.turns("trip")
    table.refused(0, "keep 5 6")
    table.turns("draw 4")
    table.refused(1, "keep 3 4")


def test_the_hand_is_two_dice_that_one_has_fr_19() -> None:
    table = dealt("2 5 5", "3 4")
    for line in ("keep 2 2", "keep 5", "keep 2 5 5", "keep 5 6", "keep 3 4"):
        table.refused(0, line)
    for line in ("keep 5 5", "keep 5 2", "keep 2 5"):
        assert table.may(0, line)
    table.refused(1, "keep 3 4")


def test_to_choose_what_is_chosen_is_no_mistake_fr_19() -> None:
    table = dealt("2 5 6", "3 4")
    table.say(0, "keep 2 5")
    assert table.hand(0) == (2, 5)


def test_choosing_a_hand_is_told_to_nobody_else_fr_19() -> None:
    table = dealt("2 5 6", "3 4")
    asked, before = table.asked, table.view()
    events = table.say(0, "keep 5 6")
    assert table.told_to(0) == list(events)
    assert (table.asked, table.view()) == (asked, before)


def test_a_hand_of_one_die_is_no_maw_and_no_snake_fr_20() -> None:
    assert dealt("6", "3 4", giant=6).turns("trip", "flee").fates == {0: "toppled"}
    assert dealt("1", "3 4", giant=2).turns("trip", "flee").fates == {0: "kicked"}


def test_a_1_alone_always_loses_to_a_knee_fr_20() -> None:
    for giant in range(2, 11):
        with case(giant):
            table = dealt("1", "3 4", giant=giant).turns("trip", "flee")
            assert (table.fates, table.carried.cups) == ({0: "kicked"}, (0, 2))


def test_drawing_makes_a_hand_of_two_of_the_one_die_fr_20() -> None:
    table = dealt("5", "3 4", giant=4, party="4 1")
    table.say(0, "draw 4")
    assert (table.hand(0), table.view(Seat(0)).aside) == ((4, 5), ())
    assert table.told(HandNow).aside == ()
    assert "drop" not in table.offers(0)
    table.turns("trip", "flee")
    assert (table.fate(0).total, table.fates) == (9, {0: "toppled"})


def test_one_die_and_its_like_from_the_party_are_a_double_fr_20() -> None:
    table = dealt("4", "3 4", giant=4, party="4 1").turns("draw 4", "split")
    assert table.cups[0] == 2
    snake = dealt("1", "3 4", giant=4, party="1 1").turns("draw 1", "trip", "flee")
    assert snake.fates == {0: "snake"}
    maw = dealt("6", "3 4", giant=4, party="6 6").turns("draw 6", "trip", "flee")
    assert maw.fates == {0: "consumed"}


# The Maw


@pytest.mark.parametrize(("dice", "fate"), [("4 5", "kicked"), ("4 6", "consumed"), ("5 5", "consumed")])
def test_with_more_than_two_players_the_maw_begins_at_10_so_no_giant_of_10_falls_fr_21(dice: str, fate: str) -> None:
    table = dealt(dice, "3 4", "3 4", giant=10)
    assert (table.told(RoundBegins).maw, table.view().maw) == (10, 10)
    assert table.turns("trip", "flee", "flee").fates == {0: fate}, "whoever flees, they were three at the start"


@pytest.mark.parametrize(("dice", "fate"), [("4 6", "toppled"), ("5 6", "consumed"), ("6 6", "consumed")])
def test_between_two_players_the_maw_is_11_and_12_fr_21(dice: str, fate: str) -> None:
    table = dealt(dice, "3 4", giant=10)
    assert (table.told(RoundBegins).maw, table.view().maw) == (11, 11)
    assert table.turns("trip", "flee").fates == {0: fate}


def test_without_the_rule_the_maw_is_11_and_12_for_all_fr_21() -> None:
    table = dealt("4 6", "5 6", "3 4", giant=10, maw10="off")
    assert table.told(RoundBegins).maw == 11
    assert table.turns("trip", "trip", "flee").fates == {0: "toppled", 1: "consumed"}


# Flee, and silence


def test_who_flees_is_safe_and_the_ante_stays_fr_22() -> None:
    for giant in (1, 9):
        table = dealt("6 6", "3 4", giant=giant).turns("flee", "trip")
        assert (table.fates, table.carried.cups) == ({1: "kicked"}, (2, 1))
        assert table.stacks[0] == STACK - ANTE


def test_who_has_fled_does_not_bet_fr_22() -> None:
    for betting in ("thieves", "liars"):
        table = dealt("3 4", "3 4", "3 4", betting=betting).turns("trip", "trip", "flee")
        assert table.awaited == (1,)
        assert table.offers(2) == []


def test_silence_flees_fr_22() -> None:
    table = dealt("6 1", "3 4", "3 4")
    table.silence()
    assert list(table.events) == [Fled(Seat(0), (Next(Seat(1), may_flee=True),))]
    table.say(1, "draw 4")
    table.turns("trip")
    table.silence()
    assert table.plays == ("fled", "trips", "fled")


def test_the_silence_of_the_first_player_after_drawing_flees_fr_22() -> None:
    table = dealt("6 1", "3 4").turns("draw 4")
    table.silence()
    assert table.plays[0] == "fled"


def test_silence_where_one_may_not_flee_trips_with_the_drawn_die_and_the_first_fr_22() -> None:
    table = dealt("6 1", "2 5", giant=7, party="4 1").turns("trip", "draw 4")
    table.silence()
    assert table.all_told(Tripped)[0].seat == 1
    assert sorted(table.fate(1).hand) == [2, 4]


def test_a_die_chosen_before_is_set_aside_in_silence_too_fr_22() -> None:
    table = dealt("6 1", "2 5", giant=7, party="4 1").turns("trip", "draw 4")
    table.say(1, "drop 2")
    table.silence()
    assert sorted(table.fate(1).hand) == [4, 5]


def test_silence_at_a_strict_table_trips_and_draws_nothing_fr_22() -> None:
    table = dealt("6 1", "2 5", "3 3", fearless="strict").turns("trip")
    table.silence()
    table.silence()
    assert table.plays == ("trips", "trips", "trips")
    assert [sorted(one.hand) for one in table.told(Revealed).fates] == [[1, 6], [2, 5], [3, 3]]
    first = dealt("6 1", "2 5", fearless="strict")
    first.silence()
    assert first.plays[0] == "fled"


def test_what_silence_does_is_the_same_with_any_dice_fr_22() -> None:
    """ALL-1: a Snake, a double, a Maw or a good hand, so silence shows nothing."""
    for dice in ("1 1", "4 4", "6 6", "3 4", "2 6 5", "1"):
        table = dealt(dice, "3 4", "3 4")
        table.silence()
        assert list(table.events) == [Fled(Seat(0), (Next(Seat(1), may_flee=True),))]


# People who leave


def test_who_leaves_in_their_turn_flees() -> None:
    table = dealt("3 4", "3 4", "3 4")
    table.leave(0)
    assert (table.plays[0], table.awaited) == ("fled", (1,))
    assert table.view().rogues[0].gone


def test_who_leaves_before_their_turn_flees_when_it_comes() -> None:
    table = dealt("3 4", "3 4", "3 4")
    table.leave(1)
    assert (table.awaited, table.plays[1]) == ((0,), "waits")
    table.say(0, "trip")
    assert [(type(event), event.seat) for event in table.events if isinstance(event, Tripped | Fled)] == [
        (Tripped, 0),
        (Fled, 1),
    ]
    assert table.awaited == (2,)


def test_who_leaves_where_nobody_flees_trips_when_the_turn_comes() -> None:
    table = dealt("3 4", "3 4", "3 4", fearless="strict")
    table.leave(1)
    table.say(0, "trip")
    assert (table.plays[1], table.awaited) == ("trips", (2,))


def test_a_trip_stands_when_its_player_leaves() -> None:
    table = dealt("4 5", "3 4", "3 4").turns("trip")
    table.leave(0)
    table.turns("flee", "flee")
    assert (table.fates, table.paid) == ({0: "toppled"}, {(0, "main"): 60})
    assert table.stacks[0] == STACK - ANTE + 60, "it goes with what they have"


def test_what_a_gone_seat_has_stays_on_the_table() -> None:
    table = dealt("3 4", "3 4", "3 4")
    before = table.stacks
    table.leave(2)
    assert table.stacks == before
    table.turns("flee", "flee")
    assert table.carried.cups == (2, 2, 0)
    assert table.stacks == (STACK - ANTE,) * 3
    assert table.carried.pot == Suckers(30)
