"""Test that each game, told to every viewer, reads as it did when people checked it (`tell.py` says how to rewrite)."""

import sys
from difflib import unified_diff
from pathlib import Path

import pytest

HERE = Path(__file__).parent
for room in (HERE, HERE.parents[1] / "examples" / "highdie"):
    if str(room) not in sys.path:
        sys.path.append(str(room))

from tell import known, parse, retold  # noqa: E402 - it is in this folder

TOLD = sorted(HERE.glob("*.txt"))


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_a_game_is_told_as_it_was_read(path: Path) -> None:
    golden, found = path.read_text(encoding="utf-8").splitlines(), retold(path, known())
    assert found == golden, "\n".join(unified_diff(golden, found, "golden", "found", lineterm=""))


def test_each_game_of_the_house_and_the_example_is_told_to_its_end() -> None:
    told = {parse(path.read_text(encoding="utf-8")).head["game"] for path in TOLD}
    assert told == set(known())
    assert all("Over (" in path.read_text(encoding="utf-8").splitlines()[-1] for path in TOLD)
