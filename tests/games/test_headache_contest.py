"""Test Headache, phases 8 and 9: the dice to play with, alliances, and playing for the pot."""

from headache_table import (
    BILL,
    COLIN,
    JACK,
    PETE,
    STACK,
    THREE,
    TWO_AND_TWO,
    Table,
    agreed,
    allying,
    at_the_auction,
    at_the_method,
    cups_lifted,
    playing,
    playing_by_hand,
    refused,
    scores,
    shares,
)

from games.headache import GAME
from games.headache.events import (
    ContestRolled,
    DiceLost,
    DieLost,
    Eliminated,
    KeepCalled,
    Kept,
    PotCarried,
    PotWon,
    Proposed,
    RollCalled,
    TiedLowest,
    VoteClosed,
)
from games.headache.options import D4, D6, D8, D20
from games.headache.phrases import Score
from games.kit.money import Suckers

# The rulebook's own sentences


def test_the_lowest_score_is_eliminated_until_one_player_remains_who_wins_the_pot() -> None:
    table = playing("one", THREE, 11, 3, 7, 5, 6)
    assert scores(table) == [{BILL: 11, PETE: 3, JACK: 7}, {BILL: 5, JACK: 6}]
    assert [one.seat for one in table.told_all(Eliminated)] == [PETE, BILL]
    assert table.told(PotWon) == PotWon(shares((JACK, 28)), Suckers(28))
    assert (table.pot, table.stacks[JACK]) == (0, STACK - 5 - 1 + 28)
    assert (table.result.ended, table.result.winners) == ("won", (JACK,))


def test_places_are_how_far_one_came_and_who_bought_nothing_has_none() -> None:
    table = playing("one", THREE, 11, 3, 7, 5, 6)
    assert GAME.places(table.state) == tuple({JACK: 1, BILL: 2, PETE: 3}.get(seat, 0) for seat in table.state.players)
    assert GAME.places(playing_by_hand("one", THREE).state) is None, "not before the end"


def test_tied_on_the_lowest_score_they_roll_again_to_determine_who_is_eliminated() -> None:
    table = playing("one", THREE, 3, 3, 9, 8, 12, 2, 5)
    assert scores(table) == [{BILL: 3, PETE: 3, JACK: 9}, {BILL: 8, PETE: 12}, {PETE: 2, JACK: 5}]
    assert [(one.round, one.again) for one in table.told_all(ContestRolled)] == [(1, False), (1, True), (2, False)]
    assert table.told(TiedLowest).seats == (BILL, PETE)
    assert [one.seat for one in table.told_all(Eliminated)] == [BILL, PETE]


def test_who_ties_again_rolls_again() -> None:
    table = playing("one", THREE, 3, 3, 3, 9, 5, 5, 7, 7, 6, 5, 4, 8)
    assert scores(table)[:4] == [
        {BILL: 3, PETE: 3, JACK: 3},
        {BILL: 9, PETE: 5, JACK: 5},
        {PETE: 7, JACK: 7},
        {PETE: 6, JACK: 5},
    ]
    told = [(one.round, one.again) for one in table.told_all(ContestRolled)]
    assert told == [(1, False), (1, True), (1, True), (1, True), (2, False)], "the round is named once"
    assert table.result.winners == (PETE,)


def test_not_the_highest_but_the_lowest_score_matters() -> None:
    table = playing("one", THREE, 20, 10, 10, 1, 2, 1, 2)
    assert [one.seat for one in table.told_all(Eliminated)] == [PETE, BILL]
    assert table.result.winners == (JACK,)


# HA-27: One Die Only


def test_under_one_die_only_the_owner_chooses_after_seeing_them_ha_27() -> None:
    table = at_the_method(TWO_AND_TWO)
    table.decide("one")
    assert (table.told(KeepCalled).seats, table.awaited) == ((BILL, PETE), (BILL, PETE))
    assert refused(table, BILL, "keep d6") == "not-among"
    table.say(BILL, "keep d4")
    assert table.told(Kept) == Kept(BILL, D4)
    assert (table.awaited, table.offers(BILL)) == ((PETE,), [])
    table.say(PETE, "keep d8", 3, 4)
    assert [score.dice for score in table.told(ContestRolled).rolls] == [(D4,), (D8,)]


