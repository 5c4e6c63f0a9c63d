"""Do the part of `tools/mutants.py` inside pytest: show mutants to tests.

It is loaded with `-p mutant_runs`, and reads its task from the file that MUTANT_RUNS names, by its `mode`:

- *fork*: collect all tests, then try each mutant in a fork: replace its function, run the tests until one fails.
- *whole*: one mutant whose code runs at import: compile its module from the changed source.
"""

import ctypes
import gc
import importlib.machinery
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

import pytest
from tests_map import ROOT, Map, few_examples

TOLD: Final = json.loads(Path(os.environ["MUTANT_RUNS"]).read_text("utf-8"))
FOLDER: Final = Path(TOLD["folder"])
PATIENCE: Final = 4
"""Tests may take this many times as long as without a mutant; an endless one counts as noticed, too."""
LEAST_PATIENCE: Final = 60.0
LEAST_OF_ONE: Final = 5.0
"""CPU seconds that one test may take at least, however short it is."""
MEMORY: Final = 4 << 30
FILES_OF_WHOLE: Final = 12
"""A separate process collects no more files than this."""
NOTHING_FAILED: Final = "NOTHING FAILED"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out soak tests, and tests with the other kind of server: they run the same code of ours."""
    items[:] = [one for one in items if one.get_closest_marker("soak") is None and "[path" not in one.nodeid]


# One mutant in a separate process


class Changed:
    """Runs the named tests, with a module that was compiled from its changed source."""

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        files = {str(ROOT / test.partition("::")[0]) for test in TOLD["tests"]}
        return True if collection_path.suffix == ".py" and str(collection_path) not in files else None

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        by_id = {item.nodeid: item for item in session.items}
        session.items[:] = [by_id[test] for test in TOLD["tests"] if test in by_id]


# Mutants in forks


class Fork(NamedTuple):
    number: int
    tests: tuple[str, ...]
    began: float
    until: float
    pipe: int
    folder: Path
    confirms: str
    """The test to be run again without the mutant because it failed; empty: run with the mutant."""


class Functions:
    """All functions of the modules by their place, so that their code can be replaced."""

    def __init__(self) -> None:
        gc.unfreeze()
        self._by_place: dict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
        for one in gc.get_objects():
            if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(ROOT)):
                code = one.__code__
                self._by_place[code.co_filename, code.co_qualname, code.co_firstlineno].append(one)
        self._plain = {
            path: compiled(path, (ROOT / path).read_text("utf-8")) for path in {m["path"] for m in TOLD["mutants"]}
        }
        gc.freeze()

    def exchanged(self, path: str, source: str) -> bool:
        """Replace the changed code; return whether that was sufficient."""
        return self._walk(self._plain[path], compiled(path, source), inside=False)

    def _walk(self, old: CodeType, new: CodeType, *, inside: bool) -> bool:
        is_function = bool(old.co_flags & 0x1)  # CO_OPTIMIZED: not the body of a module or class
        if not is_function and not inside and not alike(old, new):
            return False
        if is_function and old != new:
            here = self._by_place[old.co_filename, old.co_qualname, old.co_firstlineno]
            if not here and not inside:
                return False
            try:
                for function in here:
                    function.__code__ = new
            except ValueError:  # a different number of free variables
                return False
        olds = [one for one in old.co_consts if isinstance(one, CodeType)]
        news = [one for one in new.co_consts if isinstance(one, CodeType)]
        if len(olds) != len(news):
            return is_function
        pairs = zip(olds, news, strict=True)
        done = [self._walk(one, other, inside=inside or is_function) for one, other in pairs]
        return all(done)


def allow(seconds: float | None) -> None:
    """Limit this process to this many more seconds of CPU; None: no limit."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    used = time.process_time()
    resource.setrlimit(resource.RLIMIT_CPU, (hard if seconds is None else int(used + seconds) + 1, hard))


def compiled(path: str, source: str) -> CodeType:
    return compile(source, str(ROOT / path), "exec", dont_inherit=True)


