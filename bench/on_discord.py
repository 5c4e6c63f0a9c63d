"""What a game costs on Discord, over real sockets to a stand-in of our own: calls a move, and how long a press waits.

Every move is told before the next is made, and the stand-in has no limits: this is the most that a game can cost.
With limits, moves that come faster are told together.
"""

import asyncio
import random
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

from bench.figures import Row, Scale, percentile, spread
from bench.house import a_store

TESTS = Path(__file__).parents[1] / "tests"
MOST_MOVES = 300
PATIENCE = 40.0
"""Seconds: a call of an auction or a vote may last as long."""


class Cost(NamedTuple):
    moves: int
    public: int
    private: int
    answered: list[float]
    shown: list[float]


def on_discord(scale: Scale) -> Sequence[Row]:
    for folder in (TESTS, TESTS / "on_discord"):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
    most = MOST_MOVES if scale.seconds >= 1 else 12
    games = (("halflings", "mode=duel cooldown=0", 2), ("headache", "pace=quick", 5))
    costs = [(game, asyncio.run(one_game(game, options, seats, most))) for game, options, seats in games]
    return [row for game, cost in costs for row in rows(game, cost)]


def rows(game: str, cost: Cost) -> list[Row]:
    return [
        Row(f"{game}: public calls a move ({cost.moves} moves)", f"{cost.public / cost.moves:.2f}", "1 is the aim"),
        Row(f"{game}: calls a move to hands and DMs", f"{cost.private / cost.moves:.2f}"),
        Row(f"{game}: gateway event to the answer's REST call", spread(cost.answered), "Discord gives 3,000 ms"),
        Row(f"{game}: gateway event to the table's edit", spread(cost.shown)),
    ]


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
    """Until so many moves were made, or nobody has had anything to do for a while."""
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
