"""Hold the symbols of all boards: dice, cards, cups, the cone, chips, figures; for pages, overlays and pictures.

A colour is written as `var(--board-paper,#fffdf6)`: a page may give it by its style sheet, `coloured` fills it in for a
picture. What they are called, and a light ground's, stands in `colours`.
"""

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from types import MappingProxyType
from typing import Final

from bot.render.symbols.cards import cards
from bot.render.symbols.chips import chips
from bot.render.symbols.colours import PREFIX, paint
from bot.render.symbols.cone import in_all_colours
from bot.render.symbols.cups import cups
from bot.render.symbols.dice import dice
from bot.render.symbols.faces import faces
from bot.render.symbols.figures import figures
from bot.render.symbols.shapes import Symbol
from bot.render.symbols.things import things
from games.kit.board import PieceKind

__all__ = ["SYMBOLIC", "UNKNOWN", "Symbol", "coloured", "defined", "sheet", "symbol", "symbols"]

SYMBOLIC: Final = (PieceKind.DIE, PieceKind.CARD, PieceKind.CUP, PieceKind.CONE, PieceKind.CHIP, PieceKind.FIGURE)
"""The kinds that have symbols; spaces, badges and texts are drawn in any size."""
VARIABLE: Final = re.compile(rf"var\(--{PREFIX}([a-z-]+),(#[0-9a-f]+)\)")
UNKNOWN: Final = Symbol(40, 40, f'<circle cx="20" cy="20" r="18" fill="{paint("raised")}" stroke="{paint("line")}"/>')


@cache
def symbols() -> Mapping[str, Symbol]:
    """Return all symbols, by kind and face: `card-QH`."""
    kinds = (dice(), cards(), cups(), in_all_colours(), chips(), figures(), things(), faces())
    return MappingProxyType({name: one for kind in kinds for name, one in kind})


def symbol(kind: str, face: str) -> Symbol:
    """Return the symbol of a piece; a plain disc where there is none of this face."""
    return symbols().get(f"{kind}-{face}", UNKNOWN)


def coloured(content: str, colours: Mapping[str, str]) -> str:
    """Return SVG with its variables filled: by these colours, or by those that stand in it."""
    return VARIABLE.sub(lambda found: colours.get(found[1], found[2]), content)


def defined(name: str, one: Symbol) -> str:
    """Return a symbol as SVG defines it, for uses of its name."""
    box = f'viewBox="0 0 {one.width} {one.height}" overflow="visible"'
    return f'<symbol id="{escape(name)}" {box}>{one.content}</symbol>'


@cache
def sheet() -> str:
    """Return all symbols as one document, for pages that use them by its address and their names."""
    inside = "".join(defined(name, one) for name, one in symbols().items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'
