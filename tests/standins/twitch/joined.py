"""An unmodified TwitchIO bot, pointed at the stand-in for as long as a test lasts."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import TypeVar

from twitchio.eventsub import websockets as twitch_sockets
from twitchio.http import Route

from standins.twitch.quiet import twitchio
from standins.twitch.stand_in import TwitchStandIn

Client = TypeVar("Client", bound=twitchio.Client)


@contextlib.contextmanager
def pointed_at(twitch: TwitchStandIn) -> Iterator[None]:
    """All three addresses are names in the library's modules, so they are given back afterwards."""
    before = Route.BASE, Route.ID_BASE, twitch_sockets.WSS
    Route.BASE, Route.ID_BASE = twitch.api_base, twitch.auth_base
    twitch_sockets.WSS = twitch.eventsub_url
    try:
        yield
    finally:
        Route.BASE, Route.ID_BASE, twitch_sockets.WSS = before


@contextlib.asynccontextmanager
async def joined(client: Client, twitch: TwitchStandIn, within: float = 5.0) -> AsyncIterator[Client]:
    """The client, started and ready; closed with the block. If `start` fails, so does this."""
    with pointed_at(twitch):
        running = asyncio.create_task(client.start(with_adapter=False))
        ready = asyncio.create_task(client.wait_until_ready())
        try:
            await asyncio.wait({running, ready}, timeout=within, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            if not ready.done():
                raise AssertionError(f"not ready within {within} s; last calls: {twitch.rest.last(8)}")
            yield client
        finally:
            ready.cancel()
            await client.close()
            running.cancel()
            await asyncio.gather(running, ready, return_exceptions=True)
