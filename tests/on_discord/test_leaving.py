"""Test how the bot leaves when it is told to stop: what is under way is done and told before it closes (F1)."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gatherings import DUEL
from night import Night
from slashes import gives
from standins.discord.stand_in import DiscordStandIn

from bot.app.running import until

CARD = r"/channels/\d+/messages"
NEVER_ENDS = 60
"""Seconds: longer than the bot takes to leave, also on a busy machine."""


@asynccontextmanager
async def running(night: Night) -> AsyncIterator[asyncio.Event]:
    """Start the bot again as the program does; yield what makes it stop."""
    await night.stop()
    night.make()
    stop = asyncio.Event()
    night.running = asyncio.create_task(until(stop, night.house, [night.adapter], list, no_pages))
    await night.until(night.adapter.supervisor.first_ready.is_set)
    yield stop
    stop.set()
    await night.running


async def no_pages() -> None:
    """Close no pages: there are none."""


async def test_a_card_and_an_answer_under_way_stand_when_the_bot_has_left(
    night: Night, discord_server: DiscordStandIn
) -> None:
    ann = night.person("ann")
    async with running(night) as stop:
        (connection,) = discord_server.gateway.connections
        late = discord_server.faults.delay("POST", CARD, 0.5)
        opening = asyncio.create_task(gives(ann, "open", channel=night.channel, game="halflings", options=DUEL))
        await night.until(lambda: late.met)
        answer_late = discord_server.faults.delay("POST", "/callback", 0.3)
        asking = asyncio.create_task(gives(ann, "help", channel=night.channel))
        await night.until(lambda: answer_late.met)
        stop.set()
        await night.running
        assert len(night.cards) == 1
        assert not (await opening).failed
        assert not (await asking).failed
        assert connection.socket.close_code == 4000
        assert discord_server.gateway.sessions, "it can be resumed"


async def test_what_takes_too_long_is_left_to_others(night: Night, discord_server: DiscordStandIn) -> None:
    """The mark that a table is not delivered stays, and the bot is gone in time."""
    ann = night.person("ann")
    async with running(night) as stop:
        late = discord_server.faults.delay("POST", CARD, NEVER_ENDS)
        opening = asyncio.create_task(gives(ann, "open", channel=night.channel, game="halflings", options=DUEL))
        await night.until(lambda: late.met)
        began = time.monotonic()
        stop.set()
        await night.running
        assert time.monotonic() - began < NEVER_ENDS
        assert discord_server.gateway.sessions, "it can be resumed"
        discord_server.faults.clear()
        await opening
    assert (await night.session()).ref in await night.store.undelivered()
