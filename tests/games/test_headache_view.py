"""Test the view of Headache, field by field: the fields of each phase, and what only one seat may know."""

from collections.abc import Callable
from typing import Any

import pytest
from cases import case
from headache_phases import PHASES
from headache_table import (
    ANDY,
    BILL,
    COLIN,
    EVERYBODY,
    JACK,
    PETE,
    THREE,
    Table,
    at_a_lot,
    at_the_auction,
    at_the_draw,
    at_the_swaps,
    at_the_votes,
    bidding,
    cup,
    cups_lifted,
    offers,
    playing,
    playing_by_hand,
    seen,
)

from games.headache import GAME
from games.headache.options import D4, D6, D8, D10, D12, D20
from games.headache.state import Ballot, Choice, Face, Proposal, Question, SwapMade
from games.headache.view import HeadacheView, OnTheTable, VoteView
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Die, Seat, Viewer

NOBODY: tuple[Seat, ...] = ()
VIEWERS: tuple[Viewer, ...] = (*EVERYBODY, SPECTATOR)
BEFORE_THE_DRAW = {"first-rolls", "rerolls", "prime-rolls", "prime-rerolls", "chairman-rolls"}
VOTES = {"voting", "fists-out", "ordering", "declaring", "casting"}
BIDDING = {"blind-bids", "awarding", "open-bids", "price-falls"}


def view(table: Table, viewer: Viewer = SPECTATOR) -> HeadacheView:
    return GAME.view(table.state, viewer)


def on_the_table(table: Table, viewer: Viewer = SPECTATOR) -> OnTheTable:
    found = view(table, viewer).table
    assert found is not None
    return found


def vote(table: Table, viewer: Viewer = SPECTATOR) -> VoteView:
    found = view(table, viewer).vote
    assert found is not None
    return found


# The fields of each phase


def test_each_part_is_there_in_its_phases_and_in_no_other() -> None:
    for phase in PHASES:
        with case(phase):
            seen_now = view(PHASES[phase]())
            there = {name for name in ("table", "vote", "bidding", "contest") if getattr(seen_now, name) is not None}
            expected = {
                "table": phase not in BEFORE_THE_DRAW,
                "vote": phase in VOTES,
                "bidding": phase in BIDDING,
                "contest": phase in {"contest", "round-shown"},
            }
            assert there == {name for name, is_there in expected.items() if is_there}
            assert seen_now.phase == phase


def test_rounds_of_swaps_are_counted_while_cups_are_swapped() -> None:
    for phase in PHASES:
        with case(phase):
            assert view(PHASES[phase]()).swap_round == (1 if phase in {"swapping", "swap-shown"} else 0)


def test_nobody_has_won_before_the_end() -> None:
    for phase in PHASES:
        with case(phase):
            now = view(PHASES[phase]())
            assert (now.winners, now.ended) == ((), "")


def test_all_see_who_is_awaited() -> None:
    for phase in PHASES:
        with case(phase):
            table = PHASES[phase]()
            assert {view(table, viewer).awaited for viewer in VIEWERS} == {table.awaited}


def test_at_the_end_all_see_who_has_won_and_how_and_nobody_is_awaited() -> None:
    table = playing("highest", "bill andy2, pete colin", 20, 3)
    now = view(table)
    assert (now.phase, now.winners, now.ended, now.awaited) == ("over", (BILL,), "won", ())
    assert (now.vote, now.bidding, now.rolls) == (None, None, ())


def test_at_the_end_the_roll_that_decided_lies_there_with_all_who_rolled() -> None:
    now = view(playing("highest", "bill andy2, pete colin", 20, 3))
    assert now.contest is not None
    assert [one.head for one in (*now.contest.contenders, *now.contest.out)] == [BILL, PETE]
    assert [one.faces for one in now.contest.rolls] == [(20,), (3,)]


@pytest.mark.parametrize("phase", ["first-rolls", "prime-rolls", "chairman-rolls"])
def test_before_anybody_has_rolled_no_rolls_are_seen(phase: str) -> None:
    assert view(PHASES[phase]()).rolls == ()


