"""What was said last in each room, kept for a day: a restart takes no word out of anybody's mouth."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec
import structlog
from cachetools import LRUCache
from msgspec.structs import replace

from bot.adapters.web.outbound.page_updates import ChatLine
from bot.ports.browser import Notes
from bot.ports.ids import PlaceId

log = structlog.get_logger()

MOST_LINES: Final = 50
MOST_ROOMS: Final = 500
SAVED_AFTER: Final = 1.0
"""Seconds for which lines are gathered before they are stored in one go: so much of a chat a kill can take."""


class Chats:
    """The last lines of each room. `notes`: where they outlast a restart; None: nowhere."""

    def __init__(self, notes: Notes | None) -> None:
        self._notes = notes
        self._lines: LRUCache[PlaceId, deque[ChatLine]] = LRUCache(MOST_ROOMS)
        self._recalled: LRUCache[PlaceId, bool] = LRUCache(MOST_ROOMS)
        self._saving: dict[PlaceId, asyncio.Task[None]] = {}

    def lines(self, place: PlaceId) -> tuple[ChatLine, ...]:
        """Return what was said there last, as far as it was recalled."""
        return tuple(self._lines.get(place, ()))

    async def recall(self, place: PlaceId) -> None:
        """Bring back what was said there before a restart, once; where the store is away, the next page asks again."""
        if self._notes is None or place in self._recalled:
            return
        try:
            content = await self._notes.load(place)
        except Exception as error:  # noqa: BLE001 - a chat without its past is better than none
            log.warning("chat not recalled", error=type(error).__name__)
            return
        self._recalled[place] = True
        since = self.lines(place)
        known = {line.id for line in since}
        before = () if content is None else msgspec.json.decode(content, type=tuple[ChatLine, ...])
        kept = (*(line for line in before if line.id not in known), *since)
        if kept:
            self._lines[place] = deque(kept, MOST_LINES)

    def add(self, place: PlaceId, line: ChatLine) -> bool:
        """Add what was said, and return True, unless it is a repeat of what stands there."""
        lines = self._lines.setdefault(place, deque(maxlen=MOST_LINES))
        if any(one.id == line.id and one.by == line.by for one in lines):
            return False
        lines.append(line)
        if self._notes is not None and place not in self._saving:
            self._saving[place] = asyncio.create_task(self._save_soon(place))
        return True

    async def said(self, place: PlaceId, since: int, until: int) -> tuple[ChatLine, ...]:
        """Return what people said to each other there between two times (ms), as far as it is kept."""
        await self.recall(place)
        return tuple(line for line in self.lines(place) if since <= line.at <= until and not line.command)

    async def forget(self, place: PlaceId, guest: str) -> None:
        """Forget what somebody said in a room."""
        await self.recall(place)
        kept = [line for line in self.lines(place) if line.by != guest]
        self._lines[place] = deque(kept, MOST_LINES)
        await self._save(place)

    async def reword(self, place: PlaceId, reword: Callable[[str], str]) -> None:
        """Let other words stand for what the bot itself said in a room."""
        await self.recall(place)
        before = self.lines(place)
        after = [line if line.by else replace(line, text=reword(line.text)) for line in before]
        if after != list(before):
            self._lines[place] = deque(after, MOST_LINES)
            await self._save(place)

    async def stop(self) -> None:
        """Store what is not stored yet."""
        places = tuple(self._saving)
        for task in self._saving.values():
            task.cancel()
        self._saving.clear()
        for place in places:
            await self._save(place)

    async def _save_soon(self, place: PlaceId) -> None:
        await asyncio.sleep(SAVED_AFTER)
        del self._saving[place]
        await self._save(place)

    async def _save(self, place: PlaceId) -> None:
        """Store the chat of a room. What was said before a restart is recalled first, so that it is not lost."""
        await self.recall(place)
        if self._notes is None or place not in self._recalled:
            return
        try:
            await self._notes.save(place, msgspec.json.encode(self.lines(place)))
        except Exception as error:  # noqa: BLE001 - it comes with the next line
            log.warning("chat not stored", error=type(error).__name__)
