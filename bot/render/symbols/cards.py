"""The cards: big indices in the corner, pips as on real cards, courts and jokers of our own, and their back."""

from collections.abc import Iterator
from typing import Final

from bot.render.symbols.colours import BLACK_SUIT, GOLD, GOLD_DEEP, LINE, PAPER, RED_SUIT, VELVET, VELVET_DARK
from bot.render.symbols.courts import court, jester
from bot.render.symbols.glyphs import written
from bot.render.symbols.shapes import Symbol, block, disc, line, path
from bot.render.symbols.suits import SUITS, pip, star

WIDTH, HEIGHT = 50, 70
INDEX: Final = 10
"""The middle of the index; the rest of the card belongs to its pips."""
WIDEST: Final = 14.8
"""So wide are its letters at the most; those of a 10 are made narrower, and thicker for it."""
LEFT, CENTRE, RIGHT = 24.5, 33.8, 43
ROWS: Final = (12, 27.3, 42.7, 58)
PIPS: Final = {
    "2": ((CENTRE, 12), (CENTRE, 58)),
    "3": ((CENTRE, 12), (CENTRE, 35), (CENTRE, 58)),
    "4": tuple((x, y) for x in (LEFT, RIGHT) for y in (12, 58)),
    "5": (*((x, y) for x in (LEFT, RIGHT) for y in (12, 58)), (CENTRE, 35)),
    "6": tuple((x, y) for x in (LEFT, RIGHT) for y in (12, 35, 58)),
    "7": (*((x, y) for x in (LEFT, RIGHT) for y in (12, 35, 58)), (CENTRE, 23.5)),
    "8": (*((x, y) for x in (LEFT, RIGHT) for y in (12, 35, 58)), (CENTRE, 23.5), (CENTRE, 46.5)),
    "9": (*((x, y) for x in (LEFT, RIGHT) for y in ROWS), (CENTRE, 35)),
    "10": (*((x, y) for x in (LEFT, RIGHT) for y in ROWS), (CENTRE, 19.6), (CENTRE, 50.4)),
}
LATTICE: Final = (
    "M4 11l7-7M4 25l21-21M4 39l35-35M4 53l42-42M5 66l41-41M18 67l28-28M32 67l14-14"
    "M46 11l-7-7M46 25l-21-21M46 39l-35-35M46 53l-42-42M45 66l-41-41M32 67l-28-28M18 67l-14-14"
)
JOKERS: Final = ("J1", "J2", "J3", "J4")


def cards() -> Iterator[tuple[str, Symbol]]:
    """Yield all cards, by kind and face."""
    for suit in SUITS:
        for rank in (*PIPS, "J", "Q", "K", "A"):
            yield f"card-{rank}{suit}", Symbol(WIDTH, HEIGHT, card(rank, suit))
    for at, name in enumerate(JOKERS):
        yield f"card-{name}", Symbol(WIDTH, HEIGHT, paper() + jester(at) + path(star(INDEX, 14, 17), VELVET))
    yield "card-back", Symbol(WIDTH, HEIGHT, back())


def paper() -> str:
    return block((0.6, 0.6, 48.8, 68.8), 5, PAPER, f' stroke="{LINE}" stroke-width="1.2"')


def card(rank: str, suit: str) -> str:
    colour = RED_SUIT if suit in "HD" else BLACK_SUIT
    index = written(rank, INDEX, 5, 18, WIDEST) + pip(suit, INDEX, 32, 12.5)
    if rank in "JQK":
        return paper() + court(rank, suit) + path(index, colour)
    if rank == "A":
        return paper() + path(index + pip(suit, 31.5, 48, 29), colour)
    pips = "".join(pip(suit, x, y, 8.4, turned=y > 35) for x, y in PIPS[rank])
    thick = f' stroke="{colour}" stroke-width=".8"' if rank == "10" else ""
    return paper() + path(index, colour, thick) + path(pips, colour)


def back() -> str:
    """Return the back: a lattice on velvet, and a pot in a round field."""
    ground = block((0.6, 0.6, 48.8, 68.8), 5, PAPER, f' stroke="{LINE}" stroke-width="1.2"') + block(
        (3.5, 3.5, 43, 63), 3, VELVET
    )
    lattice = path(LATTICE, more=f' stroke="{VELVET_DARK}" stroke-width="2"')
    frame = block((5.5, 5.5, 39, 59), 2, "none", f' stroke="{GOLD}" stroke-width="1"')
    return ground + lattice + frame + disc(25, 35, 13.5, VELVET_DARK, f' stroke="{GOLD}" stroke-width="1.2"') + pot()


def pot() -> str:
    """Return the pot that all put something in."""
    kettle = path("M16.5 32H33.5Q35.5 42 30 44.5H20Q14.5 42 16.5 32Z", GOLD) + path(
        "M15 31H35", more=f' stroke="{GOLD}" stroke-width="3"'
    )
    handles = path("M18 29Q18 23.5 25 23.5Q32 23.5 32 29", more=f' stroke="{GOLD}" stroke-width="1.6"')
    return handles + kettle + line("M30 35Q31 40 28 42.5", GOLD_DEEP, 1.6)
