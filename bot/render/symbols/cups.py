"""Dice cups of leather: turned over, set aside, and as glass for those who know what lies below."""

from collections.abc import Iterator
from typing import Final

from bot.render.symbols.colours import GLASS, GOLD, GOLD_DEEP, LEATHER, LEATHER_DARK, LEATHER_LIGHT, PALE
from bot.render.symbols.shapes import Symbol, edged, line, oval, path

SIDE: Final = 48
DOWN: Final = "M12 8Q12 3.5 24 3.5Q36 3.5 36 8L42.5 40Q42.5 45 24 45Q5.5 45 5.5 40Z"
UP: Final = "M5.5 9L12 41Q12 45.5 24 45.5Q36 45.5 36 41L42.5 9Z"


def cups() -> Iterator[tuple[str, Symbol]]:
    """Yield all cups, by kind and face."""
    yield "cup-down", Symbol(SIDE, SIDE, down())
    yield "cup-up", Symbol(SIDE, SIDE, up())
    yield "cup-glass", Symbol(SIDE, SIDE, glass())


def down() -> str:
    body = edged(path(DOWN, LEATHER), wide=3)
    side = path("M30 44.6Q42.5 43.7 42.5 40L36 8Q35.7 4.6 28.5 3.8Z", LEATHER_DARK, ' opacity=".5"')
    top = oval(24, 7.6, 10.5, 2.7, LEATHER_LIGHT)
    seam = path("M11 15Q24 19 37 15", more=f' stroke="{LEATHER_LIGHT}" stroke-width="1.8" stroke-dasharray="3 2.4"')
    rim = path("M6.3 34.5Q24 40.5 41.7 34.5L42.6 39.6Q24 46.2 5.4 39.6Z", GOLD) + path(
        "M29 37.9Q37 37 41.7 34.5L42.6 39.6Q37 42.3 30 43.2Z", GOLD_DEEP
    )
    shine = line("M15 13L12 31", LEATHER_LIGHT, 2.4)
    return body + side + top + seam + shine + rim + edged(path(DOWN), wide=2)


def up() -> str:
    body = edged(path(UP, LEATHER), wide=3)
    side = path("M30 45.2Q36 44.2 36 41L42.5 9H32Z", LEATHER_DARK, ' opacity=".5"')
    seam = path(
        "M10.5 35Q24 39.5 37.5 35", more=f' stroke="{LEATHER_LIGHT}" stroke-width="1.8" stroke-dasharray="3 2.4"'
    )
    mouth = edged(oval(24, 9, 19, 6, GOLD), wide=2) + edged(oval(24, 9.3, 15, 3.9, LEATHER_DARK), wide=1.4)
    return body + side + seam + mouth


def glass() -> str:
    body = path(DOWN, GLASS, ' opacity=".2"')
    edge = edged(path(DOWN), path("M6 36.5Q24 42.5 42 36.5"), edge=GLASS, wide=2)
    shine = line("M15.5 11L11 31M20 9.5L19 14", PALE, 2.2, ' opacity=".8"')
    return body + edge + shine
