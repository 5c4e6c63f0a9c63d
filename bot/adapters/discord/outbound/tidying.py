"""A panel that was posted anew becomes a link to the new one, when its channel is quiet: decoration comes last."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import discord
from cachetools import FIFOCache

from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.limits import RateLimits
from bot.adapters.discord.outbound.layout import moved_view
from bot.ports.messages import Unreachable
from bot.text import Words

AFTER: Final = 6.0
"""Seconds of quiet in the channel."""
TRIES: Final = 5
MOST: Final = 500


@dataclass
class Old:
    """A panel that is to be tidied: its channel and id, and what stands there then."""

    channel: int
    message: int
    code: str
    link: str
    words: Words
    tries: int = 0


class Tidying:
    """Turns old panels into links. `client`: who is logged in now; raises Unreachable where nobody is."""

    def __init__(self, limits: RateLimits, client: Callable[[], discord.Client]) -> None:
        self._limits, self._client = limits, client
        self._waiting: FIFOCache[int, Old] = FIFOCache(MOST)
        self._done: FIFOCache[int, None] = FIFOCache(MOST)
        self._task: asyncio.Task[None] | None = None

    def is_done(self, message: int) -> bool:
        """Return whether this message is a link by now."""
        return message in self._done

    def forget(self, message: int) -> None:
        """Leave this message alone: it is the table's panel again."""
        self._waiting.pop(message, None)
        self._done.pop(message, None)

    def want(self, old: Old) -> None:
        """Turn this panel into a link when its channel is quiet."""
        if old.message in self._waiting or old.message in self._done:
            return
        self._waiting[old.message] = old
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._tidy(), name="tidy old panels")

    async def _tidy(self) -> None:
        while self._waiting:
            await asyncio.sleep(AFTER / 3)
            for old in [one for one in self._waiting.values() if self._limits.is_quiet(one.channel, AFTER)]:
                old.tries += 1
                if await self._made_a_link(old) or old.tries >= TRIES:
                    self._waiting.pop(old.message, None)
                    self._done[old.message] = None

    async def _made_a_link(self, old: Old) -> bool:
        """Turn it into a link; return False if that is worth another try."""
        try:
            self._limits.take(old.channel)
            message = self._client().get_partial_messageable(old.channel).get_partial_message(old.message)
            await message.edit(view=moved_view(old.code, old.link, old.words), attachments=[])
        except discord.HTTPException as refused:
            self._limits.answered(refused.status)
            return refused.status in {403, 404}
        except (Unreachable, *LOST):
            return False
        return True

    async def stop(self) -> None:
        """Leave as it is what was not tidied yet."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
