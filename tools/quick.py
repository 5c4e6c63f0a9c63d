"""Check what changed, in a minute: `make quick`, or `make quick SINCE=HEAD~1` for what changed since then.

Format, lint, types and imports check everything, since their caches make that quick. Of the tests, those that concern a
change are run until the time is up, the likeliest to notice it first; `make test` has the rest. They are:

1. test files that changed themselves, or use changed files under tests/;
2. those with a similar name: `test_stacks.py` for `stacks.py`;
3. those that import a changed file, or name it;
4. those that run changed functions, according to the map of `make map`, if there is one;
5. those of its folder, according to the table in CONTRIBUTING.md.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Final, NamedTuple

import pytest
from tests_map import MODULE, ROOT, Map, files_of_tests, imports_of, names_by_line

SECONDS: Final = 45
"""Seconds in which tests may start; the rest of the minute is for starting and finishing."""
MOST: Final = 60
"""The most files to collect: collecting more would take too long."""
WORKERS: Final = 2
USUAL: Final = 5.0
"""The assumed seconds of a test file that is not on the map."""
LEFT: Final = "no time was left"
WHY: Final = ("changed", "by name", "by import", "by the map", "by folder")
PAGE: Final = ROOT / "CONTRIBUTING.md"


class Change(NamedTuple):
    """A file that was changed or deleted; `functions`: its changed functions."""

    path: str
    functions: frozenset[str] = frozenset()


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607
    return done.stdout


def beginning(since: str) -> str:
    """Return the commit from which changes count: the one named, or where the work left `main`."""
    asked = [("rev-parse", "--verify", f"{since}^{{commit}}")] if since else []
    usual = [("merge-base", "HEAD", main) for main in ("main", "origin/main")] + [("rev-parse", "HEAD")]
    found = next(filter(None, (git(*words).strip() for words in asked or usual)), "")
    if not found:
        raise SystemExit(f"quick: {since or 'HEAD'} is no commit")
    return found


def changes(begin: str) -> list[Change]:
    """Return what changed since a commit, committed or not; a moved file counts as two, its old and its new path."""
    paths = git("diff", "--name-only", "--no-renames", "-z", begin).split("\0")
    paths += git("ls-files", "--others", "--exclude-standard", "-z").split("\0")
    return [Change(path, functions_changed(begin, path)) for path in sorted(set(paths)) if path]


def functions_changed(begin: str, path: str) -> frozenset[str]:
    """Return the functions with changed lines, by their names before and after."""
    if not path.endswith(".py"):
        return frozenset()
    now = (ROOT / path).read_text("utf-8") if (ROOT / path).is_file() else ""
    hunks = re.findall(
        r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", git("diff", "-U0", begin, "--", path), re.MULTILINE
    )
    return frozenset(
        names.get(line, MODULE)
        for names, at in ((names_of(git("show", f"{begin}:{path}")), 0), (names_of(now), 2))
        for hunk in hunks
        for line in range(int(hunk[at]), int(hunk[at]) + int(hunk[at + 1] or 1))
    )


def names_of(text: str) -> dict[int, str]:
    try:
        return names_by_line(text)
    except SyntaxError:  # ruff reports it
        return {}


def table(page: str) -> dict[str, list[str]]:
    """Return by folder or file which tests belong to it, according to the page."""
    section = page.partition("### Which tests belong to which folder")[2].partition("\n#")[0]
    rows = [
        [re.findall(r"`([^`]+)`", cell) for cell in row.split("|")[1:3]] for row in section.splitlines() if "`" in row
    ]
    return {folder: row[1] for row in rows if len(row) == 2 for folder in row[0]}


def belonging(path: str, rows: dict[str, list[str]]) -> list[str]:
    """Return the tests of the nearest folder in the table."""
    nearest = max(
        (one for one in rows if path == one or (one.endswith("/") and path.startswith(one))), key=len, default=""
    )
    return files_of_tests(*rows.get(nearest, []))


def is_test(path: str) -> bool:
    return PurePosixPath(path).name.startswith("test_") and path.endswith(".py")


class Choice:
    """Decides which test files a change concerns, and how closely: an index into `WHY`."""

    def __init__(self, known: Map, rows: dict[str, list[str]], every: list[str]) -> None:
        self._known, self._rows, self._every = known, rows, every
        self._texts = {test: (ROOT / test).read_text("utf-8") for test in every}
        self._uses = {test: used(test) for test in every}
        self._seconds = defaultdict[str, float](float)
        for test, took in known.seconds().items():
            self._seconds[test.partition("::")[0]] += took

    def seconds(self, test: str) -> float:
        return self._seconds.get(test, USUAL)

    def of(self, changed: Iterable[Change]) -> dict[str, int]:
        """Return the test files, most closely concerned first, then those that take least."""
        found: dict[str, int] = {}
        for one in changed:
            for test, why in self._of(one):
                found[test] = min(why, found.get(test, why))
        return dict(sorted(found.items(), key=lambda one: (one[1], self.seconds(one[0]))))

    def _of(self, change: Change) -> Iterator[tuple[str, int]]:
        path = PurePosixPath(change.path)
        if is_test(change.path) or path.parts[0] == "tests":
            yield from self._of_tests(change.path)
            return
        names = {f"test_{path.stem}", f"test_{path.parent.name}_{path.stem}"}
        called = {path.name, ".".join(path.with_suffix("").parts)} - {"__init__.py"}  # also if the file was deleted
        for test in self._every:
            stem = PurePosixPath(test).stem
            if stem in names or any(stem.startswith(f"{name}_") for name in names):
                yield test, 1
            if change.path in self._uses[test] or any(name in self._texts[test] for name in called):
                yield test, 2
        for name in change.functions:
            yield from ((test.partition("::")[0], 3) for test in self._known.tests_of(change.path, name))
        yield from ((test, 4) for test in belonging(change.path, self._rows))

    def _of_tests(self, path: str) -> Iterator[tuple[str, int]]:
        """Yield what uses a file under tests/: itself, the files that import it, or all of its folder."""
        if is_test(path):
            yield from [(path, 0)] if path in self._every else []
            return
        using = [test for test in self._every if path in self._uses[test]]
        folder = str(PurePosixPath(path).parent) + "/"
        yield from ((test, 0) for test in using)
        if not using or path.endswith("conftest.py"):
            yield from ((test, 4) for test in [*belonging(path, self._rows), *self._every] if test.startswith(folder))
        yield from ((test, 4) for test in belonging(path, self._rows))


def used(test: str) -> set[str]:
    """Return what a test file imports, directly or through other files under tests/."""
    found, ahead = set[str](), [test]
    while ahead:
        for one in imports_of(ahead.pop()) - found:
            found.add(one)
            ahead += [one] if one.startswith("tests/") else []
    return found


def within(choice: Choice, found: dict[str, int]) -> list[str]:
    """Return the files for which the time is likely to suffice; always the first."""
    kept, left = list[str](), float(SECONDS * WORKERS)
    for test in list(found)[:MOST]:
        left -= choice.seconds(test)
        if kept and left < 0:
            break
        kept.append(test)
    return kept


def said(changed: list[Change], found: dict[str, int], kept: list[str]) -> str:
    """Return in a line how many files changed, which tests were chosen, and how many are left to `make test`."""
    by = ", ".join(f"{count} {WHY[why]}" for why, count in sorted(Counter(found[test] for test in kept).items()))
    chosen = f"files of tests: {len(kept)} ({by or 'none belongs to them'})"
    return f"Changed: {len(changed)}; {chosen}; left to `make test`, which may touch them: {len(found) - len(kept)}."


# Hooks for pytest, by `-p quick`: after the time is up, start no files but the first ones.

UNTIL: Final = float(os.environ.get("QUICK_UNTIL", "inf"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the files in the order in which they were named."""
    order = {ROOT / name: at for at, name in enumerate(config.args)}
    items.sort(key=lambda item: order.get(item.path, len(order)))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if time.time() > UNTIL and item.path not in {ROOT / name for name in item.config.args[:WORKERS]}:
        pytest.skip(LEFT)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    late = [one for one in terminalreporter.stats.get("skipped", []) if LEFT in str(one.longrepr)]
    if late:
        files = ", ".join(sorted({one.nodeid.partition("::")[0] for one in late}))
        terminalreporter.write_line(f"No time was left for {len(late)} tests, which `make test` has: {files}")


