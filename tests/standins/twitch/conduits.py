"""Simulate conduits: they have subscriptions, and hand each event to one of their shards."""

from __future__ import annotations

import itertools
import uuid
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from standins.twitch.errors import Json, TwitchError
from standins.twitch.eventsub import Session
from standins.twitch.routing import TWITCH_ROUTES, Answer, Call, page

if TYPE_CHECKING:
    from standins.twitch.world import TwitchWorld

MOST_SHARDS = 20_000
LIFE_WITHOUT_SHARDS = 72 * 3600.0
NO_SESSION = "websocket transport session does not exist or has already disconnected"


@dataclass(eq=False)
class Shard:
    id: str
    session: Session
    session_id: str
    connected_at: str
    status: str = "enabled"
    disconnected_at: str | None = None

    @property
    def enabled(self) -> bool:
        return self.status == "enabled"

    def payload(self) -> Json:
        left = {"disconnected_at": self.disconnected_at} if self.disconnected_at else {}
        session_id = self.session.id if self.enabled else self.session_id
        transport = {"method": "websocket", "session_id": session_id, "connected_at": self.connected_at, **left}
        return {"id": self.id, "status": self.status, "transport": transport}


@dataclass(eq=False)
class Conduit:
    """A conduit. `shards`: only those that ever had a transport; `idle_since`: when the last of them was lost."""

    id: str
    shard_count: int
    idle_since: float
    shards: dict[str, Shard] = field(default_factory=dict)
    turns: Iterator[int] = field(default_factory=itertools.count, repr=False)

    @property
    def alive(self) -> list[Shard]:
        return [shard for shard in self.shards.values() if shard.enabled]

    def pick(self, key: str, *, in_turn: bool) -> Session | None:
        """Return the session of the shard whose turn it is; if that is off, of one other, as Twitch does."""
        first = next(self.turns) if in_turn else zlib.crc32(key.encode())
        chosen = self.shards.get(str(first % self.shard_count))
        if chosen is not None and chosen.enabled:
            return chosen.session
        return self.alive[0].session if self.alive else None

    def payload(self) -> Json:
        return {"id": self.id, "shard_count": self.shard_count}


class Conduits:
    """All conduits. `in_turn`: each event goes to the next shard, so two lines of one channel may overtake each other;
    otherwise a channel's events go to the same shard.
    """

    def __init__(self, world: TwitchWorld) -> None:
        self._world = world
        self._all: dict[str, Conduit] = {}
        self.most = 5
        self.in_turn = False
        self.associations: list[tuple[str, str]] = []

    @property
    def all(self) -> list[Conduit]:
        """Return those that exist: one without a live shard for 72 hours is deleted."""
        now = self._world.clock.now()
        for conduit in list(self._all.values()):
            if not conduit.alive and now - conduit.idle_since > LIFE_WITHOUT_SHARDS:
                self.delete(conduit)
        return list(self._all.values())

    def find(self, conduit_id: str) -> Conduit:
        found = next((conduit for conduit in self.all if conduit.id == conduit_id), None)
        if found is None:
            raise TwitchError(404, "conduit not found")
        return found

    def create(self, shard_count: int) -> Conduit:
        if len(self.all) >= self.most:
            raise TwitchError(429, "maximum number of conduits exceeded")
        conduit = Conduit(str(uuid.uuid4()), self._counted(shard_count), self._world.clock.now())
        self._all[conduit.id] = conduit
        return conduit

    def resize(self, conduit: Conduit, shard_count: int) -> None:
        conduit.shard_count = self._counted(shard_count)
        for shard_id in [shard_id for shard_id in conduit.shards if int(shard_id) >= shard_count]:
            gone = conduit.shards.pop(shard_id)
            self._world.eventsub.use_changed(gone.session)

    def delete(self, conduit: Conduit) -> None:
        del self._all[conduit.id]
        self._world.subscriptions.conduit_gone(conduit)
        for shard in conduit.shards.values():
            self._world.eventsub.use_changed(shard.session)

    def associate(self, conduit: Conduit, shard_id: str, session: Session) -> Shard:
        """Give a shard to this session; the session that had it before becomes unused."""
        before = conduit.shards.get(shard_id)
        shard = Shard(shard_id, session, session.id, session.connected_at)
        conduit.shards[shard_id] = shard
        self.associations.append((shard_id, session.id))
        self._world.eventsub.use_changed(session)
        if before is not None:
            self._world.eventsub.use_changed(before.session)
        self._world.changed()
        return shard

    def use(self, session: Session) -> bool:
        return any(shard.session is session for conduit in self._all.values() for shard in conduit.alive)

    def session_lost(self, session: Session, status: str) -> None:
        for conduit in self._all.values():
            for shard in conduit.alive:
                if shard.session is session:
                    self.disable(conduit, shard, status)

    def disable(self, conduit: Conduit, shard: Shard, status: str = "websocket_disconnected") -> None:
        """Disable a shard, as a test also may: its socket stays open, but receives nothing."""
        now = self._world.clock
        shard.status, shard.disconnected_at = status, now.rfc3339()
        shard.session_id = shard.session.id
        if not conduit.alive:
            conduit.idle_since = now.now()
        facts = {"client_id": self._world.application.id, "conduit_id": conduit.id}
        event = {
            "conduit_id": conduit.id,
            "shard_id": shard.id,
            "status": status,
            "transport": shard.payload()["transport"],
        }
        self._world.events.notify("conduit.shard.disabled", facts, event)
        if shard.session.id in self._world.eventsub.sessions:
            self._world.eventsub.use_changed(shard.session)

    def _counted(self, shard_count: int) -> int:
        if not 1 <= shard_count <= MOST_SHARDS:
            raise TwitchError(400, "The shard count must be between 1 and 20000.")
        return shard_count


