"""Say what may be played on what: the order of the cards, the special ones, and four of a kind."""

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, NamedTuple

from games.kit.cards import JOKER, RANKS, Rank, is_joker
from games.poohead.options import Eights, FinishOnSpecial, Nines, PooheadOptions
from games.poohead.state import OnPile

TWO, EIGHT, NINE, TEN = RANKS[0], RANKS[6], RANKS[7], RANKS[8]
ORDER: Final = tuple(rank for rank in RANKS if rank not in {TWO, TEN})
""""Threes are considered to be the lowest card"; ace high (PH-2)."""
SPECIALS: Final = {Eights.SKIP: (TWO, EIGHT, TEN), Eights.PLAIN: (TWO, TEN)}
ORDINARY: Final = {eights: tuple(rank for rank in ORDER if rank not in ranks) for eights, ranks in SPECIALS.items()}


class ToBeat(NamedTuple):
    """Say what the next card must be: `any`; at `least` this rank; at `most` this rank, after a nine."""

    how: Literal["any", "least", "most"]
    rank: Rank = TWO


def specials(options: PooheadOptions) -> tuple[Rank, ...]:
    """Return the ranks that go on anything (PH-10, PH-11, PH-17)."""
    return SPECIALS[options.eights]


def ordinary(options: PooheadOptions) -> tuple[Rank, ...]:
    """Return the ordinary ranks, from low to high."""
    return ORDINARY[options.eights]


def to_beat(options: PooheadOptions, pile: Sequence[OnPile]) -> ToBeat:
    """Return what must be beaten: after an eight, one "plays on the card under the skip/eight" (PH-11, PH-15)."""
    see_through = options.eights is Eights.SKIP and options.eight_transparent
    under = len(pile) - 1
    while see_through and under >= 0 and pile[under].rank == EIGHT:
        under -= 1
    top = pile[under].rank if under >= 0 else TWO
    if top == TWO:
        return ToBeat("any")
    if top == NINE and options.nines is Nines.LOWER:
        return ToBeat("most", NINE)  # "the next person must play the same or lower than a nine" (PH-14)
    return ToBeat("least", top)


def goes(options: PooheadOptions, rank: Rank, beat: ToBeat) -> bool:
    """Return whether it goes. Rulebook: "he or she must play the same card or higher", "and most special cards"."""
    return rank in those_that_go(options, beat)


def those_that_go(options: PooheadOptions, beat: ToBeat) -> tuple[Rank, ...]:
    """Return the ranks that go on this pile, from low to high, special ones last."""
    return going(options.eights, beat)


@cache
def going(eights: Eights, beat: ToBeat) -> tuple[Rank, ...]:
    place = ORDER.index(beat.rank) if beat.how != "any" else 0
    match beat.how:
        case "any":
            limits = range(len(ORDER))
        case "least":
            limits = range(place, len(ORDER))
        case "most":
            limits = range(place + 1)
    return (*(rank for rank in ORDINARY[eights] if ORDER.index(rank) in limits), *SPECIALS[eights])


def goes_blind(options: PooheadOptions, rank: Rank, beat: ToBeat, *, last: bool) -> bool:
    """Return whether a turned card goes (PH-26); a joker always does. `last`: nothing else is left (PH-29)."""
    special = rank == JOKER or rank in specials(options)
    if last and special and options.finish_on_special is FinishOnSpecial.FORBID:
        return False
    return rank == JOKER or goes(options, rank, beat)


def row_on_top(options: PooheadOptions, pile: Sequence[OnPile]) -> int:
    """Return how many equal ranks lie in a row on top: "four cards of the same value touch" (PH-19, PH-20)."""
    if not pile:
        return 0
    rank, found = pile[-1].rank, 0
    for one in reversed(pile):
        if one.rank == rank and (options.quad_jokers or not is_joker(one.card)):
            found += 1
        elif not (options.quad_through_eights and one.rank == EIGHT and options.eights is Eights.SKIP):
            break
    return found


def burns(options: PooheadOptions, pile: Sequence[OnPile]) -> bool:
    """Return whether the pile burns: "Tens explode the pile", and so do four or more of a kind (PH-21)."""
    return bool(pile) and (pile[-1].rank == TEN or row_on_top(options, pile) >= options.quad_size)
