"""Test Headache, phase 7, the auction: lots, blind bids, and who pays and sees what."""

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
    at_the_method,
    bidding,
    cup,
    dutch,
    most,
    offers,
    refused,
    seen,
)

from games.headache import GAME
from games.headache.auction_events import (
    AwardCalled,
    Awarded,
    BidsShown,
    CupLookedInto,
    CupOpened,
    CupsLifted,
    LotCalled,
    LotsCalled,
    LotSold,
    LotUnsold,
    PriceCalled,
    RebidCalled,
    TieRolled,
)
from games.headache.events import PotCarried
from games.headache.options import D4, D6, D8, D10, D12, D20
from games.headache.phrases import CupOf, Holding
from games.headache.state import Face, Offer
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR

BILLS = CupOf(BILL, 1, 1)


# The chairman conducts it


def test_the_chairman_auctions_the_cups_in_any_order_he_desires() -> None:
    table = at_the_auction()
    assert (table.told(LotsCalled).chairman, table.awaited, table.ask.seconds) == (COLIN, (COLIN,), 20)
    assert refused(table, BILL, "lot bill") == "not-your-turn"
    table.say(COLIN, "lot jack")
    assert table.told(LotCalled) == LotCalled(CupOf(JACK, 1, 1), "blind", Suckers(0), 30)
    assert seen(table, SPECTATOR, "jack").fate == "lot"
    table.bids("andy 1")
    table.say(COLIN, "lot andy2")
    assert bidding(table).lot == cup("andy2")


@pytest.mark.parametrize("lot", ["jack", "jack2", "dora"])
def test_a_cup_that_is_sold_or_not_there_is_not_sold(lot: str) -> None:
    table = at_the_auction()
    table.sell("jack", "andy 1")
    assert refused(table, COLIN, f"lot {lot}") == "not-among"


def test_an_absent_chairman_sells_from_the_prime_on_and_left_before_right_ha_11() -> None:
    table, sold = at_the_auction(), []
    while table.phase != "voting":
        if table.phase == "choosing-lot":
            table.silence()
        sold.append(bidding(table).lot)
        table.bids("andy 1, bill 2" if len(sold) % 2 else "andy 2")
    assert sold == [cup(name) for name in ("andy1", "andy2", "bill", "pete", "jack", "colin")]


def test_the_last_cup_is_called_without_a_word_of_his() -> None:
    table = at_the_auction()
    for lot in ("jack", "bill", "andy2", "pete", "colin"):
        table.sell(lot, "andy 1")
    assert (table.phase, bidding(table).lot) == ("blind-bids", cup("andy1"))


def test_with_lots_in_order_nobody_is_asked_which_is_next_ha_11() -> None:
    table, sold = at_the_auction(lots="order"), []
    while table.phase == "blind-bids":
        sold.append(bidding(table).lot)
        table.bids("andy 1, bill 2" if len(sold) % 2 else "andy 2")
    assert sold == [cup(name) for name in ("andy1", "andy2", "bill", "pete", "jack", "colin")]


# Blind


def test_the_player_who_bid_the_most_suckers_wins_a_blind_auction() -> None:
    table = at_a_lot("bill")
    table.bids("andy 2, jack 7, colin 3")
    assert table.told(BidsShown).bids == offers((ANDY, 2), (JACK, 7), (COLIN, 3))
    assert table.told(LotSold).seat == JACK
    assert (seen(table, SPECTATOR, "bill").fate, seen(table, SPECTATOR, "bill").owner) == ("sold", JACK)


def test_a_blind_bid_is_the_bidders_alone_until_all_are_shown() -> None:
    table = at_a_lot("bill")
    assert all(offer.secret for offer in GAME.legal_moves(table.state, ANDY))
    assert table.say(ANDY, "bid 12") == ()
    assert (bidding(table, ANDY).own, bidding(table, BILL).own, bidding(table).own) == (12, None, None)
    assert (bidding(table).sent, table.stacks[ANDY]) == ((ANDY,), LEFT)
    assert refused(table, ANDY, "bid 13") == "bid-already"


def test_everyone_may_bid_up_to_the_stack_and_owning_dice_is_no_bar_ha_17() -> None:
    table = at_the_auction()
    table.sell("jack", "andy 90")
    table.say(COLIN, "lot bill")
    assert table.awaited == EVERYBODY
    assert [most(table, who) for who in EVERYBODY] == [5, *[LEFT] * 4]
    table.bids("andy 5")
    assert [one.owner for one in table.board.sold] == [ANDY, ANDY]


