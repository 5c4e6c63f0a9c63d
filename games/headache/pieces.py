"""Compose what is before a player: rolls for first pick, cups, dice that play for the pot."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from games.headache.options import Method
from games.headache.phrases import cup_key
from games.headache.state import Question, RollOf, Side
from games.headache.view import ContestView, CupView, HeadacheView, OnTheTable
from games.kit import lay
from games.kit.board import Look, Piece, letters
from games.kit.lay import CLOSE, Box
from games.kit.seats import Die, Seat, Spot
from games.kit.telling import Say, Who, say

STRIP: Final = 12
"""The height of the label in a cup's box."""
LARGEST: Final = 58
LABELLED: Final = 24
"""Smaller cups have no label."""
APART: Final = 8
"""The gap between things in a single row."""
HIGHER: Final = 3
"""Things stand in several rows, without labels, only if that makes them larger by more than this."""
MOST_ROWS: Final = 4
ON_A_DIE: Final = 28
"""The letters on a smaller die would be too small."""
CUPS: Final = ("swap.cups", "lot.cup")


@lru_cache(maxsize=1024)
def packed(count: int, box: Box, strip: int = 0) -> tuple[Box, ...]:
    """Return so many equal squares, as large as the box allows. `strip`: room for labels below a single row."""
    sizes = {rows: size_in(count, rows, box, strip) for rows in range(1, MOST_ROWS + 1)}
    rows = max(sizes, key=lambda rows: (sizes[rows] - (HIGHER if rows > 1 else 0), -rows))
    size, across = sizes[rows], max(1, -(-count // rows))
    gap, strip = (APART, strip) if rows == 1 else (CLOSE, 0)
    top = (box.height - rows * (size + CLOSE) + CLOSE - strip) // 2
    return tuple(
        at
        for row, first in enumerate(range(0, count, across))
        for at in box.line(top + row * (size + CLOSE), size).columns(min(across, count - first), size, gap)
    )


def size_in(count: int, rows: int, box: Box, strip: int) -> int:
    """Return the size of things in so many rows."""
    across, gap = max(1, -(-count // rows)), APART if rows == 1 else CLOSE
    high = box.height - strip if rows == 1 else (box.height - CLOSE * (rows - 1)) // rows
    return max(0, min(high, box.widths(across, LARGEST, gap)))


# Rolls for first pick


def first_roll(view: HeadacheView, seat: Seat, box: Box) -> tuple[Piece, ...]:
    """Return the d20 of a seat that has rolled, or rolls now; the highest is lit."""
    faces = {one.seat: one.face for one in view.rolls}
    face = faces.get(seat)
    if face is None and seat not in view.awaited:
        return ()
    highest = face is not None and face == max(faces.values())
    own = seat == view.viewer
    return (first_die(face, seat, packed(1, box)[0], own=own, asked=own and seat in view.awaited, highest=highest),)


@lay.known
def first_die(face: int | None, seat: Seat, box: Box, *, own: bool, asked: bool, highest: bool) -> Piece:
    """Return the d20 of a seat. `asked`: its owner, who looks at it, may roll it now."""
    fills = () if not own else ("roll",) if face is None else ("reroll",)
    state = "rerolls" if asked and face is not None else "plays"
    says = say("piece-headache-die", seat=Who(seat), die="d20", face=face or 0, state=state)
    looks, label = lay.looks(quiet=face is None, lit=highest), letters("?" if face is None else str(face))
    return lay.die("d20", *box, says, label, seat, fills=fills, looks=looks)


# Cups


def cups_before(view: HeadacheView, table: OnTheTable, seat: Seat, box: Box) -> tuple[Piece, ...]:
    """Return the cups that stand here or were bought here; a frame if one is on sale in the middle."""
    cups = table.before.get(seat, ())
    boxes = packed(len(cups), box.after(CLOSE).before(CLOSE), STRIP)
    labelled = len(boxes) > 0 and boxes[0].top == boxes[-1].top and boxes[0].width >= LABELLED
    found: tuple[Piece, ...] = ()
    for one, at in zip(cups, boxes, strict=True):
        if one.fate == "lot":
            found += (lay.space("slot", *at),)
        else:
            found += cup_piece(view, table, one, at, labelled=labelled)
    return found


def cup_piece(view: HeadacheView, table: OnTheTable, seen: CupView, box: Box, *, labelled: bool) -> tuple[Piece, ...]:
    """Return a cup, and over it the die if it is turned up for the viewer or they drew it there, which is shown only
    without `memory`. `box`: of the cup without its label.
    """
    first = stood(table).get(seen.at, seen.at) if table.swaps else seen.at
    last = last_swapped(view, table, seen.at) if table.swaps else ()
    drawn = [one.die for one in table.hand if one.cup == first] if table.hand else []
    return cup_with(seen, first, seen.die or (drawn[0] if drawn else None), box, last, labelled=labelled)


@lay.once
def cup_with(
    seen: CupView, first: Spot, inside: Die | None, box: Box, last: tuple[Look, ...], *, labelled: bool
) -> Iterator[Piece]:
    """Yield a cup with its label, and the die inside. `first`: where its content was first."""
    out, label = seen.fate == "discarded", label_of(seen) if labelled else None
    looks = (Look.DIM,) if out else (Look.LIT,) if seen.fate == "lot" else last
    at = box._replace(height=box.height + (STRIP if label else 0))
    seat = seen.at.seat if seen.owner is None else seen.owner
    face = "glass" if inside else "up" if out else "down"
    yield lay.cup(face, *at, says_of(seen, inside), label, seat, seen.at, CUPS, looks, cup_key(first))
    if inside:
        size = min(box.width, max(ON_A_DIE, box.width * 3 // 4))
        under = box.centred(size, box.height).line(box.height - size, size)
        yield lay.die(f"d{inside}", *under, label=letters(f"d{inside}"), looks=lay.looks(dim=out))


def stood(table: OnTheTable) -> dict[Spot, Spot]:
    """Return for each cup where its content was first, as far as the viewer is told of swaps."""
    found: dict[Spot, Spot] = {}
    for swap in table.swaps:
        there, here = found.get(swap.first, swap.first), found.get(swap.second, swap.second)
        found[swap.first], found[swap.second] = here, there
    return found


def last_swapped(view: HeadacheView, table: OnTheTable, at: Spot) -> tuple[Look, ...]:
    last = table.swaps[-1]
    return (Look.LAST,) if view.swap_round and at in {last.first, last.second} else ()


def label_of(cup: CupView) -> Say | None:
    """Return the label below a cup: its number if there are several, whose it was, or that it is out."""
    if cup.owner is None and cup.of == 1 and cup.fate != "discarded":
        return None
    return say("label-cup", seat=Who(cup.at.seat), index=cup.at.index, of=cup.of, fate=cup.fate)


def says_of(cup: CupView, inside: Die | None) -> Say:
    owner: Say | str = "" if cup.owner is None else say("piece-seat", seat=Who(cup.owner))
    known, of = f"d{inside}" if inside else "none", {"index": cup.at.index, "of": cup.of}
    return say("piece-cup", seat=Who(cup.at.seat), **of, fate=cup.fate, owner=owner, die=known)


# Dice that play for the pot


class Shown(NamedTuple):
    """Hold a die before its player. `face`: 0 until it is rolled."""

    die: Die
    face: int = 0
    looks: tuple[Look, ...] = ()


def dice_before(view: HeadacheView, table: OnTheTable, seat: Seat, box: Box) -> tuple[Piece, ...]:
    """Return the dice of a side, before the player who leads it."""
    sides = [side for side in table.sides if side.members[0] == seat]
    if not sides:
        return ()
    dice, own = dice_of(view, sides[0]), seat == view.viewer
    boxes = packed(len(dice), box)
    return tuple([die_piece(one, seat, at, own=own) for one, at in zip(dice, boxes, strict=True)])


@lay.known
def die_piece(shown: Shown, seat: Seat, box: Box, *, own: bool) -> Piece:
    """Return such a die. `own`: the viewer's, who may have to choose one that they keep."""
    name, out = f"d{shown.die}", Look.DIM in shown.looks
    says = say("piece-headache-die", seat=Who(seat), die=name, face=shown.face, state="out" if out else "plays")
    word, fills = (shown.die, ("keep.die", "roll")) if own and not out else (None, ())
    return lay.die(name, *box, says, letters(str(shown.face) if shown.face else name), seat, word, fills, shown.looks)


def dice_of(view: HeadacheView, side: Side) -> list[Shown]:
    """Return the dice of a side with what they show in the contest; those that are out last."""
    if view.contest is None:
        return [Shown(die) for die in side.dice]
    contest = view.contest
    rolls = {roll.contender: roll for roll in contest.rolls}
    lit = {one.number for one in contest.contenders} if view.winners else set(contest.tied)
    found = []
    for one in (*contest.contenders, *contest.out):
        if one.head in side.members:
            roll = rolls.get(one.number, RollOf(one.number, (0,) * len(one.dice)))
            looks = lay.looks(lit=one.number in lit, dim=one in contest.out)
            found += [Shown(die, face, looks) for die, face in zip(one.dice, roll.faces, strict=True)]
    if view.phase == "over":
        return found  # those that decided it
    lost = Counter(side.dice) - Counter(shown.die for shown in found)
    return found + [Shown(die, looks=(Look.DIM,)) for die in lost.elements()]


def fate_of(contest: ContestView, head: Seat) -> str:
    """Return what a shown roll did to a side: out, lost (one of several dice), again (tied for lowest), in; or it was
    gone before.
    """
    still = [one.number for one in contest.contenders if one.head == head]
    if any(one.head == head for one in contest.out):
        return "lost" if still else "out"
    return "again" if set(still).intersection(contest.tied) else "in" if still else "gone"


def score(table: OnTheTable, roll: RollOf) -> int:
    return sum(roll.faces) if table.rules.get(Question.METHOD) == Method.ADD else max(roll.faces)
