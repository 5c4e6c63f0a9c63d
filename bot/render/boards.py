"""A board in one language: the labels of its pieces, and their names in the notation."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import msgspec

from bot.ports.messages import ShownBoard, ShownPiece
from bot.render.offers import Called
from bot.text import Words
from games.catalogue import AnyGame
from games.kit.board import Board, Piece, Zone
from games.kit.seats import Seat
from games.kit.telling import All, Say, Who

SeatNow = Callable[[Seat], Seat | None]
"""A function from a seat of the game on the table to that person's seat now; None if they have left since."""
MOST_GAMES: Final = 64
"""For how many games, times languages, pieces are cached."""
MOST_TABLES: Final = 192
"""For how many tables, too."""
MOST_PIECES: Final = 4096
"""How many pieces are cached for a game: four megabytes at most."""
MOST_NAMED: Final = 512
"""How many are cached for a table, enough for its five pages now and shortly before: 300 kilobytes at most."""
MOST_ZONES: Final = 64
"""How many zones are cached for a table, enough for all that its pages show now and showed before."""
encode: Final = msgspec.msgpack.Encoder().encode
SOMEBODY: Final = re.compile(b"|".join([encode({"type": told.__struct_config__.tag})[1:] for told in (Who, All)]))
"""In a piece as it is encoded, a seat or several that are told by name: then its words depend on who sits where."""


def as_ever(seat: Seat) -> Seat | None:
    """Return this seat unchanged: the default, where nobody has left and seats keep their numbers."""
    return seat


class Kept:
    """A cache of pieces in words: by content, and for those that games reuse by identity. What is full is cleared."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.zones: dict[int, tuple[tuple[Piece, ...], tuple[ShownPiece, ...]]] = {}
        """Zones in words, by the id of a tuple that is kept here, so that no other object can have this id.

        The one shown last is at the end: what stays must stay the same tuple in words, too, or pages are told of it.
        """
        self.alike: dict[bytes, ShownPiece] = {}
        self.same: dict[int, tuple[Piece, ShownPiece]] = {}
        """By the id of a piece that is kept here, too."""
        self.board: tuple[Say | None, str] = None, ""
        """Hold what a board was called last, and this in words: most viewers of a table share it."""


@lru_cache(maxsize=MOST_GAMES)
def kept_pieces(_rules: AnyGame, _words: Words) -> Kept:
    """Return the cache of pieces that name nobody: they are the same at every table."""
    return Kept(MOST_PIECES)


@lru_cache(maxsize=MOST_TABLES)
def kept_named(_rules: AnyGame, _words: Words, _names: tuple[str, ...]) -> Kept:
    """Return the cache of pieces labelled with people's names, for a table where these people sit."""
    return Kept(MOST_NAMED)


def board_shown(
    board: Board, called: Called, seat_now: SeatNow = as_ever, known: dict[bytes, ShownPiece] | None = None
) -> ShownBoard:
    """Return the board in words. Its pieces belong to the seats as they are now.

    `known`: a cache of pieces by content, for a table where people have changed seats.
    """
    named = kept_named(called.rules, called.words, called.names)
    zones, as_they_sit = [], seat_now is as_ever
    for zone in board.zones:
        pieces = zone.pieces
        if as_they_sit:
            found = named.zones.pop(id(pieces), None) or zone_kept(pieces, called, named)
            named.zones[id(pieces)] = found
            shown = found[1]
        else:
            moved = {} if known is None else known
            shown = tuple([piece_moved(piece, called, seat_now, moved) for piece in pieces])
        zones.append(Zone(shown, zone.left, zone.top, zone.name))
    while len(named.zones) > MOST_ZONES:
        del named.zones[next(iter(named.zones))]
    if named.board[0] is not board.says:
        named.board = board.says, called.said(board.says)
    return ShownBoard(board.height, tuple(zones), named.board[1])


def zone_kept(
    pieces: tuple[Piece, ...], called: Called, named: Kept
) -> tuple[tuple[Piece, ...], tuple[ShownPiece, ...]]:
    """Return the pieces of an uncached zone, and the same in words."""
    open_to_all = kept_pieces(called.rules, called.words)
    shown = []
    for piece in pieces:
        found = open_to_all.same.get(id(piece)) or named.same.get(id(piece))
        if found is None:
            key = encode(piece)
            kept_by = open_to_all if key in open_to_all.alike else named
            if key not in kept_by.alike:
                kept_by = named if SOMEBODY.search(key) else open_to_all
                kept_by.alike[key] = piece_shown(piece, called, as_ever)
            found = kept_by.same[id(piece)] = piece, kept_by.alike[key]
        shown.append(found[1])
    for cache in (open_to_all, named):
        if len(cache.alike) >= cache.most:
            cache.alike.clear()
        if len(cache.same) >= cache.most:
            cache.same.clear()
    return pieces, tuple(shown)


def piece_moved(piece: Piece, called: Called, seat_now: SeatNow, known: dict[bytes, ShownPiece]) -> ShownPiece:
    """Put into words a piece whose owner may have another seat now."""
    key = encode(piece)
    if key not in known:
        known[key] = piece_shown(piece, called, seat_now)
    return known[key]


def piece_shown(piece: Piece, called: Called, seat_now: SeatNow) -> ShownPiece:
    name, label, explains, rules = piece.says, piece.label, called.words.explains, called.rules
    by_name = name is not None and explains(name.id, rules)
    explained_by = name if by_name else label if label is not None and explains(label.id, rules) else None
    return ShownPiece(
        kind=piece.kind,
        face=piece.face,
        left=piece.left,
        top=piece.top,
        width=piece.width,
        height=piece.height,
        name="" if name is None else called.said(name),
        label="" if label is None else called.said(label),
        seat=piece.seat if piece.seat is None or seat_now is as_ever else seat_now(piece.seat),
        word=called.word(piece.fills, piece.stands_for),
        fills=piece.fills,
        looks=piece.looks,
        key=piece.key,
        way=piece.way,
        about="" if explained_by is None else explained_by.id,
    )
