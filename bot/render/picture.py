"""A board as PNG, for chats. Each piece is drawn once in each size and cached, then pasted in its place.

Drawing a whole board took 20 to 50 ms, which blocked the process; pasting sprites takes a tenth of that.
"""

import io
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from threading import RLock
from typing import Final

import resvg_py
from cachetools import LRUCache, cached
from msgspec.structs import replace
from PIL import Image, ImageDraw, ImageFont

from bot.ports.shown import ShownBoard, ShownPiece
from bot.render.drawing import FELT, NO_COLOURS, Letters, body, defined, frame, label
from bot.render.symbols import SYMBOLIC, coloured, symbol
from bot.render.symbols import defined as symbols_defined
from games.kit.board import WIDTH, Look, PieceKind

FONT_FILE: Final = Path(__file__).parent / "fonts" / "atkinson-hyperlegible-next-600.ttf"
MARGIN: Final = 4
"""Units around a piece, with room for its frame."""
COLOURS: Final = 64
"""In the picture's palette: this saves two thirds of the bytes, and nobody sees it."""
FEWER: Final = ((1.0, 32), (0.8, 32), (0.6, 32), (0.5, 16))
"""Steps for making a too large picture smaller: the share of its width, and the number of colours."""
LEAST: Final = 16
"""The smaller side, in pixels, below which no picture is made."""
SAMPLED: Final = 3
BAND: Final = 100
"""Rows of pixels."""
SPRITES: Final = 32_000_000
"""How many bytes of sprites are cached."""
FACES: Final = 4_000_000
"""How many bytes of faces are cached."""
LARGER: Final = 1.4
"""How much larger a face is than the letters of the name beside it; as on pages."""
BESIDE: Final = 3
"""Units between a face and the name."""
TONES: Final = (
    *("#a3451f", "#2f5f94", "#7b3f86", "#8a6410", "#1f6f6c"),
    *("#a1324f", "#4d6a1e", "#5a4fa0", "#75522f", "#375a52"),
)
"""Colours that faces lie on, by seat; as on pages (`.hue-0` in `colours.css`)."""
DIMMED: Final = 0.45
ELLIPSIS: Final = "…"


def png(board: ShownBoard, width: int, faces: Sequence[str] = ()) -> bytes:
    """Return the board as PNG, `width` pixels wide. `faces`: those of the seats, beside their names."""
    return packed(composed(board, width, faces), COLOURS)


def png_within(board: ShownBoard, width: int, most: int, faces: Sequence[str] = ()) -> bytes:
    """Return the same with `most` bytes at most; if need be with fewer colours, or smaller."""
    return packed_within(composed(board, width, faces), most)


def packed_within(image: Image.Image, most: int) -> bytes:
    """Return a picture as PNG with `most` bytes at most; if need be with fewer colours, or smaller."""
    found = packed(image, COLOURS)
    for share, colours in FEWER:
        if len(found) <= most:
            break
        smaller = image if share == 1 else scaled(image, share)
        found = packed(smaller, colours)
    share, colours = FEWER[-1]
    while len(found) > most and round(min(image.size) * share) > LEAST:  # at this size any board is small enough
        share *= 0.8
        found = packed(scaled(image, share), colours)
    return found


def scaled(image: Image.Image, share: float) -> Image.Image:
    """Return a picture scaled to this share of its size."""
    return image.resize((max(1, round(image.width * share)), max(1, round(image.height * share))))


def composed(board: ShownBoard, width: int, faces: Sequence[str] = ()) -> Image.Image:
    """Return the board with its pieces pasted, `width` pixels wide."""
    image = ground_of(board.height, width).copy()
    lay_all(image, board.pieces, faces)
    return image.convert("RGB")


def lay_all(image: Image.Image, pieces: Iterable[ShownPiece], faces: Sequence[str]) -> None:
    """Paste pieces on a ground that is as wide as their board."""
    scale = image.width / WIDTH
    for piece in pieces:
        face = face_beside(piece, faces)
        if face and piece.seat is not None:
            piece = lay_face(image, piece, face, scale)  # noqa: PLW2901 - its letters make room
        lay(image, piece, scale)