def alike(one: CodeType, other: CodeType) -> bool:
    """Return whether two bodies of modules or classes do the same, except for the functions in them."""
    told = [
        (code.co_code, code.co_names, [repr(each) for each in code.co_consts if not isinstance(each, CodeType)])
        for code in (one, other)
    ]
    return told[0] == told[1]


class Forks:
    """Tries mutants in parallel, each in a fork of this process, which has collected all tests."""

    def __init__(self) -> None:
        self.items: dict[str, pytest.Item] = {}
        self.functions: Functions
        self.waiting = list(enumerate(TOLD["mutants"]))
        self.lived: list[tuple[int, dict[str, Any]]] = []
        """Those that survived their first tests; they are shown to more tests once all others were tried."""
        self.budget, *self.budgets = TOLD["budgets"]
        self.map = Map()
        self.seconds = self.map.seconds()
        self.noticed: Counter[tuple[str, str]] = Counter()
        self.trusted: set[str] = set()
        self.distrusted: set[str] = set()
        self.forks: dict[int, Fork] = {}
        self.wholes: dict[int, tuple[int, float, subprocess.Popen[bytes]]] = {}
        self.made = 0
        self.pipe = -1

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self.functions = Functions()
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: orphans of a fork become our children
        while self.waiting or self.forks or (self.lived and self.budgets):
            if not self.waiting and not self.forks:
                self.waiting, self.lived, self.budget = self.lived, [], self.budgets.pop(0)
            while self.waiting and len(self.forks) < TOLD["jobs"]:
                self._start(*self.waiting.pop(0))
            self._look()
            time.sleep(0.01)
        return True

    def _chosen(self, told: dict[str, Any]) -> tuple[str, ...]:
        """Return the tests for a mutant, those likely to notice it quickly first, as many as its budget allows."""
        path, budget, found = told["path"], self.budget, list[str]()
        here = (self.map.tests_of(path, told["function"]) & self.items.keys()) - self.distrusted

        def cost(test: str) -> float:
            near = 1 + 5 * self.noticed[path, test] + self.noticed["", test]
            return (self.seconds[test] + 0.02) / near

        for test in sorted(here, key=cost):
            budget -= self.seconds[test]
            if budget < 0 and found:
                break
            found.append(test)
        return tuple(found)

    def _start(self, number: int, told: dict[str, Any], confirms: str = "") -> None:
        tests = (confirms,) if confirms else self._chosen(told)
        limit = LEAST_PATIENCE + PATIENCE * sum(self.seconds.get(one, 0.0) for one in tests)
        self.made += 1
        folder = FOLDER / str(self.made)
        folder.mkdir()
        reading, writing = os.pipe()
        now = time.monotonic()
        child = os.fork()
        if child == 0:
            self._be_a_mutant(told, tests, writing, folder, changed=not confirms)
        os.close(writing)
        with suppress(OSError):
            os.setpgid(child, child)
        self.forks[child] = Fork(number, tests, now, now + limit, reading, folder, confirms)

    def _be_a_mutant(
        self, told: dict[str, Any], tests: tuple[str, ...], pipe: int, folder: Path, *, changed: bool
    ) -> None:
        """Replace the code, run the tests, and exit at the first failure. Never returns."""
        try:
            os.setpgid(0, 0)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(nowhere, number)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            os.environ["PYTEST_DEBUG_TEMPROOT"] = tempfile.tempdir = str(folder)
            self.pipe = pipe
            if changed and not self.functions.exchanged(told["path"], told["source"]):
                self._whole(told, tests)
            items = [self.items[one] for one in tests]
            for item, after in zip_longest(items, items[1:]):
                allow(LEAST_OF_ONE + PATIENCE * self.seconds.get(item.nodeid, 0.0))
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if (
                changed and tests and self.map.is_imported(told["path"], told["function"])
            ):  # the results of the import were made without the change
                self._whole(told, tests)
            os.write(pipe, NOTHING_FAILED.encode())
        except BaseException as trouble:  # noqa: BLE001 - whatever it is, this process ends here
            os.write(pipe, f"{type(trouble).__name__}: {trouble}"[:200].encode())
        finally:
            os._exit(0)

    def _whole(self, told: dict[str, Any], tests: tuple[str, ...]) -> None:
        """Let a separate process import the changed module. Never returns."""
        allow(None)
        files = Counter(test.partition("::")[0] for test in tests)
        few = {file for file, _ in files.most_common(FILES_OF_WHOLE)}
        asked = Path(tempfile.gettempdir()) / "whole.json"
        kept = [test for test in tests if test.partition("::")[0] in few]
        asked.write_text(
            json.dumps(told | {"folder": TOLD["folder"], "mode": "whole", "tests": kept}),
            "utf-8",
        )
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "mutant_runs"]
        done = subprocess.run(
            [*command, "--hypothesis-profile", "few", *sorted(few)],
            cwd=ROOT,
            env=os.environ | {"MUTANT_RUNS": str(asked), "TMPDIR": tempfile.gettempdir()},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        failed = [
            line for line in done.stdout.decode(errors="replace").splitlines() if line.startswith(("FAILED", "ERR"))
        ]
        by = failed[0].split()[1] if failed and failed[0].startswith("FAILED ") else f"import, {done.returncode}"
        os.write(self.pipe, NOTHING_FAILED.encode() if done.returncode == 0 else f"whole {by}".encode())
        os._exit(0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """In a fork: report the failed test, and exit."""
        if report.failed and self.pipe >= 0:
            os.write(self.pipe, report.nodeid.encode())
            os._exit(0)

    def _look(self) -> None:
        """Collect the forks that have ended, and end those that take too long."""
        for child, fork in list(self.forks.items()):
            ended, _ = os.waitpid(child, os.WNOHANG)
            if not ended and time.monotonic() < fork.until:
                continue
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            if not ended:
                os.waitpid(child, 0)
            with suppress(ChildProcessError):
                while os.waitpid(-child, os.WNOHANG)[0]:
                    pass
            by = os.read(fork.pipe, 4096).decode() if ended else "it took too long"
            os.close(fork.pipe)
            del self.forks[child]
            shutil.rmtree(fork.folder, ignore_errors=True)
            self._ended(fork, by or "it ran on, or died")

    def _ended(self, fork: Fork, by: str) -> None:
        told = TOLD["mutants"][fork.number]
        if fork.confirms:
            (self.trusted if by == NOTHING_FAILED else self.distrusted).add(fork.confirms)
            if by != NOTHING_FAILED:  # it also fails without the mutant
                self.waiting.insert(0, (fork.number, told))
                return
            by = fork.confirms
        elif by in self.items and by not in self.trusted:
            self._start(fork.number, told, by)
            return
        if by in self.items:
            self.noticed[told["path"], by] += 1
            self.noticed["", by] += 1
        if by == NOTHING_FAILED and self.budgets:
            self.lived.append((fork.number, told))
            return
        how = "LIVES" if by == NOTHING_FAILED else "noticed"
        by = f"{len(fork.tests)} tests" if by == NOTHING_FAILED else by
        self._tell(fork.number, how, by, time.monotonic() - fork.began)

    def _tell(self, number: int, how: str, by: str, seconds: float) -> None:
        one = {"number": number, "how": how, "by": by, "seconds": seconds}
        with Path(TOLD["out"]).open("a", encoding="utf-8") as out:
            out.write(json.dumps(one) + "\n")


def import_changed() -> None:
    """Compile one module from its changed source; call this before anything of ours is imported."""
    plain, target, source = importlib.machinery.SourceFileLoader.get_code, str(ROOT / TOLD["path"]), TOLD["source"]

    def get_code(loader: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
        if loader.path == target:
            return compile(source, target, "exec", dont_inherit=True)
        return plain(loader, name)

    importlib.machinery.SourceFileLoader.get_code = get_code


if TOLD["mode"] == "whole":
    import_changed()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    few_examples()
    config.pluginmanager.register(Forks() if TOLD["mode"] == "fork" else Changed())
