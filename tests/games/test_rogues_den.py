"""Test the Liars' Den: propositions about the dice on the table, the Snake and the Tumble."""

import pytest
from rogues_table import ANTE, STACK, Table, dealt

from games.kit.contract import PrivateEvent
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.kit.telling import say
from games.rogues import GAME
from games.rogues.events import (
    CalledIt,
    FirstToBet,
    Fled,
    GiantIsNext,
    HasBet,
    NextToBet,
    Proposed,
    Revealed,
    Tripped,
)
from games.rogues.state import Proposition


def den(*dice: str, **more: object) -> Table:
    """Return a table where all trip, and the last of them speaks first."""
    table = dealt(*dice, betting="liars", **{"giant": 6, **more})  # type: ignore[arg-type]
    return table.turns(*["trip"] * len(dice))


THREE = ("4 4", "3 4", "2 4")
"""8, 7 and 6: against a Giant of 6 the last of them is closest."""
FOUR = ("4 4", "3 4", "2 4", "3 6")


def order_of(table: Table, lines: int) -> list[int]:
    """Return the awaited seats; each calls a Tumble except the last."""
    found: list[int] = [*table.awaited]
    for _ in range(lines - 1):
        table.turns("tumble")
        found += table.awaited
    return found


def true(table: Table) -> list[tuple[int, int, int]]:
    """Return the highest true proposition: its seat, number of dice, and face."""
    return [(one.seat, one.dice, one.face) for one in table.told(Revealed).true]


# A sharp Den (FR-54)


def test_the_stake_of_a_wrong_count_goes_to_whoever_raised_before_fr_54() -> None:
    """Two 2s lie there. Cid counts right; Ben, then Ann, raise too far."""
    table = den(*THREE, den="sharp").turns("count 1 2", "count 5 2", "count 5 3")
    assert true(table) == [(2, 1, 2)]
    assert {key: paid for key, paid in table.paid.items() if key[1] in {"den", "caught"}} == {
        (2, "caught"): 5,
        (1, "caught"): 5,
        (2, "den"): 5,
    }


def test_a_first_count_that_is_wrong_has_nobody_before_it_and_stays_fr_54() -> None:
    table = den(*THREE, den="sharp").turns("count 5 5", "count 6 5", "tumble")
    assert {key: paid for key, paid in table.paid.items() if key[1] == "caught"} == {(2, "caught"): 5}
    plain = den(*THREE).turns("count 5 5", "count 6 5", "tumble")
    assert table.paid[2, "main"] == plain.paid[2, "main"] - 5


def test_as_a_table_opens_a_wrong_count_costs_its_stake_alone_fr_54() -> None:
    table = den(*THREE).turns("count 1 2", "count 5 2", "count 5 3")
    assert table.paid[2, "den"] == 15
    assert not [key for key in table.paid if key[1] == "caught"]


# What is counted


def test_trips_and_shown_party_dice_are_counted_and_nothing_else_fr_50() -> None:
    """Three 2s in the Trips and one shown. One is hidden, a player fled with two, and another split two."""
    table = dealt("2 2", "2 3", "2 2", "2 2", giant=4, party="2 2 | 6 6", betting="liars")
    table.turns("trip", "trip", "flee", "split", "count 4 2", "count 5 2")
    assert true(table) == [(1, 4, 2)]
    assert table.paid[1, "den"] == 10


def test_set_aside_dice_do_not_count_but_drawn_ones_and_what_the_cup_shows_then_do_fr_50() -> None:
    def table() -> Table:
        begun = dealt("2 3", "2 4", giant=9, party="6 5", betting="liars")
        begun.say(0, "drop 2")
        return begun.turns("draw 6", "trip", "trip")

    assert true(table().turns("count 1 2", "count 2 2")) == [(1, 1, 2)]
    assert true(table().turns("count 1 5", "count 1 6")) == [(0, 1, 6)]
    assert true(table().turns("count 1 4", "count 2 6")) == [(1, 1, 4)]


