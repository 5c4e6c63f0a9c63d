"""Manage EventSub subscriptions: create, list, delete them, and end them with their session or somebody's
permission.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from standins.twitch.conduits import Conduit
from standins.twitch.errors import Json, TwitchError
from standins.twitch.eventsub import Session
from standins.twitch.kinds import KINDS, check
from standins.twitch.routing import TWITCH_ROUTES, Answer, Call, page

if TYPE_CHECKING:
    from standins.twitch.channels import Channel
    from standins.twitch.people import Person
    from standins.twitch.world import TwitchWorld

NO_SESSION = "websocket transport session does not exist or has already disconnected"
MOST_ENDED = 500


@dataclass(eq=False)
class Subscription:
    """A subscription. `transport`: a session or a conduit; `by`: the user whose token created it, None: the
    application.
    """

    id: str
    type: str
    version: str
    condition: Json
    transport: Session | Conduit
    by: Person | None
    cost: int
    created_at: str
    status: str = "enabled"
    session_id: str = field(default="", repr=False)

    @property
    def enabled(self) -> bool:
        return self.status == "enabled"

    def fits(self, facts: Json) -> bool:
        """Return whether all facts that the condition names agree with it."""
        return all(self.condition.get(key) in (None, "", value) for key, value in facts.items())

    def payload(self) -> Json:
        if isinstance(self.transport, Session):
            transport = {"method": "websocket", "session_id": self.transport.id}
        else:
            transport = {"method": "conduit", "conduit_id": self.transport.id}
        return {
            "id": self.id,
            "status": self.status,
            "type": self.type,
            "version": self.version,
            "condition": self.condition,
            "transport": transport,
            "created_at": self.created_at,
            "cost": self.cost,
        }


class Subscriptions:
    """All subscriptions. The limits are Twitch's; a test may lower them."""

    def __init__(self, world: TwitchWorld) -> None:
        self._world = world
        self.all: list[Subscription] = []
        self.most_sessions = 3
        self.most_per_session = 300
        self.most_alike = 3
        self.max_total_cost = 10
        self.max_total_cost_of_conduits = 10_000
        self._by_channel: dict[tuple[str, str], list[Subscription]] = {}

    @property
    def enabled(self) -> list[Subscription]:
        return [subscription for subscription in self.all if subscription.enabled]

    def wanting(self, kind: str, facts: Json) -> list[Subscription]:
        """Return those that want an event. They are found by channel, since in a flood a search of all would take too
        long.
        """
        channel_id = str(facts.get("broadcaster_user_id", ""))
        return [s for s in self._by_channel.get((kind, channel_id), ()) if s.enabled and s.fits(facts)]

    def use(self, session: Session) -> bool:
        return any(s.transport is session and s.enabled for s in self.all)

    def of(self, by: Person | None) -> list[Subscription]:
        return [s for s in self.all if s.by is by]

    def total_cost(self, by: Person | None) -> int:
        return sum(s.cost for s in self.of(by) if s.enabled)

    def most_cost(self, by: Person | None) -> int:
        return self.max_total_cost_of_conduits if by is None else self.max_total_cost

    def add(self, subscription: Subscription) -> None:
        self._check_limits(subscription)
        self.all.append(subscription)
        self._sort_by_channel()
        if isinstance(subscription.transport, Session):
            subscription.transport.owner = subscription.by
            self._world.eventsub.use_changed(subscription.transport)
        self._world.changed()

    def remove(self, subscription: Subscription) -> None:
        self.all.remove(subscription)
        self._sort_by_channel()
        if isinstance(subscription.transport, Session):
            self._world.eventsub.use_changed(subscription.transport)
        self._world.changed()

    # How they end

    def session_lost(self, session: Session, status: str) -> None:
        for subscription in self.all:
            if subscription.transport is session and subscription.enabled:
                subscription.status = status
        ended = [s for s in self.all if not s.enabled]
        for subscription in ended[:-MOST_ENDED]:
            self.all.remove(subscription)
        self._sort_by_channel()

    def conduit_gone(self, conduit: Conduit) -> None:
        self.all = [s for s in self.all if s.transport is not conduit]
        self._sort_by_channel()

    def revoke(self, subscription: Subscription, status: str = "authorization_revoked") -> None:
        """Send the revocation over the transport, and end it; `status` says why."""
        subscription.status = status
        self._world.events.revocation(subscription)
        if isinstance(subscription.transport, Session):
            self._world.eventsub.use_changed(subscription.transport)

    def leave_withdrawn(self, person: Person) -> None:
        """End the subscriptions that needed this person's permission."""
        self._end(lambda s: s.by is person or self._needs(s, person), "authorization_revoked")

    def chatter_banned(self, channel: Channel, person: Person) -> None:
        def reads(s: Subscription) -> bool:
            here = s.condition.get("broadcaster_user_id") == channel.id and s.condition.get("user_id") == person.id
            return KINDS[s.type].chat and here

        self._end(reads, "chat_user_banned")

    def moderator_removed(self, channel: Channel, person: Person) -> None:
        def needs(s: Subscription) -> bool:
            here = s.condition.get("broadcaster_user_id") == channel.id
            return here and s.condition.get("moderator_user_id") == person.id

        self._end(needs, "moderator_removed")

    def _sort_by_channel(self) -> None:
        self._by_channel = {}
        for s in self.all:
            self._by_channel.setdefault((s.type, str(s.condition.get("broadcaster_user_id", ""))), []).append(s)

    def _end(self, ends: Callable[[Subscription], bool], status: str) -> None:
        for subscription in self.enabled:
            if ends(subscription):
                self.revoke(subscription, status)

    def _needs(self, subscription: Subscription, person: Person) -> bool:
        kind = KINDS[subscription.type]
        keys = {*kind.leave, "broadcaster_user_id"} if kind.chat and subscription.by is None else {*kind.leave}
        if not any(subscription.condition.get(key) == person.id for key in keys):
            return False
        try:
            check(self._world, subscription.type, subscription.version, subscription.condition, subscription.by)
        except TwitchError:
            return True
        return False

    def _check_limits(self, new: Subscription) -> None:
        alike = [s for s in self.enabled if (s.type, s.condition, s.by) == (new.type, new.condition, new.by)]
        if any(s.transport is new.transport for s in alike):
            raise TwitchError(409, "subscription already exists")
        if len(alike) >= self.most_alike:
            raise TwitchError(429, "maximum subscriptions with type and condition exceeded")
        if isinstance(new.transport, Session):
            mine = [s for s in self.of(new.by) if s.enabled]
            sessions = {s.transport for s in mine} | {new.transport}
            if len(sessions) > self.most_sessions:
                raise TwitchError(429, "number of websocket transports limit exceeded")
            if sum(s.transport is new.transport for s in mine) >= self.most_per_session:
                raise TwitchError(429, "number of subscriptions per websocket transport exceeded")
        if self.total_cost(new.by) + new.cost > self.most_cost(new.by):
            raise TwitchError(429, "maximum total cost exceeded")


