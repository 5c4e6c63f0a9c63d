"""A board in words of one language: what its pieces are called, and what they stand for in the notation."""

from collections.abc import Callable

import msgspec

from bot.ports.messages import ShownBoard, ShownPiece
from bot.render.offers import Called
from games.kit.board import Board, Piece
from games.kit.seats import Seat

SeatNow = Callable[[Seat], Seat | None]
"""Where somebody sits now who sat here in the game on the table: between games somebody may have left since."""


def as_ever(seat: Seat) -> Seat | None:
    """Return the same seat: nobody has left."""
    return seat


def board_shown(
    board: Board, called: Called, seat_now: SeatNow = as_ever, known: dict[bytes, ShownPiece] | None = None
) -> ShownBoard:
    """Return the board in words, its pieces with the seats as they are now.

    `known`: the pieces that others at the same table were shown, by what they are; most are the same for all.
    """
    known, pieces = {} if known is None else known, []
    for piece in board.pieces:
        key = msgspec.msgpack.encode(piece)
        if key not in known:
            known[key] = piece_shown(piece, called, seat_now)
        pieces.append(known[key])
    return ShownBoard(board.height, called.said(board.says), tuple(pieces))


def piece_shown(piece: Piece, called: Called, seat_now: SeatNow) -> ShownPiece:
    return ShownPiece(
        kind=piece.kind,
        face=piece.face,
        left=piece.left,
        top=piece.top,
        width=piece.width,
        height=piece.height,
        name="" if piece.says is None else called.said(piece.says),
        label="" if piece.label is None else called.said(piece.label),
        seat=None if piece.seat is None else seat_now(piece.seat),
        word=called.word(piece),
        fills=piece.fills,
        looks=piece.looks,
        key=piece.key,
        way=piece.way,
    )
