"""Test the exact odds against an independent count (`halflings_oracle.py`), for every combination of options."""

import time
from fractions import Fraction
from itertools import product
from typing import Any

import halflings_oracle as oracle
import pytest
from halflings_table import Table

from games.halflings import GAME
from games.halflings.chances import Pair, alone, best, mean, partners, percent, row, waiting
from games.halflings.moves import Roll, Split, Stand
from games.halflings.options import HalflingsOptions
from games.halflings.state import State
from games.kit.contract import Resample
from games.kit.dice import Dice, every
from games.kit.moves import Move
from games.kit.seats import SPECTATOR, Seat
from games.kit.telling import Say
from games.kit.temper import Temper
from games.proof.seeded_dice import SeededDice

PLAYER = Seat(0)
MOST_SPLITS: dict[str, tuple[str, ...]] = {
    "doubles": ("none", "0", "1", "2", "5"),
    "exact": ("0", "1", "2"),
    "off": ("none", "1"),
}
CHOICES: list[tuple[str, str, str, str, str]] = [
    (pay, split, *rest)
    for pay, split in product(oracle.CHOICES["pay"], oracle.CHOICES["split"])
    for rest in product(MOST_SPLITS[split], oracle.CHOICES["sixes"], oracle.CHOICES["snake_in_split"])
]
SOME_CHOICES = [
    choice if number % 13 == 0 else pytest.param(*choice, marks=pytest.mark.soak)
    for number, choice in enumerate(CHOICES)
]
"""The suite has each value of each option; all their combinations are a soak."""


def by_the_rules(**given: str) -> oracle.Odds:
    """Return the game's answer in the form of the oracle's."""
    found: dict[str, Any] = GAME.options_odds(GAME.options_from(given))
    total = found["total"]
    return {
        "knees": {
            line["knee"]: (line["pays"], line["win"], line["lose"], line["push"], line["ev"]) for line in found["knees"]
        },
        "total": (total["win"], total["lose"], total["push"], total["ev"]),
    }


@pytest.mark.parametrize(("pay", "split", "most", "sixes", "snake"), SOME_CHOICES, ids=lambda part: part)
def test_hg_17_odds_are_those_of_the_oracle(pay: str, split: str, most: str, sixes: str, snake: str) -> None:
    """In every mode, for every push, with and without a snake that beats the Kick (HG-1 to HG-14)."""
    given = {"pay": pay, "split": split, "max_splits": most, "sixes": sixes, "snake_in_split": snake}
    limit = None if most == "none" else int(most)
    for beats in (False, True):
        counted = oracle.odds(
            pay=pay, split=split, max_splits=limit, sixes=sixes, snake_in_split=snake, snake_beats_kick=beats
        )
        for mode, push in product(oracle.CHOICES["mode"], oracle.CHOICES["push"]):
            assert by_the_rules(**given, mode=mode, push=push, snake_beats_kick=str(beats)) == counted


def test_hg_17_three_exact_splits_are_counted_alike_too() -> None:
    assert by_the_rules(split="exact", max_splits="3") == oracle.odds(split="exact", max_splits=3)


# The rules themselves, with every fall of the dice and without merged states


def played_out(state: State) -> dict[int, Fraction]:
    """Return the results of best play from here: net in suckers, and their chances."""
    if GAME.asks(state) is None:
        return {sum(net.net for net in state.nets): Fraction(1)}
    legal = GAME.legal_moves(state, PLAYER)
    found = [after(state, offer.move()) for offer in sorted(legal, key=lambda offer: offer.verb, reverse=True)]
    return max(found, key=mean)  # "stand" is first: an equal mean stands


def after(state: State, move: Move) -> dict[int, Fraction]:
    nets: dict[int, Fraction] = {}
    for chance, step in every(lambda dice: GAME.play(state, PLAYER, move, dice)):
        for net, likely in played_out(step.state).items():
            nets[net] = nets.get(net, Fraction(0)) + chance * likely
    return nets


@pytest.mark.parametrize("most", ["0", "1", "2"])
@pytest.mark.parametrize("pay", ["rulebook", "even"])
def test_hg_17_odds_are_those_of_the_rules_played_out(most: str, pay: str) -> None:
    options = GAME.options_from({"split": "exact", "max_splits": most, "pay": pay, "push": "refund"})
    for line in GAME.options_odds(options)["knees"]:
        table = Table(split="exact", max_splits=most, pay=pay, push="refund")
        table.say("stake 2", line["knee"])
        counted = row(played_out(table.state))
        assert {key: line[key] for key in counted} == counted, line["knee"]


