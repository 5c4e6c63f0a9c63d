"""Prepare boards for Discord, as one PNG each: everybody's, and a single viewer's own.

They have different types, so putting a picture of somebody's hand into everybody's message fails the type check.
"""

import io
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar, Final, Self

import discord
from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.discord.outbound.components import Gallery, Media, Shown
from bot.adapters.discord.outbound.markup import read_out
from bot.ports.audience import is_for_one
from bot.ports.messages import Panel, ShownBoard, ShownPiece, Update
from bot.render.lobby import lobby_board
from bot.render.painter import Painter
from bot.render.painting import BoardWanted
from bot.text import Words
from games.kit.board import WIDTH as BOARD_WIDTH
from games.kit.board import PieceKind
from games.kit.lay import in_a_row
from games.kit.seats import Seat, all_seats

WIDTH: Final = 800
"""Twice the width at which a phone shows it, in pixels."""
MOST_BYTES: Final = 30_000
"""A size that a phone loads quickly."""
LONGEST_ALT: Final = 1_024


class Picture(Struct, frozen=True):
    """A picture beside its view. `alt`: its description. `wanted`: what it shows; `png`: empty until it is painted."""

    name: ClassVar[str]
    alt: str
    wanted: BoardWanted
    png: bytes = b""

    def gallery(self) -> Gallery:
        """Return the view's component that shows the picture."""
        return Gallery((Shown(Media(f"attachment://{self.name}"), read_out(self.alt)[:LONGEST_ALT]),))

    def file(self) -> discord.File:
        """Return the picture as an attachment."""
        return discord.File(io.BytesIO(self.png), self.name)

    async def painted(self, painter: Painter) -> Self | None:
        """Return this picture drawn; None: it can't be."""
        content = await painter.drawn(self.wanted)
        return None if content is None else replace(self, png=content)


class SharedPart(Picture, frozen=True):
    """A picture that everybody may see."""

    name: ClassVar[str] = "table.png"

    @classmethod
    def undrawn(cls, update: Update) -> Self | None:
        """Return an update's board for everybody before it is drawn: enough to lay out everything around it.

        None: it has none, or was made for one viewer.
        """
        card = update.card
        if card.board is None or is_for_one(update.audience):
            return None
        return cls(described(card.board, card), wanted(card.board, card))


class PrivatePart(Picture, frozen=True):
    """Hold a picture of what one player holds, or of the table as they see it, for that player alone."""

    name: ClassVar[str] = "hand.png"

    @classmethod
    def undrawn(cls, update: Update) -> Self | None:
        """Return the hand of the player an update is for, before it is drawn; None: there is nothing to draw."""
        strip = hand_of(update)
        return None if strip is None else cls(strip.name, BoardWanted(strip, WIDTH, MOST_BYTES))

    @classmethod
    async def or_table(cls, update: Update, painter: Painter) -> "PrivatePart | None":
        """Return it drawn; for who holds nothing, the table as they see it, which their moves are about."""
        card, board, planned = update.card, update.card.board, cls.undrawn(update)
        if planned is not None:
            return await planned.painted(painter)
        if board is None or card.phase != "playing" or not is_for_one(update.audience):
            return None
        return await OwnTable(described(board, card), wanted(board, card)).painted(painter)


def wanted(board: ShownBoard, card: Panel) -> BoardWanted:
    """Return what to draw of a table's board, with the faces of those who sit there."""
    faces = {seat.seat: seat.face for seat in card.seats}
    by_seat = tuple([faces.get(seat, "") for seat in all_seats(max(faces, default=-1) + 1)])
    return BoardWanted(board, WIDTH, MOST_BYTES, by_seat)


def with_art(card: Panel, words: Words) -> Panel:
    """Return everybody's panel of a table that waits for players with a picture; others as they are."""
    return card if card.phase != "lobby" or card.board is not None else replace(card, board=lobby_board(card, words))


class OwnTable(PrivatePart, frozen=True):
    """Hold a picture of the table as one player sees it."""

    name: ClassVar[str] = "board.png"


def described(board: ShownBoard, card: Panel) -> str:
    """Return a board in words, with the stacks that stand in its picture and nowhere else."""
    stacks = [f"{seat.name} · {seat.stack:,}" for seat in card.seats if seat.stack is not None]
    told = ", ".join(stacks) if card.phase != "lobby" else ""
    return "\n".join(filter(None, (board.name, told, *card.by_board)))


def files_of(picture: Picture | None) -> list[discord.File]:
    """Return a picture as a list of attachments, new each time because each can be sent only once."""
    return [] if picture is None else [picture.file()]


# A player's own hand

HELD: Final = frozenset({PieceKind.DIE, PieceKind.CARD})
EDGE: Final = 8
GAP: Final = 6
HIGHEST: Final = (72, 52)
"""The height of a player's largest pieces, and of all others; in units."""
SHOWN: Final = 0.55
"""How much of a card must be visible beside the next one."""


def hand_of(update: Update) -> ShownBoard | None:
    """Return what the update's player holds, as a separate board; None: they hold nothing secret."""
    panel = update.card
    seats = [one.seat for one in panel.seats if one.you]
    if not seats or panel.board is None or not panel.hands or not is_for_one(update.audience):
        return None
    return own_strip(panel.board, seats[0]) if panel.phase == "playing" else None


def own_strip(board: ShownBoard, seat: Seat) -> ShownBoard | None:
    """Return the dice and cards of this seat in rows, the largest first; None if it has none."""
    held = [one for zone in board.zones for one in zone.pieces if one.seat == seat and one.kind in HELD]
    laid: list[ShownPiece] = []
    top = EDGE
    for at, group in enumerate(by_size(held)):
        high = HIGHEST[min(at, len(HIGHEST) - 1)]
        width = max(1, round(group[0].width * high / max(1, group[0].height)))
        for row in rows(group, width):
            laid += in_row(row, top, high, width)
            top += high + GAP
    name = ", ".join([one.name for one in laid if one.name])
    return ShownBoard.of(top - GAP + EDGE, name, tuple(laid)) if laid else None


def by_size(pieces: Sequence[ShownPiece]) -> list[list[ShownPiece]]:
    """Return the pieces grouped by size, the largest first; dice among larger ones are not shown twice."""
    sizes: dict[tuple[int, int], list[ShownPiece]] = {}
    for one in pieces:
        sizes.setdefault((one.height, one.width), []).append(one)
    found: list[list[ShownPiece]] = []
    for size in sorted(sizes, reverse=True):
        group, larger = sizes[size], [one for shown in found for one in shown]
        if group[0].kind != PieceKind.DIE or not faces_of(group) <= faces_of(larger):
            found.append(group)
    return found


def faces_of(pieces: Sequence[ShownPiece]) -> Counter[tuple[str, str, str]]:
    return Counter([(one.kind, one.face, one.label) for one in pieces])


def rows(group: Sequence[ShownPiece], width: int) -> list[Sequence[ShownPiece]]:
    """Return rows of as many pieces of this width as have room, as even as possible."""
    most = 1 + int((BOARD_WIDTH - 2 * EDGE - width) / (width * SHOWN))
    count = -(-len(group) // most)
    size = -(-len(group) // count)
    return [group[at : at + size] for at in range(0, len(group), size)]


def in_row(row: Sequence[ShownPiece], top: int, high: int, width: int) -> list[ShownPiece]:
    lefts = in_a_row(len(row), EDGE, BOARD_WIDTH - EDGE, width)
    return [
        replace(one, left=left, top=top, width=width, height=high, seat=None, word="", fills=(), key="", way=())
        for one, left in zip(row, lefts, strict=True)
    ]
