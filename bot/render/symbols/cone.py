"""Draw the cone, with a wide skirt that bears its letter, which is read where only the skirt looks out of a stack."""

from collections.abc import Iterator
from typing import Final

from bot.render.symbols.colours import ON_TEAMS, PAPER, TEAMS
from bot.render.symbols.glyphs import written
from bot.render.symbols.shapes import Symbol, block, edged, path, shade

SIDE: Final = 40
BODY: Final = "M16 4Q16 1.2 20 1.2Q24 1.2 24 4L32 28H8Z"

SKIRT: Final = (1, 25.5, 38, 13.5)


def in_all_colours() -> Iterator[tuple[str, Symbol]]:
    """Yield the cone in each colour, by kind and face."""
    for letter, colour in TEAMS.items():
        yield f"cone-{letter}", Symbol(SIDE, SIDE, cone(letter, colour))


def cone(letter: str, colour: str) -> str:
    body = path(BODY, colour)
    ring = path("M12.9 13.5H27.1L29.1 19.5H10.9Z", PAPER)
    dark = shade("M20.5 2.2Q23.2 2.4 23.2 4L31 27.5H21.5Z")
    skirt = edged(block(SKIRT, 4, colour), wide=2)
    # What is dark needs an edge against dark felt.
    rim = edged(path(BODY), block(SKIRT, 4, "none"), edge=PAPER, wide=4.4) if ON_TEAMS[letter] == PAPER else ""
    drawn = rim + body + ring + dark + edged(path(BODY), wide=2) + skirt
    return drawn + path(written(letter, 20, 27.2, 10.2), ON_TEAMS[letter])
