"""Headache, phases 8 and 9: the dice to play with, alliances, and playing for the pot."""

from typing import Any

import pytest
from headache_table import (
    ANDY,
    BILL,
    COLIN,
    JACK,
    NAMES,
    PETE,
    STACK,
    Table,
    at_the_auction,
    at_the_method,
    at_the_votes,
    cups_lifted,
    playing,
    refused,
)

from games.headache import GAME
from games.headache.events import (
    AllianceCalled,
    Allied,
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
    VoteCalled,
    VoteClosed,
)
from games.headache.options import D4, D6, D8, D10, D12, D20
from games.headache.phrases import Chosen, Score, Share
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Seat

TWO_AND_TWO = "bill andy1, bill andy2, pete bill, pete pete"
"""Bill has the d4 and the d20, Pete the d6 and the d8."""
THREE = "bill andy2, pete colin, jack jack"
"""Bill has the d20, Pete the d12, Jack the d10; in this order they roll."""


def scores(table: Table) -> list[dict[Seat, int]]:
    """Who scored what, roll after roll."""
    return [{one.seat: one.score for one in rolled.rolls} for rolled in table.told_all(ContestRolled)]


def shares(*parts: tuple[Seat, int]) -> tuple[Share, ...]:
    return tuple(Share(seat, Suckers(amount)) for seat, amount in parts)


# The rulebook's own sentences


def test_the_lowest_score_is_eliminated_until_one_player_remains_who_wins_the_pot() -> None:
    table = playing("one", THREE, 11, 3, 7, 5, 6)
    assert scores(table) == [{BILL: 11, PETE: 3, JACK: 7}, {BILL: 5, JACK: 6}]
    assert [one.seat for one in table.told_all(Eliminated)] == [PETE, BILL]
    assert table.told(PotWon) == PotWon(shares((JACK, 28)), Suckers(28))
    assert (table.pot, table.stacks[JACK]) == (0, STACK - 5 - 1 + 28)
    assert (table.result.ended, table.result.winners) == ("won", (JACK,))


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
    """Bill loses the d4, then Pete the d6; Bill goes out with the d20, and Pete wins with the d8."""
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


# HA-31: who is in it


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


# HA-32: alliances


def allying(method: str = "add", bought: str = THREE, **options: str) -> Table:
    """Owners are asked for the second time: how the dice are played is known, and nobody has allied before."""
    return playing(method, bought, alliances="on", **options)


def agreed(table: Table, who: Seat, line: str, *faces: int) -> None:
    """The word that closes an alliance; whoever else is asked passes, and the dice roll."""
    events = table.say(who, line)
    table.silence(*faces)
    table.events = (*events, *table.events)


def test_alliances_are_off_ha_32() -> None:
    assert not GAME.options_from({}).alliances
    assert playing("one", THREE, 11, 3, 7, 5, 6).told_all(AllianceCalled) == []


def test_both_agree_by_message_before_the_first_roll_ha_32() -> None:
    table = allying()
    assert (table.told(AllianceCalled).seats, table.awaited, table.ask.seconds) == (
        (BILL, PETE, JACK),
        (BILL, PETE, JACK),
        20,
    )
    assert table.say(BILL, "ally pete 60") == (Proposed(BILL, PETE, 60),)
    agreed(table, PETE, "ally bill", 3, 4, 9)
    assert table.told(Allied).shares == shares((BILL, 40), (PETE, 60))
    assert scores(table)[0] == {BILL: 7, JACK: 9}
    assert table.told(ContestRolled).rolls[0].dice == (D20, D12)


def test_they_win_as_one_and_split_the_pot_by_the_percent_for_the_other_ha_32() -> None:
    table = allying()
    table.say(BILL, "ally pete 60")
    agreed(table, PETE, "ally bill 40", 13, 4, 9)
    assert table.told(PotWon) == PotWon(shares((BILL, 12), (PETE, 16)), Suckers(28))
    assert table.result.winners == (BILL, PETE)
    assert table.stacks == (95, 94 + 12, 94 + 16, 94, 95)


def test_half_and_half_unless_they_say_otherwise_ha_32() -> None:
    table = allying()
    assert table.say(BILL, "ally pete") == (Proposed(BILL, PETE, 50),)
    agreed(table, PETE, "ally bill", 13, 4, 9)
    assert table.told(PotWon).shares == shares((BILL, 14), (PETE, 14))


