"""Test that forgetting to hide, or a rule of a phase, fails the type check: mypy finds exactly the announced errors."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def announced(path: Path) -> set[tuple[int, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    marks = ((number, re.search(r"# E: ([a-z-]+)$", line)) for number, line in enumerate(lines, start=1))
    return {(number, mark[1]) for number, mark in marks if mark}


@cache
def told_of_all() -> str:
    """Return what mypy says of all files here, asked once."""
    paths = sorted(str(path) for path in HERE.glob("*.py") if path != Path(__file__))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context", "--no-pretty", *paths],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def found(path: Path) -> set[tuple[int, str]]:
    errors = re.findall(rf"{path.name}:(\d+): error: .*\[([a-z-]+)\]$", told_of_all(), re.MULTILINE)
    return {(int(number), code) for number, code in errors}


@pytest.mark.timeout(400)
def test_a_secret_is_no_number_and_a_number_no_seat() -> None:
    path = HERE / "secrets_do_not_pass.py"
    assert len(announced(path)) > 5
    assert found(path) == announced(path)


@pytest.mark.timeout(400)
def test_a_phase_without_all_its_rules_is_none() -> None:
    path = HERE / "phases_have_rules.py"
    assert len(announced(path)) > 4
    assert found(path) == announced(path)


@pytest.mark.timeout(400)
def test_what_is_for_one_person_alone_is_no_answer_to_all() -> None:
    path = HERE / "private_is_no_answer.py"
    assert len(announced(path)) > 4
    assert found(path) == announced(path)


@pytest.mark.timeout(400)
def test_a_person_is_no_place_and_a_place_no_venue() -> None:
    path = HERE / "names_are_not_mixed.py"
    assert len(announced(path)) > 4
    assert found(path) == announced(path)
