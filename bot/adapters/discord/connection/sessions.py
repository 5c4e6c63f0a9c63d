"""Ration new sessions: five seconds apart, and 1,000 a day, beyond which Discord resets the token (threats F10).

All processes of one token pass one gate, which is in the store.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import structlog

EVERY: Final = 5.0
"""Seconds between two new sessions of the same bucket."""
PROMPT: Final = 1.0
"""Seconds within which a shard must use its turn; a slower shard waits for another turn."""
KEPT: Final = 20
"""How many of the day's sessions are kept in reserve for the operator."""
Gate = Callable[[str, float], Awaitable[float]]
"""Takes a turn of this name if none was taken within these seconds; returns the seconds until there is one, 0: it is
taken.
"""
log = structlog.get_logger()


class NewSessions:
    """Gives each shard its turn to begin a session. `every`: seconds between two turns. `gate`: where all processes
    take turns, by the name of the bucket.
    """

    def __init__(self, every: float = EVERY + PROMPT, gate: Gate | None = None) -> None:
        self._every, self._gate = every, gate
        self._at_once = 1
        self._left = KEPT + 1
        self._anew_at = 0.0
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._next: dict[int, float] = {}
        """The time from which a bucket may begin another session."""
        self._waiting = 0
        self._given: dict[int, float] = {}
        """When a shard was given a turn that it has not used yet."""

    def told(self, limits: Mapping[str, Any]) -> None:
        """Note the limits that Discord sent, its `session_start_limit`."""
        self._at_once = max(1, int(limits["max_concurrency"]))
        self._left = int(limits["remaining"])
        self._anew_at = time.monotonic() + int(limits["reset_after"]) / 1000

    async def turn(self, shard: int) -> None:
        """Wait until this shard may begin a session. Shards of the same bucket wait in line."""
        self._waiting += 1
        try:
            await self._take_turn(shard)
        finally:
            self._waiting -= 1

    @property
    def is_waited_for(self) -> bool:
        """Tell whether a shard waits for its turn."""
        return self._waiting > 0

    async def _take_turn(self, shard: int) -> None:
        bucket = shard % self._at_once
        async with self._turns[bucket]:
            await self._wait_for_budget()
            await asyncio.sleep(self._next.get(bucket, 0.0) - time.monotonic())
            await self._pass_gate(f"identify-{bucket}")
            self._left -= 1
            self._given[shard] = time.monotonic()
            self._next[bucket] = self._given[shard] + self._every

    async def _pass_gate(self, name: str) -> None:
        after = 0.0 if self._gate is None else await self._gate(name, self._every)
        if after > 0:
            await asyncio.sleep(after)
            await self._pass_gate(name)

    async def begins(self, shard: int) -> None:
        """Let a shard begin a session; without a fresh turn, it waits for one first."""
        if self._given.pop(shard, 0.0) < time.monotonic() - PROMPT:
            await self.turn(shard)
            del self._given[shard]

    async def _wait_for_budget(self) -> None:
        left = self._anew_at - time.monotonic()
        if self._left <= KEPT and left > 0:
            log.error("the day's sessions are used up", wait=round(left))
            await asyncio.sleep(left)
