"""Post something in a place that belongs to no table, with some more tries if the platform can't be reached."""

import asyncio
import hashlib
from typing import Final

import structlog

from bot.ports.ids import PlaceId
from bot.ports.messages import Posting, Unreachable
from bot.ports.platforms import Platforms

TRIES: Final = 4
MOST_PAUSE: Final = 60.0
MARK: Final = 20
log = structlog.get_logger()


def mark_of(kind: str, name: str) -> str:
    """Return the mark of a posting, by which a repeat is recognised: the same for the same `name`."""
    return hashlib.sha256(f"{kind} {name}".encode()).hexdigest()[:MARK]


async def was_posted(platforms: Platforms, place: PlaceId, posting: Posting, what: str) -> bool:
    """Post something in a place; return False if no try succeeded. `what`: its name in the log."""
    for _ in range(TRIES):
        try:
            await platforms.post(place, posting)
        except Unreachable as away:
            log.info("something waits to be told", what=what, why=str(away))
            await asyncio.sleep(min(away.after, MOST_PAUSE))
        else:
            return True
    return False
