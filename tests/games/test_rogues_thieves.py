"""Test the Circuit of Thieves: who bets, how much, and side pots of players who are all in."""

import pytest
from rogues_table import ANTE, STACK, Table, dealt

from games.kit.money import Suckers
from games.kit.seats import Seat
from games.rogues.events import Checked, FirstToBet, Fled, GiantIsNext, HasBet, NextToBet, Revealed, Tripped


def thieves(*dice: str, **more: object) -> Table:
    """Return a table where all trip, and the betting begins."""
    table = dealt(*dice, betting="thieves", **{"giant": 6, **more})  # type: ignore[arg-type]
    return table.turns(*["trip"] * len(dice))


THREE = ("4 4", "3 4", "2 4")
"""8, 7 and 6: against a Giant of 6 the last of them is closest."""


def order_of(table: Table, *lines: str) -> list[int]:
    """Return the awaited seats before each of these lines."""
    found: list[int] = []
    for line in lines:
        found += table.awaited
        table.turns(line)
    return found


# Who bets, and in which order


def test_the_last_to_declare_bets_first_then_the_one_before_fr_8() -> None:
    table = dealt("3 4", "3 4", "3 4", "3 4", first=2, giant=6, betting="thieves").turns(*["trip"] * 4)
    assert table.told(Tripped).then == (FirstToBet(Seat(1), "thieves", Suckers(5)),)
    assert order_of(table, "check", "check", "check", "check") == [1, 0, 3, 2]
    assert table.told(Revealed).giant == 6


def test_only_who_trips_bets_fr_40() -> None:
    table = dealt("3 4", "3 4", "3 3", "3 4", "3 4", giant=6, betting="thieves")
    table.turns("trip", "flee", "split", "trip", "flee")
    assert order_of(table, "check", "check") == [3, 0]
    assert list(table.fates) == [0, 3]


def test_each_is_told_what_they_owe_fr_40() -> None:
    table = thieves(*THREE)
    table.say(2, "check")
    assert list(table.events) == [Checked(Seat(2), (NextToBet(Seat(1), Suckers(0)),))]
    table.say(1, "bet 10")
    assert list(table.events) == [HasBet(Seat(1), "bet", Suckers(10), Suckers(10), (NextToBet(Seat(0), Suckers(10)),))]
    table.say(0, "raise 25")
    assert table.told(HasBet) == HasBet(Seat(0), "raise", Suckers(25), Suckers(25), (NextToBet(Seat(2), Suckers(25)),))
    table.say(2, "call")
    assert table.told(NextToBet) == NextToBet(Seat(1), Suckers(15))
    table.say(1, "flee")
    assert table.told(Fled).then == (GiantIsNext(),)


def test_nobody_bets_alone_fr_40() -> None:
    table = dealt("3 4", "3 4", giant=6, betting="thieves").turns("flee", "trip")
    assert table.fates == {1: "toppled"}


def test_nobody_bets_where_fewer_than_two_have_anything_left_fr_40() -> None:
    assert thieves(*THREE, stacks=(10, 200, 10)).fates[2] == "toppled"
    assert thieves(*THREE, stacks=(200, 200, 10)).awaited == (1,)


def test_who_has_nothing_left_is_not_asked_and_stays_in_fr_40() -> None:
    table = thieves(*THREE, stacks=(200, 200, 10))
    assert order_of(table, "bet 10", "call") == [1, 0]
    assert table.paid == {(2, "main"): 60, (1, "side"): 20}


def test_betting_has_its_time() -> None:
    assert (thieves(*THREE).seconds, thieves(*THREE, bet_seconds=77).seconds) == (30, 77)


# Check, bet, call, raise, flee


def test_the_first_may_check_and_all_checked_goes_on_fr_41() -> None:
    table = thieves(*THREE)
    assert table.offers(2) == ["check", "bet", "allin"]
    table.turns("check", "check", "check")
    assert table.told(Checked).then == (GiantIsNext(),)
    assert table.paid == {(2, "main"): 60}


def test_who_checked_is_asked_again_when_another_bets_fr_41() -> None:
    table = thieves(*THREE)
    assert order_of(table, "check", "check", "bet 5", "call", "call") == [2, 1, 0, 2, 1]
    assert table.paid == {(2, "main"): 60 + 15}


