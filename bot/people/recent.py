"""What was read from the store a short while ago, so that not every line of chat asks it again."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """At most so many values, each good for so many seconds; the ones longest unused go first (threats T6)."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._kept: OrderedDict[str, tuple[T, float]] = OrderedDict()

    def good(self, key: str) -> T | None:
        """None: not kept, or too old to be trusted."""
        kept = self._kept.get(key)
        return kept[0] if kept is not None and kept[1] > self._clock() else None

    def last(self, key: str) -> T | None:
        """However old it is: better than nothing while the store is away."""
        kept = self._kept.get(key)
        return None if kept is None else kept[0]

    def keep(self, key: str, value: T, seconds: float | None = None) -> T:
        self._kept[key] = value, self._clock() + (self._seconds if seconds is None else seconds)
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return value
