"""Test Highest Die, the sixty-line example of `docs/write-a-game.md`: its rules, and its length."""

import ast
from pathlib import Path

import highest
from highest import GAME, PotWon, Roll, Rolled

from games.kit.dice import LoadedDice
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.lab.simulation import simulate
from games.proof.seeded_dice import SeededDice


def loaded(*faces: int) -> LoadedDice:
    return LoadedDice(list(map(str, faces)), SeededDice(b"s", "g", b""))


def test_the_highest_die_takes_the_pot() -> None:
    dice = loaded(2, 6, 3)
    state = GAME.start(GAME.options(), (Suckers(100),) * 3, dice, None).state
    for seat in range(3):
        state, events = GAME.play(state, Seat(seat), Roll(), dice)
    assert events == (Rolled(Seat(2), 3), PotWon((Seat(1),), Suckers(15)))
    assert state.stacks == (95, 110, 95)


def test_all_2_equal_dice_share_the_pot() -> None:
    dice = loaded(6, 6, 3)
    state = GAME.start(GAME.options(), (Suckers(100),) * 3, dice, None).state
    ask = GAME.asks(state)
    assert ask is not None
    assert ask.seats == (0, 1, 2)
    state = GAME.time_up(state, ask.seats, dice).state
    assert state.stacks == (103, 102, 95)


def test_it_keeps_every_promise_of_the_contract() -> None:
    assert simulate(GAME, seats=4, games=50, seed=b"", options={}).violations == 0


def test_it_is_a_game_in_sixty_lines() -> None:
    """An import counts as one line, however long; without imports there are 52."""
    text = Path(highest.__file__).read_text(encoding="utf-8")
    imports = [one for one in ast.parse(text).body if isinstance(one, ast.ImportFrom)]
    imported = {number for one in imports for number in range(one.lineno, (one.end_lineno or one.lineno) + 1)}
    lines = [line for number, line in enumerate(text.splitlines(), start=1) if line.strip() and number not in imported]
    assert len(lines) <= 52
    assert len(lines) + len(imports) <= 60
