"""Provide a table of Halflings & Giants with loaded dice: moves are typed, faces are given, and `GAME.play` plays."""

from collections.abc import Iterable
from typing import Any, TypeVar

from games.halflings import GAME
from games.halflings.state import Carry, State
from games.kit.contract import Event, Result, Step
from games.kit.dice import LoadedDice
from games.kit.money import Suckers
from games.kit.moves import verb
from games.kit.notation import read
from games.kit.seats import SPECTATOR, Seat
from games.proof.seeded_dice import SeededDice

E = TypeVar("E")

STACK = 1000


def loaded(faces: Iterable[int]) -> LoadedDice:
    return LoadedDice(list(map(str, faces)), SeededDice(b"s", "g", b""))


class Table:
    """Takes a move and the faces that fall in it: `say("stake 10", 7, 3, 4)`."""

    def __init__(self, *stacks: int, carry: Carry | None = None, **options: Any) -> None:
        self.dice = loaded(())
        self.brought = sum(stacks or (STACK,))
        self.events: tuple[Event, ...] = ()
        chosen = GAME.options_from(options)
        self.state: State = self.took(GAME.start(chosen, tuple(map(Suckers, stacks or (STACK,))), self.dice, carry))

    def say(self, line: str, *faces: int, seat: int = 0) -> tuple[Event, ...]:
        self.load(faces)
        self.took(GAME.play(self.state, Seat(seat), read(line, GAME.moves), self.dice))
        return self.events

    def silence(self, *faces: int) -> tuple[Event, ...]:
        self.load(faces)
        ask = GAME.asks(self.state)
        assert ask is not None
        self.took(GAME.time_up(self.state, ask.seats, self.dice))
        return self.events

    def leave(self, seat: int, *faces: int) -> tuple[Event, ...]:
        self.load(faces)
        self.took(GAME.leave(self.state, Seat(seat), self.dice))
        return self.events

    def load(self, faces: Iterable[int]) -> None:
        self.dice = loaded(faces)

    def took(self, step: Step[State]) -> State:
        """Take a step, and check that the money adds up (ALL-2)."""
        assert self.dice.left == ([], None), "every face that was named has fallen"
        self.state, self.events = step
        view = GAME.view(self.state, SPECTATOR)
        assert sum(view.stacks) + view.pot + view.bank == self.brought
        return self.state

    # Reading

    def offers(self, seat: int = 0) -> list[str]:
        return [verb(offer.move) for offer in GAME.legal_moves(self.state, Seat(seat))]

    def told(self, kind: type[E]) -> E:
        """Return the only event of this kind in the last step."""
        found = [event for event in self.events if isinstance(event, kind)]
        assert len(found) == 1, self.events
        return found[0]

    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.events]

    @property
    def stacks(self) -> tuple[int, ...]:
        return self.state.stacks

    @property
    def awaited(self) -> tuple[int, ...] | None:
        ask = GAME.asks(self.state)
        return None if ask is None else ask.seats

    @property
    def asked(self) -> str:
        ask = GAME.asks(self.state)
        return "" if ask is None else ask.id

    @property
    def result(self) -> Result:
        result = GAME.result(self.state)
        assert result is not None
        return result
