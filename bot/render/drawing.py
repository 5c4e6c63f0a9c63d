"""A board as one SVG, for whoever can't lay out pieces: the same pieces, the same symbols, the same places."""

from collections.abc import Mapping
from html import escape
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.ports.messages import ShownBoard, ShownPiece
from bot.render.symbols import SYMBOLIC, coloured, symbol
from games.kit.board import WIDTH, Look, PieceKind

NO_COLOURS: Final[Mapping[str, str]] = MappingProxyType({})
FONT: Final = "Atkinson Hyperlegible Next, system-ui, sans-serif"
STRIP: Final = 12
"""So much of a symbol's box is kept for a label that stands below it."""
LETTER: Final = 0.54
"""The width of a letter, of its height, on the average."""
BELOW: Final = frozenset({PieceKind.CUP, PieceKind.CHIP, PieceKind.FIGURE})
"""The labels of these stand below them, the others' on them."""
SQUEEZED: Final = 1.3
"""So much wider than their room letters may be, and are squeezed; longer ones are cut."""
TEAMS: Final = {
    "Y": "var(--yellow,#ffd21f)",
    "B": "var(--blue,#2a62d4)",
    "R": "var(--red,#ff6a5c)",
    "G": "var(--green,#0c7c48)",
}
AREAS: Final = TEAMS | {
    "seat": "var(--raised,#352c52)",
    "table": "var(--table,#2b2440)",
    "track": "var(--track,#3d4a72)",
    "inner": "var(--inner,#2d3658)",
    "crossing": "var(--crossing,#56658f)",
    "slot": "none",
}
PLATES: Final = TEAMS | {"plain": "var(--plate,#574a80)", "gold": "var(--gold,#ffd34d)", "red": "var(--alarm,#e2373f)"}
FELT: Final = "var(--felt,#221b38)"
INK: Final = "var(--ink,#17122a)"
PALE: Final = "var(--pale,#f4effe)"
SOFT: Final = "var(--soft,#c9bfe6)"
GOLD: Final = "var(--gold,#ffd34d)"
LAST: Final = "var(--last,#c9a7ff)"
ON_LIGHT: Final = frozenset({"Y", "R", "gold"})
"""The areas and plates that bear dark letters."""


class Letters(NamedTuple):
    """Letters on a base line. `x`: of their `anchor` (start, middle, end); `wide`: the room they have; in units."""

    text: str
    x: float
    base: float
    high: float
    wide: float
    ink: str
    anchor: str


def svg(board: ShownBoard, colours: Mapping[str, str] = NO_COLOURS) -> str:
    """Return the whole board as SVG, in the colours given or in those of the dark felt."""
    names = {f"{piece.kind}-{piece.face}": piece for piece in board.pieces if piece.kind in SYMBOLIC}
    symbols = "".join(defined(name, piece) for name, piece in names.items())
    size = f'viewBox="0 0 {WIDTH} {board.height}" font-family="{FONT}" font-weight="600"'
    drawn = "".join(map(piece_drawn, board.pieces))
    whole = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><defs>{symbols}</defs>{ground(board.height)}{drawn}</svg>'
    return coloured(whole, colours)


def ground(height: int) -> str:
    return rect((0, 0, WIDTH, height), 10, FELT)


def defined(name: str, piece: ShownPiece) -> str:
    one = symbol(piece.kind, piece.face)
    return (
        f'<symbol id="{escape(name)}" viewBox="0 0 {one.width} {one.height}" overflow="visible">{one.content}</symbol>'
    )


def piece_drawn(piece: ShownPiece) -> str:
    written = label(piece)
    parts = body(piece) + frame(piece) + (as_text(written) if written else "")
    return f'<g opacity=".45">{parts}</g>' if Look.DIM in piece.looks else parts


