"""Answer clients that find no room: with a sentence, or to a health check as usual."""

import asyncio
from typing import Final

from cachetools import FIFOCache

from bot.adapters.web.outbound.response_headers import HEADERS

MOST_CONNECTIONS: Final = 64
SECONDS: Final = 3.0
"""How long a connection may stay."""
LONGEST: Final = 4096
ASKS_HEALTH: Final = (b"GET /health ", b"HEAD /health ")


class OverflowServer:
    """Makes protocols with fixed answers. It has a limit of its own: beyond it, the oldest connection is closed."""

    def __init__(self, sentence: str) -> None:
        self._busy = answer("503 Service Unavailable", sentence)
        self._health = answer("200 OK", "ok")
        self._open = OpenConnections(MOST_CONNECTIONS)

    def __call__(self) -> "OverflowConnection":
        return OverflowConnection(self)

    def enter(self, connection: "OverflowConnection") -> None:
        """Count a connection as open; if there are too many, the oldest is closed."""
        self._open[connection] = None

    def left(self, connection: "OverflowConnection") -> None:
        """Forget a closed connection."""
        self._open.pop(connection, None)

    def answer(self, request: bytes) -> bytes:
        return self._health if request.startswith(ASKS_HEALTH) else self._busy


class OverflowConnection(asyncio.Protocol):
    """A connection without room: its request's head is read, answered, and forgotten."""

    def __init__(self, overflow: OverflowServer) -> None:
        self._overflow = overflow
        self._request = b""
        self._transport: asyncio.Transport | None = None
        self._limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - a stream is all that we listen for
        self._transport = transport
        self._limit = asyncio.get_running_loop().call_later(SECONDS, self.abort)
        self._overflow.enter(self)

    def data_received(self, data: bytes) -> None:
        self._request += data[:LONGEST]
        if self._transport is None or self._transport.is_closing():
            return
        if b"\r\n\r\n" in self._request or len(self._request) >= LONGEST:
            self._transport.write(self._overflow.answer(self._request))
            self._transport.close()

    def connection_lost(self, error: Exception | None) -> None:  # noqa: ARG002 - as asyncio calls it
        self._overflow.left(self)
        if self._limit is not None:
            self._limit.cancel()

    def abort(self) -> None:
        """Close the connection at once."""
        if self._transport is not None:
            self._transport.abort()


class OpenConnections(FIFOCache[OverflowConnection, None]):
    """Closes the oldest connection if there are too many."""

    def popitem(self) -> tuple[OverflowConnection, None]:
        oldest = super().popitem()
        oldest[0].abort()
        return oldest


def answer(status: str, text: str) -> bytes:
    content = text.encode()
    headers = {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(content)), "Connection": "close"}
    if not status.startswith("200"):
        headers["Retry-After"] = "5"
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in (headers | HEADERS).items())]
    return "\r\n".join([*lines, "", ""]).encode() + content
