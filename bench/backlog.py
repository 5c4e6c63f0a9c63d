"""What a process does that finds the deadlines of an outage: `live` duels whose time is up, told to everybody."""

import asyncio
import time
from collections.abc import Iterator

from bench.busy_tables import KINDS, opened
from bench.goals import RUNS, Goal, Measured, Scale
from bench.house import a_house_on, a_server
from bot.adapters.console import SeededBytes
from bot.engine.scheduler import SIDE_BY_SIDE
from persistence import HandClock

HOUR = 3600.0


def backlog(scale: Scale) -> Iterator[Goal]:
    runs = [asyncio.run(once(scale.live)) for _ in range(RUNS)]
    what = f"deadlines of duels fired and delivered after an outage, {scale.live} tables"
    yield Goal(what, Measured.of(runs), "a second of CPU", ">= 2000")


async def once(live: int) -> float:
    """Return how many tables a second of CPU another process fires and delivers, which has none of them at hand."""
    clock = HandClock()
    async with a_server() as server:
        async with a_house_on(server, clock, random_bytes=SeededBytes("one key")) as (house, _):
            await opened(house, KINDS[0], live)
        clock.move(HOUR)
        async with a_house_on(server, clock, random_bytes=SeededBytes("one key")) as (house, adapter):
            began, fired = time.process_time(), 0
            while await house.scheduler.sweep() is not None and (now := await house.scheduler.fire_due(SIDE_BY_SIDE)):
                fired += now
                if fired >= live:
                    break
            await house.delivery.settle()
            spent = time.process_time() - began
            assert adapter.updates >= live
    return fired / spent
