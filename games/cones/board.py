"""Define the board: eight sections of an outer and an inner track between crossovers (rulings 1.1).

Section k runs clockwise from crossover Xk: outer ka, kb, kc, inner ky, kz, then X(k+1).
"""

from functools import cache, lru_cache
from typing import Final, NewType

Space = NewType("Space", int)
"""A space of the track. Numbers run section by section: the crossover, a, b, c, y, z."""
Colour = NewType("Colour", str)
"""The letter of a team; its cones are written with it."""

OUTER, INNER = "abc", "yz"
CROSSOVER: Final = "x"
A_SECTION: Final = 1 + len(OUTER) + len(INNER)
COLOURS: Final = tuple(map(Colour, "YBRG"))
"""Clockwise: yellow and blue by the rulebook's letters, red and green by ruling 1.2."""
NAMES: Final = dict(zip(("yellow", "blue", "red", "green"), COLOURS, strict=True))
"""The colours by the names that players type."""
CONES: Final = 4
"""Rulebook, "Contents": 4 each of 4 colours."""
PIPS: Final = range(1, 7)
NOWHERE: Final = Space(-1)
EXAMPLES: Final = ("x1 1a 1b 1c x2 2a 2b 2c x3 3a 3b 3c x4", "1y 1z 2y 2z 3y 3z")
LETTERS: Final = dict(zip("abcdefghijklmnopqrs", " ".join(EXAMPLES).split(), strict=True))
"""The letters of the rulebook's diagram examples."""


def spaces(sections: int) -> tuple[Space, ...]:
    return tuple(map(Space, range(sections * A_SECTION)))


@cache
def name(space: Space) -> str:
    """Return a space as it is typed: `x3`, `2b`."""
    section, place = divmod(space, A_SECTION)
    return f"{section + 1}{(OUTER + INNER)[place - 1]}" if place else f"{CROSSOVER}{section + 1}"


@cache
def shown(space: Space) -> str:
    """Return a space as it is shown to people: `X3`, `2b`."""
    return name(space).replace(CROSSOVER, CROSSOVER.upper())


def is_crossover(space: Space) -> bool:
    return space % A_SECTION == 0


@lru_cache(maxsize=8)
def by_name(sections: int) -> dict[str, Space]:
    return {name(space): space for space in spaces(sections)}


@cache
def start_of(colour: Colour, sections: int) -> Space:
    """Return the start of a colour, the crossover directly below its triangle (rulebook 5): every second one (1.1)."""
    return Space(COLOURS.index(colour) * sections // len(COLOURS) * A_SECTION)


# Rulebook 4: spaces are counted one by one, in one direction


def onward(sections: int, space: Space, clockwise: bool) -> tuple[Space, ...]:
    """Return the next spaces in this direction; at each crossover either track may be taken (rulebook 4 g)."""
    section, place = divmod(space, A_SECTION)
    here, before = section * A_SECTION, (section - 1) % sections * A_SECTION
    after = (section + 1) % sections * A_SECTION
    ends = (len(OUTER), A_SECTION - 1)
    if place == 0:
        return (Space(here + 1), Space(here + ends[0] + 1)) if clockwise else tuple(Space(before + end) for end in ends)
    if clockwise:
        return (Space(after if place in ends else space + 1),)
    return (Space(here if place in {1, ends[0] + 1} else space - 1),)


@lru_cache(maxsize=4096)
def landings(sections: int, space: Space, pop: int, clockwise: bool) -> tuple[Space, ...]:
    """Return the spaces that so many steps lead to, the outer track first; only one path leads to each (1.1)."""
    reached: tuple[Space, ...] = (space,)
    for _ in range(pop):
        reached = tuple(step for at in reached for step in onward(sections, at, clockwise))
    return reached


@lru_cache(maxsize=4096)
def track(sections: int, start: Space, to: Space) -> tuple[Space, ...]:
    """Return the spaces on the way between two that are at most one pop apart, one by one; else an empty tuple."""
    for clockwise in (True, False):
        ways: list[tuple[Space, ...]] = [(start,)]
        for _ in PIPS:
            ways = [(*way, step) for way in ways for step in onward(sections, way[-1], clockwise)]
            if found := next((way for way in ways if way[-1] == to), None):
                return found[1:-1]
    return ()


@lru_cache(maxsize=4096)
def reach(sections: int, space: Space, pop: int, stack: bool) -> tuple[Space, ...]:
    """Return the spaces in reach of a pop: single men go clockwise only, stacks either way (rulebook 4 e)."""
    backward = landings(sections, space, pop, clockwise=False) if stack else ()
    forward = landings(sections, space, pop, clockwise=True)
    return tuple(dict.fromkeys(forward + backward))  # on the pocket board, half a lap leads to the same space both ways
