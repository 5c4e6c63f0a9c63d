"""Compose the viewer's own dice at the bottom of the board: those of the hand are lit, the others dimmed."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from games.kit import lay
from games.kit.board import Piece
from games.kit.lay import Box, Rows
from games.kit.seats import Seat
from games.kit.telling import Say, say
from games.rogues.view import RoguesView, RogueView, kind_of

DIE: Final = 46
NAMED: Final = 14
"""The height of what the hand comes to."""
OWN: Final = ("keep.dice", "drop.die")
ROWS: Final = Rows((NAMED, DIE), 4, 5)
"""What the hand comes to, and the dice."""


class OwnDie(NamedTuple):
    """Hold an own die. `plays`: it is part of the hand; `drawn`: it came from the Party."""

    face: int
    plays: bool
    drawn: bool = False


class Comes(NamedTuple):
    """Hold what a hand comes to. `kind`: what is special; empty: it is not in the round. `lost`: so many own dice would
    be lost to the Maw.
    """

    total: int
    kind: str
    lost: int

    def said(self) -> Say:
        if not self.kind:
            return say("label-away")
        return say("label-hand", total=self.total, kind=self.kind, lost=self.lost)


def laid_own(view: RoguesView, box: Box) -> tuple[Piece, ...]:
    """Lay out the viewer's dice."""
    assert isinstance(view.viewer, int)  # noqa: S101 - only a seat has dice
    return own(view.viewer, tuple(own_dice(view)), comes_to(view), box)


@lay.once
def own(seat: Seat, dice: tuple[OwnDie, ...], hand: Comes, box: Box) -> Iterator[Piece]:
    """Yield the own dice, and what the hand comes to."""
    line, row = ROWS.within(box)
    yield lay.space("seat", *box)
    yield lay.text(line, hand.said(), face="middle")
    for one, at in zip(dice, lay.squares(len(dice), row, DIE, centred=True), strict=True):
        yield own_die(one, seat, at)


def comes_to(view: RoguesView) -> Comes:
    """Return what the viewer's hand comes to."""
    lost = len(view.hand) - len(own_place(view).drawn)
    return Comes(sum(view.hand), kind_of(view) if plays(view) else "", lost)


def own_dice(view: RoguesView) -> list[OwnDie]:
    """Return the dice in the order rolled, so that they keep their places; a Party die comes last."""
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
    """Return one of the viewer's dice, which can be pressed to keep or drop it, unless it is the Party's."""
    says = say("piece-own-die", face=one.face, place="party" if one.drawn else "hand" if one.plays else "aside")
    word, fills = (None, ()) if one.drawn else (one.face, OWN)
    looks = lay.looks(lit=one.plays, dim=not one.plays)
    return lay.die(f"d6-{one.face}", *box, says, None, seat, word, fills, looks)
