"""The table as a picture: every layout, the pile and the draw pile, and the viewer's own hand below."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from games.kit.cards import JOKER, Card, Rank, called, is_joker, rank_of
from games.kit.drawing import element, letters, picture
from games.poohead.step import by_rank
from games.poohead.view import LayoutView, PooheadView

WIDTH: Final = 800
CARD_W, CARD_H = 46, 64
SMALL: Final = 0.8
ROW_H: Final = 118
A_ROW: Final = 5
MIDDLE_H: Final = 150
HAND_H: Final = 104
FELT, LINE, QUIET, TURN = "#1f6b4a", "#2d8a62", "#cfe5da", "#ffd34d"
PAPER, BACK, INK, RED, PURPLE, EMBER, EDGE = "#fffdf6", "#3b4f87", "#1b2330", "#b3202c", "#7a3fb0", "#e8793a", "#8a8f98"
HEARTS_AND_DIAMONDS: Final = "HD"
SHAPES: Final = {
    "S": "M0-7C4-2 7 0 7 3.5A3.4 3.4 0 0 1 1.3 5L2.5 8H-2.5L-1.3 5A3.4 3.4 0 0 1-7 3.5C-7 0-4-2 0-7Z",
    "H": "M0 7C-4 3-7.5 0-7.5-3A3.7 3.7 0 0 1 0-4.2A3.7 3.7 0 0 1 7.5-3C7.5 0 4 3 0 7Z",
    "D": "M0-8L6 0L0 8L-6 0Z",
    "C": "M0-7.5A3.3 3.3 0 0 1 3-2A3.3 3.3 0 1 1 1.2 4L2.5 8H-2.5L-1.2 4A3.3 3.3 0 1 1-3-2A3.3 3.3 0 0 1 0-7.5Z",
}
"""The four suits around (0, 0), our own drawing: they differ in shape, not only in colour."""


def drawn(view: PooheadView) -> str:
    rows = [view.layouts[at : at + A_ROW] for at in range(0, len(view.layouts), A_ROW)]
    hand = HAND_H if view.hand else 0
    height = len(rows) * ROW_H + MIDDLE_H + hand + 20
    return picture(WIDTH, height, parts(view, rows, height))


def parts(view: PooheadView, rows: Sequence[Sequence[LayoutView]], height: float) -> Iterator[str]:
    yield element("rect", width=WIDTH, height=height, rx=18, fill=FELT)
    for at, layouts in enumerate(rows):
        width = WIDTH / len(layouts)
        for place, layout in enumerate(layouts):
            yield from before_a_seat(view, layout, width * (place + 0.5), 12 + at * ROW_H)
    top = len(rows) * ROW_H + 14
    yield from middle(view, top)
    if view.hand:
        yield from own_hand(view, top + MIDDLE_H)


# Before each seat: face-up cards on face-down ones


def before_a_seat(view: PooheadView, layout: LayoutView, x: float, top: float) -> Iterator[str]:
    awaited = layout.seat in view.awaited
    edge = TURN if awaited else LINE
    yield element("rect", x=x - 74, y=top, width=148, height=ROW_H - 12, rx=12, fill=LINE, stroke=edge, stroke_width=4)
    yield badge(layout.seat + 1, x - 56, top + 18, TURN if awaited else PAPER)
    yield from hand_count(layout, x + 22, top + 18)
    if layout.place:
        yield element("circle", cx=x, cy=top + 62, r=26, fill="none", stroke=TURN, stroke_width=4)
        yield letters(str(layout.place), x, top + 62, 26, TURN, bold=1.2)
    else:
        yield from three_piles(view, layout, x, top + 36)


def badge(number: int, x: float, y: float, colour: str) -> str:
    return element("circle", cx=x, cy=y, r=13, fill=colour) + letters(
        str(number), x, y, 13 if number < 10 else 10, INK, bold=1.3
    )


def hand_count(layout: LayoutView, x: float, y: float) -> Iterator[str]:
    """Yield how many cards are in that hand, as a little fan with a figure."""
    if layout.hand:
        for tilt in (-14, 0, 14):
            turned = f"rotate({tilt} {x - 20} {y + 12})"
            yield element(
                "rect", x=x - 26, y=y - 11, width=12, height=18, rx=2, fill=BACK, stroke=PAPER, transform=turned
            )
        yield letters(str(layout.hand), x + 10, y, 14, PAPER, bold=1.2)


def three_piles(view: PooheadView, layout: LayoutView, x: float, top: float) -> Iterator[str]:
    """Rulebook: "one face up card stacked on top of one face down card, making three little piles"."""
    own = layout.seat == view.viewer and view.phase == "swapping"
    up = view.up if own else layout.up
    for place in range(max(3, len(up))):
        left = x + (place - 1) * 46 - 18
        if place + 1 in layout.down:
            yield back(left + 3, top + 10, SMALL)
        if place < len(up):
            yield face(up[place], rank_of(up[place]), left, top, SMALL)


# The pile and the draw pile


def middle(view: PooheadView, top: float) -> Iterator[str]:
    yield from stack_of(view.stock, WIDTH * 0.24, top + 22)
    under = view.pile - len(view.top)
    if under:
        yield back(WIDTH * 0.42 - 34, top + 22, 1.3)
        yield letters(str(under), WIDTH * 0.42 - 4, top + 124, 15, QUIET)
    for place, one in enumerate(view.top):
        yield face(one.card, one.rank, WIDTH * 0.42 + place * 48, top + 22, 1.3)
    if not view.pile:
        left = WIDTH * 0.42
        yield element(
            "rect", x=left, y=top + 22, width=60, height=83, rx=8, fill="none", stroke=QUIET, stroke_dasharray="6 6"
        )
    if view.burned:
        yield from flame(WIDTH * 0.88, top + 62)
        yield letters(str(view.burned), WIDTH * 0.88, top + 124, 15, QUIET)


def stack_of(count: int, x: float, top: float) -> Iterator[str]:
    if not count:
        yield element("rect", x=x - 30, y=top, width=60, height=83, rx=8, fill="none", stroke=LINE, stroke_width=2)
        return
    for place in range(min(3, count)):
        yield back(x - 30 + place * 3, top - place * 3, 1.3)
    yield letters(str(count), x, top + 102, 15, QUIET)


def flame(x: float, y: float) -> Iterator[str]:
    outer = "M0-34C30-4 26 36 0 36C-26 36-30 4-8-12C-4-2 6-14 0-34Z"
    inner = "M0 0C14 14 12 34 0 34C-12 34-14 16 0 0Z"
    yield at(x, y, 1, element("path", d=outer, fill=EMBER) + element("path", d=inner, fill=TURN))


# The viewer's own hand


def own_hand(view: PooheadView, top: float) -> Iterator[str]:
    cards = sorted(view.hand, key=by_rank)
    step = min(56, (WIDTH - 80) / max(1, len(cards)))
    left = WIDTH / 2 - (step * (len(cards) - 1) + CARD_W) / 2
    for place, card in enumerate(cards):
        goes = rank_of(card) in view.playable
        yield face(card, rank_of(card), left + place * step, top + (0 if goes else 16), 1.2, lit=goes)


# One card


def back(x: float, y: float, size: float) -> str:
    return at(x, y, size, BACK_OF_A_CARD)


def face(card: Card, rank: Rank, x: float, y: float, size: float, *, lit: bool = False) -> str:
    """A card; a joker on the pile with a star and the rank that was named."""
    return at(x, y, size, front(card, rank, lit))


def at(x: float, y: float, size: float, content: str) -> str:
    return f'<g transform="translate({x:.0f} {y:.0f}) scale({size})">{content}</g>'


BACK_OF_A_CARD: Final = element(
    "rect", width=CARD_W, height=CARD_H, rx=6, fill=BACK, stroke=PAPER, stroke_width=2
) + element("rect", x=6, y=6, width=CARD_W - 12, height=CARD_H - 12, rx=3, fill="none", stroke="#7d8fc4")


@cache
def front(card: Card, rank: Rank, lit: bool) -> str:
    edge, width = (TURN, 4) if lit else (EDGE, 1)
    paper = element("rect", width=CARD_W, height=CARD_H, rx=6, fill=PAPER, stroke=edge, stroke_width=width)
    middle = CARD_W / 2
    if is_joker(card):
        name = letters("JK" if rank == JOKER else called(rank), middle, 17, 18, PURPLE, bold=1.2)
        return paper + name + letters("*", middle, 44, 26, PURPLE, bold=1.2)
    colour = RED if card[-1] in HEARTS_AND_DIAMONDS else INK
    suit = element("path", d=SHAPES[card[-1]], fill=colour, transform=f"translate({middle} 46) scale(1.5)")
    return paper + letters(called(rank), middle, 19, 22 if len(rank) == 1 else 19, colour, bold=1.2) + suit
