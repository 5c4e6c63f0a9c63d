"""The board of Poohead: the pile in the middle, the players around it, and the viewer's own cards at the bottom."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.kit.board import WIDTH, Board, Box, Piece, in_a_row, laid_once
from games.kit.telling import Say, say
from games.poohead.middle import InTheMiddle, headline, in_the_middle, middle, middle_height, names_of_a_joker
from games.poohead.own import own, own_height, own_of
from games.poohead.pieces import beat_line
from games.poohead.places import Player, place, place_height, player
from games.poohead.view import LayoutView, PooheadView

EDGE: Final = 8
GAP: Final = 6
"""Between two rows, in units."""
BESIDE: Final = 4
"""Between two places."""
WIDEST: Final = 190
IN_A_ROW: Final = 5
"""Of more players than that, beside the viewer, some sit below the pile."""


class Around(NamedTuple):
    """Say who sits above the pile, from left to right, who below it, and who looks on at the bottom."""

    above: Sequence[LayoutView]
    below: Sequence[LayoutView]
    own: Sequence[LayoutView]


def board(view: PooheadView) -> Board:
    """Return what this viewer sees."""
    around, seen, ranks = seated(view), in_the_middle(view), names_of_a_joker(view)
    width = place_width(max(len(around.above), len(around.below)))
    above = Box(EDGE, EDGE, WIDTH - 2 * EDGE, place_height(width))
    table = Box(EDGE, above.bottom + GAP, above.width, middle_height(bool(ranks)))
    below = Box(EDGE, table.bottom + GAP, above.width, above.height) if around.below else table
    pieces = [
        *middle(seen, ranks, table),
        *in_line(players(view, around.above), above, width),
        *in_line(players(view, around.below), below, width),
    ]
    bottom = below.bottom
    for layout in around.own:
        viewers = own_of(view, layout)
        box = Box(EDGE, bottom + GAP, above.width, own_height(viewers))
        pieces += own(viewers, box)
        bottom = box.bottom
    return Board(bottom + EDGE, tuple(pieces), board_said(seen))


def board_said(seen: InTheMiddle) -> Say:
    begun = seen.phase in {"to-play", "naming"}
    return say(
        "board-alt",
        now=headline(seen),
        pile=seen.pile,
        beat=beat_line(seen.beat),
        begun="yes" if begun else "no",
    )


def seated(view: PooheadView) -> Around:
    """Return who sits where: clockwise around the pile, from the viewer on, who sits at the bottom."""
    if not isinstance(view.viewer, int):
        half = (len(view.layouts) + 1) // 2
        return Around(view.layouts[:half], view.layouts[half:][::-1], ())
    others = (*view.layouts[view.viewer + 1 :], *view.layouts[: view.viewer])
    half = len(others) if len(others) <= IN_A_ROW else (len(others) + 1) // 2
    return Around(others[:half], others[half:][::-1], view.layouts[view.viewer : view.viewer + 1])


def place_width(across: int) -> int:
    return min(WIDEST, (WIDTH - 2 * EDGE - BESIDE * (across - 1)) // across)


def players(view: PooheadView, layouts: Sequence[LayoutView]) -> tuple[Player, ...]:
    return tuple([player(view, layout) for layout in layouts])


@laid_once
def in_line(sitting: tuple[Player, ...], row: Box, width: int) -> Iterator[Piece]:
    """Yield places of this width in the middle of a row."""
    lefts = in_a_row(len(sitting), row.left, row.right, width, BESIDE)
    for one, left in zip(sitting, lefts, strict=True):
        yield from place(one, Box(left, row.top, width, row.height))
