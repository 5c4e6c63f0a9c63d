"""Play an evening on Twitch with all that goes wrong there: `python -m bench.evening_on_twitch [PEOPLE]`, 300 at first.

Over the stand-in of Twitch, with its limits at their real size, on clocks that are moved on: an hour takes minutes. Its
log is printed, then how many lines and letters a table cost, by kind; then whoever was not answered, lines that counted
twice, and sentences that were never told or not in their order.
"""

# ruff: noqa: E402 - the rooms of the tests are found first

import asyncio
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

import moved_time
import pytest
from on_twitch.full_evening import Told, an_evening
from on_twitch.night import OUR_PAGES, Night
from standins.twitch.stand_in import TwitchStandIn

from bench.house import a_store
from bot.engine import logs

PEOPLE: Final = 300
MOVES: Final = 60
HEAD: Final = "table games lines  proof  share a game  letters by kind"


async def evening(people: int) -> None:
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(a_store())
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        stack.enter_context(moved_time.skipped(patch))
        store._hand_clock = moved_time.StoreClock(store)  # noqa: SLF001 - as the fixture of the tests does
        twitch = await stack.enter_async_context(TwitchStandIn())
        night = Night(twitch, store, openers=None)
        night.public = OUR_PAGES
        await stack.enter_async_context(night)
        show(await an_evening(night, people, MOVES, patch))


def show(told: Told) -> None:
    print(*told.log(), "", HEAD, sep="\n")
    for one in told.costs:
        print(
            f"{one.code:5} {one.games:5} {one.lines:5} {one.proof:6} {one.share:6.1%} {one.a_game:6.0f}  {one.letters}"
        )
    letters = sum(len(one.text) for one in told.lines)
    proof = sum(one.proof for one in told.costs)
    print(
        f"all: {len(told.lines)} lines, {letters} letters; proof {proof / letters:.1%}; said to it: {told.chat.counts}"
    )
    print("not answered:", *told.unanswered, sep="\n  ")
    print("taken twice:", *told.counted_twice, sep="\n  ")
    print("not told:", *told.missing, sep="\n  ")


def main(words: list[str]) -> None:
    logs.set_up("people", "error")
    asyncio.run(evening(int(words[0]) if words else PEOPLE))


if __name__ == "__main__":
    main(sys.argv[1:])
