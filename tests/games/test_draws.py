"""Test that over many seeds and draws every outcome has its expected frequency, by chi-square with fixed seeds."""

from collections import Counter
from collections.abc import Callable, Hashable
from itertools import permutations

import pytest

from games.kit.dice import Draw
from games.proof import fair
from games.proof.seeded_dice import NotedDice

DRAWS = 6_000
Outcome = Callable[[Draw], Hashable]


def chi_square(found: Counter[Hashable], expected: dict[Hashable, float]) -> float:
    assert set(found) <= set(expected)
    return sum((found[one] - count) ** 2 / count for one, count in expected.items())


def is_likely(found: Counter[Hashable], weights: dict[Hashable, int]) -> bool:
    """Tell whether the counts lie within four deviations of the expected ones, as too even counts are
    suspicious too.
    """
    total, freedom = found.total(), len(weights) - 1
    expected: dict[Hashable, float] = {one: total * weight / sum(weights.values()) for one, weight in weights.items()}
    return abs(chi_square(found, expected) - freedom) < 4 * (2 * freedom) ** 0.5


def alike(outcomes: list[Hashable]) -> dict[Hashable, int]:
    return dict.fromkeys(outcomes, 1)


KINDS: dict[str, tuple[Outcome, dict[Hashable, int]]] = {
    "a die": (lambda draw: draw.die(6), alike(list(range(1, 7)))),
    "a d20": (lambda draw: draw.die(20), alike(list(range(1, 21)))),
    "two dice": (lambda draw: sum(draw.roll(2, 6)), {total: 6 - abs(7 - total) for total in range(2, 13)}),
    "a shuffle of five": (lambda draw: draw.shuffle(range(5)), alike(list(permutations(range(5))))),
    "the last card of a pile": (lambda draw: draw.shuffle(range(13))[-1], alike(list(range(13)))),
    "two cards of a deck": (
        lambda draw: frozenset(card % 4 for card in draw.shuffle(range(8))[:2]),
        {frozenset({one, other}): 1 if one == other else 4 for one in range(4) for other in range(one + 1)},
    ),
    "weights": (lambda draw: draw.weighted((3, 1, 5, 1)), {0: 3, 1: 1, 2: 5, 3: 1}),
    "one of three": (lambda draw: draw.pick("abc"), alike(["a", "b", "c"])),
}


@pytest.mark.parametrize("kind", KINDS)
def test_draws_of_one_game_come_as_often_as_chance_has_it(kind: str) -> None:
    outcome, weights = KINDS[kind]
    dice = NotedDice(bytes(range(32)), "g", b"mixed")
    found = Counter(outcome(dice.draw(f"label {number % 7}")) for number in range(DRAWS))
    assert is_likely(found, weights)


@pytest.mark.parametrize("kind", ["a die", "two dice", "weights"])
def test_first_draws_of_many_games_come_as_often_as_chance_has_it(kind: str) -> None:
    """With the seeds of one operator's key, and with the texts of players under one seed."""
    outcome, weights = KINDS[kind]
    by_seed, by_text = Counter[Hashable](), Counter[Hashable]()
    for number in range(DRAWS // 4):
        game, salt = f"venue/place/{number}", number.to_bytes(16, "big")
        seed = fair.seed(b"k" * 32, game, salt)
        by_seed[outcome(NotedDice(seed, game, b"").draw("roll"))] += 1
        mixed = fair.mixed_in(b"", (("0", str(number)),))
        by_text[outcome(NotedDice(bytes(32), "g", mixed).draw("roll"))] += 1
    assert is_likely(by_seed, weights)
    assert is_likely(by_text, weights)


def test_dice_that_are_not_fair_are_found() -> None:
    """With a die that favours one face."""
    dice = NotedDice(bytes(range(32)), "g", b"mixed")
    found: Counter[Hashable] = Counter(min(dice.draw("roll").die(7), 6) for _ in range(DRAWS))
    assert not is_likely(found, alike(list(range(1, 7))))
