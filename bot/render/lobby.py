"""Draw a table that waits for players: the game's art, and a place for everybody who can sit down."""

from collections.abc import Iterator
from typing import Final

from bot.ports.messages import Panel, SeatLine
from bot.ports.shown import ShownBoard, ShownPiece
from bot.render.art import art_of
from bot.render.drawing import FACETS
from bot.render.panel import marks, seat_in_words
from bot.render.symbols import symbol
from bot.text import Words
from games.kit.board import WIDTH, Look, PieceKind

EDGE: Final = 8
GAP: Final = 6
ART: Final = 100
"""The height of the art."""
TALL: Final = 78
SMALLER: Final = 62
"""Heights of pieces: those in the middle are nearer."""
SEAT: Final = 36
"""The height of a place at the table."""
LETTERS: Final = 12
MOST_DRAWN: Final = 12
"""The most places that are drawn; of a larger table only the art is."""
IN_A_ROW: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5, 11: 6, 12: 6}
"""How many places stand in a row, by their number."""


def lobby_board(card: Panel, words: Words) -> ShownBoard | None:
    """Return the picture of a table that waits for players; None: its game has no art."""
    art = tuple(pieces_of(art_of(card.game)))
    if not art:
        return None
    places = tuple(seats_of(card, words)) if 1 < card.most <= MOST_DRAWN else ()
    ground = ShownPiece(PieceKind.SPACE, "table", EDGE, EDGE, WIDTH - 2 * EDGE, ART)
    height = max(piece.top + piece.height for piece in (ground, *places)) + EDGE
    sitting = ", ".join(seat_in_words(seat, words) for seat in card.seats) if places else ""
    name = ": ".join(filter(None, (card.title, sitting)))
    return ShownBoard.of(height, name, (ground, *art, *places))


def pieces_of(art: tuple[str, ...]) -> Iterator[ShownPiece]:
    """Yield pieces side by side, those in the middle larger."""
    each = (WIDTH - 4 * EDGE) / max(1, len(art))
    for at, drawn in enumerate(art):
        kind, _, face = drawn.partition("-")
        shape = symbol(kind, face)
        high = SMALLER if at in {0, len(art) - 1} else TALL
        wide = round(shape.width * high / shape.height)
        left = round(2 * EDGE + each * (at + 0.5) - wide / 2)
        yield ShownPiece(
            kind, face, left, EDGE + (ART - high) // 2, wide, high, label=face[1:] if face in FACETS else ""
        )


def seats_of(card: Panel, words: Words) -> Iterator[ShownPiece]:
    """Yield a place for each seat: with its name, or empty."""
    by_number = {seat.seat: seat for seat in card.seats}
    in_a_row = IN_A_ROW[card.most]
    wide = (WIDTH - 2 * EDGE - (in_a_row - 1) * GAP) // in_a_row
    for number in range(card.most):
        left = EDGE + number % in_a_row * (wide + GAP)
        top = EDGE + ART + GAP + number // in_a_row * (SEAT + GAP)
        taken = by_number.get(number)  # type: ignore[call-overload]
        yield ShownPiece(PieceKind.SPACE, "slot" if taken is None else "seat", left, top, wide, SEAT)
        if taken is not None:
            yield from in_place(taken, left + 4, top + 4, wide - 8, words)


def in_place(seat: SeatLine, left: int, top: int, wide: int, words: Words) -> Iterator[ShownPiece]:
    """Yield a name, and below it what its owner has, and what they are."""
    below = top + LETTERS + 4
    yield ShownPiece(PieceKind.TEXT, "left", left, top, wide, LETTERS, label=seat.name, seat=seat.seat)
    if seat.stack is not None:
        yield ShownPiece(PieceKind.CHIP, "one", left, below, LETTERS, LETTERS)
        yield quiet("left", str(seat.stack), left + LETTERS + 3, below, wide - LETTERS - 3)
    for mark in marks(seat, words):
        yield quiet("right" if seat.stack is not None else "left", mark, left, below, wide)


def quiet(side: str, label: str, left: int, top: int, wide: int) -> ShownPiece:
    return ShownPiece(PieceKind.TEXT, side, left, top, wide, LETTERS - 1, label=label, looks=(Look.QUIET,))
