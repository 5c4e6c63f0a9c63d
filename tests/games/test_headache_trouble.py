"""Test Headache in trouble: people who leave, are never there, or have nothing; in every phase."""

from collections.abc import Callable
from typing import Any, get_args

import pytest
from cases import case
from headache_phases import PHASES, awarding, casting, declaring, ordering, voting
from headache_table import (
    ANDY,
    BILL,
    COLIN,
    FIRST_ROLLS,
    JACK,
    PETE,
    SIDES,
    STACK,
    Table,
    at_the_auction,
    at_the_rerolls,
    at_the_votes,
)

from games.headache import GAME
from games.headache.auction_events import AwardCalled, Awarded, CupsLifted, LotCalled, LotsCalled, LotSold, LotUnsold
from games.headache.events import (
    CastCalled,
    CastingVote,
    ChairmanIs,
    Declared,
    DiceDrawn,
    DiceLost,
    MatchOver,
    OrderCalled,
    Ordered,
    PotCarried,
    PotShared,
    PotWon,
    VoteClosed,
)
from games.headache.options import D6, D10, D12, D20
from games.headache.phrases import Chosen, CupOf, Holding, Share, Shown
from games.headache.rules import RULES
from games.headache.state import InPlay, Over
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Seat, all_seats
from games.proof.seeded_dice import SeededDice

FIVE = all_seats(5)


def won_alone(table: Table, last: Seat) -> bool:
    return (table.result.ended, table.result.winners) == ("alone", (last,))


def goes_on_by_itself(table: Table) -> Table:
    """Play to the end by silence, with random dice."""
    dice = SeededDice(b"trouble", "g", b"")
    while GAME.asks(table.state) is not None:
        step = GAME.time_up(table.state, table.ask.seats, dice)
        table.load(())
        table.took(step)
    return table


def test_every_phase_in_play_has_rules() -> None:
    assert set(RULES) == set(get_args(InPlay))


def test_the_tables_of_this_file_stand_in_the_phase_they_are_named_for() -> None:
    for phase in PHASES:
        with case(phase):
            assert PHASES[phase]().phase == phase


def test_all_1_a_table_where_nobody_says_anything_more_comes_to_an_end() -> None:
    for phase in PHASES:
        with case(phase):
            assert isinstance(goes_on_by_itself(PHASES[phase]()).state.phase, Over)


def test_whoever_leaves_the_others_play_on_to_an_end_ha_37() -> None:
    """The leaver's stack is unchanged except for a sealed amount, so leaving wins nothing."""
    for phase in PHASES:
        for who in FIVE:
            with case(phase, who):
                table = PHASES[phase]()
                before, dice = table.stacks[who], SeededDice(b"leave", "g", b"")
                table.load(())
                table.took(GAME.leave(table.state, who, dice))
                assert who not in (table.awaited or ())
                assert table.offers(who) == []
                goes_on_by_itself(table)
                assert table.stacks[who] <= before
                assert who not in table.result.winners


def test_all_but_one_leave_and_the_pot_is_the_last_ones_ha_37() -> None:
    """Unless a single owner of dice won it before, or nobody owned one and it stays for the next game."""
    for phase in PHASES:
        for last in FIVE:
            with case(phase, last):
                table, dice = PHASES[phase](), SeededDice(b"alone", "g", b"")
                for who in FIVE:
                    if who != last and table.awaited is not None:
                        table.load(())
                        table.took(GAME.leave(table.state, who, dice))
                if table.result.ended == "alone":
                    assert won_alone(table, last)
                    assert table.told(PotWon).shares[0].seat == last
                else:
                    assert table.result.ended == "won"
                assert table.pot == 0


def test_a_seat_that_never_played_leaves_and_nothing_happens() -> None:
    for phase in PHASES:
        with case(phase):
            table = PHASES[phase]()
            state = table.state.phase
            assert table.leave(Seat(7)) == ()
            assert table.state.phase == state


