"""Say where the spaces lie: two tracks round a middle, the starts in the corners, on a grid of equal rows and columns.

A crossover in a corner is two squares, one of each track, which touch; one in the middle of a side is a bar over both.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from games.cones.board import INNER, OUTER
from games.kit.board import WIDTH, Box

EDGE: Final = 8
GAP: Final = 1
"""So much lies between a space and the edge of its box, in units."""
DEEP: Final = 45
"""The height of a row, in units: a stack of four stands in it."""
COLUMNS: Final = 9
MIDDLE_HIGH: Final = 5 * DEEP
"""What lies in the middle has the same room on both boards."""
HEIGHT: Final = 2 * EDGE + 4 * DEEP + MIDDLE_HIGH


WHOLE: Final = Box(EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE)
COLUMN: Final = WHOLE.width / COLUMNS
MIDDLE: Final = Box(round(EDGE + 2 * COLUMN), EDGE + 2 * DEEP, round(WHOLE.width - 4 * COLUMN), WHOLE.height - 4 * DEEP)


class Lying(NamedTuple):
    """A stretch of a side as seen from its first corner, in units: along it, across it (0 is the outer edge)."""

    along: float
    across: float
    length: float
    depth: float


# Clockwise from the lower left corner, one side after the other


@lru_cache(maxsize=4)
def boxes(sections: int) -> tuple[Box, ...]:
    """Return the box of each space, in the order of the track; of a corner the outer square."""
    return tuple(turned(side, one) for side, part, a_side in parts(sections) for one in section(side, part, a_side))


@lru_cache(maxsize=4)
def inner_corners(sections: int) -> dict[int, Box]:
    """Return the inner square of each crossover in a corner, by its space."""
    a_side = sections // 4
    spaces = len(OUTER) + len(INNER) + 1
    return {side * a_side * spaces: turned(side, Lying(k, d, k, d)) for side in range(4) for k, d in [corner(side)]}


def parts(sections: int) -> list[tuple[int, int, int]]:
    """Return of each section its side, which part of it, and of how many."""
    a_side = sections // 4
    return [(*divmod(section, a_side), a_side) for section in range(sections)]


def corner(side: int) -> tuple[float, float]:
    """Return how long a corner is along this side, and how deep."""
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
    """Return a stretch of track in equal pieces."""
    a_piece = (end - start) / pieces
    return [Lying(start + at * a_piece, across, a_piece, depth) for at in range(pieces)]


def turned(side: int, one: Lying) -> Box:
    """Return it on its side: up on the left, to the right above, down on the right, to the left below."""
    start, end, near, far = one.along, one.along + one.length, one.across, one.across + one.depth
    match side:
        case 0:
            return edged(near, WHOLE.height - end, far, WHOLE.height - start)
        case 1:
            return edged(start, near, end, far)
        case 2:
            return edged(WHOLE.width - far, start, WHOLE.width - near, end)
        case _:
            return edged(WHOLE.width - end, WHOLE.height - far, WHOLE.width - start, WHOLE.height - near)


def edged(left: float, top: float, right: float, bottom: float) -> Box:
    """Return whole units, with a gap around them."""
    x, y = EDGE + round(left) + GAP, EDGE + round(top) + GAP
    return Box(x, y, EDGE + round(right) - GAP - x, EDGE + round(bottom) - GAP - y)
