"""Test Headache as people type it: with filler words, and `all in` in words."""

import pytest
from headache_table import ANDY, BILL, COLIN, JACK, NAMES, Table, at_the_auction, at_the_swaps, at_the_votes

from bot.commands.moves import meant_by
from bot.text import Words
from bot.text.reader import ChatReader
from games.headache import GAME
from games.headache.moves import Bid, For, Lot, Swap, Vote
from games.kit.money import Suckers
from games.kit.moves import Move, by_verb
from games.kit.notation import Unreadable, read_arguments
from games.kit.seats import Seat, Spot

WORDS = Words()


def typed(table: Table, who: Seat, line: str) -> Move:
    """Return the move that somebody means by a line."""
    verb, *words = line.split()
    legal = GAME.legal_moves(table.state, who)
    kind, rest = GAME.meant(by_verb(GAME.moves)[verb], tuple(words))
    reader = ChatReader(NAMES[:5], table.stacks[who], meant=meant_by(legal, GAME, WORDS))
    return read_arguments(kind, GAME.spelled_out(kind, rest, legal), reader)


def after_the_swaps(**options: str) -> Table:
    """Return a table at a sealed vote about the auction."""
    table = at_the_swaps(**options)
    while table.phase != "voting":
        table.silence()
    return table


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("vote 2 standard auction", Vote(Suckers(2), "standard")),
        ("vote 2 for standard", Vote(Suckers(2), "standard")),
        ("vote 2 suckers for blind auctions", Vote(Suckers(2), "blind")),
        ("vote 1 the blind auction", Vote(Suckers(1), "blind")),
        ("vote all in blind", Vote(Suckers(95), "blind")),
    ],
)
def test_a_vote_on_the_auction_may_be_a_sentence(line: str, meant: Vote) -> None:
    assert typed(after_the_swaps(), BILL, line) == meant


@pytest.mark.parametrize(
    ("line", "option"), [("vote 3 full", "full"), ("vote 3 half", "half"), ("vote half half", "half")]
)
def test_of_a_sealed_vote_the_last_word_is_the_option(line: str, option: str) -> None:
    table = after_the_swaps(auction_types="blind")
    amount = 3 if "3" in line else table.stacks[BILL] // 2
    assert typed(table, BILL, line) == Vote(Suckers(amount), option)


def test_a_declared_option_may_be_a_sentence() -> None:
    table = at_the_votes(vote="declare")
    table.votes("andy 2, bill 3")
    table.silence()
    assert typed(table, ANDY, "for 5 rounds") == For("5")


@pytest.mark.parametrize("line", ["vote half", "vote all", "vote ALL"])
def test_a_fist_takes_no_name_of_an_option_ha_8(line: str) -> None:
    with pytest.raises(Unreadable) as wrong:
        typed(at_the_votes(vote="declare"), BILL, line)
    assert wrong.value.reason.id == "an-option-or-an-amount"
    assert typed(at_the_votes(vote="declare"), BILL, "vote all in") == Vote(Suckers(95))


def test_two_cups_are_swapped_by_names_with_an_and_between() -> None:
    assert typed(at_the_swaps(), COLIN, "swap jack and colin") == Swap((Spot(JACK, 1), Spot(COLIN, 1)))


@pytest.mark.parametrize("word", ["nothing", "none", "0"])
def test_no_bid_is_said_in_words(word: str) -> None:
    table = at_the_swaps(auction_types="blind")
    while table.offers(BILL) != ["bid"]:
        table.silence()
    assert typed(table, BILL, f"bid {word}") == Bid(Suckers(0))


@pytest.mark.parametrize("line", ["swap jack's cup, colin's", "swap jack\u2019s colin\u2019s", "swap jack1, colin"])
def test_cups_may_be_named_as_those_of_their_owners(line: str) -> None:
    assert typed(at_the_swaps(), COLIN, line) == Swap((Spot(JACK, 1), Spot(COLIN, 1)))


@pytest.mark.parametrize("line", ["lot jack's cup", "lot jack"])
def test_a_lot_may_be_named_as_its_owners(line: str) -> None:
    assert typed(at_the_auction(), COLIN, line) == Lot(Spot(JACK, 1))
