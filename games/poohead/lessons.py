"""Compose the cover, and the rules in pictures: what one has, a turn, the special cards, the fire."""

from collections.abc import Iterator
from typing import Final

from games.kit.board import Board, Look, Piece
from games.kit.introduction import Lesson
from games.kit.pictures import arrow, card, cover, figure, lesson, no, plate, space, text
from games.kit.telling import say

LIT, DIM = Look.LIT, Look.DIM
SEVENS: Final = ("7H", "7S", "7D", "7C")


def row(cards: tuple[str, ...], left: int, top: int, width: int = 50, step: int = 0) -> Iterator[Piece]:
    """Yield cards side by side; they overlap if the step is smaller than their width."""
    return (card(one, left + at * (step or width + 6), top, width) for at, one in enumerate(cards))


def front() -> Board:
    """Return the cover: the Poohead among cards, and the pile on fire."""
    return cover(
        *row(("KS", "QH", "J1"), 8, 14, 84, 44),
        *row(("2H", "8C", "9D"), 222, 14, 84, 42),
        *row(("back", "10S"), 144, 88, 88, 22),
        figure("fire", 14, 116, 96),
        figure("fire", 292, 116, 96),
        figure("poo", 142, 96, 120),
        figure("crown", 162, 58, 80),
    )


def lessons() -> tuple[Lesson, ...]:
    return (goal(), three_rows(), swap(), turn(), take(), specials(), nine(), burn())


def goal() -> Lesson:
    return lesson(
        "goal",
        space("seat", 10, 14, 180, 162, LIT),
        *(space("slot", 24 + at * 52, 44, 48, 68) for at in range(3)),
        figure("crown", 72, 122, 50),
        space("seat", 210, 14, 180, 162),
        *row(("5C", "8H", "QS"), 226, 44, 48, 50),
        figure("poo", 274, 118, 54),
    )


def three_rows() -> Lesson:
    """Return the lesson of the three rows, numbered in the order of play."""
    parts: list[Piece] = []
    for at, cards in enumerate((("4H", "9S", "QD"), ("7C", "10H", "2S"), ("back",) * 3)):
        left = 12 + at * 130
        parts += [space("seat", left, 12, 118, 166), plate("gold", str(at + 1), left + 40, 20, 38)]
        parts += [text(say(("picture-hand", "picture-face-up", "picture-face-down")[at]), left + 2, 152, 114)]
        parts += row(cards, left + 8, 60, 54, 24)
    return lesson("rows", *parts)


def swap() -> Lesson:
    return lesson(
        "swap",
        *row(("4S", "KD", "JC"), 14, 100, 58, 42),
        arrow("up", 164, 56, 32),
        arrow("down", 164, 108, 32),
        *row(("5H", "4C", "AS"), 14, 8, 58, 42),
        space("seat", 224, 14, 164, 162),
        figure("hand", 240, 58, 58),
        arrow("right", 294, 72, 30),
        card("3H", 326, 46, 56, LIT),
        phases=("swapping", "threes-out"),
    )


def turn() -> Lesson:
    """Return the lesson of a turn: a 7 and a queen go on a 7, a 5 does not."""
    return lesson(
        "turn",
        space("table", 10, 14, 116, 162),
        *row(("4C", "7D"), 22, 46, 62, 16),
        arrow("left", 134, 78, 36),
        card("5S", 182, 48, 60, DIM),
        no(198, 146),
        card("7H", 252, 42, 60, LIT),
        card("QC", 324, 42, 60, LIT),
        figure("star", 267, 138, 32),
        figure("star", 339, 138, 32),
        phases=("to-play",),
    )


def take() -> Lesson:
    return lesson(
        "take",
        space("table", 10, 14, 156, 162),
        *row(("6S", "9H", "JD", "KC"), 20, 46, 60, 22),
        arrow("right", 178, 74, 44),
        figure("hand", 226, 8, 50),
        *row(("4H", "5D"), 234, 64, 52, 22),
        *row(("6S", "9H", "JD", "KC"), 282, 64, 52, 18),
    )


def specials() -> Lesson:
    """Return the lesson of what a 2, an 8 and a joker do."""
    return lesson(
        "specials",
        *(space("seat", 10 + at * 130, 12, 120, 166) for at in range(3)),
        card("2H", 40, 22, 60, LIT),
        text(say("picture-anything"), 14, 122, 112),
        figure("star", 54, 142, 30),
        card("8S", 170, 22, 60, LIT),
        *(figure("hand", 154 + at * 34, 134, 28, *((DIM,) if at == 1 else ())) for at in range(3)),
        no(189, 112),
        card("J1", 300, 22, 60, LIT),
        text("=", 276, 134, 22, high=22),
        *row(("KH", "2C", "10D"), 296, 118, 36, 24),
        phases=("naming",),
    )


def nine() -> Lesson:
    return lesson(
        "nine",
        space("table", 10, 14, 116, 162),
        card("9C", 34, 42, 70),
        arrow("down", 52, 142, 32),
        arrow("left", 134, 78, 36),
        card("4D", 182, 42, 60, LIT),
        card("9H", 252, 42, 60, LIT),
        card("KS", 322, 48, 60, DIM),
        no(338, 146),
        figure("star", 197, 138, 32),
        figure("star", 267, 138, 32),
    )


def burn() -> Lesson:
    return lesson(
        "burn",
        card("10H", 12, 44, 68, LIT),
        text(say("picture-or"), 84, 82, 40),
        *row(SEVENS, 126, 48, 62, 20),
        arrow("right", 256, 74, 40),
        *row(("back", "back"), 304, 84, 56, 12),
        figure("fire", 296, 8, 96),
        plate("gold", "+1", 322, 156, 48),
    )
