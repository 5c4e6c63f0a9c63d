"""Record which test runs which function of the program, and how long it takes: `make map`. Kept in `.venv`.

`make mutants` shows a mutant to the tests that run its function, and `make quick` a change. Functions are known by
their names, so the map survives edits. A test file is run again if it, or a file that it imports directly, has changed.
This module is also the pytest plugin for that (`-p tests_map`): `sys.settrace` sees each call.
"""

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
MAP: Final = ROOT / ".venv" / "tests-map.json"
PROGRAM: Final = ("bot", "games", "persistence", "potluck")
TOGETHER: Final = 8
"""The number of test files that one process runs; its results are saved before the next one starts."""
MODULE: Final = "<module>"
Runs = dict[str, dict[str, list[int]]]
"""By module and function: the tests that run it, by their index in the file."""


class Noting:
    """Records, while tests run, which functions of the program each one calls."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.seen = set[CodeType]()
        """Called by the current test, or by imports."""
        self.imported = set[CodeType]()
        self.by_test: dict[str, set[CodeType]] = {}
        self.seconds: dict[str, float] = {}
        self.failed = set[str]()
        threading.settrace(self.called)
        sys.settrace(self.called)

    def called(self, frame: FrameType, _event: str, _arg: object) -> None:
        self.seen.add(frame.f_code)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.imported |= self.seen
        self.seen = set()
        began = time.process_time()  # independent of other load
        done = yield
        self.seconds[item.nodeid] = round(time.process_time() - began, 3)
        self.by_test[item.nodeid], self.seen = self.seen, set()
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed and not (report.when == "call" and report.skipped):
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        sys.settrace(None)
        threading.settrace(None)
        files: dict[str, Any] = defaultdict(lambda: {"seconds": {}, "runs": defaultdict(lambda: defaultdict(list))})
        for test, codes in self.by_test.items():
            if test in self.failed:
                continue
            found = files[test.partition("::")[0]]
            number = len(found["seconds"])
            found["seconds"][test] = self.seconds[test]
            for path, name in places(codes):
                found["runs"][path][name].append(number)
        imported = defaultdict[str, list[str]](list)
        for path, name in sorted(places(self.imported)):
            imported[path].append(name)
        self.out.write_text(json.dumps({"files": files, "imported": imported}), "utf-8")


def places(codes: Iterable[CodeType]) -> set[tuple[str, str]]:
    """Return the modules and names of the functions that belong to the program."""
    top = tuple(f"{ROOT}/{one}/" for one in PROGRAM)
    return {
        (code.co_filename.removeprefix(f"{ROOT}/"), name_of(code.co_qualname))
        for code in codes
        if code.co_filename.startswith(top)
    }


def name_of(qualname: str) -> str:
    """Return the name of a function or class; for a lambda or the like, the name of what contains it."""
    return re.split(r"(?:\.<locals>)?\.?<(?!locals>)", qualname)[0] or MODULE


def names_by_line(text: str) -> dict[int, str]:
    """Return by line the name of the function or class whose body contains it, if there is one."""
    found: dict[int, str] = {}

    def look(node: ast.AST, before: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                last = child.end_lineno or child.lineno
                found.update(dict.fromkeys(range(child.body[0].lineno, last + 1), before + child.name))
                look(child, f"{before}{child.name}{'.' if isinstance(child, ast.ClassDef) else '.<locals>.'}")
            else:
                look(child, before)

    look(ast.parse(text), "")
    return found


def few_examples() -> None:
    """Limit property tests to few examples: those already run most of the code."""
    from hypothesis import HealthCheck, Phase, settings  # noqa: PLC0415 - `make quick` starts without it

    phases, unhealthy = (Phase.explicit, Phase.generate), list(HealthCheck)
    few = settings(max_examples=25, deadline=None, database=None, phases=phases, suppress_health_check=unhealthy)
    settings.register_profile("few", few)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    few_examples()
    config.pluginmanager.register(Noting(Path(os.environ["TESTS_MAP"])))


class Map:
    """The map: by test file, its seconds and what it runs; and what importing runs."""

    def __init__(self, kept: Path = MAP) -> None:
        self._kept = kept
        known = json.loads(kept.read_text("utf-8")) if kept.is_file() else {}
        self.files: dict[str, Any] = known.get("files", {})
        self._imported: dict[str, set[str]] = {path: set(names) for path, names in known.get("imported", {}).items()}

    def seconds(self) -> dict[str, float]:
        """Return how long each test takes."""
        return {test: took for one in self.files.values() for test, took in one["seconds"].items()}

    def is_imported(self, path: str, name: str) -> bool:
        """Return whether importing the program runs this function."""
        return name == MODULE or name in self._imported.get(path, ())

    def tests_of(self, path: str, name: str = MODULE) -> set[str]:
        """Return the tests that run a function; for an unknown name, those that run its module."""
        found, of_module = set[str](), set[str]()
        for one in self.files.values():
            tests = list(one["seconds"])
            for function, numbers in one["runs"].get(path, {}).items():
                named = {tests[number] for number in numbers}
                of_module |= named
                found |= named if function == name != MODULE else set()
        return found or of_module

    def renew(self, files: list[str], jobs: int) -> None:
        """Run the test files that changed or are new, and forget those that were deleted."""
        texts = {file: fingerprint(file) for file in files}
        self.files = {file: one for file, one in self.files.items() if (ROOT / file).is_file()}
        stale = [file for file in files if self.files.get(file, {}).get("text") != texts[file]]
        parts = [stale[at : at + TOGETHER] for at in range(0, len(stale), TOGETHER)]
        numbers = count(TOGETHER, TOGETHER)
        with ThreadPoolExecutor(jobs) as pool:
            for part, found in zip(parts, pool.map(noted, parts), strict=True):
                for file in part:
                    self.files[file] = found["files"].get(file, {"seconds": {}, "runs": {}}) | {"text": texts[file]}
                for path, names in found["imported"].items():
                    self._imported.setdefault(path, set()).update(names)
                self._keep()
                print(f"{min(next(numbers), len(stale))} of {len(stale)} files of tests are on the map", flush=True)

    def _keep(self) -> None:
        imported = {path: sorted(names) for path, names in self._imported.items()}
        fresh = self._kept.with_suffix(".new")
        fresh.write_text(json.dumps({"files": self.files, "imported": imported}), "utf-8")
        fresh.replace(self._kept)


def noted(files: list[str]) -> dict[str, Any]:
    """Run a few test files in a separate process, and return what it recorded."""
    with tempfile.TemporaryDirectory(prefix="tm-", ignore_cleanup_errors=True) as made:
        out, said = Path(made) / "map.json", Path(made) / "said.txt"
        around = os.environ | {"TESTS_MAP": str(out), "PYTHONPATH": str(ROOT / "tools")}
        plain = ["-q", "-n", "0", "-p", "no:cacheprovider", "-p", "tests_map", "--timeout", "300"]
        command = ["-m", "pytest", *plain, "--hypothesis-profile", "few"]
        with said.open("wb") as told:
            subprocess.run(
                [sys.executable, *command, *files], cwd=ROOT, env=around, stdout=told, stderr=told, check=False
            )
        if not out.is_file():
            print(said.read_text("utf-8")[-2000:])
        found: dict[str, Any] = json.loads(out.read_text("utf-8")) if out.is_file() else {"files": {}, "imported": {}}
        return found


def fingerprint(file: str) -> str:
    """Return a hash that changes with a test file, or with a file that it imports directly."""
    texts = [(ROOT / one).read_bytes() for one in [file, *sorted(imports_of(file))]]
    return sha256(b"\0".join(texts)).hexdigest()[:16]


@cache
def imports_of(file: str) -> frozenset[str]:
    """Return the files of ours that a file imports directly; under tests/ also those beside it."""
    text = (ROOT / file).read_text("utf-8")
    found = set[str]()
    for module, names in re.findall(r"^\s*from ([\w.]+) import (\([^)]*\)|.+)", text, re.MULTILINE):
        named = re.findall(r"\b(\w+)\b(?! as\b)", re.sub(r"#.*| as \w+", "", names))
        found |= {module, *(f"{module}.{name}" for name in named)}
    for modules in re.findall(r"^\s*import (.+)", text, re.MULTILINE):
        found |= {one.split(" as ")[0].strip() for one in modules.split("#")[0].split(",")}
    return frozenset(path for module in found for path in files_of(module, beside=file))


def files_of(module: str, *, beside: str) -> Iterator[str]:
    """Yield the file of a module, as seen from the importing file."""
    tops = [ROOT, ROOT / "tests", (ROOT / beside).parent] if beside.startswith("tests/") else [ROOT]
    for top in dict.fromkeys(tops):
        for ending in (".py", "/__init__.py"):
            path = top / (module.replace(".", "/") + ending)
            with suppress(ValueError):
                if path.is_file():
                    yield str(path.relative_to(ROOT))


def files_of_tests(*where: str) -> list[str]:
    """Return the test files at these places: files, folders or patterns."""
    found = [path for one in where for path in sorted(ROOT.glob(one))]
    files = [file for path in found for file in ([path] if path.is_file() else sorted(path.rglob("test_*.py")))]
    return list(dict.fromkeys(str(file.relative_to(ROOT)) for file in files))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("where", nargs="*", default=["tests"], help="files, folders or patterns of tests")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    Map().renew(files_of_tests(*asked.where), asked.jobs)


if __name__ == "__main__":
    main()
