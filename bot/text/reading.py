"""Read what can be said before somebody says it: a message that is said first is parsed first, while all wait."""

import asyncio
from typing import Final

from bot.text.messages import entries, parsed
from bot.text.words import DEFAULT_LOCALE, sources
from games.catalogue import catalogue

AFTER: Final = 3.0
"""Seconds after a start: what is needed to start goes first."""
PAUSE: Final = 0.002
"""Seconds between two messages; one takes a fifth of a millisecond, and the longest one and a half."""


async def read_later() -> None:
    """Read all that can be said in the default language, once a start is over."""
    await asyncio.sleep(AFTER)
    await read_all()


async def read_all(locale: str = DEFAULT_LOCALE, pause: float = PAUSE) -> None:
    """Parse the messages of the bot and of all games, each once, and let others act after each."""
    known = {
        entry
        for game in (None, *catalogue().values())
        for text in sources(game, locale)
        for entry in entries(text).values()
    }
    for entry in known:
        parsed(entry)
        await asyncio.sleep(pause)
