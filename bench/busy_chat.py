"""Measure a busy chat on Twitch: `python -m bench.busy_chat [SECONDS]`. 10,000 lines a minute from 3,000 chatters.

The lines come over real sockets from our stand-in of Twitch, whose CPU time is part of both figures. For comparison
TwitchIO's own command bot hears the same lines. A tenth of the lines are commands of other bots or nonsense; nobody
plays.
"""

import asyncio
import random
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

from bench.goals import Goal, Measured, Scale
from bench.house import a_store
from bot.engine import logs

TESTS: Final = Path(__file__).parents[1] / "tests"
CHATTERS: Final = 3_000
A_MINUTE: Final = 10_000
SECONDS: Final = 15.0
PAIRS: Final = 3
TALK: Final = ("gg", "LUL", "what a roll", "first", "hello from Brazil", "that was close", "no way", "POG")
ODD: Final = ("!points", "!uptime", "!so ann", "!rol", "!gamble all")


def busy_chat(scale: Scale) -> Iterator[Goal]:
    """Measure our bot and TwitchIO's own bot in turn."""
    logs.set_up("people", "error")
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    pairs = [(asyncio.run(ours(scale.seconds)), asyncio.run(theirs(scale.seconds))) for _ in range(scale.runs)]
    own, peer = Measured.of([one for one, _ in pairs]), Measured.of([one for _, one in pairs])
    what = f"a line of {A_MINUTE:,} a minute of {CHATTERS:,} chatters on Twitch, both ends"
    yield Goal(what, own, "ms of CPU", f"<= {1.5 * peer.median:.3g}", "TwitchIO's own bot, ms", peer.median)


def lines_for(crowd: list[Any], seconds: float) -> list[tuple[Any, str]]:
    chance = random.Random(7)  # noqa: S311 - no dice of ours
    count = int(A_MINUTE / 60 * seconds)
    return [(chance.choice(crowd), chance.choice(ODD if chance.random() < 0.1 else TALK)) for _ in range(count)]


async def flooded(channel: Any, seconds: float) -> float:
    """Return the CPU time of a line in ms, including the stand-in's."""
    lines = lines_for(channel.crowd(CHATTERS), seconds)
    began = time.process_time()
    await channel.flood(lines, per_second=A_MINUTE / 60)
    await asyncio.sleep(0.2)
    return (time.process_time() - began) * 1000 / len(lines)


async def ours(seconds: float) -> float:
    from on_twitch.night import Night  # noqa: PLC0415 - the tests' own folder
    from standins.twitch.stand_in import TwitchStandIn  # noqa: PLC0415 - as above

    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(a_store())
        twitch = await stack.enter_async_context(TwitchStandIn())
        night = await stack.enter_async_context(Night(twitch, store, unlimited=True))
        (ann,) = night.people("ann")
        await ann.says(night.channel, "!open halflings mode=duel")
        await night.line("is open")
        return await flooded(night.channel, seconds)


async def theirs(seconds: float) -> float:
    from standins.twitch.house import house  # noqa: PLC0415 - the tests' own folder
    from standins.twitch.sample_bot import SampleBot  # noqa: PLC0415 - as above

    async with house(SampleBot) as at:
        at.twitch.limits.off()
        return await flooded(at.inn, seconds)


def main() -> None:
    logs.set_up("people", "error")
    sys.path.append(str(TESTS))
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    for _ in range(PAIRS):
        print(
            f"ours {asyncio.run(ours(seconds)):.3f} ms a line   TwitchIO's {asyncio.run(theirs(seconds)):.3f} ms a line"
        )


if __name__ == "__main__":
    main()
