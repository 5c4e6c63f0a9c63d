"""Measure how long a bot takes from `kill -9` until it answers again with its data: `python -m bench.recovery`.

The bot and its server are killed in the middle of games at many tables, and started again. It measures the time from
the start of the program to the answer to the first line. On a busy machine that depends on the machine, so the CPU time
of the program is beside it.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from bench.goals import percentile

TABLES: Final = 100
PROGRAM: Final = """
import asyncio, contextlib, os, sys, time
from pathlib import Path
from bot.app.cli import loaded
from bot.app.collecting import collect_seldom
collect_seldom()  # as `potluck` does
loaded("play")
from bench.house import People, a_house_on
from persistence import EmbeddedServer
from persistence.server import carried_server

async def main(folder, tables):
    server = await EmbeddedServer.start(Path(folder), binary=carried_server())
    key = bytes(32)
    async with a_house_on(server, random_bytes=lambda n: key if n == 32 else os.urandom(n)) as (house, _):
        await house.start()
        people = People(house, time.time_ns())
        for number in range(tables):
            place = f"at-{number}"
            for name, line in (("ann", "!open halflings mode=duel cooldown=0"), ("ben", "!join"), ("ann", "!start")):
                await people.say(f"{name}{number}", place, line)
        await people.say("ann0", "at-0", "!table")
        print(time.process_time(), server.pid, flush=True)
        for number in range(10**9):
            with contextlib.suppress(AssertionError):
                name, line = ("ann", "ben")[number % 2], ("!stake 5", "!roll", "!stand", "!split")[number % 4]
                await people.say(f"{name}{number % 97}", f"at-{number % 97}", line)

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""


def once(folder: str, tables: int) -> tuple[float, float]:
    """Return the seconds until the first answer, and the CPU seconds; then the program and its server are killed."""
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, folder, str(tables)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    took = time.perf_counter() - began
    cpu, server = line.split()
    time.sleep(0.05)
    process.kill()
    with suppress(ProcessLookupError):
        os.kill(int(server), signal.SIGKILL)
    process.wait()
    return took, float(cpu)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    kills = parser.parse_args().kills
    with tempfile.TemporaryDirectory(prefix="pl-") as folder:
        once(folder, TABLES)
        found = [once(str(Path(folder)), 0) for _ in range(kills)]
    for what, seconds in (("until the first answer", [one for one, _ in found]), ("of CPU", [cpu for _, cpu in found])):
        at = {percent: percentile(seconds, percent / 100) for percent in (50, 99)}
        print(f"{kills} kills, {TABLES} tables: {at[50]:.2f} s p50, {at[99]:.2f} s p99 {what}")


if __name__ == "__main__":
    main()