def test_who_has_no_sucker_left_is_not_asked_ha_17() -> None:
    table = at_the_auction()
    table.sell("jack", f"andy {LEFT}")
    table.say(COLIN, "lot bill")
    assert (table.awaited, table.offers(ANDY)) == ((BILL, PETE, JACK, COLIN), [])


def test_zero_is_not_a_bid_ha_18() -> None:
    table = at_a_lot("bill")
    table.bids("andy 0, bill 0, pete 1")
    assert table.told(BidsShown).bids == offers((PETE, 1))


def test_where_nobody_bids_the_die_is_discarded_and_turned_up_at_the_end_ha_18() -> None:
    table = at_a_lot("jack")
    table.bids("andy 0")
    assert table.told(LotUnsold).cup == CupOf(JACK, 1, 1)
    assert table.told_all(CupOpened) == []
    assert (seen(table, JACK, "jack").fate, seen(table, JACK, "jack").die) == ("discarded", None)
    table.sell_all("bill bill, pete pete")
    assert table.told(CupsLifted).discarded == (D4, D10, D12, D20)


def test_a_discarded_die_is_turned_up_at_once_under_reveal_all_ha_18() -> None:
    table = at_a_lot("jack", reveal="all")
    table.bids("")
    assert table.told(CupOpened) == CupOpened(CupOf(JACK, 1, 1), D10)
    assert seen(table, SPECTATOR, "jack").die == D10


# HA-16: blind ties


def test_tied_top_bidders_roll_a_free_d20_each_ha_16() -> None:
    table = at_a_lot("bill")
    table.bids("andy 6, pete 6, jack 2", 11, 14)
    assert table.told(TieRolled).rolls == (Face(ANDY, 11), Face(PETE, 14))
    assert table.told(LotSold) == LotSold(PETE, BILLS, Suckers(6), offers((ANDY, 3), (JACK, 1)), Suckers(35))


def test_they_roll_again_while_they_tie_ha_16() -> None:
    table = at_a_lot("bill")
    table.bids("andy 6, pete 6, jack 6", 11, 14, 14, 3, 2)
    assert [one.rolls for one in table.told_all(TieRolled)] == [
        (Face(ANDY, 11), Face(PETE, 14), Face(JACK, 14)),
        (Face(PETE, 3), Face(JACK, 2)),
    ]
    assert table.told(LotSold).seat == PETE


def test_with_blind_tie_rebid_the_tied_bid_once_more_and_no_less_ha_16() -> None:
    table = at_a_lot("bill", failed="full", blind_tie="rebid")
    table.bids("andy 6, pete 6, jack 2")
    assert table.told(RebidCalled) == RebidCalled((ANDY, PETE), Suckers(6))
    assert (table.awaited, bidding(table).bids) == ((ANDY, PETE), offers((ANDY, 6), (PETE, 6), (JACK, 2)))
    assert refused(table, ANDY, "bid 5") == "out-of-range"
    assert refused(table, JACK, "bid 9") == "not-your-turn"
    table.bids("andy 8, pete 7")
    assert table.told(LotSold) == LotSold(ANDY, BILLS, Suckers(8), offers((PETE, 7), (JACK, 2)), Suckers(42))


def test_who_is_silent_after_a_tie_bids_no_more_than_before_and_a_second_tie_is_rolled_for_ha_16() -> None:
    table = at_a_lot("bill", blind_tie="rebid")
    table.bids("andy 6, pete 6")
    table.silence(3, 9)
    assert table.told(LotSold) == LotSold(PETE, BILLS, Suckers(6), offers((ANDY, 3)), Suckers(34))


def test_with_blind_tie_chairman_he_gives_it_to_one_of_the_tied_ha_16() -> None:
    table = at_a_lot("bill", blind_tie="chairman")
    table.bids("andy 6, pete 6, jack 2")
    assert table.told(AwardCalled) == AwardCalled(COLIN, (ANDY, PETE))
    assert (table.awaited, bidding(table).tied) == ((COLIN,), (ANDY, PETE))
    assert refused(table, COLIN, "award jack") == "not-among"
    assert refused(table, ANDY, "award andy") == "not-your-turn"
    table.say(COLIN, "award pete")
    assert table.told(Awarded) == Awarded(PETE, True, BILLS, COLIN)
    assert table.told(LotSold).failed == offers((ANDY, 3), (JACK, 1))


def test_an_absent_chairman_gives_it_to_himself_if_he_is_tied_else_to_one_by_chance_ha_16_ha_11() -> None:
    table = at_a_lot("bill", blind_tie="chairman")
    table.bids("andy 6, colin 6")
    assert table.silence()[0] == Awarded(COLIN, False, BILLS, COLIN)
    table.sell("jack", "andy 6, pete 6")
    assert table.silence(2)[0] == Awarded(PETE, False, CupOf(JACK, 1, 1), COLIN)


