"""What `tools/mutants.py` has pytest do: note which test runs which line, or show mutants to tests.

Loaded with `-p mutant_runs`; what it is to do stands in the file that MUTANT_RUNS names, by its `mode`:

- *fork*: collect all tests, then try each mutant in a fork: exchange its function, run the tests until one fails.
- *whole*: one mutant that the import itself runs: its module is compiled from the changed source.
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
"""So many times as long as without a mutant its tests may take: one that goes on for ever has been noticed, too."""
LEAST_PATIENCE: Final = 60.0
LEAST_OF_ONE: Final = 5.0
"""So many seconds of its own one test may take, however short it is."""
MEMORY: Final = 4 << 30
FILES_OF_WHOLE: Final = 12
"""A process of its own collects no more files than this."""
NOTHING_FAILED: Final = "NOTHING FAILED"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out tests of the other kind of server: it is the same code of ours."""
    items[:] = [one for one in items if one.get_closest_marker("soak") is None and "[path" not in one.nodeid]


# One mutant in a process of its own


class Changed:
    """Runs the tests that are named, with a module that was compiled from its changed source."""

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
    """The test whose failure is looked at again without the mutant; empty: with it."""


class Functions:
    """Every function of the modules, by where it stands; its code can be exchanged."""

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
        """Put the changed code in place; return whether that was all that the change needs."""
        return self._walk(self._plain[path], compiled(path, source), inside=False)

    def _walk(self, old: CodeType, new: CodeType, *, inside: bool) -> bool:
        is_function = bool(old.co_flags & 0x1)  # CO_OPTIMIZED: no module's and no class's body
        if not is_function and not inside and not alike(old, new):
            return False
        if is_function and old != new:
            here = self._by_place[old.co_filename, old.co_qualname, old.co_firstlineno]
            if not here and not inside:
                return False
            try:
                for function in here:
                    function.__code__ = new
            except ValueError:  # another number of free variables
                return False
        olds = [one for one in old.co_consts if isinstance(one, CodeType)]
        news = [one for one in new.co_consts if isinstance(one, CodeType)]
        if len(olds) != len(news):
            return is_function
        pairs = zip(olds, news, strict=True)
        done = [self._walk(one, other, inside=inside or is_function) for one, other in pairs]
        return all(done)


def allow(seconds: float | None) -> None:
    """Let this process run for so many seconds more, of its own; None: as long as it likes."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    used = time.process_time()
    resource.setrlimit(resource.RLIMIT_CPU, (hard if seconds is None else int(used + seconds) + 1, hard))


def compiled(path: str, source: str) -> CodeType:
    return compile(source, str(ROOT / path), "exec", dont_inherit=True)


def alike(one: CodeType, other: CodeType) -> bool:
    """Return whether the bodies of two modules or classes do the same, but for the functions in them."""
    told = [
        (code.co_code, code.co_names, [repr(each) for each in code.co_consts if not isinstance(each, CodeType)])
        for code in (one, other)
    ]
    return told[0] == told[1]


class Forks:
    """Tries mutants side by side, each in a fork of this process, in which all tests are collected."""

    def __init__(self) -> None:
        self.items: dict[str, pytest.Item] = {}
        self.functions: Functions
        self.waiting = list(enumerate(TOLD["mutants"]))
        self.lived: list[tuple[int, dict[str, Any]]] = []
        """Those that lived through their first tests; they are shown to more when all others have been tried."""
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
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: what a fork leaves behind is ours to end
        while self.waiting or self.forks or (self.lived and self.budgets):
            if not self.waiting and not self.forks:
                self.waiting, self.lived, self.budget = self.lived, [], self.budgets.pop(0)
            while self.waiting and len(self.forks) < TOLD["jobs"]:
                self._start(*self.waiting.pop(0))
            self._look()
            time.sleep(0.01)
        return True

    def _chosen(self, told: dict[str, Any]) -> tuple[str, ...]:
        """Return the tests for a mutant, the likeliest to notice it soon first, as many as its budget pays."""
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
        """Never return: exchange the code, run the tests, and end at the first that fails."""
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
            ):  # what the import made of it was made without the change
                self._whole(told, tests)
            os.write(pipe, NOTHING_FAILED.encode())
        except BaseException as trouble:  # noqa: BLE001 - whatever it is, this process ends here
            os.write(pipe, f"{type(trouble).__name__}: {trouble}"[:200].encode())
        finally:
            os._exit(0)

    def _whole(self, told: dict[str, Any], tests: tuple[str, ...]) -> None:
        """Have a process of its own import the changed module, and never return."""
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
        """In a fork: what failed is told, and that is all."""
        if report.failed and self.pipe >= 0:
            os.write(self.pipe, report.nodeid.encode())
            os._exit(0)

    def _look(self) -> None:
        """Take in what has ended, and end what takes too long."""
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
            if by != NOTHING_FAILED:  # it fails without the mutant, too
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
    """Have the one module compiled from its changed source; before anything of ours is imported."""
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
