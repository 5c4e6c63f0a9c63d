"""Lines that many get at a place at about the same time, told as one."""

import asyncio
import time
from typing import Final

from cachetools import TTLCache

from bot.ports.ids import PlaceId

SECONDS: Final = 3.0
"""Between two lines of one kind at a place, as people see them."""
MOST_PLACES: Final = 4096


class MergedLines:
    """Tell the first at once, and all who come in the seconds after it in one line. 0 `seconds`: each at once."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._told: TTLCache[PlaceId, float] = TTLCache(MOST_PLACES, seconds, timer=time.monotonic)
        """When a line was told last, where that was a moment ago."""
        self._waiting: dict[PlaceId, list[str]] = {}

    async def by(self, place: PlaceId, what: str) -> tuple[str, ...]:
        """Return all that the line of whoever asks has to tell, their own among it; nothing: another's line does."""
        if (waiting := self._waiting.get(place)) is not None:
            waiting.append(what)
            return ()
        last = self._told.get(place)
        if last is None:
            self._told[place] = time.monotonic()
            return (what,)
        waiting = self._waiting[place] = [what]
        try:
            await asyncio.sleep(max(0.0, last + self._seconds - time.monotonic()))
        finally:
            del self._waiting[place]
        self._told[place] = time.monotonic()
        return tuple(waiting)
