"""Test Headache, phase 7: standard auctions by the clock, and two more types (HA-15, HA-19)."""

import pytest
from headache_table import (
    ANDY,
    BILL,
    COLIN,
    EVERYBODY,
    JACK,
    LEFT,
    PETE,
    at_a_lot,
    at_the_auction,
    at_the_swaps,
    bidding,
    dutch,
    offers,
    refused,
)

from games.headache import GAME
from games.headache.auction_events import DroppedOut, Going, LotCalled, LotSold, LotUnsold, PriceCalled, Raised
from games.headache.phrases import CupOf
from games.headache.state import Question
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Seat

BILLS = CupOf(BILL, 1, 1)


# Standard


def test_in_a_standard_auction_bids_are_open_and_each_at_least_1_higher_ha_19() -> None:
    table = at_a_lot("bill", "standard")
    assert not any(offer.secret for offer in GAME.legal_moves(table.state, ANDY))
    assert table.say(ANDY, "bid 4") == (Raised(ANDY, Suckers(4)),)
    assert bidding(table).bids == offers((ANDY, 4))
    for amount in (1, 4):
        assert refused(table, PETE, f"bid {amount}") == "bid-too-low"
    assert refused(table, ANDY, "bid 9") == "you-lead"
    assert refused(table, PETE, "bid 0") == "bid-too-low"
    table.say(PETE, "bid 5")
    assert bidding(table).bids == offers((ANDY, 4), (PETE, 5))


def test_the_first_bid_is_at_least_1() -> None:
    assert refused(at_a_lot("bill", "standard"), ANDY, "bid 0") == "out-of-range"


def test_going_once_after_12_seconds_twice_after_5_and_gone_after_4_ha_19() -> None:
    table = at_a_lot("bill", "standard")
    table.say(ANDY, "bid 4")
    seconds = []
    for times in (1, 2):
        seconds.append(table.ask.seconds)
        assert table.silence() == (Going(times, Suckers(4), BILLS, (ANDY,)),)
    seconds.append(table.ask.seconds)
    table.silence()
    assert seconds == [12, 5, 4]
    assert table.told(LotSold).seat == ANDY


def test_the_host_says_how_long_it_is_to_going_once_ha_19() -> None:
    table = at_a_lot("bill", "standard", call_seconds="33")
    assert (table.ask.seconds, table.told(LotCalled).seconds) == (33, 33)


def test_a_bid_restarts_the_count_ha_19() -> None:
    table = at_a_lot("bill", "standard")
    table.say(ANDY, "bid 4")
    table.silence()
    table.silence()
    calls = table.ask.call
    table.say(PETE, "bid 5")
    assert (table.ask.seconds, bidding(table).going) == (12, 0)
    assert table.ask.call > calls, "the clock begins anew"
    table.silence()
    assert table.told(Going) == Going(1, Suckers(5), BILLS, (PETE,))


def test_it_is_one_question_from_the_first_call_to_the_last_ha_19() -> None:
    """A button pressed at an earlier call still means this lot. Nobody is awaited, and the clock moves it on."""
    table = at_a_lot("bill", "standard")
    first, calls = table.ask.id, [table.ask.call]
    table.say(ANDY, "bid 4")
    calls.append(table.ask.call)
    table.silence()
    calls.append(table.ask.call)
    assert (table.ask.id, table.awaited, calls) == (first, (), [0, 1, 2])


def test_who_leads_or_cannot_raise_is_told_why_they_do_not_drop_ha_19() -> None:
    table = at_a_lot("bill", "standard", stacks=(100, 10, 100, 100, 100))
    table.say(ANDY, "bid 10")
    assert refused(table, ANDY, "drop") == "bid-stands"
    assert refused(table, BILL, "drop") == "need-not-drop"


def test_where_the_price_falls_nobody_drops_ha_15() -> None:
    assert refused(at_a_lot("bill", "dutch", auction_types="blind+dutch"), ANDY, "drop") == "nobody-drops"


def test_who_drops_is_out_for_that_lot_ha_19() -> None:
    table = at_a_lot("bill", "standard")
    assert table.say(ANDY, "drop") == (DroppedOut(ANDY),)
    assert refused(table, ANDY, "bid 4") == "you-dropped"
    assert refused(table, ANDY, "drop") == "you-dropped"
    assert table.offers(ANDY) == []
    table.say(PETE, "bid 1")
    for _ in range(3):
        table.silence()
    table.say(COLIN, "lot jack")
    assert table.offers(ANDY) == ["bid", "drop"]


def test_who_dropped_does_not_buy_though_all_others_leave_or_drop_ha_19() -> None:
    table = at_a_lot("bill", "standard")
    table.say(ANDY, "bid 5")
    table.say(PETE, "bid 6")
    table.say(ANDY, "drop")
    table.leave(PETE)
    for who in (BILL, JACK, COLIN):
        table.say(who, "drop")
    assert table.told(LotUnsold).cup.seat == BILL


def test_the_last_one_in_has_it_at_once_if_all_others_drop_ha_19() -> None:
    table = at_a_lot("bill", "standard")
    table.say(PETE, "bid 3")
    for who in (ANDY, BILL, JACK):
        table.say(who, "drop")
        assert table.phase == "open-bids"
    table.say(COLIN, "drop")
    assert (table.told(LotSold).seat, table.told(LotSold).price) == (PETE, 3)


