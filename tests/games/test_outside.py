"""A game's own package inherits the tests of every game: run there, with pytest as its author runs it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
EXAMPLES = ("coins", "highdie", "highest")


def run_there(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests of a copy of this example, outside the repository."""
    paths = os.pathsep.join((str(folder), str(HOUSE)))
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
            "tests",
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths},
    )


def copied(name: str, tmp_path: Path) -> Path:
    return Path(shutil.copytree(HOUSE / "examples" / name, tmp_path / name))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_passes_the_tests_of_every_game_in_its_own_folder(name: str, tmp_path: Path) -> None:
    found = run_there(copied(name, tmp_path))
    assert found.returncode == 0, found.stdout
    passed = re.search(r"(\d+) passed", found.stdout)
    assert passed is not None
    assert int(passed[1]) >= 30


def test_there_a_leak_is_found_and_named(tmp_path: Path) -> None:
    """T31: the line that says who has bid names somebody by a coin that lies under a cup."""
    folder = copied("coins", tmp_path)
    rules = folder / "coins" / "__init__.py"
    content = rules.read_text(encoding="utf-8")
    told = "told = (HasBid(seat), Taken"
    assert told in content
    leak = "told = (HasBid(Seat(0) if state.coins[-1].reveal() else seat), Taken"
    rules.write_text(content.replace(told, leak), encoding="utf-8")
    found = run_there(folder)
    assert found.returncode == 1
    assert "test_a_move_in_private_tells_others_nothing" in found.stdout
    assert "has-bid" in found.stdout
