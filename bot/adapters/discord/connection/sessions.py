"""New sessions are precious: five seconds apart, and 1,000 a day, beyond which the token is reset (threats F10)."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

import structlog

EVERY: Final = 5.0
"""Seconds between two new sessions of one bucket."""
PROMPT: Final = 1.0
"""Seconds from a turn to its session; who needs more to connect waits for another turn."""
KEPT: Final = 20
"""Of the day's sessions, which are left for whoever looks after the bot."""
log = structlog.get_logger()


class NewSessions:
    """Gives each shard its turn to begin a session. `every`: seconds between two."""

    def __init__(self, every: float = EVERY + PROMPT) -> None:
        self._every = every
        self._at_once = 1
        self._left = KEPT + 1
        self._anew_at = 0.0
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._next: dict[int, float] = {}
        """The time from which a bucket may begin another."""
        self._given: dict[int, float] = {}
        """The time at which a shard was given the turn that it has not used yet."""

    def told(self, limits: Mapping[str, Any]) -> None:
        """Take note of what Discord allows: `session_start_limit` of its answer."""
        self._at_once = max(1, int(limits["max_concurrency"]))
        self._left = int(limits["remaining"])
        self._anew_at = time.monotonic() + int(limits["reset_after"]) / 1000

    async def turn(self, shard: int) -> None:
        """Wait until this shard may begin a session; those who wait come one after the other."""
        bucket = shard % self._at_once
        async with self._turns[bucket]:
            await self._wait_for_budget()
            await asyncio.sleep(self._next.get(bucket, 0.0) - time.monotonic())
            self._left -= 1
            self._given[shard] = time.monotonic()
            self._next[bucket] = self._given[shard] + self._every

    async def begins(self, shard: int) -> None:
        """Let a shard begin a session, after a wait where it has had no turn just now."""
        if self._given.pop(shard, 0.0) < time.monotonic() - PROMPT:
            await self.turn(shard)
            del self._given[shard]

    async def _wait_for_budget(self) -> None:
        left = self._anew_at - time.monotonic()
        if self._left <= KEPT and left > 0:
            log.error("the day's sessions are used up", wait=round(left))
            await asyncio.sleep(left)
