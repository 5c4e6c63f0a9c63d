"""Hold the numbers of the rulebook, and build one step of the game."""

from typing import Final

from msgspec.structs import replace

from games.halflings.options import Mode
from games.halflings.state import Over, Phase, State
from games.kit.contract import Event, StepBuilder
from games.kit.dice import Dice
from games.kit.money import moved
from games.kit.seats import Seat

GIANT_SIDES: Final = 10
"""The Giant is a d10 ("Rolling 1d10")."""
HALFLING_SIDES: Final = 6
HALFLINGS: Final = 2
"""The Halflings are 2d6."""
KICK: Final = 1
""""A roll of a 1 is called a Kick"."""
MAW: Final = 11
""""an 11 or 12, which represents the gaping Maw of the Giant"."""
SNAKE: Final = (1, 1)
""""Rolling double 1s summons a snake that scares the Giant away"."""
MOST_KEPT: Final = 8
"""If more is kept, no two dice stay below the Maw (HG-11)."""
DUEL_ROUNDS: Final = 2
"""A duel is two stakes, with each player as Giant once (HG-18)."""
MOST_NAMED: Final = 8
"""The most players of a crowd who are told by name in one line of chat (HG-16); of more, only totals and the best."""
BEST_TOLD: Final = 5


class HalflingsBuilder(StepBuilder[State]):
    """Put a step of Halflings & Giants together: questions, and money between the stacks and the bank."""

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self.options = state.options
        self.crowd = self.options.mode is Mode.CROWD

    def ask(self, phase: Phase) -> None:
        """Turn to a new question."""
        self.state = replace(self.state, phase=phase, asked=self.state.asked + 1)

    def tell_of_hand(self, *events: Event) -> None:
        """Tell how a single hand goes; in a crowd, hands are told together at the end."""
        if not self.crowd:
            self.tell(*events)

    def pay(self, changes: dict[Seat, int], *, bank: int = 0) -> None:
        self.state = replace(self.state, stacks=moved(self.state.stacks, changes), bank=self.state.bank + bank)

    def end(self, why: str) -> None:
        self.ask(Over(why))
