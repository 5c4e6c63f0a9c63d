"""Small pictures of single pieces for chats that show them on buttons, legible at the size of a letter."""

import hashlib
import io
from collections.abc import Iterator
from functools import cache
from typing import Final

from msgspec import Struct

from bot.render.symbols import Symbol, symbols
from bot.render.symbols.cards import JOKERS
from bot.render.symbols.colours import BLACK_SUIT, LINE, PAPER, RED_SUIT, VELVET
from bot.render.symbols.glyphs import written
from bot.render.symbols.shapes import block, path
from bot.render.symbols.suits import SUITS, pip, star
from games.kit.board import PieceKind

SIDE: Final = 128
"""Pixels; chats show no more."""
BOX: Final = 100
KINDS: Final = (PieceKind.DIE, PieceKind.CARD, PieceKind.CUP, PieceKind.CONE)
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
BACK: Final = "card-back"
PALE: Final = frozenset({"cup-glass"})
"""Left out: it is invisible on a light background, and nobody presses it."""
DIGITS: Final = 6
"""How many digits of the picture's digest are in its name, so that a new picture has a new name."""


class Emoji(Struct, frozen=True):
    """A picture of a piece, as `card-7H`. `name`: letters, digits and underscores; a new picture has a new one.

    `svg`: the drawing.
    """

    piece: str
    name: str
    svg: str

    def png(self) -> bytes:
        """Draw the picture, which takes about ten milliseconds."""
        from bot.render.picture import rendered  # noqa: PLC0415 - pictures are drawn seldom

        found = io.BytesIO()
        rendered(self.svg, BOX, BOX, SIDE / BOX).save(found, "PNG", optimize=True)
        return found.getvalue()


@cache
def emojis() -> tuple[Emoji, ...]:
    """Return all emojis in the order of their pieces; nothing is drawn yet, and nothing is random."""
    return tuple(emoji(piece, content) for piece, content in sorted(drawn()))


def emoji(piece: str, content: str) -> Emoji:
    """Return an emoji named after its content alone, so that the name is the same on every machine."""
    digest = hashlib.sha256(f"{SIDE} {BOX} {content}".encode()).hexdigest()[:DIGITS]
    return Emoji(piece, f"{piece.replace('-', '_')}_{digest}", content)


def drawn() -> Iterator[tuple[str, str]]:
    """Yield each piece with its picture as SVG, in a square."""
    for suit in SUITS:
        for rank in RANKS:
            yield f"card-{rank}{suit}", card(rank, suit)
    for joker in JOKERS:
        yield f"card-{joker}", paper() + path(star(50, 34, 50), VELVET) + path(written("J", 50, 66, 26, 40), VELVET)
    for name, one in symbols().items():
        if name.partition("-")[0] in KINDS and name not in PALE and (name == BACK or not name.startswith("card-")):
            yield name, squared(name, one)


def paper() -> str:
    return block((13, 1, 74, 98), 12, PAPER, f' stroke="{LINE}" stroke-width="3"')


def card(rank: str, suit: str) -> str:
    """Draw a card as only rank and suit: a whole card is too small on a button."""
    colour = RED_SUIT if suit in "HD" else BLACK_SUIT
    return paper() + path(written(rank, 50, 9, 44, 56) + pip(suit, 50, 76, 38), colour)


def squared(name: str, one: Symbol) -> str:
    """Draw a symbol as large as its square allows."""
    scale = BOX / max(one.width, one.height)
    left, top = (BOX - one.width * scale) / 2, (BOX - one.height * scale) / 2
    return f'<g id="{name}" transform="translate({left:.2f} {top:.2f}) scale({scale:.4f})">{one.content}</g>'
