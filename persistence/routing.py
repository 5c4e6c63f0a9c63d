"""Send each command to the server that takes it now, where this may change: under Sentinels, and in a Cluster.

A router has the methods of a pipe, and pipes below it. What a server certainly did not do is sent anew, to whoever is
the right one by then, within the time of the call; what may have been done is told as such (threats F3, F5).
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar, cast
from weakref import WeakSet

import structlog
from redis import exceptions as redis_errors
from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection, Connection, SSLConnection
from redis.asyncio.sentinel import MasterNotFoundError, Sentinel

from persistence.address import Address, Host, check_host, settings_of
from persistence.pipe import Pipe, Trips, closed
from persistence.scripts import Script
from persistence.troubles import StoreTrouble, moving, timeout_trouble
from persistence.wire import Argument, Reply

CONNECTIONS: Final = 3
"""How many connections there are to each server."""
FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.25
"""Seconds between two tries of one call; each pause is twice as long as the one before."""
LAST_TRY: Final = 0.1
"""Seconds that must be left of a call's time for another try."""
TOPOLOGY_WITHIN: Final = 1.0
"""Seconds within which a node or a Sentinel has to tell who is where; else the next is asked."""
WATCHED_EVERY: Final = 0.5
"""Seconds between two questions to the Sentinels who the primary is."""
SILENT_WITHIN: Final = 0.1
"""Seconds within which a Sentinel has to answer that did not the last time."""
HAS_NOTHING: Final = 1
"""Stands for the data of a replica that copies all of them yet, in what Sentinels tell."""
AGREED_FOR: Final = 0.25
"""Seconds for which the Sentinels are not asked again whether the replicas that a server has are all that run."""
ASKING: Final = ("ASKING",)
_log: Final = structlog.get_logger("persistence")
T = TypeVar("T")
Commands = Sequence[Sequence[Argument]]
Line = tuple[AbstractConnection, Sequence[str]]
"""A connection, and the channels to be heard on it."""


