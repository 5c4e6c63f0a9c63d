"""Compose the board: the pile in the middle, the players around it, and the viewer's own cards at the bottom."""

from collections.abc import Sequence
from typing import Final

from games.kit import lay
from games.kit.board import Board
from games.kit.lay import BOARD, CLOSE
from games.kit.telling import Say, say, yes
from games.poohead.middle import InTheMiddle, beat_line, headline, in_the_middle, middle, middle_rows, names_of_a_joker
from games.poohead.own import own, own_of, own_rows
from games.poohead.places import place, place_rows, player
from games.poohead.view import LayoutView, PooheadView

WIDEST: Final = 190
IN_A_ROW: Final = 5
"""If more players than this sit there besides the viewer, some sit below the pile."""

Layouts = Sequence[LayoutView]


def board(view: PooheadView) -> Board:
    """Return what this viewer sees: who sits above the pile, from left to right, who below it, their own cards."""
    (above, below, own_ones), seen, ranks = seated(view), in_the_middle(view), names_of_a_joker(view)
    width = BOARD.widths(max(len(above), len(below)), WIDEST, CLOSE)
    high, viewers = place_rows(width).height, [own_of(view, layout) for layout in own_ones]
    heights = (high, middle_rows(named=bool(ranks)).height, high if below else 0)
    height, (upper, table, lower, bottom) = lay.rows_of_board(*heights, sum([own_rows(one).height for one in viewers]))
    zones = [lay.zone("middle", table, middle(seen, ranks, table.size))]
    for line, row in ((above, upper), (below, lower)):
        for layout, box in zip(line, row.columns(len(line), width, CLOSE), strict=True):
            zones.append(lay.zone(f"seat-{layout.seat}", box, place(player(view, layout), box.size)))
    zones += [lay.zone("own", bottom, own(one, bottom.size)) for one in viewers]
    return Board(height, tuple(zones), board_said(seen))


@lay.known
def board_said(seen: InTheMiddle) -> Say:
    begun = yes(seen.begun)
    return say("board-alt", now=headline(seen), pile=seen.pile, beat=beat_line(seen.beat), begun=begun)


def seated(view: PooheadView) -> tuple[Layouts, Layouts, Layouts]:
    """Return who sits where: clockwise around the pile, beginning with the viewer, who sits at the bottom."""
    if not isinstance(view.viewer, int):
        half = (len(view.layouts) + 1) // 2
        return view.layouts[:half], view.layouts[half:][::-1], ()
    others = (*view.layouts[view.viewer + 1 :], *view.layouts[: view.viewer])
    half = len(others) if len(others) <= IN_A_ROW else (len(others) + 1) // 2
    return others[:half], others[half:][::-1], view.layouts[view.viewer : view.viewer + 1]
