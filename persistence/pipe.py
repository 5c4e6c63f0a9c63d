"""Send all commands of one turn of the event loop together.

A connection for each call limits redis-py under load (measured: 6-9 thousand calls a second against 28 thousand in one
pipe). Here callers add their commands to one queue. At the end of the loop's turn the whole queue goes out as one
pipeline over a free connection. While all connections are busy, the queue grows into the next pipeline.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final

import hiredis
from msgspec import Struct
from redis import exceptions as redis_errors
from redis.asyncio.connection import AbstractConnection

from persistence.replicas import HANGS_AFTER, REPLICATION, connected, following
from persistence.scripts import Script
from persistence.troubles import StoreTrouble, trouble_of, unconfirmed, unreachable, without_replicas
from persistence.wire import Argument, Reply

LONGEST_QUEUE: Final = 20_000  # calls waiting for a connection; beyond that the caller is told at once (threats F3)
_CLOSED: Final = "the store was closed"
LARGEST_LOAD: Final = 1_000  # calls in one pipeline
WAITS_AT_MOST: Final = 0.5  # the share of a call's timeout for which we wait until replicas have it
COUNTED_EVERY: Final = 250  # ms for which they are waited for, until they are counted anew
RECOUNT: Final = 0.25  # seconds between two questions whether a replica is back
packed: Final[Callable[[tuple[Argument, ...]], bytes]] = hiredis.pack_command  # type: ignore[assignment]  # its stub says a tuple of one
"""Pack a command as redis-py does. Its asynchronous packer is in Python: 27 us for a commit, against 4 here."""


class _Call(Struct, eq=False):
    """The commands of one caller, one or more, and the future of their replies."""

    packed: bytes
    count: int  # replies that are still to come
    deadline: float  # seconds, of the loop's clock
    changes: bool  # it writes: where the answer is lost, it may have been done
    counts_from: int  # an error of a command before this one is not the caller's
    apart: bool  # errors are replies, each for its command
    confirmed: bool  # replicas must have it before the caller is answered
    answer: asyncio.Future[list[Reply]]
    sent: bool = False

    def fail(self, error: BaseException, where: str) -> None:
        if self.answer.done():
            return
        pending = self.sent and self.changes
        if isinstance(error, asyncio.CancelledError):
            self.answer.set_exception(closed(where, sent=pending))
        else:
            self.answer.set_exception(trouble_of(error, where, sent=pending))


@dataclass
class Trips:
    """Counts round trips: how many, the seconds that they took, and how many failed."""

    count: int = 0
    seconds: float = 0.0
    failed: int = 0


class Pipe:
    """A few connections to one server, shared by all callers."""

    def __init__(
        self,
        connections: Sequence[AbstractConnection],
        where: str,
        timeout: float,
        others_agree: Callable[[AbstractConnection, int], Awaitable[bool | None]] | None = None,
    ) -> None:
        self.where = where
        self._others_agree = others_agree  # asked where a replica is missed, with how many there are; None: no primary
        self.replicas = self.most_replicas = 0  # as the server told last, and the most so far
        self.unfit = ""  # why nothing is written there now, as a sentence
        self.trips = Trips()
        self._timeout = timeout  # seconds from a call to its answer
        self._connections = tuple(connections)
        self._free = list(connections)
        self._waiting: deque[_Call] = deque()
        self._under_way: deque[_Call] = deque()  # all unanswered calls, oldest first
        self._travels: dict[asyncio.Task[None], float] = {}  # until when each has time, of the loop's clock
        self._departing: asyncio.Task[None] | None = None  # takes what waits, in the next turn of the loop
        self._alarm: asyncio.TimerHandle | None = None
        self._closed = False
        self._counting: asyncio.Task[None] | None = None
        self._heard = 1  # replicas that must have a load, as they were counted last
        self._counted = -RECOUNT  # when replicas were counted last, in the loop's seconds

    @property
    def primaries(self) -> tuple["Pipe", ...]:
        """Return the pipes to all servers that hold data: this one."""
        return (self,)

    def one_at_each(self, keys: Sequence[str]) -> list[str]:
        """Return one of these keys for each primary that has any."""
        return list(keys[:1])

    async def picture(self) -> frozenset[str]:
        """Return where the keys are: nothing, since they are all here."""
        return frozenset()

    async def open(self) -> None:
        """Connect all connections, so that a wrong address or password shows now."""
        for connection in self._connections:
            try:
                async with asyncio.timeout(self._timeout):
                    await connection.connect()  # type: ignore[no-untyped-call]  # redis-py's own gap
            except (redis_errors.RedisError, OSError) as error:
                raise trouble_of(error, self.where) from error

    async def close(self) -> None:
        """Close the connections. Callers still waiting are told that the store is closed."""
        self._closed = True
        if self._counting is not None:
            self._counting.cancel()
        travels = [*self._travels, *([self._departing] if self._departing is not None else [])]
        for travel in travels:
            travel.cancel()
        await asyncio.gather(*travels, return_exceptions=True)
        while self._waiting:
            self._waiting.popleft().fail(closed(self.where), self.where)
        for connection in self._connections:
            with suppress(redis_errors.RedisError, OSError):
                await connection.disconnect()

    async def read(self, *command: Argument) -> Reply:
        return (await self._send([command], changes=False))[0]

    async def read_all(self, commands: Sequence[Sequence[Argument]]) -> list[Reply]:
        """Return all replies, in the order of the commands; raise the first error among them."""
        return await self._send(commands, changes=False)

    async def write(self, *command: Argument) -> Reply:
        return (await self._send([command], changes=True))[0]

    async def write_all(self, commands: Sequence[Sequence[Argument]]) -> list[Reply]:
        return await self._send(commands, changes=True)

    async def answers(self, commands: Sequence[Sequence[Argument]], *, changes: bool) -> list[Reply | StoreTrouble]:
        """Return the replies to all commands, with an error in place of the reply to each that failed."""
        return await self._send(commands, changes=changes, apart=True)

    async def run(
        self,
        script: Script,
        keys: Sequence[str],
        arguments: Sequence[Argument],
        first: Sequence[Sequence[Argument]] = (),
        *,
        confirmed: bool = False,
    ) -> Reply:
        """Run a script. If the server forgot it (a restart), send it in full, which also teaches it (threats F2).

        `first`: commands sent before it in the same packet; their replies and errors are dropped. `confirmed`:
        replicas must have the change, where there are any; else StoreTrouble says that it is not confirmed yet (threats
        F5).
        """
        commands = [*first, ("EVALSHA", script.digest, len(keys), *keys, *arguments)]
        try:
            return (await self._send(commands, changes=True, last_counts=True, confirmed=confirmed))[-1]
        except _UnknownScript:
            whole = [*first, ("EVAL", script.text, len(keys), *keys, *arguments)]
            return (await self._send(whole, changes=True, last_counts=True, confirmed=confirmed))[-1]
        except StoreTrouble as trouble:
            if trouble.kind == "unconfirmed":
                await self._recount()
            raise

    def _send(
        self,
        commands: Sequence[Sequence[Argument]],
        *,
        changes: bool,
        last_counts: bool = False,
        apart: bool = False,
        confirmed: bool = False,
    ) -> Awaitable[list[Reply]]:
        """Queue commands and return their replies, which are awaited. Raises StoreTrouble if none are taken now.

        `last_counts`: only an error of the last command is the caller's. `apart`: errors are replies, each for its
        command. `confirmed`: where there are replicas, they must have it.
        """
        if self._closed or (changes and self.unfit) or len(self._waiting) >= LONGEST_QUEUE:
            raise self._refusal(changes=changes)
        if changes and self.most_replicas and not self.replicas:
            how = {"changes": changes, "last_counts": last_counts, "apart": apart, "confirmed": confirmed}
            return self._send_when_counted(partial(self._send, commands, **how))
        loop = asyncio.get_running_loop()
        packet = b"".join(map(packed, map(tuple, commands)))
        counts_from = len(commands) - 1 if last_counts else 0
        confirmed, deadline = confirmed and self.most_replicas > 0, loop.time() + self._timeout
        call = _Call(packet, len(commands), deadline, changes, counts_from, apart, confirmed, loop.create_future())
        self._waiting.append(call)
        self._under_way.append(call)
        if self._departing is None and self._free:
            self._departing = loop.create_task(self._travel())
        if self._alarm is None:
            self._alarm = loop.call_at(deadline, self._ring)
        return call.answer

    def _refusal(self, *, changes: bool) -> StoreTrouble:
        """Return why no commands are taken now."""
        if self._closed:
            return closed(self.where)
        if changes and self.unfit:
            return StoreTrouble("unsuitable", self.unfit, passes=True)
        return StoreTrouble("busy", f"Too many commands wait for Redis at {self.where}. See whether it is overloaded.")

    async def _send_when_counted(self, send: Callable[[], Awaitable[list[Reply]]]) -> list[Reply]:
        """Send once the replicas, which were all missed, are counted anew. Raises StoreTrouble if they still are."""
        await self._recount()
        if not self.replicas:
            raise without_replicas(self.where, self.most_replicas)
        return await send()

    async def _recount(self) -> None:
        """Count the replicas anew, with whoever else wants to know just now."""
        loop = asyncio.get_running_loop()
        if self._counting is None and loop.time() - self._counted >= RECOUNT:
            self._counting = loop.create_task(self._count(), name="replicas")
        if self._counting is not None:
            await asyncio.shield(self._counting)

    async def _count(self) -> None:
        try:
            self.has_replicas(following(await self.read(*REPLICATION)))
        except StoreTrouble:  # whoever wants something there is told
            pass
        finally:
            self._counted, self._counting = asyncio.get_running_loop().time(), None

    def has_replicas(self, count: int) -> None:
        """Note how many replicas the server has now."""
        self.replicas = count
        self.most_replicas = max(self.most_replicas, count)

    def _depart(self) -> None:
        """Begin to take what waits; at most one begins at a time, so that none is cancelled before it has begun."""
        if self._free and self._departing is None and not self._closed:
            self._departing = asyncio.get_running_loop().create_task(self._travel())

    def _load(self) -> list[_Call]:
        """Return the waiting calls, without those whose caller has gone."""
        load: list[_Call] = []
        while self._waiting and len(load) < LARGEST_LOAD:
            call = self._waiting.popleft()
            if not call.answer.done():
                load.append(call)
        return load

    async def _travel(self) -> None:
        """Take what waits by now over a free connection."""
        travel, self._departing = self._departing, None
        load = self._load() if self._free else []
        if travel is None or not load:
            return
        connection, began = self._free.pop(), time.perf_counter()
        self._travels[travel] = asyncio.get_running_loop().time() + self._timeout
        if self._waiting:
            self._depart()
        try:
            await self._carry(connection, load)
        except BaseException as error:
            self.trips.failed += 1
            await connection.disconnect(nowait=True)
            for call in load:
                call.fail(error, self.where)
            if not isinstance(error, Exception):
                raise
        finally:
            self.trips.count += 1
            self.trips.seconds += time.perf_counter() - began
            while self._under_way and self._under_way[0].answer.done():
                self._under_way.popleft()
            self._free.append(connection)
            del self._travels[travel]
            if self._waiting:
                self._depart()

    async def _carry(self, connection: AbstractConnection, load: list[_Call]) -> None:
        if not connection.is_connected:
            await self._connect_anew(connection)
        elif await connection.can_read():  # unasked: the server says goodbye
            await connection.disconnect(nowait=True)
            await self._connect_anew(connection)
        heard: list[tuple[_Call, list[Reply]]] = []
        packets: list[bytes] = []
        waits = False
        for call in load:
            call.sent = True
            packets.append(call.packed)
            waits |= call.confirmed
        packets += self._asked() if waits else ()
        await connection.send_packed_command(packets, check_health=False)  # it was looked at just now
        demoted = False
        for call in load:
            call.packed = b""
            demoted |= await self._hear(connection, call, heard)
        if waits:
            demoted |= not await self._confirm(connection, heard)
        if demoted:  # whoever is the primary now is found by connecting anew
            await connection.disconnect(nowait=True)

    def _asked(self) -> tuple[bytes, bytes]:
        """Return what waits until as many replicas as were counted last have the load, and counts them anew."""
        return packed(("WAIT", self._heard, COUNTED_EVERY)), packed(REPLICATION)

    async def _confirm(self, connection: AbstractConnection, heard: Sequence[tuple[_Call, list[Reply]]]) -> bool:
        """Answer what must be confirmed, once all replicas have all of the load that follow and do not hang: after a
        failover any of them may be the primary (threats F5). Return whether the server is still the primary.

        The questions serve the whole load: with one for each call, all behind a replica that hangs would be late.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + self._timeout * WAITS_AT_MOST
        while (have_it := await self._have_it(connection)) is False and loop.time() < until:
            await connection.send_packed_command(self._asked())
        for call, replies in heard:
            if have_it and not call.answer.done():
                call.answer.set_result(replies)
            else:
                call.fail(unconfirmed(self.where), self.where)
        return have_it is not None

    async def _have_it(self, connection: AbstractConnection) -> bool | None:
        """Hear how many replicas have all that was sent, and how many must; return whether they do. None: it may be no
        primary any more, so nobody can tell.

        A replica that is missed may be the primary by now, of servers that see this one no more, or may become it.
        """
        count, told = None, None
        with suppress(*_ANSWERS):  # one that is a replica itself by now refuses to wait
            count = int(await connection.read_response(disconnect_on_error=False))
        with suppress(*_ANSWERS):
            told = await connection.read_response(disconnect_on_error=False)
        self._heard = max(1, following(told, HANGS_AFTER))
        if count is None or count < self._heard:
            return None if count is None else False
        if self._others_agree is None or connected(told) >= self.most_replicas:
            return True
        return await self._others_agree(connection, connected(told))

    async def _connect_anew(self, connection: AbstractConnection) -> None:
        """Connect, and count the replicas: another server may have taken over (threats F31)."""
        await connection.connect()  # type: ignore[no-untyped-call]  # redis-py's own gap
        await connection.send_packed_command([packed(REPLICATION)])
        with suppress(*_ANSWERS):  # a server that loads, or that does not let us ask: what comes next is told so
            self.has_replicas(following(await connection.read_response(disconnect_on_error=False)))

    async def _hear(self, connection: AbstractConnection, call: _Call, heard: list[tuple[_Call, list[Reply]]]) -> bool:
        """Read the replies of one call. An error among them concerns this caller only; others' replies follow it.

        Return whether the server is no primary any more. What must still be confirmed goes to `heard`, unanswered.
        """
        replies: list[Reply] = []
        demoted = False
        failure: Exception | None = None
        for number in range(call.count):
            if number == call.counts_from:
                failure = None
            try:
                replies.append(await connection.read_response(disconnect_on_error=False))
            except redis_errors.NoScriptError:
                failure = failure or _UnknownScript()
            except _ANSWERS as error:
                demoted |= isinstance(error, redis_errors.ReadOnlyError)
                failure = failure or _because(error, self.where)
                if call.apart:
                    replies.append(_because(error, self.where))
        if call.answer.done():
            return demoted
        if failure is not None and not call.apart:
            call.answer.set_exception(failure)
        elif call.confirmed:
            heard.append((call, replies))
        else:
            call.answer.set_result(replies)
        return demoted

    def _ring(self) -> None:
        """Fail the calls that waited too long, wherever their commands are now, and give up their connections (threats
        F3).
        """
        loop = asyncio.get_running_loop()
        now = loop.time()
        while self._under_way and self._under_way[0].deadline <= now:
            self._under_way.popleft().fail(TimeoutError(), self.where)
        for travel, until in self._travels.items():
            if until <= now:
                travel.cancel()
        later = [until for until in self._travels.values() if until > now]
        later += [call.deadline for call in islice(self._under_way, 1)]
        self._alarm = loop.call_at(min(later), self._ring) if later else None


def closed(where: str, *, sent: bool = False) -> StoreTrouble:
    """Return the trouble of a store that was closed, which does not pass."""
    return StoreTrouble("unreachable", str(unreachable(where, _CLOSED)), pending=sent)


def _because(error: Exception, where: str) -> StoreTrouble:
    trouble = trouble_of(error, where)
    trouble.__cause__ = error
    return trouble


class _UnknownScript(Exception):  # noqa: N818 - never leaves this file
    pass


# Errors that are a reply: the connection goes on after them. In redis-py, LOADING and NOAUTH are of another class.
_ANSWERS: Final = (redis_errors.ResponseError, redis_errors.BusyLoadingError, redis_errors.AuthenticationError)
