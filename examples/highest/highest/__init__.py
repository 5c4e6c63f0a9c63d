"""Highest Die: everybody antes and rolls one die; the highest takes the pot."""

from msgspec import Struct
from msgspec.structs import replace

from games.kit import (
    Ask,
    Dice,
    Game,
    LegalMove,
    Move,
    Nothing,
    Options,
    PublicEvent,
    Result,
    Scene,
    Seat,
    Stacks,
    Step,
    Suckers,
    View,
    Viewer,
    all_seats,
    moved,
    say,
    shared,
)

NONE, ANTE, SIDES, SECONDS = Suckers(0), Suckers(5), 6, 20


class Roll(Move, frozen=True):
    """Roll your die."""

    examples = ("roll",)


class Rolled(PublicEvent, frozen=True):
    seat: Seat
    die: int


class PotWon(PublicEvent, frozen=True):
    winners: tuple[Seat, ...]
    pot: Suckers


class State(Struct, frozen=True):
    """A die for each seat; 0 until it is rolled."""

    stacks: Stacks
    pot: Suckers
    dice: tuple[int, ...]


class Highest(Game[Options, State, Nothing]):
    name, version, options, state, carry = "highest", "highest/1", Options, State, Nothing
    moves, events = (Roll,), (Rolled, PotWon)

    def seats(self, options: Options) -> range:
        return range(2, 7)

    def stack(self, options: Options) -> Suckers:
        return Suckers(100)

    def start(self, options: Options, stacks: Stacks, dice: Dice, carry: Nothing | None) -> Step[State]:
        antes = {seat: -min(ANTE, stacks[seat]) for seat in all_seats(len(stacks))}
        return Step(State(moved(stacks, antes), Suckers(-sum(antes.values())), (0,) * len(stacks)), ())

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        return () if state.dice[seat] else (LegalMove(Roll),)

    def played(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
        rolled = Rolled(seat, dice.draw("roll", seat).die(SIDES))
        state = replace(state, dice=(*state.dice[:seat], rolled.die, *state.dice[seat + 1 :]))
        if 0 in state.dice:
            return Step(state, (rolled,))
        won, pot = self.winners(state), state.pot
        return Step(replace(state, stacks=moved(state.stacks, shared(pot, won)), pot=NONE), (rolled, PotWon(won, pot)))

    def asks(self, state: State) -> Ask | None:
        seats = tuple(seat for seat in all_seats(len(state.dice)) if not state.dice[seat])
        return Ask("roll", seats, SECONDS) if seats else None

    def time_up(self, state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
        steps = [Step(state, ())]
        for seat in seats:
            steps.append(self.played(steps[-1].state, seat, Roll(), dice))
        return Step(steps[-1].state, tuple(event for step in steps for event in step.events))

    def winners(self, state: State) -> tuple[Seat, ...]:
        return () if 0 in state.dice else tuple(Seat(s) for s, die in enumerate(state.dice) if die == max(state.dice))

    def view(self, state: State, viewer: Viewer) -> View:
        return View("rolling" if 0 in state.dice else "over", state.pot, state.stacks, 0, self.winners(state))

    def scene(self, view: View) -> Scene:
        return Scene((say(f"scene-{view.phase}", pot=view.pot),))

    def result(self, state: State) -> Result | None:
        return None if 0 in state.dice else Result("rolled", self.winners(state), state.stacks)


GAME = Highest()
