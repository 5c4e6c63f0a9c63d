"""Compose the viewer's own dice at the bottom of the board: those of the hand are lit, the others dimmed."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.kit import lay
from games.kit.board import Piece
from games.kit.lay import Box, Rows
from games.kit.seats import Seat
from games.kit.telling import Say, say

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