def test_when_it_is_over_nobody_may_do_anything_and_leaving_changes_no_stack() -> None:
    for phase in PHASES:
        with case(phase):
            table = goes_on_by_itself(PHASES[phase]())
            stacks, result = table.stacks, table.result
            assert [table.offers(who) for who in FIVE] == [[]] * 5
            assert table.leave(ANDY) == ()
            assert (table.stacks, table.result.winners) == (stacks, result.winners)
            assert GAME.time_up(table.state, FIVE, SeededDice(b"", "g", b"")).events == ()


# HA-37: the stake stays, dice are discarded, the chair passes on


def test_the_stake_of_who_leaves_stays_in_the_pot_ha_37() -> None:
    table = at_the_rerolls()
    table.say(BILL, "reroll", 3)
    table.leave(BILL)
    assert (table.pot, table.stacks[BILL]) == (26, STACK - 6)


def test_who_leaves_before_the_draw_draws_nothing_ha_37() -> None:
    table = at_the_rerolls()
    table.leave(PETE)
    table.stay(*SIDES)
    assert {one.seat: one.dice for one in table.told(DiceDrawn).drawers} == {ANDY: 2, BILL: 2, JACK: 1, COLIN: 1}


def test_the_die_of_a_leaver_who_drew_it_is_auctioned_like_any_other_ha_37() -> None:
    table = at_the_auction()
    table.leave(BILL)
    assert table.told_all(DiceLost) == []
    table.sell("bill", "pete 3")
    table.sell_all("")
    assert table.told(CupsLifted).holdings == (Holding(PETE, (D6,), Suckers(3)),)


def test_dice_that_a_leaver_owns_are_discarded_ha_37() -> None:
    table = at_the_auction()
    table.sell("bill", "jack 3")
    table.sell("colin", "jack 3")
    table.leave(JACK)
    assert table.told(DiceLost) == DiceLost(JACK, 2)
    table.sell_all("pete pete, bill andy1")
    assert table.told(CupsLifted).discarded == (D6, D10, D12, D20)
    assert [side.members for side in table.board.sides] == [(BILL,), (PETE,)]


@pytest.mark.parametrize(("least", "ended"), [("4", "carried"), ("5", "shared")])
def test_all_owners_left_before_the_last_lot_and_the_pot_is_carried_or_shared_ha_31_ha_37(
    least: str, ended: str
) -> None:
    """It is shared if too few are left for another game."""
    table = at_the_auction(min_players=least)
    table.sell("bill", "jack 3")
    table.leave(JACK)
    table.sell_all("")
    (told,) = table.told_all(PotCarried) or table.told_all(PotShared)
    assert (told.pot, table.result.ended, table.pot) == (28, ended, 28 if ended == "carried" else 0)


def test_the_prime_leaves_and_the_next_clockwise_goes_first() -> None:
    table = at_the_votes()
    table.leave(ANDY)
    table.decide("2")
    turns = []
    while table.phase == "swapping":
        turns.append((table.awaited or ())[0])
        table.silence()
    assert turns == [BILL, PETE, JACK, COLIN] * 2
    view = GAME.view(table.state, SPECTATOR).table
    assert view is not None
    assert view.order == (BILL, PETE, JACK, COLIN)


def test_a_chairmans_job_goes_to_the_next_lowest_roll_ha_37() -> None:
    """Colin rolled 3, Jack 8, Pete 10, Bill 15, and Andy, the prime, 19."""
    table = at_the_auction()
    for leaver, heir in ((COLIN, JACK), (JACK, PETE), (PETE, BILL)):
        before = table.ask.id
        table.leave(leaver)
        assert table.told(ChairmanIs).seat == heir
        assert table.awaited == (heir,)
        assert table.ask.id != before, "the new one has the whole time"
        assert table.offers(heir) == ["lot"]


def test_the_prime_is_the_last_to_whom_the_chair_comes_ha_37() -> None:
    """Andy is prime, and only Bill is left with him. When Bill leaves, the prime takes the chair."""
    table = at_the_auction()
    for leaver in (COLIN, JACK, PETE):
        table.leave(leaver)
    assert table.board.ranks == (COLIN, JACK, PETE, BILL, ANDY)
    assert table.board.chairman == BILL


