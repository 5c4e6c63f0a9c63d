"""What is over goes: calls and superseded cards are deleted, a card whose table moved away becomes a link to it.

A deletion has a bucket of its own at Discord, so it is done soon. A link is an edit, and waits for a quiet channel:
decoration comes last.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

import discord
from cachetools import FIFOCache

from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.outbound.layout import moved_text, moved_view
from bot.ports.messages import Unreachable
from bot.text import Words

AFTER: Final = 6.0
"""Seconds of quiet in the channel before a card becomes a link."""
LOOK_EVERY: Final = 0.25
TRIES: Final = 5
MOST: Final = 2_000
GONE: Final = frozenset({403, 404})


@dataclass
class Old:
    """A message that is over. `code`, `link`: of the table, for the line that is left where it can't be deleted.

    `deleted`: it is to be deleted; else it becomes a link. `is_card`: it has components; else it is a line of text.
    """

    channel: int
    message: int
    code: str
    link: str
    words: Words
    deleted: bool = True
    is_card: bool = True
    tries: int = 0
    under_way: bool = False


class Tidying:
    """Takes away what is over. `client`: who is logged in now; raises Unreachable where nobody is."""

    def __init__(self, limits: RateLimits, client: Callable[[], discord.Client]) -> None:
        self._limits, self._client = limits, client
        self._waiting: FIFOCache[int, Old] = FIFOCache(MOST)
        self._done: FIFOCache[int, None] = FIFOCache(MOST)
        self._task: asyncio.Task[None] | None = None

    def is_done(self, message: int) -> bool:
        """Return whether this message is gone or a link by now."""
        return message in self._done

    def forget(self, message: int) -> None:
        """Leave this message alone: it is the table's panel again."""
        self._waiting.pop(message, None)
        self._done.pop(message, None)

    def want(self, old: Old) -> None:
        """Take this message away, as soon as there is room for it."""
        if old.message in self._waiting or old.message in self._done:
            return
        self._waiting[old.message] = old
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._tidy(), name="tidy old messages")

    async def delete_now(self, olds: Iterable[Old]) -> bool:
        """Take these away at once, as far as they are to be deleted; return whether none is left."""
        meant = [self._waiting.get(old.message, old) for old in olds if old.deleted]
        for old in meant:
            self.want(old)
            await self._try(old)
        return all(self.is_done(old.message) for old in meant if old.deleted)

    async def _tidy(self) -> None:
        while self._waiting:
            for old in [one for one in self._waiting.values() if self._is_time(one)]:
                await self._try(old)
            await asyncio.sleep(min(LOOK_EVERY, AFTER / 3))

    def _is_time(self, old: Old) -> bool:
        return old.deleted or self._limits.is_quiet(old.channel, AFTER)

    async def _try(self, old: Old) -> None:
        if old.under_way or self.is_done(old.message):
            return
        try:
            if old.deleted:
                self._limits.take_deletion(old.channel)
            else:
                self._limits.take(old.channel)
        except Unreachable:
            return  # no try was made
        old.tries, old.under_way = old.tries + 1, True
        try:
            over = await self._taken_away(old)
        finally:
            old.under_way = False
        if over or old.tries >= TRIES:
            self._waiting.pop(old.message, None)
            self._done[old.message] = None

    async def _taken_away(self, old: Old) -> bool:
        """Delete it or make it a link; return False if that is worth another try."""
        try:
            message = self._client().get_partial_messageable(old.channel).get_partial_message(old.message)
            if old.deleted:
                await message.delete()
            elif old.is_card:
                await message.edit(view=moved_view(old.code, old.link, old.words), attachments=[])
            else:
                await message.edit(content=moved_text(old.code, old.link, old.words))
        except discord.HTTPException as refused:
            self._limits.answered(refused.status)
            if old.deleted and refused.status != 404 and refused.status < 429:
                old.deleted = False  # what may not be deleted is made short
                return False
            return refused.status in GONE
        except (Unreachable, *LOST):
            return False
        return True

    async def stop(self) -> None:
        """Leave as it is what was not tidied yet: it stands in the handles."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
