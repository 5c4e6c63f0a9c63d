"""What a game costs on Twitch, over real sockets to a stand-in of our own: from a line in the chat to our line in it.

Beside it, the same way through TwitchIO's own command bot, which answers one word with another and stores nothing.
"""

import asyncio
import random
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from bench.figures import Row, Scale, spread
from bench.house import a_store
from bot.engine import logs

TESTS = Path(__file__).parents[1] / "tests"
MOVES = 100
CHATTERS = 2_000
A_SECOND = 200.0
FLOOD_SECONDS = 5.0
WORDS = ("gg", "LUL", "what a roll", "!uptime", "first", "!join", "hello from Brazil", "!halflings 5")


def on_twitch(scale: Scale) -> Sequence[Row]:
    logs.set_up("people", "error")
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    moves = MOVES if scale.seconds >= 1 else 5
    peer = asyncio.run(a_bare_bot(moves))
    quiet = asyncio.run(a_table(moves, 0.0, scale))
    flooded = asyncio.run(a_table(moves, A_SECOND, scale))
    seconds = FLOOD_SECONDS if scale.seconds >= 1 else 0.2
    return [
        Row(
            f"a move in chat to its line in chat ({moves} moves)", spread(quiet), f"TwitchIO's own bot: {spread(peer)}"
        ),
        Row(
            f"the same beside {int(A_SECOND)} lines a second of {CHATTERS:,} chatters, {seconds:.0f} s", spread(flooded)
        ),
    ]


async def a_bare_bot(turns: int) -> list[float]:
    from standins.twitch.house import house  # noqa: PLC0415 - the tests' own folder
    from standins.twitch.sample_bot import SampleBot  # noqa: PLC0415 - as above

    async with house(SampleBot) as at:
        at.twitch.limits.off()
        at.world.chat.plain, at.world.chat.same_text_after = 10**9, 0.0
        return [await until_said(at.world, at.inn, at.ann, "!roll") for _ in range(turns)]


async def a_table(turns: int, flood: float, scale: Scale) -> list[float]:
    """A duel with a house bot, staked again and again by its host."""
    from on_twitch.night import Night  # noqa: PLC0415 - as above
    from standins.twitch.stand_in import TwitchStandIn  # noqa: PLC0415 - as above

    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(a_store())
        twitch = await stack.enter_async_context(TwitchStandIn())
        night = await stack.enter_async_context(Night(twitch, store, unlimited=True))
        (ann,) = night.people("ann")
        await until_said(night.world, night.channel, ann, "!open halflings cooldown=0")
        shouting = asyncio.create_task(a_flood(night.channel, flood, scale)) if flood else None
        took = []
        for turn in range(turns):
            took.append(await until_said(night.world, night.channel, ann, f"!halflings {turn % 9 + 1} auto"))
            await night.house.delivery.settle()
            if shouting is not None and shouting.done():
                break
        if shouting is not None:
            await shouting
        return took


async def a_flood(channel: Any, a_second: float, scale: Scale) -> None:
    chatters = channel.crowd(CHATTERS if scale.seconds >= 1 else 50)
    dice = random.Random(7)  # noqa: S311 - no dice of ours
    count = int(a_second * (FLOOD_SECONDS if scale.seconds >= 1 else 0.2))
    lines = [(dice.choice(chatters), dice.choice(WORDS)) for _ in range(count)]
    await channel.flood(lines, per_second=a_second)


async def until_said(world: Any, channel: Any, person: Any, text: str) -> float:
    """Seconds from somebody's line to the bot's next one."""
    said, began = len(channel.from_bot), time.perf_counter()
    await person.says(channel, text)
    await world.until(lambda: len(channel.from_bot) > said, 20.0)
    return time.perf_counter() - began
