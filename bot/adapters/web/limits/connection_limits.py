"""Set the limits for the number of connections, and how long each may wait (threats T28, T29)."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct


class ConnectionLimits(Struct, frozen=True):
    """The most `connections` in total, and `of_one` address; and the most seconds for each step.

    `head`, `body`: until a request's head and body have come. `idle`: without a request. `stalled`: in which the client
    takes no data.
    """

    connections: int = 4_000
    of_one: int = 1_000
    head: float = 10.0
    body: float = 10.0
    idle: float = 75.0
    stalled: float = 20.0


class Concurrent:
    """Counts what each key has in progress, and allows each at most `most` at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._under_way: Counter[str] = Counter()

    @contextmanager
    def one_of(self, key: str) -> Iterator[bool]:
        """Yield whether this key may begin one more task. It counts as running until the block ends."""
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
