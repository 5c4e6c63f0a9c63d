"""What the parts of the board have in common: boxes, letters, dice, and things in a row."""

from collections.abc import Iterator
from typing import Final

from games.kit.board import Box, Look, Piece, PieceKind, in_a_row, letters, text
from games.kit.seats import Seat
from games.kit.telling import Say

CLOSE: Final = 4
"""Between two things."""
LETTERS: Final = 12


def figure(face: str, box: Box, says: Say, seat: Seat | None = None, fills: tuple[str, ...] = ()) -> Piece:
    return Piece(PieceKind.FIGURE, face, *box, says, seat=seat, fills=fills)


def pips(face: int, box: Box, says: Say, seat: Seat | None = None, looks: tuple[Look, ...] = ()) -> Piece:
    """Return a die that shows this face."""
    return Piece(PieceKind.DIE, f"d6-{face}", *box, says, seat=seat, looks=looks)


def giants_die(number: int, box: Box, says: Say) -> Piece:
    return Piece(PieceKind.DIE, "d10", *box, says, letters(str(number)))


def chip(label: Say, box: Box, says: Say, looks: tuple[Look, ...] = ()) -> Iterator[Piece]:
    """Yield a chip with letters beside it."""
    yield Piece(PieceKind.CHIP, "one", box.left, box.top, box.height, box.height, says)
    yield text(beside(box), label, looks)


def beside(box: Box) -> Box:
    """Return the room for letters beside a square at the left of a box."""
    left = box.left + box.height + CLOSE
    return Box(left, box.top + (box.height - LETTERS) // 2, box.right - left, LETTERS)


def squares(count: int, box: Box, largest: int) -> list[Box]:
    """Return as many squares in a row as there are things, as large as the box allows."""
    size = min(largest, box.height, (box.width + CLOSE) // max(1, count) - CLOSE)
    top = box.top + (box.height - size) // 2
    return [Box(left, top, size, size) for left in in_a_row(count, box.left, box.right, size, CLOSE)]


def from_the_left(count: int, box: Box, largest: int) -> list[Box]:
    """Return squares that begin at the left edge of a box."""
    size = min(largest, box.height, (box.width + CLOSE) // max(1, count) - CLOSE)
    top = box.top + (box.height - size) // 2
    return [Box(box.left + at * (size + CLOSE), top, size, size) for at in range(count)]
