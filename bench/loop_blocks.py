"""Measure how long one command holds up everything else: `python -m bench.loop_blocks [GAME …]`.

A table of each game, with a page open for everybody: what is said there is committed, put into words and laid out for
all of them. A gap of the loop's clock counts as far as the bot itself was at work in it. The first commands are no
part of it: words are read and boards laid out for the first time then, which `python -m bench` measures by itself.
"""

import asyncio
import random
import sys
from typing import Final

from bench.busy_tables import Kind, Table, opened
from bench.figures import percentile
from bench.house import a_house
from bench.picture_steps import Gap, watched
from bot.app.application import Application
from bot.app.collecting import set_aside_what_stays
from bot.engine import logs
from persistence import HandClock

KINDS: Final = (
    Kind("halflings", "mode=duel cooldown=0 stack=1000000", 2, 0),
    Kind("cones", "", 4, 0),
    Kind("headache", "memory=off stack=1000000 rebuy=on", 8, 0),
    Kind("poohead", "", 6, 0),
    Kind("rogues", "stack=1000000 betting=liars", 6, 0),
)
WARM_UP: Final = 60
COMMANDS: Final = 240
NEXT: Final = 60
"""Seconds that pass where nobody has to act."""


async def said(house: Application, table: Table, clock: HandClock, count: int, chance: random.Random) -> int:
    """Let so many lines be said there, each told before the next; return how many did something."""
    done = 0
    for _ in range(count):
        message = await table.next(chance)
        taken = message is not None and (await house.hear(message)).ok
        if not taken:  # the clock goes on alone
            clock.move(NEXT)
            await house.scheduler.fire_due()
        done += taken
        await house.delivery.settle()
    return done


async def blocked(kind: Kind) -> str:
    chance = random.Random(5)  # noqa: S311 - a benchmark's player, not a game's dice
    async with a_house(clock := HandClock(), pages=True) as (house, _):
        _, (table,) = await opened(house, kind, 1)
        await said(house, table, clock, WARM_UP, chance)
        set_aside_what_stays()
        gaps = list[Gap]()
        watch = asyncio.create_task(watched(gaps))
        done = await said(house, table, clock, COMMANDS, chance)
        watch.cancel()
    ours = [gap.ours for gap in gaps]
    return (
        f"{kind.game} of {kind.seats}, {done} commands: the loop stood still for {max(ours):.1f} ms at most, "
        f"{percentile(ours, 0.99):.1f} ms (p99)"
    )


if __name__ == "__main__":
    logs.set_up("people", "error")
    for one in KINDS:
        if one.game in (sys.argv[1:] or [one.game]):
            print(asyncio.run(blocked(one)))
