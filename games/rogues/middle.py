"""Compose the middle of the board: the headline and the pot, the Giant and the Party or the last duel, Maw and ante."""

from collections.abc import Iterator
from typing import Final

from games.kit import lay
from games.kit.board import Look, Piece, letters
from games.kit.lay import CLOSE, HEAD, Box, Rows
from games.kit.telling import All, Say, Who, say, yes
from games.rogues.view import CupView, RoguesView

PAD: Final = 6
GIANT: Final = 48
"""The height of the Giant and the Party."""
CUP: Final = 38
LAST: Final = 16
DEN: Final = 30
FACES: Final = range(1, 7)
FACE: Final = 26
DUEL_DIE: Final = 44
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
        rolled=yes(view.duel),
        knee=view.knee,
        winners=All(view.winners),
        count=len(view.winners),
        ended=view.ended,
    )


def middle_rows(view: RoguesView) -> Rows:
    """Return the rows of the middle: the headline, the Giant, and what holds or can be said, except in a duel."""
    return Rows((HEAD, GIANT, (DEN if says_in_den(view) else LAST) if view.cups else 0), PAD, PAD)


def says_in_den(view: RoguesView) -> bool:
    """Return whether the viewer must say something in the Liars' Den."""
    return view.phase == "den" and view.viewer in view.awaited


def middle(view: RoguesView, box: Box, now: Say) -> list[Piece]:
    """Return what lies in the middle. `now`: the headline."""
    head, things, last = middle_rows(view).within(box)
    found = [lay.space("table", *box), *lay.headed(head, now, view.pot)]
    if not view.cups:
        return [*found, *last_duel(view, things)]
    found += giant_and_party(view, things)
    found += words_of_the_den(view, last) if says_in_den(view) else what_holds(view, last)
    return found


# The Giant and the Party


def giant_and_party(view: RoguesView, box: Box) -> list[Piece]:
    """Return the Giant with what lies under its cup, then the cups of the Party."""
    at, hidden = lay.squares(2, box, GIANT)
    giant = lay.figure("kick" if view.giant == KICK else "giant", *at, say("piece-giant", giant=view.giant))
    found = [giant, giants_number(view.giant, hidden)]
    count = len(view.cups)
    places = box.after(2 * GIANT + CLOSE + 2 * PAD).grid(count, count, GIANT, 0)
    for number, (seen, place) in enumerate(zip(view.cups, places, strict=True), start=1):
        found += party_cup(seen, number, place)
    return found


def giants_number(number: int, box: Box) -> Piece:
    """Return the Giant's die, or its cup if it is unseen."""
    if number:
        return lay.die("d10", *box, say("piece-giants-die", face=number), letters(str(number)))
    return lay.cup("down", *box, say("piece-giants-cup"), key="giant")


@lay.once
def party_cup(seen: CupView, number: int, box: Box) -> Iterator[Piece]:
    """Yield a cup, turned up if nothing is under it, and the die that it shows or an empty frame."""
    at, beside_it = lay.squares(2, box.centred(2 * CUP + CLOSE, CUP), CUP)
    says = say("piece-party-cup", number=number, under=seen.under, shown=len(seen.shown))
    yield lay.cup("down" if seen.under else "up", *at, says, looks=lay.looks(dim=not seen.under), key=f"party-{number}")
    if not seen.shown:
        yield lay.space("slot", *beside_it)
    for face in seen.shown:
        says = say("piece-party-die", number=number, face=face)
        yield lay.die(f"d6-{face}", *beside_it, says, stands_for=face, fills=("draw.die",))


# The last duel


def last_duel(view: RoguesView, box: Box) -> Iterator[Piece]:
    """Yield the Giant with the Knee, and the dice of the last Halfling, or the cup from which they come."""
    at, beside_it = lay.squares(2, box, GIANT)
    yield lay.figure("knee" if view.knee else "giant", *at, say("piece-knee" if view.knee else "piece-giant-waits"))
    if view.phase == "over":
        return
    yield giants_number(view.knee, beside_it)
    room = box.after(2 * GIANT + CLOSE + 2 * PAD)
    if view.duel:
        yield from open_dice(view, room)
    elif view.phase == "duel":
        yield from to_be_rolled(view, room)


