"""Simulate the gateway: who is connected, what each session was told, and all the ways in which a socket can fail."""

from __future__ import annotations

import asyncio
import contextlib
import json
import uuid
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from standins.discord import payloads
from standins.discord.errors import Json
from standins.outgoing import Outgoing

if TYPE_CHECKING:
    from standins.discord.places import Guild
    from standins.discord.world import World

GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1
GUILD_PRESENCES = 1 << 8
GUILD_MESSAGES = 1 << 9
DIRECT_MESSAGES = 1 << 12
MESSAGE_CONTENT = 1 << 15

REPLAYED = 1000
SESSIONS = 100
PATIENCE = 2.0


def dumps(payload: Any) -> str:
    return json.dumps(payload, separators=(",", ":"))


@dataclass(eq=False)
class Session:
    """A session outlives its socket, so that a RESUME can be told what it missed."""

    id: str
    shard: int
    shards: int
    intents: int
    connection: Connection | None = None
    seq: int = 0
    told: deque[tuple[int, str, str]] = field(default_factory=lambda: deque(maxlen=REPLAYED))
    ready: bool = False

    def tell(self, event: str, body: Json) -> None:
        self.seq += 1
        text = dumps({"op": 0, "t": event, "s": self.seq, "d": body})
        self.told.append((self.seq, event, text))
        if self.connection is not None:
            self.connection.send(text)

    def missed(self, seq: int) -> list[str] | None:
        """Return the events after `seq`; None: they are no longer known."""
        later = [(number, text) for number, _, text in self.told if number > seq]
        if seq > self.seq or len(later) != self.seq - seq:
            return None
        return [text for _, text in later]

    def hears(self, guild_id: int | None) -> bool:
        return self.shard == (0 if guild_id is None else (guild_id >> 22) % self.shards)

    def wants(self, event: str, guild_id: int | None, *, members: bool) -> bool:
        if members:
            return bool(self.intents & GUILD_MEMBERS)
        if event.startswith("MESSAGE_"):
            return bool(self.intents & (DIRECT_MESSAGES if guild_id is None else GUILD_MESSAGES))
        return event == "INTERACTION_CREATE" or bool(self.intents & GUILDS)


class Connection(Outgoing):
    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        super().__init__(socket, request)
        self.session: Session | None = None
        self.ended_here = False

    async def close(self, code: int | None) -> None:
        self.ended_here = True
        if code is None:
            if self.request.transport is not None:
                self.request.transport.abort()
        else:
            with contextlib.suppress(TimeoutError, ConnectionError, RuntimeError):
                await asyncio.wait_for(self.socket.close(code=code), PATIENCE)


