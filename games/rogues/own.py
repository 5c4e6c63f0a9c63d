"""The viewer's own dice, at the bottom of the board: those of the hand are lit, the others dimmed."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from games.kit.board import Box, Look, Piece, PieceKind, laid_once, text
from games.kit.seats import Seat
from games.kit.telling import Say, say
from games.rogues.pieces import LETTERS, squares
from games.rogues.view import RoguesView, RogueView, kind_of

PAD: Final = 6
DIE: Final = 44
OWN: Final = ("keep.dice", "drop.die")


class OwnDie(NamedTuple):
    """`plays`: whether it is part of the hand; `drawn`: from the Party."""

    face: int
    plays: bool
    drawn: bool = False


def own_height(view: RoguesView) -> int:
    """Return how high the viewer's own area is; 0: they have no dice now."""
    return PAD + LETTERS + PAD + DIE + PAD if view.dice and view.phase != "over" else 0


class Own(NamedTuple):
    """`kind`: what is special about the hand; empty: it is not in the round."""

    seat: Seat
    dice: tuple[OwnDie, ...]
    total: int
    kind: str


def own_of(view: RoguesView) -> Own:
    assert isinstance(view.viewer, int)  # noqa: S101 - only a seat has dice
    kind = kind_of(view) if plays(view) else ""
    return Own(view.viewer, tuple(own_dice(view)), sum(view.hand), kind)


@laid_once
def own(seen: Own, box: Box) -> Iterator[Piece]:
    """Yield the own dice, and what the hand comes to."""
    inner = Box(box.left + PAD, box.top + PAD, box.width - 2 * PAD, LETTERS)
    yield Piece(PieceKind.SPACE, "seat", *box)
    yield text(inner, hand_line(seen), face="middle")
    row = Box(inner.left, inner.bottom + PAD, inner.width, DIE)
    for one, at in zip(seen.dice, squares(len(seen.dice), row, DIE), strict=True):
        yield own_die(one, seen.seat, at)


def own_dice(view: RoguesView) -> list[OwnDie]:
    """Return the dice in the order rolled, so that they stay where they lie; a Party die comes last."""
    drawn = own_place(view).drawn
    hand = Counter(view.hand[: len(view.hand) - len(drawn)] if plays(view) else ())
    found: list[OwnDie] = []
    for face in view.dice:
        found.append(OwnDie(face, plays=hand[face] > 0))
        hand[face] -= 1
    return [*found, *(OwnDie(face, plays(view), drawn=True) for face in drawn)]


def own_place(view: RoguesView) -> RogueView:
    return next(one for one in view.rogues if one.seat == view.viewer)


def plays(view: RoguesView) -> bool:
    """Return whether the viewer's hand is still in the round."""
    return own_place(view).plays in {"waits", "trips"}


def own_die(one: OwnDie, seat: Seat, box: Box) -> Piece:
    """Return a die of the viewer's, which is pressed to be kept or dropped, unless it is the Party's."""
    place = "party" if one.drawn else "hand" if one.plays else "aside"
    return Piece(
        PieceKind.DIE,
        f"d6-{one.face}",
        *box,
        say("piece-own-die", face=one.face, place=place),
        seat=seat,
        stands_for=None if one.drawn else one.face,
        fills=() if one.drawn else OWN,
        looks=(Look.LIT,) if one.plays else (Look.DIM,),
    )


def hand_line(seen: Own) -> Say:
    """Return what the hand comes to, and what it is."""
    if not seen.kind:
        return say("label-away")
    return say("label-hand", total=seen.total, kind=seen.kind)
