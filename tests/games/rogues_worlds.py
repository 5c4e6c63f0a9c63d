"""Compute by brute force what the Party shows of the hidden Giant, to check another implementation.

It tries each Giant and each roll of every cup (rulings FR-2, FR-4, FR-5), and drops what differs from the table.
Nothing here is imported from the game.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

FACES = range(1, 7)
GIANTS = range(1, 11)
KICK = 1
Seen = tuple[int, ...]
"""What a cup has shown, in order: one die while the other is hidden, and two after the first was drawn."""
World = tuple[int, tuple[Seen, ...]]
"""The Giant, and the hidden dice of each cup."""


def shows(giant: int, pair: tuple[int, int]) -> int:
    """Return the die nearest to the Giant's number, or the higher of two equally near."""
    near = min(abs(die - giant) for die in pair)
    return max(die for die in pair if abs(die - giant) == near)


def comes_up(giant: int, pair: tuple[int, int]) -> tuple[int, int]:
    """Return the dice of a cup in the order in which they are shown."""
    first = shows(giant, pair)
    return first, pair[1] if first == pair[0] else pair[0]


@cache
def worlds(cups: tuple[Seen, ...]) -> dict[World, Fraction]:
    """Return every world that looks like this, with its chance."""
    found: Counter[World] = Counter()
    for giant, rolls in product(GIANTS, product(product(FACES, FACES), repeat=len(cups))):
        lie = [comes_up(giant, roll) for roll in rolls]
        if all(order[: len(seen)] == seen for order, seen in zip(lie, cups, strict=True)):
            found[giant, tuple(order[len(seen) :] for order, seen in zip(lie, cups, strict=True))] += 1
    total = sum(found.values())
    return {world: Fraction(count, total) for world, count in found.items()}


def giants(cups: Sequence[Seen]) -> dict[int, Fraction]:
    """Return the chance of each Giant."""
    found = dict.fromkeys(GIANTS, Fraction(0))
    for (giant, _), chance in worlds(tuple(cups)).items():
        found[giant] += chance
    return found


def comes_to(hand: tuple[int, ...], giant: int, maw: int) -> str:
    """Return the result of a lone Trip; the Kick comes first (FR-23)."""
    if giant == KICK:
        return "kick"
    if hand == (1, 1):
        return "snake"
    if len(hand) == 2 and sum(hand) >= maw:
        return "maw"
    return "toppled" if sum(hand) >= giant else "kicked"


def prospects(hand: tuple[int, ...], cups: Sequence[Seen], maw: int) -> dict[str, Fraction]:
    found = dict.fromkeys(("kick", "snake", "maw", "toppled", "kicked"), Fraction(0))
    for giant, chance in giants(cups).items():
        found[comes_to(hand, giant, maw)] += chance
    return found
