"""Set up all tests, so that a busy machine only makes them slow."""

import gc
import logging
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import few_rounds  # noqa: F401 - before any word is hashed
import moved_time  # noqa: F401 - its clocks must come before everything that is tested
import pytest
import pytest_asyncio
import structlog
from ahead import Ahead
from emptying import empty
from hypothesis import HealthCheck, settings
from luck import pytest_configure, pytest_fixture_setup, pytest_runtest_call  # noqa: F401 - hooks of all tests

from bot.app.collecting import collect_seldom
from bot.engine.logs import _Bridge
from games.catalogue import catalogue
from persistence import EmbeddedServer, Store

if TYPE_CHECKING:
    from playwright.async_api import Browser

settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", settings.get_profile("patient"), max_examples=1000)
settings.register_profile("same", settings.get_profile("patient"), max_examples=20, derandomize=True)
settings.load_profile("same")
"""The same few examples in every run, so that no run fails by chance; `make soak` tries others, and many."""

KINDS = {
    "drawing": ("e2e", "overlay/test_show.py", "overlay/test_browser.py"),
    "waiting": ("on_both", "on_discord", "on_twitch", "persistence", "standins_tests", "faults", "web"),
}
"""What tests mainly spend time on, by folders and files; all others compute."""
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
"""The files with the longest tests: started last, a single one would delay the end."""
HERE = Path(__file__).parent


def pytest_collection(session: pytest.Session) -> None:
    """Collect no garbage while tests are collected: nearly all objects stay."""
    gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mix the kinds of tests all the time: many that wait leave the machine idle, many that compute overload it."""
    order = mixed(list(dict.fromkeys(item.path for item in items)))
    items.sort(key=lambda item: order[item.path])


def pytest_collection_finish() -> None:
    """Collect garbage rarely, as the program does, and none of what all tests share: hundreds of thousands of
    objects.
    """
    gc.collect()
    gc.freeze()
    collect_seldom()
    gc.enable()


def mixed(paths: list[Path]) -> dict[Path, float]:
    """Return when each file is started, from 0 to 1: each kind is spread over the whole run, its longest files
    first.
    """
    order: dict[Path, float] = {}
    for kind in {kind_of(path) for path in paths}:
        those = sorted((path for path in paths if kind_of(path) == kind), key=rank)
        order |= {path: (at + 0.5) / len(those) for at, path in enumerate(those)}
    return order


def kind_of(path: Path) -> str:
    return next((kind for kind, names in KINDS.items() if any(lies_in(path, name) for name in names)), "computing")


def rank(path: Path) -> int:
    """Return how early a file is started among those of its kind."""
    return next((at for at, name in enumerate(LONG) if lies_in(path, name)), len(LONG))


def lies_in(path: Path, name: str) -> bool:
    """Return whether a path is this test file, or in this folder."""
    return f"{path}/".startswith(f"{HERE}/{name}/")


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    """Reset logs after a test that set them up, so that others do not log to its closed stream."""
    yield
    structlog.reset_defaults()
    root = logging.getLogger()
    root.handlers = [one for one in root.handlers if not isinstance(one, _Bridge)]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def redis() -> AsyncIterator[EmbeddedServer]:
    """Start a server for all tests of a worker that need no other."""
    with tempfile.TemporaryDirectory(prefix="pl-") as made:
        async with await EmbeddedServer.start(Path(made)) as started:
            yield started


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> "AsyncIterator[Browser]":
    """Start a browser for all tests of pages of a worker."""
    from chromium import started  # noqa: PLC0415 - most tests need none, and to load what drives it takes long

    async with started() as browser:
        yield browser


@pytest.fixture
async def store(redis: EmbeddedServer) -> AsyncIterator[Store]:
    """Connect an empty store: a sweep would find what other tests have left undelivered."""
    empty(redis.url)
    connected = await Store.connect(redis.url, timeout=60.0)
    yield connected
    await connected.close()


@pytest.fixture
def ahead(store: Store) -> Ahead:
    """Return a clock that can be moved, for every bot started after this: request it first."""
    return Ahead(store)


@pytest.fixture
def highdie_installed(tmp_path: Path) -> Iterator[None]:
    """Install the example game, found by its entry point like any package outside `games/`; it has secrets."""
    about = tmp_path / "potluck_highdie-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: potluck-highdie\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text("[potluck.games]\nhighdie = highdie:GAME\n")
    sys.path.append(str(tmp_path))
    catalogue.cache_clear()
    yield
    sys.path.remove(str(tmp_path))
    catalogue.cache_clear()
