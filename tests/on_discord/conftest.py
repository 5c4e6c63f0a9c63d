"""A Discord of our own on loopback, a real store, and the bot between them as it runs in the world."""

import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from persistence import EmbeddedServer, Store

HERE = Path(__file__).parent
if str(HERE) not in sys.path:
    sys.path.append(str(HERE))

from night import Night  # noqa: E402 - it stands in this folder
from servers.stand_in import DiscordStandIn  # noqa: E402 - as above


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def redis() -> AsyncIterator[EmbeddedServer]:
    with tempfile.TemporaryDirectory(prefix="pl-") as made:
        async with await EmbeddedServer.start(Path(made)) as started:
            yield started


@pytest.fixture
async def store(redis: EmbeddedServer) -> AsyncIterator[Store]:
    connected = await Store.connect(redis.url, timeout=60.0)
    yield connected
    await connected.close()


@pytest.fixture
async def discord_server() -> AsyncIterator[DiscordStandIn]:
    async with DiscordStandIn() as server:
        yield server
        assert server.world.unknown_routes == []


@pytest.fixture
async def night(discord_server: DiscordStandIn, store: Store) -> AsyncIterator[Night]:
    """One server with one channel, and the bot connected."""
    async with Night(discord_server, store) as made:
        yield made