@TWITCH_ROUTES.add("POST", "/helix/eventsub/subscriptions")
def create_subscription(world: TwitchWorld, call: Call) -> Answer:
    body = call.body
    wanted = body.get("transport") or {}
    by = call.bearer.user
    transport = _transport(world, wanted, by)
    condition = {key: str(value) for key, value in (body.get("condition") or {}).items() if value is not None}
    kind, version = str(body.get("type")), str(body.get("version"))
    check(world, kind, version, condition, by)
    people = [world.people[value] for value in condition.values() if value in world.people]
    cost = 0 if KINDS[kind].app_only or any(world.tokens.has_authorised(p) for p in people) else 1
    now = world.clock.rfc3339()
    new = Subscription(str(uuid.uuid4()), kind, version, condition, transport, by, cost, now)
    world.subscriptions.add(new)
    return 202, {"data": [new.payload()], **_totals(world, by)}


def _transport(world: TwitchWorld, wanted: Json, by: Person | None) -> Session | Conduit:
    match wanted.get("method"), by:
        case "websocket", user if user is not None:
            session = world.eventsub.sessions.get(str(wanted.get("session_id")))
            if session is None:
                raise TwitchError(400, NO_SESSION)
            if session.owner not in (None, user):
                raise TwitchError(400, "websocket transport cannot have subscriptions created by different users")
            return session
        case "conduit", None:
            return world.conduits.find(str(wanted.get("conduit_id")))
        case _:
            raise TwitchError(400, "invalid transport and auth combination")


@TWITCH_ROUTES.add("GET", "/helix/eventsub/subscriptions")
def get_subscriptions(world: TwitchWorld, call: Call) -> Answer:
    by = call.bearer.user
    found = world.subscriptions.of(by)
    if status := call.form("status"):
        found = [s for s in found if s.status == status]
    if kind := call.form("type"):
        found = [s for s in found if s.type == kind]
    if user_id := call.form("user_id"):
        found = [s for s in found if user_id in s.condition.values()]
    if conduit_id := call.form("conduit_id"):
        found = [s for s in found if isinstance(s.transport, Conduit) and s.transport.id == conduit_id]
    if subscription_id := call.form("subscription_id"):
        found = [s for s in found if s.id == subscription_id]
    return 200, page([s.payload() for s in found], call, usual=100) | _totals(world, by)


@TWITCH_ROUTES.add("DELETE", "/helix/eventsub/subscriptions")
def delete_subscription(world: TwitchWorld, call: Call) -> Answer:
    wanted = call.need("id")
    found = next((s for s in world.subscriptions.of(call.bearer.user) if s.id == wanted), None)
    if found is None:
        raise TwitchError(404, "subscription not found")
    world.subscriptions.remove(found)
    return 204, None


def _totals(world: TwitchWorld, by: Person | None) -> Json:
    mine = world.subscriptions
    return {"total": len(mine.of(by)), "total_cost": mine.total_cost(by), "max_total_cost": mine.most_cost(by)}
