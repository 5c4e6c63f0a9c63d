"""Compose the cover, and the rules in pictures: the ante, the hidden Giant, a turn, the reveal, the end."""

from typing import Final

from games.kit.board import Board, Look, Piece
from games.kit.introduction import Lesson
from games.kit.pictures import arrow, chips, cover, cup, dice, die, figure, lesson, no, plate, solid, space, text
from games.kit.telling import say

LIT, DIM = Look.LIT, Look.DIM
PARTY: Final = (5, 4)


def front() -> Board:
    """Return the cover: two rogues over their cups, the Giant's die between them."""
    return cover(
        space("table", 10, 132, 380, 80),
        figure("rogue", 2, 10, 132),
        figure("rogue", 266, 10, 132),
        figure("giant", 152, 2, 96),
        cup("glass", 156, 82, 88),
        solid(10, "?", 174, 112, 52),
        cup("down", 24, 126, 76),
        die(6, 100, 160, 44),
        die(5, 256, 160, 44),
        cup("down", 300, 126, 76),
        chips("heap", 178, 170, 44),
    )


def lessons() -> tuple[Lesson, ...]:
    return (goal(), ante(), giant(), turn(), draw(), split(), reveal(), end())


def goal() -> Lesson:
    return lesson(
        "goal",
        space("seat", 10, 14, 122, 162, LIT),
        figure("rogue", 36, 22, 70),
        *dice((3, 4), 22, 112, 46),
        figure("crown", 52, 4, 38),
        space("seat", 139, 14, 122, 162),
        figure("rogue", 165, 22, 70),
        die(2, 177, 104, 46, DIM),
        no(186, 144),
        space("seat", 268, 14, 122, 162),
        figure("rogue", 294, 22, 70, DIM),
        no(315, 112),
    )


def ante() -> Lesson:
    """Return the lesson of the ante: two dice cost two chips, and the House adds as many."""
    return lesson(
        "ante",
        *dice((3, 4), 18, 36, 48),
        chips("one", 24, 106, 36, "5"),
        chips("one", 78, 106, 36, "5"),
        arrow("right", 136, 78, 40),
        space("table", 186, 40, 96, 116, LIT),
        chips("heap", 202, 56, 64, "20"),
        arrow("left", 292, 78, 40),
        figure("giant", 338, 28, 54),
        chips("one", 340, 98, 36, "10"),
    )


def giant() -> Lesson:
    return lesson(
        "giant",
        figure("giant", 14, 20, 76),
        cup("down", 98, 16, 84),
        plate("gold", "?", 118, 106, 44),
        text(say("picture-party"), 216, 20, 170),
        space("table", 216, 40, 170, 136),
        die(PARTY[0], 232, 52, 52, LIT),
        cup("down", 312, 46, 60),
        die(PARTY[1], 232, 114, 52, LIT),
        cup("down", 312, 110, 60),
        arrow("left", 176, 46, 34),
        figure("giant", 52, 128, 48, DIM),
        plate("plain", "4 - 6 ?", 108, 142, 76),
    )


def turn() -> Lesson:
    return lesson(
        "turn",
        figure("rogue", 10, 58, 74),
        arrow("right", 92, 32, 34),
        space("seat", 134, 10, 256, 80),
        cup("up", 146, 20, 60, DIM),
        text(say("picture-flee"), 212, 42, 88, high=17),
        chips("one", 316, 28, 44),
        no(344, 62),
        arrow("right", 92, 122, 34),
        space("seat", 134, 100, 256, 80, LIT),
        cup("down", 146, 110, 60),
        text(say("picture-trip"), 212, 132, 88, high=17),
        arrow("right", 302, 126, 28),
        figure("giant", 332, 112, 54),
        phases=("declaring",),
    )


def draw() -> Lesson:
    return lesson(
        "draw",
        space("seat", 10, 14, 150, 162),
        figure("rogue", 58, 18, 54),
        die(2, 28, 96, 52, DIM),
        die(3, 88, 96, 52),
        no(41, 150),
        arrow("left", 170, 102, 40),
        text(say("picture-party"), 222, 20, 168),
        space("table", 222, 40, 168, 136),
        die(PARTY[0], 240, 82, 56),
        die(PARTY[1], 312, 82, 56, LIT),
    )


def split() -> Lesson:
    return lesson(
        "split",
        *dice((4, 4), 20, 60, 58),
        arrow("right", 162, 70, 42),
        space("seat", 220, 22, 168, 146),
        cup("up", 228, 34, 64, DIM),
        text(say("picture-sits-out"), 292, 60, 92),
        *dice((0, 0), 232, 110, 44),
        die(0, 332, 110, 44, LIT),
        plate("gold", "+1", 334, 84, 40),
    )


def reveal() -> Lesson:
    """Return the lesson of the reveal: the Giant shows 6; of 7 and 9 the lower one wins, and 4 is not enough."""
    rows: list[Piece] = [figure("giant", 10, 24, 78), solid(10, "6", 16, 110, 66)]
    for row, (faces, mark) in enumerate((((3, 4), "crown"), ((5, 4), ""), ((1, 3), "kick"))):
        top, total = 6 + row * 60, sum(faces)
        rows.append(space("seat", 104, top, 286, 56, *((LIT,) if row == 0 else ())))
        rows += [
            figure("rogue", 110, top + 6, 44),
            *dice(faces, 164, top + 8, 40),
            text("=", 256, top + 18, 18, high=20),
        ]
        rows.append(plate("gold" if total >= 6 else "red", str(total), 278, top + 17, 44))
        if mark:
            rows.append(figure(mark, 336, top + 6, 44))
    return lesson("reveal", *rows, phases=("circuit", "den"))


def end() -> Lesson:
    """Return the lesson of the end: eaten dice are gone, and a player who has none is out."""
    return lesson(
        "end",
        space("seat", 8, 6, 384, 86),
        *dice((6, 4), 20, 25, 48),
        plate("red", "10", 128, 38, 44),
        arrow("right", 180, 33, 34),
        figure("maw", 222, 10, 78),
        figure("rogue", 316, 12, 60, DIM),
        no(332, 60),
        space("seat", 8, 98, 384, 86, LIT),
        figure("rogue", 60, 108, 66),
        figure("crown", 74, 94, 38),
        arrow("right", 140, 124, 34),
        *chips("heap", 184, 112, 58),
        arrow("left", 252, 124, 34),
        figure("giant", 296, 108, 66),
        phases=("wagering", "picking", "duel"),
    )
