"""The gate lets in so many connections in all, so many from one address, and none that dawdles (threats T28).

aiohttp bounds how long a connection may be idle, but by one clock for the pages of people and the stock of a proxy, and
neither how many there are, nor how long somebody takes to read an answer. So each connection passes here first.
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
"""Fewer than one address may have: whoever has just come in sends a request before the next ones push them out."""
WAITING_TO_COME_IN: Final = 1024
"""So many the system holds for us; with fewer, people wait for a second and more beside a rush."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Gate:
    """Makes the protocols of a server. Where it is full, whoever dawdles longest makes room, or there is the overflow.

    Connections with a request that is being answered, and live pages among them, are never taken for another's sake:
    so what is dropped is not simply the oldest, and these are ordered sets and no cache.
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
        """The requests that are being answered to each address behind a proxy of ours."""
        self._listening: asyncio.Server | None = None
        self._sweeper: asyncio.Task[None] | None = None

    # The server

    async def open(self, server: web.Server, host: str, port: int) -> None:
        """Let connections in to this server, port 0: any free one. Raises OSError where the port can't be had."""
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
    def port(self) -> int:
        """Return where it listens, once it is open."""
        assert self._listening is not None  # noqa: S101 - asked of an open gate only
        return int(self._listening.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Let nobody in any more; those who are in are the server's to see out."""
        if self._listening is not None:
            self._listening.close()
        if self._sweeper is not None:
            self._sweeper.cancel()

    # Those who come and go

    def admit(self, connection: Connection) -> asyncio.Protocol:
        """Return the protocol that serves this connection: the server's, or the overflow's where there is no room."""
        if self._server is None or not self._has_room(connection):
            self._errors.count("refused")
            return self._overflow()
        handler: asyncio.Protocol = self._server()
        self._all[handler] = connection
        self._from.setdefault(connection.home, OrderedDict())[connection] = None
        # A proxy may open connections before anybody asks it for anything.
        self._stand(connection, Waits.NOTHING if connection.proxied else Waits.HEAD)
        return handler

    def begins(self, connection: Connection) -> None:
        """Note that its next request begins to come in."""
        if connection.inner in self._all:
            self._stand(connection, Waits.HEAD)

    def left(self, connection: Connection) -> None:
        """Forget a connection that is closed."""
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
        """Push out whoever dawdles longest: without a request first, then without another one. False: nobody does."""
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
        """Answer a request; until then its connection is nobody's to take. Raises Refused for too many of one address.

        Behind a proxy of ours the address is the one that the proxy names: its own connections are everybody's.
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
        """Push out whoever is late, and tell of it."""
        now = asyncio.get_running_loop().time()
        for connection in list(self._all.values()):
            why = self._late(connection, now)
            if why is not None:
                self._push_out(connection, why)
        self._errors.tell()

    def _late(self, connection: Connection, now: float) -> str | None:
        """Return the kind of trouble that this is, empty for none; None for whoever is in time."""
        if connection.transport is not None and connection.transport.is_closing() and connection.stalled is None:
            connection.stalled = now  # it is closed when what was written is taken
        if connection.stalled is not None and now - connection.stalled >= self._limits.stalled:
            return "took_nothing"
        waited = now - connection.since
        if connection.waits is Waits.HEAD and waited >= self._limits.head:
            return "too_slow"
        if connection.waits is Waits.NOTHING and waited >= self._limits.idle and not connection.proxied:
            return ""
        return None