def test_another_share_is_another_offer_ha_32() -> None:
    table = allying()
    table.say(BILL, "ally pete 60")
    assert table.say(PETE, "ally bill 30") == (Proposed(PETE, BILL, 30),)
    agreed(table, BILL, "ally pete 70", 4, 13, 9)
    assert table.told(Allied).shares == shares((PETE, 70), (BILL, 30))


def test_the_odd_sucker_goes_to_the_one_with_more_sides_ha_32() -> None:
    """The pot is 29, and Bill bought the d20: whoever of them offered."""
    for offers, agrees, rolls in ((BILL, PETE, (13, 4)), (PETE, BILL, (4, 13))):
        table = at_the_auction(alliances="on")
        table.sell("jack", "jack 2")
        table.sell_all("bill andy2, pete colin")
        table.silence()
        table.decide("add")
        table.say(offers, f"ally {NAMES[agrees]}")
        agreed(table, agrees, f"ally {NAMES[offers]}", *rolls, 9)
        assert set(table.told(PotWon).shares) == set(shares((BILL, 15), (PETE, 14)))


def test_under_one_die_only_the_one_who_offered_chooses_the_die_ha_32() -> None:
    table = allying("one")
    table.say(PETE, "ally bill")
    agreed(table, BILL, "ally pete")
    assert (table.told(KeepCalled).seats, table.awaited) == ((PETE,), (PETE,))
    assert refused(table, BILL, "keep d20") == "not-your-turn"
    table.say(PETE, "keep d12", 3, 4)
    assert table.told(ContestRolled).rolls[0] == Score(PETE, (D12,), (3,), 3)


def test_under_multiple_lives_allies_have_all_their_lives_ha_32() -> None:
    table = allying("lives")
    table.say(BILL, "ally pete")
    agreed(table, PETE, "ally bill", 3, 1, 9, 12, 4)
    assert table.told_all(DieLost) == [DieLost(BILL, D12, 1), DieLost(JACK, D10, 0)]
    assert table.result.winners == (BILL, PETE)


def test_not_all_owners_may_join_one_alliance_ha_32() -> None:
    """Three owners: two ally, and then there are two sides."""
    table = allying(alliance_size="9")
    table.say(BILL, "ally pete")
    agreed(table, PETE, "ally bill", 13, 4, 9)
    assert table.awaited is None
    two = allying(bought="bill bill, pete pete")
    assert refused(two, BILL, "ally pete") == "not-among"
    table = allying(bought="bill bill, pete pete", alliance_size="9")
    for who in (JACK, COLIN):
        table.say(BILL, f"ally {NAMES[who]}")
        table.say(who, "ally bill")
    assert refused(table, BILL, "ally pete") == "not-among", "then there would be nobody to play against"


def test_the_size_of_an_alliance_is_the_hosts_ha_32() -> None:
    table = allying(bought=f"{THREE}, andy bill")
    table.say(BILL, "ally pete")
    table.say(PETE, "ally bill")
    assert table.awaited == (ANDY, JACK)
    assert refused(table, ANDY, "ally bill") == "not-among"
    assert refused(table, BILL, "ally andy") == "not-your-turn"


def test_a_third_ally_takes_a_part_of_the_whole_ha_32() -> None:
    """Bill and Pete share 40 to 60; Andy gets half of what is Pete's, who agreed. Bill's part stays as it was."""
    table = allying(bought=f"{THREE}, andy bill", alliance_size="3")
    table.say(BILL, "ally pete 60")
    table.say(PETE, "ally bill")
    table.say(PETE, "ally andy 50")
    agreed(table, ANDY, "ally pete", 1, 1, 6, 7)
    assert table.told(Allied).shares == shares((BILL, 40), (PETE, 30), (ANDY, 30))
    assert table.told(PotWon) == PotWon(shares((BILL, 12), (PETE, 9), (ANDY, 8)), Suckers(29))


def test_nobody_gives_away_what_is_an_allys_ha_32() -> None:
    table = allying(bought=f"{THREE}, andy bill", alliance_size="3")
    table.say(BILL, "ally pete")
    table.say(PETE, "ally bill")
    table.say(PETE, "ally andy 98")
    agreed(table, ANDY, "ally pete", 1, 1, 6, 7)
    assert table.told(Allied).shares == shares((BILL, 50), (PETE, 1), (ANDY, 49))


def test_an_offer_is_not_made_smaller_while_it_is_answered_ha_32() -> None:
    table = allying()
    table.say(BILL, "ally pete 60")
    assert table.say(BILL, "ally pete 1") == (Proposed(BILL, PETE, 60),)
    agreed(table, PETE, "ally bill", 3, 4, 9)
    assert table.told(Allied).shares == shares((BILL, 40), (PETE, 60))


