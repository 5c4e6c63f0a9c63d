"""Test the manners of Headache's house bots: what they vote for, bid, bluff, recall and propose."""

from collections import Counter
from collections.abc import Iterator
from statistics import fmean

import pytest
from headache_table import ANDY, BILL, PETE, Table, at_a_lot, at_the_auction, at_the_swaps, cup, playing

from bench.votes import Watched
from games.headache import GAME
from games.headache.bots import Mind, believed
from games.headache.moves import Ally, Bid, Pass, Swap, Vote
from games.headache.options import AuctionType, FailedBids, Reveal
from games.headache.prices import MOST_FOR, most_for
from games.headache.state import Question, State
from games.kit.contract import Event
from games.kit.dice import Dice
from games.kit.moves import Move
from games.kit.seats import Die, Seat, Spot
from games.kit.temper import EVERY_MANNER, Manner, Temper
from games.proof.seeded_dice import SeededDice

BOLD, WARY, SLY, CHATTY = EVERY_MANNER
OFTEN = 60


def often(table: Table, seat: Seat, manner: Manner, level: int = 2) -> Iterator[Move | None]:
    """Yield what a house bot of this manner does there, asked with one luck after the other."""
    legal = GAME.legal_moves(table.state, seat)

    def again(dice: Dice) -> State:
        return GAME.resample(table.state, seat, dice)

    for number in range(OFTEN):
        dice = SeededDice(b"think", str(number), b"")
        yield GAME.choose(GAME.view(table.state, seat), (), legal, again, Temper(level, manner), dice)


def bids(table: Table, seat: Seat, manner: Manner) -> list[int]:
    return [move.amount for move in often(table, seat, manner) if isinstance(move, Bid)]


# Votes


class AuctionIsDecidedError(Exception):
    """The votes before the auction are over."""


class Votes(Watched):
    """A game up to its auction."""

    def count(self, event: Event) -> None:
        super().count(event)
        if any(question == Question.REVEAL for question, _ in self.decided):
            raise AuctionIsDecidedError


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_over_20_games_each_kind_of_auction_of_failed_bids_and_of_looks_is_seen_three_times(level: int) -> None:
    decided = Counter[str]()
    for number in range(20):
        game = Votes(number, {}, level, 5, manners=True)
        with pytest.raises(AuctionIsDecidedError):
            game.play(1)
        decided.update(option for _, option in game.decided)
    kinds = (AuctionType.BLIND, AuctionType.STANDARD, *FailedBids, *Reveal)
    assert min(decided[kind] for kind in kinds) >= 3, decided


def test_what_was_proposed_can_be_voted_for_too() -> None:
    """The wary like a second price, the bold one that falls (HA-15)."""
    for manner, liked in ((WARY, "second_price"), (BOLD, "dutch")):
        table = at_the_swaps(auction_types="blind+standard+second_price+dutch")
        while table.phase != "voting":
            table.silence()
        voted = Counter(move.option for move in often(table, ANDY, manner) if isinstance(move, Vote))
        assert voted.most_common(1)[0][0] == liked


@pytest.mark.parametrize("manner", EVERY_MANNER)
def test_no_manner_gives_more_than_a_few_suckers_for_a_vote(manner: Manner) -> None:
    table = at_the_swaps()
    while table.phase != "voting":
        table.silence()
    assert max(move.amount for move in often(table, ANDY, manner) if isinstance(move, Vote)) <= 5


# Bids


def test_the_bold_bid_more_than_the_wary() -> None:
    table = at_a_lot("bill")
    assert fmean(bids(table, ANDY, BOLD)) > 1.1 * fmean(bids(table, ANDY, WARY)) > 1


def test_the_sly_bid_for_what_they_know_is_worthless_and_the_wary_hardly_ever_do() -> None:
    """Andy knows the d4; with so low a pot it is worth nothing to anybody."""
    table = at_a_lot("andy1")
    bluffs = {manner: sum(amount > 0 for amount in bids(table, ANDY, manner)) for manner in (SLY, WARY)}
    assert bluffs[SLY] > bluffs[WARY]


def test_nobody_pays_more_for_a_cup_than_the_die_under_it_can_be_worth() -> None:
    """The most ever paid for a d4 was 54; its owners won none of 20 games."""
    known = {die: most_for(cup("bill"), ((1.0, {cup("bill"): Die(die)}),)) for die in MOST_FOR}
    assert known == MOST_FOR
    unknown = most_for(cup("bill"), [(1 / 6, {cup("bill"): Die(die)}) for die in MOST_FOR])
    assert unknown < 39
    rich = at_a_lot("andy1", stacks=(500,) * 5, stack=500, entry=100)
    for manner in (Manner.PLAIN, *EVERY_MANNER):
        assert max(bids(rich, ANDY, manner)) <= unknown


# Memory and swaps


def test_the_chatty_rely_less_on_what_they_were_told_and_the_sly_more() -> None:
    table, spot = at_the_auction(), cup("andy2")
    sure = {manner: sure_of(table, ANDY, manner, spot) for manner in (CHATTY, Manner.PLAIN, SLY)}
    assert sure[CHATTY] < sure[Manner.PLAIN] < sure[SLY]


def sure_of(table: Table, seat: Seat, manner: Manner, spot: Spot) -> float:
    """Return how sure it is of the d20 that it drew."""
    dice = SeededDice(b"think", "", b"")
    view = GAME.view(table.state, seat)
    mind = Mind(
        view,
        seat,
        Temper(2, manner),
        (),
        lambda other: GAME.resample(table.state, seat, other),
        dice,
        dice.draw("think"),
    )
    return sum(weight for weight, world in believed(mind) if world[spot] == 20)


def test_the_wary_leave_the_cups_where_they_are_more_often() -> None:
    passed = {
        manner: sum(isinstance(move, Pass) for move in often(at_the_swaps(), ANDY, manner)) for manner in EVERY_MANNER
    }
    assert passed[WARY] > max(passed[BOLD], passed[SLY])
    assert all(isinstance(move, Pass | Swap) for move in often(at_the_swaps(), ANDY, SLY))


# Alliances (HA-32)


def test_the_sly_want_more_of_an_alliance_than_the_chatty() -> None:
    offered = {manner: shares_for_the_other(manner) for manner in (SLY, CHATTY)}
    assert fmean(offered[SLY]) < fmean(offered[CHATTY])


def shares_for_the_other(manner: Manner) -> list[int]:
    table = playing("add", "bill andy1, bill andy2, pete pete, jack jack, colin colin", alliances="on")
    return [move.share for move in often(table, BILL, manner) if isinstance(move, Ally)]


def test_the_wary_take_only_an_alliance_that_gains_them_something() -> None:
    accepts = dict.fromkeys((BOLD, WARY), 0)
    for share in range(2, 24, 2):
        table = playing("add", "bill andy1, bill andy2, pete pete, jack jack, colin colin", alliances="on")
        table.say(BILL, f"ally pete {share}")
        for manner in accepts:
            accepts[manner] += list(often(table, PETE, manner)).count(Ally(BILL))
    assert 0 < accepts[WARY] < accepts[BOLD]
