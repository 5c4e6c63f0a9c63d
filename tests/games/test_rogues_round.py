"""Test a round of Fearless Rogues Hold 'Em: the Party, the order of play, drawing, and fleeing afterwards."""

import pytest
from cases import case
from rogues_table import Table, dealt, next_round

from bot.text import Words
from games.kit.seats import SPECTATOR, Seat
from games.rogues import GAME
from games.rogues.events import (
    Drew,
    Fled,
    GiantIsNext,
    HandChosen,
    HandNow,
    Next,
    PartyDie,
    Revealed,
    RoundBegins,
    Tripped,
    YourDice,
)

# The players, and the Party


def test_two_to_six_sit_and_the_house_is_none_of_them_fr_1() -> None:
    assert GAME.seats(GAME.options_from({})) == range(2, 7)
    for players in range(2, 7):
        view = dealt(*["3 4"] * players).view()
        assert len(view.rogues) == len(view.stacks) == players


@pytest.mark.parametrize(("players", "cups"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_for_every_two_players_there_is_a_party_cup_of_two_dice_fr_2(players: int, cups: int) -> None:
    view = dealt(*["3 4"] * players).view()
    assert [(len(cup.shown), cup.under, cup.taken) for cup in view.cups] == [(1, 1, ())] * cups


def test_there_is_a_party_die_for_each_of_six_players_fr_2() -> None:
    table = dealt(*["3 4"] * 6, giant=10, party="1 2 | 3 4 | 5 6", fearless="off")
    table.turns("draw 2", "trip", "draw 1", "trip", "draw 6", "trip", "draw 5", "trip", "draw 4", "trip", "draw 3")
    assert [(cup.shown, cup.under, cup.taken) for cup in table.view().cups] == [
        ((), 0, (2, 1)),
        ((), 0, (4, 3)),
        ((), 0, (6, 5)),
    ]


def test_cups_and_maw_go_by_the_players_who_are_still_in_the_game_fr_3() -> None:
    three = dealt("3 4", "", "3 4", "", "3 4", "").view()
    two = dealt("3 4", "", "3 4").view()
    assert (len(three.cups), three.maw, three.order) == (2, 10, (0, 2, 4))
    assert (len(two.cups), two.maw, two.order) == (1, 11, (0, 2))


def test_who_cannot_pay_at_the_start_is_counted_no_more_fr_3() -> None:
    table = dealt("3 4", "3 4", "", stacks=(200, 200, 9), cups=(2, 2, 2))
    assert (len(table.view().cups), table.view().maw, table.view().order) == (1, 11, (0, 1))
    assert table.told(RoundBegins).cant_pay == (2,)


def test_the_party_die_nearest_the_giant_is_shown_of_two_as_near_the_higher_fr_4() -> None:
    """The first three are the rulebook's: "if the giant rolls a 2, and a Party roll produces a 5 and a 6"."""
    for giant, pair, shown in [
        (2, "5 6", 5),
        (2, "6 5", 5),
        (3, "2 6", 2),
        (4, "3 5", 5),
        (4, "5 3", 5),
        (4, "6 2", 6),
        (3, "4 2", 4),
        (5, "3 3", 3),
        (10, "1 6", 6),
        (9, "6 5", 6),
        (6, "6 1", 6),
    ]:
        with case(giant, pair, shown):
            table = dealt("3 4", "3 4", giant=giant, party=pair)
            assert table.shown == [(shown,)]
            assert table.told(RoundBegins).party == (PartyDie(1, shown),)


@pytest.mark.parametrize(("pair", "shown"), [("6 1", 1), ("4 3", 3), ("2 2", 2), ("5 6", 5)])
def test_a_giant_of_1_is_the_number_1_to_the_party_fr_5(pair: str, shown: int) -> None:
    assert dealt("3 4", "3 4", giant=1, party=pair).shown == [(shown,)]


def test_each_cup_shows_the_die_that_is_nearest_there_fr_4() -> None:
    table = dealt(*["3 4"] * 5, giant=4, party="1 6 | 2 5 | 4 3")
    assert table.shown == [(6,), (5,), (4,)]
    assert table.told(RoundBegins).party == (PartyDie(1, 6), PartyDie(2, 5), PartyDie(3, 4))


# Play proceeds from left to right


def test_play_goes_by_seats_from_the_first_player_on_fr_6() -> None:
    table = dealt("3 4", "3 4", "3 4", "3 4", first=2)
    order: list[int] = []
    for _ in range(3):
        order += table.awaited
        table.turns("flee")
    assert [*order, *table.awaited] == [2, 3, 0, 1]
    assert table.view().order == (2, 3, 0, 1)


def test_play_passes_over_who_is_out_fr_6() -> None:
    table = dealt("3 4", "", "3 4", "", "3 4", first=2)
    assert (table.view().first, table.awaited) == (2, (2,))
    table.turns("trip")
    assert table.awaited == (4,)
    table.turns("trip")
    assert table.awaited == (0,)


def test_a_first_player_who_cannot_pay_leaves_the_first_turn_to_the_next_fr_6() -> None:
    table = dealt("", "3 4", "3 4", stacks=(9, 200, 200), cups=(2, 2, 2))
    assert (table.view().first, table.awaited) == (1, (1,))
    table.say(1, "draw 4")
    assert table.may(1, "flee"), "the round's first player"


def test_a_match_is_begun_by_the_first_seat() -> None:
    assert (dealt("3 4", "3 4").view().first, dealt("3 4", "3 4").view().number) == (0, 1)


def test_nobody_plays_out_of_turn_fr_6() -> None:
    table = dealt("3 3", "3 3", "3 3")
    for line in ("trip", "flee", "draw 4", "split"):
        for seat in (1, 2):
            table.refused(seat, line)


def test_each_says_one_thing_and_the_next_one_is_told_fr_6() -> None:
    table = dealt("3 4", "3 4", "3 4")
    assert table.told(RoundBegins).then == (Next(Seat(0), may_flee=True),)
    table.say(0, "flee")
    assert list(table.events) == [Fled(Seat(0), (Next(Seat(1), may_flee=True),))]
    table.say(1, "trip")
    assert list(table.events) == [Tripped(Seat(1), (Next(Seat(2), may_flee=True),))]
    table.say(2, "flee")
    assert table.told(Fled).then == (GiantIsNext(),)
    assert table.told(Revealed).giant == 7


def test_a_turn_has_its_time() -> None:
    assert dealt("3 4", "3 4").seconds == 45
    assert dealt("3 4", "3 4", turn_seconds=60).seconds == 60


# Dice are rolled secretly


def test_each_is_told_the_own_dice_before_anybody_decides_fr_10() -> None:
    table = dealt("3 4", "5 6 1", "2")
    for seat, (dice, hand) in enumerate([((3, 4), (3, 4)), ((5, 6, 1), (5, 6)), ((2,), (2,))]):
        assert table.told_to(seat) == [YourDice(Seat(seat), dice, hand)]
        view = table.view(Seat(seat))
        assert (view.dice, view.hand) == (dice, hand)
    assert table.view(SPECTATOR).dice == table.view(SPECTATOR).hand == ()


def test_the_giant_is_unseen_until_it_is_revealed_fr_10() -> None:
    table = dealt("3 4", "3 4", giant=6)
    assert [table.view(viewer).giant for viewer in (Seat(0), Seat(1), SPECTATOR)] == [0, 0, 0]
    table.turns("trip", "flee")
    assert table.view().giant == 6


# Drawing from the Party


def test_a_drawn_die_joins_one_own_die_and_the_other_is_set_aside_fr_11() -> None:
    table = dealt("3 5", "3 4", giant=9, party="6 2")
    assert table.view(Seat(0)).aside == (5,)
    table.say(0, "draw 6")
    assert table.hand(0) == (3, 6)
    assert table.told_to(0) == [HandNow(Seat(0), table.view(Seat(0)).hand, (5,))]
    assert table.view(Seat(0)).aside == (5,)
    assert table.view().rogues[0].drawn == (6,)


def test_one_chooses_which_own_die_is_set_aside_before_or_after_drawing_fr_11() -> None:
    table = dealt("3 5", "3 4", giant=9, party="6 2")
    table.say(0, "drop 3")
    assert table.told_to(0) == [HandChosen(Seat(0), table.view(Seat(0)).hand, (3,))]
    assert table.hand(0) == (3, 5), "nothing is set aside where nothing is drawn"
    table.say(0, "draw 6")
    assert table.hand(0) == (5, 6)
    table.say(0, "drop 5")
    assert (table.hand(0), table.view(Seat(0)).aside) == ((3, 6), (5,))
    table.say(0, "drop 3")
    assert (table.hand(0), table.view(Seat(0)).aside) == ((5, 6), (3,))
    table.turns("trip")
    assert not table.may(0, "drop 5")


def test_one_may_choose_before_the_own_turn_fr_11() -> None:
    table = dealt("3 4", "2 5", giant=9, party="6 2")
    table.say(1, "drop 2")
    table.turns("trip", "draw 6")
    assert table.hand(1) == (5, 6)


def test_a_choice_of_what_to_set_aside_is_told_to_nobody_else_fr_11() -> None:
    table = dealt("3 5", "3 4")
    asked, before = table.asked, table.view()
    events = table.say(0, "drop 3")
    assert table.told_to(0) == list(events)
    assert (table.asked, table.view(), table.view(Seat(1)).hand) == (asked, before, (3, 4))


def test_only_own_dice_of_the_hand_are_set_aside_fr_11() -> None:
    table = dealt("3 5", "3", giant=9, party="6 2", first=0)
    table.refused(0, "drop 4")
    assert "drop" not in table.offers(1), "who has one die sets none aside"
    table.say(0, "draw 6")
    table.refused(0, "drop 6")


def test_only_shown_dice_are_drawn_fr_11() -> None:
    table = dealt("3 5", "3 4", giant=9, party="6 2")
    for line in ("draw 2", "draw 3", "draw 5", "draw 0"):
        table.refused(0, line)


def test_a_house_bot_that_has_drawn_is_asked_nothing_aloud() -> None:
    table = dealt("3 5", "3 4", giant=9, party="6 2")
    table.say(0, "draw 6")
    told, names = table.told(Drew), ("ann", "ben")
    asked = Words().sentence(told.say_among(frozenset({Seat(1)})), names, GAME)
    assert asked == "ann draws the 6, and a 2 comes up. Trip, flee, or split a double?"
    assert Words().sentence(told.say_among(frozenset({Seat(0)})), names, GAME) == "ann draws the 6, and a 2 comes up."


def test_the_other_die_of_that_cup_is_shown_next_fr_12() -> None:
    table = dealt("3 5", "3 4", giant=9, party="6 2")
    table.say(0, "draw 6")
    assert table.told(Drew) == Drew(Seat(0), 6, 2, may_flee=True)
    assert table.shown == [(2,)]
    table.turns("trip", "draw 2")
    assert table.told(Drew) == Drew(Seat(1), 2, 0, may_flee=False)
    assert [(cup.shown, cup.taken, cup.under) for cup in table.view().cups] == [((), (6, 2), 0)]


def test_one_draws_once_a_round_fr_12() -> None:
    table = dealt("3 5", "3 4", "3 4", giant=9, party="6 2 | 5 1")
    table.say(0, "draw 6")
    for line in ("draw 2", "draw 5"):
        table.refused(0, line)
    assert "draw" not in table.offers(0)


def test_of_two_cups_that_show_the_same_the_left_one_gives_fr_12() -> None:
    table = dealt("3 4", "3 4", "3 4", giant=5, party="5 3 | 5 1")
    table.say(0, "draw 5")
    assert table.shown == [(3,), (5,)]
    table.turns("trip", "draw 5")
    assert table.shown == [(3,), (1,)]


def test_an_empty_party_offers_nothing_to_draw_fr_12() -> None:
    table = dealt("3 4", "3 4", "3 4", giant=9, party="6 2 | 5 1").turns("draw 6", "trip", "draw 2", "trip")
    assert [line for line in ("draw 6", "draw 2", "draw 5", "draw 1") if table.may(2, line)] == ["draw 5"]


def test_after_drawing_one_is_asked_again_with_the_whole_time_fr_11() -> None:
    table = dealt("3 4", "3 4")
    asked = table.asked
    table.say(0, "draw 4")
    assert table.awaited == (0,)
    assert table.asked != asked
    assert (table.seconds, set(table.offers(0))) == (45, {"drop", "flee", "trip"})


def test_drawn_dice_go_back_to_the_house_fr_13() -> None:
    table = dealt("3", "3 4", giant=7, party="4 5")
    table.turns("draw 5", "trip", "draw 4", "trip")
    assert table.told(Revealed).giant == 7
    assert table.carried.cups == (1, 2)
    again = next_round(table, "6", "2 5")
    assert (again.view(Seat(0)).dice, again.view(Seat(1)).dice) == ((6,), (2, 5))
    assert [one.drawn for one in again.view().rogues] == [(), ()]


# In a Fearless game, only the first player may flee after drawing


def flees(table: Table, seat: int) -> bool:
    """Return whether fleeing is offered, and check that it is also shown."""
    offered = "flee" in table.offers(seat)
    assert table.view(Seat(seat)).may_flee is offered
    return offered


def test_after_drawing_only_the_first_player_flees_fr_14() -> None:
    table = dealt("3 4", "3 4", "3 4", first=1)
    assert flees(table, 1)
    table.say(1, "draw 4")
    assert flees(table, 1)
    assert table.told(Drew).may_flee
    table.turns("trip")
    assert flees(table, 2), "who has not drawn may flee"
    table.say(2, "draw 4")
    assert not flees(table, 2)
    assert not table.told(Drew).may_flee
    table.refused(2, "flee")
    table.turns("trip")
    assert table.told(Tripped).then == (Next(Seat(0), may_flee=True),)


def test_after_drawing_a_double_one_may_still_split_fr_14() -> None:
    table = dealt("3 4", "4 5").turns("trip", "draw 4")
    assert set(table.offers(1)) == {"drop", "trip", "split"}


def test_without_the_rule_all_flee_after_drawing_fr_14() -> None:
    table = dealt("3 4", "3 4", fearless="off").turns("trip", "draw 4")
    assert table.told(Drew).may_flee
    assert flees(table, 1)
    table.turns("flee")
    assert table.plays == ("trips", "fled")


def test_by_the_strict_rule_only_the_first_player_flees_at_all_fr_14() -> None:
    table = dealt("3 4", "3 4", "3 4", first=2, fearless="strict")
    assert flees(table, 2)
    table.turns("trip")
    assert table.told(Tripped).then == (Next(Seat(0), may_flee=False),)
    assert set(table.offers(0)) == {"drop", "trip", "draw"}
    table.refused(0, "flee")
    table.turns("draw 4")
    assert not table.told(Drew).may_flee
    assert set(table.offers(0)) == {"drop", "trip"}


def test_by_the_strict_rule_the_first_player_flees_after_drawing_too_fr_14() -> None:
    assert dealt("3 4", "3 4", fearless="strict").turns("draw 4").may(0, "flee")


def test_all_are_told_what_is_open_to_whoever_is_awaited_but_not_what_they_hold_fr_14() -> None:
    for dice in ("3 3", "3 4"):
        table = dealt(dice, "3 4", "2", first=1, fearless="strict").turns("flee")
        assert table.view().may_say == ("trip", "draw"), "one die is no double"
        table.turns("trip")
        assert table.view().may_say == table.view(Seat(0)).may_say == ("trip", "draw", "split")
        table.turns("draw 4")
        assert table.view().may_say == ("trip", "split")


def test_a_strict_table_still_flees_from_a_bet_fr_14() -> None:
    table = dealt("3 4", "3 4", "3 4", fearless="strict", betting="thieves").turns("trip", "trip", "trip")
    assert (table.awaited, table.may(2, "flee")) == ((2,), False)
    table.turns("bet 5")
    assert (table.awaited, table.may(1, "flee")) == ((1,), True)