def test_after_20_seconds_it_is_the_die_with_the_most_sides_ha_27() -> None:
    table = at_the_method(TWO_AND_TWO)
    table.decide("one")
    assert table.ask.seconds == 20
    table.silence(13, 4)
    assert table.told_all(Kept) == [Kept(BILL, D20), Kept(PETE, D8)]
    assert table.result.winners == (BILL,)


def test_who_has_one_die_is_not_asked_ha_27() -> None:
    table = at_the_method("bill andy1, bill andy2, pete pete")
    table.decide("one")
    assert table.told(KeepCalled).seats == (BILL,)


# HA-28: Multiple Lives


def test_each_die_is_a_life_and_the_lowest_die_of_all_is_lost_ha_28() -> None:
    """Bill loses the d4, then Pete the d6. Bill goes out with the d20, and Pete wins with the d8."""
    table = playing("lives", TWO_AND_TWO, 1, 15, 4, 5, 9, 2, 8, 3, 7)
    assert table.told_all(DieLost) == [DieLost(BILL, D4, 1), DieLost(PETE, D6, 1), DieLost(BILL, D20, 0)]
    assert [one.seat for one in table.told_all(Eliminated)] == [BILL]
    assert table.result.winners == (PETE,)


def test_tied_dice_roll_off_even_when_one_owner_holds_them_ha_28() -> None:
    table = playing("lives", TWO_AND_TWO, 2, 2, 4, 5, 3, 1, 1, 4, 5)
    assert table.told(TiedLowest).seats == (BILL,)
    assert [(one.dice, one.faces) for one in table.told_all(ContestRolled)[1].rolls] == [((D4,), (3,)), ((D20,), (1,))]
    assert table.told_all(DieLost)[0] == DieLost(BILL, D20, 1)
    assert table.result.winners == (PETE,)


def test_it_ends_when_one_owner_is_left_not_one_die_ha_28() -> None:
    table = playing("lives", TWO_AND_TWO, 1, 15, 4, 5, 1, 4, 5)
    assert table.result.winners == (PETE,)
    assert len(table.told_all(ContestRolled)) == 2


# HA-29 and HA-30


def test_under_select_highest_the_best_of_the_own_dice_counts_ha_29() -> None:
    table = playing("highest", TWO_AND_TWO, 4, 2, 5, 1)
    assert table.told(ContestRolled).rolls == (
        Score(BILL, (D4, D20), (4, 2), 4),
        Score(PETE, (D6, D8), (5, 1), 5),
    )
    assert table.result.winners == (PETE,)


def test_tied_lowest_players_roll_all_their_dice_again_ha_29() -> None:
    table = playing("highest", TWO_AND_TWO, 4, 2, 1, 4, 1, 19, 6, 8)
    assert [one.faces for one in table.told_all(ContestRolled)[1].rolls] == [(1, 19), (6, 8)]
    assert table.result.winners == (BILL,)


def test_under_add_together_the_sum_of_the_own_dice_counts_ha_30() -> None:
    table = playing("add", TWO_AND_TWO, 4, 2, 3, 4)
    assert scores(table) == [{BILL: 6, PETE: 7}]
    assert table.result.winners == (PETE,)


def test_under_add_together_ties_are_rolled_off_and_the_whole_player_is_out_ha_30() -> None:
    table = playing("add", f"{TWO_AND_TWO}, jack colin", 4, 2, 3, 3, 12, 1, 1, 6, 8, 5, 5, 11)
    assert scores(table) == [{BILL: 6, PETE: 6, JACK: 12}, {BILL: 2, PETE: 14}, {PETE: 10, JACK: 11}]
    assert [one.seat for one in table.told_all(Eliminated)] == [BILL, PETE]


# HA-31: who takes part