def test_a_leaver_who_is_not_the_chairman_leaves_the_question_as_it_is() -> None:
    table = at_the_auction()
    before = table.ask
    table.leave(PETE)
    assert table.ask == before


def test_the_new_chairman_casts_among_the_tied_ha_37() -> None:
    table = casting()
    table.leave(COLIN)
    assert table.awaited == (JACK,)
    table.say(JACK, "cast 2")
    assert table.told(CastingVote) == CastingVote(JACK, Chosen("rounds", "2"), said=True)


def test_the_new_chairman_orders_those_who_are_left_ha_37() -> None:
    table = ordering()
    table.leave(COLIN)
    table.say(JACK, "order jack bill pete andy")
    assert table.told(Ordered).seats == (JACK, BILL, PETE, ANDY)


def test_the_new_chairman_awards_ha_37() -> None:
    table = awarding()
    table.leave(COLIN)
    table.say(JACK, "award jack")
    assert table.told(Awarded) == Awarded(JACK, True, CupOf(BILL, 1, 1), JACK)


@pytest.mark.parametrize(
    ("asked", "question"),
    [
        (ordering, OrderCalled),
        (casting, CastCalled),
        (at_the_auction, LotsCalled),
        (awarding, AwardCalled),
    ],
    ids=["order", "cast", "lot", "award"],
)
def test_the_new_chairman_is_asked_in_words_ha_37(asked: Callable[[], Table], question: type[Any]) -> None:
    table = asked()
    told = table.leave(COLIN)
    assert told.index(ChairmanIs(JACK)) + 1 == [type(one) for one in told].index(question)
    assert table.told(question).chairman == JACK


def test_the_fist_of_each_leaver_is_shown_before_the_next_call_ha_37() -> None:
    """One leaves before all fists are out, one before the order is told, one before their turn to show."""
    table = at_the_votes(vote="declare")
    for who, amount in ((ANDY, 2), (BILL, 3), (JACK, 4), (COLIN, 5)):
        table.say(who, f"vote {amount}")
    table.leave(BILL)
    assert table.say(PETE, "vote 1") == (
        Declared(BILL, Suckers(3), Chosen("rounds", "none"), (), 30),
        OrderCalled(COLIN, (ANDY, PETE, JACK, COLIN)),
    )
    assert table.leave(COLIN) == (
        Declared(COLIN, Suckers(5), Chosen("rounds", "none"), (), 30),
        ChairmanIs(JACK),
        OrderCalled(JACK, (ANDY, PETE, JACK)),
    )
    table.say(JACK, "order andy pete jack")
    asked = table.ask
    assert table.leave(PETE) == ()
    assert table.ask == asked, "it is still Andy's turn, and his time runs on"
    assert table.say(ANDY, "for 1") == (
        Declared(PETE, Suckers(1), Chosen("rounds", "none"), (), 30),
        Declared(ANDY, Suckers(2), Chosen("rounds", "1"), (JACK,), 30),
    )
    table.say(JACK, "for 1")
    assert table.pot == 25 + 2 + 3 + 4 + 5 + 1


def test_a_sealed_vote_of_a_leaver_counts_ha_37() -> None:
    """The suckers were in the fist, and are now in the pot."""
    table = voting()
    table.leave(BILL)
    table.votes("andy 2 1")
    assert table.told(VoteClosed).ballots == (
        Shown(BILL, Suckers(3), Chosen("rounds", "2")),
        Shown(ANDY, Suckers(2), Chosen("rounds", "1")),
    )
    assert (table.board.option(table.board.decided[0].question), table.pot) == ("2", 30)


def test_a_leaver_in_whose_fist_suckers_are_has_said_nothing_of_what_for_ha_37() -> None:
    table = ordering()
    table.leave(BILL)
    table.say(COLIN, "order jack pete andy colin")
    table.say(JACK, "for 3")
    for _ in range(3):
        table.silence()
    assert (table.pot, table.told(VoteClosed).won) == (25 + 2 + 3 + 4, (Chosen("rounds", "3"),))


