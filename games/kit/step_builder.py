"""Put a step of a game together, bit by bit."""

from typing import Generic, TypeVar

from msgspec import Struct

from games.kit.contract import Event, Step
from games.kit.dice import Dice

S = TypeVar("S", bound=Struct)


class StepBuilder(Generic[S]):
    """Put one step together: the state so far, the dice, and what has happened.

    A game's own subclass adds its verbs: to ask, to pay, to put a card on the pile.
    """

    def __init__(self, state: S, dice: Dice) -> None:
        self.state, self.dice = state, dice
        self.events: list[Event] = []

    def tell(self, *events: Event) -> None:
        """Add events to what has happened; nothing told is ever taken back."""
        self.events.extend(events)

    def build(self) -> Step[S]:
        """Return the step as it is now."""
        return Step(self.state, tuple(self.events))
