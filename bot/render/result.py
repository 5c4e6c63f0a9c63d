"""How a game ended as a picture of 1200 by 630, which chats show beside a link: the table, who won, and the game."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from PIL import Image, ImageDraw

from bot.ports.shown import ResultSeat, ShownResult
from bot.render.drawing import FELT, NO_COLOURS, Letters
from bot.render.picture import (
    TONES,
    composed,
    face_sprite,
    fitted,
    font,
    legible,
    packed_within,
    rendered,
    write,
)
from bot.render.symbols import coloured, defined, symbols
from bot.render.symbols.colours import GOLD, GOLD_DEEP, INK, paint
from games.kit.board import WIDTH as UNITS

WIDTH: Final = 1200
HEIGHT: Final = 630
EDGE: Final = 32
COLUMN: Final = 376
"""The width of what stands beside the table."""
MIDDLE: Final = EDGE + COLUMN / 2
INSIDE: Final = COLUMN - 48
TABLE: Final = (EDGE + COLUMN + 28, EDGE, WIDTH - EDGE, HEIGHT - EDGE)
"""The box in which the table is laid."""
HEAD: Final = 86
"""The base line of the title."""
ART: Final = 62
"""The height of the game's symbols."""
FACE: Final = {1: 140, 2: 128, 3: 100}
"""How large the winners' faces are, by how many are shown."""
REMARKED: Final = 100
"""The same with a remark below."""
MOST_FACES: Final = 3
RING: Final = 6
BELOW: Final = (182, HEIGHT - EDGE - 10)
"""Where in the column the winners and the others stand."""
NAME: Final = 56
"""The height of the winners' names, below their faces; then comes what it brought them."""
GAIN: Final = 44
ROW: Final = 40
PLACE: Final = 26
"""The width of what says somebody's place."""
LEADING: Final = 38
MOST_LINES: Final = 4
BRIGHT: Final = paint("bright")
SOFT: Final = paint("soft")


def result_png(shown: ShownResult, most: int) -> bytes:
    """Return the picture as PNG with `most` bytes at most."""
    winners = [one for one in shown.seats if one.won]
    others = [one for one in shown.seats if not one.won]
    image = rendered("".join(ground(shown.art)), WIDTH, HEIGHT, 1)
    lay_table(image, shown)
    size = next((size for size in range(42, 26, -2) if font(size).getlength(legible(shown.title)) <= INSIDE), 26)
    write(image, Letters(shown.title, MIDDLE, HEAD, size, INSIDE, BRIGHT, "middle"), 1, dim=False)
    lines = [] if winners else wrapped(shown.how, 32, INSIDE)
    side = REMARKED if shown.remark else FACE[min(len(winners), MOST_FACES) or 1]
    high = high_of(winners, side) + (ROW if shown.remark else 0) if winners else len(lines) * LEADING
    rest = len(others) * ROW + (ROW if shown.more else 0)
    top = BELOW[0] + max(0.0, BELOW[1] - BELOW[0] - high - rest) / 2
    if winners:
        lay_winners(image, winners, top, side)
        remark = Letters(shown.remark, MIDDLE, top + high - 8, 24, INSIDE, BRIGHT, "middle")
        write(image, remark, 1, dim=False)
    for at, line in enumerate(lines):
        write(image, Letters(line, MIDDLE, top + (at + 0.8) * LEADING, 32, INSIDE, BRIGHT, "middle"), 1, dim=False)
    lay_others(image, others, shown.more, top + high + ROW)
    return packed_within(image.convert("RGB"), most)


def high_of(winners: Sequence[ResultSeat], side: int) -> float:
    """Return how high the winners' part is. `side`: of a face."""
    return side + NAME + (GAIN if shared_gain(winners) else 0)


def shared_gain(winners: Sequence[ResultSeat]) -> str:
    """Return what the game brought each of the winners, in letters; empty if it differs, or there was no money."""
    return winners[0].gain if len({one.gain for one in winners}) == 1 else ""


def ground(art: Sequence[str]) -> Iterator[str]:
    """Draw what lies below all: the felt, the column beside the table, and the game's symbols."""
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{FELT}"/>'
    rim = f'stroke="{paint("rim")}" stroke-width="2"'
    box = f'x="{EDGE}" y="{EDGE}" width="{COLUMN}" height="{HEIGHT - 2 * EDGE}" rx="24"'
    yield f'<rect {box} fill="{paint("table")}" {rim}/>'
    known = [name for name in art if name in symbols()]
    each = INSIDE / max(4, len(known))
    for at, name in enumerate(known):
        one = symbols()[name]
        x = MIDDLE + (at - (len(known) - 1) / 2) * each - each / 2
        yield f"<defs>{defined(name, one)}</defs>"
        yield f'<use href="#{escape(name)}" x="{x + 6}" y="{HEAD + 20}" width="{each - 12}" height="{ART}"/>'


def lay_table(image: Image.Image, shown: ShownResult) -> None:
    """Lay the table in its box, as large as it goes; without a board the game's name stands there."""
    left, top, right, bottom = TABLE
    if shown.board is None:
        named = Letters(shown.title, (left + right) / 2, HEIGHT / 2 + 24, 72, right - left, SOFT, "middle")
        write(image, named, 1, dim=False)
        return
    high = shown.board.height
    width = int(min(right - left, (bottom - top) * UNITS / high))
    drawn = composed(shown.board, width, shown.faces)
    place = (left + (right - left - drawn.width) // 2, top + (bottom - top - drawn.height) // 2)
    image.paste(drawn, place)


def lay_winners(image: Image.Image, winners: Sequence[ResultSeat], top: float, side: int) -> None:
    """Lay the winners' faces side by side, each in a gold ring, with their names and what it brought them."""
    shown = winners[:MOST_FACES]
    for at, one in enumerate(shown):
        x = MIDDLE + (at - (len(shown) - 1) / 2) * (side + 14)
        lay_face(image, one, x, top + side / 2, side, ring=True)
    named, base = ", ".join(one.name for one in winners), top + side + NAME - 8
    write(image, Letters(named, MIDDLE, base, 38, INSIDE, BRIGHT, "middle"), 1, dim=False)
    gain = shared_gain(winners)
    ink = GOLD if gain.startswith("+") else SOFT
    write(image, Letters(gain, MIDDLE, base + GAIN, 34, INSIDE, ink, "middle"), 1, dim=False)


def lay_others(image: Image.Image, others: Sequence[ResultSeat], more: str, base: float) -> None:
    """Write the others below: a place, a face, a name, and what it brought each; the last row says how many more."""
    left = EDGE + (PLACE if any(one.place for one in others) else 0)
    for one in others:
        write(image, Letters(str(one.place or ""), EDGE + PLACE, base, 24, PLACE, SOFT, "middle"), 1, dim=False)
        lay_face(image, one, left + 42, base - 9, 30)
        wide = font(24).getlength(legible(one.gain))
        write(image, Letters(one.gain, EDGE + COLUMN - 24, base, 24, wide + 1, SOFT, "end"), 1, dim=False)
        room = INSIDE - 46 - (left - EDGE) - (wide + 14 if one.gain else 0)
        write(image, Letters(one.name, left + 66, base, 24, room, BRIGHT, "start"), 1, dim=False)
        base += ROW
    write(image, Letters(more, MIDDLE, base - 4, 20, INSIDE, SOFT, "middle"), 1, dim=False)


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
        write(image, Letters(letter, x, y + side * 0.2, side * 0.6, side, BRIGHT, "middle"), 1, dim=False)
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
