"""Check a board against its contract: all of it lies on the table, and what can be pressed names real moves."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from games.catalogue import AnyGame
from games.kit.board import WIDTH, Board, Piece
from games.kit.moves import by_verb
from games.kit.notation import Kind, fields_of
from games.kit.seats import Spot

HIGHEST: Final = 480
"""The greatest height in units that a phone can show beside the question."""
HOLDS: Final = {
    Kind.SUCKERS: int,
    Kind.NUMBER: int,
    Kind.SEAT: int,
    Kind.SPOT: Spot,
    Kind.DIE: int,
    Kind.CARD: str,
    Kind.WORD: str,
    Kind.FLAG: bool,
}
"""The type of a value that one word of each kind stands for."""


def unsound(game: AnyGame, board: Board) -> Iterator[str]:
    """Yield what is wrong with a board."""
    if not 0 < board.height <= HIGHEST:
        yield f"board: {board.height} units high, of {HIGHEST}"
    keys = Counter(piece.key for piece in board.pieces if piece.key)
    yield from (f"board: {count} pieces have the key {key}" for key, count in keys.items() if count > 1)
    for piece in board.pieces:
        yield from misplaced(piece, board)
        yield from (wrong for fill in piece.fills for wrong in unknown(game, piece, fill))


def misplaced(piece: Piece, board: Board) -> Iterator[str]:
    """Yield what is wrong with the place of a piece, or that it can be pressed but has neither name nor label."""
    right, bottom = piece.left + piece.width, piece.top + piece.height
    if min(piece.left, piece.top) < 0 or right > WIDTH or bottom > board.height or min(piece.width, piece.height) <= 0:
        yield f"board: {piece.kind} {piece.face} lies beyond the edge: {piece.left}, {piece.top} to {right}, {bottom}"
    if piece.fills and piece.says is None and piece.label is None:
        yield f"board: {piece.kind} {piece.face} can be pressed for {piece.fills} and is not called anything"
    for right, down in piece.way:
        if not (0 <= piece.left + right <= WIDTH and 0 <= piece.top + down <= board.height):
            yield f"board: {piece.kind} {piece.face} came by {right}, {down} from it, which is beyond the edge"
    if piece.stands_for is not None and not piece.fills:
        yield f"board: {piece.kind} {piece.face} stands for {piece.stands_for} and fills nothing"


def unknown(game: AnyGame, piece: Piece, fill: str) -> Iterator[str]:
    """Yield that a piece fills a field that does not exist, or stands for a value that the field cannot hold."""
    verb, _, name = fill.partition(".")
    move = by_verb(game.moves).get(verb)
    if move is None:
        yield f"board: {fill} names no move"
    elif name:
        kind = next((field.kind for field in fields_of(move) if field.name == name), None)
        if kind is None:
            yield f"board: {fill} names no field"
        elif not isinstance(piece.stands_for, HOLDS[kind]):
            yield f"board: {piece.stands_for!r} can't stand for {fill}"
