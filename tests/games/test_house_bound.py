"""Test that nobody wins from the House at tables for purses in the long run, with any play and any partners.

The results are exact, by the rules' own dice. Options that would create suckers are refused, unless a venue is
generous.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from bot.table.change import Refused
from bot.table.document import TableOptions
from bot.table.options import check_purses
from games.catalogue import AnyGame
from games.halflings import GAME as HALFLINGS
from games.halflings import moves as base
from games.halflings.events import Snake
from games.halflings.options import MOST_EXACT_SPLITS
from games.kit.contract import Step
from games.kit.dice import Dice, NoDice, every
from games.kit.money import Suckers
from games.kit.moves import Move
from games.kit.seats import Seat
from games.lab.money import match
from games.rogues import GAME as ROGUES
from games.rogues import moves
from games.rogues.chances import DICE, giant_weights, prospect, seen_cup
from games.rogues.events import SnakeEyes
from games.rogues.options import FinalStake
from games.rogues.state import Carry
from games.rogues.step import maw

BUYIN = 200
PURSES = TableOptions(money="purse", buyin=BUYIN)
SPLITS = {
    "doubles": ("none", *map(str, range(11))),
    "exact": tuple(map(str, range(MOST_EXACT_SPLITS + 1))),
    "off": ("none",),
}
WORDS = ("off", "on")


def fair(game: AnyGame, given: dict[str, str], *, generous: bool = False) -> Fraction | None:
    """Return what best play wins from the House with options allowed for purses; raise Refused for others."""
    check_purses(game, given, PURSES, generous=generous)
    return game.best_play(game.options_from(given, buyin=BUYIN))


def refused(game: AnyGame, given: dict[str, str]) -> Refused:
    with pytest.raises(Refused) as caught:
        fair(game, given)
    return caught.value


# Halflings & Giants


PAYMENTS = tuple(product(SPLITS, ("eaten", "split"), ("push", "plain")))
"""How the dice of a split are paid."""


def sets_of_halflings(split: str, sixes: str, snake: str) -> Iterator[dict[str, str]]:
    """Yield every combination of the other options for the House's payments, without amounts and clocks."""
    for beats, most in product(WORDS, SPLITS[split]):
        yield {"split": split, "sixes": sixes, "snake_in_split": snake, "snake_beats_kick": beats, "max_splits": most}


@pytest.mark.timeout(400)
@pytest.mark.parametrize(("split", "sixes", "snake"), PAYMENTS)
def test_no_play_wins_from_the_house_by_any_options_that_halflings_may_have_for_purses_hg_14(
    split: str, sixes: str, snake: str
) -> None:
    worth = [fair(HALFLINGS, given) for given in sets_of_halflings(split, sixes, snake)]
    assert all(one is not None and Fraction(-7, 100) < one < Fraction(-2, 100) for one in worth)


def test_every_set_of_options_that_halflings_may_have_is_one_of_these_hg_14() -> None:
    sets = {tuple(given.values()) for payment in PAYMENTS for given in sets_of_halflings(*payment)}
    assert len(sets) == 2 * 2 * 2 * (12 + 9 + 1)


def test_the_plain_table_is_worth_what_the_rulebook_says_whatever_does_not_matter_hg_14() -> None:
    plain = {"split": "doubles", "sixes": "eaten", "snake_in_split": "push", "snake_beats_kick": "off"}
    for given in (plain, {"push": "refund"}, {"mode": "crowd"}, {"mode": "crowd", "next": "host"}):
        assert fair(HALFLINGS, given) == Fraction(-25579, 746496)


@pytest.mark.parametrize("pay", ["rulebook", "even", "early"])
def test_every_other_table_would_print_suckers_and_is_refused_hg_14(pay: str) -> None:
    """Shows that the bound can fail: the best play wins with each of these, with any split."""
    for given in ({}, {"split": "off"}, {"split": "exact"}, {"mode": "crowd"}):
        worth = fair(HALFLINGS, {**given, "pay": pay}, generous=True)
        assert worth is not None
        assert worth > Fraction(4, 100)
        wrong = refused(HALFLINGS, {**given, "pay": pay})
        assert wrong.reason.id == "house-would-lose"
        assert wrong.reason.args == {"options": f"pay={pay}", "instead": "pay=banker"}


def test_where_a_player_is_the_giant_the_house_has_no_part_and_every_table_will_do_hg_15() -> None:
    for given in ({"mode": "duel"}, {"mode": "crowd", "giant": "player"}):
        for pay in ("rulebook", "even", "banker", "early"):
            assert fair(HALFLINGS, {**given, "pay": pay}) is None
        options = HALFLINGS.options_from(given, buyin=BUYIN)
        assert options.pay == "even"
        for seed in range(5):
            ended = list(match(HALFLINGS, options, (Suckers(BUYIN),) * 2, 0, bytes([seed])))
            assert [one.bank for one in ended] == [0] * len(ended)


# By the rules themselves: all moves, on all dice


def most_won(game: AnyGame, act: Callable[[Dice], Step[Any]]) -> Fraction:
    """Return the most that all players together win from the House from here on.

    A snake that starts again counts 0, since it is the same stake once more and worth no more than the whole.
    """
    return sum((chance * worth(game, step) for chance, step in every(act)), Fraction(0))


def worth(game: AnyGame, step: Step[Any]) -> Fraction:
    if any(isinstance(one, SnakeEyes) or (isinstance(one, Snake) and one.again) for one in step.events):
        return Fraction(0)
    return best_of(game, step.state)


@cache
def best_of(game: AnyGame, state: Any) -> Fraction:
    result = game.result(state)
    if result is not None:
        return Fraction(-result.bank)
    return max(
        most_won(game, lambda dice, seat=seat, move=move: game.play(state, seat, move, dice))  # type: ignore[misc]
        for seat in range(len(game.view(state, Seat(0)).stacks))
        for offer in game.legal_moves(state, Seat(seat))
        for move in tried(offer.move)
    )


