"""Provide High Die with faults that a test turns on through `faults` of its one game."""

from highdie import HighDie, HighDieOptions, HighDieView, State

from games.kit.contract import PrivateEvent, Resample, Step
from games.kit.dice import Dice
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat
from games.kit.temper import Temper


class BrokenError(Exception):
    """What a fault raises."""


class Stray(Move, frozen=True):
    """A move that this game does not know."""

    examples = ("stray",)


class Faulty(HighDie):
    __module__ = "highdie"  # it uses that game's words
    name, version = "faulty", "faulty/1"
    faults: frozenset[str] = frozenset()
    lobby: int | None = None
    """Seconds for which the lobby stays open after the first line."""

    def choose(
        self,
        view: HighDieView,
        told: tuple[PrivateEvent, ...],
        legal: tuple[LegalMove, ...],
        resample: Resample,
        temper: Temper,
        dice: Dice,
    ) -> Move | None:
        if "choose raises" in self.faults:
            raise BrokenError
        if "choose is illegal" in self.faults:
            return Stray()
        return super().choose(view, told, legal, resample, temper, dice)

    def time_up(self, state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
        if "time_up raises" in self.faults:
            raise BrokenError
        return super().time_up(state, seats, dice)

    def gathers(self, options: HighDieOptions) -> int | None:  # noqa: ARG002
        return self.lobby


GAME = Faulty()
