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
MOST_TABLES: Final = 192
"""As many tables."""
MOST_PIECES: Final = 4096
"""So many pieces of a game: four megabytes at the most."""
MOST_NAMED: Final = 512
"""So many of a table, all that its five pages show and showed lately: three hundred kilobytes at the most."""
encode: Final = msgspec.msgpack.Encoder().encode


def as_ever(seat: Seat) -> Seat | None:
    """Return the same seat: nobody has left."""
    return seat


class Kept:
    """Pieces in words, by what they are; and those that games lay down again as they are, by themselves alone.

    Of the latter the last ones are known, and those before them.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._alike: dict[bytes, ShownPiece] = {}
        self.same: dict[int, tuple[Piece, ShownPiece]] = {}
        """By the id of a piece that stays here, so that no other piece can have that id."""
        self._before: dict[int, tuple[Piece, ShownPiece]] = {}

    def from_before(self, piece: Piece) -> ShownPiece | None:
        """Return what was known some time ago; from now on it is one of the last ones again."""
        found = self._before.get(id(piece))
        if found is None:
            return None
        self._know(*found)
        return found[1]

    def alike(self, piece: Piece, key: bytes) -> ShownPiece | None:
        """Return what was shown of a piece like this one: from now on it is known by itself, too."""
        shown = self._alike.get(key)
        if shown is not None:
            self._know(piece, shown)
        return shown

    def keep(self, piece: Piece, key: bytes, shown: ShownPiece) -> None:
        """Keep a piece in words; where there are too many, all begins anew."""
        if len(self._alike) >= self._most:
            self._alike.clear()
        self._alike[key] = shown
        self._know(piece, shown)

    def _know(self, piece: Piece, shown: ShownPiece) -> None:
        if len(self.same) >= self._most:
            self._before, self.same = self.same, {}
        self.same[id(piece)] = piece, shown


@lru_cache(maxsize=MOST_GAMES)
def kept_pieces(_rules: AnyGame, _words: Words) -> Kept:
    """Return the pieces of a game in these words that name nobody: the same at every table."""
    return Kept(MOST_PIECES)


@lru_cache(maxsize=MOST_TABLES)
def kept_named(_rules: AnyGame, _words: Words, _names: tuple[str, ...]) -> Kept:
    """Return those that are called after somebody, where people of these names sit."""
    return Kept(MOST_NAMED)


def board_shown(
    board: Board, called: Called, seat_now: SeatNow = as_ever, known: dict[bytes, ShownPiece] | None = None
) -> ShownBoard:
    """Return the board in words, its pieces with the seats as they are now.

    `known`: the pieces that others at the same table were shown where seats have moved, by what they are.
    """
    open_to_all = kept_pieces(called.rules, called.words)
    named = kept_named(called.rules, called.words, called.names)
    moved, pieces = {} if known is None else known, []
    for piece in board.pieces:
        if piece.seat is not None and seat_now is not as_ever:
            pieces.append(piece_moved(piece, called, seat_now, moved))
            continue
        found = open_to_all.same.get(id(piece)) or named.same.get(id(piece))
        pieces.append(piece_kept(piece, called, open_to_all, named) if found is None else found[1])
    return ShownBoard(board.height, called.said(board.says), tuple(pieces))


def piece_kept(piece: Piece, called: Called, open_to_all: Kept, named: Kept) -> ShownPiece:
    """Return a piece that is none of the last ones, and keep it."""
    found = open_to_all.from_before(piece) or named.from_before(piece)
    if found is not None:
        return found
    key = encode(piece)
    found = open_to_all.alike(piece, key) or named.alike(piece, key)
    if found is None:
        found = piece_shown(piece, called, as_ever)
        (named if names_somebody(piece) else open_to_all).keep(piece, key, found)
    return found


def piece_moved(piece: Piece, called: Called, seat_now: SeatNow, known: dict[bytes, ShownPiece]) -> ShownPiece:
    """Return a piece of somebody who may sit elsewhere now."""
    key = encode(piece)
    if key not in known:
        known[key] = piece_shown(piece, called, seat_now)
    return known[key]


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
