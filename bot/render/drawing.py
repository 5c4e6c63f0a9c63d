"""A piece for pictures, as SVG and letters: the same symbols in the same places as on pages."""

from collections.abc import Mapping
from html import escape
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.ports.shown import ShownPiece
from bot.render import symbols as drawn_once
from bot.render.symbols import symbol
from bot.render.symbols.colours import GOLD, INK, PALE, TEAMS, paint
from games.kit.board import Look, PieceKind
from games.kit.lay import BESIDE_FACE

NO_COLOURS: Final[Mapping[str, str]] = MappingProxyType({})
STRIP: Final = 12
"""How much of a symbol's box is left free for a label below it."""
BELOW: Final = frozenset({PieceKind.CUP, PieceKind.CONE, PieceKind.CHIP, PieceKind.FIGURE})
"""Kinds whose label stands below them; that of all others stands on them."""
AREAS: Final = TEAMS | {
    "seat": paint("raised"),
    "table": paint("table"),
    "track": paint("track"),
    "inner": paint("inner"),
    "crossing": paint("crossing"),
    "slot": "none",
}
JOINED: Final = {"crossing-1": (0, 0.5), "crossing-2": (0, 0), "crossing-3": (0.5, 0), "crossing-4": (0.5, 0.5)}
"""The spaces that are two joined squares, and where their labelled one begins, in shares of their sides."""
PLATES: Final = TEAMS | {"plain": paint("plate"), "gold": GOLD, "red": paint("alarm")}
FELT: Final = paint("felt")
SOFT: Final = paint("soft")
BRIGHT: Final = paint("bright")
LIT: Final = paint("lit")
LAST: Final = paint("last")
RIM: Final = paint("rim")
ON_LIGHT: Final = frozenset({"Y", "R", "gold"})
"""The fields and plates on which letters are dark."""


class Facet(NamedTuple):
    """Where letters stand on a die, in shares of its side. `x`, `y`: their middle. `high`: of one or two letters.

    `smaller`: of three letters. `wide`: their room.
    """

    x: float
    y: float
    high: float
    smaller: float
    wide: float


FACETS: Final = {
    "d4": Facet(0.45, 0.67, 0.42, 0.34, 0.55),
    "d6": Facet(0.4, 0.605, 0.5, 0.36, 0.64),
    "d8": Facet(0.44, 0.46, 0.36, 0.27, 0.52),
    "d10": Facet(0.5, 0.46, 0.38, 0.28, 0.54),
    "d12": Facet(0.5, 0.5, 0.42, 0.3, 0.58),
    "d20": Facet(0.5, 0.54, 0.36, 0.28, 0.54),
}
"""One for each solid that `bot.render.symbols.dice` draws."""
CAPITAL: Final = 0.67
"""The height of digits as a share of the font's height."""


class Letters(NamedTuple):
    """Letters on a base line. `x`: of their `anchor` (start, middle, end). `wide`: the room they have. In units."""

    text: str
    x: float
    base: float
    high: float
    wide: float
    ink: str
    anchor: str


def defined(name: str, piece: ShownPiece) -> str:
    return drawn_once.defined(name, symbol(piece.kind, piece.face))


def body(piece: ShownPiece) -> str:
    match piece.kind:
        case PieceKind.SPACE:
            return area(piece)
        case PieceKind.BADGE:
            return plate(piece)
        case PieceKind.TEXT:
            return ""
        case _:
            left, top, width, height = symbol_box(piece)
            name = escape(f"{piece.kind}-{piece.face}")
            foot = tag(piece) if piece.label and piece.kind == PieceKind.CARD else ""
            return f'<use href="#{name}" x="{left}" y="{top}" width="{width}" height="{height}"/>{foot}'


def area(piece: ShownPiece) -> str:
    """Draw a space: a field with a fine rim; a slot is only a dashed frame."""
    if piece.face in JOINED:
        return joined(piece, paint("crossing"), f' stroke="{RIM}"')
    edge = (
        f' stroke="{SOFT}" stroke-dasharray="3 3" stroke-opacity=".7"' if piece.face == "slot" else f' stroke="{RIM}"'
    )
    return rect(inset(piece, 0.5), min(6, piece.height / 4), AREAS.get(piece.face, AREAS["seat"]), edge)


def joined(piece: ShownPiece, fill: str, more: str) -> str:
    """Draw two squares that are joined where their corners meet."""
    points = [(0, 0), (49, 0), (49, 39), (61, 51), (100, 51), (100, 100), (51, 100), (51, 61), (39, 49), (0, 49)]
    falls = len(set(JOINED[piece.face])) == 1
    at = [
        f"{piece.left + piece.width * (x if falls else 100 - x) / 100:g},{piece.top + piece.height * y / 100:g}"
        for x, y in points
    ]
    return f'<polygon points="{" ".join(at)}" fill="{fill}" stroke-linejoin="round"{more}/>'


