"""A cache of values read from the store a short while ago, so that not every line of chat asks it again."""

import time
from collections.abc import Callable
from typing import Generic, TypeVar

from cachetools import LRUCache

T = TypeVar("T")


class ExpiringCache(Generic[T]):
    """Keep at most so many values, each good for so many seconds by `clock`; the ones longest unused go first.

    What is too old stays until it is pushed out, for it is better than nothing while the store is away.
    """

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._kept: LRUCache[str, tuple[T, float]] = LRUCache(most)

    def good(self, key: str) -> T | None:
        """Return what is kept; None where nothing is, or it is too old to be trusted."""
        kept = self._kept.get(key)
        return kept[0] if kept is not None and kept[1] > self._clock() else None

    def last(self, key: str) -> T | None:
        """Return what is kept, however old it is."""
        kept = self._kept.get(key)
        return None if kept is None else kept[0]

    def keep(self, key: str, value: T, seconds: float | None = None) -> T:
        """Keep a value, good for so many seconds (as all are, unless told otherwise), and return it."""
        self._kept[key] = value, self._clock() + (self._seconds if seconds is None else seconds)
        return value

    def drop(self, key: str) -> None:
        """Keep nothing of this any more."""
        self._kept.pop(key, None)
