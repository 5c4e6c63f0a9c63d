"""Whisper to those who ask for it: only to a few people a day and without confirmation, so nothing relies on it."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

import msgspec
import structlog

from bot.adapters.twitch.connection.client import Listening
from bot.adapters.twitch.connection.errors import LOST, status_of, told
from bot.adapters.twitch.limits import RateLimits
from bot.adapters.twitch.outbound.chat_text import LONGEST, cut
from bot.ports.chat import Notes
from bot.ports.messages import Unreachable
from persistence import StoreTrouble

PEOPLE_A_DAY: Final = 35
"""Of the 40 that Twitch allows."""
DAY: Final = 24 * 3600
WITHIN: Final = 8.0
SHUT_SECONDS: Final = 3600.0
"""Seconds without whispers after Twitch refused one; later it may accept them again."""
_PEOPLE: Final = msgspec.json.Decoder(list[str])
log = structlog.get_logger()


class Whispers:
    """Whispers to a few people a day.

    `client`: returns the client; raises Unreachable if nobody is logged in. `clock`: in seconds since the epoch.
    """

    def __init__(
        self,
        notes: Notes,
        limits: RateLimits,
        client: Callable[[], Listening],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._notes, self._limits, self._client, self._clock = notes, limits, client, clock
        self._shut_until = 0.0
        self._counting = asyncio.Lock()

    async def say(self, user: str, text: str) -> bool:
        """Whisper to somebody by their id; return whether Twitch accepted it, which does not mean that it was read."""
        if self._clock() < self._shut_until or not self._limits.whispers.take("all"):
            return False
        try:
            async with self._counting:
                if not await self._is_within_budget(user):
                    return False
            client = self._client()
            async with asyncio.timeout(WITHIN):
                await client.create_partialuser(client.me).send_whisper(to_user=user, message=cut(text, LONGEST))
        except (Unreachable, StoreTrouble):
            return False
        except LOST as error:
            log.info("a whisper was not taken", kind=told(error))
            if status_of(error) in {401, 403}:
                self._shut_until = self._clock() + SHUT_SECONDS
            return False
        return True

    async def _is_within_budget(self, user: str) -> bool:
        name = f"whispered:{datetime.fromtimestamp(self._clock(), UTC):%Y-%m-%d}"
        content = await self._notes.load(name)
        people = [] if content is None else _PEOPLE.decode(content)
        if user in people:
            return True
        if len(people) >= PEOPLE_A_DAY:
            return False
        await self._notes.save(name, msgspec.json.encode([*people, user]), 2 * DAY)
        return True