def test_hands_are_counted_as_they_stood_when_the_giant_was_revealed_fr_50() -> None:
    kick = den("2 2", "2 3", "5 5", giant=1).turns("count 3 2", "flee", "flee")
    assert (kick.fates, true(kick)) == ({2: "kicked"}, [])
    table = den("2 2", "2 3", "5 5", giant=1).turns("count 2 5", "count 3 5", "count 4 5")
    assert (table.fates, true(table)) == ({0: "kicked", 1: "fled", 2: "fled"}, [(2, 2, 5)])
    snake = den("1 1", "5 5", giant=6).turns("count 2 5", "count 3 5")
    assert (snake.fates, true(snake)) == ({0: "snake", 1: "fled"}, [(1, 2, 5)])


def test_who_fled_in_the_den_is_not_counted_fr_50() -> None:
    assert true(den("2 2", "2 2", "3 4").turns("count 4 2", "flee", "flee")) == []


def test_a_hand_of_one_die_counts_once_fr_50() -> None:
    assert true(den("5", "5 1").turns("count 2 5", "count 3 5")) == [(1, 2, 5)]


# Allowed propositions


def test_a_raise_is_the_same_number_with_more_dice_or_a_higher_one_with_as_many_fr_51() -> None:
    """Rulebook: "Four 2s"; then "Five or more 2s", or "Four or more 3s"."""
    table = den(*FOUR).turns("count 4 2")
    for said, legal in (
        ("5 2", True),
        ("10 2", True),
        ("11 2", False),
        ("4 3", True),
        ("5 3", True),
        ("10 6", True),
        ("4 6", True),
        ("4 2", False),
        ("3 2", False),
        ("3 3", False),
        ("3 6", False),
        ("4 1", False),
        ("5 1", False),
        ("11 6", False),
    ):
        assert table.may(2, f"count {said}") is legal, said


def test_the_first_proposition_is_of_any_number_and_as_many_dice_as_there_are_fr_51() -> None:
    """Four Trips of two dice, and two Party cups."""
    table = den(*FOUR)
    for said, legal in (("1 1", True), ("10 6", True), ("11 1", False), ("0 1", False), ("1 0", False), ("1 7", False)):
        assert table.may(3, f"count {said}") is legal, said
    table.turns("flee")
    assert [table.may(2, f"count {dice} 1") for dice in (8, 9)] == [True, False]


def test_a_cup_that_is_empty_shows_nothing_to_count_fr_51() -> None:
    table = dealt("3 4", "2 4", giant=6, betting="liars").turns("draw 4", "trip", "draw 4", "trip")
    assert [table.may(1, f"count {dice} 1") for dice in (4, 5)] == [True, False]


def test_a_call_raises_nothing_fr_51() -> None:
    table = den(*FOUR).turns("count 4 2", "snake", "tumble")
    assert table.may(0, "count 4 3")
    assert not table.may(0, "count 4 2")


def test_above_the_highest_proposition_there_is_none_fr_55() -> None:
    table = den(*FOUR).turns("count 10 6")
    assert table.offers(2) == ["flee", "snake", "tumble"]


def test_who_will_not_raise_calls_or_flees_fr_55() -> None:
    table = den(*THREE)
    assert table.offers(2) == ["flee", "count", "snake", "tumble"]
    table.turns("count 1 2")
    assert table.offers(1) == ["flee", "count", "snake", "tumble"]
    assert (table.offers(0), table.offers(2)) == ([], [])
    table.say(1, "flee")
    assert (table.told(Fled).seat, table.told(NextToBet).seat) == (1, 0)
    table.turns("flee")
    assert table.plays == ("fled", "fled", "trips")
    assert table.fates == {2: "toppled"}


def test_in_the_den_nobody_bets_or_checks_fr_55() -> None:
    table = den(*THREE)
    for line in ("check", "bet 5", "call", "allin"):
        table.refused(2, line)
    assert table.all_told(HasBet) == []


