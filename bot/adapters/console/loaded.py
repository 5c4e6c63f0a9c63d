"""Provide dice that fall as a transcript says, and bytes that are the same every time."""

import hashlib
from collections.abc import Callable, Mapping

from bot.table.fairness import Fairness, Keys
from bot.table.phases import Pledge
from games.kit.dice import Dice, LoadedDice


class LoadedFairness(Fairness):
    """Dice that fall as the `dice:` and `deck:` lines say, and otherwise by the seed."""

    def __init__(self, keys: Keys, random_bytes: Callable[[int], bytes]) -> None:
        super().__init__(keys, random_bytes)
        self.script: list[str] = []
        self.deck: list[str] | None = None
        self.loaded = False

    def load(self, words: list[str]) -> None:
        self.script, self.loaded = [*self.script, *words], True

    def stack_deck(self, cards: list[str]) -> None:
        self.deck, self.loaded = cards, True

    def dice(self, pledge: Pledge, mixed: bytes, draws: Mapping[str, int]) -> Dice:
        seeded = super().dice(pledge, mixed, draws)
        return LoadedDice(self.script, seeded, self.deck) if self.loaded else seeded

    def thrown(self, dice: Dice) -> None:
        if isinstance(dice, LoadedDice):
            self.script, self.deck = dice.left


class SeededBytes:
    """Bytes that follow from a seed, because a transcript must print the same every time."""

    def __init__(self, seed: str) -> None:
        self.seed, self._count = seed, 0

    def __call__(self, count: int) -> bytes:
        self._count += 1
        return hashlib.sha256(f"{self.seed}/{self._count}".encode()).digest()[:count]
