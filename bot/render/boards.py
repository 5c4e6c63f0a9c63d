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
MOST_TABLES: Final = 512
"""As many tables: some fifty kilobytes each."""
MOST_PIECES: Final = 4096
"""So many of each: two megabytes at the most."""
encode: Final = msgspec.msgpack.Encoder().encode


def as_ever(seat: Seat) -> Seat | None:
    """Return the same seat: nobody has left."""
    return seat


@lru_cache(maxsize=MOST_GAMES)
def kept_pieces(_rules: AnyGame, _words: Words) -> dict[bytes, ShownPiece]:
    """Return the pieces of a game in these words that name nobody, by what they are: the same at every table."""
    return {}


@lru_cache(maxsize=MOST_TABLES)
def kept_named(_rules: AnyGame, _words: Words, _names: tuple[str, ...]) -> dict[bytes, ShownPiece]:
    """Return those that are called after somebody, where people of these names sit."""
    return {}


def board_shown(
    board: Board, called: Called, seat_now: SeatNow = as_ever, known: dict[bytes, ShownPiece] | None = None
) -> ShownBoard:
    """Return the board in words, its pieces with the seats as they are now.

    `known`: the pieces that others at the same table were shown, by what they are; most are the same for all.
    """
    kept, pieces = kept_pieces(called.rules, called.words), []
    if seat_now is as_ever:
        known = kept_named(called.rules, called.words, called.names)
    elif known is None:
        known = {}
    for piece in board.pieces:
        key = encode(piece)
        moved = seat_now is not as_ever and piece.seat is not None
        shown = known.get(key) if moved else kept.get(key) or known.get(key)
        if shown is None:
            shown = piece_shown(piece, called, seat_now)
            if moved:
                known[key] = shown
            else:
                keep(known if names_somebody(piece) else kept, key, shown)
        pieces.append(shown)
    return ShownBoard(board.height, called.said(board.says), tuple(pieces))


def keep(kept: dict[bytes, ShownPiece], key: bytes, shown: ShownPiece) -> None:
    """Keep a piece in words; where there are too many, all begins anew."""
    if len(kept) >= MOST_PIECES:
        kept.clear()
    kept[key] = shown


def names_somebody(piece: Piece) -> bool:
    """Tell whether its words depend on who sits where."""
    return any(told is not None and names_a_seat(told) for told in (piece.says, piece.label))


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
