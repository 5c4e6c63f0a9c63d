"""Compose the board: the Rogues around Giant and Party, the viewer's own dice at the bottom."""

from typing import Final

from games.kit import lay
from games.kit.board import Board, Zone
from games.kit.lay import BOARD, EDGE, GAP
from games.kit.seats import Seat
from games.kit.telling import say
from games.rogues.middle import headline, middle, middle_rows
from games.rogues.own import ROWS, laid_own
from games.rogues.places import place, place_rows, seen_of
from games.rogues.view import RoguesView, kind_of

WIDEST: Final = 189
FEW: Final = 3
"""The most places in a single row, above the middle; of more, half sit below it."""


def board(view: RoguesView) -> Board:
    """Return the board: the middle, and the Rogues clockwise around it."""
    count, rows = len(view.rogues), place_rows(view)
    across = count if count <= FEW else (count + 1) // 2
    second = rows.height if count > across else 0
    height, (upper, table, lower) = lay.rows_of_board(rows.height, middle_rows(view).height, second)
    width = BOARD.widths(across, WIDEST)
    boxes = (*upper.columns(across, width), *lower.columns(count - across, width)[::-1])
    now = headline(view)
    zones = [Zone(tuple(middle(view, table.size, now)), table.left, table.top, "middle")]
    for rogue, box in zip(view.rogues, boxes, strict=True):
        before = place(seen_of(view, rogue), rows, box.size)
        zones.append(Zone(before, box.left, box.top, f"seat-{rogue.seat}"))
    return Board(height, tuple(zones), say("board-alt", now=now, pot=view.pot))


def with_own(view: RoguesView, seat: Seat, shared: Board) -> Board:
    """Return a board with the dice of this seat, which looks at it, below."""
    below, rogue = BOARD.line(shared.height - EDGE + GAP, ROWS.height), view.rogues[seat]
    kind = kind_of(view.hand, view.maw) if rogue.plays in {"waits", "trips"} else ""
    dice = Zone(laid_own(seat, view.dice, view.hand, rogue.drawn, kind, below.size), below.left, below.top, "own")
    return Board(below.bottom + EDGE, (*shared.zones, dice), shared.says)
