"""Who is let in: so many connections in all, so many from one address, and none that dawdles (threats T28).

aiohttp bounds how long a connection may be idle, but by one clock for the pages of people and the stock of a proxy, and
neither how many there are, nor how long somebody takes to read an answer. So each connection passes here first.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from aiohttp import web
from msgspec import Struct

from bot.adapters.web.connection.connection import Connection, Waits
from bot.adapters.web.connection.porch import Porch
from bot.adapters.web.connection.tally import Tally
from bot.adapters.web.inbound.guard import address_of
from bot.adapters.web.inbound.proxies import Proxies, home_of
from bot.adapters.web.inbound.requests import Refused

SWEEP_SECONDS: Final = 1.0
ACCEPTED_AT_ONCE: Final = 64
"""Fewer than one address may have: whoever has just come in sends a request before the next ones push them out."""
WAITING_TO_COME_IN: Final = 1024
"""How many the system holds for us; with fewer, people wait for a second and more beside a rush."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Limits(Struct, frozen=True):
    """`connections`: in all; `of_one`: from one address. Seconds: for the head of a request, for its body, for which a
    connection may do nothing, and for which somebody may take nothing of what they asked for.
    """

    connections: int = 4_000
    of_one: int = 1_000
    head: float = 10.0
    body: float = 10.0
    idle: float = 75.0
    stalled: float = 20.0


class Gate:
    """Makes the protocols of a server. Where it is full, whoever dawdles longest makes room, else there is the porch.

    Connections with a request that is being answered, and live pages among them, are never taken for another's sake.
    """

    def __init__(self, proxies: Proxies, porch: Porch, tally: Tally, limits: Limits) -> None:
        self._proxies, self._porch, self._tally, self._limits = proxies, porch, tally, limits
        self._server: web.Server | None = None
        self._all: dict[asyncio.Protocol, Connection] = {}
        self._standing: dict[Waits, OrderedDict[Connection, None]] = {waits: OrderedDict() for waits in Waits}
        self._from: dict[str, OrderedDict[Connection, None]] = {}
        """Both in the order in which they began to wait."""
        self._behind: Counter[str] = Counter()
        """How many requests are being answered to each address behind a proxy of ours."""
        self._listening: asyncio.Server | None = None
        self._sweeper: asyncio.Task[None] | None = None

    # The server

    async def open(self, server: web.Server, host: str, port: int) -> None:
        """Raises OSError where the port can't be had."""
        self._server = server
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(lambda: Connection(self), host, port, backlog=ACCEPTED_AT_ONCE)
        for one in self._listening.sockets:
            with one.dup() as same:
                same.listen(WAITING_TO_COME_IN)
        self._sweeper = asyncio.create_task(self._sweep_again_and_again(), name="gate")

    @property
    def port(self) -> int:
        """Where it listens, once it is open."""
        assert self._listening is not None  # noqa: S101 - asked of an open gate only
        return int(self._listening.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Nobody comes in any more; those who are in are the server's to see out."""
        if self._listening is not None:
            self._listening.close()
        if self._sweeper is not None:
            self._sweeper.cancel()

    # Those who come and go

    def admit(self, connection: Connection) -> asyncio.Protocol:
        connection.proxied, connection.home = self._proxies.name(connection.peer), home_of(connection.peer)
        if self._server is None or not self._has_room(connection):
            self._tally.count("refused")
            return self._porch()
        handler: asyncio.Protocol = self._server()
        self._all[handler] = connection
        self._from.setdefault(connection.home, OrderedDict())[connection] = None
        # A proxy may open connections before anybody asks it for anything.
        self._stand(connection, Waits.NOTHING if connection.proxied else Waits.HEAD)
        return handler

    def begins(self, connection: Connection) -> None:
        """Its next request begins to come in."""
        if connection.inner in self._all:
            self._stand(connection, Waits.HEAD)

    def left(self, connection: Connection) -> None:
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
            self._tally.count(why)
        self.left(connection)
        connection.abort()

    # Requests

    @web.middleware
    async def passing(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """While a request is answered its connection is nobody's to take. Raises Refused for too many of one address.

        Behind a proxy of ours the address is the one that the proxy names: its own connections are everybody's.
        """
        connection = self._all.get(request.protocol)
        if connection is None:
            return await handler(request)
        self._stand(connection, Waits.ANSWER)
        if not connection.proxied and "X-Forwarded-For" in request.headers:
            self._tally.count("not_believed", connection.peer)
        try:
            return await (self._of_proxy(request, handler) if connection.proxied else handler(request))
        finally:
            if request.protocol in self._all:
                self._stand(connection, Waits.NOTHING)

    async def _of_proxy(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        address = address_of(request)
        if self._behind[address] >= self._limits.of_one:
            self._tally.count("refused")
            raise Refused(503, "web-full")
        self._behind[address] += 1
        try:
            return await handler(request)
        finally:
            self._behind[address] -= 1
            if not self._behind[address]:
                del self._behind[address]

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
        self._tally.tell()

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
