"""Tell what a chat of 20 lines in 30 seconds is told of a game: `python -m bench.told [--even] [GAME …]`.

Random players at a human pace over a stand-in of Twitch, ten times as fast as in the world, where the bot is no
moderator: four seconds a move on average, now one and now seven. `--even`: four each time, which is dearest, for no two
moves are told together then. The chat is printed as it came; then a table: how many lines a move cost, those by which a
table opens and fills among them, and whether a sentence was left untold; at last all games together. Where one plays
after the other, each move has a line of its own unless two come within a moment of each other: such a game costs a line
a move, and those that open and begin it besides.
"""

# ruff: noqa: E402 - the rooms of the tests are found first

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
"""So much longer or shorter is each: people are no clocks."""
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
    """Count what a chat was told of one game, or of several."""

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
    """Return what was told of all of them."""
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


def main(words: list[str]) -> None:
    logs.set_up("people", "error")
    names, uneven = [one for one in words if one != EVEN], 0.0 if EVEN in words else UNEVEN
    rows = list[Told]()
    for game, options, seats in GAMES:
        if not names or game in names:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(limits, "SECONDS", SPAN)
                patch.setattr(limits, "A_MOMENT", 1.0 / FASTER)
                rows.append(asyncio.run(told(game, options, seats, uneven, patch)))
    print(HEAD, *(one.row for one in (*rows, together(rows))), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
