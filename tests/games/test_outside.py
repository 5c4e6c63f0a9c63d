"""Test that a game's own package inherits the tests of every game, run there by pytest as its author does."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.timeout(400)
HOUSE = Path(__file__).parents[2]
EXAMPLES = ("coins", "highdie", "highest", "pig")


FEW = """
from hypothesis import settings

settings.register_profile("few", settings(), max_examples={examples}, derandomize=True, deadline=None)
settings.load_profile("few")
"""
ONE, THREE = 7, 20
"""Numbers of examples. The inherited tests take 15 in a hundred of these.

These tests check that they run there. `tests/games/test_contract.py` checks with how many examples.
"""


def run_there(folder: Path, *names: str, chosen: str = "", examples: int = ONE) -> subprocess.CompletedProcess[str]:
    """Run the tests of copies of these examples, outside the repository."""
    (folder / "conftest.py").write_text(FEW.format(examples=examples), encoding="utf-8")
    paths = os.pathsep.join((*(str(folder / name) for name in names), str(HOUSE)))
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:valkey",
            "-p",
            "no:simcord",
            "-k",
            chosen,
            *(f"{name}/tests" for name in names),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths},
    )


def copied(name: str, tmp_path: Path) -> Path:
    return Path(shutil.copytree(HOUSE / "examples" / name, tmp_path / name))


def test_the_examples_pass_the_tests_of_every_game_in_their_own_folders(tmp_path: Path) -> None:
    for name in EXAMPLES:
        copied(name, tmp_path)
    found = run_there(tmp_path, *EXAMPLES, chosen="not whole_games")
    assert found.returncode == 0, found.stdout
    passed = re.search(r"(\d+) passed", found.stdout)
    assert passed is not None
    assert int(passed[1]) >= 30 * len(EXAMPLES)


def test_there_a_leak_is_found_and_named(tmp_path: Path) -> None:
    """T31: the line that says who has bid names a person depending on a hidden coin."""
    folder = copied("coins", tmp_path)
    rules = folder / "coins" / "__init__.py"
    content = rules.read_text(encoding="utf-8")
    told = "told = (HasBid(seat), Taken"
    assert told in content
    leak = "told = (HasBid(Seat(0) if state.coins[-1].reveal() else seat), Taken"
    rules.write_text(content.replace(told, leak), encoding="utf-8")
    found = run_there(tmp_path, "coins", chosen="move_in_private", examples=THREE)
    assert found.returncode == 1
    assert "test_a_move_in_private_tells_others_nothing" in found.stdout
    assert "has-bid" in found.stdout
