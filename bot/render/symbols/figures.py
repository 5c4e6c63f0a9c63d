"""Figures: who is in the games, and what befalls them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bot.render.symbols.colours import (
    GLASS,
    GOLD,
    INK,
    LEATHER,
    LEATHER_DARK,
    LEATHER_LIGHT,
    ORANGE,
    PALE,
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
from bot.render.symbols.shapes import Symbol, block, disc, edged, limb, line, oval, path, shade

SIDE: Final = 48


def figures() -> Iterator[tuple[str, Symbol]]:
    """Yield all figures, each by kind and face."""
    for face, drawn in FIGURES.items():
        yield f"figure-{face}", Symbol(SIDE, SIDE, drawn())


def giant() -> str:
    return giants_head(disc(17, 21.5, 2, INK) + disc(31, 21.5, 2, INK))


def fallen() -> str:
    """Draw a Giant who lies there, on a side of the head, with crossed eyes."""
    crosses = "".join(line(f"M{x - 2.6} 19L{x + 2.6} 24.2M{x + 2.6} 19L{x - 2.6} 24.2", INK, 1.8) for x in (16, 32))
    return f'<g transform="rotate(78 24 24)">{giants_head(crosses)}</g>'


def giants_head(eyes: str) -> str:
    lobes = oval(6.5, 22, 4, 5, SKIN_DEEP) + oval(41.5, 22, 4, 5, SKIN_DEEP)
    head = path("M8 22Q8 2.5 24 2.5Q40 2.5 40 22V34Q40 45.5 24 45.5Q8 45.5 8 34Z", SKIN)
    beard = path(
        "M7.5 24Q11 31 17 30Q20 27 24 28Q28 27 31 30Q37 31 40.5 24L41.5 33Q39 46.5 24 46.5Q9 46.5 6.5 33Z", LEATHER
    )
    nose = path("M20.5 27Q19 24.5 22 18H26Q29 24.5 27.5 27Q24 29.5 20.5 27Z", SKIN_DEEP)
    brow = line("M11.5 17.5Q16 12.5 22 17.5M36.5 17.5Q32 12.5 26 17.5", LEATHER_DARK, 3.4)
    tusks = path("M17 37L18.5 31.5L21 37ZM31 37L29.5 31.5L27 37Z", PAPER)
    mouth = path("M16 37Q24 34.5 32 37Q24 41.5 16 37Z", INK)
    return edged(lobes, head, beard) + nose + brow + eyes + mouth + tusks


def halfling() -> str:
    cloak = path("M9 46V42Q10 32 24 32Q38 32 39 42V46Z", TEAMS["G"])
    lobes = path("M13 20L3.5 15.5Q5 25 13 27ZM35 20L44.5 15.5Q43 25 35 27Z", SKIN_DEEP)
    head = path("M11.5 20Q11.5 9 24 9Q36.5 9 36.5 20Q36.5 35 24 35Q11.5 35 11.5 20Z", SKIN)
    curls = path(
        "M11 21Q6.5 17 10 12.5Q8.5 6.5 15 6Q17.5 1.5 23 3.5Q28.5 0 32 5Q39 5.5 38 12Q42 17 37 21Q36 16.5 32.5 15"
        "Q29 18.5 25 15.5Q20.5 19 17 15Q12.5 16.5 11 21Z",
        LEATHER,
    )
    eyes = disc(19, 22.5, 2, INK) + disc(29, 22.5, 2, INK)
    smile = line("M18.5 28Q24 33 29.5 28", INK, 2)
    cheeks = disc(15.5, 26.5, 2.2, SKIN_DEEP) + disc(32.5, 26.5, 2.2, SKIN_DEEP)
    return edged(cloak, lobes, head, curls) + cheeks + eyes + smile + edged(disc(24, 39, 3, GOLD), wide=1.6)


def rogue() -> str:
    hood = path("M24 2Q43 9 43 31V46H5V31Q5 9 24 2Z", VELVET)
    inside = path("M24 11Q37.5 17 36.5 30Q35 41 24 43Q13 41 11.5 30Q10.5 17 24 11Z", VELVET_DARK)
    face = path("M13.5 21Q24 15.5 34.5 21V29Q24 33 13.5 29Z", SKIN)
    scarf = path("M13 27.5Q24 32 35 27.5Q36.5 38 24 42Q11.5 38 13 27.5Z", RED_SUIT)
    eyes = path("M15.5 23L22 25.5Q19 28 16.5 26.5ZM32.5 23L26 25.5Q29 28 31.5 26.5Z", INK)
    fold = shade("M26 2.8Q43 10 43 31V46H38Q41 22 26 2.8Z", 0.3)
    return edged(hood) + fold + edged(inside, wide=1.6) + face + scarf + eyes


def knee() -> str:
    leg = limb("M6 13L32 18L23 33", TEAMS["B"], 11)
    boot = edged(path("M17 30L28.5 33.5L26.5 40L33 42Q34.5 45.5 32 46H12.5Z", LEATHER))
    stars = line("M40 4V10M46.5 9L41.5 13M46 22H41", GOLD, 2.8)
    return leg + boot + edged(disc(33, 18, 6.6, STEEL)) + disc(31.2, 16.2, 2, PAPER) + stars


def maw() -> str:
    lips = edged(path("M2 23Q8 8 24 8Q40 8 46 23Q42 42 24 42Q6 42 2 23Z", RED_SUIT))
    throat = path("M6 23Q11 13 24 13Q37 13 42 23Q38 37 24 37Q10 37 6 23Z", INK)
    tongue = path("M14 33.5Q18 27 24 29.5Q30 27 34 33.5Q30 37 24 37Q18 37 14 33.5Z", TEAMS["R"])
    upper = path(
        "M8 20L11.5 27L15 15.3L19 26.5L23.8 13.4L28.6 26.5L33 15.3L36.5 27L40 20Q36 13 24 13Q12 13 8 20Z", PAPER
    )
    lower = path("M11.5 31.8L15.5 27.5L18.5 36.2ZM36.5 31.8L32.5 27.5L29.5 36.2Z", PAPER)
    return lips + throat + tongue + upper + lower


def snake() -> str:
    coil = "M5 42.5H33Q41 42.5 41 35Q41 28 33 28H17Q9 28 9 20.5Q9 12 19 12H28"
    spots = line(coil, GOLD, 2.6, ' stroke-dasharray="2.6 5"')
    tongue = path("M40 14L45 16.5L47 14M45 16.5L46 19.5", more=f' stroke="{RED_SUIT}" stroke-width="2"')
    head = edged(path("M24 12Q25 4.5 33 4.5Q42 6 42 13Q41 19 33 19Q25 19.5 24 12Z", TEAMS["G"]))
    return tongue + limb(coil, TEAMS["G"], 7) + spots + head + disc(34.5, 9.8, 2.4, PAPER) + disc(35.2, 10, 1.3, INK)


def kick() -> str:
    boot = path("M17 3H33V22Q34 27 41 28.5Q46.5 30 46 38H17Q15.5 28 17 22Z", LEATHER)
    sole = path("M16 37.5H46.5V42H29.5V44.5H16Z", LEATHER_DARK)
    cuff = block((15, 2.5, 20, 7), 2, LEATHER_LIGHT)
    dark = shade("M28 9.5H32V22Q33 28 41 29.5Q45 31 45 37H34Q35 30 29 25Z")
    laces = line("M20 16H27M20 21H27.5M21 26H29", GOLD, 2.2)
    rush = line("M2.5 16H10M1.5 26H8.5M3 36H10.5", GOLD, 3)
    return edged(boot, sole) + dark + edged(cuff) + laces + rush


def dome() -> str:
    base = path("M2 37Q2 31 24 31Q46 31 46 37V40Q46 46 24 46Q2 46 2 40Z", RED_SUIT)
    plate = oval(24, 36.2, 19, 4.2, VELVET_DARK)
    die = edged(block((14.5, 18.5, 18, 18), 4, PAPER), wide=1.6)
    pips = disc(19.5, 23.5, 2, INK) + disc(23.5, 27.5, 2, INK) + disc(27.5, 31.5, 2, INK)
    shell = path(
        "M5 35.5Q4 4 24 4Q44 4 43 35.5Q38 40.5 24 40.5Q10 40.5 5 35.5Z",
        GLASS,
        f' fill-opacity=".3" stroke="{GLASS}" stroke-width="2"',
    )
    shine = line("M11 21Q13 11 21 9", PALE, 3)
    return edged(base) + plate + die + pips + shell + shine


def dot() -> str:
    body = edged(block((3, 3, 42, 42), 10, PAPER_DARK), edge=LEATHER_DARK, wide=2)
    return (
        body + block((4, 4, 40, 37.5), 9, PAPER_DEEP) + block((6, 5.5, 36, 34), 8, PAPER) + disc(24, 22.5, 9, RED_SUIT)
    )


def fire() -> str:
    outer = path("M23 2Q26 10 33 15Q42 22.5 41 33Q39 46 24 46Q9 46 7 33Q6.5 25 12 18Q13 23 17 24Q15 12 23 2Z", RED_SUIT)
    middle = path(
        "M25 14Q26 20 31 24Q37 30 36 36Q34 45 24 45Q14 45 12.5 36Q12 31 15 27Q17 31 20.5 31Q19.5 22 25 14Z", ORANGE
    )
    inner = path("M24.5 28Q26 32 29 35Q31 42 24 44.5Q17.5 43.5 18 38Q21 39 22 36.5Q22 32 24.5 28Z", GOLD)
    return edged(outer) + middle + inner


def poo() -> str:
    heap = path(
        "M26 3Q33 6 31.5 12Q38 14 37 21.5Q43.5 23.5 42 30.5Q47 33 46 38.5Q45 45 38 45H10Q3 45 2 38.5Q1.5 33 6 30.5"
        "Q4.5 23.5 11 21.5Q10.5 14 17.5 13Q26 12 26 3Z",
        LEATHER,
    )
    folds = line("M12 21.5Q24 25 33 19.5M7 31Q11 33.5 15 33.5", LEATHER_DARK, 2.2)
    shine = line("M15.5 17.5Q18 15.8 21 15.6", LEATHER_LIGHT, 2.4)
    eyes = (
        disc(17.5, 29, 4.2, PAPER)
        + disc(30.5, 29, 4.2, PAPER)
        + disc(18.2, 29.5, 2.1, INK)
        + disc(29.8, 29.5, 2.1, INK)
    )
    return edged(heap) + folds + shine + eyes + path("M16.5 36.5Q24 43 31.5 36.5Z", PAPER)


FIGURES: Final[Mapping[str, Callable[[], str]]] = {
    "giant": giant,
    "fallen": fallen,
    "halfling": halfling,
    "rogue": rogue,
    "knee": knee,
    "maw": maw,
    "snake": snake,
    "kick": kick,
    "dome": dome,
    "dot": dot,
    "fire": fire,
    "poo": poo,
}
