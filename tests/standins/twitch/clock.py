"""Provide Twitch's clock: a test may set it forward, which wakes those who sleep on it."""

from __future__ import annotations

import asyncio
from collections import deque
from datetime import UTC, datetime

from standins.snowflakes import Clock


class TwitchClock(Clock):
    def __init__(self) -> None:
        super().__init__()
        self._sleepers: set[asyncio.Event] = set()

    def advance(self, seconds: float) -> None:
        super().advance(seconds)
        for sleeper in self._sleepers:
            sleeper.set()

    async def sleep(self, seconds: float) -> None:
        """Sleep by this clock, so that `advance` shortens it."""
        ends = self.now() + seconds
        while (left := ends - self.now()) > 0:
            sleeper = asyncio.Event()
            self._sleepers.add(sleeper)
            try:
                await asyncio.wait_for(sleeper.wait(), left)
            except TimeoutError:
                continue
            finally:
                self._sleepers.discard(sleeper)

    def rfc3339(self, at: float | None = None) -> str:
        """Return a time with nine decimals and a Z, as EventSub writes it."""
        moment = datetime.fromtimestamp(self.now() if at is None else at, UTC)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.%f") + "000Z"


class Window:
    """At most `most` in any span of `per` seconds."""

    def __init__(self, most: int, per: float) -> None:
        self.most = most
        self.per = per
        self._taken: deque[float] = deque()

    def full(self, now: float) -> bool:
        while self._taken and self._taken[0] <= now - self.per:
            self._taken.popleft()
        return len(self._taken) >= self.most

    def take(self, now: float) -> bool:
        if self.full(now):
            return False
        self._taken.append(now)
        return True
