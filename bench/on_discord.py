"""Measure a game on Discord, over real sockets to our stand-in: calls for each move, and how long a press waits.

Each move is told before the next one, and the stand-in has no limits, so this is the most that a game can cost. With
limits, faster moves are told together.
"""

import asyncio
import random
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

from bench.goals import Goal, Measured, Scale, percentile
from bench.house import a_store

TESTS = Path(__file__).parents[1] / "tests"
PATIENCE = 40.0
"""Seconds, because an auction or a vote may last that long."""


class Cost(NamedTuple):
    moves: int
    public: int
    private: int
    answered: list[float]
    shown: list[float]


def on_discord(scale: Scale) -> Iterator[Goal]:
    """Yield the number of public calls for a move, and how long a press waits for its answer: Headache with five
    players.
    """
    for folder in (TESTS, TESTS / "on_discord"):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
    cost = asyncio.run(one_game("headache", "pace=quick", 5, scale.moves // 4))
    calls = Measured.of([cost.public / cost.moves])
    yield Goal("public calls to Discord a move of Headache of 5", calls, "calls", "<= 1.1", "each move is told once", 1)
    waited = Measured.of([percentile(cost.answered, 0.99) * 1000])
    yield Goal("from a press on Discord to its answer, p99", waited, "ms", "<= 250", "Discord's own limit, ms", 3_000)


async def one_game(game: str, options: str, seats: int, most: int) -> Cost:
    from night import Night  # noqa: PLC0415 - the tests' own folder
    from players import move_of_anybody  # noqa: PLC0415 - as above
    from slashes import gives  # noqa: PLC0415 - as above
    from standins.discord.stand_in import DiscordStandIn  # noqa: PLC0415 - as above

    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(a_store())
        server = await stack.enter_async_context(DiscordStandIn())
        night = await stack.enter_async_context(Night(server, store, unlimited=True))
        people = night.people(*(f"player{number}" for number in range(seats)))
        await gives(people[0], "open", channel=night.channel, game=game, options=options)
        for person in people[1:]:
            await gives(person, "join", channel=night.channel)
        await gives(people[0], "start", channel=night.channel)
        await night.quiet()
        return await measured(night, people, random.Random(7), most, move_of_anybody)  # noqa: S311 - no dice of ours


async def measured(night, people, dice, most, move_of_anybody) -> Cost:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """Play until this many moves were made, or nobody could act for a while; return the cost."""
    calls, cost, idle = night.server.rest.calls, Cost(0, 0, 0, [], []), time.perf_counter()
    while cost.moves < most and time.perf_counter() - idle < PATIENCE:
        first, began, told = len(calls), night.world.clock.now(), await log_length(night)
        made = await move_of_anybody(night, people, night.channel, dice)
        await night.quiet()
        if made is None or await log_length(night) == told:
            continue
        since = calls[first:]
        public = [call.at - began for call in since if call.public]
        private = sum("/messages" in call.route and not call.public for call in since)
        cost.answered.append(made[0].answered_after or 0.0)
        cost.shown.extend(public[:1])
        cost = cost._replace(moves=cost.moves + 1, public=cost.public + len(public), private=cost.private + private)
        idle = time.perf_counter()
    assert percentile(cost.answered, 0.99) < 3
    return cost


async def log_length(night) -> int:  # type: ignore[no-untyped-def]  # noqa: ANN001
    places = f"discord:{night.guild.id}", f"discord:{night.channel.id}"
    return sum(session.log_length for session in await night.house.directory.at(*places))
