"""Test that several processes analyse games with the same results in the same order as one."""

import os
from collections.abc import Iterator
from multiprocessing import active_children
from typing import Any

import pytest

from bot.app import on_cores
from bot.app.on_cores import Cores, spread_over_cores
from bot.text import lacking
from games.catalogue import catalogue
from games.halflings import Halflings
from games.kit.contract import Step
from games.lab.simulation import Account, Report, Spread, simulate


class LosesASucker(Halflings):
    """Loses a sucker with each move."""

    def played(self, state: Any, seat: Any, move: Any, dice: Any) -> Step[Any]:
        step = super().played(state, seat, move, dice)
        return Step(type(state)(**{**fields(step.state), "bank": step.state.bank - 1}), step.events)


def fields(state: Any) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.__struct_fields__}


def report(game: Any, spread: Spread, games: int = 12) -> Report:
    return simulate(game, seats=None, games=games, seed=b"cores", options={}, lacks=lacking, spread=spread)


@pytest.mark.parametrize("cores", [1, 2, 5, 13])
def test_any_number_of_processes_gives_the_same_report(cores: int) -> None:
    game = catalogue()["rogues"]
    assert report(game, Cores(cores), 6) == report(game, map, 6)


def test_what_is_wrong_is_told_by_each_game_in_their_order() -> None:
    alone, spread = (report(LosesASucker(), how) for how in (map, Cores(3)))
    assert spread == alone
    assert alone.violations > 12
    assert all(found.startswith("simulate/halflings/") for found in alone.first)


def accounts(count: int) -> Iterator[Account]:
    return (Account(str(number), b"", b"", (), 0, (), "") for number in range(count))


def named(account: Account) -> list[str]:
    return [account.game_id]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 10])
def test_each_game_is_looked_at_once(count: int) -> None:
    assert list(Cores(3)(named, accounts(count))) == [[str(number)] for number in range(count)]
    assert active_children() == []


def long_list(account: Account) -> list[str]:
    """Return more than any pipe holds at once."""
    return [account.game_id * 100] * 10_000


def test_long_lists_come_through_whole() -> None:
    many = (Account(one.game_id, b"", b"", (), 0, ("x" * 1_000_000,), "") for one in accounts(5))
    found = list(Cores(2)(long_list, many))
    assert [(len(one), one[0]) for one in found] == [(10_000, str(number) * 100) for number in range(5)]


def test_where_playing_is_interrupted_no_process_is_left() -> None:
    def interrupted() -> Iterator[Account]:
        yield from accounts(3)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(Cores(2)(named, interrupted()))
    assert active_children() == []


def ends(_: Account) -> list[str]:
    os._exit(3)


def test_a_process_that_ends_before_its_time_is_told() -> None:
    with pytest.raises(OSError, match="ended before its time"):
        list(Cores(2)(ends, accounts(4)))
    assert active_children() == []


def cores_of(*cores: int) -> Any:
    return lambda _: set(cores)


def test_few_games_or_one_core_are_looked_at_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", cores_of(0, 1, 2), raising=False)
    spread = spread_over_cores(on_cores.FEW)
    assert isinstance(spread, Cores)
    assert spread.cores == 3
    assert spread_over_cores(on_cores.FEW - 1) is map
    monkeypatch.setattr(os, "sched_getaffinity", cores_of(1))
    assert spread_over_cores(1000) is map
    monkeypatch.delattr(os, "sched_getaffinity")
    assert spread_over_cores(1000) is map