def test_who_is_still_to_act_may_flee_and_no_one_else_fr_43() -> None:
    table = thieves(*THREE).turns("bet 5")
    assert [table.view(Seat(seat)).may_flee for seat in range(3)] == [True, True, False]


def test_nobody_checks_a_bet_fr_41() -> None:
    table = thieves(*THREE).turns("bet 5")
    assert table.offers(1) == ["flee", "call", "raise", "allin"]
    table.refused(1, "check")


def test_the_smallest_bet_is_the_price_of_a_die_fr_42() -> None:
    table = thieves(*THREE)
    assert [table.may(2, f"bet {amount}") for amount in (0, 4, 5, 190, 191)] == [False, False, True, True, False]
    dear = thieves(*THREE, ante_unit=20)
    assert [dear.may(2, f"bet {amount}") for amount in (19, 20)] == [False, True]


def test_who_has_less_than_the_smallest_bet_may_put_in_all_fr_42() -> None:
    table = thieves(*THREE, stacks=(200, 200, 13))
    assert table.offers(2) == ["check", "allin"]
    table.say(2, "allin")
    assert table.told(HasBet) == HasBet(Seat(2), "allin", Suckers(3), Suckers(3), (NextToBet(Seat(1), Suckers(3)),))


def test_a_raise_exceeds_the_standing_bet_by_the_price_of_a_die_fr_42() -> None:
    table = thieves(*THREE).turns("bet 20")
    assert [table.may(1, f"raise {to}") for to in (20, 24, 25, 190, 191)] == [False, False, True, True, False]
    table.turns("raise 33", "call")
    assert table.awaited == (2,)
    assert [table.may(2, f"raise {to}") for to in (37, 38, 190, 191)] == [False, True, True, False]


def test_one_may_raise_with_just_enough_fr_42() -> None:
    """To 25 with 25. With 24 one can only go all in."""
    assert thieves(*THREE, stacks=(200, 35, 200)).turns("bet 20").may(1, "raise 25")
    less = thieves(*THREE, stacks=(200, 34, 200)).turns("bet 20")
    assert less.offers(1) == ["flee", "call", "allin"]


def test_a_raise_of_a_bet_of_one_is_a_raise_fr_42() -> None:
    assert thieves(*THREE, ante_unit=1).turns("bet 1", "raise 2").view().raises == 1


def test_three_raises_and_no_more_fr_42() -> None:
    table = thieves(*THREE).turns("bet 5", "raise 10", "raise 15", "raise 20")
    assert table.view().raises == 3
    assert (table.awaited, table.offers(1)) == ((1,), ["flee", "call"])
    table.refused(1, "raise 25")
    table.refused(1, "allin")


@pytest.mark.parametrize("cap", [0, 1, 5])
def test_the_host_sets_how_many_raises_there_are_fr_42(cap: int) -> None:
    table = thieves(*THREE, raise_cap=cap).turns("bet 5")
    for number in range(cap):
        table.turns(f"raise {10 + 5 * number}")
    assert "raise" not in table.offers(table.awaited[0])


def test_all_in_above_the_standing_bet_is_a_raise_fr_42() -> None:
    table = thieves(*THREE, stacks=(200, 32, 200), raise_cap=1).turns("bet 20", "allin")
    assert (table.told(HasBet).standing, table.view().raises) == (22, 1)
    assert (table.awaited, table.offers(0)) == ((0,), ["flee", "call"])
    assert order_of(table, "call", "call") == [0, 2]


def test_the_first_bet_is_no_raise_fr_42() -> None:
    assert thieves(*THREE).turns("allin").view().raises == 0
    assert thieves(*THREE).turns("bet 5").view().raises == 0


def test_with_no_raises_left_one_still_calls_with_all_one_has_fr_42() -> None:
    table = thieves(*THREE, stacks=(200, 32, 200), raise_cap=0).turns("bet 50")
    assert table.offers(1) == ["flee", "allin"]
    table.turns("allin")
    assert (table.told(HasBet).amount, table.told(HasBet).standing, table.awaited) == (22, 50, (0,))


def test_after_a_raise_all_others_are_asked_again_round_and_round_fr_43() -> None:
    table = thieves("4 4", "3 4", "2 4", "3 3")
    asked = order_of(table, "bet 5", "call", "raise 10", "call", "call", "raise 20", "call", "flee", "call")
    assert asked == [3, 2, 1, 0, 3, 2, 1, 0, 3]
    assert table.told(Revealed).giant == 6