@pytest.mark.parametrize(
    ("phase", "rolls"),
    [
        ("rerolls", ((ANDY, 19), (BILL, 15), (PETE, 10), (JACK, 8), (COLIN, 3))),
        ("prime-rerolls", ((ANDY, 9), (BILL, 8), (PETE, 7))),
        ("declaring", ()),
        ("contest", ()),
    ],
)
def test_rolls_are_those_of_whoever_rolls_now(phase: str, rolls: tuple[tuple[Seat, int], ...]) -> None:
    assert view(PHASES[phase]()).rolls == tuple(Face(seat, face) for seat, face in rolls)


@pytest.mark.parametrize(
    ("phase", "who", "face"), [("first-rolls", ANDY, 12), ("prime-rolls", BILL, 7), ("chairman-rolls", JACK, 4)]
)
def test_a_roll_by_hand_is_seen_at_once(phase: str, who: Seat, face: int) -> None:
    table = PHASES[phase]()
    table.say(who, "roll", face)
    assert view(table).rolls == (Face(who, face),)


def test_a_proposal_is_seen_by_all_while_there_may_be_allies() -> None:
    table = PHASES["allying"]()
    assert {view(table, viewer).proposals for viewer in VIEWERS} == {(Proposal(BILL, PETE, 30),)}


def test_a_proposal_is_gone_once_the_first_die_of_the_contest_has_rolled_ha_31b() -> None:
    table = playing_by_hand("add", THREE, alliances="on")
    table.say(BILL, "ally pete 30")
    assert view(table).proposals == (Proposal(BILL, PETE, 30),)
    while table.phase == "allying":
        table.silence()
    assert view(table).proposals == (Proposal(BILL, PETE, 30),)
    table.say(JACK, "roll", 3)
    assert (view(table).phase, view(table).proposals) == ("contest", ())


def test_the_contest_shows_who_plays_with_what_and_who_has_rolled() -> None:
    now = view(PHASES["contest"]()).contest
    assert now is not None
    assert [(one.head, one.dice) for one in now.contenders] == [
        (BILL, (D4,)),
        (BILL, (D20,)),
        (PETE, (D8,)),
        (JACK, (D10,)),
    ]
    assert (now.round, now.rolling) == (1, (0, 1, 2, 3))
    assert [(one.contender, one.faces) for one in now.rolls] == [(0, (2,)), (1, (9,))]


# The table


def test_the_bag_is_seen_by_whoever_draws_in_the_order_of_its_dice() -> None:
    table = at_the_draw()
    assert on_the_table(table, ANDY).bag == (D4, D6, D8, D10, D12, D20)
    assert {on_the_table(table, viewer).bag for viewer in VIEWERS if viewer != ANDY} == {()}
    table.say(ANDY, "draw 10")
    assert on_the_table(table, BILL).bag == (D4, D6, D8, D12, D20)
    assert on_the_table(table, ANDY).bag == ()


def test_when_all_is_drawn_nobody_sees_a_bag() -> None:
    for phase in sorted(set(PHASES) - BEFORE_THE_DRAW - {"drawing"}):
        with case(phase):
            table = PHASES[phase]()
            assert {on_the_table(table, viewer).bag for viewer in VIEWERS} == {()}


def test_who_has_drawn_is_seen_each_once() -> None:
    table = at_the_draw()
    assert on_the_table(table).drew == ()
    table.say(ANDY, "draw 10")
    assert on_the_table(table).drew == (ANDY,)
    assert on_the_table(at_the_votes()).drew == EVERYBODY


def test_who_has_left_is_out_of_the_order() -> None:
    table = at_the_votes()
    table.leave(PETE)
    assert on_the_table(table).order == (ANDY, BILL, JACK, COLIN)


def drawn(*found: tuple[str, int, tuple[int, ...]]) -> list[tuple[Any, int, tuple[Die, ...]]]:
    return [(cup(name), die, tuple(map(Die, bag))) for name, die, bag in found]


def own(table: Table, viewer: Viewer) -> list[tuple[Any, int, tuple[Die, ...]]]:
    return [(one.cup, one.die, one.bag) for one in on_the_table(table, viewer).hand]


def chosen(**options: Any) -> Table:
    """Return a table where all have chosen their dice."""
    table = at_the_draw(memory=False, **options)
    for who, die in ((ANDY, 4), (BILL, 6), (PETE, 8), (JACK, 10), (COLIN, 12), (ANDY, 20)):
        table.say(who, f"draw {die}")
    return table