def test_nobody_allies_with_themselves_and_a_share_is_less_than_the_whole_ha_32() -> None:
    table = allying()
    assert refused(table, BILL, "ally bill") == "not-among"
    assert refused(table, BILL, "ally pete 100") == "out-of-range"


# HA-31b: when, and with whom


def test_one_allies_with_anybody_at_the_table_dice_or_none_ha_31b() -> None:
    """Colin bought nothing: he joins Bill for a quarter of the pot, and wins with his die."""
    table = allying()
    assert table.awaited == (BILL, PETE, JACK), "nobody waits for those who own no die"
    assert table.offers(COLIN) == ["ally"]
    table.say(COLIN, "ally bill 75")
    agreed(table, BILL, "ally colin", 11, 3, 7, 5, 2)
    assert table.told(Allied).shares == shares((COLIN, 25), (BILL, 75))
    assert table.told(PotWon).shares == shares((COLIN, 7), (BILL, 21))
    assert table.result.winners == (COLIN, BILL)


def test_who_owns_no_die_is_awaited_once_they_have_an_offer_ha_31b() -> None:
    table = allying()
    table.say(BILL, "ally andy 10")
    assert table.awaited == (ANDY, BILL, PETE, JACK)
    table.say(ANDY, "pass")
    assert table.awaited == (BILL, PETE, JACK)


def test_two_without_a_die_have_nothing_to_play_with_ha_31b() -> None:
    assert refused(allying(), ANDY, "ally colin") == "not-among"


def test_owners_are_asked_before_the_vote_of_phase_8_and_once_more_after_it_ha_31b() -> None:
    table = cups_lifted(THREE, alliances="on")
    assert (table.phase, table.told(AllianceCalled).seats) == ("allying", (BILL, PETE, JACK))
    table.silence()
    assert table.phase == "voting"
    table.decide("add")
    assert (table.phase, table.told(AllianceCalled).seats) == ("allying", (BILL, PETE, JACK))


def test_an_alliance_formed_before_the_vote_of_phase_8_votes_as_one_ha_31b() -> None:
    """Who offered leads, and votes for both: from the own stack."""
    table = cups_lifted(THREE, alliances="on")
    table.say(PETE, "ally bill")
    agreed(table, BILL, "ally pete")
    assert (table.phase, table.told(VoteCalled).voters, table.awaited) == ("voting", (PETE, JACK), (PETE, JACK))
    assert refused(table, BILL, "vote 3 add") == "one-vote-for-allies"
    table.votes("pete 4 add, jack 2 one")
    assert table.told(VoteClosed).won == (Chosen("method", "add"),)
    table.silence(3, 1, 9)
    assert scores(table)[0] == {PETE: 4, JACK: 9}


def test_an_ally_without_a_die_votes_with_the_alliance_ha_26_ha_31b() -> None:
    table = cups_lifted(THREE, alliances="on")
    table.say(COLIN, "ally jack")
    agreed(table, JACK, "ally colin")
    assert table.told(VoteCalled).voters == (BILL, PETE, COLIN), "Colin offered: he leads"


@pytest.mark.parametrize("vote", ["sealed", "declare"])
def test_allies_are_found_while_the_vote_is_on_too_and_each_vote_counts_by_itself_ha_31b(vote: str) -> None:
    table = at_the_votes(alliances="on", vote=vote)
    while table.phase != "choosing-lot":
        table.silence()
    table.sell_all(THREE)
    table.silence()
    table.say(BILL, "ally jack 40")
    assert table.awaited == (BILL, PETE, JACK)
    table.say(JACK, "ally bill")
    assert table.told(Allied).shares == shares((BILL, 60), (JACK, 40))
    assert (table.awaited, table.offers(BILL)[0]) == ((BILL, PETE, JACK), "vote")
    assert refused(table, ANDY, "keep d4") == "not-your-turn", "though he might ally"
    while table.phase != "allying":
        table.silence()
    assert [side.members for side in table.board.sides] == [(BILL, JACK), (PETE,)]


def test_an_offer_stands_from_one_question_to_the_next_until_it_is_answered_ha_31b() -> None:
    table = cups_lifted(THREE, alliances="on")
    table.say(BILL, "ally jack 40")
    table.silence()
    assert [line.id for line in GAME.scene(GAME.view(table.state, JACK)).own] == ["scene-offered"]
    table.decide("highest")
    table.say(JACK, "ally bill")
    assert table.told(Allied).shares == shares((BILL, 60), (JACK, 40))


