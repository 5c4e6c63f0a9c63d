"""Compose the cover, and the rules in pictures: coming in, moving, capturing, the red dot, the end."""

from collections.abc import Iterator
from typing import Final

from games.kit.board import Board, Look, Piece, PieceKind
from games.kit.introduction import Lesson
from games.kit.pictures import arrow, cover, die, figure, lesson, no, plate, space

LIT: Final = Look.LIT
SKIRT: Final = 0.33
"""The part of a cone's height that is visible below the cone on top of it."""
SQUARE: Final = 62


def stack(colours: str, left: int, foot: int, size: int) -> Iterator[Piece]:
    """Yield cones on each other, as `BRY` from the bottom up; `foot`: where the lowest stands."""
    for layer, colour in enumerate(colours):
        top = foot - size - round(layer * size * SKIRT)
        yield Piece(PieceKind.CONE, colour, left, top, size, size)


def strip(left: int, top: int, count: int, *lit: int, face: str = "track") -> Iterator[Piece]:
    """Yield spaces in a row; those in `lit` are lit."""
    for at in range(count):
        yield space(face, left + at * (SQUARE + 2), top, SQUARE, SQUARE, *((LIT,) if at in lit else ()))


def front() -> Board:
    """Return the cover: four stacks around the dome, each on a corner of the board."""
    return cover(
        *(space("track", 8 + at * 48, 166, 46, 46) for at in range(8)),
        *(space("inner", 56 + at * 48, 118, 46, 46) for at in range(6)),
        figure("dome", 158, 6, 92),
        *stack("GRBY", 20, 204, 84),
        *stack("YR", 110, 190, 76),
        *stack("B", 216, 196, 76),
        *stack("BYG", 300, 206, 84),
        figure("crown", 36, 4, 54),
        figure("dot", 282, 10, 46),
    )


def lessons() -> tuple[Lesson, ...]:
    return (goal(), coming_in(), moving(), tracks(), capturing(), carried(), red_dot(), end())


def goal() -> Lesson:
    yours = (piece for at in range(4) for piece in stack("Y", 8 + at * 44, 132, 42))
    return lesson(
        "goal",
        *yours,
        arrow("right", 194, 92, 38),
        space("crossing", 246, 116, 144, 62, LIT),
        *stack("BRGY", 252, 168, 62),
        *stack("GRY", 322, 168, 62),
        figure("crown", 330, 14, 44),
    )


def coming_in() -> Lesson:
    return lesson(
        "coming-in",
        *strip(8, 112, 6, 3),
        figure("start-Y", 14, 120, 46),
        *stack("Y", 14, 64, 50),
        arrow("down", 22, 72, 34),
        arrow("right", 86, 126, 34),
        arrow("right", 150, 126, 34),
        *stack("Y", 206, 168, 50),
        figure("dome", 96, 10, 84),
        die(3, 200, 24, 56),
        phases=("first-pops", "to-pop", "piece-new"),
    )


def moving() -> Lesson:
    """Return the lesson that a single cone goes one way, and a stack both."""
    return lesson(
        "moving",
        *strip(8, 22, 6, 2),
        *stack("Y", 16, 78, 50),
        arrow("right", 84, 36, 34),
        die(2, 344, 106, 48),
        *strip(8, 108, 5, 0, 4),
        *stack("BY", 144, 166, 50),
        arrow("left", 90, 122, 34),
        arrow("right", 216, 122, 34),
        phases=("to-move",),
    )


def tracks() -> Lesson:
    """Return the picture of a fork: two tracks lead from a crossover."""
    return lesson(
        "tracks",
        *strip(8, 30, 1),
        space("crossing", 72, 30, SQUARE, 2 * SQUARE + 2),
        *strip(136, 30, 3, 1),
        *strip(136, 94, 3, 1, face="inner"),
        *stack("Y", 14, 86, 50),
        arrow("right", 84, 44, 36),
        arrow("right", 148, 44, 36),
        arrow("right", 148, 108, 36),
        die(3, 336, 68, 52),
        plate("gold", "?", 84, 118, 38),
    )


def capturing() -> Lesson:
    return lesson(
        "capturing",
        *strip(6, 104, 3, 2),
        *stack("Y", 12, 160, 50),
        arrow("right", 84, 116, 34),
        *stack("B", 140, 160, 50),
        die(2, 74, 34, 52),
        arrow("right", 206, 110, 44),
        space("track", 270, 104, 110, SQUARE, LIT),
        *stack("BY", 284, 158, 84),
    )


def carried() -> Lesson:
    """Return the lesson that a captured stack, with all its cones, goes to whoever landed on it."""
    return lesson(
        "carried",
        space("track", 8, 124, 100, 56),
        *stack("R", 20, 168, 76),
        arrow("right", 114, 132, 38),
        space("track", 158, 124, 100, 56),
        *stack("BY", 170, 168, 76),
        arrow("right", 264, 132, 38),
        space("track", 304, 124, 90, 56, LIT),
        *stack("BYR", 310, 168, 76),
    )


def red_dot() -> Lesson:
    return lesson(
        "red-dot",
        die(4, 20, 28, 60),
        figure("dot", 90, 28, 60),
        arrow("right", 170, 38, 40),
        figure("dome", 226, 16, 80),
        plate("gold", "+1", 314, 46, 54),
        *strip(8, 116, 6, 5),
        *stack("Y", 208, 170, 50),
        arrow("right", 280, 128, 40),
    )


def end() -> Lesson:
    return lesson(
        "end",
        space("seat", 10, 14, 182, 162),
        *stack("BY", 30, 132, 70),
        *stack("RBY", 104, 132, 70),
        plate("Y", "Y", 50, 144, 44),
        figure("crown", 110, 136, 40),
        space("seat", 208, 14, 182, 162),
        *stack(
            "BY",
            264,
            132,
            70,
        ),
        plate("B", "B", 252, 144, 44),
        no(312, 144),
    )
