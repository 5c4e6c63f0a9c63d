"""An unmodified discord.py client, pointed at the stand-in for as long as a test lasts."""

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
    """Both addresses are class attributes of the library, so they are given back afterwards."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = server.api_base, yarl.URL(server.gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@contextlib.asynccontextmanager
async def joined(client: Client, server: DiscordStandIn, *, shards: int = 1) -> AsyncIterator[Client]:
    """The client, started and ready; closed with the block."""
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
