"""Run a Discord on loopback for the unmodified discord.py: HTTP API, gateway, and the people who use it.

Only `discord.http.Route.BASE` and `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY` have to point to it.
"""

from __future__ import annotations

from types import TracebackType
from typing import Self

from aiohttp import web

from standins.discord.gateway import Gateway
from standins.discord.limits import Limits
from standins.discord.rest import MOST_BODY, PREFIX, Rest
from standins.discord.world import World
from standins.faults import Faults
from standins.journal import Journal
from standins.restlog import RestLog

PATIENCE = 2.0


class DiscordStandIn:
    """`async with DiscordStandIn() as discord_server: ...` on a free port; everything ends with the block."""

    def __init__(self) -> None:
        self.world = World()
        self._runner: web.AppRunner | None = None

    @property
    def journal(self) -> Journal:
        return self.world.journal

    @property
    def faults(self) -> Faults:
        return self.world.faults

    @property
    def limits(self) -> Limits:
        return self.world.limits

    @property
    def gateway(self) -> Gateway:
        return self.world.gateway

    @property
    def rest(self) -> RestLog:
        return self.world.rest

    @property
    def api_base(self) -> str:
        return f"{self.world.base_url}{PREFIX}"

    @property
    def gateway_url(self) -> str:
        return self.world.gateway_url

    async def __aenter__(self) -> Self:
        rest = Rest(self.world)
        app = web.Application(client_max_size=MOST_BODY)
        app.router.add_get("/gw/", self.world.gateway.connect)
        app.router.add_get("/gw/{shard}/", self.world.gateway.connect)
        app.router.add_get("/attachments/{id}/{name}", rest.attachment)
        app.router.add_route("*", PREFIX + "/{path:.*}", rest.answer)
        self._runner = web.AppRunner(app, shutdown_timeout=PATIENCE, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        port = self._runner.addresses[0][1]
        self.world.base_url = f"http://127.0.0.1:{port}"
        self.world.gateway_url = f"ws://127.0.0.1:{port}/gw/"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.world.gateway.stop()
        if self._runner is not None:
            await self._runner.cleanup()

    async def stop_gateway(self) -> None:
        await self.world.gateway.stop()

    def start_gateway(self) -> None:
        self.world.gateway.start()