def test_silence_in_the_den_flees_fr_55() -> None:
    table = den(*THREE)
    table.silence()
    assert (table.told(Fled).seat, table.stacks[2]) == (2, STACK - ANTE)
    table.turns("count 1 2")
    table.silence()
    assert (table.plays, table.fates) == (("fled", "trips", "fled"), {1: "toppled"})


def test_who_left_flees_in_the_den_when_it_is_their_turn_fr_55() -> None:
    table = dealt(*THREE, giant=6, betting="liars").turns("trip", "trip")
    table.leave(1)
    table.turns("trip", "count 1 2")
    assert (table.plays[1], table.awaited) == ("fled", (0,))


# Who may flee in the Den


def drawn_den(**more: object) -> Table:
    """Return a table where the first tripped, the second drew a 4, and the third drew nothing; the last speaks
    first.
    """
    table = dealt("4 4", "3 4", "2 4", betting="liars", **{"giant": 6, **more})  # type: ignore[arg-type]
    return table.turns("trip", "draw 4", "trip", "trip")


@pytest.mark.parametrize(
    ("fearless", "may"), [("on", {0: True, 1: False, 2: True}), ("off", {0: True, 1: True, 2: True})]
)
def test_whom_the_fearless_rule_bars_may_not_flee_in_the_den_either_fr_14(fearless: str, may: dict[int, bool]) -> None:
    table = drawn_den(fearless=fearless)
    for seat in (2, 1, 0):
        assert table.awaited == (seat,)
        assert (table.may(seat, "flee"), table.view(Seat(seat)).may_flee) == (may[seat], may[seat])
        table.turns("tumble")


def test_at_a_strict_table_only_the_first_player_flees_in_the_den_fr_14() -> None:
    table = drawn_den(fearless="strict")
    assert table.told(Tripped).then == (FirstToBet(Seat(2), "liars", Suckers(5), may_flee=False),)
    refused = table.refused(2, "flee")
    assert (refused.rule, refused.reason) == ("FR-14", say("no-fleeing-in-den", drawn="no"))
    table.turns("tumble")
    assert table.told(NextToBet) == NextToBet(Seat(1), Suckers(0), may_flee=False)
    table.turns("tumble")
    assert table.may(0, "flee")


def test_the_first_player_flees_in_the_den_though_they_have_drawn_fr_14() -> None:
    table = dealt("4 4", "3 4", giant=6, betting="liars").turns("draw 4", "trip", "trip", "tumble")
    assert table.may(0, "flee")


def test_who_is_barred_is_told_why_fr_14() -> None:
    table = drawn_den().turns("tumble")
    refused = table.refused(1, "flee")
    assert (refused.rule, refused.reason) == ("FR-14", say("no-fleeing-in-den", drawn="yes"))
    assert table.refused(1, "check").reason == say("den-words", may_flee="no")


@pytest.mark.parametrize(
    ("said", "raised"),
    [("tumble", (1, 1)), ("count 1 1", (1, 2)), ("count 2 4", (2, 5)), ("count 2 6", (3, 6)), ("count 8 5", (8, 6))],
)
def test_a_silent_player_who_may_not_flee_makes_the_lowest_raise_fr_14(said: str, raised: tuple[int, int]) -> None:
    """The fewest dice, and of those the lowest number. It costs as much as every proposition."""
    table = drawn_den().turns(said)
    table.silence()
    told = table.told(Proposed)
    assert (told.seat, (told.dice, told.face), table.plays[1]) == (1, raised, "trips")
    assert (table.stacks[1], table.view().den) == (STACK - ANTE - 5, 10)


def test_where_there_is_no_raise_left_they_call_a_tumble_fr_14() -> None:
    table = drawn_den().turns("count 8 6")
    table.silence()
    assert (table.told(CalledIt).seat, table.told(CalledIt).what, table.view().den) == (1, "tumble", 10)


def test_who_left_does_in_the_den_what_silence_does_fr_14() -> None:
    table = drawn_den()
    table.leave(1)
    table.turns("count 2 4")
    assert [(one.seat, one.dice, one.face) for one in table.view().propositions] == [(2, 2, 4), (1, 2, 5)]
    assert table.awaited == (0,)