def test_who_calls_has_put_in_as_much_as_the_standing_bet_fr_43() -> None:
    table = thieves(*THREE).turns("bet 20", "raise 50")
    table.say(0, "call")
    assert table.told(HasBet) == HasBet(Seat(0), "call", Suckers(50), Suckers(50), (NextToBet(Seat(2), Suckers(30)),))
    assert [one.bet for one in table.view().rogues] == [50, 50, 20]
    assert table.stacks == (140, 140, 170)
    assert (table.pot, table.view().main, table.view().standing) == (180, 60, 50)


def test_who_flees_leaves_what_was_bet_and_is_safe_fr_43() -> None:
    table = thieves("2 2", "3 4", "2 4", giant=6).turns("bet 20", "call", "call")
    assert table.fates == {0: "kicked", 1: "toppled", 2: "toppled"}
    fled = thieves("2 2", "3 4", "2 4", giant=6).turns("bet 20", "raise 40", "flee", "flee")
    assert (fled.fates, fled.carried.cups) == ({1: "toppled"}, (2, 2, 2))
    assert fled.stacks == (190, 190 + 60 + 20, 170)


# Silence, and people who leave


def test_silence_checks_where_nothing_is_bet_and_flees_a_bet_fr_43() -> None:
    table = thieves(*THREE)
    table.silence()
    assert table.told(Checked).seat == 2
    table.turns("bet 5")
    table.silence()
    assert table.told(Fled).seat == 0
    table.silence()
    assert table.plays == ("fled", "trips", "fled")
    assert table.fates == {1: "toppled"}


def test_a_trip_of_who_left_stands_until_a_bet_is_due_fr_43() -> None:
    table = dealt(*THREE, giant=6, betting="thieves").turns("trip")
    table.leave(0)
    table.turns("trip", "trip", "check", "check")
    assert table.fates == {0: "toppled", 1: "toppled", 2: "toppled"}
    bet = dealt(*THREE, giant=6, betting="thieves").turns("trip")
    bet.leave(0)
    bet.turns("trip", "trip", "check", "bet 10")
    assert (bet.plays[0], bet.awaited) == ("fled", (2,))


def test_who_leaves_in_the_betting_leaves_what_was_bet_fr_43() -> None:
    table = thieves(*THREE).turns("bet 20", "raise 40")
    table.leave(0)
    table.leave(2)
    assert table.fates == {1: "toppled"}
    assert (table.stacks, table.carried.pot) == ((190, 170, 170), 100), "the stake of the last one's duel (FR-35)"


def test_a_bet_of_who_left_stands_fr_43() -> None:
    table = thieves(*THREE).turns("bet 20")
    table.leave(2)
    assert (table.plays[2], table.awaited) == ("trips", (1,))
    table.turns("call", "call")
    assert table.paid == {(2, "main"): 60 + 60}


# Side pots


ALL_IN = {"stacks": (40, 80, 160)}
"""After the ante: 30, 70 and 150."""


def test_all_in_with_three_sizes_makes_two_pots_and_gives_back_the_rest_fr_44() -> None:
    table = thieves("2 4", "4 4", "4 5", **ALL_IN).turns("allin", "allin", "allin")
    assert table.fates == dict.fromkeys((0, 1, 2), "toppled")
    assert table.paid == {(2, "back"): 80, (0, "main"): 60 + 90, (1, "side"): 80}
    assert table.stacks == (150, 80, 80)
    assert table.ended == ("shared", (0, 1))


def test_the_best_hand_of_all_with_the_most_in_wins_everything_fr_44() -> None:
    table = thieves("4 5", "4 4", "2 4", **ALL_IN).turns("allin", "allin", "allin")
    assert table.paid == {(2, "back"): 80, (2, "main"): 60 + 90, (2, "side"): 80}
    assert table.stacks == (0, 0, 310)
    assert table.ended == ("won", (2,))


def test_the_middle_hand_wins_both_pots_it_paid_into_fr_44() -> None:
    table = thieves("4 5", "2 4", "4 4", **ALL_IN).turns("allin", "allin", "allin")
    assert table.stacks == (0, 60 + 90 + 80, 80)


