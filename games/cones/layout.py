"""Say where the spaces lie: two tracks round a middle, the starts in the corners, on a grid of equal rows and columns.

A crossover in a corner is two squares, one of each track, joined where they touch; one in the middle of a side is a bar
over both.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from games.cones.board import INNER, OUTER
from games.kit.lay import BOARD, EDGE, Box

GAP: Final = 1
"""The gap between a space and the edge of its box, in units."""
DEEP: Final = 45
"""The height of a row, in units: a stack of four fits in it."""
COLUMNS: Final = 9
MIDDLE_HIGH: Final = 5 * DEEP
"""The height of the middle, in units; it is the same on both boards."""
HEIGHT: Final = 2 * EDGE + 4 * DEEP + MIDDLE_HIGH
WHOLE: Final = BOARD.line(EDGE, HEIGHT - 2 * EDGE)
COLUMN: Final = WHOLE.width / COLUMNS
MIDDLE: Final = Box(round(EDGE + 2 * COLUMN), EDGE + 2 * DEEP, round(WHOLE.width - 4 * COLUMN), WHOLE.height - 4 * DEEP)


class Lying(NamedTuple):
    """Hold a stretch of a side, in units from its first corner: along it, and across it (0 is the outer edge)."""

    along: float
    across: float
    length: float
    depth: float


# Clockwise from the lower left corner, side by side


@lru_cache(maxsize=4)
def boxes(sections: int) -> tuple[Box, ...]:
    """Return the box of each space, in the order of the track; for a corner, that of the outer square."""
    a_side = sections // 4
    parts = ((side, part) for side in range(4) for part in range(a_side))
    return tuple(turned(side, one) for side, part in parts for one in section(side, part, a_side))


class Corner(NamedTuple):
    """Hold a crossover in a corner. `whole`: the box of both its squares. `face`: which corner it is."""

    inner: Box
    whole: Box
    face: str


@lru_cache(maxsize=4)
def corners(sections: int) -> dict[int, Corner]:
    """Return the crossovers in the corners, by their spaces."""
    a_side = sections // 4
    spaces = len(OUTER) + len(INNER) + 1
    return {side * a_side * spaces: in_corner(side) for side in range(4)}


def in_corner(side: int) -> Corner:
    k, d = corner(side)
    inner, whole = turned(side, Lying(k, d, k, d)), turned(side, Lying(0, 0, 2 * k, 2 * d))
    return Corner(inner, whole, f"crossing-{side + 1}")


def corner(side: int) -> tuple[float, float]:
    """Return the length of a corner along this side, and its depth."""
    return (DEEP, COLUMN) if side % 2 == 0 else (COLUMN, DEEP)


def section(side: int, part: int, a_side: int) -> tuple[Lying, ...]:
    """Return a crossover and the spaces up to the next one."""
    length, depth = corner(side)
    whole = WHOLE.height if side % 2 == 0 else WHOLE.width
    room = (whole - 2 * length - (a_side - 1) * length) / a_side
    first = length + part * (room + length)
    from_inner, to_inner = first + length * (part == 0), first + room - length * (part == a_side - 1)
    crossover = Lying(first - length, 0, length, depth * (1 if part == 0 else 2))
    return (
        crossover,
        *cut(len(OUTER), first, first + room, 0, depth),
        *cut(len(INNER), from_inner, to_inner, depth, depth),
    )


def cut(pieces: int, start: float, end: float, across: float, depth: float) -> list[Lying]:
    """Divide a stretch of track into equal pieces."""
    a_piece = (end - start) / pieces
    return [Lying(start + at * a_piece, across, a_piece, depth) for at in range(pieces)]


def turned(side: int, one: Lying) -> Box:
    """Return the box on its side, in whole units with a gap around it: up on the left, to the right at the top, down on
    the right, to the left below.
    """
    start, end, near, far = one.along, one.along + one.length, one.across, one.across + one.depth
    left, top, right, bottom = (
        (near, WHOLE.height - end, far, WHOLE.height - start),
        (start, near, end, far),
        (WHOLE.width - far, start, WHOLE.width - near, end),
        (WHOLE.width - end, WHOLE.height - far, WHOLE.width - start, WHOLE.height - near),
    )[side]
    x, y = EDGE + round(left) + GAP, EDGE + round(top) + GAP
    return Box(x, y, EDGE + round(right) - GAP - x, EDGE + round(bottom) - GAP - y)
