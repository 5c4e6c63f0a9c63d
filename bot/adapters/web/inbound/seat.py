"""A guest's own path: the page, its live line, and what is said on it."""

import asyncio
from typing import Annotated, Final

import msgspec
import structlog
from aiohttp import ClientConnectionResetError, WSCloseCode, web
from msgspec import Meta, Struct
from msgspec.structs import replace

from bot.adapters.web.connection.addresses import address_of
from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.guests.staff_word import staff_word_in
from bot.adapters.web.inbound.cookies import SEAT, drop_seat, give_seat
from bot.adapters.web.inbound.invitations import InvitationHandlers, code_in
from bot.adapters.web.inbound.request_headers import same_origin
from bot.adapters.web.inbound.requests import GUEST_ID, Requests
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.answered import answered
from bot.adapters.web.outbound.open_page import GONE, OpenPage
from bot.adapters.web.outbound.open_pages import OpenPages
from bot.adapters.web.outbound.page_updates import ChatLine, Snapshot, dumped, fresh, told
from bot.adapters.web.outbound.refused import Refused
from bot.adapters.web.outbound.way_in import WayIn
from bot.adapters.web.plain_text import plain
from bot.ports.audience import at_place, of_person
from bot.ports.ids import TableCode
from bot.ports.messages import Answer, Message, Reply, Rights

log = structlog.get_logger()

TO_THE_BOT: Final = "@bot "
MOST_CHAT: Final = 500
MOST_LINE: Final = 2_000
"""A longer line is not even passed on to the bot."""
HEARTBEAT: Final = 15.0
SLOW: Final = 10.0
"""Seconds after which a page that takes nothing is given up."""


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """A line out of the page. `id`: made there, the same when repeated. `pressed`: a button or form, not typed."""

    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
    text: str
    table: Annotated[str, Meta(max_length=16)] = ""
    ask: Annotated[str, Meta(max_length=200)] = ""
    private: bool = False
    pressed: bool = False


def to_the_bot(guest: Guest, said: Said) -> tuple[str, bool]:
    """Return what was said, without a word that addresses the bot, and whether it is for the bot alone."""
    text = said.text.strip()
    if text.lower().startswith(TO_THE_BOT):
        return text[len(TO_THE_BOT) :].strip(), True
    return text, said.private or guest.linked


def table_asked(request: web.Request) -> TableCode:
    """Return the table that this address asks to be shown first; none, for what is no code."""
    return code_in(request.query.get("table", ""))


