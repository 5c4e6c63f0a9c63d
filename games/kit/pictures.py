"""Compose pictures from pieces: covers, and the boards of lessons. Lengths are in units; a board is 400 wide."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.kit.board import Board, Look, Piece, PieceKind, letters
from games.kit.introduction import Lesson
from games.kit.lay import card_box
from games.kit.telling import Say, say

COVER_HIGH: Final = 220
LESSON_HIGH: Final = 190
LETTERS_HIGH: Final = 15
PLATE_HIGH: Final = 22

Part = Piece | Iterable[Piece]


def lesson(word: str, *parts: Part, phases: tuple[str, ...] = ()) -> Lesson:
    """Return a lesson. Among the game's words, `lesson-WORD` is the rule, and `picture-WORD` says what is seen."""
    return Lesson(say(f"lesson-{word}"), picture(f"picture-{word}", LESSON_HIGH, *parts), phases)


def cover(*parts: Part) -> Board:
    """Return a cover. Among the game's words, `picture-cover` says what it shows."""
    return picture("picture-cover", COVER_HIGH, *parts)


def picture(message: str, height: int, *parts: Part) -> Board:
    return Board.of(height, tuple(flat(parts)), say(message))


def flat(parts: Iterable[Part]) -> Iterator[Piece]:
    """Yield the pieces of parts; a part is a piece or a row of pieces."""
    for part in parts:
        if isinstance(part, Piece):
            yield part
        else:
            yield from part


def named(told: Say | str) -> Say | None:
    """Return a label: a sentence, or text that is the same in every language."""
    if isinstance(told, Say):
        return told
    return letters(told) if told else None


# Pieces, by their upper left corner and size


def die(face: int, left: int, top: int, size: int = 48, *looks: Look) -> Piece:
    """Return a six-sided die with its pips; 0: a die that has not been rolled."""
    return Piece(PieceKind.DIE, f"d6-{face}" if face else "d6", left, top, size, size, looks=looks)


def dice(faces: Iterable[int], left: int, top: int, size: int = 48, *looks: Look) -> Iterator[Piece]:
    """Yield six-sided dice in a row."""
    return (die(face, left + at * (size + 6), top, size, *looks) for at, face in enumerate(faces))


def solid(sides: int, shows: str, left: int, top: int, size: int = 56, *looks: Look) -> Piece:
    """Return a die with any number of sides and what it shows."""
    return Piece(PieceKind.DIE, f"d{sides}", left, top, size, size, label=named(shows), looks=looks)


def card(face: str, left: int, top: int, width: int = 50, *looks: Look) -> Piece:
    """Return a playing card, its sides in the ratio five to seven; `back`: face down."""
    return Piece(PieceKind.CARD, face, *card_box(left, top, width), looks=looks)


def figure(face: str, left: int, top: int, size: int = 48, *looks: Look) -> Piece:
    return Piece(PieceKind.FIGURE, face, left, top, size, size, looks=looks)


def cup(face: str, left: int, top: int, size: int = 56, *looks: Look) -> Piece:
    return Piece(PieceKind.CUP, face, left, top, size, size, looks=looks)


def chips(face: str, left: int, top: int, size: int = 40, count: str = "") -> Iterator[Piece]:
    """Yield a chip or a heap of chips, and under it a plate with their number."""
    yield Piece(PieceKind.CHIP, face, left, top, size, size)
    if count:
        wide = max(size, 16 + 9 * len(count))
        yield plate("plain", count, left + (size - wide) // 2, top + size + 4, wide)


def space(face: str, left: int, top: int, width: int, height: int, *looks: Look) -> Piece:
    return Piece(PieceKind.SPACE, face, left, top, width, height, looks=looks)


def plate(face: str, label: Say | str, left: int, top: int, width: int = 44, *looks: Look) -> Piece:
    """Return a small plate with letters."""
    return Piece(PieceKind.BADGE, face, left, top, width, PLATE_HIGH, label=named(label), looks=looks)


def text(told: Say | str, left: int, top: int, width: int, *looks: Look, high: int = LETTERS_HIGH) -> Piece:
    """Return letters centred in the given width."""
    return Piece(PieceKind.TEXT, "middle", left, top, width, high, label=named(told), looks=looks)


def arrow(way: str, left: int, top: int, size: int = 32, *looks: Look) -> Piece:
    return figure(f"arrow-{way}", left, top, size, *looks)


def no(left: int, top: int) -> Piece:
    """Return the mark for something that is not allowed."""
    return Piece(PieceKind.BADGE, "red", left, top, 28, 28, label=letters("\u00d7"))
