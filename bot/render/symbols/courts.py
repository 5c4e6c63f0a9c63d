"""Jack, queen and king as busts in a panel, clad by their suits, and the jesters."""

from typing import Final

from bot.render.symbols.colours import (
    BLACK_SUIT,
    GOLD,
    GOLD_DEEP,
    INK,
    LEATHER,
    LEATHER_DARK,
    LEATHER_LIGHT,
    PAPER,
    PAPER_DEEP,
    RED_SUIT,
    SKIN,
    STEEL,
    TEAMS,
    VELVET,
)
from bot.render.symbols.shapes import block, disc, edged, line, path
from bot.render.symbols.suits import pip

ROBES: Final = {"S": (VELVET, STEEL), "H": (RED_SUIT, GOLD), "D": (GOLD_DEEP, RED_SUIT), "C": (TEAMS["G"], GOLD)}
"""Of each suit: the cloth and its hem."""
HAIR: Final = {"S": INK, "H": LEATHER_LIGHT, "D": LEATHER, "C": LEATHER_DARK}
PANEL: Final = (19.5, 4.5, 26.5, 61)
JESTERS: Final = ((RED_SUIT, GOLD), (VELVET, TEAMS["G"]), (TEAMS["B"], RED_SUIT), (TEAMS["G"], GOLD))
"""The two cloths of each jester."""
SHOULDERS: Final = "M20 65V57Q20 47 33 46Q45.5 47 45.5 57V65Z"


def court(rank: str, suit: str) -> str:
    """Return the figure of a court card in its panel."""
    cloth, hem = ROBES[suit]
    figure = {"J": jack, "Q": queen, "K": king}[rank](cloth, hem, HAIR[suit])
    emblem = path(pip(suit, 33, 58.5, 9), RED_SUIT if suit in "HD" else BLACK_SUIT)
    return panel() + figure + disc(33, 58.5, 6.3, PAPER, f' stroke="{hem}" stroke-width="1.2"') + emblem


def panel() -> str:
    return block(PANEL, 2.5, PAPER_DEEP)


def face(eyes: float = 33.5) -> str:
    """Return eyes and mouth."""
    mouth = line("M31 39.5Q33 41 35 39.5", INK, 1.2)
    return disc(30, eyes, 1.2, INK) + disc(36, eyes, 1.2, INK) + mouth


def king(cloth: str, hem: str, hair: str) -> str:
    robe = path(SHOULDERS, cloth) + path("M24 48L33 53L42 48V52L33 57L24 52Z", hem)
    locks = path("M24 28H42V41Q42 44 40 45H26Q24 44 24 41Z", hair)
    head = path("M26.5 27H39.5V38Q39.5 45 33 45Q26.5 45 26.5 38Z", SKIN)
    beard = path("M26 35.5Q28 37.5 33 37.5Q38 37.5 40 35.5V42Q40 49.5 33 51Q26 49.5 26 42Z", hair)
    crown = path("M24.5 28L22 13L29 19L33 9.5L37 19L44 13L41.5 28Z", GOLD) + path(
        "M24.7 25H41.3", more=f' stroke="{hem}" stroke-width="1.6"'
    )
    mouth = path("M31 41.5H35", more=f' stroke="{SKIN}" stroke-width="1.8"')
    return (
        edged(robe, locks, head, wide=1.2)
        + disc(30, 32.5, 1.2, INK)
        + disc(36, 32.5, 1.2, INK)
        + edged(beard, crown, wide=1.2)
        + mouth
    )


def queen(cloth: str, hem: str, hair: str) -> str:
    locks = path("M23 53Q21 40 22.5 30Q24 18.5 33 18.5Q42 18.5 43.5 30Q45 40 43 53Z", hair)
    robe = path(SHOULDERS, cloth) + path("M29 44H37L38 47.5L33 53L28 47.5Z", SKIN)
    head = path("M26.5 31Q27 25.5 33 24.5Q39 25.5 39.5 31V36Q39 44 33 44Q27 44 26.5 36Z", SKIN)
    crown = path("M25.5 22.5L24 13.5L29.5 17.5L33 11L36.5 17.5L42 13.5L40.5 22.5Q33 19.5 25.5 22.5Z", GOLD)
    pearls = disc(33, 10.5, 1.8, hem) + disc(24, 13, 1.5, hem) + disc(42, 13, 1.5, hem)
    return edged(locks, robe, head, crown, pearls, wide=1.2) + face()


def jack(cloth: str, hem: str, hair: str) -> str:
    locks = path("M24.5 26H41.5Q43.5 35 42.5 43.5H23.5Q22.5 35 24.5 26Z", hair)
    robe = path(SHOULDERS, cloth) + path("M26.5 46.5L33 50L39.5 46.5V50L33 53.5L26.5 50Z", hem)
    head = path("M27 27H39V37Q39 44.5 33 44.5Q27 44.5 27 37Z", SKIN)
    cap = path("M22.5 28Q21 17 33 16.5Q45 17 43.5 28Q33 24.5 22.5 28Z", cloth) + path(
        "M23 24.5Q33 21 43 24.5V28.5Q33 25 23 28.5Z", hem
    )
    feather = path("M40 22Q46 14 40 7.5Q34.5 12 38 22Z", PAPER)
    return edged(locks, robe, head, feather, cap, wide=1.2) + face()


def jester(at: int) -> str:
    """Return one of the jesters, in the two halves of a cap."""
    left, right = JESTERS[at]
    collar = path("M20 65V58L25 51L29 57L33 49L37 57L41 51L45.5 58V65Z", right)
    head = path("M26 30H40V39Q40 48 33 48Q26 48 26 39Z", SKIN)
    horns = path("M26 32Q25 24 19.5 26Q20 12 33 14V32Z", left) + path("M40 32Q41 24 46.5 26Q46 12 33 14V32Z", right)
    tip = path("M28 22Q28 8 34 6Q39 9 38 22Q33 26 28 22Z", left)
    bells = disc(21, 27.5, 2.6, GOLD) + disc(45, 27.5, 2.6, GOLD) + disc(34, 7.5, 2.6, GOLD)
    grin = path("M29 41Q33 46 37 41Z", PAPER, f' stroke="{INK}" stroke-width="1"')
    eyes = disc(30, 36.5, 1.3, INK) + disc(36, 36.5, 1.3, INK)
    return panel() + edged(collar, head, horns, tip, bells, wide=1.2) + eyes + grin
