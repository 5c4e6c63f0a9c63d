"""Play an evening on Twitch with everything that goes wrong there: `python -m bench.evening_on_twitch [PEOPLE]`.

300 people by default. It runs against the stand-in of Twitch with limits of real size, on clocks that are moved on, so
an hour takes minutes. It prints the log, then the lines and letters that each table cost, by kind, then people who got
no answer, lines that counted twice, lines that say something twice, and sentences that were never told or out of order.
A seed decides who says what and when, and what goes wrong; the dice are the bot's own.
"""

# ruff: noqa: E402 - the folders of the tests must be found first

import argparse
import asyncio
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

import moved_time
import pytest
from on_twitch.full_evening import USUAL, Told, Trouble, an_evening
from on_twitch.night import OUR_PAGES, Night
from standins.twitch.stand_in import TwitchStandIn

from bench.house import a_store
from bot.engine import logs

PEOPLE: Final = 300
MOVES: Final = 60
HEAD: Final = "table games lines  proof  share a game  letters by kind"


async def evening(people: int, trouble: Trouble) -> None:
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(a_store())
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        stack.enter_context(moved_time.skipped(patch))
        store._hand_clock = moved_time.StoreClock(store)  # noqa: SLF001 - as the fixture of the tests does
        twitch = await stack.enter_async_context(TwitchStandIn())
        night = Night(twitch, store, openers=None)
        night.public = OUR_PAGES
        await stack.enter_async_context(night)
        show(await an_evening(night, people, MOVES, patch, trouble))


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
    print("said twice:", *told.said_twice, sep="\n  ")
    print("not told:", *told.missing, sep="\n  ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("people", type=int, nargs="?", default=PEOPLE)
    parser.add_argument("--seed", type=int, default=USUAL.seed, help="of what people say and what goes wrong")
    for what in ("doubled", "garbled", "late"):
        parser.add_argument(f"--{what}", type=float, default=getattr(USUAL, what), help="share of the lines, 0 to 1")
    parser.add_argument("--timed-out", type=float, default=USUAL.timed_out, help="seconds without a word of the bot")
    parser.add_argument("--offline", type=float, default=USUAL.offline, help="seconds without a stream, in a game")
    parser.add_argument("--moderator", dest="unmodded", action="store_false", help="the bot keeps its badge")
    asked = vars(parser.parse_args())
    logs.set_up("people", "error")
    asyncio.run(evening(asked.pop("people"), Trouble(**asked)))


if __name__ == "__main__":
    main()
