"""Forms that are sent twice: by a second press while the first is under way, or by a browser that tries again."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from cachetools import TTLCache

T = TypeVar("T")
KEY: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")
"""What a page of ours puts into its form; another at each look at it."""
SECONDS: Final = 60.0
MOST: Final = 5_000


class Submissions(Generic[T]):
    """Does what a form asks for once, and answers its repeats with what came of that."""

    def __init__(self) -> None:
        self._sent: TTLCache[tuple[str, ...], asyncio.Future[T]] = TTLCache(MOST, SECONDS, timer=time.monotonic)

    async def once(self, key: str, content: tuple[str, ...], act: Callable[[], Awaitable[T]]) -> T:
        """Return what `act` returns for this form, or did for the same content of it a moment ago.

        A form without a key of ours is always new. What failed may be tried again.
        """
        if not KEY.fullmatch(key):
            return await act()
        sent = self._sent.get((key, *content))
        if sent is None or (sent.done() and (sent.cancelled() or sent.exception() is not None)):
            sent = self._sent[key, *content] = asyncio.ensure_future(act())
        return await asyncio.shield(sent)
