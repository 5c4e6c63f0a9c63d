"""Simulate Discord's app around an Activity: a page that frames it and speaks the other side of the SDK, and the proxy.

The app and the frame have different origins, like `discord.com` and `<application>.discordsays.com`. The proxy passes
everything to the address that the portal maps `/` to, with or without a leading `/.proxy`.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from aiohttp import ClientSession, ClientTimeout, WSMsgType, web
from aiohttp.web_ws import WebSocketResponse

if TYPE_CHECKING:
    from standins.discord.activities import Instance
    from standins.discord.places import Channel
    from standins.discord.world import User, World

PAGE = (Path(__file__).parent / "app.html").read_text("utf-8")
HOP_BY_HOP = {"connection", "host", "keep-alive", "transfer-encoding", "upgrade", "content-length"}
OF_SOCKETS = {"sec-websocket-key", "sec-websocket-version", "sec-websocket-extensions", "sec-websocket-protocol"}
PROXY = "/.proxy"


class DiscordApp:
    """`async with DiscordApp(world) as app: ...`; `target`: the address that `/` is mapped to.

    `silent`: never answers a handshake; `closes`: refuses each one. `prefix`: how the frame's own address begins, `/`
    or `/.proxy/`.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.target, self.prefix = "", "/"
        self.silent = self.closes = False
        self.origin = self.frame_origin = ""
        self.passed: list[tuple[str, str, int]] = []
        """What went through the proxy: method, path as requested, status."""
        self.cookies: list[str] = []
        self._runners: list[web.AppRunner] = []
        self._session: ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = ClientSession(timeout=ClientTimeout(total=60), auto_decompress=False)
        app, proxy = web.Application(), web.Application()
        app.router.add_get("/channels/{instance}/{user}", self._page)
        app.router.add_post("/channels/{instance}/{user}/authorize", self._authorize)
        app.router.add_post("/channels/{instance}/{user}/people", self._people)
        proxy.router.add_route("*", "/{path:.*}", self._pass)
        self.origin, self.frame_origin = await self._serve(app), await self._serve(proxy)
        return self

    async def _serve(self, app: web.Application) -> str:
        runner = web.AppRunner(app, shutdown_timeout=1.0, access_log=None)
        self._runners.append(runner)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return f"http://127.0.0.1:{runner.addresses[0][1]}"

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for runner in self._runners:
            await runner.cleanup()
        if self._session is not None:
            await self._session.close()

    def address(self, channel: Channel, user: User) -> str:
        """Return the address at which this person sees the Activity of a channel."""
        instance = self.world.activities.open(channel, user)
        return f"{self.origin}/channels/{instance.id}/{user.id}"

    # The app

    def _asked(self, request: web.Request) -> tuple[Instance, User]:
        instance = self.world.activities.instances[request.match_info["instance"]]
        return instance, self.world.people[int(request.match_info["user"])]

    async def _page(self, request: web.Request) -> web.Response:
        instance, _ = self._asked(request)
        guild = instance.channel.guild
        query = (
            f"?instance_id={instance.id}&channel_id={instance.channel.id}&frame_id={instance.id}-frame&platform=desktop"
        )
        query += "" if guild is None else f"&guild_id={guild.id}"
        values = {
            "$src": f"{self.frame_origin}{self.prefix}{query}".replace("&", "&amp;"),
            "$frame": self.frame_origin,
            "$client": str(self.world.bot.id),
            "$instance": instance.id,
            "$silent": str(self.silent).lower(),
            "$closed": str(self.closes).lower(),
        }
        page = PAGE
        for hole, value in values.items():
            page = page.replace(hole, value)
        return web.Response(text=page, content_type="text/html")

    async def _authorize(self, request: web.Request) -> web.Response:
        _, user = self._asked(request)
        asked = await request.json()
        fits = asked["client_id"] == str(self.world.bot.id) and asked["response_type"] == "code"
        return web.json_response({"code": self.world.activities.authorize(user, tuple(asked["scope"])) if fits else ""})

    async def _people(self, request: web.Request) -> web.Response:
        instance, _ = self._asked(request)
        return web.json_response({"participants": instance.people})

    # The proxy

    async def _pass(self, request: web.Request) -> web.StreamResponse:
        path = request.path_qs.removeprefix(PROXY) if request.path_qs.startswith(f"{PROXY}/") else request.path_qs
        headers = {key: value for key, value in request.headers.items() if key.lower() not in HOP_BY_HOP}
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._pass_line(request, self.target + path, headers)
        assert self._session is not None
        body = await request.read()
        async with self._session.request(
            request.method, self.target + path, headers=headers, data=body, allow_redirects=False
        ) as answer:
            self.passed.append((request.method, request.path, answer.status))
            self.cookies += answer.headers.getall("Set-Cookie", [])
            kept = {key: value for key, value in answer.headers.items() if key.lower() not in HOP_BY_HOP}
            return web.Response(status=answer.status, body=await answer.read(), headers=kept)

    async def _pass_line(self, request: web.Request, address: str, headers: dict[str, str]) -> web.StreamResponse:
        assert self._session is not None
        bare = {key: value for key, value in headers.items() if key.lower() not in OF_SOCKETS}
        async with self._session.ws_connect(address, headers=bare) as there:
            here = WebSocketResponse()
            await here.prepare(request)
            self.passed.append(("GET", request.path, 101))

            async def out() -> None:
                async for said in here:
                    if said.type is WSMsgType.TEXT:
                        await there.send_str(said.data)
                await there.close()

            sending = asyncio.create_task(out())
            with suppress(ConnectionError):
                async for told in there:
                    if told.type is WSMsgType.TEXT:
                        await here.send_str(told.data)
            sending.cancel()
            await here.close(code=there.close_code or 1001)
            return here