def tests_pass(kept: list[str]) -> bool:
    """Run these test files until the time is up; return whether none failed."""
    around = os.environ | {"QUICK_UNTIL": str(time.time() + SECONDS), "PYTHONPATH": str(ROOT / "tools")}
    command = [sys.executable, "-m", "pytest", "-p", "quick", "-n", str(WORKERS), "--maxfail", "10", *kept]
    return subprocess.run(command, cwd=ROOT, env=around, check=False).returncode in {0, 5}  # 5: all are soaks


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--since", default="", help="a commit; else where the work left `main`")
    begin = beginning(parser.parse_args().since)
    changed = changes(begin)
    if not changed:
        print(f"Nothing has changed since {begin[:8]}.")
        return 0
    checks = [
        subprocess.Popen(
            ["make", "--silent", target],  # noqa: S607
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for target in ("lint", "types", "imports")
    ]
    choice = Choice(Map(), table(PAGE.read_text("utf-8")), files_of_tests("tests", "examples/*/tests"))
    found = choice.of(changed)
    kept = within(choice, found)
    print(said(changed, found, kept), flush=True)
    good = not kept or tests_pass(kept)
    for check in checks:
        told, _ = check.communicate()
        if check.returncode:
            print(told, end="")
            good = False
    print("What was looked at is good." if good else "Not yet good.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