def test_allies_are_found_while_dice_are_kept_and_who_offered_chooses_anew_ha_31b() -> None:
    table = allying("one", TWO_AND_TWO + ", jack jack")
    table.silence()
    table.say(BILL, "keep d4")
    table.say(JACK, "ally bill")
    table.say(BILL, "ally jack")
    assert (table.told(KeepCalled).seats, table.awaited) == ((PETE, JACK), (PETE, JACK))
    assert refused(table, JACK, "keep d20") == "not-among", "what Bill has discarded is gone"
    table.say(JACK, "keep d10")
    table.say(PETE, "keep d8", 3, 4)
    assert scores(table)[0] == {PETE: 3, JACK: 4}


def test_by_hand_allies_are_found_until_the_first_roll_and_no_later_ha_31b() -> None:
    table = playing_by_hand("add", THREE, alliances="on")
    table.silence()
    assert (table.phase, table.offers(BILL), table.offers(ANDY)) == ("contest", ["roll", "ally"], ["ally"])
    table.say(BILL, "ally pete")
    table.say(PETE, "ally bill")
    assert (table.told(RollCalled).seats, table.awaited) == ((BILL, JACK), (BILL, JACK))
    table.say(JACK, "roll", 4)
    assert [table.offers(who) for who in (BILL, JACK, ANDY)] == [["roll"], [], []]
    table.say(BILL, "roll", 1, 2)
    assert table.result.winners == (JACK,)


def test_by_hand_allies_of_one_die_only_choose_before_they_roll_ha_31b() -> None:
    table = playing_by_hand("one", THREE, alliances="on")
    table.silence()
    table.say(BILL, "ally pete")
    table.say(PETE, "ally bill")
    assert (table.told(KeepCalled).seats, table.awaited) == ((BILL,), (BILL,))
    table.say(BILL, "keep d20")
    assert table.awaited == (BILL, JACK)


def test_a_tie_in_the_first_round_is_a_roll_already_ha_31b() -> None:
    table = playing_by_hand("one", f"{THREE}, colin pete", alliances="on")
    table.silence()
    table.silence(3, 3, 9, 8)
    assert (table.awaited, table.offers(BILL), table.offers(JACK)) == ((BILL, PETE), ["roll"], [])
    table.leave(BILL)
    assert (table.awaited, table.offers(JACK)) == ((PETE, JACK, COLIN), ["roll"])


def test_before_the_cups_are_lifted_there_are_no_allies_ha_31b() -> None:
    table = at_the_auction(alliances="on")
    assert refused(table, BILL, "ally pete") == "not-your-turn"


def test_silence_and_pass_ally_with_nobody_ha_32() -> None:
    table = allying()
    table.say(BILL, "pass")
    assert (table.awaited, table.offers(BILL)) == ((PETE, JACK), ["ally"])
    table.silence(11, 3, 7, 5, 6)
    assert table.result.winners == (JACK,)


def test_who_has_passed_is_asked_again_when_somebody_offers_ha_32() -> None:
    table = allying()
    table.say(PETE, "pass")
    table.say(BILL, "ally pete 50")
    assert table.awaited == (BILL, PETE, JACK)
    assert [line.id for line in GAME.scene(GAME.view(table.state, PETE)).own] == ["scene-offered"]
    assert GAME.scene(GAME.view(table.state, SPECTATOR)).own == ()


# HA-34: the next game


def test_the_winner_rolls_first_in_the_next_game_ha_34() -> None:
    assert GAME.carried(playing("one", THREE, 11, 3, 7, 5, 6).state).first == JACK


def test_of_an_alliance_it_is_the_member_nearest_the_old_prime_ha_34() -> None:
    """Andy was prime: clockwise Pete comes before Jack, whoever of them offered."""
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


def playing_by_hand(method: str, bought: str, **options: Any) -> Table:
    """The first rolls fall by silence; then all is played by hand."""
    table = Table(rolls="hand", **options)
    table.silence(19, 15, 10, 8, 3)
    table.stay(4, 6, 8, 10, 12, 20)
    while table.phase != "choosing-lot":
        table.silence()
    table.sell_all(bought)
    if table.phase == "allying":
        table.silence()
    table.decide(method)
    if table.phase == "keeping":
        table.silence()
    return table


# Who leaves meanwhile


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
    """Bill rolled lowest, and left: Jack goes next."""
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
    """Who left was the lowest of this round: nobody else goes."""
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