def test_equal_hands_share_each_pot_they_both_paid_into_fr_44() -> None:
    table = thieves("4 4", "2 6", "4 5", **ALL_IN).turns("allin", "allin", "allin")
    assert table.stacks == (30 + 45, 30 + 45 + 80, 80)


def test_what_nobody_matched_comes_back_even_where_the_giant_wins_fr_44() -> None:
    table = thieves("2 2", "1 2", "1 3", **ALL_IN).turns("allin", "allin", "allin")
    assert (table.paid, table.house_took) == ({(2, "back"): 80}, 60 + 90 + 80)
    assert table.stacks == (0, 0, 80)


def test_what_nobody_matched_comes_back_in_a_kick_fr_44() -> None:
    table = thieves("2 2", "1 2", "1 3", giant=1, **ALL_IN).turns("allin", "allin", "allin")
    assert table.fates == {0: "kicked", 1: "fled", 2: "fled"}
    assert (table.paid, table.house_took) == ({(2, "back"): 80}, 60 + 90 + 80)


def test_a_bet_that_was_folded_stays_in_the_side_pots_fr_44() -> None:
    """Seat 2 bets 20 and gives up. Seat 0 is in with all its 30, and seat 1 with 50, of which 20 are unmatched."""
    table = thieves("2 4", "4 4", "4 5", stacks=(40, 200, 200)).turns("bet 20", "raise 50", "allin", "flee")
    assert table.paid == {(1, "back"): 20, (0, "main"): 60 + 80}
    assert table.stacks == (140, 160, 170)


def test_a_fold_above_the_smallest_all_in_is_in_the_side_pot_of_the_others_fr_44() -> None:
    """30, 50 that were given up, and 90: seat 0 wins at most 30 of each, and the rest is between 1 and 3."""
    table = thieves("2 4", "4 4", "4 5", "3 5", stacks=(40, 200, 200, 200))
    table.turns("bet 50", "call", "raise 90", "allin", "call", "flee")
    assert table.fates == {0: "toppled", 1: "toppled", 3: "toppled"}
    assert table.won(0) == 80 + 4 * 30
    assert table.won(1) == table.won(3) == (20 + 60 + 60) // 2


def test_the_house_takes_no_part_of_what_has_a_winner_fr_44() -> None:
    table = thieves("2 4", "4 4", "4 5", **ALL_IN).turns("allin", "allin", "allin")
    assert (table.house_took, table.carries_over, table.bank) == (0, 0, -30)


def test_odd_suckers_of_the_bets_stay_for_the_next_pot_fr_44() -> None:
    table = thieves("4 4", "2 6", "4 5").turns("bet 7", "call", "call")
    assert table.paid == {(0, "main"): 30 + 10, (1, "main"): 30 + 10}
    assert (table.carries_over, table.carried.pot) == (1, 1)


def test_by_the_option_all_who_toppled_share_what_they_paid_into_fr_44() -> None:
    table = thieves("2 4", "4 4", "4 5", pot="shared", **ALL_IN).turns("allin", "allin", "allin")
    assert table.stacks == (20 + 30, 20 + 30 + 40, 20 + 30 + 40 + 80)


def test_of_those_who_paid_into_it_the_closest_wins_a_side_pot_fr_45() -> None:
    """The closest of all paid only for the first part. Of the others, the closer also paid for less."""
    table = thieves("2 4", "4 5", "4 4", "3 4", stacks=(40, 200, 200, 60), maw10="off")
    table.turns("allin", "raise 100", "call", "allin")
    assert table.fates == dict.fromkeys(range(4), "toppled")
    assert table.won(0) == 80 + 4 * 30
    assert table.won(3) == 3 * 20
    assert table.won(2) == 2 * 50
    assert table.won(1) == 0


def test_a_side_pot_of_which_nobody_topples_the_giant_is_the_houses_fr_45() -> None:
    table = thieves("4 5", "2 2", "5 6", **ALL_IN).turns("allin", "allin", "allin")
    assert table.fates == {0: "toppled", 1: "kicked", 2: "consumed"}
    assert table.paid == {(2, "back"): 80, (0, "main"): 60 + 90}
    assert table.house_took == 80
    assert table.ended == ("won", (0,))


