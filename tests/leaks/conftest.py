"""Share what the tests with leaks planted in games and in the host need."""

import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"

for room in (HERE, HERE.parent / "bot", EXAMPLES / "highdie", EXAMPLES / "coins"):
    if str(room) not in sys.path:
        sys.path.append(str(room))

import pytest  # noqa: E402
import structlog  # noqa: E402

from bot.adapters.web.limits import rates  # noqa: E402
from bot.delivery import delivery  # noqa: E402
from bot.engine import scheduler  # noqa: E402
from bot.ports.rate import Buckets  # noqa: E402
from games.catalogue import catalogue  # noqa: E402


@pytest.fixture(scope="module", autouse=True)
def coins_installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let Coins be found by its entry point like any package outside `games/`, only during these tests."""
    folder = tmp_path_factory.mktemp("site")
    about = folder / "potluck_coins-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: potluck-coins\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text("[potluck.games]\ncoins = coins:GAME\n")
    sys.path.append(str(folder))
    catalogue.cache_clear()
    yield
    sys.path.remove(str(folder))
    catalogue.cache_clear()


@pytest.fixture
def rates_lifted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lift the rate limits of the pages, and restore the program's logging after the test."""
    monkeypatch.setattr(rates, "Buckets", lambda most, a_second: Buckets(most=most * 1000, a_second=a_second))
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    structlog.reset_defaults()
    root.handlers[:], root.level = handlers, level


class Stumbles:
    """A log in whose place errors are kept, which say that something broke."""

    def __init__(self, log: Any, kept: list[str]) -> None:
        self._log, self._kept = log, kept

    def error(self, event: str, **_: Any) -> None:
        self._kept.append(event)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)


@pytest.fixture
def nothing_breaks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail where the program stumbles over what a test has planted: two silences would pass for a leak, or for none."""
    broken: list[str] = []
    for module in (delivery, scheduler):
        monkeypatch.setattr(module, "log", Stumbles(module.log, broken))
    yield
    assert broken == []
