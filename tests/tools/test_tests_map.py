"""`make map` runs again what changed, and nothing else."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import tests_map
from tests_map import Map, Noting, imports_of

from games.kit.money import suckers

A, B, MONEY = "tests/test_a.py", "tests/test_b.py", "bot/money.py"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Create two test files, one of which imports a module of the program and one beside it."""
    texts = {
        A: "import ours\nfrom bot import (\n    money,\n)\n",
        B: "from json import loads\n",
        "tests/ours.py": "",
        MONEY: "X = 1\n",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(tests_map, "ROOT", tmp_path)
    imports_of.cache_clear()
    yield tmp_path
    imports_of.cache_clear()


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which files would be run."""
    files = list[str]()

    def noted(part: list[str]) -> dict[str, Any]:
        files.extend(part)
        found = {file: {"seconds": {f"{file}::test": 1.0}, "runs": {MONEY: {"pay": [0]}}} for file in part}
        return {"files": found, "imported": {MONEY: ["once"]}}

    monkeypatch.setattr(tests_map, "noted", noted)
    return files


def renewed(house: Path) -> Map:
    known = Map(house / "map.json")
    imports_of.cache_clear()
    known.renew([file for file in (A, B) if (house / file).exists()], jobs=1)
    return known


def test_a_file_imports_what_it_names_and_what_stands_beside_it(house: Path) -> None:
    assert imports_of(A) == {MONEY, "tests/ours.py"}
    assert imports_of(B) == set()


def test_what_changed_or_imports_what_changed_is_run_again_and_what_is_gone_is_forgotten(
    house: Path, ran: list[str]
) -> None:
    assert renewed(house).tests_of(MONEY, "pay") == {f"{A}::test", f"{B}::test"}
    assert ran == [A, B]
    renewed(house)
    assert ran == [A, B]
    (house / MONEY).write_text("X = 2\n")
    renewed(house)
    assert ran == [A, B, A]
    (house / B).unlink()
    known = renewed(house)
    assert ran == [A, B, A]
    assert known.tests_of(MONEY, "pay") == {f"{A}::test"}
    assert known.is_imported(MONEY, "once")


def test_a_test_is_on_the_map_with_the_functions_that_it_calls_unless_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "settrace", lambda _: None)
    noting = Noting(tmp_path / "map.json")
    for name, passed in (("good", True), ("bad", False)):
        test = SimpleNamespace(nodeid=f"{A}::{name}", passed=passed, when="call", skipped=False)
        run = noting.pytest_runtest_protocol(test)
        next(run)
        noting.called(SimpleNamespace(f_code=suckers.__code__), "call", None)
        with pytest.raises(StopIteration):
            next(run)
        noting.pytest_runtest_logreport(test)
    noting.pytest_sessionfinish()
    known = Map(tmp_path / "map.json")
    assert list(known.seconds()) == [f"{A}::good"]
    assert known.tests_of("games/kit/money.py", "suckers") == {f"{A}::good"}
