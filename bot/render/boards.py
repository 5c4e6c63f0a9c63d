"""A board in words of one language: what its pieces are called, and what they stand for in the notation."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import msgspec

from bot.ports.messages import ShownBoard, ShownPiece
from bot.render.offers import Called
from bot.text import Words
from games.catalogue import AnyGame
from games.kit.board import Board, Piece
from games.kit.seats import Seat
from games.kit.telling import All, Listed, Say, Told, Who

SeatNow = Callable[[Seat], Seat | None]
"""Where somebody sits now who sat here in the game on the table: between games somebody may have left since."""
MOST_GAMES: Final = 64
"""The pieces of so many games, times languages, are kept in words."""
MOST_PIECES: Final = 4096
"""So many of each: two megabytes."""
encode: Final = msgspec.msgpack.Encoder().encode


def as_ever(seat: Seat) -> Seat | None:
    """Return the same seat: nobody has left."""
    return seat


@lru_cache(maxsize=MOST_GAMES)
def kept_pieces(_rules: AnyGame, _words: Words) -> dict[bytes, ShownPiece]:
    """Return the pieces of a game in these words that speak of no seat, by what they are: the same at every table."""
    return {}


def board_shown(
    board: Board, called: Called, seat_now: SeatNow = as_ever, known: dict[bytes, ShownPiece] | None = None
) -> ShownBoard:
    """Return the board in words, its pieces with the seats as they are now.

    `known`: the pieces that others at the same table were shown, by what they are; most are the same for all.
    """
    known, kept, pieces = {} if known is None else known, kept_pieces(called.rules, called.words), []
    for piece in board.pieces:
        key = encode(piece)
        shown = kept.get(key) or known.get(key)
        if shown is None:
            shown = piece_shown(piece, called, seat_now)
            if of_a_seat(piece):
                known[key] = shown
            else:
                keep(kept, key, shown)
        pieces.append(shown)
    return ShownBoard(board.height, called.said(board.says), tuple(pieces))


def keep(kept: dict[bytes, ShownPiece], key: bytes, shown: ShownPiece) -> None:
    """Keep a piece in words; where there are too many, all begins anew."""
    if len(kept) >= MOST_PIECES:
        kept.clear()
    kept[key] = shown


def of_a_seat(piece: Piece) -> bool:
    """Tell whether it depends on who sits where: it is somebody's, or is called after somebody."""
    return piece.seat is not None or any(told is not None and names_a_seat(told) for told in (piece.says, piece.label))


def names_a_seat(told: Told) -> bool:
    match told:
        case Who() | All():
            return True
        case Listed(says=says):
            return any(map(names_a_seat, says))
        case Say(args=args):
            return any(map(names_a_seat, args.values()))
        case _:
            return False


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
