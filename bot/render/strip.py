"""What one player holds as a small board of its own, taken from that player's own view."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from bot.ports.messages import ShownBoard, ShownPiece
from games.kit.board import WIDTH, PieceKind
from games.kit.lay import in_a_row
from games.kit.seats import Seat

HELD: Final = frozenset({PieceKind.DIE, PieceKind.CARD})
EDGE: Final = 8
GAP: Final = 6
HIGHEST: Final = (72, 52)
"""The height of a player's largest pieces, and of all others; in units."""
SHOWN: Final = 0.55
"""How much of a card must be visible beside the next one."""


def own_strip(board: ShownBoard, seat: Seat) -> ShownBoard | None:
    """Return the dice and cards of this seat in rows, the largest first; None if it has none."""
    groups = by_size([one for one in board.pieces if one.seat == seat and one.kind in HELD])
    laid: list[ShownPiece] = []
    top = EDGE
    for at, group in enumerate(groups):
        high = HIGHEST[min(at, len(HIGHEST) - 1)]
        for row in rows(group, high):
            laid += in_row(row, top, high)
            top += high + GAP
    name = ", ".join(one.name for one in laid if one.name)
    return ShownBoard.of(top - GAP + EDGE, name, tuple(laid)) if laid else None


def by_size(pieces: Sequence[ShownPiece]) -> list[list[ShownPiece]]:
    """Return the pieces grouped by size, the largest first; a piece among larger ones is not shown twice."""
    sizes = sorted({(one.height, one.width) for one in pieces}, reverse=True)
    if len(sizes) == 1:
        return [list(pieces)]
    found: list[list[ShownPiece]] = []
    before = Counter[tuple[str, str, str]]()
    for size in sizes:
        group = [one for one in pieces if (one.height, one.width) == size]
        faces = Counter(face_of(one) for one in group)
        if group[0].kind == PieceKind.DIE and faces <= before:
            continue
        before += faces
        found.append(group)
    return found


def face_of(piece: ShownPiece) -> tuple[str, str, str]:
    return piece.kind, piece.face, piece.label


def rows(group: Sequence[ShownPiece], high: int) -> Iterator[Sequence[ShownPiece]]:
    """Yield rows of as many pieces as have room, as even as possible."""
    width = wide(group[0], high)
    most = 1 + int((WIDTH - 2 * EDGE - width) / (width * SHOWN))
    count = -(-len(group) // most)
    size = -(-len(group) // count)
    yield from (group[at : at + size] for at in range(0, len(group), size))


def wide(piece: ShownPiece, high: int) -> int:
    return max(1, round(piece.width * high / max(1, piece.height)))


def in_row(row: Sequence[ShownPiece], top: int, high: int) -> Iterator[ShownPiece]:
    width = wide(row[0], high)
    for one, left in zip(row, in_a_row(len(row), EDGE, WIDTH - EDGE, width), strict=True):
        yield replace(one, left=left, top=top, width=width, height=high, seat=None, word="", fills=(), key="", way=())
