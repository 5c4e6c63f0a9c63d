"""Compose the board: the players around a table, their cups and dice, and in the middle what is decided now."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from games.headache.middle import headline, middle, middle_rows
from games.headache.pieces import stood
from games.headache.places import place, place_rows
from games.headache.view import CupView, HeadacheView, OnTheTable, without_own
from games.kit import lay
from games.kit.board import Board, Piece
from games.kit.lay import BOARD, Box
from games.kit.seats import SPECTATOR, Seat, Viewer, all_seats
from games.kit.telling import Say, say

WIDEST: Final = 189
"""The greatest width of a place: of three players, the two side by side get no more room than if there were four."""


def board(view: HeadacheView) -> Board:
    """Return what this viewer sees: what all others see, which is laid out once for them, with what is theirs alone."""
    others, apart = laid(as_others_see(view)), seen_apart(view)
    if not apart:
        return others
    height, table, places = boxes(view)
    pieces = [zone.pieces for zone in others.zones]
    if None in apart:
        pieces[0] = lay.as_before(middle(view, table.size))
    for seat in all_seats(len(places)):
        if seat in apart:
            pieces[1 + seat] = lay.as_before(place(view, seat, places[seat].size))
    return placed(height, (table, *places), pieces, others.says)


def seen_apart(view: HeadacheView) -> set[Viewer | None]:
    """Return the seats before which something lies, or can be pressed, for this viewer alone; None: in the middle."""
    table, vote, bidding = view.table, view.vote, view.bidding
    found: set[Viewer | None] = {*where_their_dice_lie(view)}
    if vote is not None and vote.own is not None:
        found |= {None, view.viewer}
    if table is None or table.sides or (bidding is not None and bidding.own is not None):
        found.add(view.viewer)
    if table is not None:
        found |= {None if cup.fate == "lot" else cup.owner for cup in looked_into(view, table)}
        found |= {None} if table.bag else set()
    return found - {SPECTATOR}


def looked_into(view: HeadacheView, table: OnTheTable) -> list[CupView]:
    """Return the viewer's own cups of which they know the die."""
    return [cup for cup in table.cups if cup.die and cup.owner == view.viewer]


@lru_cache(maxsize=64)
def laid(view: HeadacheView) -> Board:
    """Lay out the players around the middle, as all see them who have nothing of their own there."""
    height, table, places = boxes(view)
    before = (lay.as_before(place(view, seat, places[seat].size)) for seat in all_seats(len(places)))
    pieces = [lay.as_before(middle(view, table.size)), *before]
    return placed(height, (table, *places), pieces, say("board-alt", now=headline(view), pot=view.pot))


def placed(height: int, boxes: Sequence[Box], pieces: Sequence[tuple[Piece, ...]], says: Say) -> Board:
    """Return the board with these pieces in the middle, and before each seat."""
    return Board(height, tuple(map(lay.zone, zone_names(len(boxes)), boxes, pieces)), says)


@lay.known
def zone_names(count: int) -> tuple[str, ...]:
    return ("middle", *(f"seat-{seat}" for seat in range(count - 1)))


def boxes(view: HeadacheView) -> tuple[int, Box, tuple[Box, ...]]:
    return boxes_of(len(view.stacks), place_rows(view).height, middle_rows(view).height)


@lay.known
def boxes_of(count: int, high: int, middle: int) -> tuple[int, Box, tuple[Box, ...]]:
    """Return the height of the board, the box of the middle, and that of each seat: clockwise, half of them above."""
    height, (above, table, below) = lay.rows_of_board(high, middle, high)
    half = (count + 1) // 2
    width = BOARD.widths(half, WIDEST)
    return height, table, (*above.columns(half, width), *below.columns(count - half, width)[::-1])


def as_others_see(view: HeadacheView) -> HeadacheView:
    """Return the view that all others have. A seat's own shows more: what is in its fist, and under the cups that it
    looked into.
    """
    told = without_own(view)
    if told.table is None or not looked_into(view, told.table):
        return told
    cups = tuple(replace(cup, die=None) if cup.owner == view.viewer else cup for cup in told.table.cups)
    return replace(told, table=replace(told.table, cups=cups))


def where_their_dice_lie(view: HeadacheView) -> set[Seat | None]:
    """Return the seats where, as far as the viewer knows, the dice lie that they drew; None: in the middle, on sale."""
    table = view.table
    if table is None or not table.hand:
        return set()
    drawn, first = {one.cup for one in table.hand}, stood(table)
    lying = [cup for cup in table.cups if first.get(cup.at, cup.at) in drawn]
    return {None if cup.fate == "lot" else cup.at.seat if cup.owner is None else cup.owner for cup in lying}
