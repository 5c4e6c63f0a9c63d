"""A crowd round: how long hundreds of people wait for the Giant."""

import asyncio
import time
from collections.abc import Sequence
from typing import Final

from bench.figures import Row, Scale, milliseconds
from bench.house import People, a_house
from persistence import HandClock

LOBBY: Final = 60.0
"""Seconds, on a clock that is moved by hand: more than a lobby stays open."""
WITH_PAGES: Final = 5
"""One in so many of a crowd has the page open, where everybody has one."""


def crowd(scale: Scale) -> Sequence[Row]:
    chat = asyncio.run(a_round(scale.crowd, pages=False))
    pages = asyncio.run(a_round(scale.crowd // WITH_PAGES, pages=True))
    return [*chat, *pages]


async def a_round(people: int, *, pages: bool) -> list[Row]:
    clock = HandClock()
    async with a_house(clock, pages=pages) as (house, adapter):
        says = People(house)
        await says.say("p0", "hall", "!open halflings mode=crowd")
        began = time.perf_counter()
        await asyncio.gather(*(says.say(f"p{number}", "hall", "!halflings 50") for number in range(people)))
        await house.delivery.settle()
        gathered = time.perf_counter() - began
        clock.move(LOBBY)
        adapter.updates, began = 0, time.perf_counter()
        while await house.scheduler.fire_due():
            pass
        committed = time.perf_counter() - began
        await house.delivery.settle()
        done = time.perf_counter() - began
        told = adapter.updates
    where = "with the page open" if pages else "in a chat"
    return [
        Row(
            f"{people} people {where} sit down and stake in one moment: committed, everybody told",
            milliseconds(gathered),
        ),
        Row(f"their round, {people} rolls: from the clock to committed", milliseconds(committed)),
        Row("… and everybody told", f"{milliseconds(done)}, {told} messages"),
    ]