def test_hg_17_max_splits_counts_the_splits_of_all_pairs_together() -> None:
    """Two splits left and one pair, or one and two: a split used here is not available there."""
    options = GAME.options_from({"split": "exact", "max_splits": "8", "pay": "rulebook"})
    pair = Pair(options, 4, 1, 3)
    assert mean(waiting(pair, 1, 2)) < mean(waiting(pair, 2, 2)) < mean(waiting(pair, 3, 2))
    assert mean(waiting(pair, 0, 2)) == 2 * pair.pays
    assert mean(waiting(pair, 1, 2)) == mean(waiting(pair, 1, 1)) + pair.pays


def test_hg_17_the_odds_of_eight_splits_take_a_moment() -> None:
    for found in (waiting, partners, best):
        found.cache_clear()
    began = time.process_time()
    GAME.options_odds(GAME.options_from({"split": "exact", "max_splits": "8"}))
    assert time.process_time() - began < 2


@pytest.mark.parametrize("knee", [3, 4, 5])
def test_hg_17_eight_splits_come_as_often_as_the_odds_say(knee: int) -> None:
    """4,000 rolls, played as the odds advise, come within five standard errors, which chance alone does not exceed."""
    options = GAME.options_from({"split": "exact", "max_splits": "8"})
    line = next(one for one in GAME.options_odds(options)["knees"] if one["knee"] == knee)
    dice, rounds = SeededDice(b"eight", "g", b""), 4000
    nets = [simulated(options, knee, dice) for _ in range(rounds)]
    for said, found in (("win", sum(net > 0 for net in nets)), ("lose", sum(net < 0 for net in nets))):
        error = (float(line[said]) * (1 - float(line[said])) / rounds) ** 0.5
        assert abs(found / rounds - float(line[said])) < 5 * error, said
    average = sum(nets) / rounds
    error = (sum((net - average) ** 2 for net in nets) / rounds / rounds) ** 0.5
    assert abs(average - 2 * float(line["ev"])) < 5 * error
    assert {net for net in nets if net > 6}, "some are split again and again"


def simulated(options: HalflingsOptions, knee: int, dice: Dice) -> int:
    """Return the net of a stake of 2 against this Knee."""
    state, _ = GAME.play(alone(options, knee), PLAYER, Roll(), dice)
    while GAME.asks(state) is not None:
        view, legal = GAME.view(state, PLAYER), GAME.legal_moves(state, PLAYER)
        move = GAME.choose(view, (), legal, no_other, Temper(3), dice)
        assert move is not None
        state, _ = GAME.play(state, PLAYER, move, dice)
    return sum(net.net for net in state.nets)


def test_hg_18_the_defaults_of_the_options_are_those_of_the_oracle() -> None:
    assert by_the_rules() == oracle.odds()
    assert by_the_rules(split="exact") == oracle.odds(split="exact")
    assert by_the_rules(mode="duel") == oracle.odds(mode="duel", pay="even")


@pytest.mark.parametrize("split", ["doubles", "exact", "off"])
def test_win_lose_and_push_sum_to_exactly_one(split: str) -> None:
    found = GAME.options_odds(GAME.options_from({"split": split, "snake_beats_kick": "on"}))
    for line in (*found["knees"], found["total"]):
        assert line["win"] + line["lose"] + line["push"] == 1
        assert all(isinstance(value, Fraction) for key, value in line.items() if key != "knee")


def test_a_knee_of_2_by_hand() -> None:
    """35 of 36 rolls are no snake, and three of them the Maw: 32 win, 3 lose, 1 pushes."""
    knee = GAME.options_odds(GAME.options_from({}))["knees"][0]
    assert knee == {
        "knee": 2,
        "pays": Fraction(1),
        "win": Fraction(32, 36),
        "lose": Fraction(3, 36),
        "push": Fraction(1, 36),
        "ev": Fraction(29, 36),
    }


# A player's own chances now


def no_other(_: object) -> None:
    """Return None: nothing is hidden here, so nothing is dealt again."""


def own(table: Table, viewer: int = 0) -> tuple[Say, ...]:
    again: Resample = no_other
    odds = GAME.odds(GAME.view(table.state, Seat(viewer)), (), again, SeededDice(b"", "", b""))
    return () if odds is None else odds.lines


