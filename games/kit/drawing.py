"""Pictures as SVG: letters and figures drawn as strokes, so that no font need be there where a picture is made."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

WIDE, HIGH = 4, 6
"""The box of a letter."""
GAP: Final = 2
STROKES: Final = {
    "A": "0,6 2,0 4,6|0.8,4 3.2,4",
    "B": "0,0 0,6 2.8,6 4,5 4,4 2.8,3 0,3|0,0 2.6,0 3.6,0.8 3.6,2.2 2.6,3",
    "C": "4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5",
    "D": "0,0 0,6 2.6,6 4,4.6 4,1.4 2.6,0 0,0",
    "E": "4,0 0,0 0,6 4,6|0,3 3,3",
    "F": "4,0 0,0 0,6|0,3 3,3",
    "G": "4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3.4 2.4,3.4",
    "H": "0,0 0,6|4,0 4,6|0,3 4,3",
    "I": "1,0 3,0|2,0 2,6|1,6 3,6",
    "J": "1.4,0 4,0|3.4,0 3.4,4.8 2.4,6 1.2,6 0,4.8",
    "K": "0,0 0,6|4,0 0,3.4|1.4,2.4 4,6",
    "L": "0,0 0,6 4,6",
    "M": "0,6 0,0 2,3 4,0 4,6",
    "N": "0,6 0,0 4,6 4,0",
    "O": "1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0",
    "P": "0,6 0,0 3,0 4,1 4,2.4 3,3.4 0,3.4",
    "Q": "1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0|2.6,4.4 4.2,6.4",
    "R": "0,6 0,0 3,0 4,1 4,2.2 3,3.2 0,3.2|2,3.2 4,6",
    "S": "4,1 3,0 1,0 0,1 0,2.2 1,3 3,3 4,3.8 4,5 3,6 1,6 0,5",
    "T": "0,0 4,0|2,0 2,6",
    "U": "0,0 0,5 1,6 3,6 4,5 4,0",
    "V": "0,0 2,6 4,0",
    "W": "0,0 1,6 2,3 3,6 4,0",
    "X": "0,0 4,6|4,0 0,6",
    "Y": "0,0 2,3 4,0|2,3 2,6",
    "Z": "0,0 4,0 0,6 4,6",
    "0": "1,0 3,0 4,1.2 4,4.8 3,6 1,6 0,4.8 0,1.2 1,0",
    "1": "0.8,1.4 2.2,0 2.2,6",
    "2": "0,1.2 1,0 3,0 4,1.2 4,2.2 0,6 4,6",
    "3": "0,0.8 1,0 3,0 4,1 4,2 3,2.8 1.6,2.8|3,2.8 4,3.8 4,5 3,6 1,6 0,5.2",
    "4": "3.2,6 3.2,0 0,4.2 4.2,4.2",
    "5": "3.8,0 0.4,0 0.2,2.6 2.8,2.4 4,3.4 4,5 3,6 1,6 0,5.2",
    "6": "3.8,0.8 3,0 1.2,0 0,1.4 0,5 1,6 3,6 4,5 4,3.8 3,2.8 1,2.8 0,3.8",
    "7": "0,0 4,0 1.4,6",
    "8": "1,0 3,0 3.9,0.8 3.9,2 3,2.8 1,2.8 0.1,2 0.1,0.8 1,0|1,2.8 0,3.8 0,5 1,6 3,6 4,5 4,3.8 3,2.8",
    "9": "0.2,5.2 1,6 2.8,6 4,4.6 4,1 3,0 1,0 0,1 0,2.2 1,3.2 3,3.2 4,2.2",
    "*": "2,1 2,5|0.3,2 3.7,4|3.7,2 0.3,4",
}


def element(kind: str, content: str = "", /, **attributes: float | str) -> str:
    """Return one element; an underscore in a name is a hyphen (`stroke_width`), one at its end is
    dropped (`class_`).
    """
    given = "".join(f' {name.rstrip("_").replace("_", "-")}="{number(one)}"' for name, one in attributes.items())
    return f"<{kind}{given}>{content}</{kind}>" if content else f"<{kind}{given}/>"


def number(one: float | str) -> str:
    """Write a number as short as it can be."""
    return one if isinstance(one, str) else f"{one:.1f}".removesuffix(".0")


@lru_cache(maxsize=4096)
def letters(text: str, x: float, y: float, height: float, colour: str, *, bold: float = 1.0) -> str:
    """Draw text with its middle at (x, y), so many units high; what has no strokes leaves a gap."""
    size = height / HIGH
    width = (len(text) * (WIDE + GAP) - GAP) * size
    left, top = x - width / 2, y - height / 2
    path = " ".join(
        stroke_path(line, left + place * (WIDE + GAP) * size, top, size)
        for place, letter in enumerate(text.upper())
        for line in STROKES.get(letter, "").split("|")
        if line
    )
    return element(
        "path",
        d=path,
        fill="none",
        stroke=colour,
        stroke_width=f"{max(1.0, size * bold):.1f}",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def stroke_path(line: str, left: float, top: float, size: float) -> str:
    points = (tuple(map(float, point.split(","))) for point in line.split())
    return "M" + "L".join(f"{number(left + x * size)} {number(top + y * size)}" for x, y in points)


def picture(width: float, height: float, parts: Iterable[str]) -> str:
    """Return a whole SVG; it scales to whatever space it has."""
    size = f"0 0 {number(width)} {number(height)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}">{"".join(parts)}</svg>'
