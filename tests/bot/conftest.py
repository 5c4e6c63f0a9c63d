"""Provide a real server for all tests here, and for each a store with a clock moved by hand, and an evening at its
venue.
"""

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from emptying import empty

from games.kit.contract import Abilities
from persistence import EmbeddedServer, HandClock, Store

PATIENCE = 60.0
"""Seconds to wait for an answer of the store, also on a busy machine."""
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
EXAMPLE = ROOT / "examples" / "highdie"

for room in (HERE, EXAMPLE, EXAMPLE.parent / "coins"):
    if str(room) not in sys.path:
        sys.path.append(str(room))

from evening import START, Evening, Room  # noqa: E402 - it is in this folder
from two_places import TwoPlaces  # noqa: E402 - as above


@pytest.fixture
def folder() -> Iterator[Path]:
    """Yield a folder with a path short enough for a unix socket, which pytest's tmp_path is not."""
    with tempfile.TemporaryDirectory(prefix="pl-") as made:
        yield Path(made)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server() -> AsyncIterator[EmbeddedServer]:
    with tempfile.TemporaryDirectory(prefix="pl-") as made:
        async with await EmbeddedServer.start(Path(made)) as started:
            yield started


@pytest.fixture
async def own_server(folder: Path) -> AsyncIterator[EmbeddedServer]:
    """Yield a server that holds only this test's tables, and may be killed."""
    async with await EmbeddedServer.start(folder) as started:
        yield started


@pytest.fixture
def clock() -> HandClock:
    return HandClock(START)


@pytest.fixture
async def empty_server(server: EmbeddedServer) -> EmbeddedServer:
    """Return the server, emptied. A table code in use would be drawn again, which would change all later dice."""
    empty(server.url)
    return server


@pytest.fixture
async def store(empty_server: EmbeddedServer, clock: HandClock) -> AsyncIterator[Store]:
    connected = await Store.connect(empty_server.url, clock=clock, timeout=PATIENCE)
    yield connected
    await connected.close()


@pytest.fixture
async def evening(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    made = Evening.of(request.node.nodeid, store, clock)
    yield made
    await made.end()


@pytest.fixture
async def both(store: Store, clock: HandClock) -> AsyncIterator[TwoPlaces]:
    """Yield a Discord server and a Twitch channel without private messages, with one house."""
    places = TwoPlaces(store, clock)
    places.twitch.abilities = Abilities(takes_back=False, tells_alone=False)
    yield places
    await places.end()


@pytest.fixture
def room(server: EmbeddedServer) -> Iterator[Room]:
    """Yield a room for tests that are not coroutines, since Hypothesis plays them many times."""
    clock = HandClock(START)
    with asyncio.Runner() as runner:
        connected = runner.run(Store.connect(server.url, clock=clock, timeout=PATIENCE))
        yield Room(runner, connected, clock, server.url)
        runner.run(connected.close())