def tried(kind: type[Move]) -> tuple[Move, ...]:
    """Return the moves to try, with amounts that pay without rounding, which is best for the winner; also 0 if
    allowed.
    """
    match kind:
        case base.Stake:
            return (base.Stake(Suckers(2), auto=False),)
        case moves.Stake:
            return tuple(moves.Stake(Suckers(amount)) for amount in (0, 2, 90))
        case _:
            return (kind(),)


@pytest.mark.parametrize(
    ("given", "seats"),
    [({"max_splits": "1"}, 1), ({"mode": "crowd", "max_splits": "1"}, 1), ({"mode": "crowd", "split": "off"}, 2)],
)
def test_played_out_on_every_dice_it_is_what_the_odds_say_and_a_league_wins_no_more_hg_16(
    given: dict[str, str], seats: int
) -> None:
    options = HALFLINGS.options_from(given, buyin=BUYIN)
    start = HALFLINGS.start(options, (Suckers(BUYIN),) * seats, NoDice(), None)
    assert best_of(HALFLINGS, start.state) / (2 * seats) == HALFLINGS.best_play(options)


# Fearless Rogues Hold 'Em


def duel(cup: int, pot: int, **given: str) -> Fraction:
    """Return the most that the last Halfling wins from the House with these dice and this pot, in suckers."""
    options, carry = ROGUES.options_from(given, buyin=BUYIN), Carry((cup, 0), Suckers(pot), Seat(0), (), 9)
    return most_won(ROGUES, lambda dice: ROGUES.start(options, (Suckers(90), Suckers(0)), dice, carry))


@pytest.mark.parametrize("cup", [1, 2, 6])
def test_no_play_wins_from_the_house_in_the_last_duel_for_purses_fr_35(cup: int) -> None:
    """Two dice by the banker's table, for any cup: it loses as much as a stake in the base game."""
    assert duel(cup, 90) == 90 * Fraction(-25579, 746496)
    assert duel(cup, 90, house_limit="2000", final="wager") == 90 * Fraction(-25579, 746496)
    assert duel(cup, 2002) == 0  # above ten times the buy-in the House forfeits, and pays nothing
    assert duel(cup, 0, final="wager") == 0  # it is best not played
    assert duel(cup, 90, final="skip") == 0


def test_no_play_wins_from_the_house_by_any_options_that_rogues_may_have_for_purses_fr_31_fr_35() -> None:
    for final, dice in product(FinalStake, "23456"):
        for pot, betting in (("closest", "none"), ("shared", "thieves"), ("closest", "liars")):
            assert fair(ROGUES, {"final": final, "max_dice": dice, "pot": pot, "betting": betting}) == 0


@pytest.mark.parametrize(
    ("given", "instead"),
    [
        ({"match": "full"}, "match=none"),
        ({"match": "one_player"}, "match=none"),
        ({"match": "full", "final": "skip"}, "match=none"),
        ({"final_pay": "rulebook"}, "final_pay=banker"),
        ({"final_all_dice": "on"}, "final_all_dice=off"),
    ],
)
def test_what_would_print_suckers_is_refused_fr_31_fr_35(given: dict[str, str], instead: str) -> None:
    """With three dice to choose from even the banker's table favours the Halfling (FR-36)."""
    worth = fair(ROGUES, given, generous=True)
    assert worth is not None
    assert worth > Fraction(1, 2)
    wrong = refused(ROGUES, given)
    assert (wrong.reason.id, wrong.reason.args["instead"]) == ("house-would-lose", instead)


def test_the_rulebooks_duel_is_won_from_the_house_as_it_would_be_refused_fr_35() -> None:
    assert duel(2, 90, final_pay="rulebook") > 90 * Fraction(1, 2)


@pytest.mark.parametrize("limit", ["0", "2001", "100"])
def test_the_last_duel_is_paid_up_to_ten_times_the_buy_in_fr_35(limit: str) -> None:
    wrong = refused(ROGUES, {"house_limit": limit})
    assert wrong.reason.args == {"options": f"house_limit={limit}", "instead": "house_limit=2000"}
    assert fair(ROGUES, {"house_limit": "2000"}) == 0
    assert fair(ROGUES, {"house_limit": limit}, generous=True) == 0


def test_two_in_league_win_of_a_house_that_matches_their_antes_fr_31() -> None:
    """The result is exact, and less than their best play would win.

    In a match of one round, one flees, and the other trips if the dice are good enough. In suckers for an ante of two,
    the House's match is won if the Giant topples or a Snake shares the pot; otherwise the antes are lost. If both flee,
    the House gets its addition back.
    """
    won = Fraction(0)
    for shown, one, other in product(DICE, repeat=3):
        weights = giant_weights((seen_cup((), (shown,)),))
        comes = prospect((one, other), weights, maw(ROGUES.options(), 2))
        worth = comes.toppled + comes.snake - comes.kicked - comes.kick - comes.consumed
        won += Fraction(sum(weights), 360) / 36 * max(worth, Fraction(0))
    assert won > Fraction(1, 4)


@pytest.mark.parametrize("betting", ["none", "thieves", "liars"])
def test_without_a_duel_the_house_takes_and_never_pays_fr_31(betting: str) -> None:
    options = ROGUES.options_from({"betting": betting, "final": "skip", "rounds": "8"}, buyin=BUYIN)
    ended = [one for seed in range(8) for one in match(ROGUES, options, (Suckers(BUYIN),) * 4, 0, bytes([seed]))]
    assert len(ended) > 30
    assert min(one.bank for one in ended) == 0 < max(one.bank for one in ended)
