"""Compose the board: the pile in the middle, the players around it, and the viewer's own cards at the bottom."""

from typing import Final, NamedTuple

from games.kit import lay
from games.kit.board import Board, Piece, Zone
from games.kit.lay import BOARD, CLOSE, Box
from games.kit.seats import Seat, Viewer, all_seats
from games.kit.telling import Say, say, yes
from games.poohead.middle import InTheMiddle, beat_line, headline, in_the_middle, middle, middle_rows, names_of_a_joker
from games.poohead.own import own, own_of, own_rows
from games.poohead.places import place, place_rows, player
from games.poohead.view import LayoutView, PooheadView

WIDEST: Final = 190
IN_A_ROW: Final = 5
"""If more players than this sit there besides the viewer, some sit below the pile."""


class Around(NamedTuple):
    """Say where the place of a seat lies around the pile. `zone`: its name."""

    seat: Seat
    zone: str
    box: Box


class Plan(NamedTuple):
    """Say where everything lies on a viewer's board. `bottom`: what the viewer has."""

    height: int
    table: Box
    places: tuple[Around, ...]
    bottom: Box


def board(view: PooheadView) -> Board:
    """Return what this viewer sees: who sits above the pile, from left to right, who below it, their own cards."""
    seen, ranks = in_the_middle(view), names_of_a_joker(view)
    mine = own_of(view, view.layouts[view.viewer]) if isinstance(view.viewer, int) else None
    height = 0 if mine is None else own_rows(mine).height
    plan = planned(len(view.layouts), view.viewer, height, named=bool(ranks))
    zones = [lay.zone("middle", plan.table, middle(seen, ranks, plan.table.size))]
    laid = places(view.layouts, view.awaited, view.winners, view.last, plan.places[0].box.size)
    zones += [Zone(laid[seat], left, top, name) for seat, name, (left, top, _, _) in plan.places]
    if mine is not None:
        zones.append(lay.zone("own", plan.bottom, own(mine, plan.bottom.size)))
    return Board(plan.height, tuple(zones), board_said(seen))


@lay.known
def planned(seats: int, viewer: Viewer, own_height: int, *, named: bool) -> Plan:
    """Return where everything lies. `own_height`: of what the viewer has; `named`: a joker's names are there."""
    above, below = seated(seats, viewer)
    width = BOARD.widths(max(len(above), len(below)), WIDEST, CLOSE)
    high = place_rows(width).height
    heights = (high, middle_rows(named=named).height, high if below else 0, own_height)
    height, (upper, table, lower, bottom) = lay.rows_of_board(*heights)
    boxes = (*upper.columns(len(above), width, CLOSE), *lower.columns(len(below), width, CLOSE))
    around = [Around(seat, f"seat-{seat}", box) for seat, box in zip((*above, *below), boxes, strict=True)]
    return Plan(height, table, tuple(around), bottom)


@lay.known
def places(
    layouts: tuple[LayoutView, ...],
    awaited: tuple[Seat, ...],
    winners: tuple[Seat, ...],
    last: tuple[Seat, ...],
    size: Box,
) -> tuple[tuple[Piece, ...], ...]:
    """Return what lies before each seat, in places of this size: the same for all who look on from the same side."""
    return tuple([place(player(one, awaited, winners, last), size) for one in layouts])


@lay.known
def board_said(seen: InTheMiddle) -> Say:
    begun = yes(seen.begun)
    return say("board-alt", now=headline(seen), pile=seen.pile, beat=beat_line(seen.beat), begun=begun)


def seated(seats: int, viewer: Viewer) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return who sits above and below the pile: clockwise, beginning with the viewer, who sits at the bottom."""
    everybody = all_seats(seats)
    if not isinstance(viewer, int):
        half = (seats + 1) // 2
        return everybody[:half], everybody[half:][::-1]
    others = (*everybody[viewer + 1 :], *everybody[:viewer])
    half = len(others) if len(others) <= IN_A_ROW else (len(others) + 1) // 2
    return others[:half], others[half:][::-1]
