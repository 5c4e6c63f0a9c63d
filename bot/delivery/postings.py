"""Say something in a place that belongs to no table: again for a while, where nobody can be reached there now."""

import asyncio
from typing import Final

import structlog

from bot.ports.ids import PlaceId
from bot.ports.messages import Posting, Unreachable
from bot.ports.platforms import Platforms

TRIES: Final = 4
MOST_PAUSE: Final = 60.0
log = structlog.get_logger()


async def was_posted(platforms: Platforms, place: PlaceId, posting: Posting, what: str) -> bool:
    """Say it there; return False where that could not be done. `what`: is told to the log of one that waits."""
    for _ in range(TRIES):
        try:
            await platforms.post(place, posting)
        except Unreachable as away:
            log.info("something waits to be told", what=what, why=str(away))
            await asyncio.sleep(min(away.after, MOST_PAUSE))
        else:
            return True
    return False
