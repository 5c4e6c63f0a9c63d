"""Hold what stands on the table in Poohead."""

from itertools import chain
from typing import Final, Literal

from msgspec import Struct

from games.kit.cards import Card, Rank
from games.kit.kept import known_once
from games.kit.money import Stacks
from games.kit.seats import Seat
from games.kit.secret import Sealed, Secret
from games.poohead.options import PooheadOptions

Stage = Literal["hand", "up", "down", "out"]


class OnPile(Struct, frozen=True, array_like=True):
    """Hold a card on the pile and what it counts as: a joker keeps the rank that was named (PH-18)."""

    card: Card
    rank: Rank


class Down(Struct, frozen=True, array_like=True):
    """Hold a face-down card; `place`: from the left, counted from 1. Nobody knows the card."""

    place: int
    card: Secret[Card]


class Layout(Struct, frozen=True, dict=True):
    """Hold the cards of one seat. `seen`: hand cards that everybody saw go there; `drawn`: the rest of the hand."""

    seen: tuple[Card, ...]
    drawn: Secret[tuple[Card, ...]]
    up: tuple[Card, ...]
    down: tuple[Down, ...]

    @known_once
    def hand(self) -> tuple[Card, ...]:
        """Return the cards of the hand. Everybody sees how many they are."""
        return self.seen + self.drawn.reveal()

    @known_once
    def hidden(self) -> tuple[Card, ...]:
        """Return the cards that are not open to all: what was drawn, and what lies face down."""
        return (*self.drawn.reveal(), *[one.card.reveal() for one in self.down])

    @known_once
    def places_down(self) -> tuple[int, ...]:
        return tuple([one.place for one in self.down])

    @known_once
    def stage(self) -> Stage:
        """Return where the seat plays from (rulebook): the hand, then the face-up cards, then the face-down ones."""
        return "hand" if self.hand else "up" if self.up else "down" if self.down else "out"

    @property
    def count(self) -> int:
        return len(self.hand) + len(self.up) + len(self.down)


class Exchange(Struct, frozen=True, array_like=True):
    """Hold one swap before the game: the places of both cards, from 0."""

    hand: int
    up: int


# The phases


NOTHING_SWAPPED: Final[Sealed[tuple[Exchange, ...]]] = Sealed(())


class Swapping(Struct, frozen=True, tag="swapping"):
    """Wait for swaps of hand and face-up cards, made in private; the results are shown at the end (PH-3)."""

    ready: tuple[Seat, ...]
    exchanges: tuple[Sealed[tuple[Exchange, ...]], ...]


class ThreesOut(Struct, frozen=True, tag="threes-out"):
    """Wait for a three: the player who gets one on the table first goes first."""


class ToPlay(Struct, frozen=True, tag="to-play"):
    """Wait for a play. `again`: the pile has just burned, and this player may go again."""

    seat: Seat
    again: bool


class Naming(Struct, frozen=True, tag="naming"):
    """Wait for the name of a joker that was turned face up (PH-26)."""

    seat: Seat
    card: Card


class Over(Struct, frozen=True, tag="over"):
    """End the game. `last`: the Poohead; empty if all others left."""

    ended: str
    winners: tuple[Seat, ...]
    last: tuple[Seat, ...]


Phase = Swapping | ThreesOut | ToPlay | Naming | Over


class State(Struct, frozen=True, dict=True):
    """Hold a game. `stacks` never change. `places`: who is out, in order. `burned`: out of the game, seen by all.

    `aside`: cards that leavers took along unseen.
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

    @known_once
    def hidden(self) -> tuple[Card, ...]:
        """Return, sorted, the cards that are not open to all: they lie where nobody sees them, or were drawn."""
        of_seats = chain.from_iterable([layout.hidden for layout in self.layouts])
        return tuple(sorted([*self.stock.reveal(), *self.aside.reveal(), *of_seats]))

    def plays_on(self, seat: Seat) -> bool:
        return seat not in self.gone and seat not in self.places


class Carry(Struct, frozen=True):
    """Tell the next game who deals: the Poohead (PH-30)."""

    dealer: Seat


def exchanged(layout: Layout, exchanges: tuple[Exchange, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return hand and face-up cards after these swaps."""
    hand, up = list(layout.hand), list(layout.up)
    for one in exchanges:
        hand[one.hand], up[one.up] = up[one.up], hand[one.hand]
    return tuple(hand), tuple(up)