def body(piece: ShownPiece) -> str:
    box = (piece.left, piece.top, piece.width, piece.height)
    match piece.kind:
        case PieceKind.SPACE:
            slot = f' stroke="{SOFT}" stroke-dasharray="3 3"' if piece.face == "slot" else ""
            return rect(box, 5, AREAS.get(piece.face, AREAS["seat"]), slot)
        case PieceKind.BADGE:
            return rect(box, piece.height / 2, PLATES.get(piece.face, PLATES["plain"]))
        case PieceKind.TEXT:
            return ""
        case _:
            left, top, width, height = symbol_box(piece)
            name = escape(f"{piece.kind}-{piece.face}")
            return f'<use href="#{name}" x="{left}" y="{top}" width="{width}" height="{height}"/>'


def symbol_box(piece: ShownPiece) -> tuple[int, int, int, int]:
    """Return where the symbol of a piece stands: above its label, unless it bears it."""
    below = STRIP if piece.label and piece.kind in BELOW else 0
    return piece.left, piece.top, piece.width, piece.height - below


def frame(piece: ShownPiece) -> str:
    """Return what frames a piece that goes now, was moved last, or whose seat is awaited."""
    looks = [colour for look, colour in ((Look.LAST, LAST), (Look.LIT, GOLD), (Look.TURN, GOLD)) if look in piece.looks]
    if not looks or piece.kind is PieceKind.TEXT:
        return ""
    left, top, width, height = symbol_box(piece)
    around = (left - 1, top - 1, width + 2, height + 2)
    round_ = piece.height / 2 if piece.kind is PieceKind.BADGE else 6
    return rect(around, round_, "none", f' stroke="{looks[-1]}" stroke-width="2"')


def label(piece: ShownPiece) -> Letters | None:
    """Return the letters on a piece, or below it; None: it has none."""
    if not piece.label:
        return None
    middle = piece.left + piece.width / 2
    match piece.kind:
        case PieceKind.SPACE:
            ink = INK if piece.face in ON_LIGHT else SOFT
            return letters(piece.label, piece.left + 4, piece.top + 10, 9, piece.width - 6, ink, "start")
        case PieceKind.TEXT:
            at, anchor = {"left": (piece.left, "start"), "right": (piece.left + piece.width, "end")}.get(
                piece.face, (middle, "middle")
            )
            ink = (
                GOLD
                if Look.LIT in piece.looks or Look.TURN in piece.looks
                else SOFT
                if Look.QUIET in piece.looks
                else PALE
            )
            return letters(piece.label, at, piece.top + piece.height * 0.82, piece.height, piece.width, ink, anchor)
        case PieceKind.BADGE:
            ink = INK if piece.face in ON_LIGHT else PALE
            return letters(
                piece.label, middle, piece.top + piece.height * 0.75, piece.height * 0.75, piece.width - 4, ink
            )
        case PieceKind.DIE:
            high = piece.height * 0.4
            return letters(
                piece.label, middle, piece.top + piece.height * 0.5 + high * 0.36, high, piece.width * 0.8, INK
            )
        case PieceKind.CARD | PieceKind.CONE:
            return letters(piece.label, middle, piece.top + piece.height - 4, 11, piece.width - 2, INK)
        case _:
            return letters(piece.label, middle, piece.top + piece.height - 2, 10, piece.width + 8, PALE)


def letters(text: str, x: float, base: float, high: float, wide: float, ink: str, anchor: str = "middle") -> Letters:
    return Letters(text, x, base, high, wide, ink, anchor)


def as_text(one: Letters) -> str:
    """Return letters as SVG; squeezed or cut where they are too wide."""
    most = max(1, int(one.wide * SQUEEZED / (LETTER * one.high)))
    shown = one.text if len(one.text) <= most else one.text[: most - 1] + "…"
    narrow = f' textLength="{one.wide:.0f}" lengthAdjust="spacingAndGlyphs"'
    squeezed = narrow if len(shown) * LETTER * one.high > one.wide else ""
    size = f'x="{one.x:.1f}" y="{one.base:.1f}" font-size="{one.high:.1f}" text-anchor="{one.anchor}"'
    return f'<text {size} fill="{one.ink}"{squeezed}>{escape(shown)}</text>'


def rect(box: tuple[float, float, float, float], round_: float, fill: str, more: str = "") -> str:
    left, top, width, height = box
    return f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="{round_:g}" fill="{fill}"{more}/>'