# HA-21, HA-20, HA-22: who pays what


@pytest.mark.parametrize(
    ("failed", "paid"), [("nothing", (0, 10, 0, 0)), ("half", (4, 10, 1, 3)), ("full", (7, 10, 1, 5))]
)
def test_half_is_rounded_up_for_each_loser_and_the_winner_pays_in_full_ha_21(
    failed: str, paid: tuple[int, ...]
) -> None:
    table = at_a_lot("bill", failed=failed)
    table.bids("andy 7, bill 10, pete 1, jack 5")
    assert table.stacks == (*(LEFT - one for one in paid), LEFT)
    assert table.pot == 25 + sum(paid)
    assert table.board.spent == (*paid, 0)
    assert table.told(LotSold).failed == tuple(
        Offer(seat, Suckers(one)) for seat, one in zip(EVERYBODY, paid, strict=False) if one and seat != BILL
    )


def test_half_is_rounded_up_lot_by_lot_ha_21() -> None:
    """Two failed bids of 3 cost 2 each, not 3 together."""
    table = at_the_auction()
    table.sell("bill", "andy 3, jack 9")
    table.sell("pete", "andy 3, jack 9")
    assert table.board.spent[ANDY] == 4


@pytest.mark.parametrize("failed", ["nothing", "half", "full"])
def test_a_losers_highest_own_bid_counts_in_a_standard_auction_ha_20(failed: str) -> None:
    table = at_a_lot("bill", "standard", failed)
    for who, amount in ((ANDY, 1), (PETE, 4), (ANDY, 5), (JACK, 8), (PETE, 10)):
        table.say(who, f"bid {amount}")
    for _ in range(3):
        table.silence()
    due = {"nothing": (), "half": ((ANDY, 3), (JACK, 4)), "full": ((ANDY, 5), (JACK, 8))}[failed]
    assert table.told(LotSold).price == 10
    assert sorted(table.told(LotSold).failed, key=lambda one: one.seat) == list(offers(*due))


def test_a_bid_is_capped_by_the_stack_and_paid_at_once_ha_22() -> None:
    table = at_the_auction()
    table.sell("bill", "andy 60, pete 40")
    assert table.stacks == (LEFT - 60, LEFT, LEFT - 20, LEFT, LEFT)
    table.say(COLIN, "lot jack")
    for who, stack in ((ANDY, LEFT - 60), (PETE, LEFT - 20)):
        assert refused(table, who, f"bid {stack + 1}") == "out-of-range"
    table.bids(f"andy {LEFT - 60}, pete {LEFT - 20}")
    assert table.stacks[PETE] == 0
    assert table.stacks[ANDY] == (LEFT - 60) // 2


@pytest.mark.parametrize("amount", ["-1", str(LEFT + 1), "1000000"])
def test_a_bid_above_the_stack_or_below_nought_is_refused_ha_22(amount: str) -> None:
    for kind in ("blind", "standard", "second_price"):
        assert refused(at_a_lot("bill", kind, auction_types=kind), ANDY, f"bid {amount}") == "out-of-range"


# HA-23, HA-24: who sees what


def test_under_reveal_all_a_cup_is_opened_when_it_is_sold() -> None:
    table = at_a_lot("bill", reveal="all")
    table.bids("pete 3")
    assert table.told(CupOpened) == CupOpened(BILLS, D6)
    assert [seen(table, viewer, "bill").die for viewer in (BILL, PETE, SPECTATOR)] == [D6] * 3


def test_under_player_looks_the_winner_is_told_privately_ha_23() -> None:
    table = at_a_lot("bill", reveal="looks")
    table.bids("pete 3")
    assert table.told_to(PETE) == [CupLookedInto(PETE, BILLS, D6)]
    assert [seen(table, viewer, "bill").die for viewer in (PETE, ANDY, BILL, SPECTATOR)] == [D6, None, None, None]


@pytest.mark.parametrize("reveal", ["all", "looks", "hidden"])
def test_all_bought_dice_are_turned_up_after_the_last_lot_ha_23(reveal: str) -> None:
    table = at_the_method("bill andy1, bill colin, pete bill", reveal=reveal)
    assert table.told(CupsLifted) == CupsLifted(
        (Holding(BILL, (D4, D12), Suckers(2)), Holding(PETE, (D6,), Suckers(1))), (D8, D10, D20)
    )
    assert [side.dice for side in table.board.sides] == [(D4, D12), (D6,)]


