"""Measure how long one command holds up everything else: `python -m bench.loop_blocks [GAME …]`.

A table of each game, with a page open for everybody: what is said there is committed, put into words and laid out for
all of them. A gap of the loop's clock counts as far as the bot itself was at work in it. The first commands are no
part of it: boards are laid out for the first time then, which `python -m bench` measures by itself. Words were read
before, as they are in the seconds after a start.
"""

import asyncio
import random
import sys
from typing import Final, NamedTuple

from bench.boards import TICK
from bench.busy_tables import Kind, Table, opened
from bench.figures import percentile
from bench.house import a_house
from bench.picture_steps import Gap, watched
from bot.app.application import Application
from bot.app.collecting import set_aside_what_stays
from bot.engine import logs
from bot.ports.messages import Message
from bot.text.reading import read_all
from persistence import HandClock

KINDS: Final = (
    Kind("halflings", "mode=duel cooldown=0 stack=1000000", 2),
    Kind("cones", "", 4),
    Kind("headache", "memory=off stack=1000000 rebuy=on", 8),
    Kind("poohead", "", 6),
    Kind("rogues", "stack=1000000 betting=liars", 6),
)
WARM_UP: Final = 60
COMMANDS: Final = 240
NEXT: Final = 60
"""Seconds that pass where nobody has to act."""


class Evening(NamedTuple):
    """A house, and the table at which people say something."""

    house: Application
    table: Table
    clock: HandClock
    chance: random.Random

    async def said(self, count: int, gaps: list[Gap]) -> int:
        """Let so many lines be said there, each told before the next; return how many did something.

        What the players think about belongs to nobody's loop: it is no gap.
        """
        done = 0
        for _ in range(count):
            message = await self.table.next(self.chance)
            watch = asyncio.create_task(watched(gaps))
            done += await self._acted(message)
            await self.house.delivery.settle()
            await asyncio.sleep(2 * TICK)
            watch.cancel()
        return done

    async def _acted(self, message: Message | None) -> bool:
        if message is not None and (await self.house.hear(message)).ok:
            return True
        self.clock.move(NEXT)  # the clock goes on alone
        await self.house.scheduler.fire_due()
        return False


async def blocked(kind: Kind) -> str:
    chance = random.Random(5)  # noqa: S311 - a benchmark's player, not a game's dice
    async with a_house(clock := HandClock(), pages=True) as (house, _):
        _, (table,) = await opened(house, kind, 1)
        evening, gaps = Evening(house, table, clock, chance), list[Gap]()
        await read_all(pause=0)
        await evening.said(WARM_UP, [])
        set_aside_what_stays()
        done = await evening.said(COMMANDS, gaps)
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
