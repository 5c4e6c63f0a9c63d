"""Handle the way in: a name, a room, a seat."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from aiohttp import web
from cachetools import TTLCache
from msgspec.structs import replace

from bot.adapters.web.connection.addresses import address_of
from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.inbound.cookies import give_seat
from bot.adapters.web.inbound.invitations import InvitationHandlers, code_named
from bot.adapters.web.inbound.requests import HEALTH, Requests, room_named
from bot.adapters.web.outbound.files import FOR_GOOD
from bot.adapters.web.outbound.pages import files
from bot.adapters.web.outbound.refused import Refused
from bot.adapters.web.outbound.way_in import LOOK, PLAY_ON, QUEUE, SIT, WayIn
from bot.adapters.web.plain_text import plain
from bot.ports.ids import NO_TABLE, TableCode
from bot.ports.rooms import MAIN

T = TypeVar("T")
MOST_NAME: Final = 24
MOST_LINK: Final = 40
KEY: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")
"""The key that our pages put into a form; it is new for each view of the page."""
REPEATED: Final = 60.0
"""Seconds for which a form that is sent again gets the same answer."""
MOST_REPEATED: Final = 5_000


class WelcomeHandlers:
    """Handles `/`, `/room/<slug>`, `/sit` and `/games.json`."""

    def __init__(self, requests: Requests, invitations: InvitationHandlers) -> None:
        self._requests, self._invitations = requests, invitations
        self._submissions: Submissions[tuple[Guest, str]] = Submissions()

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [
            web.get("/", self.welcome),
            web.get("/room/{room}", self.welcome),
            web.post("/sit", self.sit),
            *files().routes(),
            web.get("/games.json", self.games),
            web.get(HEALTH, self.health),
        ]

    async def health(self, _: web.Request) -> web.StreamResponse:
        """Answer that we are running."""
        return web.Response(text="ok")

    async def welcome(self, request: web.Request) -> web.StreamResponse:
        """Answer with the way in to a room."""
        room = room_named(request.match_info.get("room", MAIN))
        return self._requests.pages.welcome(self._requests.locale(request), WayIn(room))

    async def games(self, request: web.Request) -> web.StreamResponse:
        """Answer with the games that can be opened, with their rules in pictures."""
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
        """Give a seat in a room to somebody with a name, and send them to their page; invited guests sit down there.

        Raises Refused for an address that has opened too many rooms today.
        """
        self._requests.only_ours(request)
        self._requests.only_so_often(request)
        form, locale = await self._requests.form(request), self._requests.locale(request)
        room, name = room_named(form.get("room", MAIN)), plain(form.get("name", ""), MOST_NAME)
        wants, code = form.get("wants", ""), table_in(form, room)
        if not name:
            practice = form.get("practice", "")[:MOST_LINK]
            way_in = await self._invitations.way_in(request, room, code) if code else WayIn(room, practice=practice)
            return self._requests.pages.welcome(locale, replace(way_in, error="web-name-missing"))
        if not await self._requests.bot.lets_in(room, address_of(request)):
            raise Refused(429, "web-many-rooms")
        guest, secret = await self._submissions.once(
            form.get("once", ""), (room, name), lambda: self._requests.guests.sit(name, room, self._requests.bot.now())
        )
        if code and wants in {SIT, QUEUE}:
            await self._invitations.seat(guest, code, locale, queues=wants == QUEUE)
        if wants == PLAY_ON:
            await self._invitations.practise(guest, form.get("practice", "")[:MOST_LINK], locale)
        wanted = f"?table={code}" if code and wants in {SIT, QUEUE, LOOK} else ""
        response = web.Response(status=303, headers={"Location": f"/seat/{guest.id}/{wanted}"})
        give_seat(response, request, guest, secret)
        return response


def table_in(form: dict[str, str], room: str) -> TableCode:
    """Return the table that this form asks for; none if it names none. Raises Refused if it is not a code."""
    typed = form.get("table", "")
    return code_named(typed, room) if typed else NO_TABLE


class Submissions(Generic[T]):
    """Does what a form asks for once, and answers repeats with the same result: a second press sends it twice, and so
    does a browser that tries again.
    """

    def __init__(self) -> None:
        self._sent: TTLCache[tuple[str, ...], asyncio.Future[T]] = TTLCache(
            MOST_REPEATED, REPEATED, timer=time.monotonic
        )

    async def once(self, key: str, content: tuple[str, ...], act: Callable[[], Awaitable[T]]) -> T:
        """Return the result of `act` for this form, or the earlier one for the same content a moment ago.

        A form without our key always counts as new. After a failure the form may be tried again.
        """
        if not KEY.fullmatch(key):
            return await act()
        sent = self._sent.get((key, *content))
        if sent is None or (sent.done() and (sent.cancelled() or sent.exception() is not None)):
            sent = self._sent[key, *content] = asyncio.ensure_future(act())
        return await asyncio.shield(sent)