@pytest.mark.parametrize(
    "drawn_all",
    [lambda: at_the_votes(memory=False), chosen, lambda: chosen(bag_peek=False)],
    ids=["a look into the bag", "chosen", "chosen without another look"],
)
def test_without_memory_ones_own_dice_are_told_again_with_what_lay_in_the_bag(drawn_all: Callable[[], Table]) -> None:
    table = drawn_all()
    assert own(table, ANDY) == drawn(("andy1", 4, (4, 6, 8, 10, 12, 20)), ("andy2", 20, (20,)))
    assert own(table, PETE) == drawn(("pete", 8, (8, 10, 12, 20)))
    assert own(table, SPECTATOR) == []


def test_without_a_look_into_the_bag_one_is_told_of_the_dice_alone() -> None:
    table = at_the_votes(memory=False, bag_peek=False)
    assert own(table, ANDY) == drawn(("andy1", 4, ()), ("andy2", 20, ()))


def test_with_memory_neither_dice_nor_swaps_are_told_again_ha_14() -> None:
    table = PHASES["swap-shown"]()
    assert {(on_the_table(table, viewer).hand, len(on_the_table(table, viewer).swaps)) for viewer in VIEWERS} == {
        ((), 1)
    }
    table.silence()
    for viewer in VIEWERS:
        told = on_the_table(table, viewer)
        assert (told.hand, told.swaps) == ((), ())


def test_without_memory_all_are_told_of_the_swaps_again() -> None:
    table = at_the_swaps(2, memory=False)
    table.say(ANDY, "swap andy2 colin")
    made = (SwapMade(ANDY, cup("andy2"), cup("colin")),)
    assert {on_the_table(table, viewer).swaps for viewer in VIEWERS} == {made}


# Cups


@pytest.mark.parametrize("phase", [*sorted(BIDDING), "lot-shown"])
def test_one_cup_is_on_sale_and_the_others_stand(phase: str) -> None:
    fates = [one.fate for one in on_the_table(PHASES[phase]()).cups]
    assert fates.count("lot") == 1
    assert "lot" not in [one.fate for one in on_the_table(at_the_auction()).cups]


def test_the_cup_on_sale_is_the_one_that_was_called() -> None:
    table = at_a_lot("bill")
    assert [(seen(table, BILL, lot).fate, seen(table, BILL, lot).of) for lot in ("bill", "andy1", "andy2")] == [
        ("lot", 1),
        ("stands", 2),
        ("stands", 2),
    ]


@pytest.mark.parametrize(
    ("reveal", "by_the_buyer", "by_all", "discarded"),
    [("all", D4, D4, D8), ("looks", D4, None, None), ("hidden", None, None, None)],
)
def test_what_was_under_a_cup_is_seen_as_it_was_voted(
    reveal: str, by_the_buyer: Die | None, by_all: Die | None, discarded: Die | None
) -> None:
    """Phase 6, third vote: all see it, the buyer looks, or nobody (HA-23)."""
    table = at_the_auction(reveal=reveal)
    table.sell("andy1", "bill 2")
    table.sell("pete", "")
    for viewer in VIEWERS:
        sold, gone, stands = (seen(table, viewer, lot) for lot in ("andy1", "pete", "bill"))
        assert (sold.fate, sold.owner) == ("sold", BILL)
        assert sold.die == (by_the_buyer if viewer == BILL else by_all)
        assert (gone.fate, gone.owner, gone.die) == ("discarded", None, discarded)
        assert (stands.fate, stands.owner, stands.die) == ("stands", None, None)


def test_once_the_cups_are_lifted_all_see_every_die() -> None:
    table = cups_lifted("bill andy1, bill andy2, pete pete")
    dice = {lot: seen(table, JACK, lot).die for lot in ("andy1", "andy2", "bill", "pete", "jack", "colin")}
    assert dice == {"andy1": D4, "andy2": D20, "bill": D6, "pete": D8, "jack": D10, "colin": D12}
    assert on_the_table(table).spent == (0, 2, 1, 0, 0)


# Votes


