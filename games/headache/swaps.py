"""Play phase 5, swapping the cups. Positions stay, contents move."""

from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from games.headache.events import NotSwapped, SwapCalled, Swapped, SwapsOver, SwapTurn
from games.headache.moves import Pass, Swap
from games.headache.state import Cup, Question, State, SwapMade, Swapping, SwapShown, Table
from games.headache.step import HeadacheBuilder, named
from games.kit.contract import Ask
from games.kit.moves import LegalMove, Move, Some
from games.kit.seats import Seat, Spot

SHOWN_FOR = 4
"""With memory on, a swap is shown for so many seconds before the next is taken (HA-14)."""
PAIR = 2


def begin(step: HeadacheBuilder, table: Table) -> Table | None:
    """Begin the swaps: "In each round of swapping, starting with the prime, each player can take any pair of cups"."""
    turns = in_turn(step, table)
    step.tell(SwapCalled(rounds(table), turns[0]))
    step.ask(Swapping(table, 1, turns))
    return None


def rounds(table: Table) -> int:
    return int(table.option(Question.ROUNDS))


def in_turn(step: HeadacheBuilder, table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat in table.order if seat in step.here)


def swap(step: HeadacheBuilder, phase: Swapping, first: Spot, second: Spot) -> Table | None:
    """Swap exactly one pair of cups, anywhere (HA-13)."""
    table, seat = phase.table, phase.left[0]
    under = {first: table.cup(second).die, second: table.cup(first).die}
    cups = tuple(Cup(cup.at, under.get(cup.at, cup.die)) for cup in table.cups)
    table = replace(table, cups=cups, swaps=(*table.swaps, SwapMade(seat, first, second)))
    after = from_here(step, Swapping(table, phase.round, phase.left[1:]))
    step.tell(Swapped(seat, named(table, first), named(table, second), after.left[:1], step.options.memory))
    if step.options.memory:
        step.ask(SwapShown(after.table, after.round, after.left))
        return None
    return go_on(step, after)


def do_not_swap(step: HeadacheBuilder, phase: Swapping) -> Table | None:
    after = from_here(step, replace(phase, left=phase.left[1:]))
    step.tell(NotSwapped(phase.left[0], after.left[:1], step.options.memory))
    return go_on(step, after)


def from_here(step: HeadacheBuilder, phase: Swapping) -> Swapping:
    """Return the phase with those who have not left; nobody is left in it after the last round."""
    left = tuple(seat for seat in phase.left if seat in step.here)
    if left or phase.round == rounds(phase.table):
        return replace(phase, left=left)
    return replace(phase, round=phase.round + 1, left=in_turn(step, phase.table))


def go_on(step: HeadacheBuilder, after: Swapping) -> Table | None:
    if after.left:
        step.ask(after)
        return None
    step.tell(SwapsOver(step.options.memory))
    return after.table


# Legal moves, moves, silence, leaving and asking


class SwapRules(Struct, frozen=True):
    phase: Swapping | SwapShown

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        phase = self.phase
        if isinstance(phase, SwapShown) or seat != phase.left[0]:
            return ()
        cups = tuple(cup.at for cup in phase.table.unsold)
        swaps = LegalMove(Swap, {"cups": Some(cups, PAIR, PAIR)})
        return (swaps,) if state.options.must_swap else (swaps, LegalMove(Pass))

    def play(self, step: HeadacheBuilder, seat: Seat, move: Move) -> Table | None:  # noqa: ARG002
        phase = self.phase
        match move, phase:
            case Swap(cups=(first, second)), Swapping():
                return swap(step, phase, first, second)
            case Pass(), Swapping():
                return do_not_swap(step, phase)
            case _:
                raise AssertionError(f"{move} is not offered in {phase}")

    def silence(self, step: HeadacheBuilder, seats: Sequence[Seat]) -> Table | None:
        """Pass for the silent; with `must_swap`, swap a pair by chance (HA-13)."""
        phase = self.phase
        match phase:
            case SwapShown(table=table, round=number, left=left):
                return go_on(step, from_here(step, Swapping(table, number, left)))
            case Swapping(left=(first, *_)) if first not in seats:
                return None
            case Swapping() if step.options.must_swap:
                pairs = tuple(combinations([cup.at for cup in phase.table.unsold], PAIR))
                return swap(step, phase, *pairs[step.dice.draw("swap").below(len(pairs))])
            case Swapping():
                return do_not_swap(step, phase)

    def left(self, step: HeadacheBuilder) -> Table | None:
        phase = self.phase
        if isinstance(phase, SwapShown) or phase.left[0] in step.here:
            return None
        after = from_here(step, phase)
        step.tell(*(SwapTurn(seat) for seat in after.left[:1]))
        return go_on(step, after)

    def asks(self, state: State, name: str) -> Ask:
        if isinstance(self.phase, SwapShown):
            return Ask(name, (), SHOWN_FOR)
        return Ask(name, self.phase.left[:1], state.options.swap_seconds)
