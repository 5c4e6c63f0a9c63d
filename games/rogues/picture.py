"""The table as a picture: the Giant under its cup, the Party, the pot, every Rogue's cup; the viewer's dice below."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from games.kit.drawing import element, letters, number, picture
from games.rogues.view import CupView, RoguesView, RogueView

WIDTH: Final = 800
TOP_H, SEAT_H, OWN_H, EDGE = 190, 156, 84, 8
TABLE, BOARD, LINE, QUIET, TURN = "#2b2440", "#3a3157", "#574a80", "#c9bfe6", "#ffd34d"
PAPER, INK, LEATHER, RIM, GIANT, GOLD, DIM = "#fffdf6", "#1b1630", "#8a5a33", "#5e3a1e", "#b3202c", "#e0a92e", "#8d84ab"
PIPS: Final = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
"""The nine places of a die's pips, a to i in rows."""
DIE: Final = 44
WORDS: Final = {"fled": "FLED", "trips": "TRIP", "split": "SPLIT", "out": "OUT"}


def drawn(view: RoguesView) -> str:
    own = OWN_H if own_dice(view) else 0
    height = TOP_H + SEAT_H + own + EDGE
    return picture(WIDTH, height, parts(view, height))


def parts(view: RoguesView, height: float) -> Iterator[str]:
    yield element("rect", width=WIDTH, height=height, fill=TABLE)
    yield from (giant_and_party(view) if view.cups else duel(view))
    yield from pot(view, WIDTH - 92, 84)
    width = (WIDTH - EDGE) / len(view.rogues)
    for place, rogue in enumerate(view.rogues):
        yield from before_a_seat(view, rogue, EDGE / 2 + width * (place + 0.5), TOP_H, min(width - EDGE, 150))
    if own_dice(view):
        yield from own_row(view, TOP_H + SEAT_H + 12)


# The Giant, the Party and the pot


def giant_and_party(view: RoguesView) -> Iterator[str]:
    yield letters("GIANT", 96, 20, 13, QUIET)
    yield giant_die(str(view.giant), 96, 100) if view.giant else cup(96, 150, 1.5)
    yield letters(f"MAW {view.maw}", 96, 172, 14, QUIET)
    room = (WIDTH - 380) / max(1, len(view.cups))
    for place, one in enumerate(view.cups):
        yield from party_cup(one, 190 + room * (place + 0.5))


def duel(view: RoguesView) -> Iterator[str]:
    yield letters("GIANT", 96, 20, 13, QUIET)
    yield giant_die(str(view.knee), 96, 100) if view.knee else cup(96, 150, 1.5)
    for place, face in enumerate(view.duel):
        yield die(face, 210 + place * 68, 70, 1.3)
    if view.total and view.phase == "duel":
        yield letters(str(view.total), 240 + len(view.duel) * 68, 98, 34, TURN, bold=1.2)


def giant_die(shows: str, x: float, y: float) -> str:
    """A ten-sided die, seen from above."""
    shape = f"M{x} {y - 58}L{x + 52} {y - 10}L{x} {y + 58}L{x - 52} {y - 10}Z"
    body = element("path", d=shape, fill=GIANT, stroke=PAPER, stroke_width=4, stroke_linejoin="round")
    return body + letters(shows, x, y - 4, 36, PAPER, bold=1.3)


def party_cup(one: CupView, x: float) -> Iterator[str]:
    """A die that still lies under the cup, and beside it the one that is shown."""
    if one.under:
        yield cup(x - 32, 132, 1)
    if one.shown:
        yield die(one.shown[0], x + (4 if one.under else -26), 80, 1.2)
    else:
        yield element("rect", x=x - 26, y=80, width=53, height=53, fill="none", stroke=LINE, stroke_width=3)


def pot(view: RoguesView, x: float, y: float) -> Iterator[str]:
    """Coins and what they come to; bets and the Den's stakes are part of it."""
    coins = "".join(
        element("rect", x=x - 34 + side, y=y - 8 - 12 * at, width=44, height=10, fill=GOLD, stroke=TABLE)
        for side, high in ((0, 4), (28, 2))
        for at in range(high if view.pot else 0)
    )
    yield crisp([coins])
    yield letters(str(view.pot), x, y + 26, 26, TURN, bold=1.2)


# Before each seat


