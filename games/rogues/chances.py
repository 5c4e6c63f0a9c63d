"""Compute exact chances of Fearless Rogues Hold 'Em: what the Party's dice tell of the Giant, and what a hand comes to.

All weights are integers: the number of ordered rolls of the Giant and the Party that lead there.
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
    """Say what a Party cup has shown: the first die, and the second if the first was drawn (0: still hidden)."""

    first: int
    second: int = 0


def seen_cup(taken: tuple[int, ...], shown: tuple[int, ...]) -> SeenCup:
    return SeenCup(*(*taken, *shown))


# What the Party tells of the Giant


def nearest(giant: int, one: int, other: int) -> int:
    """Return the die that the House shows: the one nearest the Giant's number; if both are, the higher (FR-4, FR-5)."""
    return max(one, other, key=lambda die: (-abs(die - giant), die))


def ways(giant: int, first: int, second: int) -> int:
    """Return how many ordered rolls of a cup show the first of these dice and hide the second."""
    if nearest(giant, first, second) != first:
        return 0
    return 1 if first == second else HALFLINGS


@lru_cache(maxsize=256)
def under_weights(giant: int, first: int) -> tuple[int, ...]:
    """Return the weight of each die, 1 first, to lie hidden in a cup that shows this one."""
    return tuple(ways(giant, first, die) for die in DICE)


def cup_weight(giant: int, cup: SeenCup) -> int:
    return ways(giant, *cup) if cup.second else sum(under_weights(giant, cup.first))


@lru_cache(maxsize=4096)
def giant_weights(cups: tuple[SeenCup, ...]) -> tuple[int, ...]:
    """Return the weight of each Giant, the Kick first, given what the cups have shown."""
    return tuple(prod(cup_weight(giant, cup) for cup in cups) for giant in GIANTS)


# What a hand comes to


class Prospect(NamedTuple):
    """Say what a Trip comes to, each outcome as a chance; they sum to 1. `kick`: the Giant is a 1; `kicked`: the hand
    is below its number.
    """

    toppled: Fraction
    kicked: Fraction
    kick: Fraction
    consumed: Fraction
    snake: Fraction


@lru_cache(maxsize=16384)
def prospect(hand: tuple[int, ...], weights: tuple[int, ...], maw: int) -> Prospect:
    """Return the chances: first the Kick (FR-23), then Snake and Maw, then the Knee; one die is neither (FR-20)."""
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
"""The options for the duel, "with standard stakes": the base game's defaults (FR-35), its Maw 11 and 12 (FR-38)."""


def duel_of(options: RoguesOptions) -> HalflingsOptions:
    """Return the options of the base game that hold in the last duel."""
    return DUELS[options.final_pay]


def dice_in_duel(options: RoguesOptions, cup: int) -> int:
    """Return how many dice are rolled in the last duel: all own ones, but at least two; or only two (FR-36)."""
    return max(cup, HALFLINGS) if options.final_all_dice else HALFLINGS


@lru_cache(maxsize=512)
def with_hand(duel: HalflingsOptions, kept: int, hand: tuple[int, ...], knee: int) -> Nets:
    """Return the outcomes of two dice in the duel with the best play from there; a push counts 0."""
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
    """Return the two of these dice with the best mean (FR-36)."""
    return max(combinations(dice, HALFLINGS), key=lambda two: mean(with_hand(duel, 0, two, knee)))


@lru_cache(maxsize=64)
def before_the_roll(duel: HalflingsOptions, count: int, knee: int) -> Nets:
    """Return the outcomes, over all ways in which so many dice can fall, of which two are picked."""
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
    """Return the outcomes with so many dice, before the Giant rolls for the Knee."""
    nets: Nets = {}
    for knee in GIANTS:
        for net, chance in before_the_roll(duel, count, knee).items():
            nets[net] = nets.get(net, Fraction(0)) + chance / len(GIANTS)
    return nets


# Against the House

ADDED: Final = {Match.FULL: Fraction(1), Match.ONE_PLAYER: Fraction(1), Match.NONE: Fraction(0)}
"""The most that the House adds for each sucker of an ante (FR-31). ONE_PLAYER adds what two dice cost."""


def best_play(options: RoguesOptions) -> Fraction:
    """Return the most that all seats together can win from the House for each sucker: what it adds to an ante, then the
    best duel for all of it, with any cup that one may have by then.

    Nothing else can be won: otherwise the House only takes. A losing duel can be avoided.
    """
    counts = {dice_in_duel(options, cup) for cup in range(1, options.max_dice + 1)}
    duels = () if options.final is FinalStake.SKIP else (whole_duel(duel_of(options), count) for count in counts)
    duel = max((mean(nets) / STAKE for nets in duels), default=Fraction(0))
    return (1 + ADDED[options.match]) * (1 + max(duel, Fraction(0))) - 1
