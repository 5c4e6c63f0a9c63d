"""Token buckets: how often somebody may do something (threats T6); and how long we ourselves wait for limits."""

import time
from collections.abc import Callable, Iterator
from typing import Final

from cachetools import LRUCache

from bot.ports.figures import Figure
from games.kit.kept import keep_latest

MOST_KEYS: Final = 10_000


class Buckets:
    """A bucket for each key, filled up to `most` at `a_second`. The longest unused keys are dropped.

    `clock`: monotonic seconds.
    """

    def __init__(self, most: float, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._a_second, self._clock = most, a_second, clock
        self._levels: dict[str, tuple[float, float]] = {}

    def __len__(self) -> int:
        """Return how many keys are kept."""
        return len(self._levels)

    def take(self, key: str, at: float | None = None) -> bool:
        """Take one from a key's bucket; return False if it is empty.

        `at`: when it was wanted, where what is wanted may come late and in any order, in seconds of a clock of its own.
        """
        now = self._clock() if at is None else at
        level, since = self._levels.get(key, (self._most, now))
        now = max(now, since)
        level = min(self._most, level + (now - since) * self._a_second)
        taken = level >= 1
        keep_latest(self._levels, key, (level - 1 if taken else level, now), MOST_KEYS)
        return taken


OWN, REFUSED = "own", "refused"
"""Kinds of waits: for a limit that we keep ourselves, and because the platform refused something as too much."""


class Waits:
    """Counts the seconds for which something waited for a limit. `clock`: monotonic seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seconds = dict.fromkeys((OWN, REFUSED), 0.0)
        self._spans: LRUCache[str, tuple[float, float]] = LRUCache(MOST_KEYS)
        """Since when something waits, and until when it was told to."""

    def begin(self, key: str, after: float) -> None:
        """Note that something of this key waits for our own limit, for so many seconds from now."""
        now = self._clock()
        since, until = self._spans.get(key, (now, now))
        if now > until:  # what came between is no wait for a limit
            self.end(key)
            since = now
        self._spans[key] = (since, now + after)

    def end(self, key: str) -> None:
        """Note that it has its turn, if it waited; it may have come later than it was told."""
        span = self._spans.pop(key, None)
        if span is not None:
            self.add(OWN, min(self._clock(), span[1]) - span[0])

    def add(self, kind: str, seconds: float) -> None:
        """Count seconds of waiting."""
        self._seconds[kind] += seconds

    def figures(self) -> Iterator[Figure]:
        """Yield the seconds of each kind."""
        for kind, seconds in self._seconds.items():
            yield Figure("limit_wait_seconds", seconds, kind)
