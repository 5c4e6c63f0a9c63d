"""What lies before the viewer, large enough to be pressed: face-up cards on face-down ones, and the hand."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from games.kit.board import MOST_LAID, Box, Look, Piece, PieceKind, in_a_row, laid_once
from games.kit.cards import Card, Rank, rank_of
from games.kit.seats import Seat
from games.kit.telling import say
from games.poohead.pieces import card_box, card_height, card_said, count, sorted_cards
from games.poohead.places import NAME, Player, ground, name_line, out, player
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


class Own(NamedTuple):
    """What lies before the viewer. `goes`: the ranks that go now."""

    who: Player
    hand: tuple[Card, ...]
    up: tuple[Card, ...]
    goes: tuple[Rank, ...]

    @property
    def layout(self) -> LayoutView:
        return self.who.layout


def own_of(view: PooheadView, layout: LayoutView) -> Own:
    return Own(player(view, layout), view.hand, view.up, view.playable)


def own_height(seen: Own) -> int:
    return PAD + piles_height(seen) + hand_height(len(seen.hand)) + PAD


def piles_height(seen: Own) -> int:
    """Return how high are the cards above the hand, or the name alone where none is left but the hand."""
    return NAME if seen.hand and not (seen.up or seen.layout.down) else PEEK + card_height(UP)


def hand_height(cards: int) -> int:
    """Return how high the hand is, with what parts it from the cards above it."""
    if not cards:
        return 0
    return PAD + (card_height(IN_HAND) if cards <= FEW else ROW + card_height(FOLDED))


@laid_once
def own(seen: Own, box: Box) -> Iterator[Piece]:
    """Yield the viewer's own place: name and face-up cards, the hand below."""
    layout = seen.layout
    inner = Box(box.left + PAD, box.top + PAD, box.width - 2 * PAD, piles_height(seen))
    yield ground(seen.who, box)
    yield from name_line(seen.who, Box(inner.left + PAD, inner.top, NAME_WIDTH, NAME))
    if layout.place:
        yield out(layout, inner)
    elif not layout.gone:
        yield from own_piles(seen, inner)
        hand = Box(inner.left, inner.bottom + PAD, inner.width, hand_height(len(seen.hand)) - PAD)
        yield from own_hand(seen, hand)


def own_piles(seen: Own, box: Box) -> Iterator[Piece]:
    seat, lefts = seen.layout.seat, list(in_a_row(3, box.left, box.right, UP, BESIDE))
    for place in seen.layout.down:
        yield own_back(seat, place, card_box(lefts[place - 1], box.top, UP))
    for left, card in zip(lefts, sorted_cards(seen.up), strict=False):
        lit = not seen.hand and rank_of(card) in seen.goes
        yield own_card(seat, card, card_box(left, box.top + PEEK, UP), OF_TABLE, lit)


@lru_cache(maxsize=MOST_LAID)
def own_back(seat: Seat, place: int, box: Box) -> Piece:
    says = say("piece-own-down", place=place)
    return Piece(PieceKind.CARD, "back", *box, says, None, seat, place, OF_BACKS)


@lru_cache(maxsize=4 * MOST_LAID)
def own_card(seat: Seat, card: Card, box: Box, fills: tuple[str, ...], lit: bool) -> Piece:
    says = say(
        "piece-own", card=card_said(card), where="hand" if fills is OF_HAND else "up", goes="yes" if lit else "no"
    )
    looks = (Look.LIT,) if lit else ()
    return Piece(PieceKind.CARD, card, *box, says, None, seat, rank_of(card), fills, looks)


# The hand


def own_hand(seen: Own, box: Box) -> Iterator[Piece]:
    """Yield the hand in a row, or in two rows with the cards of a rank behind one another."""
    cards = sorted_cards(seen.hand)
    if len(cards) > FEW:
        yield from folded(seen, cards, box)
        return
    for card, left in zip(cards, in_a_row(len(cards), box.left, box.right, IN_HAND), strict=True):
        lit = rank_of(card) in seen.goes
        yield own_card(seen.layout.seat, card, card_box(left, box.top, IN_HAND), OF_HAND, lit)


def folded(seen: Own, cards: Sequence[Card], box: Box) -> Iterator[Piece]:
    groups = [list(group) for _, group in groupby(cards, rank_of)]
    half = (len(groups) + 1) // 2
    for row, line in enumerate((groups[:half], groups[half:])):
        top = box.top + row * ROW
        for group, lefts in zip(line, stacked([len(group) for group in line], box), strict=True):
            for card, left in zip(group, lefts, strict=True):
                lit = rank_of(card) in seen.goes
                yield own_card(seen.layout.seat, card, card_box(left, top, FOLDED), OF_HAND, lit)
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
