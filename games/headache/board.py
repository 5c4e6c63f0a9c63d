"""Compose the board: the players around a table, their cups and dice, and in the middle what is decided now."""

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from games.headache.middle import headline, middle, middle_rows
from games.headache.pieces import stood
from games.headache.places import place, place_rows
from games.headache.view import HeadacheView, without_own
from games.kit import lay
from games.kit.board import Board, Piece
from games.kit.lay import BOARD, Box
from games.kit.seats import SPECTATOR, Seat, all_seats
from games.kit.telling import say

WIDEST: Final = 189
"""The greatest width of a place: of three players, the two side by side get no more room than if there were four."""


def board(view: HeadacheView) -> Board:
    """Return what this viewer sees; if all see the same, it is laid out once for them."""
    return laid(view) if has_its_own(view) else laid_for_all(replace(view, viewer=SPECTATOR))


def has_its_own(view: HeadacheView) -> bool:
    """Return whether anything lies or can be pressed there for this viewer alone."""
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
    """Lay out the players around the middle."""
    height, table, places = boxes(view)
    open_middle, *others = for_others(as_others_see(view))
    known = where_their_dice_lie(view)
    pieces = tuple(middle(view, table.size)) if None in known or chooses(view) else open_middle
    zones = [lay.zone("middle", table, pieces)]
    for seat, box in zip(all_seats(len(places)), places, strict=True):
        before = tuple(place(view, seat, box.size)) if seat == view.viewer or seat in known else others[seat]
        zones.append(lay.zone(f"seat-{seat}", box, before))
    return Board(height, tuple(zones), say("board-alt", now=headline(view), pot=view.pot))


def boxes(view: HeadacheView) -> tuple[int, Box, list[Box]]:
    """Return the height of the board, the box of the middle, and that of each seat: clockwise, half of them above."""
    count, high = len(view.stacks), place_rows(view).height
    height, (above, table, below) = lay.rows_of_board(high, middle_rows(view).height, high)
    half = (count + 1) // 2
    width = BOARD.widths(half, WIDEST)
    return height, table, [*above.columns(half, width), *below.columns(count - half, width)[::-1]]


def as_others_see(view: HeadacheView) -> HeadacheView:
    """Return the view that all others have. A seat's own shows more: what is in its fist, and under the cups that it
    looked into.
    """
    told = without_own(view)
    if told.table is None or not any(cup.die and cup.owner == view.viewer for cup in told.table.cups):
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


def chooses(view: HeadacheView) -> bool:
    """Return whether something in the middle is for this viewer alone: what they may choose, or have chosen."""
    vote, table = view.vote, view.table
    if vote is not None and (vote.own is not None or view.viewer in view.awaited):
        return True
    return table is not None and (bool(table.bag) or any(cup.die and cup.fate == "lot" for cup in table.cups))


@lru_cache(maxsize=64)
def for_others(view: HeadacheView) -> tuple[tuple[Piece, ...], ...]:
    """Return the middle, and what lies before each seat, as all others see it; it is laid out once for them."""
    _, table, places = boxes(view)
    before = (tuple(place(view, seat, places[seat].size)) for seat in all_seats(len(places)))
    return tuple(middle(view, table.size)), *before
