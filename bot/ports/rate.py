"""Token buckets: how often somebody may do something (threats T6)."""

import time
from collections.abc import Callable
from typing import Final

from cachetools import LRUCache

MOST_KEYS: Final = 10_000


class Buckets:
    """A bucket for each key, filled up to `most` at `a_second`. The longest unused keys are dropped.

    `clock`: monotonic seconds.
    """

    def __init__(self, most: float, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._a_second, self._clock = most, a_second, clock
        self._levels: LRUCache[str, tuple[float, float]] = LRUCache(MOST_KEYS)

    def __len__(self) -> int:
        """Return how many keys are kept."""
        return len(self._levels)

    def take(self, key: str) -> bool:
        """Take one from a key's bucket; return False if it is empty."""
        now = self._clock()
        level, since = self._levels.get(key, (self._most, now))
        level = min(self._most, level + (now - since) * self._a_second)
        taken = level >= 1
        self._levels[key] = (level - 1 if taken else level, now)
        return taken
