"""The way in: a name, a room, a seat."""

import re
from typing import Final

from aiohttp import web

from bot.adapters.web.guests.guest import MAIN
from bot.adapters.web.inbound.cookies import give_seat
from bot.adapters.web.inbound.requests import HEALTH, Requests
from bot.adapters.web.outbound.files import FOR_GOOD, Files
from bot.adapters.web.outbound.pages import STATIC, SYMBOLS_FILE
from bot.adapters.web.outbound.refused import Refused
from bot.adapters.web.plain_text import plain
from bot.render.symbols import sheet

ROOM: Final = re.compile(r"[a-z0-9-]{1,32}")
MOST_NAME: Final = 24


class WelcomeHandlers:
    """Handles `/`, `/room/<slug>`, `/sit` and `/games.json`."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [
            web.get("/", self.welcome),
            web.get("/room/{room}", self.welcome),
            web.post("/sit", self.sit),
            web.get("/static/{name}", Files(STATIC, {SYMBOLS_FILE: sheet().encode()}).answer),
            web.get("/static/vendor/{name}", Files(STATIC / "vendor").answer),
            web.get("/games.json", self.games),
            web.get(HEALTH, self.health),
        ]

    async def health(self, _: web.Request) -> web.StreamResponse:
        """Answer that we are here."""
        return web.Response(text="ok")

    async def welcome(self, request: web.Request) -> web.StreamResponse:
        """Answer with the way in to a room."""
        room = request.match_info.get("room", MAIN)
        if not ROOM.fullmatch(room):
            raise Refused(404, "web-no-such-room")
        return self._requests.pages.welcome(self._requests.locale(request), room)

    async def games(self, request: web.Request) -> web.StreamResponse:
        """Answer with the games that can be opened, their rules in pictures among what is told of them."""
        packed, tag = self._requests.pages.games(self._requests.known_locale(request.query.get("lang", "")))
        lasts = request.query.get("v") == tag
        headers = {"Cache-Control": FOR_GOOD if lasts else "no-cache", "ETag": f'"{tag}"'}
        if any(one.value == tag for one in request.if_none_match or ()):
            return web.Response(status=304, headers=headers)
        return web.Response(
            body=packed,
            content_type="application/json",
            charset="utf-8",
            headers=headers | {"Content-Encoding": "gzip"},
        )

    async def sit(self, request: web.Request) -> web.StreamResponse:
        """Give a seat in a room to whoever has a name, and send them to their page."""
        self._requests.only_ours(request)
        self._requests.only_so_often(request)
        form = await self._requests.form(request)
        room, name = form.get("room", MAIN), plain(form.get("name", ""), MOST_NAME)
        if not ROOM.fullmatch(room):
            raise Refused(404, "web-no-such-room")
        if not name:
            return self._requests.pages.welcome(self._requests.locale(request), room, error="web-name-missing")
        guest, secret = await self._requests.guests.sit(name, room, self._requests.bot.now())
        response = web.Response(status=303, headers={"Location": f"/seat/{guest.id}/"})
        give_seat(response, request, guest, secret)
        return response
