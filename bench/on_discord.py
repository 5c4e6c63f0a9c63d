"""Measure a game on Discord, over real sockets to our stand-in: what a move costs, and how long a press waits.

One of those who may move looks at their private panel, by the button on the table's card, and presses a move there. A
move is done when the card, all hands and the panel show it. The bot is a separate process; people and the stand-in are
here. The stand-in has no limits, so this is the most that a game can cost; with limits, faster moves are told together.
`python -m bench.on_discord [GAME …] [--moves 100] [--calls]`; with `--calls`, the bot's Python calls.
"""

import argparse
import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from bench.busy_tables import Kind
from bench.discord_server import Stands
from bench.goals import Goal, Measured, Scale, percentile
from bench.house import a_server

TESTS: Final = Path(__file__).parents[1] / "tests"
PATIENCE: Final = 40.0
"""Seconds, because an auction or a vote may last that long."""
A_WHILE: Final = 0.1
"""Seconds until somebody looks again, if only the clock can act."""
WARM: Final = 10
"""Moves that come first and are not counted."""
KINDS: Final = {
    one.game: one
    for one in (
        Kind("poohead", "", 4),
        Kind("headache", "pace=quick", 5),
        Kind("rogues", "next_seconds=5", 4),
        Kind("cones", "", 4),
        Kind("halflings", "mode=duel cooldown=0 stack=1000000", 2),
    )
}


class Cost(NamedTuple):
    """Hold what some moves took. `used`: CPU seconds, or Python calls; `public` and `private`: calls to Discord."""

    moves: int = 0
    used: float = 0.0
    public: int = 0
    private: int = 0
    answered: tuple[float, ...] = ()


