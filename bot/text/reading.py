"""Parse messages before they are needed, since everybody waits while one is parsed at first use."""

import asyncio
from typing import Final

from bot.text.messages import entries, parsed
from bot.text.words import DEFAULT_LOCALE, sources
from games.catalogue import catalogue

AFTER: Final = 3.0
"""Seconds after the start, so as not to delay it."""
PAUSE: Final = 0.002
"""Seconds between two messages. Parsing one takes a fifth of a millisecond, the longest one and a half."""


async def read_later() -> None:
    """Parse all messages of the default language once the start is over."""
    await asyncio.sleep(AFTER)
    await read_all()


async def read_all(locale: str = DEFAULT_LOCALE, pause: float = PAUSE) -> None:
    """Parse each message of the bot and of all games, and let other tasks run after each."""
    known = {
        entry
        for game in (None, *catalogue().values())
        for text in sources(game, locale)
        for entry in entries(text).values()
    }
    for entry in known:
        parsed(entry)
        await asyncio.sleep(pause)
