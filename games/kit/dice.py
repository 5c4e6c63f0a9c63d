"""Define the dice, always passed as an argument: seeded (`proof/seeded_dice.py`), scripted, or enumerating outcomes.

Every draw has a label (purpose and owner), an index and its own stream, so that one player's hidden re-roll never
shifts another's dice (`games/proof/fair.py`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from games.kit.seats import Seat

T = TypeVar("T")

HOST_LABELS = ("bot", "clock", "seats")
"""Labels of draws that belong to the host, never to a game. Loaded values are not used for them."""


class LoadedDiceError(Exception):
    """Raised when the script of loaded dice or cards has run out, or names something that cannot be rolled."""


class Drawn(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold what was read from one draw, once or several times in a row in the same way: dice are many `below 6`.

    `kind`: `below n`, `shuffle n`, `weights a b c`, or `nothing`. `outcome`: the numbers; of a shuffle, the order. Two
    records with the same label and index were read from one stream, one after the other.
    """

    label: str
    index: int
    kind: str
    outcome: tuple[int, ...]


class Draw(ABC):
    """Draw unbiased numbers from one stream."""

    @abstractmethod
    def below(self, n: int) -> int:
        """Return a number from 0 to n-1, each equally likely."""

    def die(self, sides: int) -> int:
        """Roll one die: 1 to `sides`."""
        return self.below(sides) + 1

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Roll so many dice of so many sides and return the faces in order."""
        return tuple([self.die(sides) for _ in range(count)])

    def pick(self, among: Sequence[T]) -> T:
        """Return one of these, each equally likely."""
        return among[self.below(len(among))]

    def weighted(self, weights: Sequence[int]) -> int:
        """Return the index of one of these integer weights, with a chance in proportion to its weight."""
        left = self.below(sum(weights))
        for index, weight in enumerate(weights):
            if left < weight:
                return index
            left -= weight
        raise AssertionError("below(sum) is less than the sum")

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return tuple(order)


class Dice(ABC):
    """Supply all the chance in a game. `counts`: how many draws each label has had, those of this step included."""

    def __init__(self, counts: Mapping[str, int] | None = None) -> None:
        self.counts: dict[str, int] = dict(counts or {})

    def draw(self, purpose: str, owner: Seat | None = None) -> Draw:
        """Return the next draw with this label: `deck`, or `roll/seat2` if a seat owns it."""
        label = purpose if owner is None else f"{purpose}/seat{owner}"
        index = self.counts.get(label, 0)
        self.counts[label] = index + 1
        return self.stream(label, index)

    @abstractmethod
    def stream(self, label: str, index: int) -> Draw: ...

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """Return what was drawn from these dice, in order, if they note it. By default they don't."""
        return ()


class LoadedDraw(Draw):
    def __init__(self, script: list[str], deck: list[str] | None) -> None:
        self._script, self._deck = script, deck

    def _next(self) -> str:
        if not self._script:
            raise LoadedDiceError("the loaded dice have run out")
        return self._script.pop(0)

    def below(self, n: int) -> int:
        number = self._number()
        if not 0 <= number < n:
            raise LoadedDiceError(f"loaded number {number} is not between 0 and {n - 1}")
        return number

    def _number(self) -> int:
        word = self._next()
        if not word.isascii() or not word.lstrip("-").isdigit():
            raise LoadedDiceError(f"loaded die {word!r} is not a number")
        return int(word)

    def die(self, sides: int) -> int:
        face = self._number()
        if not 1 <= face <= sides:
            raise LoadedDiceError(f"a d{sides} has no face {face}")
        return face

    def pick(self, among: Sequence[T]) -> T:
        """Pick the item whose printed form is the next scripted word (a die in the bag: its sides)."""
        word = self._next()
        for item in among:
            if str(item).lower().removeprefix("d") == word.lower().removeprefix("d"):
                return item
        raise LoadedDiceError(f"loaded {word!r} is not among {', '.join(map(str, among))}")

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Put the scripted cards first, in their order, and the rest after them in standard order."""
        if self._deck is None:
            raise LoadedDiceError("the dice are loaded, but no deck: give a `deck:` line before the shuffle")
        left, first = list(items), []
        for word in self._deck:
            named = next((item for item in left if str(item).lower() == word.lower()), None)
            if named is None:
                raise LoadedDiceError(f"loaded card {word!r} is not in the deck")
            left.remove(named)
            first.append(named)
        self._deck.clear()
        return (*first, *left)


class StackedDraw(Draw):
    """Draw with loaded cards alone: the shuffle follows the script, once; everything else is left to chance."""

    def __init__(self, deck: list[str], otherwise: Draw) -> None:
        self._deck, self._otherwise = deck, otherwise

    def below(self, n: int) -> int:
        return self._otherwise.below(n)

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        return LoadedDraw([], self._deck).shuffle(items) if self._deck else self._otherwise.shuffle(items)


class LoadedDice(Dice):
    """Fall as a script says. The host's own draws (house bots, the clock) come from `otherwise`. If a deck is loaded
    but no dice are, so does everything except the shuffle.
    """

    def __init__(self, script: list[str], otherwise: Dice, deck: list[str] | None = None) -> None:
        super().__init__(otherwise.counts)
        self._script, self._deck, self._otherwise = list(script), None if deck is None else list(deck), otherwise

    @property
    def left(self) -> tuple[list[str], list[str] | None]:
        """Return what is left of the script and of the deck."""
        return self._script, self._deck

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """Return only the draws that came from a seed: loaded ones prove nothing."""
        return self._otherwise.drawn

    def stream(self, label: str, index: int) -> Draw:
        if label.startswith(HOST_LABELS):
            return self._otherwise.stream(label, index)
        if self._deck is not None and not self._script:
            return StackedDraw(self._deck, self._otherwise.stream(label, index))
        return LoadedDraw(self._script, self._deck)


class NoDice(Dice):
    """Stand for dice in moves that throw none: a draw raises LoadedDiceError."""

    def stream(self, label: str, index: int) -> Draw:
        raise LoadedDiceError(f"no dice for draw {index} of {label}")


class _ForkError(Exception):
    """Raised when the script of an enumeration has run out at a draw with `n` possible outcomes."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


class _ScriptedDraw(Draw):
    def __init__(self, path: Iterator[int]) -> None:
        self._path = path

    def below(self, n: int) -> int:
        outcome = next(self._path, None)
        if outcome is None:
            raise _ForkError(n)
        return outcome


class _ScriptedDice(Dice):
    def __init__(self, path: tuple[int, ...]) -> None:
        super().__init__()
        self._path = iter(path)

    def stream(self, label: str, index: int) -> Draw:  # noqa: ARG002 - every label reads the one script
        return _ScriptedDraw(self._path)


def every(play: Callable[[Dice], T]) -> Iterator[tuple[Fraction, T]]:
    """Return every outcome of `play` with its exact chance; `play` is called once for each way the dice can fall.

    `play` must draw the same way for the same outcomes and must end; the chances sum to exactly 1.
    """
    paths: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while paths:
        path, chance = paths.pop()
        try:
            outcome = play(_ScriptedDice(path))
        except _ForkError as fork:
            share = chance / fork.n
            paths.extend(((*path, face), share) for face in reversed(range(fork.n)))
        else:
            yield chance, outcome
