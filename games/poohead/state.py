"""Hold what stands on the table in Poohead."""

from typing import Final, Literal

from msgspec import Struct

from games.kit.cards import Card, Rank
from games.kit.money import Stacks
from games.kit.seats import Seat
from games.kit.secret import Sealed, Secret
from games.poohead.options import PooheadOptions

Stage = Literal["hand", "up", "down", "out"]


class OnPile(Struct, frozen=True, array_like=True):
    """A card on the pile and what it counts as: a joker keeps the rank that was named (PH-18)."""

    card: Card
    rank: Rank


class Down(Struct, frozen=True, array_like=True):
    """A face-down card; `place`: from the left, counted from 1. Nobody knows it."""

    place: int
    card: Secret[Card]


class Layout(Struct, frozen=True):
    """The cards of one seat. `seen`: in the hand, and everybody saw them go there; `drawn`: the rest of the hand."""

    seen: tuple[Card, ...]
    drawn: Secret[tuple[Card, ...]]
    up: tuple[Card, ...]
    down: tuple[Down, ...]

    @property
    def hand(self) -> tuple[Card, ...]:
        """Return what its owner holds."""
        return self.seen + self.drawn.reveal()

    @property
    def held(self) -> int:
        """Return how many cards are in the hand: that everybody sees."""
        return len(self.seen) + len(self.drawn.reveal())

    @property
    def stage(self) -> Stage:
        """Rulebook: the hand, then the face-up cards, then the face-down ones."""
        return "hand" if self.held else "up" if self.up else "down" if self.down else "out"

    @property
    def count(self) -> int:
        return self.held + len(self.up) + len(self.down)


class Exchange(Struct, frozen=True, array_like=True):
    """One swap before the game: the places of both cards, from 0."""

    hand: int
    up: int


# The phases


NOTHING_SWAPPED: Final[Sealed[tuple[Exchange, ...]]] = Sealed(())


class Swapping(Struct, frozen=True, tag="swapping"):
    """Players exchange hand and face-up cards in private; what they did is shown at the end (PH-3)."""

    ready: tuple[Seat, ...]
    exchanges: tuple[Sealed[tuple[Exchange, ...]], ...]


class ThreesOut(Struct, frozen=True, tag="threes-out"):
    """The player who gets a three on the table first goes first."""


class ToPlay(Struct, frozen=True, tag="to-play"):
    """`again`: the pile has just burned, and this player may go again."""

    seat: Seat
    again: bool


class Naming(Struct, frozen=True, tag="naming"):
    """A face-down card turned out to be a joker: what shall it be? (PH-26)"""

    seat: Seat
    card: Card


class Over(Struct, frozen=True, tag="over"):
    """`last`: the Poohead; nobody where all others left."""

    ended: str
    winners: tuple[Seat, ...]
    last: tuple[Seat, ...]


Phase = Swapping | ThreesOut | ToPlay | Naming | Over


class State(Struct, frozen=True):
    """`stacks`: lie untouched. `places`: who is out, in that order. `burned`: out of the game, all have seen them.

    `aside`: what those who left took along unseen.
    """

    options: PooheadOptions
    stacks: Stacks
    dealer: Seat
    layouts: tuple[Layout, ...]
    stock: Secret[tuple[Card, ...]]
    pile: tuple[OnPile, ...]
    burned: tuple[Card, ...]
    aside: Secret[tuple[Card, ...]]
    places: tuple[Seat, ...]
    gone: tuple[Seat, ...]
    turns: int
    asked: int
    phase: Phase

    @property
    def seats(self) -> int:
        return len(self.layouts)

    def plays_on(self, seat: Seat) -> bool:
        return seat not in self.gone and seat not in self.places


class Carry(Struct, frozen=True):
    """The Poohead deals next (PH-30)."""

    dealer: Seat


def exchanged(layout: Layout, exchanges: tuple[Exchange, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Hand and face-up cards after these swaps."""
    hand, up = list(layout.hand), list(layout.up)
    for one in exchanges:
        hand[one.hand], up[one.up] = up[one.up], hand[one.hand]
    return tuple(hand), tuple(up)
