"""How long one command takes from its Message to committed and delivered, and how often it asks the server.

The tables are duels of Halflings & Giants between two people: most commands there neither begin nor end a game.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Final

from msgspec import Struct, field
from redis.asyncio import Redis

from bench.figures import Row, Scale, spread, whole
from bench.house import Nowhere, People, a_house_on, a_server
from bot.app.application import Application
from bot.table.document import Session
from bot.table.phases import Playing
from persistence.keys import table_keys

PEOPLE: Final = ("ann", "bob")
AT_ONCE: Final = 100
ROUNDS: Final = 3


class Times(Struct):
    """Seconds, of each command: until it was committed, until all were shown it, until that was noted too."""

    committed: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    noted: list[float] = field(default_factory=list)


class Duel:
    """A table that plays duel after duel; `next` is what has to be said now, and by whom."""

    def __init__(self, house: Application, people: People, number: int) -> None:
        self._house, self.people, self.place = house, people, f"room{number}"
        self.names = tuple(f"{name}{number}" for name in PEOPLE)

    async def open(self) -> None:
        first, second = self.names
        await self.people.say(first, self.place, "!open halflings mode=duel cooldown=0 stack=1000000")
        await self.people.say(second, self.place, "!join")
        await self.people.say(first, self.place, "!start")

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

    async def play_one(self, adapter: Nowhere, times: Times) -> None:
        name, text = await self.next()
        message = self.people.message(name, self.place, text)
        began = time.perf_counter()
        answer = await self._house.hear(message)
        committed = time.perf_counter()
        await self._house.delivery.settle()
        noted = time.perf_counter()
        assert answer.ok, f"{text}: {answer.text}"
        assert adapter.shown_at > committed, f"{text}: nobody was told"
        times.committed.append(committed - began)
        times.shown.append(adapter.shown_at - began)
        times.noted.append(noted - began)


def one_command(scale: Scale) -> Sequence[Row]:
    return asyncio.run(measured(scale))


async def measured(scale: Scale) -> Sequence[Row]:
    return [*await live(scale, 1), *await live(scale, scale.tables)]


async def live(scale: Scale, tables: int) -> list[Row]:
    """What is measured while so many tables are open; and plain SETs on the same server, as the peer."""
    async with a_server() as server, a_house_on(server) as (house, adapter):
        duels = await opened(house, tables)
        await house.start()
        redis: Redis = Redis.from_url(server.url)
        try:
            times, before = Times(), await reads(redis)
            for number in range(scale.commands):
                await duels[number * 7 % tables].play_one(adapter, times)
            asked = (await reads(redis) - before - 1) / scale.commands
            document = await redis.hget(table_keys((await duels[0].session()).ref).session, "d")
            alone = await plain_sets(redis, document, scale.commands)
            rows = one_by_one(tables, times, asked, alone)
            if tables > 1:
                rows.append(await all_at_once(duels, house, redis, document))
        finally:
            await redis.aclose()
            await house.stop()
    return rows


def one_by_one(tables: int, times: Times, asked: float, alone: list[float]) -> list[Row]:
    live = f"{tables:,} table{'s' if tables > 1 else ''} live"
    return [
        Row(f"{live}: Message to committed", spread(times.committed), f"one redis-py `SET` as long: {spread(alone)}"),
        Row(f"{live}: Message to shown to all three audiences", spread(times.shown)),
        Row(f"{live}: Message to noted as delivered", spread(times.noted)),
        Row(f"{live}: round trips a command, delivery included", f"{asked:.2f}", "1"),
    ]


async def opened(house: Application, count: int) -> list[Duel]:
    people = People(house)
    duels = [Duel(house, people, number) for number in range(count)]
    for first in range(0, count, AT_ONCE):
        await asyncio.gather(*(duel.open() for duel in duels[first : first + AT_ONCE]))
    await house.delivery.settle()
    return duels


async def reads(redis: Redis) -> int:
    """How often the server has read from its clients: once for a command or for a pipeline of them."""
    facts = await redis.info("stats")
    return int(facts["total_reads_processed"])


async def plain_sets(redis: Redis, document: bytes, count: int) -> list[float]:
    times = []
    for number in range(count):
        began = time.perf_counter()
        await redis.set(f"plain:{number % 1000}", document)
        times.append(time.perf_counter() - began)
    return times


async def all_at_once(duels: list[Duel], house: Application, redis: Redis, document: bytes) -> Row:
    """Everybody acts in the same moment, and all are told."""
    spent = 0.0
    for _ in range(ROUNDS):
        acts = [(*await duel.next(), duel) for duel in duels]
        began = time.perf_counter()
        await asyncio.gather(*(duel.people.say(name, duel.place, text) for name, text, duel in acts))
        await house.delivery.settle()
        spent += time.perf_counter() - began
    began = time.perf_counter()
    for first in range(0, ROUNDS * len(duels), AT_ONCE):
        await asyncio.gather(*(redis.set(f"plain:{first + number}", document) for number in range(AT_ONCE)))
    plain = time.perf_counter() - began
    done = ROUNDS * len(duels)
    return Row(
        f"{len(duels):,} tables, all acting at once: commands committed and delivered",
        f"{whole(done / spent)}/s",
        f"redis-py `SET`s, {AT_ONCE} at a time: {whole(done / plain)}/s",
    )
