"""Provide time and ids. An id contains its time as on Discord, so `created_at` and "older than an hour" work."""

from __future__ import annotations

import time
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
DAY = 86_400.0
EVEN_FOR_SHARDS = 2520  # divisible by 1 to 10: guild number n is on shard n % shard_count


def snowflake_at(seconds: float, serial: int = 0) -> int:
    return ((int(seconds * 1000) - DISCORD_EPOCH_MS) << 22) | (serial & 0x3FFFFF)


def time_of(snowflake: int) -> float:
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000


class Clock:
    """The server's clock: real time, plus what a test has added."""

    def __init__(self) -> None:
        self.offset = 0.0

    def now(self) -> float:
        return time.time() + self.offset

    def advance(self, seconds: float) -> None:
        self.offset += seconds

    def iso(self, at: float | None = None) -> str:
        return datetime.fromtimestamp(self.now() if at is None else at, UTC).isoformat()


class Snowflakes:
    """Ids that only grow, so that sorting by id sorts by time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._past = 0
        base = int((clock.now() - 60 * DAY) * 1000) - DISCORD_EPOCH_MS
        self._first_guild = base - base % EVEN_FOR_SHARDS
        self._guilds = 0

    def next(self) -> int:
        self._last = max(snowflake_at(self._clock.now()), self._last + 1)
        return self._last

    def past(self, days: float) -> int:
        """Return the id of something that existed long before the test."""
        self._past += 1
        return snowflake_at(self._clock.now() - days * DAY, self._past)

    def guild(self) -> int:
        self._guilds += 1
        return (self._first_guild + self._guilds - 1) << 22
