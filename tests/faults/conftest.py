"""Provide a real server for all tests here, a store with a clock moved by hand, an evening, and faulty games."""

import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from several_servers import cluster, running_cluster, trio, watched  # noqa: F401 - fixtures

from games.catalogue import catalogue
from persistence import EmbeddedServer, HandClock, Store

PATIENCE = 60.0
"""Seconds to wait for an answer of the store, also on a busy machine."""
HERE = Path(__file__).parent
ROOT = HERE.parents[1]

for room in (HERE, ROOT / "tests" / "bot", ROOT / "examples" / "highdie"):
    if str(room) not in sys.path:
        sys.path.append(str(room))

from evening import START, Evening, unbalanced  # noqa: E402 - it is in tests/bot


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave long runs to `make soak`."""
    if "soak" in config.getoption("markexpr"):
        return
    long = [item for item in items if HERE in item.path.parents and item.get_closest_marker("soak")]
    if long:
        items[:] = [item for item in items if item not in long]
        config.hook.pytest_deselected(items=long)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Yield a folder with a path short enough for a unix socket, which pytest's tmp_path is not."""
    with tempfile.TemporaryDirectory(prefix="pl-", ignore_cleanup_errors=True) as made:
        yield Path(made)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server() -> AsyncIterator[EmbeddedServer]:
    with tempfile.TemporaryDirectory(prefix="pl-") as made:
        async with await EmbeddedServer.start(Path(made)) as started:
            yield started


@pytest.fixture
def clock() -> HandClock:
    return HandClock(START)


@pytest.fixture
async def store(server: EmbeddedServer, clock: HandClock) -> AsyncIterator[Store]:
    connected = await Store.connect(server.url, clock=clock, timeout=PATIENCE)
    yield connected
    await connected.close()


@pytest.fixture
async def other_store(server: EmbeddedServer, clock: HandClock) -> AsyncIterator[Store]:
    """Yield a store as another process has it, with the same server and time."""
    connected = await Store.connect(server.url, clock=clock, timeout=PATIENCE)
    yield connected
    await connected.close()


@pytest.fixture
async def evening(store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    made = Evening(store, clock)
    yield made
    await made.end()


@pytest.fixture
def more_games(tmp_path: Path) -> Iterator[None]:
    """Install the example game and a faulty one, found by entry points like any package outside `games/`."""
    about = tmp_path / "potluck_faults-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: potluck-faults\nVersion: 0.1.0\n")
    points = "[potluck.games]\nhighdie = highdie:GAME\nfaulty = faulty:GAME\n"
    (about / "entry_points.txt").write_text(points)
    sys.path.append(str(tmp_path))
    catalogue.cache_clear()
    yield
    sys.path.remove(str(tmp_path))
    catalogue.cache_clear()


@pytest.fixture
async def money_is_kept(more_games: None, evening: Evening) -> AsyncIterator[None]:
    """Check after the test that the ledger agrees with the tables."""
    yield
    assert await unbalanced(evening) == []
