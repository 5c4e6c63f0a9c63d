"""Simulate EventSub's websockets: sessions are welcomed, kept alive, moved, and closed with Twitch's codes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import uuid
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from standins.outgoing import Outgoing
from standins.twitch.errors import Json

if TYPE_CHECKING:
    from standins.twitch.people import Person
    from standins.twitch.world import TwitchWorld

PATIENCE = 2.0
INBOUND_TRAFFIC = 4001
CONNECTION_UNUSED = 4003
GRACE_EXPIRED = 4004
INVALID_RECONNECT = 4007
STATUS = {
    4000: "websocket_internal_error",
    4001: "websocket_received_inbound_traffic",
    4002: "websocket_failed_ping_pong",
    4003: "websocket_connection_unused",
    4005: "websocket_network_timeout",
    4006: "websocket_network_error",
}


def dumps(payload: Any) -> str:
    return json.dumps(payload, separators=(",", ":"))


class Connection(Outgoing):
    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        super().__init__(socket, request)
        self.ended = False
        self.code: int | None = None

    def send(self, text: str) -> None:
        if not self.ended:
            super().send(text)

    async def close(self, code: int | None) -> None:
        """Close it with a code, or silently."""
        if self.ended:
            return
        self.code = code
        if code is None:
            if self.request.transport is not None:
                self.request.transport.abort()
            return
        with contextlib.suppress(TimeoutError, ConnectionError, RuntimeError):
            await asyncio.wait_for(self.socket.close(code=code), PATIENCE)

    def end(self) -> None:
        self.ended = True
        while not self.outbox.empty():
            self.outbox.get_nowait()
            self.outbox.task_done()


@dataclass(eq=False)
class Session:
    """A session, which subscriptions and shards use; `session_reconnect` moves it to another connection."""

    id: str
    connection: Connection
    keepalive: int
    connected_at: str
    owner: Person | None = None
    told_at: float = 0.0
    challenge: str = ""
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    unused: asyncio.Task[None] | None = None

    def payload(self, status: str, reconnect_url: str | None = None) -> Json:
        waits = self.keepalive if status == "connected" else None
        return {
            "session": {
                "id": self.id,
                "status": status,
                "connected_at": self.connected_at,
                "keepalive_timeout_seconds": waits,
                "reconnect_url": reconnect_url,
            }
        }


class EventSub:
    """EventSub. Switches for tests:

    `unused_after`: seconds until an unused session is closed with 4003; None: never. `keepalive_every`: seconds,
    instead of what the client asked for; `keeps_alive`: False sends none. `grace`: seconds to come to the reconnect
    address; `reconnect_keeps_id`: the moved session keeps its id.
    """

    def __init__(self, world: TwitchWorld) -> None:
        self._world = world
        self.sessions: dict[str, Session] = {}
        self.connections: list[Connection] = []
        self.welcomes = 0
        self.closed: list[int | None] = []
        self.open = True
        self.refused = 0
        self.unused_after: float | None = 10.0
        self.keepalive_every: float | None = None
        self.keeps_alive = True
        self.grace = 30.0
        self.reconnect_keeps_id = True
        self._tasks: set[asyncio.Task[None]] = set()

    # What a test can do to it

    async def stop(self) -> None:
        """Stop EventSub: sockets die, and new ones are refused with 503 until `start`."""
        self.open = False
        await self.drop()
        for session in list(self.sessions.values()):
            self._forget(session)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def start(self) -> None:
        self.open = True

    async def drop(self, session: Session | None = None, *, code: int | None = None) -> None:
        """End sockets, silently or with a close code."""
        await asyncio.gather(*(s.connection.close(code) for s in self._these(session)))

    async def ask_reconnect(self, session: Session | None = None) -> None:
        """Send `session_reconnect`: the client must connect to another address and then leave this one."""
        for moved in self._these(session):
            moved.challenge = str(uuid.uuid4())
            url = f"{self._world.eventsub_url}?challenge={moved.challenge}&id={moved.id}"
            self._tell(moved, "session_reconnect", moved.payload("reconnecting", url))
            self._spawn(self._grace(moved, moved.connection))
        await self.drained()

    def deafen(self, session: Session | None = None) -> None:
        """Keep sockets open, but send nothing more; new ones work."""
        for silent in self._these(session):
            silent.connection.deaf = True

    async def drained(self) -> None:
        """Wait until everything was written to the sockets."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*(c.outbox.join() for c in self.connections)), PATIENCE)

    def later(self, seconds: float, then: Callable[[], object]) -> None:
        """Do something later, by the world's clock; never, if Twitch stops before."""

        async def wait() -> None:
            await self._world.clock.sleep(seconds)
            then()

        self._spawn(wait())

    # The socket itself

    async def connect(self, request: web.Request) -> web.StreamResponse:
        if not self.open:
            self.refused += 1
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        connection = Connection(socket, request)
        self.connections.append(connection)
        writer = asyncio.create_task(connection.write())
        challenge = request.query.get("challenge")
        session = self._begin(connection) if challenge is None else self._take_over(challenge, connection)
        try:
            if session is None:
                await connection.close(INVALID_RECONNECT)
                return socket
            self._welcome(session)
            async for message in socket:
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    await connection.close(INBOUND_TRAFFIC)
        finally:
            connection.end()
            writer.cancel()
            self.connections.remove(connection)
            self.closed.append(connection.code)
            if session is not None and session.connection is connection:
                self._lose(session)
        return socket

    def use_changed(self, session: Session) -> None:
        """Note that its use began or ended: start or stop the time until it counts as unused."""
        used = self._world.subscriptions.use(session) or self._world.conduits.use(session)
        if used and session.unused is not None:
            session.unused.cancel()
            session.unused = None
        elif not used and session.unused is None and session.id in self.sessions and self.unused_after is not None:
            session.unused = self._spawn(self._close_unused(session, self.unused_after))

    def _these(self, session: Session | None) -> list[Session]:
        return list(self.sessions.values()) if session is None else [session]

    def _begin(self, connection: Connection) -> Session:
        asked = connection.request.query.get("keepalive_timeout_seconds", "10")
        keepalive = max(10, min(int(asked) if asked.isdecimal() else 10, 600))
        session = Session(uuid.uuid4().hex, connection, keepalive, self._world.clock.rfc3339())
        self.sessions[session.id] = session
        session.tasks.append(self._spawn(self._keep_alive(session)))
        self.use_changed(session)
        return session

    def _take_over(self, challenge: str, connection: Connection) -> Session | None:
        session = next((s for s in self.sessions.values() if s.challenge and s.challenge == challenge), None)
        if session is None:
            return None
        session.challenge, session.connection = "", connection
        if not self.reconnect_keeps_id:
            del self.sessions[session.id]
            session.id = uuid.uuid4().hex
            self.sessions[session.id] = session
        return session

    def _welcome(self, session: Session) -> None:
        self.welcomes += 1
        self._tell(session, "session_welcome", session.payload("connected"))
        self._world.changed()

    def _tell(self, session: Session, kind: str, payload: Json) -> None:
        at = self._world.clock
        metadata = {"message_id": str(uuid.uuid4()), "message_type": kind, "message_timestamp": at.rfc3339()}
        self.send(session, dumps({"metadata": metadata, "payload": payload}))

    def send(self, session: Session, text: str) -> None:
        session.told_at = self._world.clock.now()
        session.connection.send(text)

    def _lose(self, session: Session) -> None:
        self._forget(session)
        status = STATUS.get(session.connection.code or 0, "websocket_disconnected")
        self._world.subscriptions.session_lost(session, status)
        self._world.conduits.session_lost(session, status)
        self._world.changed()

    def _forget(self, session: Session) -> None:
        self.sessions.pop(session.id, None)
        for task in (*session.tasks, session.unused):
            if task is not None and task is not asyncio.current_task():
                task.cancel()

    async def _close_unused(self, session: Session, seconds: float) -> None:
        await self._world.clock.sleep(seconds)
        self._spawn(session.connection.close(CONNECTION_UNUSED))

    async def _grace(self, session: Session, connection: Connection) -> None:
        await self._world.clock.sleep(self.grace)
        if session.connection is connection:
            session.challenge = ""
        await connection.close(GRACE_EXPIRED)

    async def _keep_alive(self, session: Session) -> None:
        clock = self._world.clock
        while True:
            every = self.keepalive_every or session.keepalive
            quiet = clock.now() - session.told_at
            if self.keeps_alive and quiet >= every:
                self._tell(session, "session_keepalive", {})
                quiet = 0.0
            await clock.sleep(max(every - quiet, 0.01) if self.keeps_alive else every)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
