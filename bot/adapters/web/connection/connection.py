"""Stand between asyncio and aiohttp for one TCP connection, and know what it waits for, and since when."""

import asyncio
from enum import Enum
from typing import Protocol

from bot.ports.proxies import Proxies, home_of


class Waits(Enum):
    """Name what a connection waits for: the head of a request, the answer to one, or nothing."""

    HEAD = "head"
    ANSWER = "answer"
    NOTHING = "nothing"


class Admission(Protocol):
    """Admits connections, and remembers them."""

    def admit(self, connection: "Connection") -> asyncio.Protocol: ...

    def begins(self, connection: "Connection") -> None: ...

    def left(self, connection: "Connection") -> None: ...


class Connection(asyncio.Protocol):
    """A connection to the server behind the gate. `waits`: what it waits for, since `since` (in the loop's seconds).

    `home`: what counts as its address. `proxied`: it comes from our own proxy, which keeps spare connections.
    `stalled`: since when the client accepts no data.
    """

    def __init__(self, gate: Admission, proxies: Proxies) -> None:
        self._gate, self._proxies = gate, proxies
        self.waits = Waits.HEAD
        self.since = 0.0
        self.stalled: float | None = None
        self.peer = self.home = ""
        self.proxied = False
        self.inner: asyncio.Protocol = asyncio.Protocol()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - a stream is all that we listen for
        self.transport = transport
        peer = transport.get_extra_info("peername")
        self.peer = str(peer[0]) if peer else ""
        self.proxied, self.home = self._proxies.name(self.peer), home_of(self.peer)
        self.inner = self._gate.admit(self)
        self.inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        if self.waits is Waits.NOTHING:
            self._gate.begins(self)
        self.inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self.inner.eof_received()

    def pause_writing(self) -> None:
        self.stalled = asyncio.get_running_loop().time()
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        self.stalled = None
        self.inner.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        self._gate.left(self)
        self.inner.connection_lost(error)

    def abort(self) -> None:
        """Close the connection at once, and drop unsent data."""
        if self.transport is not None:
            self.transport.abort()
