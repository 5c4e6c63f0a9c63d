"""Guess what the others hold, for house bots; in odds such a guess is told as "about"."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import Final, NamedTuple

from games.halflings.step import HALFLING_SIDES, HALFLINGS, KICK, SNAKE
from games.kit.seats import Seat
from games.rogues.chances import DICE, GIANTS, topple
from games.rogues.options import PotRule
from games.rogues.view import RoguesView, RogueView

HUNDRED: Final = 100
MOST: Final = HALFLINGS * HALFLING_SIDES
TRIPS_LATER: Final = 0.6
"""The chance that a player who has not played yet will trip: a little more than one of two."""
ANYWAY: Final = 0.15
"""The weight that each hand has besides its chance: players who trip usually have good ones."""
CALLS_ITS_OWN: Final = 0.6
"""The chance that a player who calls a Snake has it."""
ONE_RIVAL: Final = 0.8
"""For a bot that ignores the rivals' hands: the chance that a rival does not come closer."""

Totals = tuple[float, ...]
"""The chance of each total, from 0 on."""


# Who wins the pot


class Rival(NamedTuple):
    """Hold a rival's chance to trip, and the chances of their totals."""

    trips: float
    totals: Totals


def rivals(view: RoguesView, seat: Seat, weights: tuple[int, ...]) -> tuple[Rival, ...]:
    found = []
    for one in view.rogues:
        if one.seat != seat and one.plays in {"trips", "waits"}:
            trips = 1.0 if one.plays == "trips" else TRIPS_LATER
            found.append(Rival(trips, totals(own_dice(one), one.drawn, weights, view.maw)))
    return tuple(found)


def own_dice(rogue: RogueView) -> int:
    """Return how many dice of a hand are its owner's own."""
    return 1 if rogue.drawn else min(rogue.cup, HALFLINGS)


@lru_cache(maxsize=4096)
def totals(own: int, drawn: tuple[int, ...], weights: tuple[int, ...], maw: int) -> Totals:
    """Return the chances of the totals of a hand that its owner considers worth a Trip."""
    found = [0.0] * (MOST + 1)
    for dice in product(DICE, repeat=own):
        hand = (*dice, *drawn)
        found[sum(hand)] += ANYWAY + float(topple(hand, weights, maw))
    return tuple(one / sum(found) for one in found)


def chances_to_win(view: RoguesView, seat: Seat, weights: tuple[int, ...], *, guessing: bool) -> tuple[float, ...]:
    """Return, by total, the chance that a hand wins the pot; ties and shares count as parts of it."""
    others, whole = rivals(view, seat, weights), sum(weights)
    shared = view.options.pot is PotRule.SHARED
    found = []
    for total in range(MOST + 1):
        chance = 0.0
        for giant in range(KICK + 1, min(total, GIANTS[-1]) + 1):
            share = share_of(others, giant, total, view.maw, shared=shared) if guessing else ONE_RIVAL ** len(others)
            chance += share * weights[giant - KICK] / whole
        found.append(chance)
    return tuple(found)


def share_of(others: tuple[Rival, ...], giant: int, total: int, maw: int, *, shared: bool) -> float:
    """Return the expected share of the pot for this total, if it has toppled this Giant."""
    if shared:
        return 1 / (1 + sum(one.trips * sum(one.totals[giant:maw]) for one in others))
    return prod(1 - one.trips * (sum(one.totals[giant:total]) + one.totals[total] / 2) for one in others)


# What is in the Den


def snake_among_rivals(view: RoguesView, seat: Seat, weights: tuple[int, ...]) -> float:
    """Return the chance that another's Trip is a Snake; a player who has called one usually has it."""
    none = 1.0
    for one in view.rogues:
        if one.seat != seat and one.plays == "trips" and may_be_a_snake(one):
            has_it = totals(own_dice(one), one.drawn, weights, view.maw)[sum(SNAKE)]
            none *= 1 - max(has_it, CALLS_ITS_OWN if one.seat in view.snakes else 0.0)
    return 1 - none


def may_be_a_snake(rogue: RogueView) -> bool:
    return set(rogue.drawn) <= set(SNAKE) and own_dice(rogue) + len(rogue.drawn) == len(SNAKE)


def sure_and_unsure(view: RoguesView, seat: Seat) -> tuple[Counter[int], int]:
    """Return the visible dice that count (own hand, Party, what others drew), and how many dice of the others are
    hidden.
    """
    others = [one for one in view.rogues if one.seat != seat and one.plays == "trips"]
    party = (die for cup in view.cups for die in cup.shown)
    drawn = (die for one in others for die in one.drawn)
    return Counter((*view.hand, *party, *drawn)), sum(map(own_dice, others))


@lru_cache(maxsize=512)
def likely(least: int, dice: int) -> float:
    """Return the chance that at least so many of these dice show a certain number."""
    ways = sum(comb(dice, hits) * (HALFLING_SIDES - 1) ** (dice - hits) for hits in range(max(0, least), dice + 1))
    return float(Fraction(ways, HALFLING_SIDES**dice))
