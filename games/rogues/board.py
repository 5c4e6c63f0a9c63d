"""Compose the board: the Rogues around Giant and Party, the viewer's own dice at the bottom.

Of those the dice of the hand are lit, the others dimmed.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.kit import lay
from games.kit.board import Board, Piece, Zone
from games.kit.lay import BOARD, EDGE, GAP, Box, Rows
from games.kit.seats import Seat
from games.kit.telling import Say, say
from games.rogues.middle import headline, middle, middle_rows
from games.rogues.places import place, place_rows, seen_of
from games.rogues.view import RoguesView, kind_of

WIDEST: Final = 189
FEW: Final = 3
"""The most places in a single row, above the middle; of more, half sit below it."""
DIE: Final = 46
NAMED: Final = 14
"""The height of what the hand comes to."""
OWN: Final = ("keep.dice", "drop.die")
ROWS: Final = Rows((NAMED, DIE), 4, 5)
"""The rows of one's own hand: what it comes to, and the dice."""


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


# The viewer's own dice


class OwnDie(NamedTuple):
    """Hold an own die. `plays`: it is part of the hand; `drawn`: it came from the Party."""

    face: int
    plays: bool
    drawn: bool = False


@lay.once
def laid_own(
    seat: Seat, dice: tuple[int, ...], hand: tuple[int, ...], drawn: tuple[int, ...], kind: str, box: Box
) -> Iterator[Piece]:
    """Lay out the dice of this seat, which looks at them: in the order rolled, so that they keep their places; a Party
    die comes last. `kind`: what is special about the hand; empty: it is not in the round.
    """
    line, row = ROWS.within(box)
    yield lay.space("seat", *box)
    yield lay.text(line, comes_to(hand, kind, len(hand) - len(drawn)), face="middle")
    own = own_dice(dice, hand, drawn, plays=bool(kind))
    for one, at in zip(own, lay.squares(len(own), row, DIE, centred=True), strict=True):
        yield own_die(one, seat, at)


def comes_to(hand: tuple[int, ...], kind: str, lost: int) -> Say:
    """Return what a hand comes to. `lost`: so many own dice would be lost to the Maw."""
    return say("label-hand", total=sum(hand), kind=kind, lost=lost) if kind else say("label-away")


def own_dice(dice: tuple[int, ...], hand: tuple[int, ...], drawn: tuple[int, ...], *, plays: bool) -> list[OwnDie]:
    """Return the own dice as they lie. `plays`: the hand is in the round."""
    left, found = list(hand[: len(hand) - len(drawn)] if plays else ()), []
    for face in dice:
        found.append(OwnDie(face, face in left))
        if face in left:
            left.remove(face)
    return [*found, *[OwnDie(face, plays, drawn=True) for face in drawn]]


def own_die(one: OwnDie, seat: Seat, box: Box) -> Piece:
    """Return one of the viewer's dice, which can be pressed to keep or drop it, unless it is the Party's."""
    says = say("piece-own-die", face=one.face, place="party" if one.drawn else "hand" if one.plays else "aside")
    word, fills = (None, ()) if one.drawn else (one.face, OWN)
    looks = lay.looks(lit=one.plays, dim=not one.plays)
    return lay.die(f"d6-{one.face}", *box, says, None, seat, word, fills, looks)
