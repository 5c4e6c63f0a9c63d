"""Run a Twitch on loopback for the unmodified TwitchIO: Helix, the id server, EventSub, and the people in chat.

Only `twitchio.http.Route.BASE`, `twitchio.http.Route.ID_BASE` and `twitchio.eventsub.websockets.WSS` have to point to
it.
"""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

from aiohttp import web

from standins.faults import Faults
from standins.restlog import RestLog
from standins.twitch import consent
from standins.twitch.eventsub import EventSub
from standins.twitch.journal import TwitchJournal
from standins.twitch.limits import TwitchLimits
from standins.twitch.rest import TwitchRest
from standins.twitch.world import TwitchWorld

PATIENCE = 2.0


class TwitchStandIn:
    """`async with TwitchStandIn() as twitch: ...` on a free port; everything ends with the block."""

    def __init__(self) -> None:
        self.world = TwitchWorld()
        self._runner: web.AppRunner | None = None

    @property
    def journal(self) -> TwitchJournal:
        return self.world.journal

    @property
    def faults(self) -> Faults:
        return self.world.faults

    @property
    def limits(self) -> TwitchLimits:
        return self.world.limits

    @property
    def eventsub(self) -> EventSub:
        return self.world.eventsub

    @property
    def rest(self) -> RestLog:
        return self.world.rest

    @property
    def api_base(self) -> str:
        return f"{self.world.base_url}/helix/"

    @property
    def auth_base(self) -> str:
        return f"{self.world.base_url}/id/"

    @property
    def eventsub_url(self) -> str:
        return self.world.eventsub_url

    async def __aenter__(self) -> Self:
        rest = TwitchRest(self.world)
        app = web.Application()
        app.router.add_get("/ws", self.world.eventsub.connect)
        app.router.add_route("*", "/id/oauth2/authorize", self._consent)
        app.router.add_route("*", "/{path:.*}", rest.answer)
        self._runner = web.AppRunner(app, shutdown_timeout=PATIENCE, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        port = self._runner.addresses[0][1]
        self.world.base_url = f"http://127.0.0.1:{port}"
        self.world.eventsub_url = f"ws://127.0.0.1:{port}/ws"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop listening first: a running bot would reconnect while its sockets are being closed."""
        if self._runner is None:
            return
        for site in list(self._runner.sites):
            await site.stop()
        await asyncio.sleep(0)
        await self.world.eventsub.stop()
        await self._runner.cleanup()

    async def _consent(self, request: web.Request) -> web.Response:
        return await consent.answer(self.world, request)
