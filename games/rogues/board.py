"""The board of Rogues: Giant and Party above, the Rogues before them, the viewer's own dice at the bottom."""

from collections.abc import Iterator
from typing import Final

from games.kit.board import WIDTH, Board, Box, Piece
from games.kit.telling import say
from games.rogues.middle import headline, middle, middle_height
from games.rogues.own import own, own_height, own_of
from games.rogues.places import place, place_height, seen_of
from games.rogues.view import RoguesView

EDGE: Final = 8
GAP: Final = 6
"""Between two places, and around them, in units."""
WIDEST: Final = 189
FEW: Final = 3
"""So many sit in a row; more sit in two."""


def board(view: RoguesView) -> Board:
    """Return the table and the Rogues around it."""
    table = Box(EDGE, EDGE, WIDTH - 2 * EDGE, middle_height(view))
    pieces: list[Piece] = [*middle(view, table)]
    bottom = table.bottom
    for rogue, box in zip(view.rogues, places(view, table), strict=True):
        pieces.extend(place(seen_of(view, rogue), box))
        bottom = box.bottom
    return Board(bottom + EDGE, tuple(pieces), say("board-alt", now=headline(view), pot=view.pot))


def with_own(view: RoguesView, shared: Board) -> Board:
    """Return a board with the viewer's own dice below it, where they have any."""
    if not own_height(view):
        return shared
    below = Box(EDGE, shared.height - EDGE + GAP, WIDTH - 2 * EDGE, own_height(view))
    return Board(below.bottom + EDGE, (*shared.pieces, *own(own_of(view), below)), shared.says)


def places(view: RoguesView, above: Box) -> Iterator[Box]:
    """Yield the box of each Rogue: from left to right, in one row or in two."""
    count, high = len(view.rogues), place_height(view)
    across = count if count <= FEW else (count + 1) // 2
    width = min(WIDEST, (above.width - GAP * (across - 1)) // across)
    for first in range(0, count, across):
        here = min(across, count - first)
        left = above.left + (above.width - here * (width + GAP) + GAP) // 2
        top = above.bottom + GAP + first // across * (high + GAP)
        for at in range(here):
            yield Box(left + at * (width + GAP), top, width, high)
