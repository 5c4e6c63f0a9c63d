"""Processes of their own, forked from one that has loaded all they need: a start takes hundredths of a second."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

PROCESSES: Final = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["bot.app.cli", "bot.app.running", "bot.adapters.console"])


class Forked:
    """A process that does some work from its start; what it prints is written to the end of a file.

    `environment`: all of it. `terminal`: one that it sits at, as the leader of a session; its path.
    """

    def __init__(
        self,
        work: Callable[..., Any],
        *given: Any,
        output: Path | None = None,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        terminal: str = "",
    ) -> None:
        about = (list(sys.path), str(output or ""), environment, str(folder or ""), terminal)
        self._process = PROCESSES.Process(target=begin, args=(about, work, given))
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def sentinel(self) -> int:
        """A file that can be read once it has ended."""
        return self._process.sentinel

    @property
    def code(self) -> int | None:
        """How it ended; None: it has not."""
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int | None:
        self._process.join(seconds)
        return self._process.exitcode

    def signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def kill(self) -> None:
        self._process.kill()
        self._process.join()


def potluck(*words: str, **about: Any) -> Forked:
    """The program `potluck` in a process of its own."""
    return Forked(main_with, words, **about)


def main_with(words: Sequence[str]) -> None:
    from bot.app.cli import main  # noqa: PLC0415 - in the process that needs it

    sys.argv = ["potluck", *words]
    main()


About = tuple[list[str], str, Mapping[str, str] | None, str, str]


def begin(about: About, work: Callable[..., Any], given: Any) -> None:
    """Be like a process that was started anew, and work."""
    path, output, environment, folder, terminal = about
    sys.path[:] = path
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if environment is not None:
        os.environ.clear()
        os.environ.update(environment)
    if folder:
        os.chdir(folder)
    if terminal:
        os.setsid()
        sits_at(os.open(terminal, os.O_RDWR | os.O_NOCTTY), 0, 1, 2)
    elif output:
        sits_at(os.open(os.devnull, os.O_RDONLY), 0)
        sits_at(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 1, 2)
    work(*given)


def sits_at(file: int, *numbers: int) -> None:
    """Read and write there from now on: 0 is what is typed, 1 and 2 what is shown."""
    names = ("stdin", "stdout", "stderr")
    for number in numbers:
        os.dup2(file, number)
        setattr(sys, names[number], os.fdopen(number, "w" if number else "r", buffering=1, closefd=False))
