"""Test how the whole bot leaves: pages are closed first, and what is told after that is not lost (F1)."""

import asyncio
from contextlib import AsyncExitStack

from evening import Evening

from bot.app.running import until
from bot.app.settings import Settings
from bot.app.table_room import StoredChats, open_room
from bot.ports.ids import PlaceId
from bot.ports.messages import Posting

ROOM = PlaceId("web:leaving")


async def test_what_is_posted_in_a_room_after_its_pages_were_closed_is_kept(evening: Evening) -> None:
    app, stop, pages = evening.house, asyncio.Event(), AsyncExitStack()
    settings = Settings(_env_file=None)  # type: ignore[call-arg]  # as pydantic-settings takes it
    room = await pages.enter_async_context(open_room(app, settings, "127.0.0.1", 0, lambda _: None))

    async def posts() -> None:
        await room.post(ROOM, Posting(("Ann wins the night.",), None, "a-mark", app.now()))

    app.hooks.rests.append(posts)
    stop.set()
    await until(stop, app, [], list, pages.aclose)
    assert "Ann wins the night." in ((await StoredChats(app.store).load(ROOM)) or b"").decode()
