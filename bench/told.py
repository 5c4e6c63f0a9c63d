"""What a chat of 20 lines in 30 seconds is told of a game: `python -m bench.told [GAME …]`.

Random players at a human pace over a stand-in of Twitch, ten times as fast as in the world, where the bot is no
moderator. The chat is printed as it came; then how many lines a move cost, and whether a sentence was left untold.
"""

# ruff: noqa: E402 - the rooms of the tests are found first

import asyncio
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))

import pytest
from on_twitch.night import Night
from on_twitch.telling import Evening, all_is_told, plays, seated
from standins.twitch.stand_in import TwitchStandIn

from bot.adapters.twitch import limits
from bot.engine import logs
from persistence import EmbeddedServer, Store

FASTER: Final = 10
SPAN: Final = 30.0 / FASTER
PACE: Final = 4.0 / FASTER
"""Seconds between two moves."""
MOVES: Final = 120
GAMES: Final = (
    ("headache", "pace=quick memory=off", 8),
    ("cones", "", 4),
    ("poohead", "", 8),
    ("rogues", "betting=liars", 6),
    ("halflings", "mode=duel cooldown=0 stack=20", 2),
    ("halflings", "mode=crowd cooldown=0 crowd_seconds=5", 8),
)


async def told(game: str, options: str, seats: int, patch: pytest.MonkeyPatch) -> None:
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="pl-"))
        redis = await stack.enter_async_context(await EmbeddedServer.start(Path(folder)))
        store = await Store.connect(redis.url)
        stack.push_async_callback(store.close)
        twitch = await stack.enter_async_context(TwitchStandIn())
        night = await stack.enter_async_context(Night(twitch, store))
        night.world.chat.per = night.world.chat.same_text_after = SPAN
        evening = Evening(night)
        evening.watch(patch)
        people = await seated(night, game, options, seats)
        await plays(evening, people, MOVES, PACE)
        missing = await all_is_told(evening, 4 * SPAN)
        print(*night.said, sep="\n")
        lines = len(night.said)
        print(
            f"{game}, {seats} players: {evening.moves} moves,",
            f"{lines} lines, {lines / max(1, evening.moves):.2f} a move,",
            f"{len(evening.to_tell)} sentences, {len(missing)} untold, {len(night.world.dropped_lines)} dropped\n",
        )


def main(names: list[str]) -> None:
    logs.set_up("people", "error")
    for game, options, seats in GAMES:
        if not names or game in names:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(limits, "SECONDS", SPAN)
                patch.setattr(limits, "A_MOMENT", 1.0 / FASTER)
                asyncio.run(told(game, options, seats, patch))


if __name__ == "__main__":
    main(sys.argv[1:])
