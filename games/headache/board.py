"""Compose the board: the players around a table, their cups and dice, and in the middle what is decided now."""

from typing import Final

from msgspec.structs import replace

from games.headache.middle import headline, middle, middle_rows
from games.headache.pieces import stood
from games.headache.places import place, place_rows
from games.headache.view import HeadacheView, OnTheTable
from games.kit import lay
from games.kit.board import Board, Piece, Zone
from games.kit.lay import BOARD, Box
from games.kit.seats import SPECTATOR, Viewer, all_seats
from games.kit.telling import say

WIDEST: Final = 189
"""The greatest width of a place: of three players, the two side by side get no more room than if there were four."""


def board(view: HeadacheView, others: Board) -> Board:
    """Return what this seat sees: what all others see, with what is theirs alone in the zones where it lies."""
    apart = seen_apart(view)
    if not apart:
        return others
    rows, among = place_rows(view), middle_rows(view)
    height, table, places = boxes_of(len(view.stacks), rows.height, among.height)
    zones = list[Zone[Piece]]()
    for zone, seat, box in zip(others.zones, (None, *all_seats(len(places))), (table, *places), strict=True):
        pieces = zone.pieces
        if seat is None and None in apart:
            pieces = lay.as_before(middle(view, box.size, among, headline(view)))
        elif seat is not None and seat in apart:
            pieces = lay.as_before(place(view, seat, box.size, rows))
        zones.append(Zone(pieces, box.left, box.top, zone.name))
    return Board(height, tuple(zones), others.says)


def seen_apart(view: HeadacheView) -> set[Viewer | None]:
    """Return the seats before which something lies, or can be pressed, for this viewer alone; None: in the middle."""
    table, vote, bidding = view.table, view.vote, view.bidding
    found: set[Viewer | None] = set() if table is None or not table.hand else where_their_dice_lie(table)
    if vote is not None and vote.own is not None:
        found |= {None, view.viewer}
    if table is None or table.sides or (bidding is not None and bidding.own is not None):
        found.add(view.viewer)
    if table is not None:
        for cup in view.looked_into:
            found.add(None if cup.fate == "lot" else cup.owner)
        if table.bag:
            found.add(None)
    return found - {SPECTATOR}


def laid(view: HeadacheView) -> Board:
    """Lay out the players around the middle, as all see them who have nothing of their own there."""
    rows, among, now = place_rows(view), middle_rows(view), headline(view)
    height, table, places = boxes_of(len(view.stacks), rows.height, among.height)
    zones = [Zone(lay.as_before(middle(view, table.size, among, now)), table.left, table.top, "middle")]
    for seat, box in zip(all_seats(len(places)), places, strict=True):
        before = lay.as_before(place(view, seat, box.size, rows))
        zones.append(Zone(before, box.left, box.top, f"seat-{seat}"))
    return Board(height, tuple(zones), say("board-alt", now=now, pot=view.pot))


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
    table, vote, bidding = view.table, view.vote, view.bidding
    if table is not None:
        known = view.looked_into
        cups = tuple([replace(cup, die=None) if cup in known else cup for cup in table.cups])
        table = replace(table, hand=(), bag=(), cups=cups)
    return replace(
        view,
        viewer=SPECTATOR,
        table=table,
        vote=None if vote is None else replace(vote, own=None),
        bidding=None if bidding is None else replace(bidding, own=None),
    )


def where_their_dice_lie(table: OnTheTable) -> set[Viewer | None]:
    """Return the seats where, as far as the viewer knows, the dice lie that they drew; None: in the middle, on sale."""
    drawn, first = {one.cup for one in table.hand}, stood(table)
    lying = [cup for cup in table.cups if first.get(cup.at, cup.at) in drawn]
    return {None if cup.fate == "lot" else cup.at.seat if cup.owner is None else cup.owner for cup in lying}
