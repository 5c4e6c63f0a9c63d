"""How a game ended as a picture of 1200 by 630, which chats show beside a link: who won, what decided it, the table."""

from collections.abc import Iterator, Sequence
from typing import Final

from PIL import Image, ImageDraw

from bot.ports.shown import ResultSeat, ShownResult
from bot.render.drawing import NO_COLOURS, Letters
from bot.render.picture import (
    TONES,
    face_sprite,
    fitted,
    font,
    lay_all,
    legible,
    packed_within,
    rendered,
    write,
)
from bot.render.symbols import coloured, defined, symbols
from bot.render.symbols.colours import GOLD, GOLD_DEEP, INK
from games.kit.board import WIDTH as UNITS
from games.kit.board import PieceKind

WIDTH: Final = 1200
HEIGHT: Final = 630
COLUMN: Final = 400
"""The width of what stands beside the table, on paper."""
MIDDLE: Final = COLUMN / 2
INSIDE: Final = COLUMN - 56
TABLE: Final = (COLUMN + 36, 28, WIDTH - 36, HEIGHT - 20)
"""The box in which what decided it is told, and below it the table is laid."""
BRAND: Final = "Potluck"
POT: Final = (
    '<path d="M10 31h44v13c0 9-7 14-16 14H26c-9 0-16-5-16-14z" fill="#c2542d" stroke="#3a2418" stroke-width="2.5"/>'
    '<path d="M5 33h54" stroke="#3a2418" stroke-width="6" stroke-linecap="round"/>'
    '<path d="M5 33h54" stroke="#e0a13c" stroke-width="2.4" stroke-linecap="round"/>'
)
"""The pot of the house, of 64 by 64."""
POT_SIDE: Final = 44
HEAD: Final = 118
"""The base line of the title."""
FACE: Final = {1: 190, 2: 150, 3: 100}
"""How large the faces are, by how many are shown."""
MOST_FACES: Final = 3
RING: Final = 6
MARK: Final = 0.6
"""How large the symbol is of what befell somebody, as a share of their face."""
BELOW: Final = (146, HEIGHT - 30)
"""Where in the column the winners and the others stand."""
NAME: Final = 56
"""The height of the names below the faces; then comes what it brought the winners."""
GAIN: Final = 44
ROW: Final = 40
PLACE: Final = 26
"""The width of what says somebody's place."""
TOLD: Final = (40, 38, 36, 34)
"""How large it is told: as large as it goes in one line, else in two of the largest."""
LEADING: Final = 1.2
MOST_LINES: Final = 2
PAPER: Final = "#fdf6e6"
DARK: Final = "#2b1d14"
FADED: Final = "#6d5a4a"
ACCENT: Final = "#a03c1b"
FELT: Final = "#1f5a42"
FELT_LETTERS: Final = "#fff6e0"
WALLS: Final = frozenset({"seat", "table"})
"""Areas that are only walls around what lies there, or around nothing."""


def result_png(shown: ShownResult, most: int) -> bytes:
    """Return the picture as PNG with `most` bytes at most."""
    large, others = parted(shown.seats)
    image = rendered("".join(ground()), WIDTH, HEIGHT, 1)
    lay_table(image, shown, lay_told(image, shown.told or shown.how))
    left = MIDDLE - (POT_SIDE + 8 + font(32).getlength(BRAND)) / 2
    write(image, Letters(BRAND, left + POT_SIDE + 8, 58, 32, INSIDE, ACCENT, "start"), 1, dim=False)
    size = next((size for size in range(42, 26, -2) if font(size).getlength(legible(shown.title)) <= INSIDE), 26)
    write(image, Letters(shown.title, MIDDLE, HEAD, size, INSIDE, DARK, "middle"), 1, dim=False)
    rest = len(others) * ROW + (ROW if shown.more else 0)
    room = BELOW[1] - BELOW[0] - rest - NAME - GAIN - (ROW if shown.remark else 0)
    side = max(84, min(FACE[min(len(large), MOST_FACES) or 1], int(room)))
    high = high_of(large, side) + (ROW if shown.remark else 0) if large else 0
    top = BELOW[0] + max(0.0, BELOW[1] - BELOW[0] - high - rest) / 2
    if large:
        lay_large(image, large, top, side)
        remark = Letters(shown.remark, MIDDLE, top + high - 8, 24, INSIDE, DARK, "middle")
        write(image, remark, 1, dim=False)
    lay_others(image, others, shown.more, top + high + ROW)
    return packed_within(image.convert("RGB"), most)


