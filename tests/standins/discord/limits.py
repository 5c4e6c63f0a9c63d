"""Simulate Discord's rate limits: by route and top-level resource, in headers, and a global one."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from standins.snowflakes import Clock

EXEMPT = ("/interactions/", "/webhooks/")  # neither the global limit nor, in this stand-in, one of their own
MOST_WINDOWS = 10_000


@dataclass(frozen=True)
class Limit:
    calls: int
    per: float


@dataclass
class Window:
    """Opens with its first call, and forgets all its calls at the same time."""

    limit: Limit
    ends: float = 0.0
    used: int = 0

    def take(self, now: float) -> bool:
        if now >= self.ends:
            self.ends, self.used = now + self.limit.per, 0
        if self.used >= self.limit.calls:
            return False
        self.used += 1
        return True


@dataclass(frozen=True)
class Verdict:
    headers: dict[str, str]
    retry_after: float | None = None
    is_global: bool = False


def bucket_name(method: str, template: str) -> str:
    return hashlib.md5(f"{method} {template}".encode(), usedforsecurity=False).hexdigest()


class Limits:
    """The limits. `routes` may be changed by a test; `quick()` keeps the counts and shortens every wait."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.routes: dict[tuple[str, str], Limit] = {
            ("POST", "/channels/{channel_id}/messages"): Limit(5, 5.0),
            ("PATCH", "/channels/{channel_id}/messages/{message_id}"): Limit(5, 5.0),
            ("DELETE", "/channels/{channel_id}/messages/{message_id}"): Limit(5, 1.0),
            ("PATCH", "/channels/{channel_id}"): Limit(10, 15.0),
        }
        self.others = Limit(50, 1.0)
        self.over_all = Limit(50, 1.0)
        self.old_edits = Limit(3, 6.0)
        self.on = True
        self._windows: dict[tuple[str, str], Window] = {}

    def off(self) -> None:
        """Switch off all limits and headers."""
        self.on = False

    def quick(self, factor: float = 0.02) -> None:
        """Keep the counts in much shorter windows, for tests about something else."""
        self.routes = {key: Limit(limit.calls, limit.per * factor) for key, limit in self.routes.items()}
        self.old_edits = Limit(self.old_edits.calls, self.old_edits.per * factor)
        self.others = Limit(self.others.calls, self.others.per * factor)
        self.over_all = Limit(self.over_all.calls, self.over_all.per * factor)

    def take(self, method: str, template: str, major: str) -> Verdict:
        if not self.on or template.startswith(EXEMPT):
            return Verdict({})
        now = self._clock.now()
        everything = self._window("all", "", self.over_all)
        if not everything.take(now):
            headers = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
            return Verdict(headers, everything.ends - now, is_global=True)
        limit = self.routes.get((method, template), self.others)
        window = self._window(f"{method} {template}", major, limit)
        allowed = window.take(now)
        left = max(0.0, window.ends - now)
        headers = {
            "X-RateLimit-Limit": str(limit.calls),
            "X-RateLimit-Remaining": str(limit.calls - window.used),
            "X-RateLimit-Reset": f"{window.ends - self._clock.offset:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": bucket_name(method, template),
        }
        if allowed:
            return Verdict(headers)
        return Verdict(headers | {"X-RateLimit-Scope": "user"}, left)

    def old_edit(self, channel_id: int) -> float | None:
        """Return the seconds until the next edit of a message older than an hour in this channel; None: now."""
        now = self._clock.now()
        window = self._window("old edits", str(channel_id), self.old_edits)
        if not self.on or window.take(now):
            return None
        return window.ends - now

    def _window(self, route: str, major: str, limit: Limit) -> Window:
        if len(self._windows) > MOST_WINDOWS:
            now = self._clock.now()
            self._windows = {key: window for key, window in self._windows.items() if window.ends > now}
        window = self._windows.setdefault((route, major), Window(limit))
        window.limit = limit
        return window
