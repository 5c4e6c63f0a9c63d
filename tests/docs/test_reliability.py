"""Test that every test named by the pages on reliability and security exists and can be run."""

import ast
import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
NAMED = re.compile(r"`(?:-m soak )?(tests/[\w/]+\.py)(?:::(\w+))?`")
PAGES = ("reliability.md", "security.md")


def named(page: str) -> list[tuple[str, str]]:
    return NAMED.findall((HOUSE / "docs" / page).read_text(encoding="utf-8"))


def found_in(file: str) -> dict[str, list[str]]:
    """Return the tests of a file with the names of their marks."""
    tree = ast.parse((HOUSE / file).read_text(encoding="utf-8"))
    found = [one for one in tree.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {one.name: [ast.unparse(mark) for mark in one.decorator_list] for one in found if "test" in one.name}


@pytest.mark.parametrize("page", PAGES)
def test_each_test_that_is_named_is_there(page: str) -> None:
    assert named(page)
    missing = [(file, test) for file, test in named(page) if test and test not in found_in(file)]
    assert missing == []


def test_what_needs_a_soak_says_so_and_nothing_else() -> None:
    text = (HOUSE / "docs" / "reliability.md").read_text(encoding="utf-8")
    for file, test in named("reliability.md"):
        if test:
            marks = found_in(file)[test]
            always, longer = "pytest.mark.soak" in marks, any("pytest.mark.soak" in mark for mark in marks)
            assert (f"`-m soak {file}::{test}`" in text) <= longer, test
            assert (f"`{file}::{test}`" in text) != always, test


def test_each_row_says_how_to_run_it_again() -> None:
    rows = [
        line
        for line in (HOUSE / "docs" / "reliability.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and not line.startswith("| what is done")
    ]
    assert len(rows) > 20
    assert [row for row in rows if not NAMED.search(row.rpartition(" | ")[2])] == []
