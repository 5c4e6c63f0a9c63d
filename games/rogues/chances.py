"""Exact chances of Fearless Rogues Hold 'Em: what the Party's dice tell of the Giant, and what a hand comes to.

All in whole weights: how many ordered rolls of the Giant and the Party lead there.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Final, NamedTuple

from games.halflings.chances import PLAYER, STAKE, Nets, alone, choices, deciding, mean
from games.halflings.hands import Fate, fate
from games.halflings.options import HalflingsOptions, Pay
from games.halflings.state import Hand, Play
from games.halflings.step import GIANT_SIDES, HALFLING_SIDES, HALFLINGS, KICK, SNAKE
from games.kit.money import Suckers, suckers
from games.rogues.options import FinalPay, FinalStake, Match, RoguesOptions

GIANTS: Final = range(KICK, GIANT_SIDES + 1)
DICE: Final = range(1, HALFLING_SIDES + 1)


class SeenCup(NamedTuple):
    """Say what a Party cup has shown: the first die, and the second where the first was drawn (0: still hidden)."""

    first: int
    second: int = 0


def seen_cup(taken: tuple[int, ...], shown: tuple[int, ...]) -> SeenCup:
    return SeenCup(*(*taken, *shown))


# What the Party tells of the Giant


def nearest(giant: int, one: int, other: int) -> int:
    """Return the die that the House shows: nearest the Giant's number, both equally near: the higher (FR-4, FR-5)."""
    return max(one, other, key=lambda die: (-abs(die - giant), die))


def ways(giant: int, first: int, second: int) -> int:
    """Return how many ordered rolls of a cup show the first of these dice and hide the second."""
    if nearest(giant, first, second) != first:
        return 0
    return 1 if first == second else HALFLINGS


@lru_cache(maxsize=256)
def under_weights(giant: int, first: int) -> tuple[int, ...]:
    """Return how likely each die, 1 first, lies hidden in a cup that shows this one."""
    return tuple(ways(giant, first, die) for die in DICE)


def cup_weight(giant: int, cup: SeenCup) -> int:
    return ways(giant, *cup) if cup.second else sum(under_weights(giant, cup.first))


@lru_cache(maxsize=4096)
def giant_weights(cups: tuple[SeenCup, ...]) -> tuple[int, ...]:
    """Return how likely each Giant is, the Kick first, given what the cups have shown."""
    return tuple(prod(cup_weight(giant, cup) for cup in cups) for giant in GIANTS)


# What a hand comes to


class Prospect(NamedTuple):
    """Say what a Trip comes to, each as a chance; they sum to 1. `kick`: the Giant is one; `kicked`: below its
    number.
    """

    toppled: Fraction
    kicked: Fraction
    kick: Fraction
    consumed: Fraction
    snake: Fraction


@lru_cache(maxsize=16384)
def prospect(hand: tuple[int, ...], weights: tuple[int, ...], maw: int) -> Prospect:
    """Look at the Kick first (FR-23), then Snake and Maw, then the Knee; one die is neither (FR-20)."""
    total, of = sum(hand), sum(weights)
    kick = Fraction(weights[0], of)
    if hand == SNAKE:
        return Prospect(Fraction(0), Fraction(0), kick, Fraction(0), 1 - kick)
    if total >= maw:
        return Prospect(Fraction(0), Fraction(0), kick, 1 - kick, Fraction(0))
    toppled = Fraction(sum(weights[KICK:total]), of)
    return Prospect(toppled, 1 - kick - toppled, kick, Fraction(0), Fraction(0))


def topple(hand: tuple[int, ...], weights: tuple[int, ...], maw: int) -> Fraction:
    """Return the chance that this hand topples the unseen Giant."""
    return prospect(hand, weights, maw).toppled


# The last duel, by the base game's own chances

DUELS: Final = {pay: HalflingsOptions(pay=Pay(pay)) for pay in FinalPay}
"""Rulebook: "with standard stakes": the base game's plain rules (FR-35), its Maw 11 and 12 (FR-38)."""


def duel_of(options: RoguesOptions) -> HalflingsOptions:
    """Return the options of the base game by which the last duel is played."""
    return DUELS[options.final_pay]


def dice_in_duel(options: RoguesOptions, cup: int) -> int:
    """Return how many dice are rolled in the last duel: all own ones, at least two; or two alone (FR-36)."""
    return max(cup, HALFLINGS) if options.final_all_dice else HALFLINGS


@lru_cache(maxsize=512)
def with_hand(duel: HalflingsOptions, kept: int, hand: tuple[int, ...], knee: int) -> Nets:
    """Return what two dice come to in the duel, the best play from there included; a push counts 0."""
    play = duel_play(kept, hand)
    state = alone(duel, knee)
    match fate(state, play, knee):
        case Fate.MAY_SPLIT:
            return max(choices(deciding(duel, play, knee)).values(), key=mean)
        case Fate.SNAKE:
            return {0: Fraction(1)}
        case Fate.TOPPLED:
            return {suckers(STAKE * duel.pays(knee)): Fraction(1)}
        case Fate.KICKED | Fate.EATEN:
            return {-STAKE: Fraction(1)}


def duel_play(kept: int, hand: tuple[int, ...]) -> Play:
    return Play(PLAYER, False, (Hand(kept, (hand[0], hand[1]), STAKE, Suckers(0)),), 0, 0)


def best_pick(duel: HalflingsOptions, dice: tuple[int, ...], knee: int) -> tuple[int, ...]:
    """Return the two of these dice that have the best mean (FR-36)."""
    return max(combinations(dice, HALFLINGS), key=lambda two: mean(with_hand(duel, 0, two, knee)))


@lru_cache(maxsize=64)
def before_the_roll(duel: HalflingsOptions, count: int, knee: int) -> Nets:
    """With so many dice to pick two from: every way they can fall."""
    if knee == KICK:
        return {-STAKE: Fraction(1)}
    nets: Nets = {}
    for dice in combinations_with_replacement(DICE, count):
        falls = Fraction(factorial(count), prod(map(factorial, Counter(dice).values())) * HALFLING_SIDES**count)
        for net, chance in with_hand(duel, 0, best_pick(duel, dice, knee), knee).items():
            nets[net] = nets.get(net, Fraction(0)) + falls * chance
    return nets


@lru_cache(maxsize=16)
def whole_duel(duel: HalflingsOptions, count: int) -> Nets:
    """Before the Giant rolls for the Knee, with so many dice."""
    nets: Nets = {}
    for knee in GIANTS:
        for net, chance in before_the_roll(duel, count, knee).items():
            nets[net] = nets.get(net, Fraction(0)) + chance / len(GIANTS)
    return nets


# Against the House

ADDED: Final = {Match.FULL: Fraction(1), Match.ONE_PLAYER: Fraction(1), Match.NONE: Fraction(0)}
"""The most that the House adds for each sucker of an ante (FR-31); one player's is two dice's."""


def best_play(options: RoguesOptions) -> Fraction:
    """Return the most that all seats in league win of the House for each sucker: what it adds to an ante, and then the
    best duel for all of it, with whatever cup one may have by then.

    There is no more to win: all else that the House does is to take. A duel at a loss need not be come to.
    """
    counts = {dice_in_duel(options, cup) for cup in range(1, options.max_dice + 1)}
    duels = () if options.final is FinalStake.SKIP else (whole_duel(duel_of(options), count) for count in counts)
    duel = max((mean(nets) / STAKE for nets in duels), default=Fraction(0))
    return (1 + ADDED[options.match]) * (1 + max(duel, Fraction(0))) - 1
