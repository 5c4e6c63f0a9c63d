"""Handle a guest's own path: the page, its live line, and what is said on it."""

import structlog
from aiohttp import web
from msgspec.structs import replace

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.inbound.cookies import SEAT, drop_seat, give_seat
from bot.adapters.web.inbound.invitations import InvitationHandlers, code_in
from bot.adapters.web.inbound.live_lines import LiveLines
from bot.adapters.web.inbound.requests import GUEST_ID, Requests
from bot.adapters.web.inbound.saying import SaidLines
from bot.adapters.web.outbound.answered import answered
from bot.adapters.web.outbound.open_pages import OpenPages
from bot.adapters.web.outbound.refused import Refused
from bot.adapters.web.outbound.way_in import WayIn
from bot.ports.ids import TableCode
from bot.ports.messages import Answer, Rights

log = structlog.get_logger()


def table_asked(request: web.Request) -> TableCode:
    """Return the table that this address asks to show first; none if it is not a code."""
    return code_in(request.query.get("table", ""))


class SeatHandlers:
    """Handles `/seat/<id>/` and all paths below it."""

    def __init__(
        self,
        requests: Requests,
        open_pages: OpenPages,
        invitations: InvitationHandlers,
        saying: SaidLines,
        live_lines: LiveLines,
    ) -> None:
        self._requests, self._open_pages, self._invitations = requests, open_pages, invitations
        self._bot, self._saying, self._live_lines = requests.bot, saying, live_lines

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of these handlers."""
        return [
            web.get("/seat/{id}", self.to_page),
            web.get("/seat/{id}/", self.page),
            web.get("/seat/{id}/live", self.live),
            web.post("/seat/{id}/say", self.say),
            web.post("/seat/{id}/give-up", self.give_up),
        ]

    async def to_page(self, request: web.Request) -> web.StreamResponse:
        """Redirect a request that lacks the last slash."""
        try:
            guest = await self._requests.guest(request, hand_alone=True)
        except Refused as refused:
            return await self._strangers(request, refused)
        code = table_asked(request)
        raise web.HTTPSeeOther(f"/seat/{guest.id}/" + (f"?table={code}" if code else ""))

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with a guest's own page; for anybody else with the way in to its room."""
        try:
            guest = await self._requests.guest(request, hand_alone=True)
        except Refused as refused:
            return await self._strangers(request, refused)
        locale, invite = self._requests.locale(request), self._invitations.invitation(request, guest)
        page = self._requests.pages.room(
            locale,
            guest,
            table=table_asked(request),
            invite=invite,
            staff=self._saying.rights(guest) >= Rights.STAFF,
            face=await self._bot.face_of(guest.person.id),
        )
        return await self._renewed(request, guest, page)

    async def _strangers(self, request: web.Request, refused: Refused) -> web.StreamResponse:
        """Answer somebody who does not own this seat with the way in to its room, and to the table in the address.

        They learn nothing else of the seat; our own pages learn from the status that a seat is gone. If no room is
        known, raises the refusal.
        """
        seat = request.match_info["id"]
        if refused.sentence != "web-no-seat" or not GUEST_ID.fullmatch(seat):
            raise refused
        self._requests.only_so_often(request)
        room, code = await self._requests.guests.room_of(seat), table_asked(request)
        if not room:
            raise refused
        way_in = await self._invitations.way_in(request, room, code) if code else WayIn(room)
        way_in = replace(way_in, says="web-seat-of-another", status=refused.status)
        return self._requests.pages.welcome(self._requests.locale(request), way_in)

    async def _renewed(self, request: web.Request, guest: Guest, response: web.Response) -> web.Response:
        """Return the response, with the cookie again if the seat was not renewed for a day: a seat in use is kept."""
        try:
            if await self._requests.guests.renew(guest, self._bot.now()):
                give_seat(response, request, guest, request.cookies[SEAT])
        except Exception as error:  # noqa: BLE001 - the store is away; the seat is valid, and tomorrow will do
            log.warning("a seat could not be renewed", error=type(error).__name__)
        return response

    # What is said, and what is shown

    async def say(self, request: web.Request) -> web.StreamResponse:
        """Hear a line from the page; the answer, in JSON, is for the guest."""
        self._requests.only_ours(request, json=True)
        guest = await self._requests.guest(request, hand_alone=True)
        return await self._renewed(request, guest, await self._saying.answer(request, guest))

    async def live(self, request: web.Request) -> web.StreamResponse:
        """Serve the live line of a page until it ends."""
        self._requests.only_ours(request)
        guest = await self._requests.guest(request, hand_alone=True)
        if not self._live_lines.has_room(guest):
            raise Refused(429, "web-too-fast")
        socket = await self._live_lines.open(request)
        await self._live_lines.serve(request, socket, guest)
        return socket

    # The end

    async def give_up(self, request: web.Request) -> web.StreamResponse:
        """End a seat, and close all its pages."""
        self._requests.only_ours(request, json=True)
        guest = await self._requests.guest(request, hand_alone=True)
        await self._requests.guests.forget(guest)
        self._open_pages.turn_out(guest)
        response = answered(Answer())
        drop_seat(response, request, guest)
        return response
