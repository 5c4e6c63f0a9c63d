"""Ask for all data about somebody who has played 10,000 games: `python -m bench.own_file`.

It prints how long it takes, the size of the file, how long the event loop was blocked, the memory used, and how long
somebody else waited who asked for their purse meanwhile. `python -m bench.own_file 100`: with a hundredth of the games.
"""

import asyncio
import resource
import sys
import tempfile
import time
from pathlib import Path

from bench.archive_asked import Lines, told
from bench.archive_year import REGULAR_GAMES, START, VENUES, Year, person, real_records, venue_name
from bench.house import a_house_on
from bench.picture_steps import Gap, watched
from bot.app.collecting import set_aside_what_stays
from bot.engine import logs
from bot.ports.ids import PersonId
from bot.ports.messages import Message, Person
from persistence import EmbeddedServer, HandClock, Store


def most_memory() -> float:
    """Return the most memory that this process ever used, in MB."""
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


async def waited_by_another(lines: Lines, waits: list[float]) -> None:
    """Ask for a purse again and again, as somebody does who plays meanwhile."""
    while True:
        began = time.perf_counter()
        await lines.say("wallet")
        waits.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(0.02)


async def measured(server: EmbeddedServer, clock: HandClock) -> None:
    venue, who = venue_name(VENUES), person(VENUES)
    async with a_house_on(server, clock) as (house, _):
        asked = Message("own-file", Person(who, "ann"), venue, venue, private=True, text="!mydata")
        another = Lines(house, venue, PersonId("discord:1"))
        await another.say("wallet")
        set_aside_what_stays()
        gaps, waits, before = list[Gap](), list[float](), most_memory()
        watch = [asyncio.create_task(watched(gaps)), asyncio.create_task(waited_by_another(another, waits))]
        began = time.perf_counter()
        answer = await house.hear(asked)
        took = time.perf_counter() - began
        for task in watch:
            task.cancel()
        (file,) = answer.files
        held = max((gap.ours for gap in gaps), default=0.0)
        print(f"{REGULAR_GAMES} games: {file.name} of {len(file.content) / 1e6:.1f} MB after {took:.1f} s")
        print(f"the loop stood still for {held:.1f} ms at most, and {most_memory() - before:.0f} MB more were held")
        print(f"somebody else asked for their purse meanwhile: {told(waits)}")


async def main() -> None:
    records = await real_records()
    with tempfile.TemporaryDirectory(prefix="pl-") as folder:
        clock = HandClock(START)
        async with await EmbeddedServer.start(Path(folder)) as server:
            store = await Store.connect(server.url, clock=clock, timeout=60.0)
            await Year(store, clock, records).play(VENUES, 1, REGULAR_GAMES, regular=True)
            await store.close()
            await measured(server, clock)


if __name__ == "__main__":
    logs.set_up("people", "error")
    asyncio.run(main())
