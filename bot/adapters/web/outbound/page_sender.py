"""Send pages their messages: what is due for many at the same moment in one task, the rest by each page's own line."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

import structlog
from aiohttp import WSMsgType, web
from msgspec.json import encode

from bot.adapters.web.outbound.open_page import OpenPage

SLOW: Final = 10.0
"""Seconds until a page that accepts no data is given up."""
MOST_AHEAD: Final = 32_768
"""Bytes of a message that are sent without waiting where nothing else is on its way to the page."""
log = structlog.get_logger()


class PageSender:
    """Sends a page its messages. A page that does not accept one in time is cut off: one timer for all of them."""

    def __init__(
        self, tab: OpenPage, socket: web.WebSocketResponse, request: web.Request, together: "PageSenders"
    ) -> None:
        self.tab, self._socket, self._transport = tab, socket, request.transport
        self._began: float | None = None
        """When the message that is being sent was begun, in the loop's seconds."""
        self._alarm: asyncio.TimerHandle | None = None
        if not tab.guest.table:  # after each message to a hand alone, its line looks who still sits there
            tab.hurry = partial(together.add, self)

    async def send(self, text: str) -> None:
        """Send a message."""
        loop = asyncio.get_running_loop()
        self._began = loop.time()
        if self._alarm is None:
            self._alarm = loop.call_at(self._began + SLOW, self._look)
        await self._socket.send_str(text)
        self._began = None

    async def send_ahead(self, now: int, at: float) -> None:
        """Send what the page lacks if that does not wait; otherwise leave it to the page's own line.

        `at`: now, in the loop's seconds.
        """
        is_free = self._transport is not None and not self._transport.get_write_buffer_size()
        changes = self.tab.taken_ahead(now, at) if is_free else None
        content = b"" if changes is None else encode(changes)
        if content and len(content) <= MOST_AHEAD:
            await self._socket.send_frame(content, WSMsgType.TEXT)
        else:
            self.tab.go_on(changes)

    def _look(self) -> None:
        """Cut off a page that accepts no data; whatever is sent to it fails then."""
        loop, began, self._alarm = asyncio.get_running_loop(), self._began, None
        if began is None:
            return
        if began + SLOW > loop.time():
            self._alarm = loop.call_at(began + SLOW, self._look)
            return
        log.info("slow page dropped", guest=self.tab.guest.id)
        if self._transport is not None:
            self._transport.abort()

    def end(self) -> None:
        """End the timer of a page that is gone, and send it nothing more."""
        self.tab.hurry = None
        if self._alarm is not None:
            self._alarm.cancel()


class PageSenders:
    """Sends what pages lack that were told something in the same turn of the loop. `clock`: the tables' time in ms."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._due: list[PageSender] = []
        self._sending: asyncio.Task[None] | None = None

    def add(self, sender: PageSender) -> None:
        """Send a page soon what it lacks."""
        if not self._due:
            self._sending = asyncio.get_running_loop().create_task(self._send(), name="pages told")
        self._due.append(sender)

    async def _send(self) -> None:
        due, self._due = self._due, []
        now, at = self._clock(), asyncio.get_running_loop().time()
        for sender in due:
            try:
                await sender.send_ahead(now, at)
            except Exception as error:  # noqa: BLE001 - its own line tells of it, and ends
                sender.tab.fail(error)
