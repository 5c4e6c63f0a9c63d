"""Handle invitations: the address of a table, its QR code, and a seat for those who follow it.

Looking at any of these changes nothing, because robots look first (threats T17). A QR code is drawn only for an
existing table.
"""

from functools import lru_cache
from io import BytesIO
from typing import Any, Final
from urllib.parse import urlsplit

from aiohttp import web

from bot.adapters.web.connection.addresses import address_of
from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.inbound.request_headers import is_loopback
from bot.adapters.web.inbound.requests import Requests, room_named
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.open_pages import OpenPages
from bot.adapters.web.outbound.page_updates import veiled
from bot.adapters.web.outbound.refused import Refused
from bot.adapters.web.outbound.way_in import JOIN, PLAY_ON, QUEUE, WayIn, path_of_room
from bot.ports.audience import at_place
from bot.ports.ids import NO_TABLE, NOBODY, TableCode
from bot.ports.messages import Message, Panel, Person
from bot.ports.rooms import place_of_room, venue_of_room
from bot.ports.said import CODE

QUIET_ZONE: Final = 4
"""The white border of a QR code, in modules, as its standard requires."""
MOST_DRAWN: Final = 256


class InvitationHandlers:
    """Handles `/room/<slug>/t/<CODE>` and `/room/<slug>/t/<CODE>/qr.svg`, and seats invited guests."""

    def __init__(self, requests: Requests, open_pages: OpenPages) -> None:
        self._requests, self._open_pages, self._bot = requests, open_pages, requests.bot
        self._visits = rates.VISITS.buckets()

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [web.get("/room/{room}/t/{code}", self.page), web.get("/room/{room}/t/{code}/qr.svg", self.qr_code)]

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with a room's way in that leads to this table, or says why it can't."""
        room, code = self._named(request)
        return self._requests.pages.welcome(self._requests.locale(request), await self.way_in(request, room, code))

    async def way_in(self, request: web.Request, room: str, code: TableCode) -> WayIn:
        """Return what a room's way in says about an invitation to this table."""
        panel = await self.table(room, code, self._requests.locale(request))
        return WayIn(room, code=code, panel=panel, status=404 if panel is None else 200)

    async def table(self, room: str, code: TableCode, locale: str) -> Panel | None:
        """Return the table with this code in a room, as everybody may see it; None: there is none."""
        here = place_of_room(room)
        seen = await self._bot.look(Person(NOBODY, ""), venue_of_room(room), here, locale)
        wanted = (one.card for one in seen if one.audience == at_place(here).key and one.code == code)
        return next((veiled(panel) for panel in wanted if panel.phase != "closed"), None)

    async def qr_code(self, request: web.Request) -> web.StreamResponse:
        """Answer with the QR code of a table's address."""
        room, code = self._named(request)
        if await self.table(room, code, self._requests.locale(request)) is None:
            raise Refused(404, "web-no-such-page", path_of_room(room))
        address = f"{self._requests.public.of(request)}{path_of_table(room, code)}"
        return web.Response(body=drawn(address), content_type="image/svg+xml", charset="utf-8")

    def _named(self, request: web.Request) -> tuple[str, TableCode]:
        """Return the room and the table's code in this path. Raises Refused if they are invalid, or for too many
        requests.
        """
        if not self._visits.take(address_of(request)):
            raise Refused(429, "web-too-fast")
        room = room_named(request.match_info["room"])
        return room, code_named(request.match_info["code"], room)

    def invitation(self, request: web.Request, guest: Guest) -> dict[str, Any] | None:
        """Return what a guest's page needs to invite others: where the addresses of their room's tables begin.

        `local`: only this computer can open them. None: the guest's tables are on another platform.
        """
        if guest.linked:
            return None
        address = self._requests.public.of(request)
        local = is_loopback(urlsplit(address).netloc)
        return {"home": address + path_of_table(guest.room, ""), "local": local}

    async def seat(self, guest: Guest, code: TableCode, locale: str, *, queues: bool = False) -> None:
        """Sit down for a guest, or queue, as if they had pressed the button; a refusal is told on their page."""
        await self._said(guest, f"invited-{code}", QUEUE if queues else JOIN, code, locale)

    async def practise(self, guest: Guest, link: str, locale: str) -> None:
        """Continue the game of a replay as practice, as if the guest had said so in their room."""
        await self._said(guest, f"practice-{link}", f"{self._requests.prefix}{PLAY_ON} {link}", NO_TABLE, locale)

    async def _said(self, guest: Guest, once: str, text: str, code: TableCode, locale: str) -> None:
        message = Message(
            id=f"{guest.id}:{once}",
            sender=guest.person,
            venue=guest.home,
            place=guest.place,
            private=False,
            text=text,
            table=code,
            locale=locale,
            page=True,
        )
        answer = await self._bot.hear(message)
        if answer.text and not (answer.told or answer.repeated):
            self._open_pages.keep(guest.person.id, answer)


def code_named(typed: str, room: str) -> TableCode:
    """Return a table's code in its usual form, whatever its case. Raises Refused if it is not a code."""
    code = code_in(typed)
    if not code:
        raise Refused(404, "web-no-code", path_of_room(room))
    return code


def code_in(typed: str) -> TableCode:
    """Return a table's code in its usual form; none if it is not a code. Letters that only look like ours do
    not count.
    """
    return TableCode(typed.upper()) if typed.isascii() and CODE.fullmatch(typed) else NO_TABLE


def path_of_table(room: str, code: str) -> str:
    """Return the path of the invitation to a table."""
    return f"/room/{room}/t/{code}"


@lru_cache(maxsize=MOST_DRAWN)
def drawn(address: str) -> bytes:
    """Return the QR code of an address as SVG: dark on white, with its border, without a fixed size."""
    import segno  # noqa: PLC0415 - codes are drawn seldom

    picture = BytesIO()
    segno.make_qr(address, error="m").save(
        picture,
        kind="svg",
        border=QUIET_ZONE,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        omitsize=True,
    )
    return picture.getvalue()
