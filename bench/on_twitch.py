"""Measure a game on Twitch, over real sockets to our stand-in: from a line in the chat to our line in it.

For comparison, the same through TwitchIO's own command bot, which answers one word with another and stores nothing.
"""

import asyncio
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from bench.goals import Goal, Measured, Scale
from bench.house import a_store
from bot.engine import logs

TESTS = Path(__file__).parents[1] / "tests"


def on_twitch(scale: Scale) -> Iterator[Goal]:
    """Yield how long a move in chat waits for its line in chat."""
    logs.set_up("people", "error")
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    moves = scale.moves // 4
    peer, ours = asyncio.run(a_bare_bot(moves)), asyncio.run(a_table(moves))
    beside = ("TwitchIO's own bot, one word for another, ms", statistics.median(peer) * 1000)
    shown = Measured.of([statistics.median(ours) * 1000])
    yield Goal("from a move in Twitch's chat to our line in it, p50", shown, "ms", "<= 5", *beside)


async def a_bare_bot(turns: int) -> list[float]:
    from standins.twitch.house import house  # noqa: PLC0415 - the tests' own folder
    from standins.twitch.sample_bot import SampleBot  # noqa: PLC0415 - as above

    async with house(SampleBot) as at:
        at.twitch.limits.off()
        at.world.chat.plain, at.world.chat.same_text_after = 10**9, 0.0
        return [await until_said(at.world, at.inn, at.ann, "!roll") for _ in range(turns)]


async def a_table(turns: int) -> list[float]:
    """Return the waits in a duel with a house bot, staked again and again by its host."""
    from on_twitch.night import Night  # noqa: PLC0415 - as above
    from standins.twitch.stand_in import TwitchStandIn  # noqa: PLC0415 - as above

    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(a_store())
        twitch = await stack.enter_async_context(TwitchStandIn())
        night = await stack.enter_async_context(Night(twitch, store, unlimited=True))
        (ann,) = night.people("ann")
        await until_said(night.world, night.channel, ann, "!open halflings cooldown=0")
        took = []
        for turn in range(turns):
            took.append(await until_said(night.world, night.channel, ann, f"!halflings {turn % 9 + 1} auto"))
            await night.house.delivery.settle()
        return took


async def until_said(world: Any, channel: Any, person: Any, text: str) -> float:
    """Return the seconds from somebody's line to the bot's next one."""
    said, began = len(channel.from_bot), time.perf_counter()
    await person.says(channel, text)
    await world.until(lambda: len(channel.from_bot) > said, 20.0)
    return time.perf_counter() - began