def packed(image: Image.Image, colours: int) -> bytes:
    """Return the picture as PNG, with a palette of so many colours.

    The palette is computed from every third pixel and applied in bands: Pillow blocks the process while it counts
    colours, so no step may take long.
    """
    few = image.resize((max(1, image.width // SAMPLED), max(1, image.height // SAMPLED)), Image.Resampling.NEAREST)
    palette = few.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    flat = Image.new("P", image.size)
    flat.putpalette(palette.getpalette() or [])
    for top in range(0, image.height, BAND):
        band = image.crop((0, top, image.width, min(image.height, top + BAND)))
        flat.paste(band.quantize(palette=palette, dither=Image.Dither.NONE), (0, top))
    found = io.BytesIO()
    flat.save(found, "PNG")
    return found.getvalue()


@lru_cache(maxsize=32)
def ground_of(height: int, width: int) -> Image.Image:
    """Return an empty board. Its corners are square, since chats round them."""
    felt = coloured(FELT, NO_COLOURS)
    return Image.new("RGBA", (width, round(height * width / WIDTH)), felt)


def lay(image: Image.Image, piece: ShownPiece, scale: float) -> None:
    """Paste a piece on the board, with its letters."""
    if piece.kind != PieceKind.TEXT:
        left, top = round((piece.left - MARGIN) * scale), round((piece.top - MARGIN) * scale)
        image.alpha_composite(sprite(bare(piece), scale), *clipped(left, top))
    written = label(piece)
    if written is not None:
        write(image, written, scale, dim=Look.DIM in piece.looks)


def face_beside(piece: ShownPiece, faces: Sequence[str]) -> str:
    """Return the face that stands beside a piece, which is the name of somebody who sits there; empty: none does."""
    named = piece.kind == PieceKind.TEXT and piece.seat is not None and piece.seat < len(faces)
    return faces[piece.seat] if named and piece.seat is not None else ""


def lay_face(image: Image.Image, piece: ShownPiece, face: str, scale: float) -> ShownPiece:
    """Paste somebody's face at the edge where their name begins; return the name, in the room that is left."""
    side = piece.height if piece.face == "plate" else round(piece.height * LARGER)
    at_right = piece.face == "right"
    left = piece.left + piece.width - side if at_right else piece.left
    top = piece.top + (piece.height - side) / 2
    pixels = max(1, round(side * scale))
    shown = face_sprite(face, int(piece.seat or 0) % len(TONES), pixels)
    image.alpha_composite(shown, *clipped(round(left * scale), round(top * scale)))
    if piece.face == "plate":
        return piece
    room = side + BESIDE
    return replace(piece, left=piece.left if at_right else piece.left + room, width=max(1, piece.width - room))


def clipped(left: int, top: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return where a sprite goes, and from which of its own pixels on: nothing is pasted outside the board."""
    return (max(0, left), max(0, top)), (max(0, -left), max(0, -top))


def size_of(image: Image.Image) -> int:
    """Return how many bytes a picture takes in memory."""
    return image.width * image.height * len(image.getbands())


def bare(piece: ShownPiece) -> ShownPiece:
    """Return only what decides how a piece's sprite looks, at one place; a label leaves its strip free."""
    return replace(
        piece,
        left=MARGIN,
        top=MARGIN,
        name="",
        label="x" if piece.label else "",
        seat=None,
        word="",
        fills=(),
        key="",
    )


@cached(LRUCache(SPRITES, getsizeof=size_of), lock=RLock(), info=True)
def sprite(piece: ShownPiece, scale: float) -> Image.Image:
    """Return a sprite: the piece without its letters, with a margin around it."""
    name = f"{piece.kind}-{piece.face}"
    symbols = f"<defs>{defined(name, piece)}</defs>" if piece.kind in SYMBOLIC else ""
    dim = f' opacity="{DIMMED}"' if Look.DIM in piece.looks else ""
    drawn = f"{symbols}<g{dim}>{body(piece)}{frame(piece)}</g>"
    return rendered(drawn, piece.width + 2 * MARGIN, piece.height + 2 * MARGIN, scale)


@cached(LRUCache(FACES, getsizeof=size_of), lock=RLock())
def face_sprite(face: str, tone: int, pixels: int) -> Image.Image:
    """Return a face on a disc of one of the tones, so many pixels wide."""
    one = symbol("face", face)
    disc = f'<circle cx="50" cy="50" r="49" fill="{TONES[tone]}" stroke="#fff" stroke-opacity=".35" stroke-width="2"/>'
    use = '<use href="#face" x="9" y="9" width="82" height="82"/>'
    return rendered(f"<defs>{symbols_defined('face', one)}</defs>{disc}{use}", 100, 100, pixels / 100)


def rendered(content: str, width: float, height: float, scale: float) -> Image.Image:
    """Return SVG as pixels. It needs no font, since letters are written by `write`."""
    box = f'viewBox="0 0 {width} {height}"'
    whole = coloured(f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{content}</svg>', NO_COLOURS)
    pixels = resvg_py.svg_to_bytes(svg_string=whole, width=max(1, round(width * scale)), skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(pixels))).convert("RGBA")


# Letters


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT_FILE, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def known() -> frozenset[str]:
    """Return the letters that the font has; only those of European languages are looked for, once."""
    missing = bytes(font(16).getmask("\uffff"))
    return frozenset(
        one for one in map(chr, range(0x20, 0x2600)) if one.isspace() or bytes(font(16).getmask(one)) != missing
    )


def write(image: Image.Image, one: Letters, scale: float, *, dim: bool) -> None:
    """Write letters: smaller if they are too wide, and cut if that is not enough."""
    text = legible(one.text)
    size = max(6, round(one.high * scale))
    shown, shape = fitted(text, size, round(one.wide * scale))
    colour = coloured(one.ink, NO_COLOURS)
    anchor = {"start": "ls", "middle": "ms", "end": "rs"}[one.anchor]
    pen = ImageDraw.Draw(image)
    pen.text(
        (round(one.x * scale), round(one.base * scale)),
        shown,
        fill=colour + ("80" if dim else ""),
        font=shape,
        anchor=anchor,
    )


@lru_cache(maxsize=4096)
def fitted(text: str, size: int, wide: int) -> tuple[str, ImageFont.FreeTypeFont]:
    """Return the text and a font in which it fits, at least four fifths of the size; cut if it still does not fit."""
    for smaller in (size, round(size * 0.9), round(size * 0.8)):
        shape = font(max(6, smaller))
        if shape.getlength(text) <= wide:
            return text, shape
    return cut(text, shape, wide), shape


def cut(text: str, shape: ImageFont.FreeTypeFont, wide: int) -> str:
    most = len(text)
    while most > 1 and shape.getlength(text[:most].rstrip() + ELLIPSIS) > wide:
        most -= 1
    return text[:most].rstrip() + ELLIPSIS


@lru_cache(maxsize=4096)
def legible(text: str) -> str:
    """Return the letters of a name that the font has; if there are none, a mark, for the text beside has the name."""
    found = "".join(one for one in text if one in known()).strip()
    return found or ("•" if text.strip() else "")
