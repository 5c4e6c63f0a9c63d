"""Things on the table and marks on the board: crown and gavel, hands, a clock, the corners of the colours, arrows."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bot.render.symbols.colours import (
    GOLD,
    GOLD_DEEP,
    INK,
    LEATHER,
    LEATHER_DARK,
    LEATHER_LIGHT,
    ON_TEAMS,
    PALE,
    PAPER,
    RED_SUIT,
    SKIN,
    SKIN_DEEP,
    TEAMS,
)
from bot.render.symbols.glyphs import written
from bot.render.symbols.shapes import ROUNDED, Symbol, block, disc, edged, limb, line, oval, path, shade
from bot.render.symbols.suits import star as star_outline

SIDE: Final = 48
TURNS: Final = {"up": 0, "right": 90, "down": 180, "left": 270}


def things() -> Iterator[tuple[str, Symbol]]:
    """Yield all things and marks, each by kind and face."""
    for face, drawn in THINGS.items():
        yield f"figure-{face}", Symbol(SIDE, SIDE, drawn())
    for letter in TEAMS:
        yield f"figure-start-{letter}", Symbol(SIDE, SIDE, corner(letter))
    for way, degrees in TURNS.items():
        yield f"figure-arrow-{way}", Symbol(SIDE, SIDE, arrow(degrees))


def crown() -> str:
    body = path("M6 38L2.5 13L14.5 22.5L24 6L33.5 22.5L45.5 13L42 38Z", GOLD)
    dark = path("M24 8L33 23.5L44.2 15L41 37H30Q34 26 24 8Z", GOLD_DEEP, ' opacity=".5"')
    band = path("M6 35.5H42L41.5 43H6.5Z", GOLD)
    balls = disc(24, 5.5, 3.2, RED_SUIT) + disc(3.8, 12.5, 2.6, TEAMS["B"]) + disc(44.2, 12.5, 2.6, TEAMS["B"])
    gems = disc(24, 39.3, 2.4, RED_SUIT) + disc(14, 39.3, 1.9, TEAMS["B"]) + disc(34, 39.3, 1.9, TEAMS["B"])
    return edged(body) + dark + edged(band, balls) + gems


def gavel() -> str:
    handle = limb("M22 26L6.5 41.5", LEATHER_LIGHT, 5)
    head = path("M13 17L27 3.5L41 17.5L27 31Z", LEATHER)
    rings = path("M12 18L16 14L30 28L26 32Z", GOLD) + path("M24 6L28 2L42 16L38 20Z", GOLD)
    return handle + edged(head, rings, block((22.5, 38.5, 23.5, 7.5), 2.5, LEATHER))


def hand() -> str:
    fingers = "M12.5 27V15M20 24V7.5M27.8 24V6M35.2 27V10.5M36 34L43.5 26.5"
    palm = path("M9 25H38.5V36Q38 42 33 44.5H16Q9 42 9 34Z", SKIN)
    outline = line(fingers, INK, 11, ROUNDED) + edged(palm, wide=4.4)
    whole = line(fingers, SKIN, 6.6, ROUNDED) + palm
    lines = line("M15 33Q20 29.5 27 31.5M30 40Q25 37 26 33", SKIN_DEEP, 2)
    return outline + whole + lines


def fist() -> str:
    wrist = path("M13 36H36V46H13Z", RED_SUIT) + path("M11.5 40.5H37.5V46H11.5Z", GOLD)
    palm = path("M6 18H42V30Q42 39 33 39H15Q6 39 6 30Z", SKIN)
    knuckles = "".join(block((5 + 9.5 * at, 7 - (at in {1, 2}) * 2, 9.5, 18.5), 4.5, SKIN) for at in range(4))
    thumb = path("M8 24Q10 20.5 14 21.5L29 24.5Q33 26 32 29.5Q31 33 27 32.5L14 31Q8 30 8 24Z", SKIN_DEEP)
    return edged(wrist, palm, knuckles, thumb)


def bag() -> str:
    sack = path("M17 15Q3 26 3 36Q3 46 24 46Q45 46 45 36Q45 26 31 15Z", LEATHER)
    ruff = path(
        "M17 15Q12 8 10.5 3.5Q15 5.5 18.5 3Q21.5 5.5 24 3Q26.5 5.5 29.5 3Q33 5.5 37.5 3.5Q36 8 31 15Z", LEATHER_LIGHT
    )
    dark = shade("M31 16Q44 26 44 36Q44 44.5 27 45.2Q40 36 31 16Z", 0.3)
    cord = line("M16 15.5H32", GOLD, 4)
    coin = edged(disc(24, 31, 7.6, GOLD), wide=1.8) + path(star_outline(24, 31, 10), GOLD_DEEP)
    return edged(sack, ruff) + dark + line("M16 15.5H32", INK, 7) + cord + coin


def prime() -> str:
    leaves = "".join(
        oval(x, y, 2.9, 5.6, GOLD, f' transform="rotate({turn} {x} {y})"')
        for x, y, turn in ((8, 11, 15), (4.5, 20, -5), (5.5, 29, -25), (9.5, 37, -45), (17, 42.5, -70))
    )
    branch = edged(leaves, wide=1.8)
    figure = written("1", 23, 6, 30)
    mirrored = f'<g transform="matrix(-1 0 0 1 48 0)">{branch}</g>'
    return branch + mirrored + edged(path(figure), wide=4.4) + path(figure, PAPER)


def chairman() -> str:
    links = path("M5 3Q4 26 24 31Q44 26 43 3", more=f' stroke="{GOLD}" stroke-width="5" stroke-dasharray="5.2 2.4"')
    under = edged(path("M5 3Q4 26 24 31Q44 26 43 3"), edge=INK, wide=8.4) + path(
        "M5 3Q4 26 24 31Q44 26 43 3", more=f' stroke="{GOLD_DEEP}" stroke-width="2.4"'
    )
    medal = edged(disc(24, 35, 11, GOLD)) + disc(24, 35, 7.8, RED_SUIT) + path(star_outline(24, 34.6, 12.5), GOLD)
    return under + links + medal


def clock() -> str:
    bells = path("M4 13Q6 4 15 4L5 14ZM44 13Q42 4 33 4L43 14Z", GOLD_DEEP)
    body = edged(disc(24, 26, 20, GOLD)) + disc(24, 26, 15.4, PAPER, f' stroke="{INK}" stroke-width="1.6"')
    ticks = line("M24 13V16M24 36V39M11 26H14M34 26H37", LEATHER_DARK, 2.4)
    hands = line("M24 18V26L30.5 30.5", INK, 3.2, ' stroke-linejoin="round"')
    return edged(bells) + body + ticks + hands + disc(24, 26, 2.4, RED_SUIT)


def star() -> str:
    dark = path(
        "M24 24L31 17.3L46.5 18.5ZM24 24L34 29.5L38.3 45.5ZM24 24V36.5L10 45.5Z"
        "M24 24L14.5 29.5L1.5 18.5ZM24 24L17.8 17.3L24 2Z",
        GOLD_DEEP,
        ' opacity=".5"',
    )
    return edged(path(star_outline(24, 24.3, 46), GOLD)) + dark


def corner(letter: str) -> str:
    """Return the triangle in which a colour starts, with its letter."""
    triangle = edged(path("M2.5 5.5Q2.5 1 6 4L44 42Q47 45.5 42.5 45.5H6Q2.5 45.5 2.5 42Z", TEAMS[letter]))
    return triangle + path(written(letter, 14.5, 24, 16), ON_TEAMS[letter])


def arrow(degrees: int) -> str:
    outline = "M24 3.5L42.5 23Q43 26.5 39.5 26.5H31.5V42Q31.5 44.5 29 44.5H19Q16.5 44.5 16.5 42V26.5H8.5Q5 26.5 5.5 23Z"
    turned = f' transform="rotate({degrees} 24 24)"' if degrees else ""
    return f"<g{turned}>{edged(path(outline, PALE))}</g>"


THINGS: Final[Mapping[str, Callable[[], str]]] = {
    "crown": crown,
    "gavel": gavel,
    "hand": hand,
    "fist": fist,
    "bag": bag,
    "prime": prime,
    "chairman": chairman,
    "clock": clock,
    "star": star,
}
