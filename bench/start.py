"""Measure how long a program takes from its start until it is ready for the first command, as an operator runs it."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Final

from bench.goals import Goal, Measured, Scale

PROGRAM: Final = """
import asyncio, sys, time
from bot.app.cli import loaded
from bot.app.collecting import collect_seldom
collect_seldom()  # as `potluck` does
loaded("play")
from bench.house import a_house

async def main():
    async with a_house() as (house, _):
        await house.start()
        print(time.process_time())
        await house.stop()

asyncio.run(main())
"""


def start(scale: Scale) -> Iterator[Goal]:
    """Yield the CPU time of a start."""
    found = [once() for _ in range(scale.runs + 1)][1:]  # the first one compiles what is not compiled yet
    yield Goal("start to ready for the first command", Measured.of(found), "s of CPU", "<= 0.9")


def once() -> float:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    return float(done.stdout)
