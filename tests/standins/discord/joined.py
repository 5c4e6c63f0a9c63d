"""Connect an unmodified discord.py client to the stand-in for the duration of a test."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import TypeVar

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from standins.discord.stand_in import DiscordStandIn

Client = TypeVar("Client", bound=discord.Client)


@contextlib.contextmanager
def pointed_at(server: DiscordStandIn) -> Iterator[None]:
    """Point the library to the stand-in; the addresses are class attributes, so they are restored afterwards."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = server.api_base, yarl.URL(server.gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@contextlib.asynccontextmanager
async def joined(client: Client, server: DiscordStandIn, *, shards: int = 1) -> AsyncIterator[Client]:
    """Yield the client, started and ready; it is closed with the block."""
    with pointed_at(server):
        before = server.gateway.ready_sessions
        running = asyncio.create_task(client.start("a-token"))
        try:
            await server.gateway.ready(before + shards)
            await asyncio.wait_for(client.wait_until_ready(), 5)
            yield client
        finally:
            await client.close()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
