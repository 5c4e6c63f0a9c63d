"""Hold the numbers of the rulebook and the order of play, and build one step of the game."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from games.halflings.step import MAW
from games.kit.contract import StepBuilder
from games.kit.dice import Dice
from games.kit.money import Suckers, moved
from games.kit.seats import Seat, all_seats
from games.rogues.events import GiantIsNext
from games.rogues.options import Fearless, RoguesOptions, UnpaidDice
from games.rogues.state import Phase, Plays, Rogue, State

HAND: Final = 2
"""Rulebook: "A player can never have more than 2 dice in their playing hand at any given time"."""
PARTY_DICE: Final = 2
"""Rulebook: "The house then rolls each cup with 2d6 in it" (FR-2)."""
PLAYERS_TO_A_CUP: Final = 2
"""Rulebook: "1 cup for 1 or 2 players, 2 cups for 3 or 4 players, 3 cups for 5 or 6 players"."""
MAW_OF_MANY: Final = 10
"""Rulebook: "While there are more than 2 players, the Maw is 10 through 12 as opposed to just 11 & 12"."""
MANY: Final = 3
"""So many players are more than two (FR-21)."""


class RoguesBuilder(StepBuilder[State]):
    """Put a step of Rogues together: questions, what each Rogue does, and the stacks.

    `giant_is_next`: nobody acts any more before the reveal.
    """

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self.options = state.options
        self.giant_is_next = False

    def ask(self, phase: Phase) -> None:
        """Turn to a new question."""
        self.state = replace(self.state, phase=phase, asked=self.state.asked + 1)

    def giant_comes(self) -> tuple[GiantIsNext]:
        """Note that nobody acts any more before the reveal, and return the phrase for it."""
        self.giant_is_next = True
        return (GiantIsNext(),)

    def rogue(self, seat: Seat) -> Rogue:
        return self.state.rogues[seat]

    def put(self, seat: Seat, rogue: Rogue) -> None:
        rogues = self.state.rogues
        self.state = replace(self.state, rogues=(*rogues[:seat], rogue, *rogues[seat + 1 :]))

    def declares(self, seat: Seat, plays: Plays) -> None:
        self.put(seat, replace(self.rogue(seat), plays=plays))
        self.state = replace(self.state, declared=(*self.state.declared, seat))

    def pay(self, seat: Seat, amount: int) -> None:
        """Add to a stack; below zero: take from it."""
        self.state = replace(self.state, stacks=moved(self.state.stacks, {seat: amount}))


# Who plays when


def clockwise(seats: Sequence[Seat], start: int) -> tuple[Seat, ...]:
    """Return these seats in the order of play, from `start` or the next one after it (FR-6)."""
    around = sorted(seats)
    first = bisect_left(around, start)
    return tuple(around[first:] + around[:first])


def order(state: State) -> tuple[Seat, ...]:
    """Return the order of play ("Play proceeds from the House's left to right"), from the starting player on."""
    return round_from(state.playing, state.first)


@lru_cache(maxsize=1024)
def round_from(playing: tuple[Seat, ...], first: Seat) -> tuple[Seat, ...]:
    return clockwise(playing, first)


def trippers(state: State) -> tuple[Seat, ...]:
    """Return who Trips, in the order of play, which is also that of the reveal (FR-9)."""
    return tuple([seat for seat in order(state) if state.rogues[seat].plays == "trips"])


def betting_order(state: State) -> tuple[Seat, ...]:
    """Return the betting order, "in reverse order from the play phase": the last to choose is first (FR-8)."""
    return tuple([seat for seat in reversed(state.declared) if state.rogues[seat].plays == "trips"])


def still_in(state: State) -> tuple[Seat, ...]:
    """Return the seats that have dice."""
    return tuple([seat for seat in all_seats(len(state.rogues)) if state.rogues[seat].cup])


# What holds in this round


def maw(options: RoguesOptions, players: int) -> int:
    """Return the lowest total at which the Maw eats a hand."""
    return MAW_OF_MANY if options.maw10 and players >= MANY else MAW


def may_flee(state: State, seat: Seat) -> bool:
    """Return whether a seat may flee: "In a Fearless game, only the first player may choose to Flee as opposed to
    Splitting or Tripping after Drawing" (FR-14). The Den has the same rule; in the Circuit all may.
    """
    match state.options.fearless:
        case Fearless.OFF:
            return True
        case Fearless.ON:
            return seat == state.first or not state.rogues[seat].drawn
        case Fearless.STRICT:
            return seat == state.first


def paid_for(options: RoguesOptions, unit: Suckers, cup: int, stack: Suckers) -> int:
    """Return how many dice the stack can ante for: all or none, unless unpaid ones may be put away (FR-32)."""
    most = stack // unit
    if options.unpaid_dice is UnpaidDice.SHED:
        return min(cup, most)
    return cup if cup <= most else 0


def shown_in_party(state: State) -> tuple[int, ...]:
    """Return the dice that the Party shows, from the left."""
    return tuple([die for cup in state.cups for die in cup.shown])


def is_double(hand: tuple[int, ...]) -> bool:
    """Return whether it is "any two dice of the same value", including 1s (FR-16) and a Party die (FR-15)."""
    return len(hand) == HAND and hand[0] == hand[1]
