"""The update of ratings after one game: Weng and Lin (2011), algorithm 4, for the model of Plackett and Luce.

The arithmetic is that of openskill, and a test compares them. That library makes copies and ids for every seat of every
game. As each process reads a year of games at its start, this code does it in a tenth of the time.
"""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final, NamedTuple

MEAN: Final = 25.0
UNSURE: Final = MEAN / 3
BETA_SQUARED: Final = (MEAN / 6) ** 2
"""The weight of chance in a game."""
TAU_SQUARED: Final = (MEAN / 300) ** 2
"""Added with each game, so that no strength is ever certain for good."""
LEAST: Final = 0.0001
"""The smallest share of the uncertainty that one game leaves."""


class Strength(NamedTuple):
    """A person's strength, and how uncertain it is."""

    mean: float = MEAN
    unsure: float = UNSURE


def after(before: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """Return the strengths after a game, given everybody's place in it; equal places are a tie."""
    squared = [one.unsure * one.unsure + TAU_SQUARED for one in before]
    scale = sqrt(sum(squared) + BETA_SQUARED * len(before))
    weights = [exp(one.mean / scale) for one in before]
    left = [sum(weight for weight, place in zip(weights, ranks, strict=True) if place >= rank) for rank in ranks]
    tied = [ranks.count(rank) for rank in ranks]
    found = []
    for seat, (one, rank) in enumerate(zip(before, ranks, strict=True)):
        gain = spread = 0.0
        for other, place in enumerate(ranks):
            if place <= rank:
                chance = weights[seat] / left[other]
                gain += ((1 if other == seat else 0) - chance) / tied[other]
                spread += chance * (1 - chance) / tied[other]
        mean = one.mean + gain * squared[seat] / scale
        shrinks = 1 - spread * squared[seat] * sqrt(squared[seat]) / scale**3
        found.append(Strength(mean, sqrt(squared[seat] * max(shrinks, LEAST))))
    return found
