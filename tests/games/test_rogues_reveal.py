"""Test the reveal of the Giant: who is Kicked, Consumed or wins, and where the pot goes."""

import pytest
from rogues_table import ANTE, STACK, dealt

from bot.text import Words
from games.kit.seats import SPECTATOR, Seat
from games.rogues import GAME
from games.rogues.events import CarriesOver, Fate, HouseTakes, Paid, Revealed

# The order, and the Kick


def test_hands_are_compared_in_the_order_of_play_fr_9() -> None:
    table = dealt("3 4", "3 4", "3 4", "3 4", first=2, giant=6).turns("trip", "trip", "flee", "trip")
    assert list(table.fates) == [2, 3, 1]


def test_a_kick_costs_the_first_who_trips_a_die_and_the_others_flee_fr_23() -> None:
    table = dealt("3 4", "3 4", "3 4", "3 4", giant=1, first=1).turns("flee", "trip", "trip", "trip")
    assert list(table.fates.items()) == [(2, "kicked"), (3, "fled"), (0, "fled")]
    assert [(one.lost, one.left) for one in table.told(Revealed).fates] == [(1, 1), (0, 2), (0, 2)]
    assert table.carried.cups == (2, 2, 1, 2)
    assert (table.house_took, table.paid, table.ended) == (80, {}, ("house", ()))


def test_in_a_kick_no_maw_and_no_snake_is_looked_at_fr_23() -> None:
    table = dealt("6 6", "1 1", "5 6", giant=1).turns("trip", "trip", "trip")
    assert table.fates == {0: "kicked", 1: "fled", 2: "fled"}
    assert table.carried.cups == (1, 2, 2)
    assert table.carried.pot == 0
    snake = dealt("1 1", "3 4", giant=1).turns("trip", "flee")
    assert (snake.fates, snake.carried.cups) == ({0: "kicked"}, (1, 2))


# Kicked, Consumed, toppled


@pytest.mark.parametrize(("giant", "fate"), [(6, "toppled"), (7, "toppled"), (8, "kicked"), (9, "kicked")])
def test_a_total_below_the_knee_loses_a_die_an_equal_one_wins_fr_24(giant: int, fate: str) -> None:
    table = dealt("3 4", "3 4", giant=giant).turns("trip", "flee")
    assert table.fate(0) == Fate(Seat(0), table.fate(0).hand, 7, fate, int(fate == "kicked"), 1 + (fate == "toppled"))
    assert table.carried.cups == (2 - (fate == "kicked"), 2)


def test_a_kick_takes_a_die_from_the_cup_however_many_there_are_fr_24() -> None:
    table = dealt("1 2 6 6", "2", giant=8).turns("trip", "trip")
    assert table.carried.cups == (3, 0)


@pytest.mark.parametrize(("dice", "left"), [("5 6", 0), ("5 6 1", 1), ("6 6 1 1 1 1", 4)])
def test_in_the_maw_both_dice_of_the_hand_are_lost_fr_25(dice: str, left: int) -> None:
    table = dealt(dice, "3 4", giant=5).turns("trip", "flee")
    assert (table.fate(0).fate, table.fate(0).lost, table.fate(0).left) == ("consumed", 2, left)
    assert table.carried.cups == (left, 2)


@pytest.mark.parametrize(("dice", "left"), [("5 1", 1), ("5", 0), ("5 1 2", 2)])
def test_in_the_maw_a_die_from_the_party_goes_back_fr_25(dice: str, left: int) -> None:
    table = dealt(dice, "3 4", giant=6, party="6 1").turns("draw 6", "trip", "flee")
    assert (table.fates, table.fate(0).lost, table.carried.cups) == ({0: "consumed"}, 1, (left, 2))


def test_who_is_consumed_forfeits_all_bets_of_the_round_fr_25() -> None:
    table = dealt("5 6", "3 4", giant=5, betting="thieves").turns("trip", "trip", "bet 50", "call")
    assert table.fates == {0: "consumed", 1: "toppled"}
    assert (table.stacks, table.pot) == ((STACK - ANTE - 50,) * 2, 40 + 2 * 50)
    three = dealt("5 6", "3 4", "3 4", giant=5, betting="thieves").turns("trip", "trip", "flee", "bet 50", "call")
    assert three.stacks == (STACK - ANTE - 50, STACK - ANTE + 60 + 50, STACK - ANTE)


