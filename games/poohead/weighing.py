"""Weigh cards and plays for a house bot: how many turns they take, and what they do to the others."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final, NamedTuple

from games.kit.cards import JOKER, Card, Rank, rank_of
from games.kit.moves import Move
from games.kit.seats import Seat
from games.poohead.moves import Joker, Play
from games.poohead.options import PooheadOptions
from games.poohead.pile import EIGHT, ORDER, TEN, TWO, ToBeat, goes, specials, to_beat
from games.poohead.plays import Lay, as_laid
from games.poohead.view import LayoutView, PooheadView

A_TURN: Final = {TEN: -0.3, JOKER: -0.3, TWO: 0.2, EIGHT: 0.2}
"""The cost of getting rid of a special card, in turns: it goes on anything, and a ten brings another turn."""
LOWEST, HIGHEST = 1.7, 0.35
"""The cost of the lowest and the highest rank, however many cards: a low one must wait for its chance."""
FOUR: Final = 0.3
TWIN: Final = 0.12
"""Each further card of a rank costs TWIN more; four of a kind cost FOUR, because they burn the pile."""
FACE_UP: Final = 0.8
DRAWN: Final = 0.6
"""The cost of a card on the table, and of a card drawn to replace another."""
AGAIN: Final = 0.7
"""The worth of playing once more."""
STOPPED: Final = 0.25
"""The worth of a play after which the next player can't play, and takes the pile."""
A_CARD, CLOSE = 0.6, 4
"""STOPPED grows by this part for each card in the pile, and if the next player has fewer than CLOSE cards."""
OUT: Final = 50.0


class Laying(NamedTuple):
    """Describe a play: its rank, how many cards, and what is left in the hand and on the table."""

    rank: Rank
    cards: int
    hand: tuple[Rank, ...]
    up: tuple[Rank, ...]


def ranks(cards: Iterable[Card]) -> tuple[Rank, ...]:
    return tuple(map(rank_of, cards))


def laying(view: PooheadView, move: Play | Joker) -> Laying:
    """Return which cards are laid; of equal ones, those of the hand go first, as in the rules."""
    words = move.cards if isinstance(move, Play) else (JOKER,) * move.jokers
    hand, up = Counter(ranks(view.hand)), Counter(ranks(view.up))
    joined = Counter(words) - hand
    return Laying(move.rank, len(words), tuple((hand - Counter(words)).elements()), tuple((up - joined).elements()))


def weight(view: PooheadView, move: Move) -> float:
    """Return the turns that a play saves, and what it does to the next player; more is better."""
    if not isinstance(move, Play | Joker):
        return 0.0
    lying = laying(view, move)
    drawn = min(view.stock, max(0, 3 - len(lying.hand)))
    saved = burden(view.options, ranks(view.hand), ranks(view.up)) - burden(view.options, lying.hand, lying.up)
    if not (lying.hand or lying.up or drawn or own(view).down):
        saved += OUT
    return saved - DRAWN * drawn + following(view, lying)


def burden(options: PooheadOptions, hand: Sequence[Rank], up: Sequence[Rank]) -> float:
    """Return about how many turns these cards take; equal ones go together."""
    return turns_for(options, hand) + FACE_UP * turns_for(options, up)


def turns_for(options: PooheadOptions, cards: Sequence[Rank]) -> float:
    return sum(turns_for_rank(options, rank, count) for rank, count in Counter(cards).items())


def turns_for_rank(options: PooheadOptions, rank: Rank, count: int) -> float:
    if rank == JOKER or rank in specials(options):
        return A_TURN[rank] * count
    if count >= options.quad_size:
        return FOUR
    return LOWEST + (HIGHEST - LOWEST) * ORDER.index(rank) / (len(ORDER) - 1) + TWIN * (count - 1)


# What it does to the others


def following(view: PooheadView, lying: Laying) -> float:
    """Return the worth of playing once more or, if the turn passes, of making the next player take the pile."""
    skips_to = clockwise(view)
    burned = lying.rank == TEN or row_with(view, lying) >= view.options.quad_size
    skipping = lying.rank == EIGHT and EIGHT in specials(view.options) and not burned
    skips = (lying.cards if view.options.eights_stack else 1) if skipping else 0
    if burned or skips >= len(skips_to):
        return AGAIN
    return stopping(view, skips_to[skips], lying, seen_through=skipping and view.options.eight_transparent)


def row_with(view: PooheadView, lying: Laying) -> int:
    return lying.cards + (view.row if view.top and view.top[-1].rank == lying.rank else 0)


def clockwise(view: PooheadView) -> list[Seat]:
    """Return the others who still play, in order from the next one."""
    me = view.viewer if isinstance(view.viewer, int) else Seat(0)
    still = [one.seat for one in view.layouts if not one.place and not one.gone and one.seat != me]
    return sorted(still, key=lambda seat: (seat <= me, seat))


def stopping(view: PooheadView, seat: Seat, lying: Laying, *, seen_through: bool) -> float:
    beat = view.beat if seen_through else to_beat(view.options, as_laid(Lay(lying.rank, 1)))
    near = 1 + max(0, CLOSE - cards_of(view.layouts[seat])) / 2
    pile = 1 + A_CARD * (view.pile + lying.cards)
    return STOPPED * (1 - answers(view, seat, beat)) * near * pile / sqrt(len(clockwise(view)))


def answers(view: PooheadView, seat: Seat, beat: ToBeat) -> float:
    """Return the chance that this seat can play: its hand may be any unseen cards, its face-up cards are known."""
    layout, unseen = view.layouts[seat], ranks(view.unseen)
    if layout.up and not layout.hand:
        return float(any(fits(view.options, rank, beat) for rank in ranks(layout.up)))
    chance = sum(fits(view.options, rank, beat) for rank in unseen) / max(1, len(unseen))
    return 1 - (1 - chance) ** max(1, layout.hand)


def fits(options: PooheadOptions, rank: Rank, beat: ToBeat) -> bool:
    return rank == JOKER or goes(options, rank, beat)


def own(view: PooheadView) -> LayoutView:
    return view.layouts[view.viewer if isinstance(view.viewer, int) else 0]


def cards_of(layout: LayoutView) -> int:
    return layout.hand + len(layout.up) + len(layout.down)