def test_owners_of_at_least_one_die_are_in_the_contest_ha_31() -> None:
    table = playing("one", "bill bill, jack pete", 2, 3)
    assert [set(one) for one in scores(table)] == [{BILL, JACK}]


def test_one_owner_of_all_dice_wins_at_once_ha_31() -> None:
    table = at_the_method("bill andy1, bill andy2, bill bill, bill pete, bill jack, bill colin")
    assert table.told_all(VoteClosed) == []
    assert table.told(PotWon) == PotWon(shares((BILL, 31)), Suckers(31))
    assert (table.result.ended, table.result.winners) == ("won", (BILL,))


def test_where_nobody_owns_a_die_the_pot_carries_into_the_next_game_ha_31() -> None:
    table = at_the_auction()
    table.sell_all("")
    assert table.told(PotCarried).pot == 25
    assert (table.result.ended, table.result.winners, table.pot) == ("carried", (), 25)
    carry = GAME.carried(table.state)
    again = Table(1, 2, 3, 4, 5, stacks=table.stacks, carry=carry)
    assert again.pot == 50


# HA-34: the next game


def test_the_winner_rolls_first_in_the_next_game_ha_34() -> None:
    assert GAME.carried(playing("one", THREE, 11, 3, 7, 5, 6).state).first == JACK


def test_of_an_alliance_it_is_the_member_nearest_the_old_prime_ha_34() -> None:
    """Andy was prime. Clockwise Pete comes before Jack, whoever of them offered."""
    table = allying()
    table.say(JACK, "ally pete")
    agreed(table, PETE, "ally jack", 2, 8, 9)
    assert table.result.winners == (JACK, PETE)
    assert GAME.carried(table.state).first == PETE


# With `rolls=hand`


def test_by_hand_each_rolls_all_their_dice_by_one_word() -> None:
    table = playing_by_hand("add", TWO_AND_TWO)
    assert table.told(RollCalled).seats == (BILL, PETE)
    table.say(PETE, "roll", 3, 4)
    assert (table.awaited, table.offers(PETE)) == ((BILL,), [])
    table.say(BILL, "roll", 4, 2)
    assert scores(table) == [{BILL: 6, PETE: 7}]
    assert table.result.winners == (PETE,)


def test_by_hand_only_the_tied_roll_again() -> None:
    table = playing_by_hand("one", THREE)
    table.silence(3, 3, 9)
    assert (table.told(RollCalled).seats, table.awaited) == ((BILL, PETE), (BILL, PETE))
    table.say(BILL, "roll", 8)
    table.say(PETE, "roll", 12)
    assert table.told(Eliminated).seat == BILL
    assert (table.phase, table.awaited) == ("contest", (PETE, JACK))


def test_by_hand_who_is_silent_has_the_dice_rolled() -> None:
    table = playing_by_hand("lives", TWO_AND_TWO)
    table.silence(1, 15, 4, 5)
    assert table.told(DieLost) == DieLost(BILL, D4, 1)
    assert table.awaited == (BILL, PETE)


# People who leave meanwhile


def test_a_contender_leaves_and_one_is_left_who_wins() -> None:
    table = playing_by_hand("one", "bill bill, pete pete")
    table.leave(PETE)
    assert table.told(DiceLost) == DiceLost(PETE, 1)
    assert table.told(PotWon).shares == shares((BILL, 27))


def test_a_contender_leaves_and_the_others_need_not_wait() -> None:
    table = playing_by_hand("one", THREE)
    table.say(BILL, "roll", 11)
    table.say(JACK, "roll", 7)
    table.leave(PETE)
    assert scores(table) == [{BILL: 11, JACK: 7}]
    assert table.result.winners == (BILL,)


def test_the_roll_of_a_contender_who_leaves_does_not_count() -> None:
    """Bill rolled lowest and left, so Jack goes next."""
    table = playing_by_hand("one", f"{THREE}, colin pete")
    table.say(BILL, "roll", 1)
    table.leave(BILL)
    for who, face in ((PETE, 12), (JACK, 7)):
        table.say(who, "roll", face)
    table.say(COLIN, "roll", 8)
    assert table.told(Eliminated).seat == JACK
    assert table.awaited == (PETE, COLIN)


