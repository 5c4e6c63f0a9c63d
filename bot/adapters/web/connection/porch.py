"""The lane for those for whom there is no room: a sentence, and the health check, which is answered all the same."""

import asyncio
from collections import OrderedDict
from typing import Final

from bot.adapters.web.inbound.guard import HEADERS

MOST_VISITORS: Final = 64
SECONDS: Final = 3.0
"""For how long somebody may stand there."""
LONGEST: Final = 4096
ASKS_HEALTH: Final = (b"GET /health ", b"HEAD /health ")


class Porch:
    """Knows one answer, and has places of its own: whoever stands there longest makes room."""

    def __init__(self, sentence: str) -> None:
        self._busy = answer("503 Service Unavailable", sentence)
        self._health = answer("200 OK", "ok")
        self._visitors: OrderedDict[Visitor, None] = OrderedDict()

    def __call__(self) -> "Visitor":
        return Visitor(self)

    def enter(self, visitor: "Visitor") -> None:
        self._visitors[visitor] = None
        if len(self._visitors) > MOST_VISITORS:
            self._visitors.popitem(last=False)[0].abort()

    def left(self, visitor: "Visitor") -> None:
        self._visitors.pop(visitor, None)

    def answer(self, request: bytes) -> bytes:
        return self._health if request.startswith(ASKS_HEALTH) else self._busy


class Visitor(asyncio.Protocol):
    """A connection on the porch: its request is read to the end of its head, answered and forgotten."""

    def __init__(self, porch: Porch) -> None:
        self._porch = porch
        self._request = b""
        self._transport: asyncio.Transport | None = None
        self._limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - a stream is all that we listen for
        self._transport = transport
        self._limit = asyncio.get_running_loop().call_later(SECONDS, self.abort)
        self._porch.enter(self)

    def data_received(self, data: bytes) -> None:
        self._request += data[:LONGEST]
        if self._transport is None or self._transport.is_closing():
            return
        if b"\r\n\r\n" in self._request or len(self._request) >= LONGEST:
            self._transport.write(self._porch.answer(self._request))
            self._transport.close()

    def connection_lost(self, error: Exception | None) -> None:  # noqa: ARG002 - as asyncio calls it
        self._porch.left(self)
        if self._limit is not None:
            self._limit.cancel()

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()


def answer(status: str, text: str) -> bytes:
    content = text.encode()
    headers = {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(content)), "Connection": "close"}
    if not status.startswith("200"):
        headers["Retry-After"] = "5"
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in (headers | HEADERS).items())]
    return "\r\n".join([*lines, "", ""]).encode() + content
