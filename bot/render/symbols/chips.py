"""Chips: one, and a heap of them."""

from collections.abc import Iterator
from typing import Final

from bot.render.symbols.colours import GOLD, GOLD_DEEP, PAPER, RED_SUIT, TEAMS, VELVET
from bot.render.symbols.shapes import Symbol, disc, edged, path
from bot.render.symbols.suits import star

SIDE: Final = 40


def chips() -> Iterator[tuple[str, Symbol]]:
    """Yield the chips, by kind and face."""
    yield "chip-one", Symbol(SIDE, SIDE, chip(20, 19, 17.5, RED_SUIT))
    heap = (
        chip(12, 22, 10, TEAMS["B"])
        + chip(28, 21, 10, VELVET)
        + chip(19, 12, 10, TEAMS["G"])
        + chip(21, 27, 10.5, RED_SUIT)
    )
    yield "chip-heap", Symbol(SIDE, SIDE, heap)


def chip(x: float, y: float, radius: float, colour: str) -> str:
    """Return a chip from above; one sees a little of its edge."""
    notch = radius * 0.84 * 6.2832 / 12
    around = f' stroke="{PAPER}" stroke-width="{radius * 0.3:.1f}" stroke-dasharray="{notch:.1f}"'
    low = edged(disc(x, y + radius * 0.1, radius, GOLD_DEEP), wide=2)
    ring = disc(x, y, radius * 0.84, colour, around)
    middle = disc(x, y, radius * 0.56, GOLD) + path(star(x, y, radius * 0.86), colour)
    return low + edged(disc(x, y, radius, colour), wide=1.6) + ring + middle
