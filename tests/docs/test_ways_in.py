"""Test what a new contributor meets first: hooks, checks, templates, and a layout that fits on one screen."""

import re
import subprocess
import tomllib
from pathlib import Path

HOUSE = Path(__file__).parents[2]
MAKEFILE = (HOUSE / "Makefile").read_text(encoding="utf-8")
RUN = (HOUSE / ".ci" / "run").read_text(encoding="utf-8")
HOOKS = (HOUSE / ".pre-commit-config.yaml").read_text(encoding="utf-8")
CONTRIBUTING = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_hooks_are_the_quick_checks_of_make_check() -> None:
    entries = {entry.removesuffix(" --force-exclude") for entry in re.findall(r"entry: \.venv/bin/(.+)", HOOKS)}
    recipes = re.findall(r"^(?:lint|types|imports): .*\n((?:\t.+\n)+)", MAKEFILE, re.MULTILINE)
    checks = {line.strip().removeprefix("$(BIN)/").removesuffix(" .") for one in recipes for line in one.splitlines()}
    assert entries == checks
    assert len(entries) == 5


def test_the_hooks_fetch_nothing() -> None:
    assert re.findall(r"repo: (.+)", HOOKS) == ["local"]
    assert set(re.findall(r"language: (.+)", HOOKS)) == {"system"}
    assert "://" not in HOOKS


def test_each_python_that_is_named_is_tried_where_it_is() -> None:
    named = [one.rpartition(" :: ")[2] for one in PROJECT["classifiers"] if "Python :: 3." in one]
    assert PROJECT["requires-python"] == f">={named[0]}"
    tried = re.search(r"for other in (.+); do", RUN)
    assert tried is not None
    assert [f"python{version}" for version in named[1:]] == tried[1].split()


def test_the_layout_in_one_screen_names_each_folder() -> None:
    layout = re.search(r"^```text\n(.*?)^```$", CONTRIBUTING, re.MULTILINE | re.DOTALL)
    assert layout is not None
    named = set(re.findall(r"\b([a-z]+)/", layout[1]))
    rooms = {path.name for path in (HOUSE / "bot").iterdir() if (path / "__init__.py").exists()}
    tracked = subprocess.run(["git", "ls-files", "*.py"], cwd=HOUSE, capture_output=True, text=True, check=False).stdout
    folders = {path.partition("/")[0] for path in tracked.splitlines() if "/" in path}
    assert rooms <= named
    assert folders | {"docs", "deploy"} <= named


def test_each_template_has_a_name_and_says_what_it_is_about() -> None:
    templates = list((HOUSE / ".github" / "ISSUE_TEMPLATE").glob("*.md"))
    assert templates
    for path in templates:
        assert re.match(r"---\nname: .+\nabout: .+\nlabels: .+\n---\n", path.read_text(encoding="utf-8")), path.name