def test_who_leads_cannot_drop_and_who_was_overbid_can_ha_19() -> None:
    table = at_a_lot("bill", "standard")
    table.say(PETE, "bid 3")
    assert table.offers(PETE) == []
    table.say(ANDY, "bid 4")
    assert table.offers(PETE) == ["bid", "drop"]


def test_all_drop_without_a_bid_and_the_die_is_discarded_ha_19() -> None:
    table = at_a_lot("bill", "standard")
    for who in EVERYBODY:
        table.say(who, "drop")
    assert table.told(LotUnsold).cup == BILLS


def test_who_alone_has_not_dropped_may_still_bid_ha_19() -> None:
    table = at_a_lot("bill", "standard")
    for who in (ANDY, BILL, PETE, JACK):
        table.say(who, "drop")
    assert (table.phase, table.offers(COLIN)) == ("open-bids", ["bid", "drop"])
    table.say(COLIN, "bid 1")
    assert table.told(LotSold).seat == COLIN


def test_a_bid_that_nobody_can_top_has_it_at_once_ha_19() -> None:
    table = at_a_lot("bill", "standard")
    table.say(PETE, f"bid {LEFT}")
    assert table.told(LotSold).price == LEFT


def test_nobody_bids_and_the_chairman_counts_it_out_ha_19() -> None:
    table = at_a_lot("bill", "standard")
    assert table.silence() == (Going(1, Suckers(0), BILLS, ()),)
    table.silence()
    table.silence()
    assert table.told(LotUnsold).cup == BILLS


# HA-15: two more types


def test_a_table_may_vote_for_blind_and_standard_unless_it_opens_with_more_ha_15() -> None:
    assert GAME.options_from({}).types == ("blind", "standard")
    listed = GAME.options_from({"auction_types": "dutch+Second_Price+blind"}).types
    assert listed == ("blind", "second_price", "dutch")


@pytest.mark.parametrize("types", ["", "candle", "blind+blind", "blind+", "blind standard", "second price"])
def test_a_type_that_cannot_be_played_is_refused_ha_15(types: str) -> None:
    with pytest.raises(ValueError, match="HA-15"):
        GAME.options_from({"auction_types": types})


@pytest.mark.parametrize(
    ("bids", "winner", "price"),
    [("andy 9, pete 4, jack 2", ANDY, 4), ("andy 9", ANDY, 1), ("andy 9, pete 9, jack 2", PETE, 9)],
)
def test_at_second_price_the_winner_pays_the_next_highest_bid_at_least_1_ha_15(
    bids: str, winner: Seat, price: int
) -> None:
    table = at_a_lot("bill", "second_price", "nothing", auction_types="second_price+blind")
    table.bids(bids, *((3, 4) if "pete 9" in bids else ()))
    assert (table.told(LotSold).seat, table.told(LotSold).price) == (winner, price)
    assert table.pot == 25 + price


def test_a_dutch_price_starts_at_the_largest_stack_and_falls_by_a_fifth_of_itself_every_3_seconds_ha_15() -> None:
    table = dutch()
    assert table.told(LotCalled).price == LEFT
    assert (bidding(table).price, table.awaited, table.ask.seconds) == (LEFT, (), 3)
    prices = []
    while True:
        table.silence()
        if not table.told_all(PriceCalled):
            break
        prices.append(table.told(PriceCalled).price)
        assert (table.told(PriceCalled).cup, table.told(PriceCalled).replaces) == (BILLS, True)
    assert prices == [76, 61, 49, 40, 32, 26, 21, 17, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1], "rounded down, at least 1"
    assert table.told(LotUnsold).cup == BILLS


def test_the_first_bid_takes_it_at_the_price_that_is_called_ha_15() -> None:
    table = dutch()
    for _ in range(3):
        table.silence()
    table.say(PETE, "bid")
    assert table.told(LotSold) == LotSold(PETE, BILLS, Suckers(49), (), Suckers(74))


def test_a_dutch_bid_names_no_amount_ha_15() -> None:
    assert refused(dutch(), PETE, "bid 50") == "bid-alone"


def test_a_small_dutch_price_falls_by_1_ha_15() -> None:
    table = dutch(stack="12")
    assert table.told(LotCalled).price == 7
    table.silence()
    assert table.told(PriceCalled).price == 6


def test_who_cannot_pay_the_price_waits_until_it_falls_ha_15() -> None:
    table = at_the_auction("dutch", auction_types="blind+dutch")
    table.say(COLIN, "lot bill")
    table.say(PETE, "bid")
    table.say(COLIN, "lot jack")
    assert table.told(LotCalled).price == LEFT
    assert (table.offers(PETE), table.offers(ANDY)) == ([], ["bid"])


def test_where_the_auction_is_dutch_there_are_no_failed_bids_to_vote_on_ha_15() -> None:
    table = at_the_swaps(auction_types="dutch")
    while table.phase == "swapping":
        table.silence()
    assert GAME.view(table.state, SPECTATOR).vote.question == "reveal"  # type: ignore[union-attr]
    assert table.board.option(Question.FAILED) == "nothing"