@pytest.mark.parametrize("said", ["tumble", "count 2 4", "count 8 6"])
def test_silence_in_the_den_proves_nothing_of_a_hand_fr_14(said: str) -> None:
    """ALL-1: for any hand of a player who may not flee, the moves, the offers and the time-up are the same."""
    found = set()
    for dice in ("3 4", "1 1", "6 6", "2 5"):
        table = dealt("4 4", dice, "2 4", giant=6, betting="liars").turns("trip", "draw 4", "trip", "trip", said)
        offers = GAME.legal_moves(table.state, Seat(1))
        public = [event for event in table.silence() if not isinstance(event, PrivateEvent)]
        found.add(str((offers, public)))
    assert len(found) == 1


# The stake, and one declaration each


def test_each_who_says_something_pays_the_price_of_a_die_fr_52() -> None:
    table = den(*FOUR, ante_unit=7)
    assert table.stacks == (186,) * 4
    table.turns("count 1 2")
    assert (table.stacks[3], table.view().den, table.pot, table.view().main) == (179, 7, 119, 112)
    table.turns("snake")
    assert (table.stacks[2], table.view().den) == (179, 14)
    table.turns("tumble")
    assert (table.stacks[1], table.view().den) == (179, 21)
    table.turns("flee")
    assert table.stacks[0] == 186, "who flees pays nothing"


def test_who_cannot_pay_is_passed_over_and_still_trips_fr_52() -> None:
    table = den(*THREE, stacks=(200, 14, 200))
    table.turns("count 1 2")
    assert table.awaited == (0,)
    table.turns("count 1 3")
    assert table.fates == {0: "toppled", 1: "toppled", 2: "toppled"}
    first = den(*THREE, stacks=(200, 200, 14))
    assert first.awaited == (1,)
    none = den(*THREE, stacks=(14, 14, 10))
    assert none.paid == {(2, "main"): 60}


def test_who_can_just_pay_says_something_fr_52() -> None:
    table = den(*THREE, stacks=(200, 200, 15))
    assert table.awaited == (2,)
    table.turns("count 1 2")
    assert table.stacks[2] == 0


def test_the_price_is_announced_fr_52() -> None:
    table = dealt(*THREE, betting="liars", ante_unit=7).turns("trip", "trip")
    table.turns("trip")
    assert table.told(Tripped).then == (FirstToBet(Seat(2), "liars", Suckers(7)),)


def test_each_says_one_thing_and_the_giant_is_revealed_fr_53() -> None:
    table = den(*THREE)
    table.say(2, "count 1 2")
    told = table.told(Proposed)
    assert (told.seat, told.dice, told.face) == (2, 1, 2)
    assert table.told(NextToBet) == NextToBet(Seat(1), Suckers(0)), "a raise costs no more than the first word"
    assert table.view().propositions == (Proposition(Seat(2), 1, 2),)
    table.say(1, "tumble")
    assert (table.told(CalledIt).seat, table.told(CalledIt).what, table.awaited) == (1, "tumble", (0,))
    assert table.view().tumbles == (1,)
    table.say(0, "snake")
    assert (table.told(CalledIt).what, table.told(CalledIt).then) == ("snake", (GiantIsNext(),))
    assert table.told(Revealed).giant == 6
    assert table.view().snakes == (0,)


def test_one_who_trips_alone_has_nobody_to_lie_to_fr_53() -> None:
    table = dealt("4 4", "3 4", giant=6, betting="liars").turns("trip", "flee")
    assert (table.awaited, table.told(Fled).then) == ((), (GiantIsNext(),))
    assert (table.fates, table.paid, table.stacks[0]) == ({0: "toppled"}, {(0, "main"): 40}, STACK - ANTE + 40)


def test_one_who_is_left_alone_in_the_den_says_nothing_any_more_fr_53() -> None:
    table = den(*THREE).turns("flee")
    assert table.awaited == (1,)
    table.turns("flee")
    assert (table.plays, table.fates) == (("trips", "fled", "fled"), {0: "toppled"})
    assert table.paid == {(0, "main"): 60}


