"""Dice of ivory: six with pips, and solids seen from a corner whose front facet is left free for what they show."""

from collections.abc import Iterator
from typing import Final

from bot.render.symbols.colours import INK, LEATHER_DARK, PAPER, PAPER_DARK, PAPER_DEEP
from bot.render.symbols.shapes import Symbol, block, disc, edged, path

SIDE: Final = 40
LEFT, MIDDLE, RIGHT = 11, 20, 29
TOP, CENTRE, BOTTOM = 10, 18.8, 27.6
PIPS: Final = {
    1: ((MIDDLE, CENTRE),),
    2: ((RIGHT, TOP), (LEFT, BOTTOM)),
    3: ((RIGHT, TOP), (MIDDLE, CENTRE), (LEFT, BOTTOM)),
    4: ((LEFT, TOP), (RIGHT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)),
    5: ((LEFT, TOP), (RIGHT, TOP), (MIDDLE, CENTRE), (LEFT, BOTTOM), (RIGHT, BOTTOM)),
    6: ((LEFT, TOP), (RIGHT, TOP), (LEFT, CENTRE), (RIGHT, CENTRE), (LEFT, BOTTOM), (RIGHT, BOTTOM)),
}
SOLIDS: Final = {
    "d4": ("M20 2L38.8 33L34 38.5L1 35Z", ("M20 2L38.8 33L34 38.5Z",), (), "M20 2L34 38.5L1 35Z"),
    "d6": ("M10 2H38V30L30 38.5H2V10Z", ("M30 10L38 2V30L30 38.5Z",), ("M2 10L10 2H38L30 10Z",), "M2 10H30V38.5H2Z"),
    "d8": (
        "M20 1L39 19L20 39L1 22Z",
        ("M1 22L31 28L20 39Z", "M31 28L39 19L20 39Z"),
        ("M20 1L39 19L31 28Z",),
        "M20 1L31 28L1 22Z",
    ),
    "d10": (
        "M20 1L38.5 17V23L20 39L1.5 23V17Z",
        ("M20 39L1.5 23V17L7 22L20 29Z", "M38.5 17V23L20 39V29L33 22Z"),
        ("M20 1L1.5 17L7 22Z", "M20 1L38.5 17L33 22Z"),
        "M20 1L33 22L20 29L7 22Z",
    ),
    "d12": (
        "M20 1L31.5 4.5L38.6 14V26L31.5 35.5L20 39L8.5 35.5L1.4 26V14L8.5 4.5Z",
        ("M27.5 31L31.5 35.5L20 39L8.5 35.5L12.5 31Z", "M32.5 17L38.6 14V26L31.5 35.5L27.5 31Z"),
        ("M20 1L31.5 4.5L38.6 14L32.5 17L20 8Z", "M20 1L8.5 4.5L1.4 14L7.5 17L20 8Z"),
        "M20 8L32.5 17L27.5 31H12.5L7.5 17Z",
    ),
    "d20": (
        "M20 1L37.5 10.5V29.5L20 39L2.5 29.5V10.5Z",
        ("M35 29L37.5 29.5L20 39Z", "M5 29L2.5 29.5L20 39Z", "M5 29H35L20 39Z", "M20 5L37.5 10.5V29.5L35 29Z"),
        ("M20 1L37.5 10.5L20 5Z", "M20 1L2.5 10.5L20 5Z", "M20 5L2.5 10.5V29.5L5 29Z"),
        "M20 5L35 29H5Z",
    ),
}
"""Of each solid: its silhouette, the facets away from the light, those towards it, and the front one."""


def dice() -> Iterator[tuple[str, Symbol]]:
    """Yield all dice, by kind and face."""
    for pips, places in PIPS.items():
        yield f"die-d6-{pips}", Symbol(SIDE, SIDE, ivory() + "".join(disc(x, y, 3.7, INK) for x, y in places))
    for face in SOLIDS:
        yield f"die-{face}", Symbol(SIDE, SIDE, solid(face))


def ivory() -> str:
    """Return a die from above, its lower edge in the shade."""
    body = edged(block((1, 1, 38, 38), 9, PAPER_DARK), edge=LEATHER_DARK, wide=1.6)
    return body + block((1.8, 1.8, 36.4, 34.4), 8, PAPER_DEEP) + block((3.5, 3, 33, 31.5), 7, PAPER)


def solid(face: str) -> str:
    outline, dark, bright, front = SOLIDS[face]
    facets = [
        path(outline, PAPER_DEEP),
        path("".join(dark), PAPER_DARK),
        path("".join(bright), PAPER_DEEP),
        path(front, PAPER),
    ]
    return edged(*facets, path(outline, more=' stroke-width="1.8"'), edge=LEATHER_DARK, wide=1.2)
