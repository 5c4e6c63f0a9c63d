"""How many bytes the store holds for a table at which nothing happens, in all keys together."""

import asyncio
from collections.abc import Iterator
from typing import Final

from redis.asyncio import Redis

from bench.busy_tables import KINDS, Kind, opened
from bench.goals import Goal, Measured, Scale
from bench.house import a_house_on, a_server

MOST: Final = ((KINDS[0], 2_048), (KINDS[2], 3_072))
TABLES: Final = 20


def idle_tables(scale: Scale) -> Iterator[Goal]:  # noqa: ARG001 - twenty are as good as a thousand
    for kind, most in MOST:
        held = asyncio.run(bytes_of(kind))
        yield Goal(f"an idle table in the store, all keys: {kind.game} of {kind.seats}", held, "bytes", f"<= {most}")


async def bytes_of(kind: Kind) -> Measured:
    async with a_server() as server, a_house_on(server) as (house, _):
        await opened(house, kind, TABLES)
        redis: Redis = Redis.from_url(server.url)
        held = sum([await redis.memory_usage(key) or 0 async for key in redis.scan_iter("*")])
        await redis.aclose()
    return Measured.of([held / TABLES])
