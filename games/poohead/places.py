"""A player's place on the board: the name, the hand as one pile of backs, and face-up cards on face-down ones."""

from collections.abc import Iterator
from typing import Final

from games.kit.board import Look, Piece, PieceKind, letters
from games.kit.telling import Who, say
from games.poohead.pieces import COUNT, Box, card_box, card_height, card_said, count, sorted_cards, text
from games.poohead.view import LayoutView, PooheadView

PAD: Final = 3
NAME: Final = 12
LINE: Final = 3
"""Between the name and the cards."""
PEEK: Final = 4
"""So much of a face-down card is seen behind the face-up one on it."""
APART: Final = 2
BESIDE: Final = 4
"""Between two face-up cards, at most."""
MARK: Final = 14
PLACE: Final = 26
SIZES: Final = {180: (40, 28), 110: (34, 24), 0: (28, 13)}
"""How wide face-up cards and the hand are in a place as wide at least as that."""
ON_THE_HAND: Final = 5
"""So far the number of cards reaches into the back on which it lies."""


def sizes(width: int) -> tuple[int, int]:
    return next(found for least, found in SIZES.items() if width >= least)


def place_height(width: int) -> int:
    """Return how high a place of this width is."""
    return PAD + NAME + LINE + PEEK + card_height(sizes(width)[0]) + PAD


def place(view: PooheadView, layout: LayoutView, box: Box) -> Iterator[Piece]:
    """Yield all that lies before this seat."""
    inner = Box(box.left + PAD, box.top + PAD, box.width - 2 * PAD, box.height - 2 * PAD)
    yield ground(view, layout, box)
    yield from name_line(view, layout, inner._replace(height=NAME))
    top = inner.top + NAME + LINE
    things = Box(inner.left, top, inner.width, inner.bottom - top)
    if layout.gone:
        yield text(Box(things.left, things.top + 12, things.width, NAME), say("label-gone"), (Look.DIM,), "middle")
    elif layout.place:
        yield out(layout, things)
    else:
        yield from cards(layout, things, *sizes(box.width))


def ground(view: PooheadView, layout: LayoutView, box: Box) -> Piece:
    """Return the area of a seat."""
    says = say(
        "piece-place",
        seat=Who(layout.seat),
        turn="yes" if layout.seat in view.awaited else "no",
        state="gone" if layout.gone else "out" if layout.place else "plays",
    )
    looks = looks_of(view, layout)
    return Piece(PieceKind.SPACE, "seat", *box, says, seat=layout.seat, looks=looks, key=f"seat-{layout.seat}")


def looks_of(view: PooheadView, layout: LayoutView) -> tuple[Look, ...]:
    """Return how a seat looks: whether it has won, is awaited, or has left."""
    seat = layout.seat
    marks = ((Look.LIT, seat in view.winners), (Look.TURN, seat in view.awaited), (Look.DIM, layout.gone))
    return tuple(look for look, holds in marks if holds)


def name_line(view: PooheadView, layout: LayoutView, box: Box) -> Iterator[Piece]:
    """Yield the name, and at its right the mark of who has won, or is the Poohead."""
    marks = [("crown", "piece-crown")] * (layout.seat in view.winners) + [("poo", "piece-poo")] * (
        layout.seat in view.last
    )
    wide = box.width - len(marks) * (MARK + APART)
    yield text(box._replace(width=wide), say("piece-seat", seat=Who(layout.seat)), looks_of(view, layout))
    for face, word in marks:
        at = (box.right - MARK, box.top, MARK, MARK)
        yield Piece(PieceKind.FIGURE, face, *at, say(word, seat=Who(layout.seat)), seat=layout.seat)


def out(layout: LayoutView, box: Box) -> Piece:
    """Return a plate with the number at which this seat got rid of all its cards."""
    at = Box(box.left + (box.width - PLACE) // 2, box.top + (box.height - PLACE) // 2, PLACE, PLACE)
    says = say("piece-out", seat=Who(layout.seat), place=layout.place)
    face = "gold" if layout.place == 1 else "plain"
    return Piece(PieceKind.BADGE, face, *at, says, letters(str(layout.place)), layout.seat)


def cards(layout: LayoutView, box: Box, card: int, hand: int) -> Iterator[Piece]:
    """Yield the hand at the left; "one face up card stacked on top of one face down card" at the right."""
    column = max(hand, COUNT + 1)
    if layout.hand:
        at = card_box(box.left + (column - hand) // 2, box.top + PEEK, hand)
        says = say("piece-hand", seat=Who(layout.seat), cards=layout.hand)
        yield Piece(PieceKind.CARD, "back", *at, says, seat=layout.seat)
        wide = column if layout.hand < 10 else max(column, 15)
        yield count(layout.hand, box.left, at.bottom - ON_THE_HAND, wide)
    left = box.left + column + APART
    step = min(card + BESIDE, (box.right - left - card) // 2)
    first = left + (box.right - left - card - 2 * step) // 2
    yield from piles(layout, Box(first, box.top, step, box.height), card)


def piles(layout: LayoutView, box: Box, card: int) -> Iterator[Piece]:
    """Yield the face-down cards, each behind the face-up card on it. `box`: of the first pile, as wide as a step."""
    for at in layout.down:
        back = card_box(box.left + (at - 1) * box.width, box.top, card)
        says = say("piece-face-down", seat=Who(layout.seat), place=at)
        yield Piece(PieceKind.CARD, "back", *back, says, seat=layout.seat)
    for at, one in enumerate(sorted_cards(layout.up)):
        face = card_box(box.left + at * box.width, box.top + PEEK, card)
        says = say("piece-face-up", seat=Who(layout.seat), card=card_said(one))
        yield Piece(PieceKind.CARD, one, *face, says, seat=layout.seat)
