"""Provide a bot with finished games of every kind, and the pages that replay them."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "bot"))  # the folder of the house with its own clock

from evening import Evening
from web.small_bot import Shelf

from bot.adapters.web import TableRoom
from bot.app.table_room import Room, pages_of_wings
from persistence import HandClock, Store

OPENED = {
    "halflings": ("halflings mode=duel cooldown=0", 1),
    "headache": ("headache min_players=3", 2),
    "cones": ("cones sectors=4", 3),
    "poohead": ("poohead", 2),
    "rogues": ("rogues rounds=1", 3),
}
"""For each game: the line that opens a table with a short game, and how many house bots play with Pete."""


@dataclass
class Archive:
    """The bot, and the address of its pages."""

    evening: Evening
    url: str

    async def finished(self, game: str) -> str:
        """Return the path of a game that Pete began and house bots finished."""
        line, bots = OPENED[game]
        await self.evening.lines(f"pete: !open {line}", f"pete: !bots {bots}", "pete: !start")
        await self.evening.wait(3 * 3600)
        answer = await self.evening.say("pete", "!replay 1")
        assert answer.ok, answer.text
        return str(answer.text).partition(f"{self.url}/")[2]


@asynccontextmanager
async def archive(redis: str, seed: str, staff_word: str = "", port: int = 0) -> AsyncIterator[Archive]:
    """Yield a bot with its own clock, and its room on loopback. `port`: one that is kept, as for `staged`."""
    clock = HandClock()
    store = await Store.connect(redis, timeout=60.0, clock=clock)
    await store.pipe.write("FLUSHALL")
    evening = Evening(store, clock, seed=seed)
    room = TableRoom(
        Room(evening.house, {}),
        Shelf(),
        host="127.0.0.1",
        port=port,
        staff_word=staff_word,
        overlay_notes=Shelf(),
        more=partial(pages_of_wings, evening.house),
    )
    evening.house.add(room)
    await room.start()
    url = f"http://127.0.0.1:{room.port}"
    evening.house.doors.public = f"{url}/"
    yield Archive(evening, url)
    await room.stop()
    await evening.end()
    await store.close()