def test_a_leaver_whose_turn_it_is_to_show_shows_for_nothing_ha_37() -> None:
    table = declaring()
    table.leave(BILL)
    assert table.told(Declared) == Declared(BILL, Suckers(3), Chosen("rounds", "none"), table.told(Declared).next, 30)
    assert table.awaited == (PETE,)


def test_the_last_awaited_voter_leaves_and_the_vote_closes() -> None:
    table = at_the_votes()
    for who in (ANDY, BILL, JACK, COLIN):
        table.say(who, "vote 0 1")
    table.leave(PETE)
    assert table.phase == "swapping"


def test_the_last_one_at_the_table_takes_the_pot_ha_37() -> None:
    table = voting()
    for leaver in (COLIN, JACK, PETE):
        table.leave(leaver)
    table.leave(BILL)
    assert table.told(PotWon) == PotWon((Share(ANDY, Suckers(25)),), Suckers(25))
    assert table.told(MatchOver) == MatchOver((ANDY,), Suckers(120))


# HA-11: a chairman who is never there


def test_a_chairman_who_is_never_there_holds_nobody_up_ha_11() -> None:
    """He is asked for the order, the casting vote, each lot and an award. The clock answers."""
    table = at_the_votes(vote="declare", blind_tie="chairman", memory="off")
    table.votes("andy 2, bill 2, pete 0, jack 0")
    assert table.silence()[0] == Ordered(FIVE, 30)
    for who, line in ((ANDY, "for 1"), (BILL, "for 2"), (PETE, "abstain"), (JACK, "abstain")):
        table.say(who, line)
    table.silence()
    assert table.told(CastCalled).chairman == COLIN
    table.silence(2)
    assert table.told(CastingVote) == CastingVote(COLIN, Chosen("rounds", "2"), said=False)
    while table.phase != "choosing-lot":
        table.silence()
    table.silence()
    assert table.told(LotCalled).cup.seat == ANDY
    table.bids("pete 4, jack 4")
    assert table.silence(2)[0] == Awarded(PETE, False, CupOf(ANDY, 1, 2), COLIN)
    assert table.told(LotsCalled).chairman == COLIN


# People with nothing


@pytest.mark.parametrize("rebuy", ["on", "off"])
def test_with_no_sucker_left_there_is_nothing_to_bid_and_the_pot_is_carried_or_shared(rebuy: str) -> None:
    """The entrance fee was all they had. They vote with empty hands, swap, and nobody buys a die."""
    table = Table(*FIRST_ROLLS[:5], *SIDES, stack="5", rebuy=rebuy)
    table.votes("andy 0 2")
    while table.phase != "voting":
        table.silence()
    table.decide("standard")
    table.decide("half")
    table.decide("all")
    assert table.phase == "choosing-lot"
    while table.awaited is not None:
        table.say(COLIN, f"lot {('andy1', 'andy2', 'bill', 'pete', 'jack')[len(table.board.sold)]}")
    assert len(table.told_all(LotUnsold)) == 2, "the last cup is called by itself"
    if rebuy == "on":
        assert (table.told(PotCarried).pot, table.told_all(MatchOver)) == (25, [])
    else:
        assert (table.told(PotShared).pot, table.told(MatchOver)) == (25, MatchOver(FIVE, Suckers(5)))


def test_one_who_can_still_bid_has_each_cup_for_1() -> None:
    table = Table(*FIRST_ROLLS[:5], stacks=(5, 5, 12, 5, 5))
    table.stay(*SIDES)
    while table.phase != "choosing-lot":
        table.silence()
    for lot in ("andy1", "andy2", "bill", "pete", "jack"):
        table.sell(lot, "pete 1")
    assert table.awaited == (PETE,)
    table.bids("pete 1")
    assert (table.told(LotSold).price, table.told(PotWon).shares) == (1, (Share(PETE, Suckers(31)),))


def test_a_leaver_who_was_the_only_one_that_could_bid() -> None:
    table = Table(*FIRST_ROLLS[:5], stacks=(5, 5, 12, 5, 5))
    table.stay(*SIDES)
    while table.phase != "choosing-lot":
        table.silence()
    table.say(COLIN, "lot bill")
    table.leave(PETE)
    assert table.told(LotUnsold).cup.seat == BILL