def test_what_somebody_said_in_the_den_stands_when_all_others_flee_fr_53() -> None:
    table = den(*THREE).turns("count 1 4", "flee", "flee")
    assert table.paid == {(2, "main"): 60, (2, "den"): 5}


def test_fr_53_of_two_who_trip_the_one_who_alone_can_pay_has_nobody_to_lie_to() -> None:
    table = den("4 4", "3 4", stacks=(14, 200))
    assert table.awaited == ()
    assert table.state.den == 0


def test_the_den_has_its_time() -> None:
    assert (den(*THREE).seconds, den(*THREE, bet_seconds=77).seconds) == (30, 77)


# The value of a proposition


def test_the_highest_true_proposition_takes_the_den_fr_54() -> None:
    table = den(*THREE, party="1 1 | 1 1").turns("count 2 2", "count 2 4", "count 3 4")
    assert true(table) == [(0, 3, 4)]
    assert table.paid == {(2, "main"): 60, (0, "den"): 15}
    middle = den(*THREE, party="1 1 | 1 1").turns("count 1 2", "count 3 4", "count 5 4")
    assert true(middle) == [(1, 3, 4)]
    assert middle.paid == {(2, "main"): 60, (1, "den"): 15}


def test_a_proposition_is_true_of_more_dice_than_it_names_fr_54() -> None:
    assert true(den(*THREE, party="4 4 | 4 4").turns("count 1 4", "tumble", "tumble")) == [(2, 1, 4)]


def test_without_a_true_proposition_the_den_joins_the_main_pot_fr_54() -> None:
    table = den(*THREE, party="1 1 | 1 1").turns("count 2 2", "count 3 2", "tumble")
    assert (true(table), table.paid) == ([], {(2, "main"): 75})
    lost = den(*THREE, giant=9, party="1 1 | 1 1").turns("count 2 2", "tumble", "tumble")
    assert (lost.paid, lost.house_took) == ({}, 75)
    carried = den("1 1", "3 4", giant=9, party="6 6").turns("count 2 2", "tumble")
    assert (carried.fates[0], carried.carried.pot) == ("snake", 50)


def test_the_den_is_paid_whatever_becomes_of_the_trip_fr_54() -> None:
    kicked = den(*THREE, giant=9).turns("count 1 2", "tumble", "tumble")
    assert (kicked.fates[2], kicked.paid, kicked.house_took) == ("kicked", {(2, "den"): 15}, 60)
    kick = den(*THREE, giant=1).turns("count 1 2", "count 1 3", "count 2 3")
    assert (kick.paid, kick.house_took) == ({(1, "den"): 15}, 60)
    snake = den("1 1", "3 4", giant=9).turns("count 1 3", "count 2 3")
    assert (snake.fates, snake.paid, snake.carried.pot) == ({0: "snake", 1: "fled"}, {(1, "den"): 10}, 40)


def test_who_won_the_den_alone_has_not_won_the_round_fr_54() -> None:
    table = den(*THREE, giant=9).turns("count 1 2", "tumble", "tumble")
    assert (table.ended, table.carried.last_winner) == (("house", ()), ())


# The Snake


def test_who_calls_a_snake_that_shows_shares_the_main_pot_fr_56() -> None:
    table = den("1 1", "4 4", "3 4").turns("snake", "snake", "count 1 1")
    assert table.fates == {0: "snake", 1: "fled", 2: "fled"}
    assert table.paid == {(0, "den"): 15, (1, "snake"): 30, (2, "snake"): 30}
    assert (table.carried.pot, table.carried.cups, table.house_took) == (0, (2, 2, 2), 0)
    assert table.ended == ("shared", (1, 2))


def test_one_who_calls_it_alone_takes_it_all_fr_56() -> None:
    table = den("4 4", "1 1", "3 4").turns("snake", "tumble", "tumble")
    assert table.fates == {0: "toppled", 1: "snake", 2: "fled"}
    assert table.paid == {(2, "snake"): 75}, "the Den had no true proposition"
    assert table.ended == ("won", (2,))


