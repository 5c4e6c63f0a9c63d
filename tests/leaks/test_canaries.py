"""Test that hands and sealed amounts reach no log, no name of a key, and no other page (threats T1, T9, T31).

Each game is played over HTTP and sockets, as pages do, in a real house with a real store. The logs of the program and
of every library are at DEBUG. The store's documents are not searched here.
"""

import logging
from collections.abc import Iterator

import pytest
import structlog
from canaries import STACK, a_night, every_library_at_debug, found, keys

from bot.adapters.web.limits import rates
from bot.engine import logs
from bot.ports.rate import Buckets
from persistence import EmbeddedServer

SHORT = f"headache stack={STACK} max_swap_rounds=1 auction_types=blind"
GAMES = [
    ("coins", 3, 12, False),
    ("cones", 3, 20, False),
    ("halflings mode=duel", 2, 10, False),
    (SHORT, 5, 90, True),
    (f"headache stack={STACK} max_swap_rounds=1 draw=choose vote=declare", 5, 70, True),
    ("poohead", 3, 25, False),
    (f"rogues stack={STACK} betting=thieves", 3, 15, False),
    ("rogues betting=liars", 4, 15, False),
]


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Restore the program's logging after each test, and lift the rate limits."""
    monkeypatch.setattr(rates, "Buckets", lambda most, a_second: Buckets(most=most * 1000, a_second=a_second))
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    structlog.reset_defaults()
    root.handlers[:], root.level = handlers, level


async def sung(
    redis: EmbeddedServer, capsys: pytest.CaptureFixture[str], options: str, people: int, steps: int
) -> tuple[list[str], int, int]:
    """Return what was found where it must not be, and how many private sentences and sealed lines were searched for."""
    logs.set_up("json", "debug")
    with every_library_at_debug():
        async with a_night(redis, options, people, f"canary {options}") as night:
            await night.play(steps)
            told = await night.told_in_private()
            log = "".join(capsys.readouterr())
            wrong = found(night, told, log, await keys(redis))
    return wrong, sum(map(len, told.values())), len(night.sealed)


@pytest.mark.parametrize(
    ("options", "people", "steps", "seals"), GAMES, ids=[one[0].split(" stack")[0] for one in GAMES]
)
async def test_no_canary_sings(
    redis: EmbeddedServer, capsys: pytest.CaptureFixture[str], options: str, people: int, steps: int, seals: bool
) -> None:
    wrong, sentences, sealed = await sung(redis, capsys, options, people, steps)
    assert wrong == []
    hides = options.split(maxsplit=1)[0] not in {"cones", "halflings"}
    assert (sentences > people) is hides or not hides
    assert sealed > 3 or not seals
