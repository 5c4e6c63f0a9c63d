"""Compute the odds of Halflings & Giants (base game) by brute force, to check another implementation.

It uses only the rulebook and the rulings HG-1 to HG-18, in the simplest way: it tries every fall of the dice, compares
whole distributions at every choice, and computes with fractions.
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TypedDict

Spread = dict[Fraction, Fraction]  # net result -> its probability
Line = tuple[Fraction, Fraction, Fraction, Fraction]  # win, lose, push, ev
KneeLine = tuple[Fraction, Fraction, Fraction, Fraction, Fraction]  # pays, win, lose, push, ev


class Odds(TypedDict):
    knees: dict[int, KneeLine]
    total: Line


FACES = (1, 2, 3, 4, 5, 6)
KNEES = (2, 3, 4, 5, 6, 7, 8, 9, 10)
MAW = 11  # 11 and 12 are eaten; after a split, 11 or more (HG-7)
MOST_KEPT = 8  # two more dice add at least 2 and must stay below the Maw (HG-11)
EXACT_SPLITS = 2  # HG-17

PAYS: dict[str, dict[int, str]] = {
    "rulebook": {2: "1", 3: "1", 4: "2", 5: "2", 6: "2", 7: "3", 8: "3", 9: "3", 10: "5"},
    "even": {2: "1", 3: "1", 4: "1", 5: "1", 6: "1", 7: "1", 8: "1", 9: "1", 10: "1"},
    "banker": {2: "1/2", 3: "1/2", 4: "1/2", 5: "1/2", 6: "1/2", 7: "3/2", 8: "3/2", 9: "3/2", 10: "5"},
    "early": {2: "1", 3: "1", 4: "2", 5: "2", 6: "3", 7: "3", 8: "4", 9: "4", 10: "5"},
}

CHOICES: dict[str, tuple[str, ...]] = {
    "mode": ("house", "duel", "crowd"),
    "pay": ("rulebook", "even", "banker", "early"),
    "split": ("doubles", "exact", "off"),
    "sixes": ("eaten", "split"),
    "snake_in_split": ("push", "plain"),
    "push": ("restart", "refund"),
}


@dataclass(frozen=True)
class Rules:
    pay: str
    split: str
    sixes: str
    snake_in_split: str
    max_splits: int | None  # None: no limit

    def pays(self, knee: int) -> Fraction:
        return Fraction(PAYS[self.pay][knee])


# Distributions


def certain(net: Fraction) -> Spread:
    return {net: Fraction(1)}


def average(spreads: Iterable[Spread]) -> Spread:
    """Return the mix of the given cases, all equally likely."""
    cases = list(spreads)
    mixed: Spread = {}
    for case in cases:
        for net, chance in case.items():
            mixed[net] = mixed.get(net, Fraction(0)) + chance / len(cases)
    return mixed


def ev(spread: Spread) -> Fraction:
    return sum((net * chance for net, chance in spread.items()), Fraction(0))


def line(spread: Spread) -> Line:
    """Return win, lose and push by the sign of the net result, and the ev per first stake; a push counts 0 (HG-17)."""
    win = sum((chance for net, chance in spread.items() if net > 0), Fraction(0))
    lose = sum((chance for net, chance in spread.items() if net < 0), Fraction(0))
    push = sum((chance for net, chance in spread.items() if net == 0), Fraction(0))
    return win, lose, push, ev(spread)


# One hand


def is_snake(first: int, second: int) -> bool:
    return first == 1 and second == 1


def hand_net(rules: Rules, knee: int, total: int) -> Fraction:
    """Return the result of a hand without a snake: the Maw is 11 and more, and equal to the Knee wins (HG-1, HG-7)."""
    if total >= MAW:
        return Fraction(-1)
    if total >= knee:
        return rules.pays(knee)
    return Fraction(-1)


# split = off


def off_spread(rules: Rules, knee: int) -> Spread:
    return average(off_roll(rules, knee, first, second) for first, second in product(FACES, FACES))


def off_roll(rules: Rules, knee: int, first: int, second: int) -> Spread:
    """Return the results of a roll. The snake is a named event, and pushes even on Knee 2 (HG-2)."""
    if is_snake(first, second):
        return certain(Fraction(0))
    return certain(hand_net(rules, knee, first + second))


# split = doubles


@cache
def doubles_spread(rules: Rules, knee: int, kept: int, splits: int) -> Spread:
    """Return the results of the next two dice, after earlier splits (HG-6).

    `kept`: what the earlier splits kept. `splits`: how many there were.
    """
    return average(doubles_roll(rules, knee, kept, splits, roll) for roll in product(FACES, FACES))


def doubles_roll(rules: Rules, knee: int, kept: int, splits: int, roll: tuple[int, int]) -> Spread:
    """Return the results of this roll. If both choices have equal ev, the player splits (HG-5: no further stake is
    due).
    """
    if is_snake(*roll) and snake_pushes(rules, splits):
        return certain(Fraction(0))
    stand = certain(hand_net(rules, knee, kept + sum(roll)))
    if not may_split_double(rules, knee, kept, splits, roll):
        return stand
    split = doubles_spread(rules, knee, kept + roll[0], splits + 1)
    return split if ev(split) >= ev(stand) else stand


def snake_pushes(rules: Rules, splits: int) -> bool:
    """Tell whether a snake pushes: always on the first roll, and on a re-roll unless `snake_in_split = plain`
    (HG-10).
    """
    return splits == 0 or rules.snake_in_split == "push"


def may_split_double(rules: Rules, knee: int, kept: int, splits: int, roll: tuple[int, int]) -> bool:
    """Tell whether this double may be split: a losing one (HG-4), not 1s, within the limits (HG-11).

    An eaten one may only be split with `sixes = split` (HG-8, HG-9).
    """
    first, second = roll
    total = kept + first + second
    if first != second or first == 1:
        return False
    if hand_net(rules, knee, total) > 0:
        return False
    if total >= MAW and rules.sixes == "eaten":
        return False
    if kept + first > MOST_KEPT:
        return False
    return rules.max_splits is None or splits < rules.max_splits


# split = exact (HG-17)


def exact_spread(rules: Rules, knee: int) -> Spread:
    """Return the results of the first hand and all its splits.

    The net of the whole game is carried along, so hands with one Knee and one budget of splits stay together.
    """
    return average(
        exact_pair(rules, knee, 0, (), Fraction(0), pair=(first, second)) for first, second in product(FACES, FACES)
    )


@cache
def exact_waiting(rules: Rules, knee: int, splits: int, waiting: tuple[int, ...], net: Fraction) -> Spread:
    """Return the results of the split dice that still wait for a partner, the leftmost first."""
    if not waiting:
        return certain(net)
    die, rest = waiting[0], waiting[1:]
    return average(exact_pair(rules, knee, splits, rest, net, pair=(die, partner)) for partner in FACES)


def exact_pair(
    rules: Rules, knee: int, splits: int, waiting: tuple[int, ...], net: Fraction, *, pair: tuple[int, int]
) -> Spread:
    """Return the results of one pair: a snake pushes this hand, otherwise it stands, or splits if that is better."""
    if is_snake(*pair):
        return exact_waiting(rules, knee, splits, waiting, net)
    stand = exact_waiting(rules, knee, splits, waiting, net + hand_net(rules, knee, sum(pair)))
    if sum(pair) != knee or (rules.max_splits is not None and splits >= rules.max_splits):
        return stand
    split = exact_waiting(rules, knee, splits + 1, pair + waiting, net)
    return split if ev(split) > ev(stand) else stand


# The Giant


def knee_spread(rules: Rules, knee: int) -> Spread:
    if rules.split == "doubles":
        return doubles_spread(rules, knee, 0, 0)
    if rules.split == "exact":
        return exact_spread(rules, knee)
    return off_spread(rules, knee)


def kick_spread(snake_beats_kick: bool) -> Spread:
    """Return the results of a Kick: it loses without a roll, but with the option a snake rolled against it pushes
    (HG-3).
    """
    if not snake_beats_kick:
        return certain(Fraction(-1))
    return average(
        certain(Fraction(0) if is_snake(first, second) else Fraction(-1)) for first, second in product(FACES, FACES)
    )


def check(**options: str) -> None:
    for key, value in options.items():
        if value not in CHOICES[key]:
            raise ValueError(f"{key} = {value}")


def odds(
    *,
    mode: str = "house",
    pay: str = "rulebook",
    split: str = "doubles",
    sixes: str = "eaten",
    snake_in_split: str = "push",
    max_splits: int | None = None,
    snake_beats_kick: bool = False,
    push: str = "restart",
) -> Odds:
    """Return each Knee's line, and the total with the Kick, for one settled stake under best play.

    Each face of the Giant's die has one chance in ten. `mode` changes no number, since a duel or a crowd round is the
    same stake against the same Giant (HG-15, HG-16, HG-18). `push` changes none either (HG-17). `sixes` and
    `snake_in_split` are only for doubles. `max_splits = None` is no limit, but means 2 with `split = exact` (HG-18).
    """
    check(mode=mode, pay=pay, split=split, sixes=sixes, snake_in_split=snake_in_split, push=push)
    if split == "exact" and max_splits is None:
        max_splits = EXACT_SPLITS
    rules = Rules(pay, split, sixes, snake_in_split, max_splits)
    spreads = {knee: knee_spread(rules, knee) for knee in KNEES}
    total = average([kick_spread(snake_beats_kick), *spreads.values()])
    return {
        "knees": {knee: (rules.pays(knee), *line(spread)) for knee, spread in spreads.items()},
        "total": line(total),
    }


def table(found: Odds) -> str:
    rows = ["Knee   pays     win    lose    push       ev"]
    for knee, (pays, *rest) in found["knees"].items():
        rows.append(f"{knee:>4}  {pays!s:>3}:1" + cells(rest))
    rows.append(f"{'total':<11}" + cells(found["total"]))
    return "\n".join(rows)


def cells(numbers: Iterable[Fraction]) -> str:
    win, lose, push, mean = map(float, numbers)
    return f" {win:>7.2%} {lose:>7.2%} {push:>7.2%} {mean:>+8.4f}"


if __name__ == "__main__":
    sys.stdout.write(table(odds()) + "\n")
