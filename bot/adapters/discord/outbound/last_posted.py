"""Keep only the last message of each topic beside a channel's tables; earlier ones are deleted.

They are noted before any is deleted. A message that could not be deleted is tried again when the next one comes.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

import discord
import msgspec
import structlog

from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.limits import RateLimits
from bot.ports.chat import Notes
from bot.ports.messages import Unreachable
from persistence import StoreTrouble

NOTED_FOR: Final = 7 * 24 * 3600
MOST_NOTED: Final = 20
log = structlog.get_logger()


class LastPosted:
    """Keeps one message of each topic in a channel. `client`: returns the client; raises Unreachable if nobody is
    logged in.
    """

    def __init__(self, limits: RateLimits, client: Callable[[], discord.Client], notes: Notes) -> None:
        self._limits, self._client, self._notes = limits, client, notes
        self._alone = asyncio.Lock()
        """Two tables in a channel may post at the same time."""

    async def stands(self, channel: int, topic: str, message: int) -> None:
        """Delete the earlier messages of this topic after a new one was posted."""
        name = f"posted {channel} {topic}"
        try:
            *old, _ = await self._noted(name, came=message)
            gone = [one for one in old if await self._deleted(channel, one)]
            if gone:
                await self._noted(name, gone=gone)
        except StoreTrouble as trouble:
            log.warning("what stands in a channel is not noted", kind=trouble.kind)

    async def _noted(self, name: str, came: int | None = None, gone: Iterable[int] = ()) -> list[int]:
        """Note that a message was posted, or that some were deleted; return those that remain, oldest first."""
        async with self._alone:
            stand = {*noted(await self._notes.load(name)), *(() if came is None else (came,))}
            found = sorted(stand.difference(gone))[-MOST_NOTED:]
            await self._notes.save(name, msgspec.json.encode(found), NOTED_FOR)
            return found

    async def _deleted(self, channel: int, message: int) -> bool:
        """Delete a message; return False if another try is worthwhile."""
        try:
            self._limits.take_deletion(channel)
            await self._client().get_partial_messageable(channel).get_partial_message(message).delete()
        except discord.HTTPException as refused:
            self._limits.answered(refused.status)
            return refused.status in {403, 404}
        except (Unreachable, *LOST):
            return False
        return True


def noted(content: bytes | None) -> tuple[int, ...]:
    """Return the messages in a note; none if it can't be read."""
    try:
        return () if content is None else msgspec.json.decode(content, type=tuple[int, ...])
    except msgspec.MsgspecError:
        return ()
