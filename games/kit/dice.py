"""Dice, always an argument: seeded (`proof/seeded_dice.py`), loaded (scripted), or every outcome in turn (exact odds).

Every draw has a label (purpose and owner) and one index; what is read from one draw is one stream, so that one
player's hidden re-roll never shifts another's dice (`games/proof/fair.py`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from games.kit.seats import Seat

T = TypeVar("T")

HOST_LABELS = ("bot", "clock", "seats")
"""Labels of draws that belong to the host, never to a game: loaded values do not feed them."""


class LoadedDiceError(Exception):
    """The script of loaded dice or cards ran out, or names what cannot be rolled."""


class Drawn(Struct, frozen=True, forbid_unknown_fields=True):
    """What was read from one draw, once, or several times in a row alike: dice are many `below 6`.

    `kind`: `below n`, `shuffle n`, `weights a b c`, or `nothing`. `outcome`: the numbers, a shuffle's in its order.
    Two of the same label and index are read from one stream, one after the other.
    """

    label: str
    index: int
    kind: str
    outcome: tuple[int, ...]


class Draw(ABC):
    """One draw: a stream of unbiased numbers."""

    @abstractmethod
    def below(self, n: int) -> int:
        """Return a number from 0 to n-1, each as likely."""

    def die(self, sides: int) -> int:
        """Roll one die: 1 to `sides`."""
        return self.below(sides) + 1

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Roll so many dice of so many sides, in that order."""
        return tuple([self.die(sides) for _ in range(count)])

    def pick(self, among: Sequence[T]) -> T:
        """Return one of these, each as likely."""
        return among[self.below(len(among))]

    def weighted(self, weights: Sequence[int]) -> int:
        """Return the index of one of these whole weights, as likely as its weight."""
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
    """Give a game its chance. `counts`: how many draws each label has had, this step's included."""

    def __init__(self, counts: Mapping[str, int] | None = None) -> None:
        self.counts: dict[str, int] = dict(counts or {})

    def draw(self, purpose: str, owner: Seat | None = None) -> Draw:
        """Return the next draw of this label: `deck`, or `roll/seat2` where a seat owns it."""
        label = purpose if owner is None else f"{purpose}/seat{owner}"
        index = self.counts.get(label, 0)
        self.counts[label] = index + 1
        return self.stream(label, index)

    @abstractmethod
    def stream(self, label: str, index: int) -> Draw: ...

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """Return what was drawn from these dice, in order, where they note it. Plainly: they don't."""
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
        """Pick what the next scripted word names, as it prints (a die in the bag: by its sides)."""
        word = self._next()
        for item in among:
            if str(item).lower().removeprefix("d") == word.lower().removeprefix("d"):
                return item
        raise LoadedDiceError(f"loaded {word!r} is not among {', '.join(map(str, among))}")

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Put the scripted cards first, in their order; the rest in standard order."""
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
    """A draw where cards alone are loaded: a shuffle as the script says, once; everything else by chance."""

    def __init__(self, deck: list[str], otherwise: Draw) -> None:
        self._deck, self._otherwise = deck, otherwise

    def below(self, n: int) -> int:
        return self._otherwise.below(n)

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        return LoadedDraw([], self._deck).shuffle(items) if self._deck else self._otherwise.shuffle(items)


class LoadedDice(Dice):
    """Dice that fall as a script says. The host's own draws (house bots, the clock) come from `otherwise`, and so does
    all but the shuffle where a deck is loaded and no dice are.
    """

    def __init__(self, script: list[str], otherwise: Dice, deck: list[str] | None = None) -> None:
        super().__init__(otherwise.counts)
        self._script, self._deck, self._otherwise = list(script), None if deck is None else list(deck), otherwise

    @property
    def left(self) -> tuple[list[str], list[str] | None]:
        """Return what of the script and of the deck is still to come."""
        return self._script, self._deck

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """Return the draws that followed from a seed all the same: the loaded ones prove nothing."""
        return self._otherwise.drawn

    def stream(self, label: str, index: int) -> Draw:
        if label.startswith(HOST_LABELS):
            return self._otherwise.stream(label, index)
        if self._deck is not None and not self._script:
            return StackedDraw(self._deck, self._otherwise.stream(label, index))
        return LoadedDraw(self._script, self._deck)


class NoDice(Dice):
    """Dice for moves that throw none: a move that draws raises LoadedDiceError."""

    def stream(self, label: str, index: int) -> Draw:
        raise LoadedDiceError(f"no dice for draw {index} of {label}")


class _ForkError(Exception):
    """The script of an enumeration has run out where `n` outcomes are possible."""

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
    """Return every outcome of `play` with its exact chance: it is played once for each way the dice can fall.

    `play` must draw the same way for the same outcomes and come to an end; the chances sum to exactly 1.
    """
    paths: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while paths:
        path, chance = paths.pop()
        try:
            outcome = play(_ScriptedDice(path))
        except _ForkError as fork:
            paths.extend(((*path, face), chance / fork.n) for face in reversed(range(fork.n)))
        else:
            yield chance, outcome
