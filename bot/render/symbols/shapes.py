"""Shapes of which symbols are made: paths, discs, outlines, and an outline set down at a place."""

import re
from functools import cache
from typing import Final, NamedTuple

from bot.render.symbols.colours import INK

EDGE: Final = 2.2
"""The width of an outline, where a symbol is 48 wide."""
ROUNDED: Final = ' stroke-linejoin="round"'
COMMAND: Final = re.compile(r"([MLHVQCAZ])([^MLHVQCAZ]*)")

TIGHT: Final = re.compile(r"(\.\d+) (?=\.)")
"""Between two fractions the point parts them."""


class Symbol(NamedTuple):
    """A drawing that fills a box of `width` by `height`. `content`: its SVG, with colours as variables."""

    width: int
    height: int
    content: str


def number(value: float) -> str:
    """Return a number with at most one decimal, as short as it can be."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def path(outline: str, fill: str = "none", more: str = "") -> str:
    return f'<path d="{outline}" fill="{fill}"{more}/>'


def disc(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"{more}/>'


def oval(x: float, y: float, wide: float, high: float, fill: str, more: str = "") -> str:
    box = f'cx="{number(x)}" cy="{number(y)}" rx="{number(wide)}" ry="{number(high)}"'
    return f'<ellipse {box} fill="{fill}"{more}/>'


def block(box: tuple[float, float, float, float], round_: float, fill: str, more: str = "") -> str:
    left, top, width, height = map(number, box)
    return f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="{number(round_)}" fill="{fill}"{more}/>'


def edged(*parts: str, edge: str = INK, wide: float = EDGE, ends: str = "") -> str:
    """Return these shapes in a group that outlines each of them. `ends`: how the ends of lines look."""
    cap = f' stroke-linecap="{ends}"' if ends else ""
    return f'<g stroke="{edge}" stroke-width="{number(wide)}" stroke-linejoin="round"{cap}>{"".join(parts)}</g>'


def line(outline: str, colour: str, wide: float, more: str = "") -> str:
    """Return a line with round ends, and without an outline."""
    return path(outline, more=f' stroke="{colour}" stroke-width="{number(wide)}" stroke-linecap="round"{more}')


def limb(outline: str, colour: str, wide: float, edge: float = EDGE) -> str:
    """Return a thick line with an outline around all of it."""
    return line(outline, INK, wide + 2 * edge, ROUNDED) + line(outline, colour, wide, ROUNDED)


def shade(outline: str, strength: float = 0.2) -> str:
    """Return the side that lies away from the light."""
    return path(outline, INK, f' opacity="{number(strength)}"')


def placed(outline: str, left: float, top: float, wide: float, high: float | None = None) -> str:
    """Return an outline in relative lengths, so many times as wide and high, its origin at a place.

    Negative widths and heights turn it. The same outline in the same size reads the same at each place: that packs
    well.
    """
    (x, y), rest = from_its_start(outline, wide, wide if high is None else high)
    return "M" + joined(round(left, 1) + x, round(top, 1) + y) + rest


@cache
def from_its_start(outline: str, across: float, down: float) -> tuple[tuple[float, float], str]:
    """Return the first point of a scaled outline, and the rest of it in relative coordinates."""
    found = []
    first = at = start = (0.0, 0.0)
    for command, lengths in COMMAND.findall(outline):
        points = [(round(x * across, 1), round(y * down, 1)) for x, y in corners(command, lengths)]
        match command:
            case "A":
                found.append("a" + arc(lengths, abs(across)) + joined(points[0][0] - at[0], points[0][1] - at[1]))
                at = points[0]
            case "Z":
                found.append("z")
                at = start
            case "M" if not found:
                first = at = start = points[0]
                found.append("")
            case "H":
                found.append("h" + number(points[0][0] - at[0]))
                at = points[0][0], at[1]
            case "V":
                found.append("v" + number(points[0][1] - at[1]))
                at = at[0], points[0][1]
            case _:
                found.append(command.lower() + joined(*(far for x, y in points for far in (x - at[0], y - at[1]))))
                at = points[-1]
                start = at if command == "M" else start
    return first, "".join(found)


def corners(command: str, lengths: str) -> list[tuple[float, float]]:
    """Return the points of a command; a level or upright line has one length for both."""
    values = [float(value) for value in lengths.replace("-", " -").split()]
    if command in "HV":
        return [(values[0], values[0])]
    if command == "A":
        return [(values[5], values[6])]
    return list(zip(values[::2], values[1::2], strict=True))


def arc(lengths: str, scale: float) -> str:
    """Return the first part of a round arc command: radius and flags. Its end is still to follow."""
    radius, _, _, large, onward, _, _ = lengths.split()
    return joined(*[round(float(radius) * scale, 1)] * 2) + f" 0 {large} {onward} "


def joined(*values: float) -> str:
    """Return numbers with no more between them than a reader needs."""
    return TIGHT.sub(r"\1", " ".join(map(number, values)).replace(" -", "-"))
