"""Measure how long a start takes with many tables, until its first command: `python -m bench.start_live [--tables N]`.

There is a duel at each table, and nobody's time runs out: it was begun on a clock that is an hour ahead. It measures
CPU time from the start of the program, as in `bench/start.py`; the first command is said at one of these tables, and
told to everybody there.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import time
from typing import Final

from bench.house import People, a_house_on, a_server
from bot.engine import logs
from persistence import HandClock

AT_ONCE: Final = 50
HOUR: Final = 3_600_000
RUNS: Final = 5
LINES: Final = (("ann", "!open halflings mode=duel cooldown=0 stake_seconds=600"), ("bob", "!join"), ("ann", "!start"))
PROGRAM: Final = """
import asyncio, os, sys, time
from types import SimpleNamespace
from bot.app.cli import loaded
from bot.app.collecting import collect_seldom
collect_seldom()  # as `potluck` does
loaded("play")
from bench.house import People, a_house_on

async def main(url, run):
    key = bytes(32)
    server = SimpleNamespace(url=url)
    async with a_house_on(server, random_bytes=lambda n: key if n == 32 else os.urandom(n)) as (house, adapter):
        await house.start()
        ready = time.process_time()
        await People(house, time.time_ns()).say(f"ann{run}", f"at-{run}", "!stake 5")
        await house.delivery.done((await house.directory.at("bench", f"bench:at-{run}"))[0].ref)
        print(ready, time.process_time() - ready)
        await house.stop()

asyncio.run(main(sys.argv[1], sys.argv[2]))
"""


async def main(tables: int) -> None:
    async with a_server() as server:
        later = HandClock(time.time_ns() // 1_000_000 + HOUR)
        async with a_house_on(server, later, pages=False, random_bytes=the_same_key) as (house, _):
            people = People(house)
            for first in range(0, tables, AT_ONCE):
                numbers = range(first, min(first + AT_ONCE, tables))
                await asyncio.gather(*(begin(people, number) for number in numbers))
                await house.settle()
        found = [await asyncio.to_thread(once, server.url, run) for run in range(RUNS)]
    ready, said = (statistics.median(one) for one in zip(*found, strict=True))
    print(f"{tables:,} tables live: {ready:.2f} s of CPU to ready, {said * 1000:.1f} ms for the first command")


def the_same_key(count: int) -> bytes:
    """Return the operator's key as the program has it, otherwise random bytes."""
    return bytes(32) if count == 32 else os.urandom(count)


async def begin(people: People, number: int) -> None:
    for name, line in LINES:
        await people.say_until_taken(f"{name}{number}", f"at-{number}", line)


def once(url: str, run: int) -> tuple[float, float]:
    called = [sys.executable, "-c", PROGRAM, url, str(run)]
    ready, said = subprocess.run(called, capture_output=True, text=True, check=True).stdout.split()
    return float(ready), float(said)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    logs.set_up("people", "error")
    asyncio.run(main(parser.parse_args().tables))
