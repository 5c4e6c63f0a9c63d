"""Compose the viewer's own dice at the bottom of the board: those of the hand are lit, the others dimmed."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.kit import lay
from games.kit.board import Piece
from games.kit.lay import Box, Rows
from games.kit.seats import Seat
from games.kit.telling import Say, say
from games.rogues.view import RoguesView, kind_of

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


def laid_own(view: RoguesView, seat: Seat, box: Box) -> tuple[Piece, ...]:
    """Lay out the dice of this seat, which looks at them: in the order rolled, so that they keep their places; a Party
    die comes last.
    """
    rogue = view.rogues[seat]
    plays, mine = rogue.plays in {"waits", "trips"}, len(view.hand) - len(rogue.drawn)
    hand, dice = list(view.hand[:mine] if plays else ()), []
    for face in view.dice:
        dice.append(OwnDie(face, face in hand))
        if face in hand:
            hand.remove(face)
    dice += [OwnDie(face, plays, drawn=True) for face in rogue.drawn]
    return own(seat, tuple(dice), Comes(sum(view.hand), kind_of(view) if plays else "", mine), box)


@lay.once
def own(seat: Seat, dice: tuple[OwnDie, ...], hand: Comes, box: Box) -> Iterator[Piece]:
    """Yield the own dice, and what the hand comes to."""
    line, row = ROWS.within(box)
    yield lay.space("seat", *box)
    yield lay.text(line, hand.said(), face="middle")
    for one, at in zip(dice, lay.squares(len(dice), row, DIE, centred=True), strict=True):
        yield own_die(one, seat, at)


def own_die(one: OwnDie, seat: Seat, box: Box) -> Piece:
    """Return one of the viewer's dice, which can be pressed to keep or drop it, unless it is the Party's."""
    says = say("piece-own-die", face=one.face, place="party" if one.drawn else "hand" if one.plays else "aside")
    word, fills = (None, ()) if one.drawn else (one.face, OWN)
    looks = lay.looks(lit=one.plays, dim=not one.plays)
    return lay.die(f"d6-{one.face}", *box, says, None, seat, word, fills, looks)
