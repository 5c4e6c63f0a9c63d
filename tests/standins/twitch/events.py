"""Deliver notifications: once, or twice, or late, or in another order, or to nobody."""

from __future__ import annotations

import random
import uuid
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from standins.twitch.errors import Json
from standins.twitch.eventsub import Session, dumps
from standins.twitch.subscriptions import Subscription

if TYPE_CHECKING:
    from standins.twitch.world import TwitchWorld

REMEMBERED = 1000


@dataclass(frozen=True)
class Notification:
    """A notification. `id`: the message id of the metadata, the same when it is repeated."""

    id: str
    subscription: Subscription
    text: str = field(repr=False)
    key: str


class Events:
    """All notifications. `told` and `missed` (there was nobody to tell) remember the last thousand."""

    def __init__(self, world: TwitchWorld) -> None:
        self._world = world
        self._held: list[Notification] | None = None
        self.told: deque[Notification] = deque(maxlen=REMEMBERED)
        self.missed: deque[Notification] = deque(maxlen=REMEMBERED)
        self.repeats_everything = False

    def notify(self, kind: str, facts: Json, event: Json, *, late: float = 0.0) -> None:
        """Notify every subscription that wants it; `late` dates it this many seconds back."""
        clock = self._world.clock
        at = clock.rfc3339(clock.now() - late)
        key = str(facts.get("broadcaster_user_id") or facts.get("user_id") or "")
        for subscription in self._world.subscriptions.wanting(kind, facts):
            message_id = str(uuid.uuid4())
            metadata = self._metadata(message_id, "notification", at, subscription)
            payload = {"subscription": subscription.payload(), "event": event}
            text = dumps({"metadata": metadata, "payload": payload})
            self._tell(Notification(message_id, subscription, text, key))

    def revocation(self, subscription: Subscription) -> None:
        message_id = str(uuid.uuid4())
        metadata = self._metadata(message_id, "revocation", self._world.clock.rfc3339(), subscription)
        text = dumps({"metadata": metadata, "payload": {"subscription": subscription.payload()}})
        self._send(Notification(message_id, subscription, text, ""))

    def repeat_last(self, count: int = 1) -> None:
        """Send the last notification again with the same message id, as Twitch does when it is not sure."""
        for _ in range(count):
            self._send(self.told[-1], again=True)

    # The order

    def hold(self) -> None:
        """Hold everything back until `release`."""
        self._held = []

    def release(self, order: str | int = "sent") -> None:
        """Send what was held in the order `sent`, `reversed`, or shuffled by a seed."""
        held, self._held = self._held or [], None
        if order == "reversed":
            held.reverse()
        elif isinstance(order, int):
            random.Random(order).shuffle(held)  # noqa: S311 - reproducible on purpose
        for notification in held:
            self._send(notification)

    def _tell(self, notification: Notification) -> None:
        if self._held is not None:
            self._held.append(notification)
            return
        self._send(notification)
        if self.repeats_everything:
            self._send(notification, again=True)

    def _send(self, notification: Notification, *, again: bool = False) -> None:
        session = self._session(notification)
        if session is None:
            self.missed.append(notification)
            return
        self._world.eventsub.send(session, notification.text)
        if not again:
            self.told.append(notification)

    def _session(self, notification: Notification) -> Session | None:
        transport = notification.subscription.transport
        if isinstance(transport, Session):
            return transport if transport.id in self._world.eventsub.sessions else None
        return transport.pick(notification.key, in_turn=self._world.conduits.in_turn)

    def _metadata(self, message_id: str, kind: str, at: str, subscription: Subscription) -> Json:
        return {
            "message_id": message_id,
            "message_type": kind,
            "message_timestamp": at,
            "subscription_type": subscription.type,
            "subscription_version": subscription.version,
        }
