"""A cache of values from the store, so that not every line of chat has to read them."""

import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class ExpiringCache(Generic[T]):
    """Cache values for so many seconds by `clock`; if there are too many, those kept longest ago are dropped.

    Expired values stay until then, since they are better than nothing while the store is away.
    """

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._kept: dict[str, tuple[T, float]] = {}

    def good(self, key: str) -> T | None:
        """Return a cached value; None if there is none or it has expired."""
        kept = self._kept.get(key)
        return kept[0] if kept is not None and kept[1] > self._clock() else None

    def last(self, key: str) -> T | None:
        """Return a cached value, even an expired one."""
        kept = self._kept.get(key)
        return None if kept is None else kept[0]

    def keep(self, key: str, value: T, seconds: float | None = None) -> T:
        """Cache a value, for `seconds` if given, and return it."""
        self._kept.pop(key, None)
        self._kept[key] = value, self._clock() + (self._seconds if seconds is None else seconds)
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return value

    def doubt(self, key: str) -> None:
        """Let a value expire."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept[key] = kept[0], self._clock()

    def drop(self, key: str) -> None:
        """Drop a value."""
        self._kept.pop(key, None)
