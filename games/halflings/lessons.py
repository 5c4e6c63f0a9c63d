"""Compose the cover, and the rules in pictures: the stake, the Knee, the roll, the dangers, the split."""

from collections.abc import Iterator
from typing import Final

from games.halflings.options import PAYS, Pay
from games.kit.board import Board, Look, Piece
from games.kit.introduction import Lesson
from games.kit.pictures import arrow, chips, cover, dice, die, figure, lesson, no, plate, solid, space, text
from games.kit.telling import say

LIT, DIM = Look.LIT, Look.DIM
PAID: Final = ((2, "2-3"), (4, "4-6"), (7, "7-9"), (10, "10"))
"""A Knee for each row of the pay table, and the row's name."""


def front() -> Board:
    """Return the cover: the Giant towers over the Halfling, whose dice fly."""
    return cover(
        space("table", 10, 150, 380, 60),
        figure("giant", 12, 6, 176),
        solid(10, "9", 196, 20, 80),
        figure("knee", 176, 112, 60),
        die(5, 274, 92, 58),
        die(4, 332, 60, 50),
        figure("halfling", 296, 134, 74),
        chips("heap", 224, 156, 54),
        figure("maw", 322, 4, 58),
    )


def lessons() -> tuple[Lesson, ...]:
    return (goal(), stake(), knee(), topple(), pays(), maw(), snake(), split())


def goal() -> Lesson:
    return lesson(
        "goal",
        space("seat", 14, 22, 160, 146),
        figure("halfling", 60, 34, 66),
        figure("crown", 74, 6, 38),
        dice((5, 4), 38, 104, 52),
        text(say("picture-against"), 176, 86, 48, high=18),
        space("seat", 226, 22, 160, 146),
        figure("giant", 268, 26, 74),
        solid(10, "7", 276, 102, 58),
    )


def stake() -> Lesson:
    return lesson(
        "stake",
        figure("halfling", 40, 46, 92),
        arrow("right", 156, 76, 44),
        space("table", 226, 30, 150, 130, LIT),
        chips("heap", 264, 44, 74, "50"),
        phases=("staking", "round-shown"),
    )


def knee() -> Lesson:
    return lesson(
        "knee",
        figure("giant", 14, 40, 96),
        arrow("right", 120, 40, 34),
        arrow("right", 120, 120, 34),
        solid(10, "7", 174, 22, 66),
        figure("knee", 258, 22, 64),
        plate("gold", "7", 336, 44, 44),
        solid(10, "1", 174, 104, 66),
        figure("kick", 258, 104, 64),
        no(346, 126),
        phases=("giant-rolls",),
    )


def topple() -> Lesson:
    """Return the lesson with a roll that reaches a Knee of 7 and one that does not."""
    return lesson("topple", *compared((5, 4), "9", 14), *compared((2, 3), "5", 104), phases=("halfling-rolls",))


def compared(faces: tuple[int, int], total: str, top: int) -> Iterator[Piece]:
    """Yield a roll, a Knee of 7, and what comes of it."""
    wins = int(total) >= 7
    yield space("seat", 10, top, 380, 78, *((LIT,) if wins else ()))
    yield from dice(faces, 24, top + 13, 52)
    yield text("=", 134, top + 28, 22, high=24)
    yield plate("gold" if wins else "plain", total, 160, top + 28, 46)
    yield figure("knee", 232, top + 12, 52)
    yield plate("plain", "7", 286, top + 28, 36)
    yield figure("crown" if wins else "kick", 334, top + 16, 46)


def pays() -> Lesson:
    """Return the pay table of the rulebook."""
    rows = []
    for row, (knee_of_row, named) in enumerate(PAID):
        left, times = 10 + row * 96, int(PAYS[Pay.RULEBOOK][knee_of_row])
        rows += [
            space("seat", left, 14, 92, 162),
            figure("knee", left + 24, 20, 44),
            plate("plain", named, left + 20, 66, 52),
        ]
        rows += [one for at in range(times) for one in chips("one", left + 29, 142 - 9 * at, 32)]
        rows += [plate("gold", f"+{times}", left + 58, 148, 30)]
    return lesson("pays", *rows)


def maw() -> Lesson:
    return lesson(
        "maw",
        *dice((6, 5), 14, 26, 54),
        plate("red", "11", 134, 42, 48),
        *dice((6, 6), 14, 108, 54),
        plate("red", "12", 134, 124, 48),
        arrow("right", 190, 74, 42),
        figure("maw", 240, 20, 150),
    )


def snake() -> Lesson:
    return lesson(
        "snake",
        *dice((1, 1), 18, 62, 60),
        arrow("right", 156, 74, 40),
        figure("snake", 204, 44, 98),
        figure("giant", 314, 62, 70, DIM),
        arrow("right", 330, 136, 40),
    )


def split() -> Lesson:
    """Return the lesson of a split: three dice reach what two did not."""
    return lesson(
        "split",
        space("seat", 10, 14, 116, 162),
        *dice((3, 3), 18, 50, 46),
        plate("plain", "6", 46, 110, 44),
        arrow("right", 134, 78, 34),
        space("seat", 176, 14, 214, 162, LIT),
        die(3, 188, 44, 52, Look.LAST),
        text("+", 242, 58, 20, high=24),
        *dice((2, 4), 264, 44, 52),
        text("3 + 2 + 4 =", 188, 120, 90, high=16),
        plate("gold", "9", 280, 117, 44),
        figure("crown", 334, 106, 44),
        phases=("splitting",),
    )