def test_own_odds_before_the_stake_are_those_of_the_whole_game() -> None:
    total = GAME.options_odds(GAME.options_from({}))["total"]
    (line,) = own(Table())
    assert line.id == "odds-staking"
    assert line.args == {key: percent(value) for key, value in total.items()}


def test_own_odds_before_the_roll_are_those_of_the_knee() -> None:
    table = Table()
    table.say("stake 10", 9)
    (line,) = own(table)
    knee = next(one for one in GAME.options_odds(GAME.options_from({}))["knees"] if one["knee"] == 9)
    assert (line.id, line.args["win"]) == ("odds-rolling", percent(knee["win"]))


def test_own_odds_of_a_double_that_falls_short_weigh_split_and_stand() -> None:
    table = Table()
    table.say("stake 10", 8)
    table.say("roll", 2, 2)
    split, stand = own(table)
    assert (split.id, stand.id) == ("odds-split", "odds-stand")
    assert stand.args == {"win": "0.0", "lose": "100.0", "push": "0.0", "ev": "-100.0"}
    assert float(str(split.args["win"])) > 30


def test_who_has_nothing_at_stake_has_no_odds() -> None:
    table = Table(1000, 1000, mode="duel")
    assert own(table, 1) == ()
    table.say("stake 10")
    assert own(table, 0) == own(table, 1) == ()
    view = GAME.view(table.state, SPECTATOR)
    assert GAME.odds(view, (), no_other, SeededDice(b"", "", b"")) is None


@pytest.mark.parametrize(
    ("chance", "said"),
    [("1", "100.0"), ("1/3", "33.3"), ("2/3", "66.7"), ("0", "0.0"), ("-1/8", "-12.5"), ("-1/9999", "0.0")],
)
def test_a_chance_is_told_in_percent_with_one_decimal(chance: str, said: str) -> None:
    assert percent(Fraction(chance)) == said


def test_a_spread_is_told_by_the_sign_of_its_nets() -> None:
    nets = {-2: Fraction(1, 2), 0: Fraction(1, 6), 6: Fraction(1, 3)}
    assert mean(nets) == 1
    assert row(nets) == {"win": Fraction(1, 3), "lose": Fraction(1, 2), "push": Fraction(1, 6), "ev": Fraction(1, 2)}


@pytest.mark.parametrize(
    ("options", "knee", "dice"),
    [
        ({}, 8, (2, 2)),
        ({"split": "exact"}, 10, (4, 6)),
        ({"split": "exact"}, 7, (3, 4)),
        ({"split": "exact"}, 7, (2, 5)),
    ],
)
def test_a_better_house_bot_takes_the_better_mean(options: dict[str, Any], knee: int, dice: tuple[int, int]) -> None:
    table = Table(**options)
    table.say("stake 10", knee)
    table.say("roll", *dice)
    split, stand = (float(str(line.args["ev"])) for line in own(table))
    view, legal = GAME.view(table.state, Seat(0)), GAME.legal_moves(table.state, Seat(0))
    chosen = GAME.choose(view, (), legal, no_other, Temper(1), SeededDice(b"", "", b""))
    assert chosen == (Split() if split > stand else Stand())


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_hg_5_no_house_bot_stands_on_a_double_that_loses(level: int) -> None:
    table = Table()
    table.say("stake 10", 8)
    table.say("roll", 2, 2)
    view, legal = GAME.view(table.state, PLAYER), GAME.legal_moves(table.state, PLAYER)
    assert {
        GAME.choose(view, (), legal, no_other, Temper(level), SeededDice(bytes([n]), "", b"")) for n in range(8)
    } == {Split()}


def test_hg_17_the_least_house_bot_splits_where_that_wins_at_all_the_others_where_it_wins_more() -> None:
    said = {}
    for knee, dice in ((3, (1, 2)), (7, (3, 4)), (10, (4, 6))):
        table = Table(split="exact")
        table.say("stake 10", knee)
        table.say("roll", *dice)
        view, legal = GAME.view(table.state, PLAYER), GAME.legal_moves(table.state, PLAYER)
        levels = (0, 1, 2, 3)
        chosen = [GAME.choose(view, (), legal, no_other, Temper(level), SeededDice(b"", "", b"")) for level in levels]
        said[knee] = ["split" if move == Split() else "stand" for move in chosen]
    assert said == {3: ["split"] * 4, 7: ["split", "stand", "stand", "stand"], 10: ["stand"] * 4}
