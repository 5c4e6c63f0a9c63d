"""Limit connections: their number in total and from one address, and how slow they may be (threats T28).

aiohttp only limits how long a connection may be idle, and equally for people's pages and a proxy's spare connections.
It limits neither their number nor how slowly a client reads its answer. So each connection passes through this gate
first.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from aiohttp import web

from bot.adapters.web.connection.addresses import address_of
from bot.adapters.web.connection.connection import Connection, Waits
from bot.adapters.web.connection.error_counts import ErrorCounts
from bot.adapters.web.connection.overflow import OverflowServer
from bot.adapters.web.limits.connection_limits import Concurrent, ConnectionLimits
from bot.adapters.web.outbound.refused import Refused
from bot.ports.proxies import Proxies

SWEEP_SECONDS: Final = 1.0
ACCEPTED_AT_ONCE: Final = 64
"""Fewer than one address may have, so that a new connection can send its request before the next ones push it out."""
WAITING_TO_COME_IN: Final = 1024
"""How many connections the system queues for us; with fewer, people wait for seconds during a rush."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Gate:
    """Makes the protocols of a server. When it is full, the slowest connection is closed, or the overflow server
    answers.

    A connection whose request is being answered, such as that of a live page, is never closed to make room. So it is
    not simply the oldest that goes, and these are ordered sets instead of caches.
    """

    def __init__(
        self, proxies: Proxies, overflow: OverflowServer, errors: ErrorCounts, limits: ConnectionLimits
    ) -> None:
        self._proxies, self._overflow, self._errors, self._limits = proxies, overflow, errors, limits
        self._server: web.Server | None = None
        self._all: dict[asyncio.Protocol, Connection] = {}
        self._standing: dict[Waits, OrderedDict[Connection, None]] = {waits: OrderedDict() for waits in Waits}
        self._from: dict[str, OrderedDict[Connection, None]] = {}
        """Both in the order in which they began to wait."""
        self._behind = Concurrent(limits.of_one)
        """How many requests are being answered, for each address behind our own proxy."""
        self._listening: asyncio.Server | None = None
        self._sweeper: asyncio.Task[None] | None = None

    # The server

    async def open(self, server: web.Server, host: str, port: int) -> None:
        """Admit connections to this server; port 0: any free one. Raises OSError if the port is not available."""
        self._server = server
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(
            lambda: Connection(self, self._proxies), host, port, backlog=ACCEPTED_AT_ONCE
        )
        for one in self._listening.sockets:
            with one.dup() as same:
                same.listen(WAITING_TO_COME_IN)
        self._sweeper = asyncio.create_task(self._sweep_again_and_again(), name="gate")

    @property
    def count(self) -> int:
        """Return how many connections are open."""
        return len(self._all)

    @property
    def port(self) -> int:
        """Return the port, once it is open."""
        assert self._listening is not None  # noqa: S101 - asked of an open gate only
        return int(self._listening.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Accept no more connections; the server ends those that remain."""
        if self._listening is not None:
            self._listening.close()
        if self._sweeper is not None:
            self._sweeper.cancel()

    # Connections that come and go

    def admit(self, connection: Connection) -> asyncio.Protocol:
        """Return the protocol for a connection: the server's, or the overflow's if there is no room."""
        if self._server is None or not self._has_room(connection):
            self._errors.count("refused")
            return self._overflow()
        handler: asyncio.Protocol = self._server()
        self._all[handler] = connection
        self._from.setdefault(connection.home, OrderedDict())[connection] = None
        # A proxy may open connections before it needs them.
        self._stand(connection, Waits.NOTHING if connection.proxied else Waits.HEAD)
        return handler

    def begins(self, connection: Connection) -> None:
        """Note that a connection's next request begins to arrive."""
        if connection.inner in self._all:
            self._stand(connection, Waits.HEAD)

    def left(self, connection: Connection) -> None:
        """Forget a closed connection."""
        if self._all.pop(connection.inner, None) is None:
            return
        self._standing[connection.waits].pop(connection, None)
        here = self._from[connection.home]
        del here[connection]
        if not here:
            del self._from[connection.home]

    def _stand(self, connection: Connection, waits: Waits) -> None:
        self._standing[connection.waits].pop(connection, None)
        connection.waits, connection.since = waits, asyncio.get_running_loop().time()
        self._standing[waits][connection] = None
        self._from[connection.home].move_to_end(connection)

    # Room

    def _has_room(self, connection: Connection) -> bool:
        here = self._from.get(connection.home, OrderedDict())
        if not connection.proxied and len(here) >= self._limits.of_one and not self._make_room(here):
            return False
        return len(self._all) < self._limits.connections or self._make_room()

    def _make_room(self, here: Iterable[Connection] | None = None) -> bool:
        """Close the connection that waits longest: those without a first request come first. Return False if none
        waits.
        """
        for waits in (Waits.HEAD, Waits.NOTHING):
            standing = self._standing[waits] if here is None else (one for one in here if one.waits is waits)
            longest = next(iter(standing), None)
            if longest is not None:
                self._push_out(longest, "half_open" if waits is Waits.HEAD else "")
                return True
        return False

    def _push_out(self, connection: Connection, why: str) -> None:
        if why:
            self._errors.count(why)
        self.left(connection)
        connection.abort()

    # Requests

    @web.middleware
    async def passing(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request; meanwhile its connection is not closed to make room. Raises Refused if one address has too
        many.

        Behind our own proxy the address is the one that the proxy names, because its connections carry everybody.
        """
        connection = self._all.get(request.protocol)
        if connection is None:
            return await handler(request)
        self._stand(connection, Waits.ANSWER)
        if not connection.proxied and "X-Forwarded-For" in request.headers:
            self._errors.count("not_believed", connection.peer)
        try:
            return await (self._of_proxy(request, handler) if connection.proxied else handler(request))
        finally:
            if request.protocol in self._all:
                self._stand(connection, Waits.NOTHING)

    async def _of_proxy(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        with self._behind.one_of(address_of(request)) as has_room:
            if has_room:
                return await handler(request)
        self._errors.count("refused")
        raise Refused(503, "web-full")

    # Deadlines

    async def _sweep_again_and_again(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """Close connections that are too slow, and log it."""
        now = asyncio.get_running_loop().time()
        for connection in list(self._all.values()):
            why = self._late(connection, now)
            if why is not None:
                self._push_out(connection, why)
        self._errors.tell()

    def _late(self, connection: Connection, now: float) -> str | None:
        """Return the kind of trouble of a connection, empty for an idle one; None if it is in time."""
        if connection.transport is not None and connection.transport.is_closing() and connection.stalled is None:
            connection.stalled = now  # it closes once all written data is accepted
        if connection.stalled is not None and now - connection.stalled >= self._limits.stalled:
            return "took_nothing"
        waited = now - connection.since
        if connection.waits is Waits.HEAD and waited >= self._limits.head:
            return "too_slow"
        if connection.waits is Waits.NOTHING and waited >= self._limits.idle and not connection.proxied:
            return ""
        return None
