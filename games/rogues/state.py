"""Hold what stands on the table in a round of Fearless Rogues Hold 'Em."""

from typing import Literal

from msgspec import Struct

from games.halflings.state import State as DuelState
from games.kit.kept import known_once
from games.kit.money import Stacks, Suckers
from games.kit.seats import Seat
from games.kit.secret import Sealed, Secret
from games.kit.telling import Phrase, kebab
from games.rogues.options import RoguesOptions

Plays = Literal["waits", "fled", "trips", "split", "out"]
"""What a Rogue has declared; `out`: takes no part in this round."""


class Cup(Struct, frozen=True):
    """Hold a Party cup: what was taken from it, in order, the die it shows and the one under it (each at most one)."""

    taken: tuple[int, ...]
    shown: tuple[int, ...]
    under: Secret[tuple[int, ...]]


class Rogue(Struct, frozen=True, dict=True):
    """Hold one seat in this round.

    `dice`: all own dice, in the order rolled. `keeps`: the places (from 0) of the hand's own dice among them; after a
    draw from the Party, the last of two is set aside. `drawn`: the Party die, at most one. `bet`: what was put in
    during the betting. `cup`: how many dice the seat owns.
    """

    cup: int
    dice: Secret[tuple[int, ...]]
    keeps: Sealed[tuple[int, ...]]
    drawn: tuple[int, ...]
    plays: Plays
    bet: Suckers

    @known_once
    def kept(self) -> tuple[int, ...]:
        """Return the own dice of the hand; the last one is the die that is, or would be, set aside."""
        return tuple(map(self.dice.reveal().__getitem__, self.keeps.reveal()))

    @property
    def own_hand(self) -> tuple[int, ...]:
        """Return the own dice of the playing hand: two, or one after a draw or if there is only one."""
        return self.kept[:1] if self.drawn else self.kept

    @known_once
    def hand(self) -> tuple[int, ...]:
        """Return the playing hand: at most two dice."""
        return self.own_hand + self.drawn


class Proposition(Phrase, frozen=True):
    """Hold a bet of the Liars' Den: so many dice of this number."""

    seat: Seat
    dice: int
    face: int


class Held(Struct, frozen=True):
    """Hold what the last Halfling has won in the round that left them alone; it stays in the pot as the stake of the
    last duel (FR-35).
    """

    seat: Seat
    amount: Suckers


# The phases


class Declaring(Struct, frozen=True, tag=kebab):
    """Wait for each in turn to flee, trip, draw or split."""

    seat: Seat


class Circuit(Struct, frozen=True, tag=kebab):
    """Wait in the Circuit of Thieves. `waiting`: who must still act, the next first. `standing`: the bet to match."""

    waiting: tuple[Seat, ...]
    standing: Suckers
    raises: int


class Den(Struct, frozen=True, tag=kebab):
    """Wait in the Liars' Den for one declaration each; the next player comes first."""

    waiting: tuple[Seat, ...]


class Wagering(Struct, frozen=True, tag=kebab):
    """Wait for the last Halfling, who may wager suckers of their own on the duel (FR-35)."""

    seat: Seat


class Picking(Struct, frozen=True, tag=kebab):
    """Wait for the last Halfling to pick two of more than two dice, which lie open (FR-36)."""

    seat: Seat
    dice: tuple[int, ...]
    knee: int
    duel: DuelState


class Duel(Struct, frozen=True, tag=kebab):
    """Play the last duel, by the base game's own rules."""

    seat: Seat
    duel: DuelState


class Over(Struct, frozen=True, tag=kebab):
    """End the round. `ended`: won, shared, carried, house, most-suckers, final-won, final-lost, no-final or broke.
    `goes_on`: another round follows.
    """

    ended: str
    winners: tuple[Seat, ...]
    goes_on: bool


Phase = Declaring | Circuit | Den | Wagering | Picking | Duel | Over


class State(Struct, frozen=True):
    """Hold a round. `number`: from 1. `first`: who starts. `playing`: who was still in the game at the round's start.

    `pot`: antes, the House's match and what was carried; bets lie before each Rogue, Den stakes in `den`. `matched`:
    what the House has put into the pot this round. `declared`: who has declared, in order. `snakes`, `tumbles`: who has
    called them in the Den. `last_winner`: that of the round before (FR-59), at most one. `late`: who sat down during
    the match, and plays from the next one on. `antes`: how many antes this match has taken, including this round's.
    `held`: what is in the pot and not paid out, at most one seat's. `unit`: the ante of one die in this round.
    """

    options: RoguesOptions
    stacks: Stacks
    bank: int
    number: int
    first: Seat
    playing: tuple[Seat, ...]
    pot: Suckers
    den: Suckers
    matched: Suckers
    giant: Secret[int]
    cups: tuple[Cup, ...]
    rogues: tuple[Rogue, ...]
    declared: tuple[Seat, ...]
    propositions: tuple[Proposition, ...]
    snakes: tuple[Seat, ...]
    tumbles: tuple[Seat, ...]
    last_winner: tuple[Seat, ...]
    gone: tuple[Seat, ...]
    asked: int
    phase: Phase
    unit: Suckers
    late: tuple[Seat, ...] = ()
    antes: int = 1
    held: tuple[Held, ...] = ()


class Carry(Struct, frozen=True):
    """Tell the next round what it needs. `cups`: how many dice each seat has, 0 for those who are out.

    `first`: who starts. `last_winner`: who bets first in the Liars' Den, at most one. `late`: who came too late.
    `antes`: how many antes the match has taken, `unit`: the last of them, for one die. `held`: what part of the pot the
    last Halfling has won, if there is one.
    """

    cups: tuple[int, ...]
    pot: Suckers
    first: Seat
    last_winner: tuple[Seat, ...]
    number: int
    late: tuple[Seat, ...] = ()
    antes: int = 0
    held: tuple[Held, ...] = ()
    unit: Suckers = Suckers(0)

    @property
    def match_is_over(self) -> bool:
        """Return whether the match is over or has not begun: nobody has dice, and the next round begins a new match."""
        return not any(self.cups)
