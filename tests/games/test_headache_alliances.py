"""Test Headache, phases 7 to 9: alliances (HA-31b, HA-32)."""

import pytest
from headache_table import (
    ANDY,
    BILL,
    COLIN,
    JACK,
    NAMES,
    PETE,
    THREE,
    TWO_AND_TWO,
    agreed,
    allying,
    at_the_auction,
    at_the_votes,
    cups_lifted,
    playing,
    playing_by_hand,
    refused,
    scores,
    shares,
)

from games.headache import GAME
from games.headache.events import (
    AllianceCalled,
    Allied,
    ContestRolled,
    DieLost,
    KeepCalled,
    PotWon,
    Proposed,
    RollCalled,
    VoteCalled,
    VoteClosed,
)
from games.headache.options import D10, D12, D20
from games.headache.phrases import Chosen, Score
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR


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
    assert [(GAME.places(table.state) or ())[seat] for seat in (BILL, PETE, JACK)] == [1, 1, 3]
    assert table.stacks == (95, 94 + 12, 94 + 16, 94, 95)


def test_half_and_half_unless_they_say_otherwise_ha_32() -> None:
    table = allying()
    assert table.say(BILL, "ally pete") == (Proposed(BILL, PETE, 50),)
    agreed(table, PETE, "ally bill", 13, 4, 9)
    assert table.told(PotWon).shares == shares((BILL, 14), (PETE, 14))


@pytest.mark.parametrize(("share", "theirs"), [(0, 0), (100, 28)])
def test_nothing_and_all_mean_what_they_say_ha_32(share: int, theirs: int) -> None:
    table = allying()
    assert table.say(BILL, f"ally pete {share}") == (Proposed(BILL, PETE, share),)
    agreed(table, PETE, "ally bill", 13, 4, 9)
    assert table.told(Allied).shares == shares((BILL, 100 - share), (PETE, share))
    assert table.told(PotWon).shares == shares((BILL, 28 - theirs), (PETE, theirs))


def test_nothing_as_an_answer_is_another_offer_ha_32() -> None:
    table = allying()
    table.say(BILL, "ally pete 99")
    assert table.say(PETE, "ally bill 0") == (Proposed(PETE, BILL, 0),)
    agreed(table, BILL, "ally pete 100", 4, 13, 9)
    assert table.told(Allied).shares == shares((PETE, 100), (BILL, 0))


def test_another_share_is_another_offer_ha_32() -> None:
    table = allying()
    table.say(BILL, "ally pete 60")
    assert table.say(PETE, "ally bill 30") == (Proposed(PETE, BILL, 30),)
    agreed(table, BILL, "ally pete 70", 4, 13, 9)
    assert table.told(Allied).shares == shares((PETE, 70), (BILL, 30))


def test_the_odd_sucker_goes_to_the_one_with_more_sides_ha_32() -> None:
    """The pot is 29, and Bill bought the d20; either of them may have offered."""
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
    """Three owners: two form an alliance, and then there are two sides."""
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
    """Bill and Pete share 40 to 60. Andy gets half of Pete's part, since Pete agreed; Bill's part is unchanged."""
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


def test_nobody_allies_with_themselves_and_a_share_is_at_most_the_whole_ha_32() -> None:
    table = allying()
    assert refused(table, BILL, "ally bill") == "not-among"
    assert refused(table, BILL, "ally pete 101") == "out-of-range"


# HA-31b: when, and with whom


def test_one_allies_with_anybody_at_the_table_dice_or_none_ha_31b() -> None:
    """Colin bought nothing. He joins Bill for a quarter of the pot, and wins with Bill's die."""
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
    """The one who offered leads, and votes for both from their own stack."""
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


def test_who_gave_all_of_it_to_an_ally_who_left_plays_for_all_of_it_ha_37() -> None:
    table = playing_by_hand("one", THREE, alliances="on")
    table.silence()
    table.say(BILL, "ally pete 100")
    table.say(PETE, "ally bill")
    table.leave(PETE)
    [side] = [one for one in table.state.phase.table.sides if one.members == (BILL,)]
    assert side.parts == (1,)
    pot = table.state.pot
    table.say(BILL, "keep d20")
    table.say(BILL, "roll", 20)
    table.say(JACK, "roll", 4)
    assert table.result.winners == (BILL,)
    assert sum(share.amount for share in table.told(PotWon).shares) == pot
