"""Simulate Helix's rate limit: a bucket of points for each token's owner, refilled continuously."""

from __future__ import annotations

import math
from dataclasses import dataclass

from standins.twitch.clock import TwitchClock


@dataclass
class Bucket:
    points: float
    since: float


class TwitchLimits:
    """The limit: `points` in `per` seconds; the application and each user have their own."""

    def __init__(self, clock: TwitchClock) -> None:
        self._clock = clock
        self.points = 800
        self.per = 60.0
        self.on = True
        self._buckets: dict[str, Bucket] = {}

    def off(self) -> None:
        """Switch off all limits and headers."""
        self.on = False

    def take(self, owner: str, cost: int = 1) -> tuple[bool, dict[str, str]]:
        """Return whether the call may pass, and the headers about the limit."""
        if not self.on:
            return True, {}
        now = self._clock.now()
        bucket = self._buckets.setdefault(owner, Bucket(self.points, now))
        filled = bucket.points + (now - bucket.since) * self.points / self.per
        bucket.points, bucket.since = min(self.points, filled), now
        allowed = bucket.points >= cost
        if allowed:
            bucket.points -= cost
        full_in = (self.points - bucket.points) * self.per / self.points
        return allowed, {
            "Ratelimit-Limit": str(self.points),
            "Ratelimit-Remaining": str(int(bucket.points)),
            "Ratelimit-Reset": str(math.ceil(now - self._clock.offset + full_in)),
        }