def on_discord(scale: Scale) -> Iterator[Goal]:
    """Yield the number of public calls for a move, and how long a press waits for its answer: Headache with five
    players.
    """
    cost = asyncio.run(measured(KINDS["headache"], scale.moves // 4))
    calls = Measured.of([cost.public / cost.moves])
    yield Goal("public calls to Discord a move of Headache of 5", calls, "calls", "<= 1.1", "each move is told once", 1)
    waited = Measured.of([percentile(cost.answered, 0.99) * 1000])
    yield Goal("from a press on Discord to its answer, p99", waited, "ms", "<= 250", "Discord's own limit, ms", 3_000)


class Night:
    """A channel with people, and the process with the bot."""

    def __init__(self, server: Any, bot: asyncio.subprocess.Process, channel: Any, people: Sequence[Any]) -> None:
        self._bot, self._places = bot, f"discord:{channel.guild.id} discord:{channel.id}"
        self.server, self.channel, self.people = server, channel, people

    async def stands(self) -> Stands:
        """Return how the table stands once all is shown."""
        assert self._bot.stdin is not None
        assert self._bot.stdout is not None
        await self.server.world.settles(within=PATIENCE)
        self._bot.stdin.write(f"{self._places}\n".encode())
        await self._bot.stdin.drain()
        told = await self._bot.stdout.readline()
        await self.server.world.settles(within=PATIENCE)
        return msgspec.json.decode(told, type=Stands)

    async def moves(self, stands: Stands, chance: random.Random) -> Any:
        """Let one of those who may move do so; between games, let the host begin the next one."""
        from on_discord.pressing import MOVES, made, on, pages_of, panel_of  # noqa: PLC0415 - the tests' own folder
        from slashes import gives  # noqa: PLC0415 - as above

        if not stands.plays:
            await gives(self.people[0], "rematch", channel=self.channel)
            return None
        person = chance.choice([one for one in self.people if f"discord:{one.id}" in stands.may])
        card = next(one for one in reversed(self.channel.from_bot) if one.components and one.buttons)
        panel = await panel_of(person, card)
        async for page in pages_of(person, panel):
            ways = [one for one in on(page) if one.press.does in MOVES and not one.press.line.startswith("reroll")]
            if ways:
                return await made(person, chance.choice(ways), chance)
        return None

    async def measured(self, moves: int, chance: random.Random) -> Cost:
        """Play until this many moves were made, or nobody could act for a while; return the cost."""
        cost, idle, stands = Cost(), time.perf_counter(), await self.stands()
        while cost.moves < moves and time.perf_counter() - idle < PATIENCE:
            if stands.plays and not stands.may:
                await asyncio.sleep(A_WHILE)
                stands = await self.stands()
                continue
            first, before, done = len(self.server.rest.calls), stands, await self.moves(stands, chance)
            stands = await self.stands()
            if done is None or stands.steps <= before.steps:
                continue
            since, idle = self.server.rest.calls[first:], time.perf_counter()
            cost = Cost(
                cost.moves + 1,
                cost.used + stands.used - before.used,
                cost.public + sum(call.public for call in since),
                cost.private + sum("/messages" in call.route and not call.public for call in since),
                (*cost.answered, done.answered_after or 0.0),
            )
        return cost


@asynccontextmanager
async def a_night(kind: Kind, *more: str) -> AsyncIterator[Night]:
    """Yield a table of this game that has just begun. `more`: for the bot, such as `--calls`."""
    for folder in (TESTS, TESTS / "on_discord"):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
    from slashes import gives  # noqa: PLC0415 - the tests' own folder
    from standins.discord.stand_in import DiscordStandIn  # noqa: PLC0415 - as above

    async with AsyncExitStack() as stack:
        redis = await stack.enter_async_context(a_server())
        server = await stack.enter_async_context(DiscordStandIn())
        server.limits.off()
        server.world.answer_deadline = PATIENCE
        guild = server.world.guild("the inn")
        channel = guild.channel("table")
        people = [server.world.person(f"player{number}") for number in range(kind.seats)]
        for person in people:
            guild.join(person)
        bot = await stack.enter_async_context(a_bot(redis.url, server.api_base, server.gateway_url, *more))
        night = Night(server, bot, channel, people)
        await night.stands()
        await gives(people[0], "open", channel=channel, game=kind.game, options=kind.given or None)
        for person in people[1:]:
            await gives(person, "join", channel=channel)
        await gives(people[0], "start", channel=channel)
        yield night


@asynccontextmanager
async def a_bot(*more: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the bot's process."""
    pipe, program = asyncio.subprocess.PIPE, (sys.executable, "-m", "bench.discord_server", *more)
    process = await asyncio.create_subprocess_exec(*program, stdin=pipe, stdout=pipe)
    try:
        yield process
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


async def measured(kind: Kind, moves: int, *more: str) -> Cost:
    """Return the cost of this many moves."""
    async with a_night(kind, *more) as night:
        chance = random.Random(7)  # noqa: S311 - no dice of ours
        await night.measured(WARM, chance)
        cost = await night.measured(moves, chance)
        assert cost.moves
        return cost


async def main(games: Sequence[str], moves: int, *more: str) -> None:
    """Print a row for each game."""
    for game in games:
        cost = await measured(KINDS[game], moves, *more)
        used = cost.used / cost.moves
        told = f"{used:,.0f} Python calls" if "--calls" in more else f"{1000 * used:.2f} ms of CPU"
        calls = f"{cost.public / cost.moves:.2f} public and {cost.private / cost.moves:.2f} private calls to Discord"
        waits = f"answered p50 {1000 * percentile(cost.answered, 0.5):.1f} ms"
        print(f"{game} of {KINDS[game].seats}: {told} a move, {calls}, {waits}; {cost.moves} moves", flush=True)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("games", nargs="*", metavar="GAME")
    arguments.add_argument("--moves", type=int, default=100)
    arguments.add_argument("--calls", action="store_true")
    given = arguments.parse_args()
    asyncio.run(main(given.games or list(KINDS), given.moves, *["--calls"][: given.calls]))
