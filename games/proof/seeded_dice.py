"""Define dice whose every draw follows from a seed and can be proved."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from games.kit.dice import Dice, Draw, Drawn
from games.kit.seats import Seat
from games.proof import fair

T = TypeVar("T")


class SeededDraw(Draw):
    def __init__(self, words: Iterator[int]) -> None:
        self._words = words

    def below(self, n: int) -> int:
        return fair.below(self._words, n)


class SeededDice(Dice):
    """Derive all draws from a seed and what was mixed in. `tag`: the protocol's, if a record is to prove the draws."""

    def __init__(
        self,
        seed: bytes,
        game_id: str,
        mixed: bytes,
        counts: Mapping[str, int] | None = None,
        tag: str = fair.UNPROVED,
    ) -> None:
        super().__init__(counts)
        self._seed, self._beginning = seed, (game_id, mixed, tag)
        self._draws: fair.DrawHash | None = None

    def stream(self, label: str, index: int) -> Draw:
        return SeededDraw(self.words(label, index))

    def words(self, label: str, index: int) -> Iterator[int]:
        """Return the words of the draw with this label and index."""
        if self._draws is None:  # most moves draw nothing
            self._draws = fair.DrawHash(self._seed, fair.draws_of(*self._beginning))
        return fair.words_of(self._draws, label, index)


class NotedDraw(Draw):
    """Draw from a stream of words, and note the numbers that are read from it."""

    def __init__(self, words: Iterator[int]) -> None:
        self._words = words
        self.reads: list[tuple[str, list[int]]] = []

    def below(self, n: int) -> int:
        return self._noted(f"below {n}", fair.below(self._words, n))

    def weighted(self, weights: Sequence[int]) -> int:
        return self._noted(f"weights {' '.join(map(str, weights))}", SeededDraw(self._words).weighted(weights))

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        order = SeededDraw(self._words).shuffle(range(len(items)))
        self.reads.append((f"shuffle {len(items)}", list(order)))
        return tuple(items[place] for place in order)

    def _noted(self, kind: str, outcome: int) -> int:
        """Note a number; several of the same kind in a row are noted as one read."""
        if self.reads and self.reads[-1][0] == kind:
            self.reads[-1][1].append(outcome)
        else:
            self.reads.append((kind, [outcome]))
        return outcome


class NotedDice(SeededDice):
    """Roll for a game at a table, and note the draws for the line of the deed that made them."""

    def __init__(self, seed: bytes, game_id: str, mixed: bytes, counts: Mapping[str, int] | None = None) -> None:
        super().__init__(seed, game_id, mixed, counts, fair.PROTOCOL)
        self._noted: list[tuple[str, int, NotedDraw]] = []

    def stream(self, label: str, index: int) -> Draw:
        draw = NotedDraw(self.words(label, index))
        self._noted.append((label, index, draw))
        return draw

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        if not self._noted:
            return ()
        return tuple(
            [
                Drawn(label, index, kind, tuple(outcome))
                for label, index, draw in self._noted
                for kind, outcome in draw.reads or [(NOTHING, [])]
            ]
        )


NOTHING = "nothing"
"""The kind of a draw from which nothing was read."""


def thinking(dice: Dice, seat: Seat) -> Dice:
    """Return the dice for a house bot's decision: one draw, `bot/seatN`, seeds a stream of its own (`docs/fairness.md`,
    Draws).
    """
    draw = dice.draw("bot", seat)
    seed = b"".join(draw.below(2**32).to_bytes(4, "big") for _ in range(fair.SEED_BYTES // 4))
    return SeededDice(seed, "bot", b"")
