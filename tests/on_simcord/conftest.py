"""Provide our own store and simcord, with one clock for both."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from persistence import EmbeddedServer, Store

HERE = Path(__file__).parent
EXAMPLE = HERE.parents[1] / "examples" / "highdie"

for room in (
    HERE,
    HERE.parent / "games",
    EXAMPLE,
    EXAMPLE.parent / "highest",
    EXAMPLE.parent / "coins",
    EXAMPLE.parent / "pig",
):
    if str(room) not in sys.path:
        sys.path.append(str(room))

from bodies import read_bodies  # noqa: E402 - it is in this folder
from parlour import Parlour, ParlourClock  # noqa: E402 - it is in this folder
from settling import hasten  # noqa: E402 - as above

hasten()
read_bodies()


@pytest.fixture
def clock() -> ParlourClock:
    return ParlourClock()


@pytest.fixture
async def store(redis: EmbeddedServer, clock: ParlourClock) -> AsyncIterator[Store]:
    connected = await Store.connect(redis.url, clock=clock, timeout=60.0)
    yield connected
    await connected.pipe.read("FLUSHALL")  # a restarted bot looks for everything due
    await connected.close()


@pytest.fixture
async def parlour(store: Store, clock: ParlourClock) -> AsyncIterator[Parlour]:
    """Yield one server with one channel and the connected bot, which can't read plain chat."""
    async with Parlour(store, clock) as made:
        yield made
