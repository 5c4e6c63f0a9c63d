"""The way in: a name, a room, a seat."""

import re
from typing import Final

from aiohttp import web

from bot.adapters.web.inbound.cookies import give_seat
from bot.adapters.web.inbound.guests import MAIN
from bot.adapters.web.inbound.plain import plain
from bot.adapters.web.inbound.requests import HEALTH, Refused, Requests
from bot.adapters.web.outbound.files import Files
from bot.adapters.web.outbound.pages import STATIC

ROOM: Final = re.compile(r"[a-z0-9-]{1,32}")
MOST_NAME: Final = 24


class FrontDoor:
    """The handlers of `/`, `/room/<slug>` and `/sit`."""

    def __init__(self, desk: Requests) -> None:
        self._desk = desk

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", self.welcome),
            web.get("/room/{room}", self.welcome),
            web.post("/sit", self.sit),
            web.get("/static/{name}", Files(STATIC).answer),
            web.get(HEALTH, self.health),
        ]

    async def health(self, _: web.Request) -> web.StreamResponse:
        return web.Response(text="ok")

    async def welcome(self, request: web.Request) -> web.StreamResponse:
        room = request.match_info.get("room", MAIN)
        if not ROOM.fullmatch(room):
            raise Refused(404, "web-no-such-room")
        return self._desk.pages.welcome(self._desk.locale(request), room)

    async def sit(self, request: web.Request) -> web.StreamResponse:
        self._desk.only_ours(request)
        self._desk.only_so_often(request)
        form = await self._desk.form(request)
        room, name = form.get("room", MAIN), plain(form.get("name", ""), MOST_NAME)
        if not ROOM.fullmatch(room):
            raise Refused(404, "web-no-such-room")
        if not name:
            return self._desk.pages.welcome(self._desk.locale(request), room, error="web-name-missing")
        guest, secret = await self._desk.reception.sit(name, room, self._desk.bot.now())
        response = web.Response(status=303, headers={"Location": f"/seat/{guest.id}/"})
        give_seat(response, request, guest, secret)
        return response
