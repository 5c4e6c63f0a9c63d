"""Run a bot with a table room in a separate process, for `bench.over_sockets`. It prints its port, and its CPU seconds
for each line that it reads, or with `--calls` its Python calls; at the end of its input it stops.
"""

import asyncio
import cProfile
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bench.house import a_house
from bot.adapters.console import SeededBytes
from bot.adapters.web.limits import rates
from bot.app.collecting import set_aside_what_stays
from bot.app.settings import Settings
from bot.app.table_room import open_room
from bot.engine import logs, scheduler
from bot.people import new_rooms
from bot.text.reading import read_all

SELDOM: Final = 1e9
FREE: Final = rates.Rate(1e9, 1e9)
HOST: Final = "127.0.0.1"
LIMITED: Final = ("STRANGERS", "LINES", "OPENINGS")
"""Rates for one person or address: here everybody shares an address and acts at the speed of a program."""


async def main() -> None:
    """Serve pages on a free loopback port until standard input ends."""
    logs.set_up("people", "error")
    for name in LIMITED:
        setattr(rates, name, FREE)
    new_rooms.MOST = new_rooms.MOST_SEATS = 1_000_000  # type: ignore[misc]
    settings = Settings(_env_file=None, data=Path(tempfile.gettempdir()), connections_of_one=4_000)
    async with (
        a_house(random_bytes=SeededBytes("sockets")) as (house, _),
        open_room(house, settings, HOST, 0, lambda _: None) as room,
    ):
        await house.start()
        await read_all(pause=0)  # as the program does in the seconds after its start
        set_aside_what_stays()
        used = calls_so_far() if "--calls" in sys.argv else time.process_time
        say(room.port)
        while await asyncio.to_thread(sys.stdin.readline):
            say(used())
        await house.stop()


def calls_so_far() -> Callable[[], float]:
    """Count the Python calls of this thread from now on, without sweeps, which come by time; return
    what tells their number.
    """
    counted, scheduler.SWEEP = cProfile.Profile(builtins=False), SELDOM  # type: ignore[misc]

    def told() -> float:
        counted.disable()
        calls = sum(one.callcount for one in counted.getstats())
        counted.enable()
        return calls

    counted.enable()
    return told


def say(what: float) -> None:
    """Print one answer immediately."""
    print(what, flush=True)


if __name__ == "__main__":
    asyncio.run(main())