# A Snake


def test_a_snake_is_safe_all_later_flee_and_the_pot_carries_over_fr_26() -> None:
    table = dealt("4 5", "1 1", "2 3", "6 6", giant=7).turns("trip", "trip", "trip", "trip")
    assert table.fates == {0: "toppled", 1: "snake", 2: "fled", 3: "fled"}
    assert [one.lost for one in table.told(Revealed).fates] == [0, 0, 0, 0]
    assert (table.carries_over, table.paid, table.house_took) == (80, {}, 0)
    assert table.ended == ("carried", ())
    assert (table.carried.pot, table.carried.cups) == (80, (2, 2, 2, 2))
    assert table.stacks == (STACK - ANTE,) * 4


def test_kicks_and_maws_before_a_snake_stand_fr_26() -> None:
    table = dealt("2 3", "6 6", "1 1", "2 3", giant=7).turns("trip", "trip", "trip", "trip")
    assert table.fates == {0: "kicked", 1: "consumed", 2: "snake", 3: "fled"}
    assert table.carried.cups == (1, 0, 2, 2)
    assert table.carried.pot == 80


def test_only_the_first_snake_counts_fr_26() -> None:
    table = dealt("1 1", "1 1", giant=7).turns("trip", "trip")
    assert table.fates == {0: "snake", 1: "fled"}


def test_a_pot_that_was_carried_carries_over_again_fr_26() -> None:
    table = dealt("1 1", "4 5", giant=7, carried=33).turns("trip", "trip")
    assert (table.carries_over, table.carried.pot) == (73, 73)


def test_by_the_option_winners_before_the_snake_are_paid_fr_26() -> None:
    table = dealt("4 5", "4 4", "1 1", "3 4", giant=7, snake="earlier_winners_paid")
    table.turns("trip", "trip", "trip", "trip")
    assert table.fates == {0: "toppled", 1: "toppled", 2: "snake", 3: "fled"}
    assert table.paid == {(1, "main"): 80}
    assert (table.ended, table.carried.pot) == (("won", (1,)), 0)


def test_by_the_option_the_pot_carries_over_where_nobody_won_before_the_snake_fr_26() -> None:
    table = dealt("2 3", "1 1", "4 5", giant=7, snake="earlier_winners_paid").turns("trip", "trip", "trip")
    assert table.fates == {0: "kicked", 1: "snake", 2: "fled"}
    assert (table.paid, table.house_took, table.carried.pot) == ({}, 0, 60)


# The winners of the pot


def test_the_closest_to_the_knee_takes_the_pot_fr_27() -> None:
    table = dealt("4 5", "3 5", "2 4", giant=7).turns("trip", "trip", "trip")
    assert table.fates == {0: "toppled", 1: "toppled", 2: "kicked"}
    assert table.paid == {(1, "main"): 60}
    assert table.told(Paid) == Paid(Seat(1), table.told(Paid).amount, "main")
    assert table.stacks == (190, 250, 190)
    assert table.ended == ("won", (1,))
    assert table.bank == -30


def test_who_is_as_close_shares_the_pot_fr_27() -> None:
    table = dealt("4 4", "4 5", "3 5", giant=7).turns("trip", "trip", "trip")
    assert table.paid == {(0, "main"): 30, (2, "main"): 30}
    assert table.ended == ("shared", (0, 2))


def test_odd_suckers_of_a_split_stay_for_the_next_pot_fr_27() -> None:
    table = dealt("4 4", "3 5", giant=7, carried=1).turns("trip", "trip")
    assert table.paid == {(0, "main"): 20, (1, "main"): 20}
    assert (table.carries_over, table.carried.pot) == (1, 1)
    three = dealt("4 4", "3 5", "2 6", giant=7, carried=2).turns("trip", "trip", "trip")
    assert (set(three.paid.values()), three.carried.pot) == ({20}, 2)


def test_by_the_option_all_who_topple_the_giant_share_fr_27() -> None:
    table = dealt("4 5", "3 5", "2 4", giant=7, pot="shared").turns("trip", "trip", "trip")
    assert table.paid == {(0, "main"): 30, (1, "main"): 30}
    assert table.ended == ("shared", (0, 1))


