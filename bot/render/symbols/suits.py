"""The four suits, each of its own shape, in a square of 100."""

from typing import Final

from bot.render.symbols.shapes import placed

SUITS: Final = {
    "S": "M50 2Q95 36 95 62A21 21 0 0 1 56 74Q57 90 70 99H30Q43 90 44 74A21 21 0 0 1 5 62Q5 36 50 2Z",
    "H": "M50 96Q3 58 3 31A24 24 0 0 1 50 22A24 24 0 0 1 97 31Q97 58 50 96Z",
    "D": "M50 0Q64 26 90 50Q64 74 50 100Q36 74 10 50Q36 26 50 0Z",
    "C": "M40 42A23 23 0 1 1 60 42A22 22 0 1 1 56 71Q57 88 70 99H30Q43 88 44 71A22 22 0 1 1 40 42Z",
}
STAR: Final = "M50 2L63 36L99 38L71 60L81 96L50 76L19 96L29 60L1 38L37 36Z"


def pip(suit: str, middle: float, centre: float, size: float, *, turned: bool = False) -> str:
    """Return the outline of a suit around a point; turned, as on the lower half of a card."""
    way = -1 if turned else 1
    return placed(SUITS[suit], middle - way * size / 2, centre - way * size / 2, way * size / 100)


def star(middle: float, centre: float, size: float) -> str:
    """Return the outline of a star around a point."""
    return placed(STAR, middle - size / 2, centre - size / 2, size / 100)
