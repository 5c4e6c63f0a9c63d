"""Handle forms that are sent twice, by a second press or by a browser that tries again."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from cachetools import TTLCache

T = TypeVar("T")
KEY: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")
"""The key that our pages put into a form; it is new for each view of the page."""
SECONDS: Final = 60.0
MOST: Final = 5_000


class Submissions(Generic[T]):
    """Does what a form asks for once, and answers repeats with the same result."""

    def __init__(self) -> None:
        self._sent: TTLCache[tuple[str, ...], asyncio.Future[T]] = TTLCache(MOST, SECONDS, timer=time.monotonic)

    async def once(self, key: str, content: tuple[str, ...], act: Callable[[], Awaitable[T]]) -> T:
        """Return the result of `act` for this form, or the earlier one for the same content a moment ago.

        A form without our key always counts as new. After a failure the form may be tried again.
        """
        if not KEY.fullmatch(key):
            return await act()
        sent = self._sent.get((key, *content))
        if sent is None or (sent.done() and (sent.cancelled() or sent.exception() is not None)):
            sent = self._sent[key, *content] = asyncio.ensure_future(act())
        return await asyncio.shield(sent)
