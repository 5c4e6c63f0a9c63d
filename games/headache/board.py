"""The board of Headache: the players around a table, what stands before each, and in the middle what it is about."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from games.headache.middle import headline, middle, middle_height
from games.headache.places import place, place_height
from games.headache.view import HeadacheView
from games.kit.board import WIDTH, Board, Box, Piece
from games.kit.seats import SPECTATOR, Seat, all_seats
from games.kit.telling import say

EDGE: Final = 8
GAP: Final = 6
"""Between two places, and around the middle, in units."""
WIDEST: Final = 189
"""Of three players two sit side by side, with as much room as of four."""


def board(view: HeadacheView) -> Board:
    """Return what this viewer sees; where that is what all see, it is laid out once for them."""
    return laid(view) if has_its_own(view) else laid_for_all(replace(view, viewer=SPECTATOR))


def has_its_own(view: HeadacheView) -> bool:
    """Tell whether something lies or can be pressed there for this viewer alone."""
    table, vote, bidding = view.table, view.vote, view.bidding
    if table is None or table.sides or table.hand or table.bag or (vote and vote.own):
        return True
    if bidding is not None and bidding.own is not None:
        return True
    looked = any(cup.die is not None and cup.owner == view.viewer for cup in table.cups)
    return looked or (vote is not None and view.viewer in view.awaited)


@lru_cache(maxsize=64)
def laid_for_all(view: HeadacheView) -> Board:
    return laid(view)


def laid(view: HeadacheView) -> Board:
    """Lay out half the players above the middle, half below, clockwise."""
    high, between = place_height(view), middle_height(view)
    above = Box(EDGE, EDGE, WIDTH - 2 * EDGE, high)
    table = Box(EDGE, above.bottom + GAP, above.width, between)
    below = Box(EDGE, table.bottom + GAP, above.width, high)
    pieces: list[Piece] = [*middle(view, table)]
    for seat, box in places(len(view.stacks), above, below):
        pieces.extend(place(view, seat, box))
    return Board(below.bottom + EDGE, tuple(pieces), say("board-alt", now=headline(view), pot=view.pot))


def places(count: int, above: Box, below: Box) -> Iterator[tuple[Seat, Box]]:
    """Yield each seat with its box: from left to right above, and back below."""
    seats, half = all_seats(count), (count + 1) // 2
    width = min(WIDEST, (above.width - GAP * (half - 1)) // half)
    yield from in_line(seats[:half], above, width)
    yield from reversed(list(in_line(seats[half:][::-1], below, width)))


def in_line(seats: tuple[Seat, ...], row: Box, width: int) -> Iterator[tuple[Seat, Box]]:
    """Yield boxes of this width in the middle of a row."""
    left = row.left + (row.width - len(seats) * (width + GAP) + GAP) // 2
    for at, seat in enumerate(seats):
        yield seat, Box(left + at * (width + GAP), row.top, width, row.height)
