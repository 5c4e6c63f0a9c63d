"""A bot with a table room for pages, in a process of its own, for `bench.over_sockets`: it prints its port, and for
each line that it reads the seconds of CPU that it has taken so far; without any more lines it ends.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from bench.house import a_house
from bot.adapters.console import SeededBytes
from bot.adapters.web.limits import rates
from bot.app.collecting import set_aside_what_stays
from bot.app.settings import Settings
from bot.app.table_room import open_room
from bot.engine import logs
from bot.people import new_rooms

FREE: Final = rates.Rate(1e9, 1e9)
HOST: Final = "127.0.0.1"
LIMITED: Final = ("STRANGERS", "LINES", "OPENINGS")
"""Rates that bound one person or address: here all come from one, and at the pace of a program."""


async def main() -> None:
    """Serve pages on a free port of loopback until nothing more is asked."""
    logs.set_up("people", "error")
    for name in LIMITED:
        setattr(rates, name, FREE)
    new_rooms.MOST = 1_000_000  # type: ignore[misc]
    settings = Settings(_env_file=None, data=Path(tempfile.gettempdir()), connections_of_one=4_000)
    async with (
        a_house(random_bytes=SeededBytes("sockets")) as (house, _),
        open_room(house, settings, HOST, 0, lambda _: None) as room,
    ):
        await house.start()
        set_aside_what_stays()
        say(room.port)
        while await asyncio.to_thread(sys.stdin.readline):
            say(time.process_time())
        await house.stop()


def say(what: float) -> None:
    """Print one answer at once."""
    print(what, flush=True)


if __name__ == "__main__":
    asyncio.run(main())
