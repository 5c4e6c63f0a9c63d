"""Measure tables with something to show that may not be shown now: `python -m bench.held_back [TABLES]`.

The reason is that the channel's limit or the bot's own limit is used up, or that Discord answers 429. It prints the CPU
time of the bot and the stand-in, beside that of the same tables with nothing to show. What happens is put into words
and refused once, as at any table; only the waiting after that is measured.
"""

import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final, NamedTuple

from bench.house import a_store
from bench.many_servers import TESTS
from bot.render.painting import Wanted

SECONDS: Final = 10.0
EVERY: Final = 0.05
LONG: Final = 25.0
"""The seconds for which Discord itself refuses."""
SETTLED: Final = 1.5
"""Seconds after which everything has been tried once."""


class Held(NamedTuple):
    """The cost of tables that are held back: their share of a core, and how often they were tried and drawn."""

    share: float
    tried: int
    drawn: int


class Tables:
    """Some tables with pictures, and their counts."""

    def __init__(self, night: Any, settled: float) -> None:
        self.night, self.limits, self.settled = night, night.adapter.limits, settled
        self.chance = random.Random(5)  # noqa: S311 - no dice of ours
        self.at: list[tuple[Any, list[Any]]] = []
        self.tried = self.drawn = 0
        self._count()

    def _count(self) -> None:
        take, painter = self.limits.take, self.night.painter
        draw = painter.drawn

        def counted(*given: Any, **named: Any) -> None:
            self.tried += 1
            take(*given, **named)

        async def drawn(wanted: Wanted) -> bytes | None:
            self.drawn += 1
            return await draw(wanted)

        self.limits.take, painter.drawn = counted, drawn

    async def open(self, count: int) -> None:
        from gatherings import opened  # noqa: PLC0415 - the tests' own folder

        for number in range(count):
            channel = self.night.guild.channel(f"table{number}")
            people = self.night.people(*(f"{name}{number}" for name in ("ann", "ben", "cid")))
            await opened(self.night, people, "poohead", "swap_seconds=600", channel)
            self.at.append((channel, people))
        await self.night.quiet()

    async def something_happens(self) -> None:
        from players import move_of_anybody  # noqa: PLC0415 - the tests' own folder

        for channel, people in self.at:
            await move_of_anybody(self.night, people, channel, self.chance)
        await asyncio.sleep(self.settled)

    async def cost(self, seconds: float) -> Held:
        """Return what this process costs for this many seconds."""
        tried, drawn = self.tried, self.drawn
        began, spent = time.perf_counter(), time.process_time()
        await asyncio.sleep(seconds)
        share = (time.process_time() - spent) / (time.perf_counter() - began)
        return Held(share, self.tried - tried, self.drawn - drawn)

    # What holds them back

    def fill_channels(self) -> None:
        now = time.monotonic()
        for channel, _ in self.at:
            self.limits._sent_to(channel.id).append(now)  # noqa: SLF001 - as if others were shown there

    def fill_all(self) -> None:
        self.limits._all.extend([time.monotonic()] * 40)  # noqa: SLF001 - as above

    @asynccontextmanager
    async def full(self, fill: Callable[[], None]) -> AsyncIterator[None]:
        """Keep the limits used up meanwhile."""

        async def again() -> None:
            while True:
                fill()
                await asyncio.sleep(EVERY)

        filling = asyncio.create_task(again())
        await asyncio.sleep(0)
        try:
            yield
        finally:
            filling.cancel()


async def evening(count: int, seconds: float) -> dict[str, Held]:
    """Return the cost of tables, by the reason for their delay."""
    for folder in (TESTS, TESTS / "on_discord"):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
    from night import Night  # noqa: PLC0415 - the tests' own folder
    from standins.discord.stand_in import DiscordStandIn  # noqa: PLC0415 - as above

    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(a_store())
        server = await stack.enter_async_context(DiscordStandIn())
        return await measured(await stack.enter_async_context(Night(server, store)), count, seconds)


async def measured(night: Any, count: int, seconds: float, settled: float = SETTLED) -> dict[str, Held]:
    from standins.discord.limits import Limit  # noqa: PLC0415 - the tests' own folder

    tables, limits = Tables(night, settled), night.adapter.limits
    limits._limited = night.server.limits.on = False  # noqa: SLF001 - while they sit down
    await tables.open(count)
    found = {IDLE: await tables.cost(seconds)}
    limits._limited = True  # noqa: SLF001 - from here on
    for what, fill in (("their channels are full", tables.fill_channels), ("the bot is full", tables.fill_all)):
        async with tables.full(fill):
            found[f"{what}, {IDLE}"] = await tables.cost(seconds)  # keeping them full costs something, too
            await tables.something_happens()
            found[what] = await tables.cost(seconds)
        await shown(night)
    night.server.limits.on = True
    for route in (("POST", "/channels/{channel_id}/messages"), ("PATCH", EDIT)):
        night.server.limits.routes[route] = Limit(1, LONG)
    await tables.something_happens()
    await tables.something_happens()
    found["Discord answers 429"] = await tables.cost(seconds)
    return found


IDLE: Final = "nothing to show"
EDIT: Final = "/channels/{channel_id}/messages/{message_id}"


async def shown(night: Any) -> None:
    """Wait until every card shows the current state of its table."""
    for _ in range(600):
        if not night.house.delivery.has_more_to_show:
            break
        await asyncio.sleep(0.1)
    await night.quiet()


def main(count: int) -> None:
    for what, held in asyncio.run(evening(count, SECONDS)).items():
        print(f"{count} tables, {what}: {held.share:.1%} of a core, {held.tried} times tried, {held.drawn} drawn")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 10)
