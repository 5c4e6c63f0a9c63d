"""What a line of chat costs that is not for us: nearly all lines of a busy channel are of this kind."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from bench.figures import Row, Scale
from bench.house import a_house
from bot.commands.lines import read_line
from bot.ports.messages import Message, Person

CHATTER: Final = Message(
    "m1", Person("bench:ann", "ann"), "bench", "bench:1", private=False, text="gg, what a roll that was"
)
ROUNDS: Final = 200_000


def nanoseconds(call: Callable[[], Any], rounds: int) -> float:
    began = time.perf_counter_ns()
    for _ in range(rounds):
        call()
    return (time.perf_counter_ns() - began) / rounds


async def nanoseconds_async(call: Callable[[], Awaitable[Any]], rounds: int) -> float:
    began = time.perf_counter_ns()
    for _ in range(rounds):
        await call()
    return (time.perf_counter_ns() - began) / rounds


def not_for_us(scale: Scale) -> Sequence[Row]:
    rounds = max(1000, int(ROUNDS * scale.seconds))
    return asyncio.run(measured(rounds))


async def measured(rounds: int) -> Sequence[Row]:
    async with a_house() as (house, _):
        floor = nanoseconds(lambda: CHATTER.text.startswith("!"), rounds)
        reading = nanoseconds(lambda: read_line(CHATTER, "!"), rounds)
        hearing = await nanoseconds_async(lambda: house.hear(CHATTER), rounds)
    return (
        Row(
            "to see that a line is not for us (`read_line`)",
            f"{reading:.0f} ns",
            f"`str.startswith` alone: {floor:.0f} ns",
        ),
        Row("the whole call of an adapter (`House.hear`)", f"{hearing:.0f} ns"),
    )
