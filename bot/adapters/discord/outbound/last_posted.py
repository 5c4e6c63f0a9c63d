"""Keep, of what is said in a channel beside its tables, the last message of each topic; those before it go.

Which stand is noted before one is deleted: what could not be deleted then is deleted with the next one's coming.
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
    """Keeps one message of a topic in a channel. `client`: who is logged in; raises Unreachable for nobody."""

    def __init__(self, limits: RateLimits, client: Callable[[], discord.Client], notes: Notes) -> None:
        self._limits, self._client, self._notes = limits, client, notes
        self._alone = asyncio.Lock()
        """Two tables of a channel may have something to tell at once."""

    async def stands(self, channel: int, topic: str, message: int) -> None:
        """Take away what stood there of this topic before a message that was just posted."""
        name = f"posted {channel} {topic}"
        try:
            *old, _ = await self._noted(name, came=message)
            gone = [one for one in old if await self._deleted(channel, one)]
            if gone:
                await self._noted(name, gone=gone)
        except StoreTrouble as trouble:
            log.warning("what stands in a channel is not noted", kind=trouble.kind)

    async def _noted(self, name: str, came: int | None = None, gone: Iterable[int] = ()) -> list[int]:
        """Note a message that came, and that some are gone; return those that stand now, the last one last."""
        async with self._alone:
            stand = {*noted(await self._notes.load(name)), *(() if came is None else (came,))}
            found = sorted(stand.difference(gone))[-MOST_NOTED:]
            await self._notes.save(name, msgspec.json.encode(found), NOTED_FOR)
            return found

    async def _deleted(self, channel: int, message: int) -> bool:
        """Delete a message; return False where that is worth another try."""
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
    """Return the messages that a note holds; none of one that can't be read."""
    try:
        return () if content is None else msgspec.json.decode(content, type=tuple[int, ...])
    except msgspec.MsgspecError:
        return ()
