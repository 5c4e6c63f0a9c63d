"""Hold figures and letters as outlines, for symbols hold no fonts: what stands on cards and on a cone.

Outlines of Atkinson Hyperlegible Next Bold, Copyright 2020-2024 The Atkinson Hyperlegible Next Project Authors
(https://github.com/googlefonts/atkinson-hyperlegible-next), licensed under the SIL Open Font License 1.1: OFL.txt
beside this file. A capital letter is 100 high and begins at the left edge.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.render.symbols.shapes import placed


class Glyph(NamedTuple):
    width: int
    outline: str


GAP: Final = 9
"""Between two letters."""
GLYPHS: Final = {
    "0": Glyph(
        84,
        "M42 102C15 102 0 82 0 50C0 18 15 -2 42 -2C70 -2 84 18 84 50C84 82 70 102 42 102ZM42 86"
        "C48 86 52 84 56 80L23 34C22 38 22 44 22 50C22 75 29 86 42 86ZM29 20L62 65C64 51 63 25 52 17"
        "C46 12 35 13 29 20Z",
    ),
    "1": Glyph(
        44,
        "M24 100V31H0V15C16 15 23 13 29 0H44V100Z",
    ),
    "2": Glyph(
        76,
        "M0 100V83C30 61 54 43 54 27C54 18 47 14 39 14C32 14 25 17 23 27L4 20C9 6 23 -2 40 -2"
        "C60 -2 75 8 75 27C75 48 56 65 27 82H76V100Z",
    ),
    "3": Glyph(
        77,
        "M38 102C21 102 6 94 0 79L19 72C22 82 29 86 38 86C49 86 55 81 55 71C55 60 44 56 30 56H27V41H30"
        "C45 41 54 35 54 26C54 10 24 8 20 27L1 20C7 5 22 -2 38 -2C57 -2 75 6 75 25C75 36 68 44 58 47"
        "C71 52 77 61 77 71C77 92 58 102 38 102Z",
    ),
    "4": Glyph(
        84,
        "M49 100V78H0V63L49 0H70V60H84V78H70V100ZM23 60H49V27Z",
    ),
    "5": Glyph(
        77,
        "M37 102C19 102 6 93 0 79L18 72C24 91 46 90 53 77C56 72 56 62 53 56C45 44 26 46 20 58L1 51L7 0"
        "H72V17H25L22 38C27 34 35 32 42 32C60 32 77 44 77 67C77 90 58 102 37 102Z",
    ),
    "6": Glyph(
        78,
        "M40 102C13 102 0 81 0 53C0 24 12 -2 42 -2C59 -2 68 5 73 15L54 21C52 17 47 14 41 14"
        "C30 14 22 24 21 42C26 37 34 32 44 32C63 32 78 46 78 66C78 87 62 102 40 102ZM40 86"
        "C50 86 56 78 56 67C56 56 50 49 39 49C29 49 22 56 22 67C22 78 29 86 40 86Z",
    ),
    "7": Glyph(
        74,
        "M11 100L52 18H0V0H74V18L35 100Z",
    ),
    "8": Glyph(
        81,
        "M40 102C18 102 0 90 0 70C0 58 6 50 17 44C8 31 12 10 26 2C38 -6 58 -1 65 12C71 22 70 35 63 44"
        "C75 50 81 58 81 70C81 90 63 102 40 102ZM40 84C51 84 59 78 59 70C59 61 51 55 40 55"
        "C29 55 22 61 22 70C22 78 29 84 40 84ZM40 38C49 38 54 27 50 21C46 14 35 14 31 21"
        "C27 27 32 38 40 38Z",
    ),
    "9": Glyph(
        72,
        "M21 100L38 71C17 71 0 56 0 35C0 15 16 -1 36 -1C56 -1 72 15 72 35C72 43 71 50 64 61L43 100Z"
        "M36 52C46 52 54 44 54 35C54 27 47 17 36 17C26 17 19 26 19 35C19 45 27 52 36 52Z",
    ),
    "J": Glyph(
        74,
        "M36 102C16 102 4 91 0 73L20 66C22 76 27 84 36 84C46 84 52 79 52 63V0H74V63C74 87 61 102 36 102Z",
    ),
    "Q": Glyph(
        110,
        "M51 102C21 102 0 81 0 50C0 19 21 -2 51 -2C81 -2 102 19 102 50C102 62 99 72 94 80L110 95L98 108"
        "L82 92C73 98 63 102 51 102ZM51 84C57 84 63 82 67 78L44 57L56 45L77 64C80 54 79 40 75 31"
        "C63 7 23 13 23 50C23 72 36 84 51 84Z",
    ),
    "K": Glyph(
        89,
        "M0 100V0H22V42L60 0H86L47 43L89 100H63L33 58L22 70V100Z",
    ),
    "A": Glyph(
        100,
        "M0 100L38 0H62L100 100H76L70 81H30L24 100ZM36 64H64L50 23Z",
    ),
    "Y": Glyph(
        97,
        "M38 100V61L0 0H25L49 40L72 0H97L60 61V100Z",
    ),
    "B": Glyph(
        84,
        "M0 100V0H43C66 0 80 9 80 26C80 35 75 43 66 47C77 51 84 59 84 71C84 89 69 100 45 100ZM22 82H45"
        "C66 82 67 57 45 57H22ZM22 40H44C53 40 57 36 57 29C57 22 52 18 43 18H22Z",
    ),
    "R": Glyph(
        86,
        "M0 100V0H44C65 0 82 9 82 31C82 47 72 57 57 60L86 100H61L34 62H22V100ZM22 43H43"
        "C52 43 59 40 59 31C59 22 52 19 43 19H22Z",
    ),
    "G": Glyph(
        95,
        "M47 102C18 102 0 81 0 50C0 18 20 -2 50 -2C68 -2 84 6 91 20L71 27C68 21 61 16 50 16"
        "C35 16 23 28 23 50C23 72 34 84 50 84C61 84 74 79 74 65V62H50V44H95V100H81L78 89"
        "C71 98 61 102 47 102Z",
    ),
}


def written(text: str, middle: float, top: float, high: float, widest: float = 100) -> str:
    """Return the outline of letters so high around a middle, made narrower where they are wider than that."""
    whole = sum(GLYPHS[letter].width + GAP for letter in text) - GAP
    narrow = min(1.0, widest * 100 / (whole * high))
    left = middle - whole * high * narrow / 200
    return "".join(side_by_side(text, left, top, high, narrow))


def side_by_side(text: str, left: float, top: float, high: float, narrow: float) -> Iterator[str]:
    for letter in text:
        glyph = GLYPHS[letter]
        yield placed(glyph.outline, left, top, high * narrow / 100, high / 100)
        left += (glyph.width + GAP) * high * narrow / 100
