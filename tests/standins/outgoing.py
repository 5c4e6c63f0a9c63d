"""Write to one socket of a stand-in. Sending is not awaited: a writer empties the outbox in order."""

from __future__ import annotations

import asyncio
import contextlib

from aiohttp import web


class Outgoing:
    """One socket. `deaf`: nothing more is sent, but the socket stays open."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self.request = request
        self.outbox: asyncio.Queue[str] = asyncio.Queue()
        self.deaf = False

    def send(self, text: str) -> None:
        if not self.deaf:
            self.outbox.put_nowait(text)

    async def write(self) -> None:
        while True:
            text = await self.outbox.get()
            with contextlib.suppress(ConnectionError, RuntimeError):
                await self.socket.send_str(text)
            self.outbox.task_done()
