"""Test in a copy of the project that what the pages tell a reader to add is complete and works, word for word."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
BLOCK = re.compile(
    r"^<!-- (new|before|after|in place of) (\S+?)(?:: ([^\n]+))? -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
COPIED = ("bot", "games", "persistence", "potluck", "docs", "tests", "examples", "tools", "pyproject.toml")
REWRITTEN = {"POTLUCK_REWRITE_DOCS": "1", "POTLUCK_REWRITE_SCENES": "1"}
COMMAND = (
    "tests/docs/test_commands.py",
    "tests/docs/test_pages.py::test_every_command_of_the_chat_stands_in_the_page_for_players",
    "tests/bot/test_menu.py",
    "tests/bot/test_said_again.py::test_no_command_that_changes_something_is_left_out",
    "tests/leaks/test_outputs.py::test_every_output_that_the_code_has_is_on_the_list[command]",
    "tests/transcripts/test_scenes.py::test_a_scene_is_played_as_it_is_told[flip]",
)
WING = (
    *(one.replace("flip", "tally") for one in COMMAND),
    "tests/bot/test_wings.py::test_without_a_wing_the_rest_starts_and_plays[tally]",
)
WIDGET = ("tests/web/test_words.py", "tests/e2e/test_ahead.py")
MADE_BY = {"add-a-command": COMMAND, "add-a-wing": WING, "add-a-page-widget": WIDGET}
"""The checks that a page names, without those that would take minutes."""
REWRITES = {"add-a-command": (COMMAND[0], COMMAND[-1]), "add-a-wing": (WING[0], WING[-2])}
"""Those that write what they compare."""


def added(page: str, copy: Path, within: str = "") -> None:
    """Add the code blocks of a page where the page says, if their file is in the folder `within`."""
    for how, name, anchor, text in BLOCK.findall((HOUSE / "docs" / f"{page}.md").read_text(encoding="utf-8")):
        path = copy / name
        if not name.startswith(within):
            continue
        if how == "new":
            if path.exists() and "CI" not in os.environ:
                pytest.skip(f"{name} is here already: somebody follows the page in this copy")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            continue
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        [at] = [number for number, line in enumerate(lines) if anchor in line]
        start, end = {"before": (at, at), "after": (at + 1, at + 1), "in place of": (at, at + 1)}[how]
        path.write_text("".join([*lines[:start], text, *lines[end:]]), encoding="utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the project, compiled as far as it is."""
    for name in COPIED:
        if (HOUSE / name).is_dir():
            shutil.copytree(HOUSE / name, tmp_path / name)
        else:
            shutil.copy(HOUSE / name, tmp_path / name)
    return tmp_path


def tried(copy: Path, *tests: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run tests of the copy, on the code in it."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("page", MADE_BY)
def test_what_a_page_says_to_add_passes_the_checks_that_it_names(page: str, copy: Path) -> None:
    added(page, copy)
    if page in REWRITES:
        tried(copy, *REWRITES[page], **REWRITTEN)
    found = tried(copy, *MADE_BY[page])
    assert found.returncode == 0, found.stdout


@pytest.mark.soak
def test_what_a_command_lacks_is_asked_for_by_the_tests_that_the_page_names(copy: Path) -> None:
    added("add-a-command", copy, within="bot/commands/")
    found = tried(copy, *COMMAND[:-1], "tests/bot/test_words.py").stdout
    failed = set(re.findall(r"^FAILED (\S+?\.py)", found, re.MULTILINE))
    page = (HOUSE / "docs" / "add-a-command.md").read_text(encoding="utf-8")
    table = page.rpartition("\n## ")[2]
    assert failed == set(re.findall(r"`(tests/(?!e2e)[\w/]+\.py)`", table))
