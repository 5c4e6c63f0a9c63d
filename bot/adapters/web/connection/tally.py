"""What goes wrong at the door is counted, and told in one line a minute: whoever sends it can't fill the log (T28)."""

import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

import structlog
from aiohttp.http import HttpProcessingError

SECONDS: Final = 60.0
log = structlog.get_logger()


class Tally:
    """Counts by kind. The first of all is told at once, what follows within the minute together."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counts: Counter[str] = Counter()
        self._last: dict[str, str] = {}
        self._told = -SECONDS

    def count(self, kind: str, source: str = "") -> None:
        """`source`: the last one is told, where it helps to know it."""
        self._counts[kind] += 1
        if source:
            self._last[f"{kind}_from"] = source

    def tell(self) -> None:
        """Write the line if one is due; nothing where nothing happened."""
        now = self._clock()
        if self._counts and now - self._told >= SECONDS:
            log.warning("trouble at the door", **self._counts, **self._last)
            self._counts.clear()
            self._last.clear()
            self._told = now


class CountingLogger(logging.Logger):
    """What aiohttp would log of each request that can't be read, with a traceback; and of its own faults, the kind."""

    def __init__(self, tally: Tally) -> None:
        super().__init__("aiohttp.server", logging.DEBUG)
        self._tally = tally

    def handle(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, HttpProcessingError):
            self._tally.count("malformed")
        elif record.levelno >= logging.WARNING:
            self._tally.count(f"fault_{type(error).__name__}" if error else "fault")
