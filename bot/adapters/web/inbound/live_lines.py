"""Serve the live lines of pages: each tells a guest what they may see and what changes, and hears what they say."""

import asyncio
from collections.abc import Collection, Coroutine
from contextlib import suppress
from typing import Any, Final

import msgspec
import structlog
from aiohttp import ClientConnectionResetError, WSCloseCode, WSMsgType, web
from msgspec import Raw, Struct

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.inbound.invitations import code_in
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.inbound.saying import SaidLines
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.answered import shown
from bot.adapters.web.outbound.open_page import GONE, OpenPage
from bot.adapters.web.outbound.open_pages import OpenPages
from bot.adapters.web.outbound.page_sender import PageSender, PageSenders
from bot.adapters.web.outbound.page_updates import Answered, ChatLine, Snapshot, as_for_guest, dumped, fresh, told
from bot.adapters.web.outbound.pages import form_told
from bot.ports.audience import at_place, of_person
from persistence import StoreTrouble

HEARTBEAT: Final = 15.0
SOON: Final = 0.25
"""Seconds until a page that covers and uncovers a hand too often is heard again."""
MOST_HEARD: Final = 16_384
"""Bytes of one message from a page."""
log = structlog.get_logger()


NOTHING: Final = Raw()


class SaidHere(Struct, frozen=True, forbid_unknown_fields=True):
    """A message from a page on its line. `say`: as in a form; `covered`: whether its hand is covered from now on;

    `asleep`: whether nobody sees the page from now on.
    """

    say: Raw = NOTHING
    covered: bool | None = None
    asleep: bool | None = None


NO_WORD: Final = SaidHere()


class LiveLines:
    """Serves the pages of recognized guests, however they were recognized."""

    def __init__(self, requests: Requests, open_pages: OpenPages, saying: SaidLines) -> None:
        self._requests, self._open_pages, self._bot = requests, open_pages, requests.bot
        self._saying, self._together = saying, PageSenders(self._bot.now)
        self._at_work: set[asyncio.Task[None]] = set()
        """Tasks that hear a line of a page now: each is heard to its end, even if the page is gone by then."""
        self._openings, self._covers = rates.OPENINGS.buckets(), rates.COVERS.buckets()

    def has_room(self, guest: Guest) -> bool:
        """Return whether this guest may open one more page now."""
        return not self._open_pages.full() and self._openings.take(guest.id)

    async def open(self, request: web.Request) -> web.WebSocketResponse:
        """Return the open line of a request. It is not compressed: others' text must not affect the length of
        secrets.
        """
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, timeout=1.0, max_msg_size=MOST_HEARD, compress=False)
        await socket.prepare(request)
        return socket

    async def serve(self, request: web.Request, socket: web.WebSocketResponse, guest: Guest) -> None:
        """Serve the line of a guest until it ends: first a snapshot, then changes."""
        asked, covered = code_in(request.query.get("table", "")), request.query.get("covered") == "yes"
        tab = OpenPage(guest, self._requests.locale(request), asked, covered=covered)
        hearing, feed = self._heard(tab, socket, request), self._feed(tab, socket, request)
        tasks = {asyncio.create_task(hearing), asyncio.create_task(feed)}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            tab.left = True
            await ended(tasks - self._at_work)
        await socket.close(code=tab.closing or WSCloseCode.GOING_AWAY)

    async def _heard(self, tab: OpenPage, socket: web.WebSocketResponse, request: web.Request) -> None:
        """Handle a page's messages one after another; a message that is not from our own page ends the line."""
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT or tab.closing is not None or tab.guest.is_over(self._bot.now()):
                    return
                said = msgspec.json.decode(message.data, type=SaidHere)
                if said == NO_WORD:
                    return
                await self._take(tab, said, request)
                if tab.left:
                    return
        except (msgspec.MsgspecError, UnicodeError, ConnectionError, TimeoutError):
            return
        except Exception as error:  # noqa: BLE001 - the page reconnects by itself, and repeats it by a form
            log.warning("a line of a page failed", error=type(error).__name__)

    async def _take(self, tab: OpenPage, said: SaidHere, request: web.Request) -> None:
        if said.covered is not None or said.asleep is not None:
            while not self._covers.take(tab.guest.id):  # noqa: ASYNC110 - time alone fills it again
                await asyncio.sleep(SOON)  # the latest message counts, and must not be lost
        if said.covered is not None:
            tab.cover(covered=said.covered)
        if said.asleep is not None:
            tab.sleep(asleep=said.asleep)
        if said.say != NOTHING:
            if not await self._requests.guests.still_sits(tab.guest):
                tab.close(GONE)
                return
            hearing = asyncio.current_task()
            assert hearing is not None  # noqa: S101 - a line is heard by a task
            self._at_work.add(hearing)
            tab.hear()
            try:
                heard = await self._saying.heard(tab.guest, bytes(said.say), tab.locale, request)
            finally:
                self._at_work.discard(hearing)
            tab.reply(Answered(heard.id, shown(heard.answer)))  # together with what changed by it

    async def all_heard(self) -> None:
        """Wait until everything that pages said was heard."""
        await asyncio.gather(*self._at_work, return_exceptions=True)

    async def _feed(self, tab: OpenPage, socket: web.WebSocketResponse, request: web.Request) -> None:
        sender = PageSender(tab, socket, request, self._together)
        try:
            async with self._open_pages.open(tab) as chat:
                if await self._requests.guests.still_sits(tab.guest):
                    await sender.send(await self._snapshot(tab, chat))
                else:  # the seat was lost while this page was opening
                    tab.close(GONE)
                while (changes := await tab.changes(self._bot.now)) is not None:
                    await sender.send(dumped(changes))
                    if tab.guest.table and tab.must_ask():
                        await self._close_where_over(tab)
        except (ClientConnectionResetError, ConnectionError):
            return
        except Exception as error:  # noqa: BLE001 - the page reconnects by itself
            log.warning("live page failed", error=type(error).__name__)
        finally:
            sender.end()

    async def _close_where_over(self, tab: OpenPage) -> None:
        """Close a page that shows only one hand once its owner has left the table, or it is closed, perhaps by another
        process. While the store is away, the last answer holds.
        """
        with suppress(StoreTrouble):
            if await self._bot.sits_at(tab.guest.person.id, tab.guest.table):
                tab.note_sits()
            else:
                tab.close(GONE)

    async def _snapshot(self, tab: OpenPage, chat: tuple[ChatLine, ...]) -> str:
        seen = await self._bot.look(tab.guest.person, tab.guest.home, tab.guest.place, tab.locale, tab.guest.table)
        mine = {at_place(tab.guest.place).key, of_person(tab.guest.person.id).key}
        now = self._bot.now()
        theirs = [as_for_guest(tab.guest, update, told(update)) for update in seen if update.audience in mine]
        tables = tuple(fresh(one, now) for one in theirs)
        return dumped(Snapshot(now, tab.begin(tables), chat, form_told()))


async def while_it_listens(socket: web.WebSocketResponse, feed: Coroutine[Any, Any, None]) -> None:
    """Feed a page that only listens until the feed ends; anything that the page sends, also a close, ends it."""
    tasks = {asyncio.create_task(socket.receive()), asyncio.create_task(feed)}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await ended(tasks)


async def ended(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks, and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