def test_all_tied_leave_and_a_new_round_begins() -> None:
    table = playing_by_hand("one", f"{THREE}, colin pete")
    table.silence(3, 3, 9, 8)
    table.leave(BILL)
    table.leave(PETE)
    assert (table.phase, table.awaited) == ("contest", (JACK, COLIN))


def test_one_of_two_tied_for_lowest_leaves_and_the_other_stays_in() -> None:
    """The one who left was the lowest of this round, so nobody else goes."""
    table = playing_by_hand("one", f"{THREE}, colin pete")
    table.silence(3, 3, 9, 8)
    table.leave(BILL)
    assert table.told_all(Eliminated) == []
    assert (table.phase, table.awaited) == ("contest", (PETE, JACK, COLIN))


def test_the_other_has_rolled_again_already_and_stays_in_too() -> None:
    table = playing_by_hand("one", f"{THREE}, colin pete")
    table.silence(3, 3, 9, 8)
    table.say(PETE, "roll", 8)
    table.leave(BILL)
    assert (table.told_all(Eliminated), table.awaited) == ([], (PETE, JACK, COLIN))


def test_who_is_out_already_leaves_and_no_die_is_lost() -> None:
    table = playing_by_hand("one", f"{THREE}, colin pete")
    table.silence(1, 3, 9, 8)
    table.leave(BILL)
    assert table.told_all(DiceLost) == []
    assert table.awaited == (PETE, JACK, COLIN)


def test_an_ally_leaves_and_the_other_plays_on_with_what_they_have() -> None:
    table = playing_by_hand("add", THREE, alliances="on")
    table.say(BILL, "ally pete 60")
    agreed(table, PETE, "ally bill")
    table.leave(BILL)
    assert table.told_all(DiceLost) == [], "the dice were pooled: Pete has them"
    assert table.awaited == (PETE, JACK)
    table.silence(13, 4, 9)
    assert table.told(PotWon).shares == shares((PETE, 28))


def test_the_one_who_chooses_the_die_leaves_and_the_ally_chooses() -> None:
    table = allying("one")
    table.say(BILL, "ally pete")
    agreed(table, PETE, "ally bill")
    table.leave(BILL)
    assert table.awaited == (PETE,)
    table.say(PETE, "keep d20", 13, 4)
    assert table.result.winners == (PETE,)


def test_who_had_to_choose_a_die_leaves_and_the_others_play() -> None:
    table = at_the_method("bill andy1, bill andy2, pete pete, jack jack")
    table.decide("one")
    table.leave(BILL, 3, 4)
    assert table.told(DiceLost) == DiceLost(BILL, 2)
    assert table.result.winners == (JACK,)


def test_an_offer_of_who_leaves_is_void() -> None:
    table = allying(bought=f"{THREE}, andy bill")
    table.say(BILL, "ally pete 60")
    table.leave(BILL)
    assert table.say(PETE, "ally jack") == (Proposed(PETE, JACK, 50),)
    assert refused(table, PETE, "ally bill") == "not-among"


def test_one_of_three_owners_leaves_and_the_two_who_are_left_do_not_ally() -> None:
    table = allying()
    table.leave(BILL)
    assert refused(table, PETE, "ally jack") == "not-among"
    table.silence(4, 9)
    assert table.result.winners == (JACK,)


def test_an_ally_who_has_the_vote_leaves_and_the_others_vote_ha_37() -> None:
    table = cups_lifted(THREE, alliances="on")
    table.say(PETE, "ally bill")
    agreed(table, BILL, "ally pete")
    table.leave(PETE)
    assert table.awaited == (BILL, JACK), "the dice are Bill's now, and so is the vote"


def test_an_owner_leaves_while_the_method_is_voted_on_and_the_only_other_owner_wins() -> None:
    table = at_the_method("bill bill, pete pete")
    table.leave(BILL)
    assert table.told(PotWon).shares == shares((PETE, 27))
