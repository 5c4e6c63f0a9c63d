"""Faces for the people at a table: animals' heads, and a machine's for house bots. Each fills a round frame."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bot.render.symbols.colours import (
    GOLD,
    GOLD_DEEP,
    INK,
    LEATHER,
    LEATHER_DARK,
    LEATHER_LIGHT,
    ORANGE,
    PAPER,
    PAPER_DARK,
    PAPER_DEEP,
    RED_SUIT,
    SKIN,
    SKIN_DEEP,
    STEEL,
    TEAMS,
    VELVET,
    VELVET_DARK,
)
from bot.render.symbols.shapes import Symbol, block, disc, edged, line, oval, path

SIDE: Final = 48
ROUND: Final = "M8 27Q8 10 24 10Q40 10 40 27Q40 43 24 43Q8 43 8 27Z"
"""The outline of a head."""
WIDE: Final = "M5 29Q6 12 24 12Q42 12 43 29Q41 43 24 43Q7 43 5 29Z"
MUZZLE: Final = "M14 34Q14 27 24 27Q34 27 34 34Q34 41 24 41Q14 41 14 34Z"
POINTED: Final = "M9 23L8 4L22 13ZM39 23L40 4L26 13Z"
MOUTH: Final = line("M24 33V36M18.5 36Q21.5 39.5 24 36Q26.5 39.5 29.5 36", INK, 1.8)


def faces() -> Iterator[tuple[str, Symbol]]:
    """Yield all faces, each by kind and name."""
    for name, drawn in FACES.items():
        yield f"face-{name}", Symbol(SIDE, SIDE, drawn())


def eyes(apart: float = 7, down: float = 24, size: float = 2.4) -> str:
    """Return two eyes with a glint in each."""
    both = (24 - apart, 24 + apart)
    return "".join(disc(x, down, size, INK) + disc(x + size / 3, down - size / 3, size / 3, PAPER) for x in both)


def nose(down: float = 31, colour: str = INK) -> str:
    return path(
        f"M20.5 {down - 1.5}Q24 {down - 3} 27.5 {down - 1.5}Q26.5 {down + 2} 24 {down + 2.5}"
        f"Q21.5 {down + 2} 20.5 {down - 1.5}Z",
        colour,
    )


def round_lobes(fur: str, inside: str, size: float = 7) -> str:
    """Return two round lobes at the upper corners of a head."""
    return (
        edged(disc(11, 13, size, fur), disc(37, 13, size, fur))
        + disc(11, 13, size / 2, inside)
        + disc(37, 13, size / 2, inside)
    )


def fox() -> str:
    tips = edged(path(POINTED, ORANGE)) + path("M11 19L11 9L18 13.5ZM37 19L37 9L30 13.5Z", INK)
    head = path("M6 26Q9 11 24 11Q39 11 42 26Q38 36 24 44Q10 36 6 26Z", ORANGE)
    cheeks = path("M8 27Q15 26 24 37Q33 26 40 27Q36 36 24 43Q12 36 8 27Z", PAPER)
    return tips + edged(head) + cheeks + eyes(8, 24) + nose(38)


def bear() -> str:
    return (
        round_lobes(LEATHER, LEATHER_LIGHT)
        + edged(path(ROUND, LEATHER))
        + path(MUZZLE, LEATHER_LIGHT)
        + eyes()
        + nose()
        + MOUTH
    )


def cat() -> str:
    tips = edged(path(POINTED, STEEL)) + path("M11.5 18L11.5 9.5L18 13.5ZM36.5 18L36.5 9.5L30 13.5Z", SKIN_DEEP)
    whiskers = line("M4 30L14 31.5M4 36L14 34.5M44 30L34 31.5M44 36L34 34.5", INK, 1.4)
    slits = "".join(oval(x, 24, 4, 4.4, GOLD) + oval(x, 24, 1.4, 3.8, INK) for x in (16.5, 31.5))
    stripes = line("M24 13V18M19 13.5V16.5M29 13.5V16.5", LEATHER_DARK, 2)
    return tips + edged(path(ROUND, STEEL)) + stripes + slits + nose(31, SKIN_DEEP) + MOUTH + whiskers


def owl() -> str:
    tufts = path("M7 20L6 5L20 12ZM41 20L42 5L28 12Z", LEATHER)
    rings = "".join(
        disc(x, 24, 9, PAPER_DEEP, f' stroke="{INK}" stroke-width="1.6"') + disc(x, 24, 5, GOLD) for x in (15.5, 32.5)
    )
    beak = edged(path("M24 27L28.5 32L24 39L19.5 32Z", ORANGE), wide=1.6)
    return edged(tufts, path(ROUND, LEATHER)) + rings + eyes(8.5, 24, 3) + beak


def frog() -> str:
    bulbs = edged(disc(13, 13, 7.5, TEAMS["G"]), disc(35, 13, 7.5, TEAMS["G"]))
    whites = "".join(disc(x, 13, 4.6, PAPER) + disc(x, 13.5, 2.4, INK) for x in (13, 35))
    smile = line("M12 31Q24 41 36 31", INK, 2.4)
    belly = path("M11 35Q24 46 37 35Q33 43 24 43Q15 43 11 35Z", GOLD)
    return bulbs + edged(path(WIDE, TEAMS["G"])) + whites + belly + smile + disc(21, 25, 1, INK) + disc(27, 25, 1, INK)


def hare() -> str:
    tips = edged(path("M13 20Q8 1 15 1Q21 2 21 18ZM35 20Q40 1 33 1Q27 2 27 18Z", PAPER_DEEP))
    inside = path("M15 16Q12 4 15.5 4Q18.5 5 19 16ZM33 16Q36 4 32.5 4Q29.5 5 29 16Z", SKIN)
    teeth = block((21.5, 36, 5, 5), 1, PAPER, f' stroke="{INK}" stroke-width="1.2"')
    return tips + inside + edged(path(ROUND, PAPER_DEEP)) + teeth + eyes(7.5, 25) + nose(31, SKIN_DEEP) + MOUTH


def panda() -> str:
    patches = oval(16, 24.5, 5, 6.4, INK, ' transform="rotate(25 16 24)"') + oval(
        32, 24.5, 5, 6.4, INK, ' transform="rotate(-25 32 24)"'
    )
    glints = "".join(disc(x, 24, 2.4, PAPER) + disc(x, 24, 1.3, INK) for x in (16.5, 31.5))
    return round_lobes(INK, INK) + edged(path(ROUND, PAPER)) + patches + glints + nose() + MOUTH


def pig() -> str:
    tips = edged(path("M8 22L5 7Q16 7 20 14ZM40 22L43 7Q32 7 28 14Z", SKIN_DEEP))
    snout = edged(oval(24, 33, 8.5, 6, SKIN_DEEP), wide=1.6) + oval(21, 33, 1.6, 2.4, INK) + oval(27, 33, 1.6, 2.4, INK)
    return tips + edged(path(ROUND, SKIN)) + eyes(8, 23.5) + snout


def lion() -> str:
    mane = edged(disc(24, 25, 21, LEATHER)) + disc(24, 25, 17.5, GOLD_DEEP)
    head = edged(path("M11 26Q11 13 24 13Q37 13 37 26Q37 40 24 40Q11 40 11 26Z", GOLD), wide=1.6)
    return (
        mane
        + head
        + path("M16 33Q16 27.5 24 27.5Q32 27.5 32 33Q32 39 24 39Q16 39 16 33Z", PAPER)
        + eyes(6.5, 23.5)
        + nose(30)
        + MOUTH
    )


def hound() -> str:
    tips = edged(path("M11 13Q1 15 3 31Q6 37 12 31ZM37 13Q47 15 45 31Q42 37 36 31Z", LEATHER_DARK))
    blaze = path("M21 11Q24 9 27 11L28.5 28H19.5Z", PAPER)
    tongue = path("M21.5 37H26.5V42Q24 44.5 21.5 42Z", RED_SUIT)
    return edged(path(ROUND, LEATHER_LIGHT)) + blaze + path(MUZZLE, PAPER) + tips + eyes() + tongue + nose() + MOUTH


def koala() -> str:
    beak = edged(oval(24, 29.5, 4.4, 6.5, INK), wide=1)
    return (
        round_lobes(STEEL, PAPER, 10)
        + edged(path(ROUND, STEEL))
        + eyes(8, 24)
        + beak
        + line("M20 39Q24 41 28 39", INK, 1.8)
    )


def mouse() -> str:
    whiskers = line("M6 33L16 33M42 33L32 33M7 38L16 35.5M41 38L32 35.5", INK, 1.3)
    head = path("M11 23Q13 13 24 13Q35 13 37 23Q36 36 24 43Q12 36 11 23Z", PAPER_DARK)
    return (
        round_lobes(PAPER_DARK, SKIN, 9.5)
        + edged(head)
        + eyes(6, 25)
        + whiskers
        + disc(24, 37, 3, SKIN_DEEP, f' stroke="{INK}" stroke-width="1.2"')
    )


def tiger() -> str:
    stripes = line(
        "M24 12V19M18 12.5L19.5 17.5M30 12.5L28.5 17.5M8.5 26L14 27.5M9 32L14 32M39.5 26L34 27.5M39 32L34 32", INK, 2.6
    )
    return (
        round_lobes(ORANGE, PAPER, 6.5)
        + edged(path(ROUND, ORANGE))
        + stripes
        + path(MUZZLE, PAPER)
        + eyes(7, 24)
        + nose(31, SKIN_DEEP)
        + MOUTH
    )


def penguin() -> str:
    mask = path("M24 21Q17 12 11.5 21Q9 33 16 39Q24 44 32 39Q39 33 36.5 21Q31 12 24 21Z", PAPER)
    beak = edged(path("M17.5 30Q24 26.5 30.5 30Q27 35.5 24 36Q21 35.5 17.5 30Z", ORANGE), wide=1.6)
    return edged(path(ROUND, VELVET_DARK)) + mask + eyes(6.5, 25) + beak


def dragon() -> str:
    horns = edged(path("M13 15Q5 10 8 2Q14 5 19 12ZM35 15Q43 10 40 2Q34 5 29 12Z", GOLD))
    crest = edged(path("M24 3L29 13H19Z", RED_SUIT), wide=1.6)
    snout = path("M13 34Q13 28 24 28Q35 28 35 34Q35 42 24 42Q13 42 13 34Z", GOLD_DEEP)
    slits = "".join(oval(x, 23, 4.2, 3.6, GOLD) + oval(x, 23, 1.3, 3.3, INK) for x in (16.5, 31.5))
    holes = disc(20.5, 32, 1.4, INK) + disc(27.5, 32, 1.4, INK)
    fangs = path("M17 38L18.5 42L20 38ZM31 38L29.5 42L28 38Z", PAPER)
    return (
        horns
        + crest
        + edged(path(WIDE, VELVET))
        + snout
        + slits
        + holes
        + line("M16 38Q24 40.5 32 38", INK, 1.8)
        + fangs
    )


def duck() -> str:
    tuft = edged(path("M23 13Q16 8 20 2Q23 6 27 4Q25 8 30 9Q27 11 27 13Z", GOLD))
    bill = edged(path("M11 34Q13 29 24 29.5Q35 29 37 34Q36 40.5 24 40.5Q12 40.5 11 34Z", ORANGE), wide=1.6)
    smile = line("M13 35Q24 38 35 35", INK, 1.4)
    holes = disc(21.5, 32, 0.9, INK) + disc(26.5, 32, 0.9, INK)
    return tuft + edged(path(ROUND, GOLD)) + bill + smile + holes + eyes(7.5, 22.5)


def robot() -> str:
    aerial = line("M24 11V5", INK, 2.4) + edged(disc(24, 4.5, 2.8, RED_SUIT), wide=1.4)
    head = edged(
        block((3.5, 20, 5, 11), 2, GOLD_DEEP), block((39.5, 20, 5, 11), 2, GOLD_DEEP), block((7, 11, 34, 31), 7, STEEL)
    )
    screen = block((11.5, 17, 25, 12.5), 4, VELVET_DARK)
    lights = disc(18, 23, 3, GOLD) + disc(30, 23, 3, GOLD)
    grille = line("M16 35.5H32", INK, 4.4) + line("M17 35.5H31", PAPER, 2, ' stroke-dasharray="2 2.6"')
    return aerial + head + screen + lights + grille


FACES: Final[Mapping[str, Callable[[], str]]] = {
    "fox": fox,
    "bear": bear,
    "cat": cat,
    "owl": owl,
    "frog": frog,
    "hare": hare,
    "panda": panda,
    "pig": pig,
    "lion": lion,
    "hound": hound,
    "koala": koala,
    "mouse": mouse,
    "tiger": tiger,
    "penguin": penguin,
    "dragon": dragon,
    "duck": duck,
    "robot": robot,
}