def test_ones_own_snake_counts_fr_56() -> None:
    table = den("4 4", "1 1").turns("snake", "count 2 4")
    assert table.paid == {(1, "snake"): 40, (0, "den"): 10}


def test_a_called_snake_does_not_save_who_went_before_it_fr_56() -> None:
    table = den("2 2", "6 6", "1 1", "4 4").turns("snake", "tumble", "tumble", "tumble")
    assert table.fates == {0: "kicked", 1: "consumed", 2: "snake", 3: "fled"}
    assert table.carried.cups == (1, 0, 2, 2)
    assert table.paid == {(3, "snake"): 100}


def test_a_caller_before_the_snake_has_the_own_fate_fr_56() -> None:
    table = den("2 2", "1 1", "4 4").turns("tumble", "tumble", "snake")
    assert table.fates == {0: "kicked", 1: "snake", 2: "fled"}
    assert table.paid == {(0, "snake"): 75}


def test_by_the_option_for_earlier_winners_the_callers_share_all_the_same_fr_56() -> None:
    table = den("4 4", "1 1", "3 4", snake="earlier_winners_paid").turns("snake", "tumble", "tumble")
    assert table.paid == {(2, "snake"): 75}


def test_the_odd_sucker_of_what_callers_share_stays_fr_56() -> None:
    table = den("1 1", "4 4", "3 4", carried=1).turns("snake", "snake", "count 1 1")
    assert (table.won(1), table.won(2), table.carried.pot) == (30, 30, 1)


def test_who_calls_a_snake_that_is_not_there_is_consumed_fr_56() -> None:
    table = den(*THREE).turns("snake", "count 1 2", "count 3 4")
    assert table.fates == {0: "toppled", 1: "toppled", 2: "called"}
    assert (table.fate(2).lost, table.fate(2).left, table.carried.cups) == (2, 0, (2, 2, 0))
    assert table.won(1) == 60, "the closest of the others"


def test_each_caller_is_consumed_and_cannot_win_fr_56() -> None:
    table = den(*THREE).turns("snake", "snake", "snake")
    assert table.fates == {0: "called", 1: "called", 2: "called"}
    assert (table.cups, table.paid, table.house_took) == ((0, 0, 0), {}, 75)


@pytest.mark.parametrize(("dice", "lost", "left"), [("3 4", 2, 0), ("3 4 1", 2, 1), ("5", 1, 0), ("6 6", 2, 0)])
def test_a_caller_loses_the_own_dice_of_the_hand_fr_56(dice: str, lost: int, left: int) -> None:
    table = den("4 4", dice).turns("snake", "count 1 4")
    assert (table.fate(1).fate, table.fate(1).lost, table.fate(1).left) == ("called", lost, left)


def test_a_callers_party_die_goes_back_to_the_house_fr_56() -> None:
    table = dealt("4 4", "3 4", giant=6, betting="liars").turns("trip", "draw 4", "trip", "snake", "count 1 4")
    assert (table.fate(1).fate, table.fate(1).lost, table.carried.cups) == ("called", 1, (2, 1))


def test_a_snake_of_who_fled_or_split_does_not_show_fr_56() -> None:
    table = dealt("1 1", "1 1", "4 4", "4 4", giant=6, betting="liars").turns("flee", "split", "trip", "trip")
    assert table.turns("snake", "tumble").fates == {2: "toppled", 3: "called"}


def test_one_die_that_shows_a_1_is_no_snake_fr_56() -> None:
    assert den("1", "4 4").turns("snake", "count 1 4").fates == {0: "kicked", 1: "called"}


def test_in_a_kick_no_snake_is_seen_and_callers_are_not_consumed_fr_57() -> None:
    for dice in (("4 4", "3 4", "2 4"), ("4 4", "1 1", "2 4")):
        table = den(*dice, giant=1).turns("snake", "count 2 4", "count 3 4")
        assert table.fates == {0: "kicked", 1: "fled", 2: "fled"}
        assert table.carried.cups == (1, 2, 2)
        assert not any(pot == "snake" for _, pot in table.paid)
        assert table.house_took == 60