def plate(piece: ShownPiece) -> str:
    """Draw a badge: a small plate whose dark edge sets it off from what it lies on."""
    fill = PLATES.get(piece.face, PLATES["plain"])
    return rect(inset(piece, 0.5), piece.height / 2, fill, f' stroke="{INK}"')


def tag(piece: ShownPiece) -> str:
    """Draw a plate for the label at the foot of a card, since neither face nor back is a good background."""
    box = (piece.left + 2, piece.top + piece.height - STRIP - 4, piece.width - 4, STRIP + 2)
    return rect(box, 4, GOLD, f' stroke="{INK}"')


def inset(piece: ShownPiece, by: float) -> tuple[float, float, float, float]:
    """Return a piece's box made smaller on all sides, so that its edge stays inside."""
    return piece.left + by, piece.top + by, piece.width - 2 * by, piece.height - 2 * by


def symbol_box(piece: ShownPiece) -> tuple[int, int, int, int]:
    """Return the box of a piece's symbol: above its label, unless the label stands on it."""
    below = STRIP if piece.label and piece.kind in BELOW else 0
    return piece.left, piece.top, piece.width, piece.height - below


def frame(piece: ShownPiece) -> str:
    """Draw the frame of a piece that can be moved now, was moved last, or whose seat is awaited."""
    looks = [colour for look, colour in ((Look.LAST, LAST), (Look.LIT, LIT), (Look.TURN, LIT)) if look in piece.looks]
    if not looks or piece.kind is PieceKind.TEXT:
        return ""
    if piece.face in JOINED:
        return joined(piece, "none", f' stroke="{looks[-1]}" stroke-width="2"')
    left, top, width, height = symbol_box(piece)
    around = (left - 1, top - 1, width + 2, height + 2)
    round_ = piece.height / 2 if piece.kind is PieceKind.BADGE else 6
    return rect(around, round_, "none", f' stroke="{looks[-1]}" stroke-width="2"')


def label(piece: ShownPiece) -> Letters | None:
    """Return the letters on or below a piece; None if it has none."""
    if not piece.label:
        return None
    middle = piece.left + piece.width / 2
    match piece.kind:
        case PieceKind.SPACE:
            ink = INK if piece.face in ON_LIGHT else PALE if piece.face in TEAMS else SOFT
            x, y = JOINED.get(piece.face, (0, 0))
            left, top = piece.left + piece.width * x, piece.top + piece.height * y
            return letters(piece.label, left + 4, top + 10, 9, piece.width - 6, ink, "start")
        case PieceKind.TEXT:
            return told(piece)
        case PieceKind.BADGE:
            ink, high = INK if piece.face in ON_LIGHT else PALE, piece.height * 0.75
            return letters(piece.label, middle, piece.top + piece.height * 0.77, high, piece.width - 4, ink)
        case PieceKind.DIE:
            return on_die(piece)
        case PieceKind.CARD:
            return letters(piece.label, middle, piece.top + piece.height - 5.5, 11, piece.width - 8, INK)
        case _:
            return letters(piece.label, middle, piece.top + piece.height - 2, 10, piece.width + 8, BRIGHT)


def told(piece: ShownPiece) -> Letters:
    """Return the letters of a text piece, at the side that its face names; on a plate, in its upper half."""
    if piece.face == "plate":
        high, room = piece.height * 0.46, piece.height + BESIDE_FACE
        base, wide = piece.top + piece.height * 0.42, piece.width - room
        return letters(piece.label, piece.left + room, base, high, wide, colour_of(piece), "start")
    middle = piece.left + piece.width / 2, "middle"
    ends = {"left": (piece.left, "start"), "right": (piece.left + piece.width, "end")}
    x, anchor = ends.get(piece.face, middle)
    return letters(piece.label, x, piece.top + piece.height * 0.82, piece.height, piece.width, colour_of(piece), anchor)


def colour_of(piece: ShownPiece) -> str:
    """Return the colour of letters that lie on the table itself."""
    lit = Look.LIT in piece.looks or Look.TURN in piece.looks
    return LIT if lit else SOFT if Look.QUIET in piece.looks else BRIGHT


def on_die(piece: ShownPiece) -> Letters:
    """Return the letters on a die's front facet; if there are three, as for a `d12`, they are smaller."""
    side = min(piece.width, piece.height)
    facet = FACETS.get(piece.face, FACETS["d6"])
    high = side * (facet.high if len(piece.label) < 3 else facet.smaller)
    x = piece.left + piece.width / 2 + (facet.x - 0.5) * side
    base = piece.top + piece.height / 2 + (facet.y - 0.5) * side + high * CAPITAL / 2
    return letters(piece.label, x, base, high, side * facet.wide, INK)


def letters(text: str, x: float, base: float, high: float, wide: float, ink: str, anchor: str = "middle") -> Letters:
    return Letters(text, x, base, high, wide, ink, anchor)


def rect(box: tuple[float, float, float, float], round_: float, fill: str, more: str = "") -> str:
    left, top, width, height = box
    return f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="{round_:g}" fill="{fill}"{more}/>'
