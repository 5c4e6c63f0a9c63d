"""Handle seats of pages without a cookie, because browsers keep none in a frame: a page gets a key and shows it.

The key is in a header of the page's requests, and in the first message of its live line.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Final

import msgspec
import structlog
from aiohttp import WSMsgType, web
from msgspec import Meta, Struct

from bot.adapters.web.connection.addresses import address_of
from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.inbound.live_lines import LiveLines
from bot.adapters.web.inbound.requests import GUEST_ID, Requests
from bot.adapters.web.limits.rates import Rate
from bot.adapters.web.outbound.open_page import GOING_AWAY, GONE
from bot.adapters.web.outbound.refused import Refused

KEY_SECONDS: Final = 5.0
"""Seconds within which a live line must show its key."""
MOST_UNKNOWN: Final = 200
"""The most live lines that have not shown their key yet."""
MOST_KEY: Final = 2_000
TRY_LATER: Final = 1013
BEARER: Final = "Bearer "
log = structlog.get_logger()


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """The first and only message of a live line."""

    key: Annotated[str, Meta(max_length=MOST_KEY)]


class KeyedSeats:
    """Knows the guests who came in by one door. `asks`: how often an address may show unknown keys."""

    def __init__(self, requests: Requests, door: str, asks: Rate) -> None:
        self._requests, self._door, self._asks = requests, door, asks.buckets()

    async def guest(self, request: web.Request, key: str) -> Guest:
        """Return the guest who came in by this door and has this key. Raises Refused for everybody else."""
        name, _, secret = key.partition(".")
        if not (GUEST_ID.fullmatch(name) and secret):
            raise Refused(403, "web-no-seat")
        if not self._requests.guests.knows(name):
            self.only_so_often(request)
        guest = await self._requests.guests.recognise(name, secret)
        if guest is None or guest.door != self._door:
            self.only_so_often(request)
            raise Refused(403, "web-no-seat")
        if guest.is_over(self._requests.bot.now()):
            raise Refused(403, "web-seat-over")
        return guest

    def only_so_often(self, request: web.Request) -> None:
        """Raise Refused if too many unknown guests ask from this address."""
        if not self._asks.take(address_of(request)):
            raise Refused(429, "web-too-fast")


class KeyedLines:
    """Serves live lines that a key opens. `recognise`: returns the guest with the key, or raises Refused."""

    def __init__(self, live_lines: LiveLines, recognise: Callable[[web.Request, str], Awaitable[Guest]]) -> None:
        self._live_lines, self._recognise = live_lines, recognise
        self._unknown = 0

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve a page's live line until it ends. Raises Refused if too many lines have shown no key yet."""
        if self._unknown >= MOST_UNKNOWN:
            raise Refused(429, "web-too-fast")
        self._unknown += 1
        try:
            socket = await self._live_lines.open(request)
            found = await self._opened(request, socket)
        finally:
            self._unknown -= 1
        if isinstance(found, int):
            await socket.close(code=found)
        else:
            await self._live_lines.serve(request, socket, found)
        return socket

    async def _opened(self, request: web.Request, socket: web.WebSocketResponse) -> Guest | int:
        """Return the guest of a line, or the code with which to close it."""
        shown = await first_message(socket)
        try:
            guest = await self._recognise(request, "" if shown is None else shown.key)
        except Refused as refused:
            return TRY_LATER if refused.status == 429 else GONE
        except Exception as error:  # noqa: BLE001 - the store is away; the page reconnects by itself
            log.warning("no seat could be looked up", error=type(error).__name__)
            return GOING_AWAY
        return guest if self._live_lines.has_room(guest) else TRY_LATER


def key_shown(request: web.Request) -> str:
    """Return the key in a request's header; empty: there is none."""
    shown = request.headers.get("Authorization", "")
    return shown.removeprefix(BEARER) if shown.startswith(BEARER) else ""


async def first_message(socket: web.WebSocketResponse) -> Shown | None:
    """Return the first message of a line; None: it is malformed, or too late."""
    try:
        async with asyncio.timeout(KEY_SECONDS):
            said = await socket.receive()
        return msgspec.json.decode(said.data, type=Shown) if said.type is WSMsgType.TEXT else None
    except (TimeoutError, msgspec.MsgspecError, UnicodeEncodeError):
        return None
