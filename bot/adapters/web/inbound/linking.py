"""Handle the ways to a seat for people from other platforms: the door of their place, and personal links.

Where they sign in with the platform there are no codes to type (threats T33). Looking at any of these pages changes
nothing, and uses up no code or link, because robots look first (threats T17).
"""

import re
import secrets
import time
from typing import Any, Final

import msgspec
from aiohttp import web
from cachetools import TTLCache
from msgspec import Struct

from bot.adapters.web.connection.addresses import address_of
from bot.adapters.web.guests.guest import locked
from bot.adapters.web.inbound.cookies import LINK, LINK_SECONDS, drop_link, give_link
from bot.adapters.web.inbound.linked_seats import LinkedSeats
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.refused import Refused
from bot.ports.messages import Door

PLATFORM: Final = re.compile(r"[a-z]{1,20}")
NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
SECRET: Final = re.compile(r"[A-Za-z0-9_-]{16,128}")
CODE_SECONDS: Final = 180
MOST_WAITING: Final = 5_000
HAND: Final = "/hand"


class PersonalLink(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the link after the `#`, which neither a server's log nor a referrer sees."""

    secret: str


class LinkHandlers:
    """Handles `/at/<platform>/<name>` and `/hand`."""

    def __init__(self, requests: Requests, seating: LinkedSeats) -> None:
        self._requests, self._seating = requests, seating
        self._visits, self._codes, self._asks = (
            rates.VISITS.buckets(),
            rates.CODES.buckets(),
            rates.BOUND_ASKS.buckets(),
        )
        self._waiting: TTLCache[str, None] = TTLCache(MOST_WAITING, LINK_SECONDS, timer=time.monotonic)
        """The locks of browsers that were given a code here."""

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [
            web.get("/at/{platform}/{name}", self.page),
            web.post("/at/{platform}/{name}/code", self.code),
            web.post("/at/{platform}/{name}/bound", self.bound),
            web.get(HAND, self.hand),
            web.post(HAND, self.open_hand),
        ]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page of a door."""
        door = await self.door(request)
        return self._requests.pages.door(self._requests.locale(request), door, path_of(request))

    async def door(self, request: web.Request) -> Door:
        """Return the door of this path. Raises Refused if there is none."""
        self.only_so_often(request)
        platform, name = named(request)
        door = await self._requests.bot.door(platform, name)
        if door is None:
            raise Refused(404, "web-no-such-door")
        return door

    def only_so_often(self, request: web.Request) -> None:
        """Raise Refused if too many requests come from this address."""
        if not self._visits.take(address_of(request)):
            raise Refused(429, "web-too-fast")

    # A code to type in chat

    async def code(self, request: web.Request) -> web.StreamResponse:
        """Answer with a code, and set a cookie with the key to it: only this browser has the key, whoever sees the
        code.

        Raises Refused for a platform with sign-in.
        """
        self._requests.only_ours(request, json=True)
        if not self._codes.take(address_of(request)):
            raise Refused(429, "web-too-fast")
        door, key = await self.door(request), secrets.token_urlsafe(32)
        if door.signs_in:
            raise Refused(403, "web-no-codes", path_of(request))
        code = await self._requests.bot.new_code(door, locked(key))
        if not code:
            raise Refused(503, "web-trouble")
        self._waiting[locked(key)] = None
        response = web.json_response({"ok": True, "code": code, "seconds": CODE_SECONDS})
        give_link(response, request, key, path_of(request))
        return response

    async def bound(self, request: web.Request) -> web.StreamResponse:
        """Answer whether somebody typed the code to show their hand here; if so, give this browser the seat."""
        self._requests.only_ours(request, json=True)
        named(request)
        key = request.cookies.get(LINK, "")
        if not SECRET.fullmatch(key):
            raise Refused(403, "web-code-over", path_of(request))
        lock = locked(key)
        if lock not in self._waiting:
            self.only_so_often(request)  # it may have been given before our restart
        if not self._asks.take(lock):
            raise Refused(429, "web-too-fast")
        arrival = await self._requests.bot.bound(lock)
        if arrival is None:
            return web.json_response({"ok": False})
        self._waiting.pop(lock, None)
        response = await self._seating.answer(request, arrival, path_of(request))
        drop_link(response, request, path_of(request))
        return response

    # A personal link

    async def hand(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page to which personal links lead."""
        return self._requests.pages.hand(self._requests.locale(request), HAND)

    async def open_hand(self, request: web.Request) -> web.StreamResponse:
        """Give the seat of a personal link, which works once."""
        self._requests.only_ours(request, json=True)
        self._requests.only_so_often(request)
        link = await read(self._requests, request, PersonalLink)
        arrival = await self._requests.bot.redeem(link.secret) if SECRET.fullmatch(link.secret) else None
        if arrival is None:
            raise Refused(403, "web-link-over", HAND)
        return await self._seating.answer(request, arrival, HAND)


def named(request: web.Request) -> tuple[str, str]:
    """Return the platform and the name of the door in this path. Raises Refused if they are invalid."""
    platform, name = request.match_info["platform"], request.match_info["name"]
    if not (PLATFORM.fullmatch(platform) and NAME.fullmatch(name)):
        raise Refused(404, "web-no-such-door")
    return platform, name


def path_of(request: web.Request) -> str:
    """Return the door's path exactly as typed: a browser compares the path of a cookie letter by letter."""
    return f"/at/{request.match_info['platform']}/{request.match_info['name']}"


async def read(requests: Requests, request: web.Request, kind: type[Any]) -> Any:
    """Return a script's message as a struct of this kind. Raises Refused, and HTTPBadRequest if it is malformed."""
    try:
        return msgspec.json.decode(await requests.body(request), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise web.HTTPBadRequest from None
