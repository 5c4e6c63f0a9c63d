"""Count errors of connections, and log them in one line a minute, so that nobody can fill the log (threats T28)."""

import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

import structlog
from aiohttp.http import HttpProcessingError

SECONDS: Final = 60.0
log = structlog.get_logger()


class ErrorCounts:
    """Counts errors by kind. The first is logged at once, those of the next minute together."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counts: Counter[str] = Counter()
        self._last: dict[str, str] = {}
        self._told = -SECONDS

    def count(self, kind: str, source: str = "") -> None:
        """Count an error of this kind. `source`: logged for the latest one."""
        self._counts[kind] += 1
        if source:
            self._last[f"{kind}_from"] = source

    def tell(self) -> None:
        """Log the counts if a line is due, and there is anything to log."""
        now = self._clock()
        if self._counts and now - self._told >= SECONDS:
            log.warning("trouble at the door", **self._counts, **self._last)
            self._counts.clear()
            self._last.clear()
            self._told = now


class CountingLogger(logging.Logger):
    """Counts what aiohttp would log with a traceback: malformed requests, and its own faults by kind."""

    def __init__(self, errors: ErrorCounts) -> None:
        super().__init__("aiohttp.server", logging.DEBUG)
        self._errors = errors

    def handle(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, HttpProcessingError):
            self._errors.count("malformed")
        elif record.levelno >= logging.WARNING:
            self._errors.count(f"fault_{type(error).__name__}" if error else "fault")