def test_under_stay_hidden_even_buyers_see_nothing_until_the_last_lot_ha_24() -> None:
    table = at_a_lot("bill", reveal="hidden")
    table.bids("pete 3")
    assert table.told_to(PETE) == []
    assert seen(table, PETE, "bill").die is None
    table.sell_all("andy andy1")
    assert seen(table, SPECTATOR, "bill").die == D6


def test_what_is_spent_counts_failed_bids_too() -> None:
    table = at_the_auction(failed="full")
    table.sell("bill", "andy 3, bill 4")
    table.sell("pete", "andy 5, bill 2")
    table.sell_all("pete colin")
    assert [one.spent for one in table.told(CupsLifted).holdings] == [8, 6, 1]


# People who leave meanwhile


def test_a_leavers_blind_bid_is_void_ha_37() -> None:
    table = at_a_lot("bill")
    table.say(ANDY, "bid 50")
    table.leave(ANDY)
    table.bids("pete 3")
    assert table.told(BidsShown).bids == offers((PETE, 3))
    assert table.told(LotSold) == LotSold(PETE, BILLS, Suckers(3), (), Suckers(28))


def test_the_last_awaited_bidder_leaves_and_the_fists_open() -> None:
    table = at_a_lot("bill")
    for who in (ANDY, BILL, PETE, JACK):
        table.say(who, f"bid {who + 1}")
    table.leave(COLIN)
    assert table.told(LotSold).seat == JACK


def test_the_leading_bidder_leaves_and_the_bid_before_leads_ha_37() -> None:
    table = at_a_lot("bill", "standard")
    table.say(ANDY, "bid 4")
    table.say(PETE, "bid 9")
    table.silence()
    table.leave(PETE)
    assert (bidding(table).bids, bidding(table).going) == (offers((ANDY, 4)), 0)
    assert table.offers(ANDY) == []
    for _ in range(3):
        table.silence()
    assert (table.told(LotSold).seat, table.told(LotSold).failed) == (ANDY, ())


def test_a_bidder_who_does_not_lead_leaves_and_the_count_goes_on() -> None:
    table = at_a_lot("bill", "standard")
    table.say(ANDY, "bid 4")
    table.say(PETE, "bid 9")
    table.silence()
    table.leave(ANDY)
    assert bidding(table).going == 1
    table.silence()
    table.silence()
    assert table.told(LotSold) == LotSold(PETE, BILLS, Suckers(9), (), Suckers(34))


def test_all_but_the_leader_have_dropped_or_left() -> None:
    table = at_a_lot("bill", "standard")
    table.say(PETE, "bid 3")
    for who in (ANDY, BILL, JACK):
        table.say(who, "drop")
    table.leave(COLIN)
    assert table.told(LotSold).seat == PETE


@pytest.mark.parametrize("tie", ["rebid", "chairman"])
def test_the_tied_leave_one_after_the_other_and_the_next_highest_has_it(tie: str) -> None:
    table = at_a_lot("bill", blind_tie=tie)
    table.bids("andy 6, pete 6, jack 2")
    table.leave(ANDY)
    if tie == "rebid":
        table.leave(PETE)
        assert table.told(LotSold) == LotSold(JACK, BILLS, Suckers(2), (), Suckers(27))
    else:
        assert table.told(LotSold) == LotSold(PETE, BILLS, Suckers(6), offers((JACK, 1)), Suckers(32))


def test_one_of_three_tied_leaves_and_the_chairman_decides_between_the_two() -> None:
    table = at_a_lot("bill", blind_tie="chairman")
    table.bids("andy 6, pete 6, jack 6")
    table.leave(ANDY)
    assert bidding(table).tied == (PETE, JACK)
    table.say(COLIN, "award jack")
    assert table.told(LotSold).failed == offers((PETE, 3))


def test_a_bidder_leaves_while_a_price_falls_and_it_falls_on() -> None:
    table = dutch()
    table.leave(PETE)
    table.silence()
    assert table.told(PriceCalled).price == 76


def test_nobody_buys_anything_and_the_pot_is_carried() -> None:
    table = at_the_auction()
    table.sell_all("")
    assert table.told(PotCarried).pot == 25
    assert table.told(CupsLifted) == CupsLifted((), (D4, D6, D8, D10, D12, D20))


def test_the_order_of_the_offers_is_as_a_player_reads_them() -> None:
    assert at_the_auction().offers(COLIN) == ["lot"]
    assert at_a_lot().offers(JACK) == ["bid"]
    assert at_a_lot(kind="standard").offers(JACK) == ["bid", "drop"]