class Router(ABC):
    """Pipes to servers that may change their parts. `where`: what people are told."""

    def __init__(self, where: str, timeout: float) -> None:
        self.where = where
        self.trips = Trips()
        self._timeout = timeout
        self._closed = False

    @property
    @abstractmethod
    def primaries(self) -> tuple[Pipe, ...]:
        """Return the pipes to all servers that hold data."""

    @abstractmethod
    async def open(self) -> None:
        """Find the servers, and connect. Raises StoreTrouble."""

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""

    async def picture(self) -> frozenset[str]:
        """Return where the keys are; as long as it is the same, none moved."""
        return frozenset()

    @abstractmethod
    async def lines(self, channels: Sequence[str]) -> list[Line]:
        """Return connections for hearing these channels, with those that are heard on each. Raises StoreTrouble."""

    @abstractmethod
    def _pipe_for(self, command: Sequence[Argument]) -> Pipe:
        """Return the pipe to the server that takes a command now. Raises StoreTrouble if there is none."""

    @abstractmethod
    async def _learn(self, trouble: StoreTrouble) -> Pipe | None:
        """Learn from trouble who takes what now. Return whom to ask once for this command, if it names somebody."""

    def one_at_each(self, keys: Sequence[str]) -> list[str]:
        """Return one of these keys for each primary that has any. Raises StoreTrouble if nobody has one."""
        return list({id(self._pipe_for(("GET", key))): key for key in keys}.values())

    async def read(self, *command: Argument) -> Reply:
        return (await self.read_all([command]))[0]

    async def read_all(self, commands: Commands) -> list[Reply]:
        """Return all replies, in the order of the commands; raise the first error among them."""
        return _good(await self.answers(commands, changes=False))

    async def write(self, *command: Argument) -> Reply:
        return (await self.write_all([command]))[0]

    async def write_all(self, commands: Commands) -> list[Reply]:
        return _good(await self.answers(commands, changes=True))

    async def run(
        self,
        script: Script,
        keys: Sequence[str],
        arguments: Sequence[Argument],
        first: Commands = (),
        *,
        confirmed: bool = False,
    ) -> Reply:
        """Run a script, as a pipe does. `first` goes ahead of it, since its keys may be elsewhere."""
        if first:
            for reply in await self.answers(first, changes=True):
                if isinstance(reply, StoreTrouble) and (reply.passes or reply.pending):
                    raise reply
        command: tuple[Argument, ...] = ("EVALSHA", script.digest, len(keys), *keys)

        async def once(pipe: Pipe, *, asks: bool) -> Reply:
            return await pipe.run(script, keys, arguments, [ASKING] if asks else (), confirmed=confirmed)

        tries, asked = _Tries(self._timeout), None
        while True:
            try:
                async with asyncio.timeout_at(tries.until):
                    return await once(asked or self._pipe_for(command), asks=asked is not None)
            except TimeoutError:
                raise timeout_trouble(self.where, sent=True) from None
            except StoreTrouble as trouble:
                asked = await self._again(trouble, tries)

    async def answers(self, commands: Commands, *, changes: bool) -> list[Reply | StoreTrouble]:
        """Return the replies to all commands, with an error in place of the reply to each that failed."""
        replies: list[Reply | StoreTrouble] = [None] * len(commands)
        left: dict[int, Pipe | None] = dict.fromkeys(range(len(commands)))
        tries = _Tries(self._timeout)
        while left:
            await self._answered(commands, left, replies, tries, changes=changes)
            again = [number for number in left if _may_pass(replies[number])]
            left = {}
            for number in again:
                try:
                    left[number] = await self._again(replies[number], tries, pauses=not left)
                except StoreTrouble as trouble:
                    replies[number] = trouble
                    return replies
        return replies

    async def _answered(
        self,
        commands: Commands,
        left: dict[int, Pipe | None],
        replies: list[Reply | StoreTrouble],
        tries: "_Tries",
        *,
        changes: bool,
    ) -> None:
        """Send those commands that are left, together to each server, and note the replies."""
        groups: dict[tuple[Pipe, bool], list[int]] = {}
        for number, asked in left.items():
            try:
                groups.setdefault((asked or self._pipe_for(commands[number]), asked is not None), []).append(number)
            except StoreTrouble as trouble:
                replies[number] = trouble

        async def send(pipe: Pipe, numbers: list[int], *, asks: bool) -> None:
            sent = [commands[number] for number in numbers]
            whole = [one for command in sent for one in (ASKING, command)] if asks else sent
            try:
                async with asyncio.timeout_at(tries.until):
                    told = await pipe.answers(whole, changes=changes)
            except TimeoutError:
                told = [timeout_trouble(self.where, sent=changes)] * len(whole)
            except StoreTrouble as trouble:
                told = [trouble] * len(whole)
            for number, reply in zip(numbers, told[1::2] if asks else told, strict=True):
                replies[number] = reply

        if len(groups) == 1:
            [((pipe, asks), numbers)] = groups.items()
            await send(pipe, numbers, asks=asks)
        else:
            await asyncio.gather(*(send(pipe, numbers, asks=asks) for (pipe, asks), numbers in groups.items()))

    async def _again(self, trouble: StoreTrouble, tries: "_Tries", *, pauses: bool = True) -> Pipe | None:
        """Wait, and learn, until a command can be tried again; raise the trouble if it can't."""
        if self._closed or not _may_pass(trouble) or not tries.may_go_on():
            raise self._in_the_end(trouble)
        if pauses and not (isinstance(trouble.__cause__, redis_errors.AskError) and tries.is_first()):
            await tries.pause()
        asked = await self._learn(trouble)
        if not tries.may_go_on():  # what is begun too late to be answered would be told as if it might be done
            raise self._in_the_end(trouble)
        return asked

    def _in_the_end(self, trouble: StoreTrouble) -> StoreTrouble:
        """Return what is told of a command whose time is up."""
        return moving(self.where) if isinstance(trouble.__cause__, redis_errors.AskError) else trouble


class _Tries:
    """The tries of one call, with a pause between them. `until`: when its time is up, in the loop's seconds."""

    def __init__(self, timeout: float) -> None:
        self._loop = asyncio.get_running_loop()
        self.until = self._loop.time() + timeout
        self._pause, self._count = FIRST_PAUSE, 0

    def is_first(self) -> bool:
        self._count += 1
        return self._count == 1

    def may_go_on(self) -> bool:
        """Tell whether there is time for another try, and for its answer."""
        return self._loop.time() + max(self._pause, LAST_TRY) < self.until

    async def pause(self) -> None:
        await asyncio.sleep(self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)


def _may_pass(reply: Reply | StoreTrouble) -> bool:
    """Tell whether a reply says that nothing was done, and that it may be in a moment."""
    return isinstance(reply, StoreTrouble) and reply.passes and not reply.pending


