"""Measure the memory of a bot that plays on and on: `python -m bench.long_run [--commands N] [--tables N]`.

Random duels are played at many tables, more than are cached, game after game. At each fifth of the way it prints the
memory of the process after a garbage collection, and that of its server, which keeps each game. It needs Linux.
"""

import argparse
import asyncio
import gc
import os
from pathlib import Path
from typing import Final

from redis.asyncio import Redis

from bench.house import People, a_house_on, a_server
from bot.app.application import Application
from bot.engine import logs
from bot.table.document import Session
from bot.table.phases import Playing

AT_ONCE: Final = 50
STOPS: Final = 5
MIB: Final = 2**20
PEOPLE: Final = ("ann", "bob")


class Duel:
    """A table that plays duel after duel; `next` says who must say what now."""

    def __init__(self, house: Application, people: People, number: int) -> None:
        self._house, self.people, self.place = house, people, f"room{number}"
        self.names = tuple(f"{name}{number}" for name in PEOPLE)

    async def session(self) -> Session:
        (session,) = await self._house.directory.at("bench", f"bench:{self.place}")
        return session

    async def next(self) -> tuple[str, str]:
        session = await self.session()
        if not isinstance(session.phase, Playing):
            return self.names[0], "!rematch"
        state = session.state
        for seat, name in enumerate(self.names):
            legal = session.rules.legal_moves(state, seat)
            if legal:
                return name, "!stake 10" if legal[0].verb == "stake" else f"!{legal[0].verb}"
        raise AssertionError("somebody is always awaited in a duel")


def taken() -> float:
    """Return the MiB that this process uses."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MIB


async def begin(duel: Duel) -> None:
    ann, bob = duel.names
    for name, line in ((ann, "!open halflings mode=duel cooldown=0 stack=1000000"), (bob, "!join"), (ann, "!start")):
        await duel.people.say_until_taken(name, duel.place, line)


async def play_on(house: Application, duels: list[Duel], first: int) -> int:
    """Let somebody act at each of the next tables, all at the same moment; return how many did."""
    chosen = [duels[(first + number) % len(duels)] for number in range(AT_ONCE)]
    said = [(duel, *await duel.next()) for duel in chosen]
    messages = [duel.people.message(name, duel.place, text) for duel, name, text in said]
    answers = await asyncio.gather(*map(house.hear, messages))
    await house.settle()
    return sum(answer.ok for answer in answers)


async def main(commands: int, tables: int) -> None:
    async with a_server() as server, a_house_on(server, pages=False) as (house, _):
        redis: Redis = Redis.from_url(server.url)
        people, began = People(house), taken()
        duels = [Duel(house, people, number) for number in range(tables)]
        for first in range(0, tables, AT_ONCE):
            await asyncio.gather(*(begin(duel) for duel in duels[first : first + AT_ONCE]))
            await house.settle()
        print(f"{began:.0f} MiB before, {taken():.0f} MiB with {tables:,} tables open", flush=True)
        done = turn = 0
        for stop in range(1, STOPS + 1):
            while done < commands * stop // STOPS:
                done, turn = done + await play_on(house, duels, turn), turn + AT_ONCE
            held = (await redis.info("memory"))["used_memory"] / MIB
            print(f"{done:>9,} commands: {taken():.0f} MiB; its server {held:.0f} MiB", flush=True)
        await redis.aclose()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=100_000)
    parser.add_argument("--tables", type=int, default=5_000)
    given = parser.parse_args()
    logs.set_up("people", "error")
    asyncio.run(main(given.commands, given.tables))
