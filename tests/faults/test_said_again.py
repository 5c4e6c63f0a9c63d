"""F29: processes that are really killed; every line said again after each start, at tables of all games.

`tests/bot/test_the_same_line_twice.py` takes each kind of move, at a house that is only forgotten.
"""

import asyncio
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import again
import player
import pytest

from games.catalogue import catalogue

HERE = Path(__file__).parent
READY_WITHIN = 120.0


def started(folder: Path, steps: int) -> subprocess.Popen[bytes]:
    with (folder / "errors").open("ab") as errors:
        return subprocess.Popen(
            [sys.executable, str(HERE / "again.py"), str(folder), str(steps)],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )


def count(folder: Path) -> int:
    return len(player.lines_of(folder / "answers"))


def killed(folder: Path, steps: int, kills: int) -> None:
    """So many kills -9, each a moment after some more lines were taken; then it plays to its end."""
    chance = random.Random(kills)  # noqa: S311 - a test's own
    apart = steps * len(again.TABLES) * 9 // 10 // kills
    for number in range(1, kills + 1):
        process, until = started(folder, steps), time.monotonic() + READY_WITHIN
        while count(folder) < number * apart and process.poll() is None:
            assert time.monotonic() < until, "it does not go on"
            time.sleep(0.001)
        time.sleep(chance.random() * 0.02)
        process.kill()
        process.wait()
    assert started(folder, steps).wait(READY_WITHIN * kills) == 0, (folder / "errors").read_text()


async def check(folder: Path, steps: int, kills: int) -> None:
    await asyncio.to_thread(killed, folder, steps, kills)
    repeats = player.lines_of(folder / "repeats")
    assert len(repeats) > steps * len(again.TABLES), "all lines, more than once"
    assert [one for one in repeats if not one["ok"]] == [], "a line that counted, or the one that was on its way"
    assert [one for one in repeats if one["known"] and not one["repeated"]] == []
    assert (folder / "errors").read_text() == ""


@pytest.mark.timeout(600)
async def test_killed_in_any_game_no_line_that_was_taken_is_refused(folder: Path) -> None:
    assert set(again.TABLES) == set(catalogue())
    await check(folder, 12, 2)


@pytest.mark.soak
@pytest.mark.timeout(3600)
async def test_killed_sixty_times_no_line_that_was_taken_is_refused(folder: Path) -> None:
    await check(folder, 300, 60)
