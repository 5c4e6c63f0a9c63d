"""Keep the last lines of each room's chat for a day, also across a restart."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

import msgspec
import structlog
from cachetools import LRUCache
from msgspec.structs import replace

from bot.adapters.web.outbound.page_updates import ChatLine
from bot.ports.browser import NO_OTHERS, Notes, OtherRooms
from bot.ports.ids import PlaceId

log = structlog.get_logger()

Lines = tuple[ChatLine, ...]
CHANGED: Final = b"chat-changed"
MOST_LINES: Final = 50
MOST_ROOMS: Final = 500
SAVED_AFTER: Final = 1.0
"""Seconds for which lines are gathered before they are stored together; a kill can lose no more than that."""


@dataclass
class Talk:
    """The last lines of a room, as they are known here. `is_recalled`: the stored ones are among them."""

    lines: deque[ChatLine] = field(default_factory=lambda: deque(maxlen=MOST_LINES))
    is_recalled: bool = False


class Chats:
    """The last lines of each room. `notes`: stores them across restarts; None: they are not stored.

    `others`: hear when lines were changed. What they have stored stands: what is said here is added to it.
    """

    def __init__(self, notes: Notes | None, others: OtherRooms = NO_OTHERS) -> None:
        self._notes, self._others = notes, others
        others.hear(CHANGED, lambda _, place: self._recall_anew(PlaceId(place.decode())))
        others.when_missed(self._recall_all_anew)
        self._talks: LRUCache[PlaceId, Talk] = LRUCache(MOST_ROOMS)
        self._unsaved: dict[PlaceId, deque[ChatLine]] = {}
        """Lines said here that are not stored yet."""
        self._saving: dict[PlaceId, asyncio.Task[None]] = {}

    def lines(self, place: PlaceId) -> Lines:
        """Return the last lines of a room's chat, as far as they are loaded."""
        return tuple(self._talks[place].lines) if place in self._talks else ()

    def has(self, place: PlaceId) -> bool:
        """Tell whether anything of a room's chat is kept here."""
        return place in self._talks

    async def recall(self, place: PlaceId) -> None:
        """Load the stored lines, once; if the store is away, the next page tries again."""
        while self._notes is not None and not (talk := self._talks.setdefault(place, Talk())).is_recalled:
            try:
                content = await self._notes.load(place)
            except Exception as error:  # noqa: BLE001 - a chat without its past is better than none
                log.warning("chat not recalled", error=type(error).__name__)
                return
            complete(talk, merged(decoded(content), self._unsaved.get(place, ())))

    def add(self, place: PlaceId, line: ChatLine, *, stored: bool = False) -> bool:
        """Add a line and return True; return False for a repeat. `stored`: another process stores it."""
        lines = self._talks.setdefault(place, Talk()).lines
        if any(same(one, line) for one in lines):
            return False
        lines.append(line)
        if self._notes is not None and not stored:
            self._unsaved.setdefault(place, deque(maxlen=MOST_LINES)).append(line)
            if place not in self._saving:
                self._saving[place] = asyncio.create_task(self._save_soon(place))
        return True

    async def said(self, place: PlaceId, since: int, until: int) -> Lines:
        """Return what people said to each other in a room between two times (ms), as far as it is kept."""
        await self.recall(place)
        return tuple(line for line in self.lines(place) if since <= line.at <= until and not line.command)

    async def forget(self, place: PlaceId, guest: str) -> None:
        """Forget what somebody said in a room. Raises StoreTrouble."""
        await self._change(place, lambda lines: [line for line in lines if line.by != guest])

    async def reword(self, place: PlaceId, reword: Callable[[str], str]) -> None:
        """Change the text of what the bot itself said in a room. Raises StoreTrouble."""
        await self._change(
            place, lambda lines: [line if line.by else replace(line, text=reword(line.text)) for line in lines]
        )

    async def _change(self, place: PlaceId, change: Callable[[Iterable[ChatLine]], list[ChatLine]]) -> None:
        """Change the lines of a room, also in the store and in other processes."""
        if place in self._talks:
            self._talks[place].lines = deque(change(self._talks[place].lines), MOST_LINES)
        if place in self._unsaved:
            self._unsaved[place] = deque(change(self._unsaved[place]), MOST_LINES)
        await self._store(place, change)
        self._others.tell(CHANGED, place, place.encode())

    def _recall_anew(self, place: PlaceId) -> None:
        """Drop the lines of a room: another process has changed and stored them."""
        self._talks.pop(place, None)
        self._unsaved.pop(place, None)
        saving = self._saving.pop(place, None)
        if saving is not None:
            saving.cancel()

    def _recall_all_anew(self) -> None:
        """Drop all that is stored: other processes may have changed it, or added lines, that were not heard of here."""
        self._talks.clear()
        for place, lines in self._unsaved.items():
            self._talks[place] = Talk(lines.copy())

    async def stop(self) -> None:
        """Store what is not stored yet."""
        for task in self._saving.values():
            task.cancel()
        self._saving.clear()
        for place in tuple(self._unsaved):
            await self._save(place)

    async def _save_soon(self, place: PlaceId) -> None:
        await asyncio.sleep(SAVED_AFTER)
        del self._saving[place]
        await self._save(place)

    async def _save(self, place: PlaceId) -> None:
        """Store what was said here."""
        try:
            await self._store(place, list)
        except Exception as error:  # noqa: BLE001 - it is stored with the next line
            log.warning("chat not stored", error=type(error).__name__)

    async def _store(self, place: PlaceId, change: Callable[[Iterable[ChatLine]], list[ChatLine]]) -> None:
        """Add what was said here to the stored lines of a room, and change them; once more if another process stores
        something meanwhile. Raises StoreTrouble.
        """
        while self._notes is not None:
            said = tuple(self._unsaved.get(place, ()))
            content = await self._notes.load(place)
            before = decoded(content)
            after = change(merged(before, said))[-MOST_LINES:]
            if after == before or await self._notes.replace(place, content, msgspec.json.encode(after)):
                self._note_stored(place, said, after)
                return

    def _note_stored(self, place: PlaceId, said: Lines, after: list[ChatLine]) -> None:
        left = [line for line in self._unsaved.pop(place, ()) if line not in said]
        if left:
            self._unsaved[place] = deque(left, MOST_LINES)
        talk = self._talks.get(place)
        if talk is not None and not talk.is_recalled:
            complete(talk, after)


def decoded(content: bytes | None) -> list[ChatLine]:
    """Return the lines of a note."""
    return [] if content is None else msgspec.json.decode(content, type=list[ChatLine])


def same(line: ChatLine, other: ChatLine) -> bool:
    """Tell whether two lines are one that was said once."""
    return line.id == other.id and line.by == other.by


def merged(before: Iterable[ChatLine], since: Iterable[ChatLine]) -> list[ChatLine]:
    """Return the lines of both lists, each once."""
    known = list(before)
    return [*known, *(line for line in since if not any(same(line, one) for one in known))]


def complete(talk: Talk, stored: Iterable[ChatLine]) -> None:
    """Put the stored lines before those that were said or heard of since."""
    talk.lines, talk.is_recalled = deque(merged(stored, talk.lines), MOST_LINES), True
