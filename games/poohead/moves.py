"""Define the moves of Poohead."""

from typing import Final

from games.kit.cards import JOKER, NO_CARD, Rank
from games.kit.moves import Move


class Swap(Move, frozen=True):
    """Exchange a card of your hand for one of your face-up cards; the hand card comes first."""

    examples = ("swap 7 k",)

    hand: Rank
    faceup: Rank


class Ready(Move, frozen=True):
    """Say that your cards lie as they shall."""

    examples = ("ready",)
    offered_openly = True


class Play(Move, frozen=True):
    """Play one or several cards of one rank; a joker beside others is one of them."""

    examples = ("play 7", "play 7 7", "play q joker")

    cards: tuple[Rank, ...]

    @property
    def rank(self) -> Rank:
        """Return the rank that all these cards count as."""
        return next(card for card in self.cards if card != JOKER)


class Joker(Move, frozen=True):
    """Play a joker as a card of your choice."""

    examples = ("joker 10", "joker 7 2")

    rank: Rank
    jokers: int = 1


class Blind(Move, frozen=True):
    """Turn one of your face-down cards, counted from the left, and play it if it goes."""

    examples = ("blind 2",)

    place: int


class Take(Move, frozen=True):
    """Take the pile; a face-up card may come along, to be played sooner."""

    examples = ("take", "take 4")

    card: Rank = NO_CARD


class Pass(Move, frozen=True):
    """After the pile has burned, let the next player lead."""

    examples = ("pass",)
    offered_openly = True


MOVES: Final = (Swap, Ready, Play, Joker, Blind, Take, Pass)
