"""Compose what lies before the viewer, large enough to be pressed: face-up cards on face-down ones, and the hand."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Final

from msgspec import Struct

from games.kit import lay
from games.kit.board import Look, Piece
from games.kit.cards import JOKER, Card, Rank, rank_of
from games.kit.lay import MOST_LAID, Box, Rows, card_box, card_height
from games.kit.seats import Seat
from games.kit.telling import Say, say, yes
from games.poohead.places import NAME, Player, card_said, count, named, out, sorted_cards
from games.poohead.view import PooheadView

PAD: Final = 4
UP: Final = 38
PEEK: Final = 5
BESIDE: Final = 10
IN_HAND: Final = 50
"""The width of a hand's cards in one row, in units."""
FOLDED: Final = 40
"""The width of a hand's cards in two rows, where equal ranks overlap."""
FEW: Final = 12
"""A hand with more cards takes two rows."""
ROW: Final = 36
"""How much of the upper row is visible."""
PEEKS: Final = range(4, 13)
"""How much of a card is visible behind others of its rank."""
UNDER_THE_INDEX: Final = 21
NAME_WIDTH: Final = 112
OF_HAND: Final = ("play.cards", "swap.hand")
OF_TABLE: Final = ("play.cards", "swap.faceup", "take.card")
LIES: Final = ("swap.faceup", "take.card")
"""What a face-up card is pressed for as long as only the hand is played."""


class Own(Struct, frozen=True, cache_hash=True):
    """Hold what lies before the viewer. `goes`: the ranks that can be played now. `joins`: face-up ones may be."""

    who: Player
    hand: tuple[Card, ...]
    up: tuple[Card, ...]
    goes: tuple[Rank, ...]
    joins: bool


def own_of(view: PooheadView, seat: Seat) -> Own:
    """Return what lies before this viewer."""
    who = Player(view.layouts[seat], seat in view.awaited, seat in view.winners, seat in view.last)
    joins = may_join(view) if view.hand else True
    return Own(who, view.hand, view.up, view.playable, joins)


def may_join(view: PooheadView) -> bool:
    """Return whether face-up cards may be played with the last of the hand (PH-24)."""
    if view.stock or not view.options.match_faceup:
        return False
    return len(set(map(rank_of, view.hand)) - {JOKER}) <= 1


@lay.known
def own_rows(seen: Own) -> Rows:
    """Return the rows of the viewer's place: piles, or only the name if all cards left are in the hand; the hand."""
    piles = NAME if seen.hand and not (seen.up or seen.who.layout.down) else PEEK + card_height(UP)
    hand = card_height(IN_HAND) if len(seen.hand) <= FEW else ROW + card_height(FOLDED)
    return Rows((piles, hand if seen.hand else 0), PAD, PAD)


@lay.once
def own(seen: Own, box: Box) -> list[Piece]:
    """Return the viewer's own place: name and face-up cards, the hand below."""
    layout, (piles, hand) = seen.who.layout, own_rows(seen).within(box)
    found = named(seen.who, box, piles.after(PAD).start(NAME_WIDTH).line(0, NAME))
    if layout.place:
        found.append(out(layout, piles))
    elif not layout.gone:
        found += own_piles(seen, piles)
        found += folded(seen, hand) if len(seen.hand) > FEW else spread(seen, hand)
    return found


def own_piles(seen: Own, box: Box) -> list[Piece]:
    seat, lefts = seen.who.layout.seat, lay.in_a_row(3, box.left, box.right, UP, BESIDE)
    found = [own_back(seat, place, card_box(lefts[place - 1], box.top, UP)) for place in seen.who.layout.down]
    for left, one in zip(lefts, sorted_cards(seen.up), strict=False):
        goes = not seen.hand and rank_of(one) in seen.goes
        fills = OF_TABLE if seen.joins else LIES
        found.append(own_card(seat, one, card_box(left, box.top + PEEK, UP), fills, goes))
    return found


@lru_cache(maxsize=MOST_LAID)
def own_back(seat: Seat, place: int, box: Box) -> Piece:
    return lay.card("back", *box, say("piece-own-down", place=place), None, seat, place, ("blind.place",))


@lru_cache(maxsize=4 * MOST_LAID)
def own_card(seat: Seat, one: Card, box: Box, fills: tuple[str, ...], goes: bool) -> Piece:
    says = own_said(one, "hand" if fills is OF_HAND else "up", goes)
    return lay.card(one, *box, says, None, seat, rank_of(one), fills, (Look.LIT,) if goes else ())


@cache
def own_said(one: Card, where: str, goes: bool) -> Say:
    return say("piece-own", card=card_said(one), where=where, goes=yes(goes))


# The hand


def spread(seen: Own, box: Box) -> list[Piece]:
    """Return the hand in a row."""
    seat, goes, lefts = seen.who.layout.seat, seen.goes, lay.in_a_row(len(seen.hand), box.left, box.right, IN_HAND)
    return [
        own_card(seat, one, card_box(left, box.top, IN_HAND), OF_HAND, rank_of(one) in goes)
        for one, left in zip(sorted_cards(seen.hand), lefts, strict=True)
    ]


def folded(seen: Own, box: Box) -> list[Piece]:
    """Return the hand in two rows, in which cards of the same rank overlap."""
    seat, goes, found = seen.who.layout.seat, seen.goes, list[Piece]()
    groups = [list(group) for _, group in groupby(sorted_cards(seen.hand), rank_of)]
    half = (len(groups) + 1) // 2
    for line, top in ((groups[:half], box.top), (groups[half:], box.top + ROW)):
        for group, lefts in zip(line, stacked([len(group) for group in line], box), strict=True):
            for one, left in zip(group, lefts, strict=True):
                found.append(own_card(seat, one, card_box(left, top, FOLDED), OF_HAND, rank_of(one) in goes))
            if len(group) > 1:
                found.append(count(len(group), lefts[-1] + 1, top + UNDER_THE_INDEX))
    return found


def stacked(counts: Sequence[int], box: Box) -> Iterator[Sequence[int]]:
    """Yield the left edges of the cards of each rank; of those behind, as much is visible as there is room for."""
    behind = sum(counts) - len(counts)
    free = box.width - len(counts) * (FOLDED + PAD)
    peek = min(PEEKS[-1], max(PEEKS[0], free // max(1, behind)))
    room = box.width - FOLDED - behind * peek
    step = min(FOLDED + PAD, room // max(1, len(counts) - 1))
    left = box.left + (room - step * (len(counts) - 1)) // 2
    for number in counts:
        yield [left + peek * at for at in range(number)]
        left += peek * (number - 1) + step
