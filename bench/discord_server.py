"""Run a bot on a Discord in a separate process, for `bench.on_discord`: `python -m bench.discord_server REDIS API
GATEWAY [--calls]`.

For each line that it reads, it shows everybody all there is, and prints what that took since its start as one line of
JSON: its CPU seconds, or with `--calls` its Python calls, and who may move now. What it takes to say so does not count.
At the end of its input it stops.
"""

import asyncio
import cProfile
import sys
import time
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from bot.adapters.console import LoadedFairness, SeededBytes
from bot.adapters.discord import DiscordAdapter, adapter, point_to
from bot.adapters.discord.connection import shards
from bot.adapters.discord.inbound import answers
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.outbound import direct_messages
from bot.app.application import Application
from bot.app.collecting import set_aside_what_stays
from bot.app.on_discord import Boxes, OnDiscord
from bot.engine import logs, scheduler
from bot.render.painter import PainterBeside
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.fairness import Keys
from bot.table.phases import Playing
from bot.text.reading import read_all
from games.kit.seats import all_seats
from persistence import Store

SELDOM: Final = 1e9
"""Seconds between two looks at what may have changed by itself, and until an answer is late: on a busy machine these
would count as the cost of moves.
"""
FOR_EVER: Final = ("reroll",)
"""Moves that could be made again and again while there is money."""


class Stands(NamedTuple):
    """Hold what the process tells. `used`: CPU seconds, or calls; `steps`: how long the table's log is; `may`: the ids
    of those who may move; `plays`: whether a game is under way.
    """

    used: float
    steps: int = 0
    may: tuple[str, ...] = ()
    plays: bool = False


class Meter:
    """Counts CPU seconds, or Python calls, while it runs."""

    def __init__(self, *, calls: bool) -> None:
        self._profile = cProfile.Profile(builtins=False) if calls else None
        self._used = self._began = 0.0

    def go(self) -> None:
        """Count from now on."""
        self._began = time.process_time()
        if self._profile is not None:
            self._profile.enable()

    def stop(self) -> float:
        """Stop counting; return what was counted so far."""
        self._used += time.process_time() - self._began
        if self._profile is None:
            return self._used
        self._profile.disable()
        return sum(one.callcount for one in self._profile.getstats())


async def main(redis: str, api: str, gateway: str, *more: str) -> None:
    """Play at the only table of the only server there until standard input ends."""
    logs.set_up("people", "error")
    scheduler.SWEEP = adapter.LOOK_EVERY = shards.LOOK_EVERY = answers.DEFER_AFTER = SELDOM  # type: ignore[misc]
    direct_messages.OPEN_EVERY = 0.0  # type: ignore[misc]
    point_to(api, gateway)
    store, seeded = await Store.connect(redis), SeededBytes("discord")
    house = Application(store, LoadedFairness(Keys({1: bytes(32)}), seeded), Defaults(pace=0), seeded)
    limits, painter = RateLimits(limited=False), PainterBeside()
    of_discord = DiscordAdapter(OnDiscord(house), Boxes(store), "a-token", limits, time.monotonic, painter)
    house.add(of_discord)
    running = asyncio.create_task(of_discord.run())
    await of_discord.supervisor.first_ready.wait()
    await house.start()
    await of_discord.sync()
    await read_all(pause=0)
    set_aside_what_stays()
    await answer(house, Meter(calls="--calls" in more))
    await house.stop()
    await of_discord.stop()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await store.close()


async def answer(house: Application, meter: Meter) -> None:
    """Tell how the table stands, as often as it is asked."""
    meter.go()
    while asked := (await asyncio.to_thread(sys.stdin.readline)).split():
        await house.delivery.settle()
        stands = Stands(meter.stop())
        for session in await house.directory.at(*asked):
            stands = stands._replace(steps=session.log_length, may=those_who_may(session), plays=playing(session))
        print(msgspec.json.encode(stands).decode(), flush=True)
        meter.go()


def playing(session: Session) -> bool:
    return isinstance(session.phase, Playing)


def those_who_may(session: Session) -> tuple[str, ...]:
    """Return the ids of those who may move, but for moves that could go on for ever."""
    if not playing(session):
        return ()
    verbs: Callable[..., set[str]] = lambda seat: {one.verb for one in session.legal_moves(seat)}  # noqa: E731
    may = [seat for seat in all_seats(len(session.seats)) if verbs(seat).difference(FOR_EVER)]
    return tuple(session.seats[seat].player for seat in may)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
