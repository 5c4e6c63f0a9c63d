"""What belongs to no table is posted in a place: a few tries, for a place may be away for a moment."""

import asyncio
from typing import Final

import structlog

from bot.ports.ids import PlaceId
from bot.ports.messages import Posting, Unreachable
from bot.ports.platforms import Platforms

TRIES: Final = 4
MOST_PAUSE: Final = 30.0
"""Seconds between two of them."""
log = structlog.get_logger()


async def posted(platforms: Platforms, place: PlaceId, posting: Posting) -> bool:
    """Post it, and return whether it stands there."""
    for _ in range(TRIES):
        try:
            await platforms.post(place, posting)
        except Unreachable as away:
            log.info("what was to be said in a place waits", why=str(away))
            await asyncio.sleep(min(away.after, MOST_PAUSE))
        else:
            return True
    return False
