"""Compose the board: the pile in the middle, the players around it, and the viewer's own cards at the bottom."""

from typing import Final, NamedTuple

from games.kit import lay
from games.kit.board import Board, Piece, Zone
from games.kit.lay import BOARD, CLOSE, Box
from games.kit.seats import SPECTATOR, Seat, Viewer, all_seats
from games.kit.telling import say, yes
from games.poohead.middle import beat_line, headline, in_the_middle, middle, middle_rows, names_of_a_joker
from games.poohead.own import own, own_of, own_rows
from games.poohead.places import Player, place, place_rows
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
    """Return what those see who look on: who sits above the pile, from left to right, and who below it."""
    seen, plan = in_the_middle(view), planned(len(view.layouts), SPECTATOR, 0, named=False)
    table = plan.table
    zones = (Zone(middle(seen, (), table.size), table.left, table.top, "middle"), *around(view, plan))
    begun = yes(seen.begun)
    says = say("board-alt", now=headline(seen), pile=seen.pile, beat=beat_line(seen.beat), begun=begun)
    return Board(plan.height, zones, says)


def board_of(view: PooheadView, seat: Seat, public: Board) -> Board:
    """Return what a seat sees: the same pile, the others around it, and its own cards at the bottom."""
    ranks, mine = names_of_a_joker(view), own_of(view, seat)
    plan = planned(len(view.layouts), seat, own_rows(mine).height, named=bool(ranks))
    table, bottom = plan.table, plan.bottom
    pieces = middle(in_the_middle(view), ranks, table.size) if ranks else public.zones[0].pieces
    zones = (
        Zone(pieces, table.left, table.top, "middle"),
        *around(view, plan),
        Zone(own(mine, bottom.size), bottom.left, bottom.top, "own"),
    )
    return Board(plan.height, zones, public.says)


def around(view: PooheadView, plan: Plan) -> list[Zone[Piece]]:
    """Return the places around the pile."""
    laid = places(view.layouts, view.awaited, view.winners, view.last, plan.places[0].box.size)
    return [Zone(laid[seat], left, top, name) for seat, name, (left, top, _, _) in plan.places]


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
    found = []
    for one in layouts:
        who = Player(one, one.seat in awaited, one.seat in winners, one.seat in last)
        found.append(place(who, size))
    return tuple(found)


def seated(seats: int, viewer: Viewer) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return who sits above and below the pile: clockwise, beginning with the viewer, who sits at the bottom."""
    everybody = all_seats(seats)
    if not isinstance(viewer, int):
        half = (seats + 1) // 2
        return everybody[:half], everybody[half:][::-1]
    others = (*everybody[viewer + 1 :], *everybody[:viewer])
    half = len(others) if len(others) <= IN_A_ROW else (len(others) + 1) // 2
    return others[:half], others[half:][::-1]
