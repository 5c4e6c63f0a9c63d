"""Measure what a chat of 20 lines in 30 seconds is told of a game: `python -m bench.told [--even] [GAME …]`.

Random players play at a human pace against a stand-in of Twitch, ten times as fast as in reality, where the bot is not
a moderator. A move takes four seconds on average, varying between one and seven. `--even`: always four, which costs
most because no two moves are then told together.

It prints the chat, then a table: how many lines a move cost, including those to open and fill the table, and whether a
sentence was never told; finally all games together. Where players move in turn, each move has its own line unless two
come within a moment, so such a game costs one line a move, and those to open and begin it.
"""

# ruff: noqa: E402 - the folders of the tests must be found first

import argparse
import asyncio
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

import pytest
from on_twitch.night import Night
from on_twitch.telling import Evening, all_is_told, begins, plays, seated
from standins.twitch.stand_in import TwitchStandIn

from bench.house import a_store
from bot.adapters.twitch import limits
from bot.engine import logs
from bot.table.phases import Closed

FASTER: Final = 10
SPAN: Final = 30.0 / FASTER
PACE: Final = 4.0 / FASTER
"""Seconds between two moves, on average."""
MOST_GAMES: Final = 12
UNEVEN: Final = 0.75
"""The fraction by which each may be longer or shorter, since people are not clocks."""
EVEN: Final = "--even"
MOVES: Final = 120
GAMES: Final = (
    ("headache", "pace=quick memory=off", 8),
    ("cones", "", 4),
    ("poohead", "", 8),
    ("rogues", "betting=liars", 6),
    ("halflings", "mode=duel cooldown=0", 2),
    ("halflings", "mode=crowd cooldown=0 crowd_seconds=5", 8),
)


class Told(NamedTuple):
    """The counts for one game, or for several."""

    game: str
    options: str
    seats: int
    moves: int
    lines: int
    sentences: int
    untold: int
    dropped: int

    @property
    def row(self) -> str:
        cost = self.lines / max(1, self.moves)
        counted = f"{self.moves:5} {self.lines:5} {cost:6.2f} {self.sentences:9} {self.untold:6} {self.dropped:7}"
        return f"{self.game:9} {self.seats:7} {counted}  {self.options}"


def together(rows: list[Told]) -> Told:
    """Return the counts of all games together."""
    sums = (sum(each) for each in zip(*((one.seats, *one[3:]) for one in rows), strict=True))
    return Told("together", "", *sums)


HEAD: Final = "game      players moves lines a move sentences untold dropped  options"


async def told(game: str, options: str, seats: int, uneven: float, patch: pytest.MonkeyPatch) -> Told:
    """Play one game, print its chat, and return what it cost."""
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(a_store())
        twitch = await stack.enter_async_context(TwitchStandIn())
        night = await stack.enter_async_context(Night(twitch, store))
        night.world.chat.per = night.world.chat.same_text_after = SPAN
        evening = Evening(night)
        evening.watch(patch)
        people = await seated(evening, game, options, seats)
        for _ in range(MOST_GAMES):
            await plays(evening, people, MOVES, PACE, uneven=uneven)
            if evening.moves >= MOVES or isinstance((await night.session()).phase, Closed):
                break
            await begins(evening, people)
        missing = await all_is_told(evening, 4 * SPAN)
        print(*night.said, "", sep="\n", flush=True)
        counted = evening.moves, len(night.said), len(evening.to_tell), len(missing), len(night.world.dropped_lines)
        return Told(game, options, seats, *counted)


def main() -> None:
    names = sorted({game for game, _, _ in GAMES})
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--even", dest="uneven", action="store_const", const=0.0, default=UNEVEN)
    parser.add_argument("games", nargs="*", metavar="GAME", default=names)
    asked = parser.parse_args()
    if not set(asked.games) <= set(names):
        parser.error(f"the games are {', '.join(names)}")
    logs.set_up("people", "error")
    rows = list[Told]()
    for game, options, seats in GAMES:
        if game in asked.games:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(limits, "SECONDS", SPAN)
                patch.setattr(limits, "A_MOMENT", 1.0 / FASTER)
                rows.append(asyncio.run(told(game, options, seats, asked.uneven, patch)))
    print(HEAD, *(one.row for one in (*rows, together(rows))), sep="\n")


if __name__ == "__main__":
    main()
