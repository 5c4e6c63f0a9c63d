"""Figures and letters as outlines, for symbols hold no fonts: what stands on cards and cones.

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
        "M42 102Q28 102 19 96Q10 89 5 78Q0 66 0 50Q0 34 5 22Q10 10 19 4Q28 -2 42 -2Q56 -2 65 4"
        "Q75 10 80 22Q84 34 84 50Q84 66 80 78Q75 89 65 96Q56 102 42 102ZM42 86Q46 86 50 85Q53 83 56 80"
        "L23 34Q22 37 22 41Q22 46 22 50Q22 63 24 71Q26 79 31 82Q36 86 42 86ZM29 20L62 65Q62 62 62 58"
        "Q63 54 63 50Q63 43 62 36Q61 30 58 25Q56 20 52 17Q48 14 42 14Q38 14 35 15Q32 17 29 20Z",
    ),
    "1": Glyph(
        44,
        "M24 100V31H0V15Q8 15 13 14Q19 13 22 10Q26 7 29 0H44V100Z",
    ),
    "2": Glyph(
        76,
        "M0 100V83Q11 75 21 67Q31 60 38 53Q45 46 50 39Q54 33 54 27Q54 21 50 17Q45 14 39 14Q34 14 29 17"
        "Q25 20 23 27L4 20Q7 10 17 4Q27 -2 40 -2Q50 -2 58 1Q66 5 70 11Q75 18 75 27Q75 35 72 42"
        "Q68 49 62 56Q55 63 47 69Q38 76 27 82H76V100Z",
    ),
    "3": Glyph(
        77,
        "M38 102Q29 102 22 99Q14 97 8 92Q3 86 0 79L19 72Q21 79 26 83Q32 86 38 86Q44 86 47 84Q51 83 53 79"
        "Q55 76 55 71Q55 67 53 64Q51 61 48 59Q45 57 40 57Q36 56 30 56H27V41H30Q38 41 43 39Q48 37 51 34"
        "Q54 31 54 26Q54 22 51 19Q49 17 45 15Q42 14 37 14Q31 14 26 17Q22 20 20 27L1 20Q4 13 10 8"
        "Q15 3 23 1Q30 -2 38 -2Q45 -2 52 0Q58 1 63 5Q69 8 72 13Q75 18 75 25Q75 33 70 39Q65 45 58 47"
        "Q68 51 72 57Q77 63 77 71Q77 81 71 88Q66 95 57 98Q48 102 38 102Z",
    ),
    "4": Glyph(
        84,
        "M49 100V78H0V63L49 0H70V60H84V78H70V100ZM23 60H49V27Z",
    ),
    "5": Glyph(
        77,
        "M37 102Q28 102 21 99Q14 96 8 91Q3 86 0 79L18 72Q21 80 25 83Q30 86 36 86Q42 86 46 84Q50 82 53 77"
        "Q55 73 55 67Q55 60 53 56Q50 52 46 50Q42 48 37 48Q33 48 30 49Q26 50 24 53Q21 55 20 58L1 51L7 0"
        "H72V17H25L22 38Q26 35 31 34Q37 32 42 32Q51 32 59 36Q67 40 72 48Q77 55 77 67Q77 78 71 86"
        "Q66 94 57 98Q48 102 37 102Z",
    ),
    "6": Glyph(
        78,
        "M40 102Q26 102 17 95Q9 89 4 78Q0 67 0 53Q0 42 2 32Q5 22 10 15Q15 7 23 3Q31 -2 42 -2Q55 -2 62 3"
        "Q69 7 73 15L54 21Q53 18 49 16Q46 14 41 14Q35 14 31 17Q26 20 24 27Q22 33 21 42Q25 38 31 35"
        "Q37 32 44 32Q54 32 61 37Q69 41 73 49Q78 56 78 66Q78 76 73 85Q68 93 59 97Q51 102 40 102ZM40 86"
        "Q47 86 52 81Q56 76 56 67Q56 59 52 54Q47 49 39 49Q32 49 27 54Q22 59 22 67Q22 76 27 81"
        "Q32 86 40 86Z",
    ),
    "7": Glyph(
        74,
        "M11 100L52 18H0V0H74V18L35 100Z",
    ),
    "8": Glyph(
        81,
        "M40 102Q29 102 20 98Q11 94 5 87Q0 80 0 70Q0 61 4 55Q9 48 17 44Q15 40 13 36Q12 32 12 27"
        "Q12 19 15 12Q19 6 26 2Q32 -2 40 -2Q49 -2 55 2Q62 6 65 12Q69 19 69 27Q69 32 68 36Q66 40 63 44"
        "Q72 48 76 55Q81 61 81 70Q81 80 76 87Q70 94 61 98Q52 102 40 102ZM40 84Q46 84 50 83Q54 81 57 77"
        "Q59 74 59 70Q59 65 57 62Q54 59 50 57Q46 55 40 55Q35 55 31 57Q26 59 24 62Q22 65 22 70"
        "Q22 74 24 77Q26 81 31 83Q35 84 40 84ZM40 38Q44 38 46 37Q49 35 50 33Q52 30 52 27Q52 24 50 21"
        "Q49 19 46 17Q44 16 40 16Q37 16 35 17Q32 19 31 21Q29 24 29 27Q29 30 31 33Q32 35 35 37"
        "Q37 38 40 38Z",
    ),
    "9": Glyph(
        72,
        "M21 100L38 71Q32 71 26 69Q20 68 16 65Q11 61 7 57Q4 52 2 47Q0 41 0 35Q0 25 5 17Q10 9 18 4"
        "Q26 -1 36 -1Q46 -1 54 4Q63 8 68 17Q72 25 72 35Q72 39 72 43Q71 46 69 51Q67 56 64 61L43 100Z"
        "M36 52Q41 52 45 50Q49 48 51 44Q54 40 54 35Q54 31 52 27Q50 23 46 20Q42 17 36 17Q31 17 27 20"
        "Q23 22 21 26Q19 30 19 35Q19 40 21 44Q24 48 28 50Q32 52 36 52Z",
    ),
    "J": Glyph(
        74,
        "M36 102Q21 102 12 94Q3 87 0 73L20 66Q21 71 23 75Q25 79 28 82Q32 84 36 84Q40 84 43 83"
        "Q46 82 48 80Q50 77 51 73Q52 69 52 63V0H74V63Q74 81 64 91Q55 102 36 102Z",
    ),
    "Q": Glyph(
        110,
        "M51 102Q36 102 24 95Q13 89 6 77Q0 65 0 50Q0 35 6 23Q13 11 24 5Q36 -2 51 -2Q66 -2 77 5"
        "Q89 11 95 23Q102 35 102 50Q102 59 100 66Q98 74 94 80L110 95L98 108L82 92Q76 97 68 99"
        "Q60 102 51 102ZM51 84Q55 84 60 82Q64 81 67 78L44 57L56 45L77 64Q78 61 78 57Q79 54 79 50"
        "Q79 39 75 31Q71 24 65 20Q59 16 51 16Q43 16 37 20Q31 24 27 31Q23 39 23 50Q23 61 27 69"
        "Q31 76 37 80Q43 84 51 84Z",
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
        "M0 100V0H43Q55 0 63 3Q71 6 75 12Q80 18 80 26Q80 33 76 38Q73 44 66 47Q74 50 79 56Q84 62 84 71"
        "Q84 80 79 87Q75 93 66 97Q57 100 45 100ZM22 82H45Q51 82 54 80Q58 79 59 76Q61 73 61 69"
        "Q61 64 57 60Q53 57 45 57H22ZM22 40H44Q50 40 54 37Q57 34 57 29Q57 24 54 21Q50 18 43 18H22Z",
    ),
    "R": Glyph(
        86,
        "M0 100V0H44Q55 0 63 3Q72 6 77 13Q82 20 82 31Q82 43 75 50Q68 58 57 60L86 100H61L34 62H22V100Z"
        "M22 43H43Q48 43 51 42Q55 41 57 38Q59 35 59 31Q59 26 57 24Q55 21 51 20Q48 19 43 19H22Z",
    ),
    "G": Glyph(
        95,
        "M47 102Q32 102 22 95Q11 89 6 77Q0 65 0 50Q0 34 6 22Q13 11 24 4Q35 -2 50 -2Q63 -2 74 4"
        "Q85 9 91 20L71 27Q69 23 63 19Q58 16 50 16Q43 16 36 20Q30 24 26 31Q23 39 23 50Q23 61 26 68"
        "Q30 76 36 80Q42 84 50 84Q54 84 58 83Q63 82 66 80Q69 78 72 74Q74 71 74 65V62H50V44H95V100H81"
        "L78 89Q73 95 65 99Q58 102 47 102Z",
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
