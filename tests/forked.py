"""Fork processes from one that has loaded everything, so that a start takes hundredths of a second."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

PROCESSES: Final = multiprocessing.get_context("forkserver")
WORDS: Final = ("admin", "console", "odds", "serve", "simulate", "verify")
CHATS: Final = ("discord", "twitch")
PROCESSES.set_forkserver_preload(
    [*(f"bot.app.cli.{word}" for word in WORDS), *(f"bot.app.on_{chat}" for chat in CHATS), "tests.words_read"]
)


class Forked:
    """A process that does some work from its start; its output is appended to a file. `environment`: all of it.
    `terminal`: the path of a terminal that it controls as a session leader.
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
        """Return a handle that becomes readable once the process has ended."""
        return self._process.sentinel

    @property
    def code(self) -> int | None:
        """Return its exit code; None: it has not ended."""
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
    """Run the program `potluck` in a separate process."""
    return Forked(main_with, words, **about)


def main_with(words: Sequence[str]) -> None:
    from bot.app.cli import main  # noqa: PLC0415 - in the process that needs it

    sys.argv = ["potluck", *words]
    main()


About = tuple[list[str], str, Mapping[str, str] | None, str, str]


def begin(about: About, work: Callable[..., Any], given: Any) -> None:
    """Set up the process as if it were newly started, and do the work."""
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
    """Use a file for these numbers from now on: 0 is the input, 1 and 2 the output."""
    names = ("stdin", "stdout", "stderr")
    for number in numbers:
        os.dup2(file, number)
        setattr(sys, names[number], os.fdopen(number, "w" if number else "r", buffering=1, closefd=False))