class SeatHandlers:
    """Handles `/seat/<id>/` and all under it."""

    def __init__(self, requests: Requests, open_pages: OpenPages, invitations: InvitationHandlers) -> None:
        self._requests, self._open_pages, self._invitations = requests, open_pages, invitations
        self._bot = requests.bot
        self._lines = rates.LINES.buckets()
        self._openings = rates.OPENINGS.buckets()

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
        """Send on whoever left the last slash out."""
        try:
            guest = await self._requests.guest(request)
        except Refused as refused:
            return await self._strangers(request, refused)
        code = table_asked(request)
        raise web.HTTPSeeOther(f"/seat/{guest.id}/" + (f"?table={code}" if code else ""))

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Answer with a guest's own page; with the way in to its room, if somebody else asks."""
        try:
            guest = await self._requests.guest(request)
        except Refused as refused:
            return await self._strangers(request, refused)
        locale, invite = self._requests.locale(request), self._invitations.invitation(request, guest)
        page = self._requests.pages.room(
            locale, guest, table=table_asked(request), invite=invite, staff=self._rights(guest) >= Rights.STAFF
        )
        return await self._renewed(request, guest, page)

    async def _strangers(self, request: web.Request, refused: Refused) -> web.StreamResponse:
        """Answer somebody whose seat this is not with the way in to its room, and to the table that they were shown.

        Of the seat they are told no more than that; pages of ours learn by the status that a seat is gone. Raises what
        they were refused with, where no room is known.
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
        """Return it with the cookie once more, where the seat has not been renewed for a day: who uses it keeps it."""
        try:
            if await self._requests.guests.renew(guest, self._bot.now()):
                give_seat(response, request, guest, request.cookies[SEAT])
        except Exception as error:  # noqa: BLE001 - the store is away; the seat is still good, and tomorrow will do
            log.warning("a seat could not be renewed", error=type(error).__name__)
        return response

    # What is said

    async def say(self, request: web.Request) -> web.StreamResponse:
        """Take a line out of the page: the answer, in JSON, is what the guest is told."""
        self._requests.only_ours(request, json=True)
        guest = await self._requests.guest(request)
        locale = self._requests.locale(request)
        too_fast = not self._lines.take(guest.id)
        try:
            said = msgspec.json.decode(await self._requests.body(request), type=Said)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise web.HTTPBadRequest from None
        if too_fast:
            return await self._too_fast(guest, said, locale)
        if len(said.text) > MOST_LINE:
            return answered(Answer(self._bot.text("web-too-long", locale, most=str(MOST_LINE)), ok=False))
        answer = answered(await self._take(guest, said, locale, address_of(request)))
        return await self._renewed(request, guest, answer)

    async def _take(self, guest: Guest, said: Said, locale: str, address: str) -> Reply:
        """Let the bot hear a press, a command or a word to it; all else is chat.

        What somebody of another platform says here is for the bot alone: their community's chat is elsewhere.
        """
        text, private = to_the_bot(guest, said)
        aloud = not (private or said.pressed or said.table or said.ask)
        if not text:
            return Answer()
        if aloud and not text.startswith(self._requests.prefix):
            self._chat(guest, said.id, text, command=False)
            return Answer()
        if not guest.linked and (word := staff_word_in(text.removeprefix(self._requests.prefix))):
            sentence, taken = await self._requests.staff_word.answer(guest, address, word)
            return Answer(self._bot.text(sentence, locale), ok=taken)
        answer = await self._bot.hear(self._message(guest, said, locale, text, private=private))
        # A secret move that was typed for all to read is answered in secret, and not shown to them; what shall be
        # remembered does not stay in the chat.
        if aloud and not (answer.is_private or answer.passing):
            self._chat(guest, said.id, text, command=True)
        return answer

    def _message(self, guest: Guest, said: Said, locale: str, text: str, *, private: bool) -> Message:
        return Message(
            id=f"{guest.id}:{said.id}",
            sender=guest.person,
            venue=guest.home,
            place=guest.place,
            private=private,
            text=text,
            table=TableCode(said.table),
            ask=said.ask,
            locale=locale,
            rights=self._rights(guest),
            page=True,
        )

    async def _too_fast(self, guest: Guest, said: Said, locale: str) -> web.Response:
        """Refuse it, unless it is a repeat: a page repeats what it got no answer to, and was taken before."""
        repeated = await self._bot.repeated(self._message(guest, said, locale, said.text, private=True))
        refused = Answer(self._bot.text("web-too-fast", locale), ok=False)
        return answered(refused, status=429) if repeated is None else answered(repeated)

    def _rights(self, guest: Guest) -> Rights:
        if guest.linked:
            return self._bot.rights_of(guest.person.id, guest.venue)
        return Rights.STAFF if self._requests.staff_word.was_said_by(guest) else Rights.PLAYER

    def _chat(self, guest: Guest, line: str, text: str, *, command: bool) -> None:
        shown = plain(text, MOST_CHAT)
        if shown:
            self._open_pages.say(guest, ChatLine(line, guest.id, guest.name, shown, self._bot.now(), command))

    # What is shown

    async def live(self, request: web.Request) -> web.StreamResponse:
        """Serve the live line of a page until it ends: a snapshot first, then what changes."""
        if not same_origin(request):
            raise Refused(403, "web-foreign-page")
        guest = await self._requests.guest(request)
        if self._open_pages.full() or not self._openings.take(guest.id):
            raise Refused(429, "web-too-fast")
        # Uncompressed: what others say must not change the length of what is secret.
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, timeout=1.0, max_msg_size=1024, compress=False)
        await socket.prepare(request)
        tab = OpenPage(guest, self._requests.locale(request))
        # The page only listens: whatever it sends, a close too, ends the line.
        tasks = {asyncio.create_task(socket.receive()), asyncio.create_task(self._feed(tab, socket, request))}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await socket.close(code=tab.closing or WSCloseCode.GOING_AWAY)
        return socket

    async def _feed(self, tab: OpenPage, socket: web.WebSocketResponse, request: web.Request) -> None:
        try:
            async with self._open_pages.open(tab) as chat:
                if await self._requests.guests.still_sits(tab.guest):
                    await self._send(socket, await self._snapshot(tab, chat))
                else:  # the seat was lost while this page was opening
                    tab.close(GONE)
                while (changes := await tab.changes(self._bot.now)) is not None:
                    await self._send(socket, dumped(changes))
        except (ClientConnectionResetError, ConnectionError):
            return
        except TimeoutError:
            log.info("slow page dropped", guest=tab.guest.id)
            if request.transport is not None:
                request.transport.abort()
        except Exception as error:  # noqa: BLE001 - the page comes back by itself
            log.warning("live page failed", error=type(error).__name__)

    async def _snapshot(self, tab: OpenPage, chat: tuple[ChatLine, ...]) -> str:
        seen = await self._bot.look(tab.guest.person, tab.guest.home, tab.guest.place, tab.locale)
        mine = {at_place(tab.guest.place).key, of_person(tab.guest.person.id).key}
        now = self._bot.now()
        tables = tuple(fresh(told(update, tab.guest), now) for update in seen if update.audience in mine)
        tab.begin(tables)
        return dumped(Snapshot(now, tables, chat))

    @staticmethod
    async def _send(socket: web.WebSocketResponse, text: str) -> None:
        async with asyncio.timeout(SLOW):
            await socket.send_str(text)

    # The end

    async def give_up(self, request: web.Request) -> web.StreamResponse:
        """End a seat, and close all pages of it."""
        self._requests.only_ours(request, json=True)
        guest = await self._requests.guest(request)
        await self._requests.guests.forget(guest)
        self._open_pages.turn_out(guest)
        response = answered(Answer())
        drop_seat(response, request, guest)
        return response
