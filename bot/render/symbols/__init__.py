"""The symbols of all boards: dice, cards, cups, cones, chips and figures, drawn once for pages, overlays and pictures.

A colour is written as `var(--paper,#fffdf6)`: a page gives it by its style sheet, `coloured` for a picture.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from games.kit.board import PieceKind

SYMBOLIC: Final = (PieceKind.DIE, PieceKind.CARD, PieceKind.CUP, PieceKind.CONE, PieceKind.CHIP, PieceKind.FIGURE)
"""The kinds that have symbols; spaces, badges and texts are drawn in any size."""
VARIABLE: Final = re.compile(r"var\(--([a-z-]+),(#[0-9a-f]+)\)")


class Symbol(NamedTuple):
    """`width`, `height`: of its box, which its shape fills. `content`: SVG in it, colours as variables."""

    width: int
    height: int
    content: str


@cache
def symbols() -> Mapping[str, Symbol]:
    """Return all symbols, by kind and face: `card-QH`."""
    return {}


def symbol(kind: str, face: str) -> Symbol:
    """Return the symbol of a piece; a plain disc where there is none of this face."""
    return symbols().get(f"{kind}-{face}", UNKNOWN)


UNKNOWN: Final = Symbol(
    40, 40, '<circle cx="20" cy="20" r="18" fill="var(--raised,#3a3157)" stroke="var(--line,#8d84ab)"/>'
)


def coloured(content: str, colours: Mapping[str, str]) -> str:
    """Return SVG with its variables filled: by these colours, or by those that stand in it."""
    return VARIABLE.sub(lambda found: colours.get(found[1], found[2]), content)


@cache
def sheet() -> str:
    """Return one SVG of all symbols, for pages."""
    found = (
        f'<symbol id="{name}" viewBox="0 0 {one.width} {one.height}">{one.content}</symbol>'
        for name, one in symbols().items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(found)}</svg>'
