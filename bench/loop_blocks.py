"""Measure how long one command blocks everything else: `python -m bench.loop_blocks [GAME …]`.

At a table of each game, with a page open for everybody, each line is committed, put into words and laid out for all. A
gap of the event loop counts only as far as the bot itself was using the CPU. The first commands are not counted,
because they lay out boards for the first time, which `python -m bench` measures separately. Words are loaded before, as
they are in the seconds after a start. Then the same is done with a table of house bots of the best level.
"""

import asyncio
import random
import sys
from typing import Final, NamedTuple

from bench.boards import TICK
from bench.busy_tables import Kind, Table, opened
from bench.goals import percentile
from bench.house import PLATFORM, People, a_house
from bench.picture_steps import Gap, watched
from bot.app.application import Application
from bot.app.collecting import set_aside_what_stays
from bot.engine import logs
from bot.ports.messages import Message
from bot.table.phases import Playing
from bot.text.reading import read_all
from games.catalogue import catalogue
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
BOTS_WARM_UP: Final = 30
BEST: Final = 3
NEXT: Final = 60
"""Seconds to move the clock when nobody has to act."""


class Evening(NamedTuple):
    """A bot, and the table at which people speak."""

    house: Application
    table: Table
    clock: HandClock
    chance: random.Random

    async def said(self, count: int, gaps: list[Gap]) -> int:
        """Say this many lines, each fully shown before the next; return how many did something.

        The time in which the players choose is no gap, because it is not the bot's.
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
        self.clock.move(NEXT)  # only the clock can go on
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
    return f"{kind.game} of {kind.seats}, {done} commands: {told(gaps)}"


async def blocked_by_bots(kind: Kind, seats: int) -> str:
    """Return how long house bots that think and move in turn block everything else."""
    async with a_house(clock := HandClock(), pages=True) as (house, _):
        people, gaps = People(house), list[Gap]()
        await people.say("ann", "room", f"!open {kind.game} {kind.given} level={BEST} pace=1")
        for line in (*["!bot"] * (seats - 1), "!start"):
            await people.say("ann", "room", line)
        await read_all(pause=0)
        for moves in range(BOTS_WARM_UP + COMMANDS):
            (session,) = await house.directory.at(PLATFORM, f"{PLATFORM}:room")
            if not isinstance(session.phase, Playing):
                await people.say("ann", "room", "!rematch")
            clock.now_ms = max(clock.now_ms, house.scheduler.next_at() or 0)
            watch = asyncio.create_task(watched(gaps if moves > BOTS_WARM_UP else []))
            await house.scheduler.fire_due()
            await house.delivery.settle()
            await asyncio.sleep(2 * TICK)
            watch.cancel()
    return f"{kind.game}, {seats - 1} house bots, {COMMANDS} deadlines: {told(gaps)}"


def told(gaps: list[Gap]) -> str:
    ours = [gap.ours for gap in gaps]
    return f"the loop stood still for {max(ours):.1f} ms at most, {percentile(ours, 0.99):.1f} ms (p99)"


if __name__ == "__main__":
    logs.set_up("people", "error")
    for one in KINDS:
        if one.game in (sys.argv[1:] or [one.game]):
            print(asyncio.run(blocked(one)))
            most = catalogue()[one.game].seats(catalogue()[one.game].options_from({}))[-1]
            print(asyncio.run(blocked_by_bots(one, min(one.seats if one.game == "halflings" else most, 8))))