def test_equal_shares_are_told_in_one_sentence() -> None:
    table = dealt("4 4", "4 5", "3 5", giant=7).turns("trip", "trip", "trip")
    told = Words().sentence(table.told(Revealed).say(), ("ann", "ben", "cid"), GAME)
    assert told.endswith("topples it. ann and cid win 30 each with the lowest total."), told
    alone = dealt("4 5", "3 5", "2 4", giant=7).turns("trip", "trip", "trip")
    told = Words().sentence(alone.told(Revealed).say(), ("ann", "ben", "cid"), GAME)
    assert told.endswith("ben wins 60 with the lowest total."), told


@pytest.mark.parametrize("giant", [2, 5, 7])
def test_an_exact_knee_is_the_closest_there_is_fr_27(giant: int) -> None:
    hands = {2: "1 2", 5: "2 3", 7: "3 4"}
    table = dealt("4 5", hands[giant], giant=giant).turns("trip", "trip")
    assert table.ended == ("won", (1,))


def test_one_die_may_be_the_closest_fr_27() -> None:
    table = dealt("5", "3 3", giant=4).turns("trip", "trip")
    assert table.ended == ("won", (0,))


# Nobody wins


def test_all_who_tripped_kicked_or_consumed_leave_the_pot_to_the_house_fr_28() -> None:
    table = dealt("2 3", "6 6", "4 4", giant=7).turns("trip", "trip", "flee")
    assert table.fates == {0: "kicked", 1: "consumed"}
    assert table.told(HouseTakes).amount == 60
    assert (table.bank, table.ended, table.carried.pot) == (30, ("house", ()), 0)


def test_the_house_takes_what_was_carried_too_fr_28() -> None:
    table = dealt("2 3", "4 5", giant=7, carried=33).turns("trip", "flee")
    assert (table.house_took, table.bank, table.carried.pot) == (73, 53, 0)


def test_where_nobody_trips_antes_carry_over_and_the_house_takes_back_its_match_fr_29() -> None:
    table = dealt("3 3", "4 5", "4 5", giant=7).turns("split", "flee", "flee")
    assert (table.told(Revealed).giant, table.told(Revealed).fates) == (7, ())
    assert table.told(CarriesOver).amount == 30
    assert (table.bank, table.carried.pot, table.ended) == (0, 30, ("carried", ()))
    assert table.stacks == (STACK - ANTE,) * 3


def test_where_nobody_trips_what_was_carried_stays_fr_29() -> None:
    table = dealt("3 4", "4 5", carried=33).turns("flee", "flee")
    assert (table.bank, table.carried.pot) == (0, 53)


def test_by_the_option_the_house_takes_all_where_nobody_trips_fr_29() -> None:
    table = dealt("3 4", "4 5", carried=33, no_trip="house").turns("flee", "flee")
    assert (table.house_took, table.bank, table.carried.pot) == (73, 53, 0)
    assert table.ended == ("house", ())


@pytest.mark.parametrize(("match", "carried"), [("full", 20), ("one_player", 20), ("none", 20)])
def test_whatever_the_house_put_in_it_takes_back_fr_29(match: str, carried: int) -> None:
    table = dealt("3 4", "4 5", match=match).turns("flee", "flee")
    assert (table.bank, table.carried.pot) == (0, carried)


def test_a_kick_changes_nothing_where_nobody_trips_fr_29() -> None:
    table = dealt("3 4", "4 5", giant=1).turns("flee", "flee")
    assert (table.carried.cups, table.carried.pot, table.bank) == ((2, 2), 20, 0)


# What is shown


def test_every_trip_is_shown_and_no_other_hand() -> None:
    table = dealt("4 5", "3 4", "2 2", giant=7).turns("trip", "flee", "trip")
    for viewer in (Seat(0), Seat(1), SPECTATOR):
        view = table.view(viewer)
        assert [tuple(sorted(one.hand)) for one in view.rogues] == [(4, 5), (), (2, 2)]
        assert view.giant == 7
        assert all(cup.under == 1 for cup in view.cups)


def test_after_the_reveal_nobody_is_awaited_and_nobody_may_do_anything() -> None:
    table = dealt("4 5", "3 4", giant=7).turns("trip", "flee")
    assert table.awaited == ()
    assert (table.offers(0), table.offers(1)) == ([], [])
    assert table.view().ended == "won"
    assert table.view().winners == (0,)
