"""The middle of the board: what happens now and the pot, the Giant and the Party, or the last duel; Maw and ante."""

from collections.abc import Iterator
from typing import Final

from games.kit.board import Box, Look, Piece, PieceKind, letters, pot, text
from games.kit.telling import All, Say, Who, say
from games.rogues.pieces import CLOSE, beside, chip, figure, from_the_left, giants_die
from games.rogues.state import Proposition
from games.rogues.view import CupView, RoguesView

PAD: Final = 8
HEAD: Final = 24
"""The headline and the pot."""
POT: Final = 96
"""So wide is the pot."""
GIANT: Final = 48
"""As high stand the Giant and the Party."""
CUP: Final = 38
LINE: Final = 16
DEN: Final = 30
FACES: Final = range(1, 7)
FACE: Final = 26
DUEL_DIE: Final = 40
TOTAL: Final = 44
KICK: Final = 1


def headline(view: RoguesView) -> Say:
    """Return what happens now, in a few words."""
    stands = view.propositions[-1:]
    return say(
        "board-now",
        phase=view.phase,
        awaited=All(view.awaited),
        standing=view.standing,
        stands=len(stands),
        dice=stands[0].dice if stands else 0,
        face=stands[0].face if stands else 0,
        rolled="yes" if view.duel else "no",
        knee=view.knee,
        winners=All(view.winners),
        count=len(view.winners),
        ended=view.ended,
    )


def middle_height(view: RoguesView) -> int:
    last = (DEN if says_in_den(view) else LINE) if view.cups else 0
    return PAD + HEAD + PAD + GIANT + PAD + (last + PAD if last else 0)


def says_in_den(view: RoguesView) -> bool:
    """Return whether the viewer is to say something in the Liars' Den."""
    return view.phase == "den" and view.viewer in view.awaited


def middle(view: RoguesView, box: Box) -> Iterator[Piece]:
    inner = Box(box.left + PAD, box.top + PAD, box.width - 2 * PAD, HEAD)
    things = Box(inner.left, inner.bottom + PAD, inner.width, GIANT)
    last = Box(inner.left, things.bottom + PAD, inner.width, DEN if says_in_den(view) else LINE)
    yield Piece(PieceKind.SPACE, "table", *box)
    yield text(Box(inner.left, inner.top + 5, inner.width - POT - PAD, 14), headline(view))
    yield from pot(view.pot, Box(inner.right - POT, inner.top, POT, HEAD), say("piece-pot", pot=view.pot))
    yield from giant_and_party(view, things) if view.cups else last_duel(view, things)
    if view.cups:
        yield from words_of_the_den(view, last) if says_in_den(view) else what_holds(view, last)


# The Giant and the Party


def giant_and_party(view: RoguesView, box: Box) -> Iterator[Piece]:
    """Yield the Giant with what lies under its cup, then the cups of the Party."""
    at, hidden = from_the_left(2, box, GIANT)
    yield figure("kick" if view.giant == KICK else "giant", at, say("piece-giant", giant=view.giant))
    yield giants_number(view.giant, hidden)
    left = hidden.right + 2 * PAD
    width = (box.right - left) // len(view.cups)
    for number, cup in enumerate(view.cups):
        yield from party_cup(cup, number + 1, Box(left + number * width, box.top, width, box.height))


def giants_number(number: int, box: Box) -> Piece:
    """Return the Giant's die, or its cup while that is unseen."""
    if number:
        return giants_die(number, box, say("piece-giants-die", face=number))
    return Piece(PieceKind.CUP, "down", *box, say("piece-giants-cup"), key="giant")


def party_cup(cup: CupView, number: int, box: Box) -> Iterator[Piece]:
    """Yield a cup, right-side up once nothing is under it, and the die that it shows; an empty frame for none."""
    left = box.left + (box.width - 2 * CUP - CLOSE) // 2
    top = box.top + (box.height - CUP) // 2
    at, beside_it = Box(left, top, CUP, CUP), Box(left + CUP + CLOSE, top, CUP, CUP)
    says = say("piece-party-cup", number=number, under=cup.under, shown=len(cup.shown))
    looks = () if cup.under else (Look.DIM,)
    yield Piece(PieceKind.CUP, "down" if cup.under else "up", *at, says, looks=looks, key=f"party-{number}")
    if not cup.shown:
        yield Piece(PieceKind.SPACE, "slot", *beside_it)
    for face in cup.shown:
        yield Piece(
            PieceKind.DIE,
            f"d6-{face}",
            *beside_it,
            say("piece-party-die", number=number, face=face),
            stands_for=face,
            fills=("draw.die",),
        )


