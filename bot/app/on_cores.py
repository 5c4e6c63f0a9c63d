"""Have games looked at by several processes: as many as there are cores for this one."""

import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Final

from games.lab.simulation import Account, Look, Spread

FEW: Final = 20
"""Fewer games are looked at in the process that plays them: others take as long to begin."""


def spread_over_cores(games: int) -> Spread:
    """Return how so many games are looked at here. Elsewhere than on Linux no process begins as a copy of another."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    return map if cores == 1 or games < FEW else Cores(cores)


class Cores:
    """Looks at games in so many processes, which are copies of this one, each at one game at a time, in turn."""

    def __init__(self, cores: int) -> None:
        self.cores = cores

    def __call__(self, look: Look, accounts: Iterable[Account]) -> Iterator[list[str]]:
        """Yield what was found of each game, in their order. Raises OSError where a process has ended."""
        begin = get_context("fork")
        ends = [begin.Pipe() for _ in range(self.cores)]
        here = [end for end, _ in ends]
        processes = [begin.Process(target=look_at_each, args=(look, there, here), daemon=True) for _, there in ends]
        try:
            for process, (_, there) in zip(processes, ends, strict=True):
                process.start()
                there.close()
            yield from in_turn(here, accounts)
        except (EOFError, ConnectionError):
            raise OSError("a process that looked at games has ended before its time") from None
        finally:
            for process in processes:
                if process.pid is not None:
                    process.terminate()
                    process.join()


def in_turn(processes: list[Connection], accounts: Iterable[Account]) -> Iterator[list[str]]:
    """Give each process a game to look at once it has answered for the one before: none has to hold two."""
    given = 0
    for account in accounts:
        process = processes[given % len(processes)]
        if given >= len(processes):
            yield process.recv()
        process.send(account)
        given += 1
    for number in range(max(0, given - len(processes)), given):
        yield processes[number % len(processes)].recv()


def look_at_each(look: Look, games: Connection, others: list[Connection]) -> None:
    """Look at each game that comes, until whoever sends them has ended. Ctrl-C is for them, not for this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for one in others:
        one.close()
    with suppress(EOFError, ConnectionError):
        while True:
            games.send(look(games.recv()))
