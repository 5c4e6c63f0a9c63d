"""What stands before a player on the board: rolls for first pick, cups, dice that play for the pot."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from games.headache.options import Method
from games.headache.state import Question, RollOf, Side
from games.headache.view import CupView, HeadacheView, OnTheTable
from games.kit.board import Box, Look, Piece, PieceKind, in_a_row, letters
from games.kit.seats import Die, Seat, Spot
from games.kit.telling import Say, Who, say

PAD: Final = 4
STRIP: Final = 12
"""So much of a cup's box is its label."""
LARGEST: Final = 40
LABELLED: Final = 24
"""Cups smaller than that bear no label."""
CLOSE, APART = 4, 8
"""Between things in several rows, and in one."""
HIGHER: Final = 3
"""Things must be larger by more than that to stand in several rows, in which they have no labels."""
MOST_ROWS: Final = 4
ON_A_DIE: Final = 25
"""A die smaller than that shows letters that are too small."""
CUPS: Final = ("swap.cups", "lot.cup")


@lru_cache(maxsize=1024)
def squares(count: int, box: Box, strip: int = 0) -> tuple[Box, ...]:
    """Return as many squares as there are things, as large as the box allows. `strip`: for labels below one row."""
    sizes = {rows: size_in(count, rows, box, strip) for rows in range(1, MOST_ROWS + 1)}
    rows = max(sizes, key=lambda rows: (sizes[rows] - (HIGHER if rows > 1 else 0), -rows))
    size, across = sizes[rows], max(1, -(-count // rows))
    gap = APART if rows == 1 else CLOSE
    high = rows * (size + CLOSE) - CLOSE + (strip if rows == 1 else 0)
    top = box.top + (box.height - high) // 2
    lines = (range(first, min(first + across, count)) for first in range(0, count, across))
    return tuple(
        Box(left, top + row * (size + CLOSE), size, size)
        for row, line in enumerate(lines)
        for left in in_a_row(len(line), box.left, box.right, size, gap)
    )


def size_in(count: int, rows: int, box: Box, strip: int) -> int:
    """Return how large things are in so many rows."""
    across, gap = max(1, -(-count // rows)), APART if rows == 1 else CLOSE
    high = box.height - strip if rows == 1 else (box.height - CLOSE * (rows - 1)) // rows
    return max(0, min(LARGEST, high, (box.width - gap * (across - 1)) // across))


def rules(table: OnTheTable) -> dict[str, str]:
    """Return what was decided, by its question."""
    return {str(one.question): one.option for one in table.decided}


# Rolls for first pick


def first_roll(view: HeadacheView, seat: Seat, box: Box) -> Iterator[Piece]:
    """Yield the d20 of a seat that has rolled, or rolls now; the best is lit."""
    rolled = {one.seat: one.face for one in view.rolls}
    face = rolled.get(seat)
    if face is None and seat not in view.awaited:
        return
    (at,) = squares(1, box)
    yield Piece(
        PieceKind.DIE,
        "d20",
        *at,
        say("piece-headache-die", seat=Who(seat), die="d20", face=face or 0, state="plays"),
        letters("?" if face is None else str(face)),
        seat,
        fills=() if seat != view.viewer else ("roll",) if face is None else ("reroll",),
        looks=(Look.QUIET,) if face is None else (Look.LIT,) if face == max(rolled.values()) else (),
    )


# Cups


def cups_before(view: HeadacheView, table: OnTheTable, seat: Seat, box: Box) -> Iterator[Piece]:
    """Yield the cups that stand here or were bought; a frame where one is on sale in the middle."""
    own = [cup for cup in table.cups if cup.at.seat == seat and cup.owner is None]
    bought = [cup for cup in table.cups if cup.owner == seat]
    cups = [*sorted(own, key=lambda cup: cup.at), *bought]
    inner = box._replace(left=box.left + PAD, width=box.width - 2 * PAD)
    boxes = squares(len(cups), inner, STRIP)
    labelled = len({one.top for one in boxes}) == 1 and boxes[0].width >= LABELLED
    for cup, at in zip(cups, boxes, strict=True):
        if cup.fate == "lot":
            yield Piece(PieceKind.SPACE, "slot", *at)
        else:
            yield from cup_piece(view, table, cup, at, labelled=labelled)


def cup_piece(view: HeadacheView, table: OnTheTable, cup: CupView, box: Box, *, labelled: bool) -> Iterator[Piece]:
    """Yield a cup, and over it the die that the viewer knows to be under it. `box`: of the cup without its label."""
    first = stood(table).get(cup.at, cup.at)
    die = known(table, cup, first)
    label = label_of(cup) if labelled else None
    looks = (Look.DIM,) if cup.fate == "discarded" else (Look.LIT,) if cup.fate == "lot" else last_swapped(view, cup.at)
    yield Piece(
        PieceKind.CUP,
        "glass" if die else "up" if cup.fate == "discarded" else "down",
        *box._replace(height=box.height + (STRIP if label else 0)),
        says_of(cup, die),
        label,
        cup.at.seat if cup.owner is None else cup.owner,
        stands_for=cup.at,
        fills=CUPS,
        looks=looks,
        key=f"cup-{first}",
    )
    if die:
        yield Piece(
            PieceKind.DIE,
            f"d{die}",
            *under_it(box),
            label=letters(f"d{die}"),
            looks=looks[:1] if Look.DIM in looks else (),
        )


def under_it(box: Box) -> Box:
    """Return where a die lies under a cup: as large as its letters need."""
    size = min(box.width, max(ON_A_DIE, box.width * 3 // 4))
    return Box(box.left + (box.width - size) // 2, box.bottom - size, size, size)


def stood(table: OnTheTable) -> dict[Spot, Spot]:
    """Return where what is under each cup stood first, as far as the viewer is told of swaps: never with `memory`."""
    found: dict[Spot, Spot] = {}
    for swap in table.swaps:
        there, here = found.get(swap.first, swap.first), found.get(swap.second, swap.second)
        found[swap.first], found[swap.second] = here, there
    return found


def known(table: OnTheTable, cup: CupView, first: Spot) -> Die | None:
    """Return the die under a cup, if it is turned up for the viewer or was drawn there: that is told without
    `memory` alone.
    """
    return cup.die or next((drawn.die for drawn in table.hand if drawn.cup == first), None)


def last_swapped(view: HeadacheView, at: Spot) -> tuple[Look, ...]:
    table = view.table
    last = table.swaps[-1:] if table is not None and view.swap_round else ()
    return (Look.LAST,) if any(at in {swap.first, swap.second} for swap in last) else ()


def label_of(cup: CupView) -> Say | None:
    """Return what stands below a cup: its number of several, whose it was, or that it is out."""
    if cup.owner is None and cup.of == 1 and cup.fate != "discarded":
        return None
    return say("label-cup", seat=Who(cup.at.seat), index=cup.at.index, of=cup.of, fate=cup.fate)


def says_of(cup: CupView, die: Die | None) -> Say:
    owner: Say | str = "" if cup.owner is None else say("piece-seat", seat=Who(cup.owner))
    return say(
        "piece-cup",
        seat=Who(cup.at.seat),
        index=cup.at.index,
        of=cup.of,
        fate=cup.fate,
        owner=owner,
        die=f"d{die}" if die else "none",
    )


# Dice that play for the pot


class Shown(NamedTuple):
    """A die before its player. `face`: 0 until it is rolled."""

    die: Die
    face: int = 0
    looks: tuple[Look, ...] = ()


def dice_before(view: HeadacheView, table: OnTheTable, seat: Seat, box: Box) -> Iterator[Piece]:
    """Yield the dice of a side, before whoever leads it."""
    side = next((side for side in table.sides if side.members[0] == seat), None)
    dice = [] if side is None else dice_of(view, table, side)
    for shown, at in zip(dice, squares(len(dice), box), strict=True):
        out = Look.DIM in shown.looks
        own = seat == view.viewer and not out
        state = "out" if out else "plays"
        yield Piece(
            PieceKind.DIE,
            f"d{shown.die}",
            *at,
            say("piece-headache-die", seat=Who(seat), die=f"d{shown.die}", face=shown.face, state=state),
            letters(str(shown.face) if shown.face else f"d{shown.die}"),
            seat,
            stands_for=shown.die if own else None,
            fills=("keep.die", "roll") if own else (),
            looks=shown.looks,
        )


def dice_of(view: HeadacheView, table: OnTheTable, side: Side) -> list[Shown]:
    """Return the dice of a side with what they show in the contest; those that are out last."""
    if view.contest is None:
        return [Shown(die) for die in side.dice]
    own = [one for one in view.contest.contenders if one.head in side.members]
    rolls = {roll.contender: roll for roll in view.contest.rolls}
    best = max((score(table, roll) for roll in view.contest.rolls), default=0)
    found = []
    for one in own:
        roll = rolls.get(one.number, RollOf(one.number, (0,) * len(one.dice)))
        looks = (Look.LIT,) if best and score(table, roll) == best else ()
        found += [Shown(die, face, looks) for die, face in zip(one.dice, roll.faces, strict=True)]
    lost = Counter(side.dice) - Counter(shown.die for shown in found)
    return found + [Shown(die, looks=(Look.DIM,)) for die in lost.elements()]


def score(table: OnTheTable, roll: RollOf) -> int:
    return sum(roll.faces) if rules(table).get(Question.METHOD) == Method.ADD else max(roll.faces)
