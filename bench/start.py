"""How long a program takes from its start to its first command, and that command: as the operator runs it."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Final

from bench.goals import RUNS, Goal, Measured, Scale

PROGRAM: Final = """
import asyncio, sys, time
import bot.app.cli, bot.app.running
from bench.house import People, a_house

async def main():
    async with a_house() as (house, _):
        await house.start()
        ready = time.process_time()
        await People(house).say("ann", "1", "!open poohead")
        await house.delivery.settle()
        print(ready, time.process_time() - ready)
        await house.stop()

asyncio.run(main())
"""


def start(scale: Scale) -> Iterator[Goal]:  # noqa: ARG001 - a start is a start
    found = [once() for _ in range(RUNS + 1)][1:]  # the first one compiles what is not compiled yet
    yield Goal("start to ready for the first command", Measured.of([one for one, _ in found]), "s of CPU", "<= 1.0")
    firsts = [first * 1000 for _, first in found]
    yield Goal("the first command, told to everybody", Measured.of(firsts), "ms of CPU", "<= 50")


def once() -> tuple[float, float]:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    ready, first = done.stdout.split()
    return float(ready), float(first)
