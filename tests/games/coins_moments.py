"""Provide a state of Coins, and fixed chances, so that the probes' draws do not depend on luck."""

from collections.abc import Callable, Iterable
from typing import Any

import coins
from coins import Coins, State

from games.kit.contract import Step
from games.kit.dice import Draw
from games.kit.money import Suckers
from games.kit.owed import Owed
from games.kit.seats import Seat
from games.lab.moment import Moment
from games.proof.seeded_dice import SeededDice

ANN, BEN, CID = SEATS = (Seat(0), Seat(1), Seat(2))


class Chances(Draw):
    """Draws these numbers in order, and then always 0, which is the first choice."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self.numbers = list(numbers)
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        return min(self.numbers.pop(0), n - 1) if self.numbers else 0


def some_dice() -> SeededDice:
    return SeededDice(b"s", "g", b"")


def begun(game: Coins = coins.GAME) -> State:
    return game.start(coins.Options(), (Suckers(100),) * 3, some_dice(), None).state


def moment(game: Any = coins.GAME, state: Any = None, *chances: int, **more: Any) -> Moment:
    total = more.pop("total", 300)
    brought = Owed((Suckers(100),) * 3, house=total - 300)
    given = {"gone": frozenset(), "brought": brought, "copied": some_dice} | more
    return Moment(game, begun() if state is None else state, SEATS, chance=Chances(chances), **given)


def found(check: Callable[[Moment], Iterable[str]], *about: Any, **more: Any) -> list[str]:
    return list(check(moment(*about, **more)))


def over(game: Coins = coins.GAME) -> State:
    return game.time_up(begun(), SEATS, some_dice()).state


class TakesAll(Coins):
    """Accepts any move."""

    def play(self, state: Any, seat: Any, move: Any, dice: Any) -> Step[State]:  # noqa: ARG002 - it accepts anything
        return Step(state, ())
