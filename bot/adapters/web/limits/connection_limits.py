"""The limits of how many connections there may be, and how long each may wait (threats T28, T29)."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct


class ConnectionLimits(Struct, frozen=True):
    """`connections`: in all; `of_one`: from one address. Seconds: for the head of a request, for its body, for which a
    connection may do nothing, and for which somebody may take nothing of what they asked for.
    """

    connections: int = 4_000
    of_one: int = 1_000
    head: float = 10.0
    body: float = 10.0
    idle: float = 75.0
    stalled: float = 20.0


class Concurrent:
    """Counts what each key has under way, and lets each have `most` at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._under_way: Counter[str] = Counter()

    @contextmanager
    def one_of(self, key: str) -> Iterator[bool]:
        """Yield whether this key may have one more, which is under way until the block ends."""
        if self._under_way[key] >= self._most:
            yield False
            return
        self._under_way[key] += 1
        try:
            yield True
        finally:
            self._under_way[key] -= 1
            if not self._under_way[key]:
                del self._under_way[key]
