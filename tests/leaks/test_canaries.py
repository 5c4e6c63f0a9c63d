"""Test that hands and sealed amounts reach no log, no name of a key, and no other page (threats T1, T9, T31).

Each game is played over HTTP and sockets, as pages do, in a real house with a real store. The logs of the program and
of every library are at DEBUG. The store's documents are not searched here.
"""

import pytest
from canaries import STACK, a_night, every_library_at_debug, found, keys

from bot.engine import logs
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
pytestmark = pytest.mark.usefixtures("rates_lifted")


async def no_canary_sings(
    redis: EmbeddedServer, capsys: pytest.CaptureFixture[str], options: str, people: int, steps: int
) -> tuple[int, int]:
    """Fail if something is found where it must not be; return how many sentences and sealed lines were sought."""
    logs.set_up("json", "debug")
    with every_library_at_debug():
        async with a_night(redis, options, people, f"canary {options}") as night:
            await night.play(steps)
            told = await night.told_in_private()
            log = "".join(capsys.readouterr())
            wrong = found(night, told, log, await keys(redis))
    assert wrong == []
    return sum(map(len, told.values())), len(night.sealed)


@pytest.mark.parametrize(
    ("options", "people", "steps", "seals"), GAMES, ids=[one[0].split(" stack")[0] for one in GAMES]
)
async def test_no_canary_sings(
    redis: EmbeddedServer, capsys: pytest.CaptureFixture[str], options: str, people: int, steps: int, seals: bool
) -> None:
    sentences, sealed = await no_canary_sings(redis, capsys, options, people, steps)
    hides = options.split(maxsplit=1)[0] not in {"cones", "halflings"}
    assert (sentences > people) is hides or not hides
    assert sealed > 3 or not seals
