"""A player's place on the board: the name, the hand as one pile of backs, and face-up cards on face-down ones."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from games.kit.board import MOST_LAID, Box, Look, Piece, PieceKind, laid_once, letters, text
from games.kit.cards import Card
from games.kit.seats import Seat
from games.kit.telling import Who, say
from games.poohead.pieces import COUNT, card_box, card_height, card_said, count, sorted_cards
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


class Player(NamedTuple):
    """Hold what is shown of a seat: the cards before it, whether it is awaited, has won, or is the Poohead."""

    layout: LayoutView
    awaited: bool
    wins: bool
    last: bool


def player(view: PooheadView, layout: LayoutView) -> Player:
    seat = layout.seat
    return Player(layout, seat in view.awaited, seat in view.winners, seat in view.last)


@laid_once
def place(who: Player, box: Box) -> Iterator[Piece]:
    """Yield all that lies before this seat."""
    layout = who.layout
    inner = Box(box.left + PAD, box.top + PAD, box.width - 2 * PAD, box.height - 2 * PAD)
    yield ground(who, box)
    yield from name_line(who, inner._replace(height=NAME))
    top = inner.top + NAME + LINE
    things = Box(inner.left, top, inner.width, inner.bottom - top)
    if layout.gone:
        yield text(Box(things.left, things.top + 12, things.width, NAME), say("label-gone"), (Look.DIM,), "middle")
    elif layout.place:
        yield out(layout, things)
    else:
        yield from cards(layout, things, *sizes(box.width))


def ground(who: Player, box: Box) -> Piece:
    """Return the area of a seat."""
    layout = who.layout
    state = "gone" if layout.gone else "out" if layout.place else "plays"
    return space(layout.seat, "yes" if who.awaited else "no", state, looks_of(who), box)


@lru_cache(maxsize=MOST_LAID)
def space(seat: Seat, turn: str, state: str, looks: tuple[Look, ...], box: Box) -> Piece:
    says = say("piece-place", seat=Who(seat), turn=turn, state=state)
    return Piece(PieceKind.SPACE, "seat", *box, says, seat=seat, looks=looks, key=f"seat-{seat}")


def looks_of(who: Player) -> tuple[Look, ...]:
    """Return how a seat looks: whether it has won, is awaited, or has left."""
    marks = ((Look.LIT, who.wins), (Look.TURN, who.awaited), (Look.DIM, who.layout.gone))
    return tuple(look for look, holds in marks if holds)


def name_line(who: Player, box: Box) -> Iterator[Piece]:
    """Yield the name, and at its right the mark of who has won, or is the Poohead."""
    seat = who.layout.seat
    marks = [("crown", "piece-crown")] * who.wins + [("poo", "piece-poo")] * who.last
    wide = box.width - len(marks) * (MARK + APART)
    yield name(seat, box._replace(width=wide), looks_of(who))
    for face, word in marks:
        at = (box.right - MARK, box.top, MARK, MARK)
        yield Piece(PieceKind.FIGURE, face, *at, say(word, seat=Who(seat)), seat=seat)


@lru_cache(maxsize=MOST_LAID)
def name(seat: Seat, box: Box, looks: tuple[Look, ...]) -> Piece:
    return text(box, say("piece-seat", seat=Who(seat)), looks)


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
        yield face_down(layout.seat, at, card_box(box.left + (at - 1) * box.width, box.top, card))
    for at, one in enumerate(sorted_cards(layout.up)):
        yield face_up(layout.seat, one, card_box(box.left + at * box.width, box.top + PEEK, card))


@lru_cache(maxsize=MOST_LAID)
def face_down(seat: Seat, place: int, box: Box) -> Piece:
    return Piece(PieceKind.CARD, "back", *box, say("piece-face-down", seat=Who(seat), place=place), seat=seat)


@lru_cache(maxsize=4 * MOST_LAID)
def face_up(seat: Seat, card: Card, box: Box) -> Piece:
    says = say("piece-face-up", seat=Who(seat), card=card_said(card))
    return Piece(PieceKind.CARD, card, *box, says, seat=seat)
