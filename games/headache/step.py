"""Build one step of the game, and say who may do what in it."""

from bisect import bisect_left
from collections.abc import Sequence

from msgspec.structs import replace

from games.headache.events import PotShared
from games.headache.phrases import CupOf, Share
from games.headache.state import Over, Phase, RoundShown, State, Table
from games.kit.contract import StepBuilder
from games.kit.dice import Dice
from games.kit.money import Suckers, moved, shared
from games.kit.seats import Die, Seat, Spot, all_seats

D20 = Die(20)
BROKE = "broke"
"""The end of a game that too few could pay for."""
SHARED = "shared"
"""The end of a match whose last pot nobody won."""
MATCH_OVER = frozenset({BROKE, SHARED})


class HeadacheBuilder(StepBuilder[State]):
    """Put a step of Headache together: questions, and money between the stacks and the pot."""

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self.options = state.options

    @property
    def here(self) -> tuple[Seat, ...]:
        """Return the players who have not left."""
        return self.state.here

    def ask(self, phase: Phase) -> None:
        """Turn to a new question."""
        self.state = replace(self.state, phase=phase, asked=self.state.asked + 1)

    def go_on(self, phase: Phase) -> None:
        """Change the phase under the same question; its clock runs on."""
        self.state = replace(self.state, phase=phase)

    def pay_in(self, amounts: Sequence[tuple[Seat, int]]) -> None:
        """Move suckers from stacks into the pot."""
        changes: dict[Seat, int] = {}
        for seat, amount in amounts:
            changes[seat] = changes.get(seat, 0) - amount
        pot = Suckers(self.state.pot - sum(changes.values()))
        self.state = replace(self.state, stacks=moved(self.state.stacks, changes), pot=pot)

    def pay_out(self, shares: Sequence[tuple[Seat, int]]) -> None:
        """Move suckers from the pot onto stacks."""
        self.pay_in([(seat, -amount) for seat, amount in shares])

    def share_out(self) -> None:
        """Give a pot that nobody has won to those who paid into it, because no other game follows (HA-31)."""
        pot = self.state.pot
        if pot:
            shares = shared(pot, stakers(self.state) or sitting(self.state))
            self.pay_out(list(shares.items()))
            self.tell(PotShared(tuple(Share(seat, amount) for seat, amount in shares.items()), pot))

    def end(self, ended: str, winners: tuple[Seat, ...], first: Seat, last: RoundShown | None = None) -> None:
        self.ask(Over(ended, winners, first, last))


def last_game(state: State) -> bool:
    return state.options.games is not None and state.game >= state.options.games


def may_go_on(state: State) -> bool:
    """Return whether another game follows (HA-35): enough can pay, or could after buying in again (HA-3)."""
    able = [seat for seat in sitting(state) if state.stacks[seat] >= state.options.entry or state.options.rebuy]
    over = isinstance(state.phase, Over) and state.phase.ended in MATCH_OVER
    return len(able) >= state.options.min_players and not last_game(state) and not over


def sitting(state: State) -> tuple[Seat, ...]:
    """Return who has not left, including those who sit this game out."""
    return tuple(seat for seat in all_seats(len(state.stacks)) if seat not in state.gone)


def stakers(state: State) -> tuple[Seat, ...]:
    """Return who may claim a pot that nobody has won: those who paid into it and have not left."""
    return tuple(seat for seat in state.staked if seat not in state.gone)


def clockwise(seats: Sequence[Seat], start: Seat) -> tuple[Seat, ...]:
    """Return these seats in the order of play, from `start` or the next one after it."""
    around = sorted(seats)
    first = bisect_left(around, start)
    return tuple(around[first:] + around[:first])


def named(table: Table, at: Spot) -> CupOf:
    """Return a cup as it is told."""
    return CupOf(at.seat, at.index, sum(cup.at.seat == at.seat for cup in table.cups))