def _good(replies: list[Reply | StoreTrouble]) -> list[Reply]:
    for reply in replies:
        if isinstance(reply, StoreTrouble):
            raise reply
    return replies


class Sentinels(Sentinel):
    """Sentinels that are all asked at once. One that did not answer is waited for for a moment only, until it does."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)  # type: ignore[no-untyped-call]  # redis-py's own gap
        self._silent = set[Redis]()

    async def discover_master(self, service_name: str, *, patiently: bool = False) -> Host:
        """Return the primary that those name who know of the latest failover. Raises MasterNotFoundError.

        While one of them replaces a primary, there is none: one that was killed and started again would be named by the
        rest, and what it took with replicas that still follow it would be lost (threats F5).
        """
        nobody: tuple[int, Host | None] = (-1, None)
        told = await self._told(self._named_by, service_name, nobody, patiently=patiently)
        newest = max(epoch for epoch, _ in told)
        named = next((host for epoch, host in told if epoch == newest and host is not None), None)
        if named is None:
            raise MasterNotFoundError(f"nobody names a primary of {service_name}")
        return named

    async def running_replicas(self, service: str) -> set[Host]:
        """Return the replicas that any of them could choose as the primary: such as are reached and have data. The
        former primary is none until it is told to follow the new one (after 8 seconds).
        """
        return set[Host]().union(*await self._told(self._seen_by, service, set[Host]()))

    async def _told(
        self, ask: Callable[[Redis, str], Awaitable[T]], service: str, nothing: T, *, patiently: bool = False
    ) -> list[T]:
        """Return what each tells, and `nothing` for one that does not answer. `patiently`: wait for all of them."""

        async def told(sentinel: Redis) -> T:
            try:
                async with asyncio.timeout(SILENT_WITHIN if sentinel in self._silent and not patiently else None):
                    answer = await ask(sentinel, service)
            except (redis_errors.ConnectionError, redis_errors.TimeoutError, OSError):
                self._silent.add(sentinel)
                return nothing
            except redis_errors.ResponseError as error:
                if "No such master" not in str(error):
                    raise
                return nothing
            self._silent.discard(sentinel)
            return answer

        return await asyncio.gather(*map(told, self.sentinels))

    async def _seen_by(self, sentinel: Redis, service: str) -> set[Host]:
        states: Any = await sentinel.sentinel_slaves(service)
        reached = [one for one in states if not one["is_sdown"] and not one["is_disconnected"]]
        replicas = [one for one in reached if one["role-reported"] == "slave"]
        return {(one["ip"], one["port"]) for one in replicas if one["slave-repl-offset"] != HAS_NOTHING}

    async def _named_by(self, sentinel: Redis, service: str) -> tuple[int, Host | None]:
        """Return the epoch that a Sentinel knows, and the primary in it, if one can be used. A failover that has chosen
        nobody yet is the next epoch.
        """
        state: Any = await sentinel.sentinel_master(service)
        named, epoch = (state["ip"], state["port"]), state["config-epoch"]
        if "failover_in_progress" not in state["flags"]:
            return epoch, named if self.check_master_state(state, service) else None
        host, port = await cast("Any", sentinel).execute_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", service)
        chosen = (host.decode(), int(port))
        return (epoch, chosen) if chosen != named else (epoch + 1, None)


class Primary(Router):
    """The one server that Sentinels name at each connection (`redis+sentinel://`)."""

    def __init__(self, place: Address, timeout: float, connections: int = CONNECTIONS) -> None:
        super().__init__(place.where, timeout)
        password = {"password": place.sentinel_password} if place.sentinel_password else {}
        tls = {name: value for name, value in settings_of(place).items() if name.startswith("ssl_")}
        self._is_tls = issubclass(place.pool.connection_class, SSLConnection)
        within = min(TOPOLOGY_WITHIN, timeout)
        self._sentinel = Sentinels(
            place.hosts,
            sentinel_kwargs={
                "socket_timeout": within,
                "socket_connect_timeout": within,
                "retry": place.pool.connection_kwargs["retry"],
                "protocol": 2,
                "ssl": self._is_tls,
                **password,
                **tls,
            },
        )
        self._place = place
        self._made = WeakSet[PrimaryConnection]()
        self._asking: asyncio.Task[bool | None] | None = None
        self._asked_for: tuple[Host, int] | None = None
        self._agreed_until = 0.0  # until when they are not asked the same again, in the loop's seconds
        self._watching: asyncio.Task[None] | None = None
        self._pipe = Pipe([self.connection() for _ in range(connections)], place.where, timeout, self._agree)
        self._pipe.trips = self.trips

    @property
    def primaries(self) -> tuple[Pipe, ...]:
        return (self._pipe,)

    def connection(self) -> AbstractConnection:
        """Make a connection that asks the Sentinels each time it connects."""
        kind = _TlsPrimaryConnection if self._is_tls else PrimaryConnection
        made = kind(sentinel=self._sentinel, service=self._place.service, **settings_of(self._place))
        self._made.add(made)
        return made

    async def open(self) -> None:
        await self._pipe.open()
        host, _ = await self._sentinel.discover_master(self._place.service)
        check_host(self._place, host)
        self._watching = asyncio.get_running_loop().create_task(self._watch(), name="primary")

    async def _watch(self) -> None:
        """Leave a server as soon as the Sentinels name another, even if it hangs, or still takes writes.

        One that was replaced is made a replica only when it can be reached, or seconds after it was replaced.
        """
        while True:
            await asyncio.sleep(WATCHED_EVERY)
            try:
                named = await self._sentinel.discover_master(self._place.service, patiently=True)
                for one in [one for one in self._made if one.is_connected and one.address != named]:
                    await one.disconnect(nowait=True)
            except (redis_errors.RedisError, OSError):  # nobody is named now, or no Sentinel answers
                continue
            except Exception as error:  # noqa: BLE001 - it must not stop
                _log.error("store.primary_unwatched", kind=type(error).__name__)

    async def _agree(self, connection: AbstractConnection, replicas: int) -> bool | None:
        """Return whether no Sentinel could make another replica the primary than so many, which the server of a
        connection has. None: they do not name that server. All connections share one question.
        """
        loop, asking = asyncio.get_running_loop(), self._asking
        asked_for = cast("PrimaryConnection", connection).address, replicas
        is_over = asking is None or (asking.done() and loop.time() >= self._agreed_until)
        if asking is None or is_over or asked_for != self._asked_for:
            asking = self._asking = loop.create_task(self._ask(*asked_for), name="sentinels")
            self._asked_for = asked_for
        agree = await asyncio.shield(asking)
        if agree is False:
            await asyncio.sleep(AGREED_FOR)  # it may follow in a moment
        return agree

    async def _ask(self, host: Host, replicas: int) -> bool | None:
        service = self._place.service
        try:
            named, run = await asyncio.gather(
                self._sentinel.discover_master(service), self._sentinel.running_replicas(service)
            )
        except (redis_errors.RedisError, OSError):
            return None
        finally:
            self._agreed_until = asyncio.get_running_loop().time() + AGREED_FOR
        return None if named != host else len(run - {host}) <= replicas

    async def close(self) -> None:
        self._closed = True
        for task in (self._watching, self._asking):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self._pipe.close()
        with suppress(redis_errors.RedisError, OSError):
            await self._sentinel.aclose()

    async def lines(self, channels: Sequence[str]) -> list[Line]:
        return [(self.connection(), channels)]

    def _pipe_for(self, command: Sequence[Argument]) -> Pipe:  # noqa: ARG002 - there is one for all
        if self._closed:
            raise closed(self.where)
        return self._pipe

    async def _learn(self, trouble: StoreTrouble) -> Pipe | None:  # noqa: ARG002 - its connections ask by themselves
        return None


class PrimaryConnection(Connection):
    """A connection to the server that Sentinels name as the primary of a service, asked at each connection."""

    def __init__(self, *, sentinel: Sentinel, service: str, **settings: object) -> None:
        super().__init__(**settings)  # type: ignore[arg-type]  # redis-py's own settings, as it read them
        self._sentinel, self._service = sentinel, service

    @property
    def address(self) -> Host:
        return self.host, self.port

    async def connect(self) -> None:
        """Connect to the primary. Raises redis-py's ConnectionError if there is none, or it is none any more."""
        if self.is_connected:
            return
        self.host, self.port = await self._sentinel.discover_master(self._service)
        await super().connect()  # type: ignore[no-untyped-call]  # redis-py's own gap
        try:
            await self.send_command("ROLE")
            role = await self.read_response(disconnect_on_error=False)
        except redis_errors.ResponseError:  # we may not ask; a write to a replica is refused by itself
            return
        if role[0] != b"master":
            await self.disconnect(nowait=True)
            raise redis_errors.ConnectionError("the Sentinels still name a server that is no primary any more")


class _TlsPrimaryConnection(PrimaryConnection, SSLConnection):
    pass
