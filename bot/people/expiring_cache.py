"""A cache of values from the store, so that not every line of chat has to read them."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

T = TypeVar("T")
OVER: Final = float("-inf")
"""When a value has expired that was replaced or dropped."""


@dataclass(slots=True, eq=False)
class Kept(Generic[T]):
    """A cached value. `until`: when it expires, so that whoever holds it can see whether it is still good."""

    value: T
    until: float


class ExpiringCache(Generic[T]):
    """Cache values for so many seconds by `clock`; if there are too many, those kept longest ago are dropped.

    Expired values stay until then, since they are better than nothing while the store is away.
    """

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self.entries: dict[str, Kept[T]] = {}
        """Hold what is cached, also what has expired."""

    def good(self, key: str) -> T | None:
        """Return a cached value; None if there is none or it has expired."""
        kept = self.entries.get(key)
        return kept.value if kept is not None and kept.until > self._clock() else None

    def last(self, key: str) -> T | None:
        """Return a cached value, even an expired one."""
        kept = self.entries.get(key)
        return None if kept is None else kept.value

    def keep(self, key: str, value: T, seconds: float | None = None) -> T:
        """Cache a value, for `seconds` if given, and return it."""
        self.drop(key)
        self.entries[key] = Kept(value, self._clock() + (self._seconds if seconds is None else seconds))
        if len(self.entries) > self._most:
            self.drop(next(iter(self.entries)))
        return value

    def doubt(self, key: str) -> None:
        """Let a value expire."""
        kept = self.entries.get(key)
        if kept is not None:
            kept.until = self._clock()

    def drop(self, key: str) -> None:
        """Drop a value."""
        kept = self.entries.pop(key, None)
        if kept is not None:
            kept.until = OVER