# The Tumble


def test_who_calls_a_tumble_shares_the_pot_instead_of_the_house_fr_58() -> None:
    table = den(*THREE, giant=1).turns("tumble", "tumble", "count 2 4")
    assert table.fates == {0: "kicked", 1: "fled", 2: "fled"}
    assert table.paid == {(1, "tumble"): 30, (2, "tumble"): 30, (0, "den"): 15}
    assert (table.house_took, table.ended) == (0, ("shared", (1, 2)))


def test_a_caller_who_trips_first_is_kicked_all_the_same_fr_58() -> None:
    table = den(*THREE, giant=1).turns("flee", "tumble", "tumble")
    assert (table.fates, table.carried.cups) == ({0: "kicked", 1: "fled"}, (1, 2, 2))
    assert table.paid == {(0, "tumble"): 35, (1, "tumble"): 35}


def test_a_tumble_that_is_none_costs_the_stake_alone_fr_58() -> None:
    table = den(*THREE).turns("tumble", "count 1 2", "count 1 3")
    assert (table.fates[2], table.carried.cups) == ("toppled", (2, 2, 2))
    assert table.paid == {(2, "main"): 60, (0, "den"): 15}
    assert table.stacks == (200 - 15 + 15, 185, 245)


def test_a_snake_and_a_tumble_each_have_their_day_fr_58() -> None:
    kick = den("4 4", "1 1", "2 4", giant=1).turns("snake", "tumble", "flee")
    assert kick.paid == {(1, "tumble"): 70}
    snake = den("4 4", "1 1", "2 4").turns("snake", "tumble", "flee")
    assert snake.paid == {(2, "snake"): 70}


# Who bets first


def test_in_the_first_round_the_last_to_declare_bets_first_fr_59() -> None:
    assert order_of(den(*FOUR), 4) == [3, 2, 1, 0]
    table = dealt(*FOUR, first=2, giant=6, betting="liars").turns("trip", "trip", "trip", "flee")
    assert order_of(table, 3) == [0, 3, 2]


def test_the_winner_of_the_round_before_bets_first_fr_59() -> None:
    assert order_of(den(*FOUR, winner=(0,)), 4) == [0, 3, 2, 1]
    assert order_of(den(*FOUR, winner=(2,)), 4) == [2, 1, 0, 3]


def test_a_winner_who_does_not_trip_leaves_it_to_the_next_in_betting_order_fr_59() -> None:
    table = dealt(*FOUR, winner=(2,), giant=6, betting="liars").turns("trip", "trip", "flee", "trip")
    assert order_of(table, 3) == [1, 0, 3]


def test_a_winner_who_cannot_pay_leaves_it_to_the_next_in_betting_order_fr_59() -> None:
    assert den(*FOUR, winner=(2,), stacks=(200, 200, 14, 200)).awaited == (1,)


def test_a_round_tells_the_next_who_won_it_fr_59() -> None:
    assert den(*THREE).turns("tumble", "tumble", "tumble").carried.last_winner == (2,)
    assert den("4 4", "1 1", "3 4").turns("snake", "tumble", "tumble").carried.last_winner == (2,)
    assert den(*THREE, giant=1).turns("flee", "tumble", "flee").carried.last_winner == (1,)
    assert dealt("3 4", "4 5", giant=7).turns("trip", "trip").carried.last_winner == (0,)
    assert dealt("4 5", "3 4", "3 4", giant=7).turns("trip", "trip", "trip").carried.last_winner == (1,), "of two"


def test_without_a_winner_the_last_to_declare_bets_first_again_fr_59() -> None:
    assert den("1 1", "3 4").turns("tumble", "tumble").carried.last_winner == ()
    assert dealt("3 4", "4 5").turns("flee", "flee").carried.last_winner == ()
    assert dealt("1 2", "2 3", giant=9).turns("trip", "trip").carried.last_winner == ()
