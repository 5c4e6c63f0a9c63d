"""Check games in several processes, one for each core that this process may use."""

import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Final

from games.lab.simulation import Account, Look, Spread

FEW: Final = 20
"""The least number of games for which other processes are worth their start; fewer are checked in this process."""


def spread_over_cores(games: int) -> Spread:
    """Return how to check this many games: in this process, or in others. Only Linux can start a process as a copy of
    another.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    return map if cores == 1 or games < FEW else Cores(cores)


class Cores:
    """Checks games in this many processes, which are copies of this one and take one game at a time, in turn."""

    def __init__(self, cores: int) -> None:
        self.cores = cores

    def __call__(self, look: Look, accounts: Iterable[Account]) -> Iterator[list[str]]:
        """Yield what was found in each game, in order. Raises OSError if a process has ended early."""
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
    """Give each process its next game only after its answer for the one before, so that none has to hold two."""
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
    """Check each game that comes, until the sender has ended. Ctrl-C is for the sender, not for this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for one in others:
        one.close()
    with suppress(EOFError, ConnectionError):
        while True:
            games.send(look(games.recv()))
