"""Connect an unmodified TwitchIO bot to the stand-in for the duration of a test."""

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
    """Point the library to the stand-in; the addresses are module variables, so they are restored afterwards."""
    before = Route.BASE, Route.ID_BASE, twitch_sockets.WSS
    Route.BASE, Route.ID_BASE = twitch.api_base, twitch.auth_base
    twitch_sockets.WSS = twitch.eventsub_url
    try:
        yield
    finally:
        Route.BASE, Route.ID_BASE, twitch_sockets.WSS = before


@contextlib.asynccontextmanager
async def joined(client: Client, twitch: TwitchStandIn, within: float = 60.0) -> AsyncIterator[Client]:
    """Yield the client, started and ready; it is closed with the block. If `start` fails, so does this."""
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