def test_the_last_who_trips_still_faces_the_giant_fr_46() -> None:
    won = thieves(*THREE).turns("bet 20", "flee", "flee")
    assert won.told(Fled).then == (GiantIsNext(),)
    assert (won.fates, won.paid) == ({2: "toppled"}, {(2, "back"): 20, (2, "main"): 60})
    lost = thieves(*THREE, giant=9).turns("bet 20", "flee", "flee")
    assert (lost.fates, lost.paid, lost.house_took) == ({2: "kicked"}, {(2, "back"): 20}, 60)
    assert lost.carried.cups == (2, 2, 1)


def test_who_raised_and_is_alone_gets_back_the_raise_alone_fr_46() -> None:
    table = thieves(*THREE, giant=9).turns("bet 20", "call", "raise 60", "flee", "flee")
    assert (table.fates, table.paid, table.house_took) == ({0: "kicked"}, {(0, "back"): 40}, 60 + 60)


def test_when_the_betting_leaves_one_nobody_else_is_asked_fr_46() -> None:
    table = thieves(*THREE).turns("bet 5", "flee", "flee")
    assert table.fates == {2: "toppled"}


def test_fleeing_answers_a_bet_and_is_not_there_before_fr_14() -> None:
    """Ann flees, Ben draws, and all others trip: to check is free, with or without a draw."""
    table = dealt("4 4", "3 4", "2 4", "3 3", giant=6, betting="thieves")
    table.turns("flee", "draw 4")
    assert "flee" not in table.offers(1)
    table.turns("trip", "trip", "trip")
    assert (table.awaited, table.offers(3)) == ((3,), ["check", "bet", "allin"])
    refused = table.refused(3, "flee")
    assert (refused.rule, refused.reason.id) == ("FR-14", "nothing-to-flee")
    table.turns("check", "check")
    assert (table.awaited, table.may(1, "flee")) == ((1,), False), "who has drawn, too"
    table.turns("bet 5")
    assert [table.may(seat, "flee") for seat in (3, 2, 1)] == [True, False, False]
    assert [table.view(Seat(seat)).may_flee for seat in (3, 2, 1)] == [True, True, False]


@pytest.mark.parametrize("fearless", ["on", "off", "strict"])
def test_whoever_drew_may_flee_from_a_bet_fr_14(fearless: str) -> None:
    table = dealt("4 4", "3 4", "2 4", giant=6, betting="thieves", fearless=fearless)
    table.turns("trip", "draw 4", "trip", "trip", "bet 5")
    assert (table.awaited, table.may(1, "flee")) == ((1,), True)
    table.turns("flee")
    assert table.plays == ("trips", "fled", "trips")


def test_silence_checks_while_nothing_is_bet_and_then_flees_fr_14() -> None:
    table = dealt("4 4", "3 4", "2 4", giant=6, betting="thieves").turns("trip", "draw 4", "trip", "trip")
    table.silence()
    assert table.told(Checked).seat == 2
    table.turns("bet 5", "call")
    table.silence()
    assert (table.told(Fled).seat, table.plays) == (2, ("trips", "trips", "fled"))


def test_with_a_snake_the_bets_carry_over_too_fr_47() -> None:
    table = thieves("4 4", "1 1", "3 4").turns("bet 20", "call", "raise 50", "call", "call")
    assert table.fates == {0: "toppled", 1: "snake", 2: "fled"}
    assert (table.paid, table.carries_over, table.carried.pot) == ({}, 60 + 150, 60 + 150)
    assert table.stacks == (STACK - ANTE - 50,) * 3


def test_with_a_snake_what_nobody_matched_comes_back_fr_47() -> None:
    table = thieves("4 4", "1 1", "3 4", **ALL_IN).turns("allin", "allin", "allin")
    assert table.paid == {(2, "back"): 80}
    assert table.carried.pot == 60 + 90 + 80


def test_by_the_option_the_bets_are_paid_to_who_won_before_the_snake_fr_47() -> None:
    table = thieves("4 5", "4 4", "1 1", snake="earlier_winners_paid").turns("bet 20", "call", "call")
    assert table.paid == {(1, "main"): 60 + 60}
    assert table.carried.pot == 0


def test_who_bet_and_does_not_trip_any_more_has_no_part_of_the_bets_fr_45() -> None:
    table = thieves("2 4", "4 4", "4 5").turns("bet 20", "call", "raise 40", "call", "flee")
    assert table.paid == {(0, "main"): 60 + 100}