def parted(seats: Sequence[ResultSeat]) -> tuple[list[ResultSeat], list[ResultSeat]]:
    """Return who is shown large, and the others: the winners, and beside a single one whom something befell."""
    winners, others = ([one for one in seats if one.won is won] for won in (True, False))
    marked = [one for one in others if one.mark][:1] if len(winners) == 1 else []
    return [*winners, *marked], [one for one in others if one not in marked]


def high_of(large: Sequence[ResultSeat], side: int) -> float:
    """Return how high the part of those is who are shown large. `side`: of a face."""
    return side + NAME + (GAIN if shared_gain(large) else 0)


def shared_gain(large: Sequence[ResultSeat]) -> str:
    """Return what the game brought each of the winners, in letters; empty if it differs, or there was no money."""
    gains = {one.gain for one in large if one.won}
    return gains.pop() if len(gains) == 1 else ""


def ground() -> Iterator[str]:
    """Draw what lies below all: the felt, the paper beside it, and the pot of the house."""
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{FELT}"/>'
    yield f'<rect width="{COLUMN}" height="{HEIGHT}" fill="{PAPER}"/>'
    yield f'<rect x="{COLUMN}" width="8" height="{HEIGHT}" fill="#5e371b"/>'
    left = MIDDLE - (POT_SIDE + 8 + font(32).getlength(BRAND)) / 2
    yield f'<svg x="{left}" y="18" width="{POT_SIDE}" height="{POT_SIDE}" viewBox="3 16 58 44">{POT}</svg>'


def lay_told(image: Image.Image, told: str) -> float:
    """Write what decided it above the table; return where it ends."""
    left, top, right, _ = TABLE
    wide = right - left
    size = next((size for size in TOLD if font(size).getlength(legible(told)) <= wide), TOLD[0])
    lines = wrapped(told, size, wide)
    for at, line in enumerate(lines):
        base = top + size + at * size * LEADING
        write(image, Letters(line, (left + right) / 2, base, size, wide, FELT_LETTERS, "middle"), 1, dim=False)
    return top + len(lines) * size * LEADING + 12


