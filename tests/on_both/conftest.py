"""Discord, Twitch and the web on loopback at once, and one house between them."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from persistence import EmbeddedServer, Store

HERE = Path(__file__).parent
if str(HERE) not in sys.path:
    sys.path.append(str(HERE))

from both_night import BothNight  # noqa: E402 - it stands in this folder


@pytest.fixture
async def store(redis: EmbeddedServer) -> AsyncIterator[Store]:
    """With nothing in it: a sweep would find what other tests have left undelivered."""
    async with Redis.from_url(redis.url) as bare:
        await bare.flushall()
    connected = await Store.connect(redis.url, timeout=60.0)
    yield connected
    await connected.close()


@pytest.fixture
async def night(store: Store) -> AsyncIterator[BothNight]:
    async with BothNight(store) as made:
        yield made
