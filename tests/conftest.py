"""For all tests: a busy machine is slow, and that is no mistake of what is tested."""

import gc
import logging
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import moved_time  # noqa: F401 - its clocks come before all that is tested
import pytest
import pytest_asyncio
import structlog
from ahead import Ahead
from hypothesis import HealthCheck, settings
from luck import pytest_configure, pytest_fixture_setup, pytest_runtest_call  # noqa: F401 - hooks of all tests
from redis.asyncio import Redis

from bot.engine.logs import _Bridge
from games.catalogue import catalogue
from persistence import EmbeddedServer, Store

settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", settings.get_profile("patient"), max_examples=1000)
settings.register_profile("same", settings.get_profile("patient"), max_examples=30, derandomize=True)
settings.load_profile("same")
"""The same few examples in every run, so that no run fails by luck; `make soak` tries others, and many."""

KINDS = {
    "drawing": ("e2e", "overlay/test_show.py", "overlay/test_browser.py"),
    "waiting": ("on_both", "on_discord", "on_twitch", "persistence", "standins_tests", "faults", "web"),
}
"""What tests spend their time with, by folders and files; all others compute."""
LONG = (
    "e2e/test_room.py",
    "overlay/test_show.py",
    "e2e/test_real.py",
    "e2e/test_every_phase.py",
    "overlay/test_browser.py",
    "e2e/test_chooser.py",
    "e2e",
    "on_both",
    "on_discord/test_restarts.py",
    "on_twitch/test_stream_terminal.py",
    "faults",
    "bot/test_said_again.py",
    "games/test_contract.py",
    "leaks",
    "on_simcord",
    "transcripts",
    "typing",
    "games/test_tournament.py",
)
"""The files whose tests take longest: begun last, one of them holds up the end alone."""
HERE = Path(__file__).parent


def pytest_collection(session: pytest.Session) -> None:
    """Collect no garbage while tests are collected: nearly all that is made stays."""
    gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mix the kinds at every moment: many that wait side by side leave the machine idle, many that compute stop it."""
    order = mixed(list(dict.fromkeys(item.path for item in items)))
    items.sort(key=lambda item: order[item.path])


def pytest_collection_finish() -> None:
    """Keep what all tests share out of every collection of garbage: hundreds of thousands of objects that stay."""
    gc.collect()
    gc.freeze()
    gc.enable()


def mixed(paths: list[Path]) -> dict[Path, float]:
    """Return when each file is begun, from 0 to 1: each kind is spread over the whole, its longest files first."""
    order: dict[Path, float] = {}
    for kind in {kind_of(path) for path in paths}:
        those = sorted((path for path in paths if kind_of(path) == kind), key=rank)
        order |= {path: (at + 0.5) / len(those) for at, path in enumerate(those)}
    return order


def kind_of(path: Path) -> str:
    return next((kind for kind, names in KINDS.items() if any(lies_in(path, name) for name in names)), "computing")


def rank(path: Path) -> int:
    """Return how early a file is begun among those of its kind."""
    return next((at for at, name in enumerate(LONG) if lies_in(path, name)), len(LONG))


def lies_in(path: Path, name: str) -> bool:
    """Return whether it is this file of the tests, or one in this folder."""
    return path == HERE / name or HERE / name in path.parents


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    """A test that sets up logs, perhaps by a command, must not leave others a log that writes to its closed stream."""
    yield
    structlog.reset_defaults()
    root = logging.getLogger()
    root.handlers = [one for one in root.handlers if not isinstance(one, _Bridge)]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def redis() -> AsyncIterator[EmbeddedServer]:
    """A server for all tests of a worker that want no other."""
    with tempfile.TemporaryDirectory(prefix="pl-") as made:
        async with await EmbeddedServer.start(Path(made)) as started:
            yield started


@pytest.fixture
async def store(redis: EmbeddedServer) -> AsyncIterator[Store]:
    """With nothing in it: a sweep would find what other tests have left undelivered."""
    async with Redis.from_url(redis.url) as bare:
        await bare.flushall()
    connected = await Store.connect(redis.url, timeout=60.0)
    yield connected
    await connected.close()


@pytest.fixture
def ahead(store: Store) -> Ahead:
    """A clock that can be moved, of every bot that is started after this: ask for it first."""
    return Ahead(store)


@pytest.fixture
def highdie_installed(tmp_path: Path) -> Iterator[None]:
    """The example game, found by its entry point like any package outside `games/`; it has secrets."""
    about = tmp_path / "potluck_highdie-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: potluck-highdie\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text("[potluck.games]\nhighdie = highdie:GAME\n")
    sys.path.append(str(tmp_path))
    catalogue.cache_clear()
    yield
    sys.path.remove(str(tmp_path))
    catalogue.cache_clear()