def lay_table(image: Image.Image, shown: ShownResult, top: float) -> None:
    """Lay the table in its box, as large as it goes; without a board the game's name stands there."""
    left, _, right, bottom = TABLE
    if shown.board is None:
        named = Letters(shown.title, (left + right) / 2, HEIGHT / 2 + 24, 72, right - left, FELT_LETTERS, "middle")
        write(image, named, 1, dim=True)
        return
    high = shown.board.height
    width = int(min(right - left, (bottom - top) * UNITS / high))
    laid = Image.new("RGBA", (width, round(width * high / UNITS)), coloured(FELT, NO_COLOURS))
    walls = (one for one in shown.board.pieces if not (one.kind == PieceKind.SPACE and one.face in WALLS))
    lay_all(laid, walls, shown.faces)
    image.paste(laid, (left + (right - left - laid.width) // 2, int(top + (bottom - top - laid.height) / 2)))


def lay_large(image: Image.Image, large: Sequence[ResultSeat], top: float, side: int) -> None:
    """Lay faces side by side, the winners' in gold rings, with their names and what it brought them."""
    shown = large[:MOST_FACES]
    base, alike = top + side + NAME - 8, all(one.won for one in large)
    for at, one in enumerate(shown):
        x = MIDDLE + (at - (len(shown) - 1) / 2) * (side + 30 if not alike else side + 14)
        lay_face(image, one, x, top + side / 2, side, ring=one.won)
        if one.mark:
            lay_mark(image, one.mark, x + side * 0.32, top + side * 0.72, round(side * MARK))
        if not alike:
            write(image, Letters(one.name, x, base, 30, side + 20, DARK, "middle"), 1, dim=False)
    if alike:
        named = ", ".join(one.name for one in large)
        write(image, Letters(named, MIDDLE, base, 38, INSIDE, DARK, "middle"), 1, dim=False)
    gain = shared_gain(large)
    ink = ACCENT if gain.startswith("+") else FADED
    write(image, Letters(gain, MIDDLE, base + GAIN, 34, INSIDE, ink, "middle"), 1, dim=False)


def lay_mark(image: Image.Image, name: str, x: float, y: float, side: int) -> None:
    """Lay the symbol of what befell somebody around a point."""
    drawn = f'<defs>{defined(name, symbols()[name])}</defs><use href="#{name}" width="{side}" height="{side}"/>'
    image.alpha_composite(rendered(drawn, side, side, 1), (round(x - side / 2), round(y - side / 2)))


def lay_others(image: Image.Image, others: Sequence[ResultSeat], more: str, base: float) -> None:
    """Write the others below: a place, a face, a name, and what it brought each; the last row says how many more."""
    edge = (COLUMN - INSIDE) / 2
    left = edge + (PLACE if any(one.place for one in others) else 0)
    for one in others:
        write(image, Letters(str(one.place or ""), edge + PLACE / 2, base, 24, PLACE, FADED, "middle"), 1, dim=False)
        lay_face(image, one, left + 22, base - 9, 32)
        wide = font(24).getlength(legible(one.gain))
        write(image, Letters(one.gain, edge + INSIDE, base, 24, wide + 1, FADED, "end"), 1, dim=False)
        room = edge + INSIDE - left - 48 - (wide + 14 if one.gain else 0)
        write(image, Letters(one.name, left + 48, base, 24, room, DARK, "start"), 1, dim=False)
        base += ROW
    write(image, Letters(more, MIDDLE, base - 4, 20, INSIDE, FADED, "middle"), 1, dim=False)


def lay_face(image: Image.Image, one: ResultSeat, x: float, y: float, side: int, *, ring: bool = False) -> None:
    """Lay a face around a point; `ring`: in gold, with a medal. Whoever has no face is only their letter."""
    pen = ImageDraw.Draw(image)
    gold, edge = coloured(GOLD, NO_COLOURS), side / 2 + RING
    if ring:
        pen.ellipse((x - edge, y - edge, x + edge, y + edge), fill=gold)
    tone = int(one.seat) % len(TONES)
    if one.face:
        image.alpha_composite(face_sprite(one.face, tone, side), (round(x - side / 2), round(y - side / 2)))
    else:
        pen.ellipse((x - side / 2, y - side / 2, x + side / 2, y + side / 2), fill=TONES[tone])
        letter = legible(one.name)[:1].upper()
        write(image, Letters(letter, x, y + side * 0.2, side * 0.6, side, PAPER, "middle"), 1, dim=False)
    if ring:
        mark, at = side * 0.16, (x + side * 0.36, y + side * 0.36)
        box = (at[0] - mark, at[1] - mark, at[0] + mark, at[1] + mark)
        pen.ellipse(box, fill=gold, outline=coloured(GOLD_DEEP, NO_COLOURS), width=3)
        write(image, Letters("1", at[0], at[1] + mark * 0.48, mark * 1.4, 2 * mark, INK, "middle"), 1, dim=False)


def wrapped(text: str, size: int, wide: int) -> list[str]:
    """Return a sentence in lines that fit, the last one cut where it is too long."""
    lines = [""]
    for word in legible(text).split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font(size).getlength(longer) > wide and len(lines) < MOST_LINES:
            lines.append(word)
        else:
            lines[-1] = longer
    return [fitted(line, size, wide)[0] for line in lines]
