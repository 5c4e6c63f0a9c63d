"""Token buckets: how often somebody may do something (T6)."""

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_KEYS = 10_000


class Buckets:
    """A bucket for each key: full at `most`, refilled by `a_second`. The keys longest unused are forgotten."""

    def __init__(self, most: float, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._a_second, self._clock = most, a_second, clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take one out of a key's bucket; return False where it is empty."""
        now = self._clock()
        level, since = self._levels.pop(key, (self._most, now))
        level = min(self._most, level + (now - since) * self._a_second)
        taken = level >= 1
        self._levels[key] = (level - 1 if taken else level, now)
        if len(self._levels) > MOST_KEYS:
            self._levels.popitem(last=False)
        return taken
