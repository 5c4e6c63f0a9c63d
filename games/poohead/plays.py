"""Find the plays of a seat: several of a kind, jokers among them, and the last of the hand with face-up cards."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.kit.cards import JOKER, Card, Rank, rank_of
from games.kit.kept import once_a_state
from games.kit.seats import Seat
from games.poohead.options import FinishOnSpecial, PooheadOptions
from games.poohead.pile import burns, specials, those_that_go, to_beat
from games.poohead.state import Layout, OnPile, State

ANY_JOKER: Final = Card("J1")


class Lay(NamedTuple):
    """Say how many cards of one rank are played, how many jokers with the same name, and how many face-up cards of each
    join the last of the hand.
    """

    rank: Rank
    plain: int
    jokers: int = 0
    joined: int = 0
    joined_jokers: int = 0

    @property
    def words(self) -> tuple[Rank, ...]:
        return (self.rank,) * (self.plain + self.joined) + (JOKER,) * self.all_jokers

    @property
    def all_jokers(self) -> int:
        return self.jokers + self.joined_jokers

    @property
    def cards(self) -> int:
        return self.plain + self.joined + self.all_jokers

    @property
    def joins(self) -> bool:
        """Return whether cards of the hand and the table are played together (PH-24)."""
        return self.joined + self.joined_jokers > 0

    @property
    def jokers_alone(self) -> bool:
        return self.plain + self.joined == 0


def in_play(layout: Layout) -> tuple[Card, ...]:
    """Return the cards that this seat plays from now; empty while it turns face-down cards."""
    return layout.hand if layout.stage == "hand" else layout.up


class Holding(NamedTuple):
    """Say what the plays of a seat depend on: the ranks it plays from, the face-up ranks that may join them, and how
    many other cards it has.
    """

    ranks: tuple[Rank, ...]
    joining: tuple[Rank, ...]
    besides: int


def holding(state: State, seat: Seat) -> Holding:
    layout = state.layouts[seat]
    stage = layout.stage
    cards = layout.hand if stage == "hand" else layout.up
    may_join = stage == "hand" and state.options.match_faceup and not state.stock.reveal()
    joining = tuple(map(rank_of, layout.up)) if may_join else ()
    return Holding(tuple(map(rank_of, cards)), joining, layout.count - len(cards))


@once_a_state
def lays(state: State, seat: Seat) -> tuple[Lay, ...]:
    """Return every play of this seat that goes on the pile now, in the order of the ranks, special ones last."""
    going = those_that_go(state.options, to_beat(state.options, state.pile))
    return possible(state.options, holding(state, seat), going)


def slams(state: State, seat: Seat) -> tuple[Lay, ...]:
    """Return the plays out of turn that complete four of a kind with the cards on top (PH-22)."""
    if not state.pile:
        return ()
    same = possible(state.options, holding(state, seat), (state.pile[-1].rank,))
    return tuple(lay for lay in same if burns(state.options, (*state.pile, *as_laid(lay))))


def as_laid(lay: Lay) -> tuple[OnPile, ...]:
    """Return cards such as this play lays; it does not matter which suits they have."""
    jokers = tuple(OnPile(ANY_JOKER, lay.rank) for _ in range(lay.all_jokers))
    return tuple(OnPile(Card(f"{lay.rank.upper()}S"), lay.rank) for _ in range(lay.plain + lay.joined)) + jokers


def possible(options: PooheadOptions, held: Holding, among: Sequence[Rank]) -> tuple[Lay, ...]:
    """Return the plays of these ranks: "Jokers act as a wild card" (PH-7, PH-18)."""
    jokers = held.ranks.count(JOKER)
    found: list[Lay] = []
    for rank in among if jokers else [rank for rank in among if rank in held.ranks]:
        plain = held.ranks.count(rank)
        found += any_number(rank, plain, jokers)
        if held.joining and set(held.ranks) <= {rank, JOKER}:
            found += joined(held, rank)
    if options.finish_on_special is FinishOnSpecial.FORBID:
        found = [lay for lay in found if may_finish(options, held, lay)]
    return tuple(found)


@lru_cache(maxsize=4096)
def any_number(rank: Rank, plain: int, jokers: int) -> tuple[Lay, ...]:
    """Return the plays of any number of one rank (PH-7), out of so many `plain` cards and jokers."""
    return tuple(Lay(rank, p, j) for j in range(jokers + 1) for p in range(plain + 1) if p + j)


def joined(held: Holding, rank: Rank) -> Iterator[Lay]:
    """Yield the plays of a whole hand with face-up cards that match it; one match is enough, wherever it lies.
    Rulebook: "If a player has a card (or cards) in their hand that matches a card face up in front of them, and it is
    the last card(s) in their hand (and the deck is gone), they may play all matching at once" (PH-24).
    """
    for jokers in range(held.joining.count(JOKER) + 1):
        for plain in range(held.joining.count(rank) + 1):
            if plain + jokers:
                yield Lay(rank, held.ranks.count(rank), held.ranks.count(JOKER), plain, jokers)


def may_finish(options: PooheadOptions, held: Holding, lay: Lay) -> bool:
    """Return whether this play is allowed where nobody may go out with a special card (PH-29)."""
    special = lay.all_jokers > 0 or lay.rank in specials(options)
    return not special or lay.cards < len(held.ranks) + held.besides