def to_be_rolled(view: RoguesView, box: Box) -> Iterator[Piece]:
    """Yield the Halfling and the cup; a press rolls the dice."""
    (seat,) = view.awaited
    at, beside_it = lay.squares(2, box, GIANT)
    yield lay.figure("halfling", *at, say("piece-halfling", seat=Who(seat)), seat=seat)
    says = say("piece-duel-cup", seat=Who(seat), cup=view.rogues[seat].cup)
    yield lay.cup("down", *beside_it, says, seat=seat, fills=("roll",), looks=(Look.LIT,))


def open_dice(view: RoguesView, box: Box) -> Iterator[Piece]:
    """Yield the dice that fell: two of them can be picked, a double can be split, or the total can stand."""
    (seat,) = view.awaited
    picking = view.phase == "picking"
    row = lay.squares(len(view.duel), box if picking else box.before(TOTAL + CLOSE), DUEL_DIE)
    fills, looks = (("pick.dice",), ()) if picking else (("split",), (Look.LIT,))
    for face, at in zip(view.duel, row, strict=True):
        says = say("piece-duel-die", seat=Who(seat), face=face)
        yield lay.die(f"d6-{face}", *at, says, None, seat, face if picking else None, fills, looks)
    if not picking:
        plate = Box(row[-1].right + 2 * CLOSE, box.top + 10, TOTAL, 28)
        says, label = say("piece-duel-total", total=view.total), letters(str(view.total))
        yield lay.badge("gold", *plate, says, label, seat, fills=("stand",))


# The last line


def what_holds(view: RoguesView, box: Box) -> tuple[Piece, ...]:
    """Return the Maw's lowest total, what a die costs, and the standing bet."""
    width = box.width // 3
    first, second, third = [box.after(at * width).start(width - CLOSE) for at in range(3)]
    ante = price(second, say("piece-ante", unit=view.unit), say("label-ante", unit=view.unit), (Look.QUIET,))
    found = (*the_maw(view, first), *ante)
    if view.den:
        den = say("piece-den", den=view.den), say("label-den", amount=view.den)
        return (*found, *price(third, *den, (Look.QUIET,)))
    if view.standing:
        standing = say("piece-standing", standing=view.standing)
        return (*found, *price(third, standing, say("label-standing", amount=view.standing)))
    return found


def price(box: Box, says: Say, label: Say, looks: tuple[Look, ...] = ()) -> tuple[Piece, ...]:
    return lay.marked(lay.chip("one", *box.square, says), box, label, looks)


def the_maw(view: RoguesView, box: Box) -> tuple[Piece, ...]:
    maw = lay.figure("maw", *box.square, say("piece-maw", maw=view.maw))
    return lay.marked(maw, box, say("label-maw", maw=view.maw), (Look.QUIET,))


def words_of_the_den(view: RoguesView, box: Box) -> Iterator[Piece]:
    """Yield what can be said in the Den: a number, the Snake, a Tumble; numbers that are too low now are dimmed."""
    row = box.start(len(FACES) * (FACE + CLOSE))
    least = view.propositions[-1].face if view.propositions else FACES[0]
    for face, at in zip(FACES, lay.squares(len(FACES), row, FACE), strict=True):
        says, looks = say("piece-number", face=face), lay.looks(dim=face < least)
        yield lay.die(f"d6-{face}", *at, says, stands_for=face, fills=("count.face",), looks=looks)
    rest = box.after(row.width + CLOSE)
    for what, drawn, at in zip(("snake", "tumble"), ("snake", "kick"), lay.squares(2, rest, DEN), strict=True):
        yield lay.figure(drawn, *at, say("piece-call", what=what), fills=(what,))
    yield from the_maw(view, rest.after(2 * (DEN + CLOSE) + CLOSE).line((DEN - LAST) // 2, LAST))
