"""Seats of pages that have no cookie, which browsers would not keep in a frame: a page is given a key and shows it.

It stands in a header of what the page sends, and in the first message of its live line.
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
"""For how long a live line may take to show its key."""
MOST_UNKNOWN: Final = 200
"""Live lines that have not shown their key yet."""
MOST_KEY: Final = 2_000
TRY_LATER: Final = 1013
BEARER: Final = "Bearer "
log = structlog.get_logger()


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """The first message of a live line, and the only one."""

    key: Annotated[str, Meta(max_length=MOST_KEY)]


class KeyedSeats:
    """Knows the guests who came in by one door. `asks`: how often an address may show what nobody knows yet."""

    def __init__(self, requests: Requests, door: str, asks: Rate) -> None:
        self._requests, self._door, self._asks = requests, door, asks.buckets()

    async def guest(self, request: web.Request, key: str) -> Guest:
        """Return the guest who came in here and was given this key. Raises Refused for everybody else."""
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
        """Raise Refused where too many who are not known yet ask from this address."""
        if not self._asks.take(address_of(request)):
            raise Refused(429, "web-too-fast")


class KeyedLines:
    """Serves live lines that are opened by a key. `recognise`: returns whose key it is, or raises Refused."""

    def __init__(self, live_lines: LiveLines, recognise: Callable[[web.Request, str], Awaitable[Guest]]) -> None:
        self._live_lines, self._recognise = live_lines, recognise
        self._unknown = 0

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve the live line of a page until it ends. Raises Refused where too many have shown no key yet."""
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
        """Return whose line it is, or the code with which it ends."""
        shown = await first_message(socket)
        try:
            guest = await self._recognise(request, "" if shown is None else shown.key)
        except Refused as refused:
            return TRY_LATER if refused.status == 429 else GONE
        except Exception as error:  # noqa: BLE001 - the store is away; the page comes back by itself
            log.warning("no seat could be looked up", error=type(error).__name__)
            return GOING_AWAY
        return guest if self._live_lines.has_room(guest) else TRY_LATER


def key_shown(request: web.Request) -> str:
    """Return the key in the header of a request; empty: there is none."""
    shown = request.headers.get("Authorization", "")
    return shown.removeprefix(BEARER) if shown.startswith(BEARER) else ""


async def first_message(socket: web.WebSocketResponse) -> Shown | None:
    """Return the first message of a line; None for what is none, or too late."""
    try:
        async with asyncio.timeout(KEY_SECONDS):
            said = await socket.receive()
        return msgspec.json.decode(said.data, type=Shown) if said.type is WSMsgType.TEXT else None
    except (TimeoutError, msgspec.MsgspecError, UnicodeEncodeError):
        return None
