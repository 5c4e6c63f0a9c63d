"""The ways to a seat for people of other platforms: the door of their place with a code to type, and personal links.

To look at any of these pages changes nothing and costs nobody a code or a link: robots look at them first (T17).
"""

import re
import secrets
import time
from collections import OrderedDict
from typing import Any, Final

import msgspec
from aiohttp import web
from msgspec import Struct

from bot.adapters.web.inbound.cookies import LINK, LINK_SECONDS, drop_link, give_link
from bot.adapters.web.inbound.guard import address_of
from bot.adapters.web.inbound.guests import locked
from bot.adapters.web.inbound.requests import Refused, Requests
from bot.adapters.web.inbound.seating import Seating
from bot.ports.messages import Door
from bot.ports.rate import Buckets

PLATFORM: Final = re.compile(r"[a-z]{1,20}")
NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
SECRET: Final = re.compile(r"[A-Za-z0-9_-]{16,128}")
CODE_SECONDS: Final = 120
MOST_WAITING: Final = 5_000
HAND: Final = "/hand"


class PersonalLink(Struct, frozen=True, forbid_unknown_fields=True):
    """What stood after the `#`, where neither a server's log nor a referrer sees it."""

    secret: str


class Doors:
    """The handlers of `/at/<platform>/<name>` and `/hand`."""

    def __init__(self, desk: Requests, seating: Seating) -> None:
        self._desk, self._seating = desk, seating
        self._visits = Buckets(most=120, a_second=20)
        self._codes = Buckets(most=20, a_second=1)
        self._asks = Buckets(most=20, a_second=2)
        self._waiting: OrderedDict[str, float] = OrderedDict()
        """The locks of browsers that were given a code here, and until when."""

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/at/{platform}/{name}", self.page),
            web.post("/at/{platform}/{name}/code", self.code),
            web.post("/at/{platform}/{name}/bound", self.bound),
            web.get(HAND, self.hand),
            web.post(HAND, self.open_hand),
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        door = await self.door(request)
        return self._desk.pages.door(self._desk.locale(request), door, path_of(request))

    async def door(self, request: web.Request) -> Door:
        """The door that this path leads to. Raises Refused."""
        self.only_so_often(request)
        platform, name = named(request)
        door = await self._desk.bot.door(platform, name)
        if door is None:
            raise Refused(404, "web-no-such-door")
        return door

    def only_so_often(self, request: web.Request) -> None:
        """A whole channel may come at once, and many of its people from one address."""
        if not self._visits.take(address_of(request)):
            raise Refused(429, "web-too-fast")

    # A code to type in chat

    async def code(self, request: web.Request) -> web.StreamResponse:
        """A code, and the key of what it will open: this browser keeps it, whoever else reads the code."""
        self._desk.only_ours(request, json=True)
        if not self._codes.take(address_of(request)):
            raise Refused(429, "web-too-fast")
        door, key = await self.door(request), secrets.token_urlsafe(32)
        code = await self._desk.bot.new_code(door, locked(key))
        if not code:
            raise Refused(503, "web-trouble")
        self._wait(locked(key))
        response = web.json_response({"ok": True, "code": code, "seconds": CODE_SECONDS})
        give_link(response, request, key, path_of(request))
        return response

    async def bound(self, request: web.Request) -> web.StreamResponse:
        """Whether somebody typed the code; if so, this browser has their seat."""
        self._desk.only_ours(request, json=True)
        named(request)
        key = request.cookies.get(LINK, "")
        if not SECRET.fullmatch(key):
            raise Refused(403, "web-code-over", path_of(request))
        lock = locked(key)
        if self._waiting.get(lock, 0.0) <= time.monotonic():
            self.only_so_often(request)  # perhaps it was given before we were started anew
        if not self._asks.take(lock):
            raise Refused(429, "web-too-fast")
        arrival = await self._desk.bot.bound(lock)
        if arrival is None:
            return web.json_response({"ok": False})
        self._waiting.pop(lock, None)
        response = await self._seating.answer(request, arrival, path_of(request))
        drop_link(response, request, path_of(request))
        return response

    def _wait(self, lock: str) -> None:
        self._waiting[lock] = time.monotonic() + LINK_SECONDS
        if len(self._waiting) > MOST_WAITING:
            self._waiting.popitem(last=False)

    # A personal link

    async def hand(self, request: web.Request) -> web.StreamResponse:
        return self._desk.pages.hand(self._desk.locale(request), HAND)

    async def open_hand(self, request: web.Request) -> web.StreamResponse:
        self._desk.only_ours(request, json=True)
        self._desk.only_so_often(request)
        link = await read(self._desk, request, PersonalLink)
        arrival = await self._desk.bot.redeem(link.secret) if SECRET.fullmatch(link.secret) else None
        if arrival is None:
            raise Refused(403, "web-link-over", HAND)
        return await self._seating.answer(request, arrival, HAND)


def named(request: web.Request) -> tuple[str, str]:
    """The platform and the name of the door in this path. Raises Refused."""
    platform, name = request.match_info["platform"], request.match_info["name"]
    if not (PLATFORM.fullmatch(platform) and NAME.fullmatch(name)):
        raise Refused(404, "web-no-such-door")
    return platform, name


def path_of(request: web.Request) -> str:
    """Of the door, as it was typed: a browser keeps cookies by these very letters."""
    return f"/at/{request.match_info['platform']}/{request.match_info['name']}"


async def read(desk: Requests, request: web.Request, kind: type[Any]) -> Any:
    """What a script sent, as this. Raises HTTPBadRequest."""
    try:
        return msgspec.json.decode(await desk.body(request), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise web.HTTPBadRequest from None
