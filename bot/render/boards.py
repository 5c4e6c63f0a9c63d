"""A board in one language: the labels of its pieces, and their names in the notation."""

import re
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

SeatsNow = tuple[Seat | None, ...]
"""The present seat of each player of the game on the table; None: they have left since. Empty: all sit as they did."""
AS_EVER: Final[SeatsNow] = ()
MOST_GAMES: Final = 64
"""For how many games, times languages, pieces are cached."""
MOST_TABLES: Final = 192
"""For how many tables, too."""
MOST_PIECES: Final = 4096
"""How many pieces are cached for a game: four megabytes at most."""
MOST_NAMED: Final = 512
"""How many that name people are cached for a table, enough for its five pages now and shortly before."""
MOST_SAME: Final = 1024
"""How many are recognized as the same at a table: with those that name people, 400 kilobytes at most."""
MOST_BOARDS: Final = 16
"""How many boards are cached for a table, enough for its pages."""
MOST_ZONES: Final = 64
"""How many zones are cached for a table, enough for all that its pages show now and showed before."""
encode: Final = msgspec.msgpack.Encoder().encode
SOMEBODY: Final = re.compile(b"|".join([encode({"type": told.__struct_config__.tag})[1:] for told in (Who, All)]))
"""In a piece as it is encoded, a seat or several that are told by name: then its words depend on who sits where."""


class Kept:
    """A cache of what a table showed, in words. What is full is cleared.

    The ids are of objects that are kept here, so that no other object can have such an id.
    """

    def __init__(self) -> None:
        self.zones: dict[int, tuple[tuple[Piece, ...], tuple[ShownPiece, ...]]] = {}
        """Zones, by the id of their pieces.

        The one shown last is at the end: what stays must stay the same tuple in words, too, or pages are told of it.
        """
        self.same: dict[int, tuple[Piece, ShownPiece]] = {}
        """Pieces by id: games reuse most of them."""
        self.named: dict[bytes, ShownPiece] = {}
        """Pieces that name people, by content."""
        self.boards: dict[int, tuple[Board, ShownBoard]] = {}
        """Boards by id: in some games all viewers share one, and it stays while nothing happens."""
        self.says: tuple[Say | None, str] = None, ""
        """Hold what a board was called last, and this in words: most viewers of a table share it."""


@lru_cache(maxsize=MOST_TABLES)
def kept_for(_rules: AnyGame, _words: Words, _names: tuple[str, ...], _now: SeatsNow) -> Kept:
    """Return the cache for a table where these people sit."""
    return Kept()


@lru_cache(maxsize=MOST_GAMES)
def kept_for_all(_rules: AnyGame, _words: Words, _now: SeatsNow) -> dict[bytes, ShownPiece]:
    """Return the cache of pieces that name nobody, by content: they are the same at every table."""
    return {}


def board_shown(board: Board, called: Called, now: SeatsNow = AS_EVER) -> ShownBoard:
    """Return the board in words. Its pieces belong to the seats as they are now."""
    kept = kept_for(called.rules, called.words, called.names, now)
    known = kept.boards.get(id(board))
    if known is not None:
        return known[1]
    zones = []
    for zone in board.zones:
        pieces = zone.pieces
        found = kept.zones.pop(id(pieces), None) or (pieces, zone_shown(pieces, called, now, kept))
        kept.zones[id(pieces)] = found
        zones.append(Zone(found[1], zone.left, zone.top, zone.name))
    while len(kept.zones) > MOST_ZONES:
        del kept.zones[next(iter(kept.zones))]
    if kept.says[0] is not board.says:
        kept.says = board.says, called.said(board.says)
    if len(kept.boards) >= MOST_BOARDS:
        kept.boards.clear()
    shown = ShownBoard(board.height, tuple(zones), kept.says[1])
    kept.boards[id(board)] = board, shown
    return shown


def zone_shown(pieces: tuple[Piece, ...], called: Called, now: SeatsNow, kept: Kept) -> tuple[ShownPiece, ...]:
    """Return the pieces of an uncached zone in words."""
    shown, same, open_to_all = [], kept.same, kept_for_all(called.rules, called.words, now)
    for piece in pieces:
        found = same.get(id(piece))
        if found is None:
            key = encode(piece)
            alike = kept.named if SOMEBODY.search(key) else open_to_all
            if key not in alike:
                alike[key] = piece_shown(piece, called, now)
            found = same[id(piece)] = piece, alike[key]
        shown.append(found[1])
    for cache, most in ((same, MOST_SAME), (kept.named, MOST_NAMED), (open_to_all, MOST_PIECES)):
        if len(cache) >= most:
            cache.clear()
    return tuple(shown)


def piece_shown(piece: Piece, called: Called, now: SeatsNow) -> ShownPiece:
    seat = piece.seat
    if now and seat is not None:
        seat = now[seat] if seat < len(now) else None
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
        seat=seat,
        word=called.word(piece.fills, piece.stands_for),
        fills=piece.fills,
        looks=piece.looks,
        key=piece.key,
        way=piece.way,
        about="" if explained_by is None else explained_by.id,
    )