@pytest.mark.parametrize(
    ("phase", "own_of_bill"),
    [
        ("voting", Choice(Suckers(3), "2")),
        ("fists-out", Choice(Suckers(3), "none")),
        ("ordering", Choice(Suckers(3), "none")),
        ("declaring", Choice(Suckers(3), "none")),
        ("casting", None),
    ],
)
def test_ones_own_vote_is_seen_by_oneself_alone(phase: str, own_of_bill: Choice | None) -> None:
    table = PHASES[phase]()
    assert vote(table, BILL).own == own_of_bill
    assert vote(table, SPECTATOR).own is None
    assert vote(table, BILL).question is Question.ROUNDS
    others = {vote(table, viewer).own for viewer in VIEWERS} - {own_of_bill}
    assert own_of_bill not in others


@pytest.mark.parametrize(
    ("phase", "sent"),
    [
        ("voting", (BILL,)),
        ("fists-out", (BILL,)),
        ("ordering", (ANDY, BILL, JACK, PETE, COLIN)),
        ("declaring", (ANDY, BILL, JACK, PETE, COLIN)),
        ("casting", (ANDY, BILL, JACK, PETE, COLIN)),
    ],
)
def test_all_see_who_has_voted(phase: str, sent: tuple[Seat, ...]) -> None:
    table = PHASES[phase]()
    assert {vote(table, viewer).sent for viewer in VIEWERS} == {sent}


@pytest.mark.parametrize("phase", ["voting", "fists-out", "ordering"])
def test_a_sealed_vote_is_no_ballot(phase: str) -> None:
    now = vote(PHASES[phase]())
    assert (now.ballots, now.left, now.tied) == ((), (), ())


def test_who_declares_shows_a_ballot_and_has_nothing_in_the_fist_any_more() -> None:
    table = PHASES["declaring"]()
    now = vote(table, JACK)
    assert now.ballots == (Ballot(JACK, Suckers(4), "3"),)
    assert (now.own, now.left, now.tied) == (None, (BILL, PETE, ANDY, COLIN), ())
    assert vote(table, PETE).own == Choice(Suckers(0), "none")


def test_the_chairman_sees_between_what_to_cast() -> None:
    now = vote(PHASES["casting"](), COLIN)
    assert (now.tied, now.left, now.own) == (("1", "2"), (), None)
    assert [(one.seat, one.amount, one.option) for one in now.ballots[:3]] == [(0, 4, "1"), (1, 4, "2"), (3, 1, "3")]


# Bids


def test_a_sealed_bid_is_seen_by_its_bidder_alone() -> None:
    table = PHASES["blind-bids"]()
    assert {viewer: bidding(table, viewer).own for viewer in VIEWERS} == dict.fromkeys(VIEWERS) | {BILL: 7}
    for viewer in VIEWERS:
        now = bidding(table, viewer)
        assert (now.lot, now.kind, now.bidders, now.sent, now.bids) == (cup("bill"), "blind", EVERYBODY, (BILL,), ())


@pytest.mark.parametrize(
    ("phase", "kind", "bids", "tied", "price"),
    [
        ("blind-bids", "blind", (), (), 0),
        ("awarding", "blind", ((ANDY, 2), (BILL, 4), (PETE, 4), (JACK, 4)), (BILL, PETE, JACK), 0),
        ("open-bids", "standard", ((BILL, 4), (PETE, 6)), (), 0),
        ("price-falls", "dutch", (), (), 95),
    ],
)
def test_bids_ties_and_prices_are_seen_as_all_know_them(
    phase: str, kind: str, bids: tuple[tuple[Seat, int], ...], tied: tuple[Seat, ...], price: int
) -> None:
    now = bidding(PHASES[phase]())
    assert (now.kind, now.bids, now.tied, now.price) == (kind, offers(*bids), tied, price)
    assert (now.going, now.dropped, now.own) == (0, (), None)
    assert (now.bidders, now.sent) == ((EVERYBODY, (BILL,)) if phase == "blind-bids" else (NOBODY, NOBODY))


def test_after_a_tie_the_bids_that_were_shown_stay_in_sight_ha_16() -> None:
    table = at_a_lot(blind_tie="rebid")
    table.bids("bill 4, pete 4, andy 2")
    now = bidding(table, ANDY)
    assert (now.bids, now.bidders, now.sent) == (offers((ANDY, 2), (BILL, 4), (PETE, 4)), (BILL, PETE), ())


def test_an_open_lot_goes_once_and_who_has_dropped_out_is_seen() -> None:
    table = PHASES["open-bids"]()
    table.say(JACK, "drop")
    assert bidding(table).dropped == (JACK,)
    table.silence()
    assert bidding(table).going == 1