class Gateway:
    """The gateway. `identifies`, `resumes`, `refused`: counts; `withhold_ready`, `acknowledges`, `heartbeat_interval`:
    switches.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.connections: list[Connection] = []
        self.sessions: dict[str, Session] = {}
        self.identifies = 0
        self.resumes = 0
        self.identified_at: list[tuple[float, int]] = []
        self.heartbeats = 0
        self.heartbeat_interval = 41.25
        self.acknowledges = True
        self.withhold_ready = False
        self.refuses_resume = False
        self.away = set[int]()
        """Shards whose sockets are closed before they have a session."""
        self.unreachable = set[int]()
        """Shards whose own address, where sessions are resumed, answers 503."""
        self.open = True
        self.refused = 0

    # What a test can do to it

    async def stop(self) -> None:
        """Stop the gateway: sockets die, and new ones are refused with 503 until `start`."""
        self.open = False
        await self.drop()

    def start(self) -> None:
        self.open = True

    async def drop(self, shard: int | None = None, code: int | None = None) -> None:
        """End sockets, silently or with a close code."""
        await asyncio.gather(*(c.close(code) for c in self._of(shard)))

    async def ask_reconnect(self, shard: int | None = None) -> None:
        for connection in self._of(shard):
            connection.send(dumps({"op": 7, "d": None}))
        await self.drained()

    async def invalidate(self, *, resumable: bool = False, shard: int | None = None) -> None:
        """Send op 9. A session that can't be resumed is forgotten here, too."""
        for connection in self._of(shard):
            connection.send(dumps({"op": 9, "d": resumable}))
            if connection.session is not None and not resumable:
                self.sessions.pop(connection.session.id, None)
        await self.drained()

    def deafen(self, shard: int | None = None) -> None:
        """Keep sockets open, but send neither ACKs nor events; new sockets work."""
        for connection in self._of(shard):
            connection.deaf = True

    def forget_sessions(self) -> None:
        """Forget all sessions, as after a long outage: every RESUME will be refused."""
        self.sessions.clear()

    async def raw(self, frame: Json | str) -> None:
        """Send any frame, even a malformed one, to all sockets."""
        for connection in self.connections:
            connection.send(frame if isinstance(frame, str) else dumps(frame))
        await self.drained()

    async def repeat_last(self, event: str | None = None) -> None:
        """Send the same event again, with its old number, to every session that had it."""
        for session in self.sessions.values():
            told = [text for _, name, text in session.told if event in {None, name}]
            if told and session.connection is not None:
                session.connection.send(told[-1])
        await self.drained()

    async def drained(self) -> None:
        """Wait until everything was written to the sockets."""
        outboxes = [c.outbox.join() for c in self.connections if not c.socket.closed]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*outboxes), PATIENCE)

    async def ready(self, shards: int = 1, within: float = 60.0) -> None:
        """Wait until this many sessions are connected and have had their READY."""
        await self._world.until(lambda: self.ready_sessions >= shards, within)

    @property
    def ready_sessions(self) -> int:
        return sum(s.ready and s.connection is not None for s in self.sessions.values())

    # What the world tells it

    def dispatch(
        self, event: str, body: Json, *, guild_id: int | None, bare: Json | None = None, members: bool = False
    ) -> None:
        """Send an event to the sessions that want it. `bare`: for sessions without the message-content intent."""
        guild = self._world.guilds.get(guild_id) if guild_id is not None else None
        if guild is not None and not guild.has_bot and event != "GUILD_DELETE":
            return
        for session in self.sessions.values():
            if session.ready and session.hears(guild_id) and session.wants(event, guild_id, members=members):
                poor = bare is not None and not session.intents & MESSAGE_CONTENT
                session.tell(event, bare if poor and bare is not None else body)

    def guild_create(self, guild: Guild, *, joined: bool = False) -> None:
        """Tell of a guild. If the bot has just joined it, `unavailable` is left out: clients recognize a join
        by that.
        """
        for session in self.sessions.values():
            if session.ready and session.hears(guild.id) and session.intents & GUILDS:
                body = payloads.guild(guild, members=bool(session.intents & GUILD_MEMBERS))
                if joined:
                    del body["unavailable"]
                session.tell("GUILD_CREATE", body)

    # The socket

    async def connect(self, request: web.Request) -> web.StreamResponse:
        if not self.open or int(request.match_info.get("shard", "-1")) in self.unreachable:
            self.refused += 1
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(timeout=PATIENCE)
        await socket.prepare(request)
        connection = Connection(socket, request)
        self.connections.append(connection)
        writer = asyncio.create_task(connection.write())
        try:
            connection.send(dumps({"op": 10, "d": {"heartbeat_interval": int(self.heartbeat_interval * 1000)}}))
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await self._received(connection, json.loads(frame.data))
        finally:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            self._disconnected(connection)
        return socket

    def _disconnected(self, connection: Connection) -> None:
        self.connections.remove(connection)
        session = connection.session
        if session is not None and session.connection is connection:
            session.connection = None
            if connection.socket.close_code in {1000, 1001} and not connection.ended_here:
                self.sessions.pop(session.id, None)
        self._world.changed()

    async def _received(self, connection: Connection, frame: Json) -> None:
        match frame.get("op"):
            case 1:
                self.heartbeats += 1
                if self.acknowledges:
                    connection.send(dumps({"op": 11}))
            case 2:
                await self._identify(connection, frame["d"])
            case 6:
                await self._resume(connection, frame["d"])
            case 8:
                self._members(connection, frame["d"])

    async def _identify(self, connection: Connection, body: Json) -> None:
        application = self._world.application
        intents = int(body.get("intents") or 0)
        shard, shards = body.get("shard") or [0, 1]
        self.identifies += 1
        self.identified_at.append((self._world.clock.now(), shard))
        if application.token is not None and body.get("token") != application.token:
            await connection.close(4004)
            return
        if intents & ~self._allowed_intents():
            await connection.close(4014)
            return
        if shard in self.away:
            await connection.close(4000)
            return
        session = Session(uuid.uuid4().hex, shard, shards, intents, connection)
        connection.session = session
        while len(self.sessions) >= SESSIONS:
            del self.sessions[next(iter(self.sessions))]
        self.sessions[session.id] = session
        if not self.withhold_ready:
            self._make_ready(session)

    def _allowed_intents(self) -> int:
        application = self._world.application
        privileged = (
            (application.members_allowed, GUILD_MEMBERS),
            (application.presence_allowed, GUILD_PRESENCES),
            (application.message_content_allowed, MESSAGE_CONTENT),
        )
        return ~sum(intent for allowed, intent in privileged if not allowed)

    def _make_ready(self, session: Session) -> None:
        world = self._world
        guilds = [guild for guild in world.guilds.values() if guild.has_bot and session.hears(guild.id)]
        session.tell(
            "READY",
            {
                "v": 10,
                "user": payloads.user(world.bot),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": f"{world.gateway_url}{session.shard}/",
                "shard": [session.shard, session.shards],
                "application": {"id": str(world.bot.id), "flags": world.application.flags},
            },
        )
        session.ready = True
        if session.intents & GUILDS:
            for guild in guilds:
                session.tell("GUILD_CREATE", payloads.guild(guild, members=bool(session.intents & GUILD_MEMBERS)))
        world.changed()

    async def _resume(self, connection: Connection, body: Json) -> None:
        session = self.sessions.get(str(body.get("session_id")))
        missed = session.missed(int(body.get("seq") or 0)) if session is not None else None
        if session is None or missed is None or self.refuses_resume:
            connection.send(dumps({"op": 9, "d": False}))
            return
        if session.shard in self.away:
            await connection.close(4000)
            return
        self.resumes += 1
        if session.connection is not None:
            session.connection.session = None
        session.connection, connection.session = connection, session
        for text in missed:
            connection.send(text)
        session.tell("RESUMED", {"_trace": []})
        self._world.changed()

    def _members(self, connection: Connection, body: Json) -> None:
        """Answer op 8: by ids always; by the start of a name, or all members, only with the members intent."""
        guild = self._world.guilds.get(int(body.get("guild_id") or 0))
        session = connection.session
        if guild is None or session is None:
            return
        ids = {int(user_id) for user_id in body.get("user_ids") or []}
        query = str(body.get("query") or "")
        named = bool(query) or bool(session.intents & GUILD_MEMBERS)
        found = [
            m for m in guild.members.values() if (m.user.id in ids if ids else named and m.user.name.startswith(query))
        ]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [payloads.member(m) for m in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(user_id) for user_id in ids - {m.user.id for m in found}],
        }
        session.tell("GUILD_MEMBERS_CHUNK", chunk | ({"nonce": body["nonce"]} if body.get("nonce") else {}))

    def _of(self, shard: int | None) -> list[Connection]:
        return [c for c in self.connections if shard is None or (c.session is not None and c.session.shard == shard)]