@TWITCH_ROUTES.add("GET", "/helix/eventsub/conduits")
def get_conduits(world: TwitchWorld, call: Call) -> Answer:
    call.by_app()
    return 200, {"data": [conduit.payload() for conduit in world.conduits.all]}


@TWITCH_ROUTES.add("POST", "/helix/eventsub/conduits")
def create_conduit(world: TwitchWorld, call: Call) -> Answer:
    call.by_app()
    call.need("shard_count")
    return 200, {"data": [world.conduits.create(call.number("shard_count", 0)).payload()]}


@TWITCH_ROUTES.add("PATCH", "/helix/eventsub/conduits")
def update_conduit(world: TwitchWorld, call: Call) -> Answer:
    call.by_app()
    conduit = world.conduits.find(call.need("id"))
    world.conduits.resize(conduit, call.number("shard_count", 0))
    return 200, {"data": [conduit.payload()]}


@TWITCH_ROUTES.add("DELETE", "/helix/eventsub/conduits")
def delete_conduit(world: TwitchWorld, call: Call) -> Answer:
    call.by_app()
    world.conduits.delete(world.conduits.find(call.need("id")))
    return 204, None


@TWITCH_ROUTES.add("GET", "/helix/eventsub/conduits/shards")
def get_shards(world: TwitchWorld, call: Call) -> Answer:
    call.by_app()
    conduit = world.conduits.find(call.need("conduit_id"))
    shards = sorted(conduit.shards.values(), key=lambda shard: int(shard.id))
    if status := call.form("status"):
        shards = [shard for shard in shards if shard.status == status]
    return 200, page([shard.payload() for shard in shards], call, usual=100)


@TWITCH_ROUTES.add("PATCH", "/helix/eventsub/conduits/shards")
def update_shards(world: TwitchWorld, call: Call) -> Answer:
    """Update shards. The answer is 202 even if every shard was refused; the refusals are in `errors`."""
    call.by_app()
    conduit = world.conduits.find(call.need("conduit_id"))
    done: list[Json] = []
    errors: list[Json] = []
    for wanted in call.body.get("shards") or []:
        shard_id = str(wanted.get("id"))
        session = world.eventsub.sessions.get(str((wanted.get("transport") or {}).get("session_id")))
        if not shard_id.isdecimal() or int(shard_id) >= conduit.shard_count:
            message = "The shard id is outside the conduit's range"
            errors.append({"id": shard_id, "message": message, "code": "invalid_parameter"})
        elif session is None:
            errors.append({"id": shard_id, "message": NO_SESSION, "code": "invalid_parameter"})
        else:
            done.append(world.conduits.associate(conduit, shard_id, session).payload())
    return 202, {"data": done, "errors": errors}