def before_a_seat(view: RoguesView, rogue: RogueView, x: float, top: float, width: float) -> Iterator[str]:
    awaited = rogue.seat in view.awaited
    edge = TURN if awaited else LINE
    box = element("rect", x=x - width / 2, y=top, width=width, height=SEAT_H, fill=BOARD, stroke=edge, stroke_width=4)
    yield crisp([box])
    left, lit = x - width / 2, "out" if rogue.gone and rogue.plays == "waits" else rogue.plays
    yield badge(rogue.seat + 1, left + 20, top + 20, TURN if awaited else PAPER)
    yield letters(WORDS.get(lit, ""), x + 14, top + 20, 15, TURN if lit == "trips" else DIM, bold=1.2)
    if lit != "out":
        yield from cup_or_hand(rogue, x, top + 88, upright=lit in {"fled", "split"})
    if rogue.bet:
        yield element("rect", x=x - 40, y=top + 134, width=10, height=10, fill=GOLD)
        yield letters(str(rogue.bet), x + 6, top + 139, 15, GOLD, bold=1.2)


def cup_or_hand(rogue: RogueView, x: float, bottom: float, *, upright: bool) -> Iterator[str]:
    """A cup with how many dice there are in it for good, and the Party's die; a hand that was shown lies open."""
    if rogue.hand:
        for place, face in enumerate(rogue.hand):
            yield die(face, x - 26 * len(rogue.hand) + place * 52 + 4, bottom - 44, 1)
    else:
        beside = 24 if rogue.drawn else 0
        yield cup(x - beside, bottom, 0.9, upright=upright)
        if rogue.drawn:
            yield die(rogue.drawn[0], x + 6, bottom - 36, 0.8)
    yield crisp(
        element("rect", x=x - 7 * rogue.cup + 14 * at, y=bottom + 14, width=10, height=10, fill=QUIET)
        for at in range(rogue.cup)
    )


def badge(seat: int, x: float, y: float, colour: str) -> str:
    return element("circle", cx=x, cy=y, r=13, fill=colour) + letters(str(seat), x, y, 13, INK, bold=1.3)


# The viewer's own dice


def own_dice(view: RoguesView) -> tuple[int, ...]:
    return () if view.phase == "over" else view.dice


def own_row(view: RoguesView, top: float) -> Iterator[str]:
    """Draw the own dice: the hand is lit, a Party die in it stands last; what is not in it is dimmed."""
    faces = (*((face, True) for face in view.hand), *((face, False) for face in set_aside(view)))
    left = WIDTH / 2 - len(faces) * 32
    for place, (face, lit) in enumerate(faces):
        yield die(face, left + place * 64 + 4, top, 1.2, lit=lit, dim=not lit)


def set_aside(view: RoguesView) -> Sequence[int]:
    rogue = next(one for one in view.rogues if one.seat == view.viewer)
    own = view.hand[: len(view.hand) - len(rogue.drawn)]
    return tuple((Counter(view.dice) - Counter(own)).elements())


# One cup, one die


def cup(x: float, bottom: float, size: float, *, upright: bool = False) -> str:
    """A leather cup, turned over; upright where its Rogue is out of the round ("place it right-side up")."""
    body = element("path", d="M-30 0L-22-56H22L30 0Z", fill=LEATHER, stroke=RIM, stroke_width=3)
    rim = element("rect", x=-32, y=-10, width=64, height=10, fill=RIM)
    turned = f" translate(0 {number(-56 * size)}) scale({size} {-size})" if upright else f" scale({size})"
    return f'<g transform="translate({number(x)} {number(bottom)}){turned}">{body}{rim}</g>'


def die(face: int, x: float, y: float, size: float, *, lit: bool = False, dim: bool = False) -> str:
    return f'<g transform="translate({number(x)} {number(y)}) scale({size})">{front(face, lit, dim)}</g>'


@cache
def front(face: int, lit: bool, dim: bool) -> str:
    edge, width = (TURN, 4) if lit else (RIM, 1)
    fill = DIM if dim else PAPER
    found = [element("rect", width=DIE, height=DIE, rx=6, fill=fill, stroke=edge, stroke_width=width)]
    for pip in PIPS[face]:
        row, column = divmod("abcdefghi".index(pip), 3)
        found.append(element("circle", cx=DIE / 2 + (column - 1) * 13, cy=DIE / 2 + (row - 1) * 13, r=4.2, fill=INK))
    return "".join(found)


def crisp(parts: Iterable[str]) -> str:
    """Without blurred edges: small, and it takes few bytes."""
    inside = "".join(parts)
    return f'<g shape-rendering="crispEdges">{inside}</g>' if inside else ""
