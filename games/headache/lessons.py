"""Compose the cover, and the rules in pictures: dice under cups, votes, swaps, the auction, the contest."""

from collections.abc import Iterator
from typing import Final

from games.headache.options import DICE
from games.kit.board import Board, Look, Piece
from games.kit.introduction import Lesson
from games.kit.pictures import arrow, chips, cover, cup, figure, lesson, no, plate, solid, space, text
from games.kit.telling import say

LIT, DIM, LAST = Look.LIT, Look.DIM, Look.LAST
COUNTS: Final = ((20, "16", False), (12, "9", False), (4, "2", True))
"""The dice of a contest: their kind, what they show, and whether they are out."""


def front() -> Board:
    """Return the cover: a row of cups, dice that jump over them, the gavel, the pot."""
    return cover(
        space("table", 10, 140, 380, 72),
        solid(20, "20", 150, 2, 92),
        solid(12, "7", 54, 26, 66),
        solid(8, "8", 274, 22, 66),
        solid(4, "4", 4, 74, 50),
        solid(10, "3", 344, 78, 50),
        *(cup("down", 22 + at * 92, 104, 80) for at in range(4)),
        figure("gavel", 300, 142, 62),
        chips("heap", 170, 162, 52),
    )


def lessons() -> tuple[Lesson, ...]:
    return (goal(), first_pick(), hide(), vote(), swap(), auction(), method(), contest())


def goal() -> Lesson:
    return lesson(
        "goal",
        *(solid(sides, f"d{sides}", 10 + at * 64, 12, 60) for at, sides in enumerate(DICE)),
        *(cup("down", 10 + at * 64, 76, 60) for at in range(len(DICE))),
        chips("heap", 150, 142, 44),
        figure("crown", 206, 142, 44),
    )


def first_pick() -> Lesson:
    """Return the lesson of the first pick: of three rolls the highest goes first, and the lowest takes the chair."""
    parts: list[Piece] = [*chips("heap", 14, 70, 60, "15")]
    for at, (shows, mark) in enumerate((("18", "prime"), ("11", ""), ("4", "chairman"))):
        left = 104 + at * 98
        parts += [space("seat", left, 14, 90, 162, *((LIT,) if at == 0 else ())), solid(20, shows, left + 11, 24, 68)]
        parts += [figure(mark, left + 16, 104, 58)] if mark else []
    return lesson(
        "first-pick", *parts, phases=("first-rolls", "rerolls", "prime-rolls", "prime-rerolls", "chairman-rolls")
    )


def hide() -> Lesson:
    return lesson(
        "hide",
        figure("bag", 10, 40, 96),
        arrow("right", 112, 76, 38),
        space("seat", 160, 20, 104, 150, LIT),
        cup("glass", 166, 38, 92),
        solid(12, "d12", 186, 72, 52),
        *(cup("down", 276 + at * 60, 68, 56) for at in range(2)),
        plate("plain", "?", 288, 132, 32),
        plate("plain", "?", 348, 132, 32),
        phases=("drawing",),
    )


def vote() -> Lesson:
    """Return the lesson of a vote: fists of 4 and 1 for two rounds beat 3 for one."""
    parts: list[Piece] = []
    for at, (suckers, option) in enumerate((("4", "2"), ("3", "1"), ("1", "2"))):
        left, lit = 12 + at * 88, (LIT,) if option == "2" else ()
        parts += [space("seat", left, 14, 82, 162, *lit), figure("fist", left + 14, 20, 52)]
        parts += [
            *chips("one", left + 24, 76, 34, suckers),
            plate("gold" if lit else "plain", option, left + 22, 142, 40),
        ]
    return lesson(
        "vote",
        *parts,
        arrow("right", 278, 78, 38),
        chips("heap", 324, 48, 62),
        plate("gold", "2", 334, 126, 44),
        phases=("voting", "fists-out", "ordering", "declaring", "casting"),
    )


def swap() -> Lesson:
    return lesson(
        "swap",
        *(cup("down", 18 + at * 94, 62, 80, *((LAST,) if at in (0, 2) else ())) for at in range(4)),
        arrow("right", 74, 10, 42),
        arrow("left", 158, 10, 42),
        *(plate("plain", "?", 42 + at * 94, 152, 32) for at in range(4)),
        phases=("swapping", "swap-shown"),
    )


def auction() -> Lesson:
    return lesson(
        "auction",
        figure("gavel", 8, 30, 76),
        space("table", 92, 14, 104, 162, LIT),
        cup("down", 98, 44, 92),
        *bids(),
        phases=("choosing-lot", "lot-shown", "blind-bids", "awarding", "open-bids", "price-falls"),
    )


def bids() -> Iterator[Piece]:
    for at, (suckers, wins) in enumerate((("12", False), ("16", True), ("9", False))):
        left = 210 + at * 62
        yield space("seat", left, 14, 56, 162, *((LIT,) if wins else ()))
        yield figure("hand", left + 8, 22, 40, *(() if wins else (DIM,)))
        yield from chips("one", left + 10, 74, 36, suckers)
        if wins:
            yield cup("down", left + 8, 130, 40)


def method() -> Lesson:
    """Return the lesson of three ways in which dice may count, for an 8 and a 3."""
    parts: list[Piece] = []
    for at, (word, counts) in enumerate(
        (("picture-one", "8"), ("picture-highest", "8"), ("picture-add", "8 + 3 = 11"))
    ):
        left = 10 + at * 130
        parts += [space("seat", left, 12, 120, 166), text(say(word), left + 4, 20, 112)]
        parts += [solid(10, "8", left + 6, 48, 54, LIT)]
        parts += [solid(6, "3", left + 64, 48, 48, *((LIT,) if at == 2 else (DIM,)))]
        parts += [no(left + 76, 98)] if at == 0 else []
        parts += [plate("gold", counts, left + (8 if at == 2 else 38), 138, 104 if at == 2 else 44)]
    return lesson("method", *parts, phases=("allying", "keeping"))


def contest() -> Lesson:
    parts: list[Piece] = []
    for at, (sides, shows, out) in enumerate(COUNTS):
        left = 10 + at * 98
        parts += [space("seat", left, 14, 92, 162, *((LIT,) if at == 0 else ()))]
        parts += [solid(sides, shows, left + 11, 40, 70, *((DIM,) if out else ()))]
        parts += [no(left + 33, 128)] if out else []
    return lesson(
        "contest",
        *parts,
        arrow("right", 300, 50, 34),
        chips("heap", 334, 32, 60),
        figure("crown", 340, 116, 46),
        phases=("contest", "round-shown"),
    )
