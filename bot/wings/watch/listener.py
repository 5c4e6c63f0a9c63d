"""The listener for those who watch the bot: /livez, /readyz and /metrics, apart from the pages of players."""

import asyncio
import socket
from typing import Final

import structlog
from aiohttp import web

from bot.table.hooks import Hooks
from bot.wings.watch.metrics import Metrics
from bot.wings.watch.readiness import Readiness
from bot.wings.watch.settings import WatchSettings

TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"
log = structlog.get_logger()


class Listener:
    """Serves health, readiness and metrics on a port of their own, if one is set.

    `port`: where it listens, once the bot was started; 0: it does not.
    """

    def __init__(self, metrics: Metrics, readiness: Readiness, hooks: Hooks) -> None:
        self._metrics, self._readiness, self._settings = metrics, readiness, WatchSettings()
        self.port = 0
        self._serving: asyncio.Task[None] | None = None
        if self._settings.metrics_port is not None:
            hooks.starts.append(self.start)
            hooks.stops.append(self.stop)

    def start(self) -> None:
        """Listen, and count from now on. Raises OSError, with a sentence, if the port is not free."""
        where = self._settings.metrics_host, self._settings.metrics_port
        family = socket.AF_INET6 if ":" in where[0] else socket.AF_INET
        try:
            listening = socket.create_server(where, family=family)
        except OSError as error:
            told = f"Port {where[1]} of {where[0]}, for the metrics, can't be had ({error.strerror})."
            raise OSError(f"{told} Set POTLUCK_METRICS_PORT to another one.") from None
        self.port = listening.getsockname()[1]
        self._metrics.begin()
        self._serving = asyncio.create_task(self._serve(listening), name="watch")

    async def stop(self) -> None:
        await self._metrics.stop()
        if self._serving is not None:
            self._serving.cancel()
            await asyncio.gather(self._serving, return_exceptions=True)

    async def _serve(self, listening: socket.socket) -> None:
        app = web.Application()
        app.add_routes(
            [web.get("/livez", self.alive), web.get("/readyz", self.ready), web.get("/metrics", self.metrics)]
        )
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            await web.SockSite(runner, listening).start()
            await asyncio.get_running_loop().create_future()
        finally:
            await runner.cleanup()

    async def alive(self, _: web.Request) -> web.Response:
        """Answer that the event loop runs."""
        return web.Response(text="ok\n")

    async def ready(self, request: web.Request) -> web.Response:
        """Answer whether this process can serve people, or those of one platform; if not, with a line for each thing in
        the way. The last line is its share of the work.
        """
        lacking = await self._readiness.lacking(request.query.get("for", ""))
        lines = [*(lacking or ["ok"]), self._readiness.share()]
        return web.Response(text="\n".join(lines) + "\n", status=503 if lacking else 200)

    async def metrics(self, _: web.Request) -> web.Response:
        """Answer with the metrics."""
        return web.Response(body=self._metrics.told(), headers={"Content-Type": TEXT})
