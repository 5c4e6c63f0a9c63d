"""What lies before the viewer, large enough to be pressed: face-up cards on face-down ones, and the hand."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from games.kit.board import Look, Piece, PieceKind, in_a_row
from games.kit.cards import Card, rank_of
from games.kit.telling import say
from games.poohead.pieces import Box, card_box, card_height, card_said, count, sorted_cards
from games.poohead.places import NAME, ground, name_line, out, player
from games.poohead.view import LayoutView, PooheadView

PAD: Final = 4
UP: Final = 34
PEEK: Final = 5
BESIDE: Final = 10
IN_HAND: Final = 44
"""So wide is a card of a hand in one row."""
FOLDED: Final = 36
"""So wide is a card of a hand in two rows, equal ranks on one another."""
FEW: Final = 12
"""More cards stand in two rows."""
ROW: Final = 33
"""So much is seen of the upper row."""
PEEKS: Final = range(4, 13)
"""So much is seen of a card behind others of its rank."""
UNDER_THE_INDEX: Final = 19
NAME_WIDTH: Final = 120
OF_HAND: Final = ("play.cards", "swap.hand")
OF_TABLE: Final = ("play.cards", "swap.faceup", "take.card")
OF_BACKS: Final = ("blind.place",)


def own_height(view: PooheadView) -> int:
    return PAD + piles_height(view) + hand_height(len(view.hand)) + PAD


def piles_height(view: PooheadView) -> int:
    """Return how high are the cards above the hand, or the name alone where none is left but the hand."""
    layout = view.layouts[int(view.viewer)]  # type: ignore[arg-type]  # a seat, as its caller knows
    return NAME if view.hand and not (view.up or layout.down) else PEEK + card_height(UP)


def hand_height(cards: int) -> int:
    """Return how high the hand is, with what parts it from the cards above it."""
    if not cards:
        return 0
    return PAD + (card_height(IN_HAND) if cards <= FEW else ROW + card_height(FOLDED))


def own(view: PooheadView, layout: LayoutView, box: Box) -> Iterator[Piece]:
    """Yield the viewer's own place: name and face-up cards, the hand below."""
    inner = Box(box.left + PAD, box.top + PAD, box.width - 2 * PAD, piles_height(view))
    yield ground(player(view, layout), box)
    yield from name_line(player(view, layout), Box(inner.left + PAD, inner.top, NAME_WIDTH, NAME))
    if layout.place:
        yield out(layout, inner)
    elif not layout.gone:
        yield from own_piles(view, layout, inner)
        hand = Box(inner.left, inner.bottom + PAD, inner.width, hand_height(len(view.hand)) - PAD)
        yield from own_hand(view, layout, hand)


def own_piles(view: PooheadView, layout: LayoutView, box: Box) -> Iterator[Piece]:
    lefts = list(in_a_row(3, box.left, box.right, UP, BESIDE))
    for place in layout.down:
        at = card_box(lefts[place - 1], box.top, UP)
        says = say("piece-own-down", place=place)
        yield Piece(PieceKind.CARD, "back", *at, says, None, layout.seat, place, OF_BACKS)
    for left, card in zip(lefts, sorted_cards(view.up), strict=False):
        lit = not view.hand and rank_of(card) in view.playable
        yield own_card(layout, card, card_box(left, box.top + PEEK, UP), OF_TABLE, lit)


def own_card(layout: LayoutView, card: Card, box: Box, fills: tuple[str, ...], lit: bool) -> Piece:
    says = say(
        "piece-own", card=card_said(card), where="hand" if fills is OF_HAND else "up", goes="yes" if lit else "no"
    )
    looks = (Look.LIT,) if lit else ()
    return Piece(PieceKind.CARD, card, *box, says, None, layout.seat, rank_of(card), fills, looks)


# The hand


def own_hand(view: PooheadView, layout: LayoutView, box: Box) -> Iterator[Piece]:
    """Yield the hand in a row, or in two rows with the cards of a rank behind one another."""
    cards = sorted_cards(view.hand)
    if len(cards) > FEW:
        yield from folded(view, layout, cards, box)
        return
    for card, left in zip(cards, in_a_row(len(cards), box.left, box.right, IN_HAND), strict=True):
        lit = rank_of(card) in view.playable
        yield own_card(layout, card, card_box(left, box.top, IN_HAND), OF_HAND, lit)


def folded(view: PooheadView, layout: LayoutView, cards: Sequence[Card], box: Box) -> Iterator[Piece]:
    groups = [list(group) for _, group in groupby(cards, rank_of)]
    half = (len(groups) + 1) // 2
    for row, line in enumerate((groups[:half], groups[half:])):
        top = box.top + row * ROW
        for group, lefts in zip(line, stacked([len(group) for group in line], box), strict=True):
            for card, left in zip(group, lefts, strict=True):
                lit = rank_of(card) in view.playable
                yield own_card(layout, card, card_box(left, top, FOLDED), OF_HAND, lit)
            if len(group) > 1:
                yield count(len(group), lefts[-1] + 1, top + UNDER_THE_INDEX)


def stacked(counts: Sequence[int], box: Box) -> Iterator[tuple[int, ...]]:
    """Yield the left edges of the cards of each rank: of those behind as much is seen as there is room for."""
    behind = sum(counts) - len(counts)
    free = box.width - len(counts) * (FOLDED + PAD)
    peek = min(PEEKS[-1], max(PEEKS[0], free // max(1, behind)))
    room = box.width - FOLDED - behind * peek
    step = min(FOLDED + PAD, room // max(1, len(counts) - 1))
    left = box.left + (room - step * (len(counts) - 1)) // 2
    for number in counts:
        yield tuple(left + peek * at for at in range(number))
        left += peek * (number - 1) + step