# The last duel


def last_duel(view: RoguesView, box: Box) -> Iterator[Piece]:
    """Yield the Giant with the Knee, and before it the dice of the last Halfling, or the cup from which they come."""
    at, beside_it = from_the_left(2, box, GIANT)
    yield figure("knee" if view.knee else "giant", at, say("piece-knee" if view.knee else "piece-giant-waits"))
    if view.phase == "over":
        return
    yield giants_number(view.knee, beside_it)
    left = beside_it.right + 2 * PAD
    room = Box(left, box.top, box.right - left, box.height)
    if view.duel:
        yield from open_dice(view, room)
    elif view.phase == "duel":
        yield from to_be_rolled(view, room)


def to_be_rolled(view: RoguesView, box: Box) -> Iterator[Piece]:
    """Yield the Halfling and the cup, which rolls by a press."""
    (seat,) = view.awaited
    at, cup = from_the_left(2, box, GIANT)
    yield figure("halfling", at, say("piece-halfling", seat=Who(seat)), seat)
    says = say("piece-duel-cup", seat=Who(seat), cup=view.rogues[seat].cup)
    yield Piece(PieceKind.CUP, "down", *cup, says, seat=seat, fills=("roll",), looks=(Look.LIT,))


def open_dice(view: RoguesView, box: Box) -> Iterator[Piece]:
    """Yield the dice that fell: two of them are picked, or a double is split, or stands as it is by its total."""
    (seat,) = view.awaited
    picking = view.phase == "picking"
    room = box if picking else box._replace(width=box.width - TOTAL - CLOSE)
    row = from_the_left(len(view.duel), room, DUEL_DIE)
    for face, at in zip(view.duel, row, strict=True):
        yield Piece(
            PieceKind.DIE,
            f"d6-{face}",
            *at,
            say("piece-duel-die", seat=Who(seat), face=face),
            seat=seat,
            stands_for=face if picking else None,
            fills=("pick.dice",) if picking else ("split",),
            looks=() if picking else (Look.LIT,),
        )
    if not picking:
        plate = Box(row[-1].right + 2 * CLOSE, box.top + 10, TOTAL, 28)
        says = say("piece-duel-total", total=view.total)
        yield Piece(PieceKind.BADGE, "gold", *plate, says, letters(str(view.total)), seat, fills=("stand",))


# The last line


def what_holds(view: RoguesView, box: Box) -> Iterator[Piece]:
    """Yield from which total on the Maw eats, what a die costs, and what stands in the betting."""
    width = box.width // 3
    first, second, third = (box._replace(left=box.left + at * width, width=width - CLOSE) for at in range(3))
    yield from the_maw(view, first)
    yield from chip(say("label-ante", unit=view.unit), second, say("piece-ante", unit=view.unit), (Look.QUIET,))
    if view.den:
        yield from chip(say("label-den", amount=view.den), third, say("piece-den", den=view.den), (Look.QUIET,))
    elif view.standing:
        yield from chip(
            say("label-standing", amount=view.standing), third, say("piece-standing", standing=view.standing)
        )


def the_maw(view: RoguesView, box: Box) -> Iterator[Piece]:
    yield figure("maw", box._replace(width=box.height), say("piece-maw", maw=view.maw))
    yield text(beside(box), say("label-maw", maw=view.maw), (Look.QUIET,))


def words_of_the_den(view: RoguesView, box: Box) -> Iterator[Piece]:
    """Yield what can be said in the Den: a number, the Snake, a Tumble; lower numbers than what stands are dimmed."""
    row = Box(box.left, box.top, len(FACES) * (FACE + CLOSE), box.height)
    least = lowest_face(view.propositions)
    for face, at in zip(FACES, from_the_left(len(FACES), row, FACE), strict=True):
        yield Piece(
            PieceKind.DIE,
            f"d6-{face}",
            *at,
            say("piece-number", face=face),
            stands_for=face,
            fills=("count.face",),
            looks=(Look.DIM,) if face < least else (),
        )
    calls = Box(row.right + CLOSE, box.top, 2 * (DEN + CLOSE), box.height)
    for what, drawn, at in zip(("snake", "tumble"), ("snake", "kick"), from_the_left(2, calls, DEN), strict=True):
        yield figure(drawn, at, say("piece-call", what=what), fills=(what,))
    left = calls.right + CLOSE
    yield from the_maw(view, Box(left, box.top + (box.height - LINE) // 2, box.right - left, LINE))


def lowest_face(propositions: tuple[Proposition, ...]) -> int:
    return propositions[-1].face if propositions else FACES[0]
