"""Postings for places on platforms that this process does not serve: another one that does posts them."""

import asyncio
from typing import Final

import msgspec
import structlog
from msgspec import Struct

from bot.delivery.postings import was_posted
from bot.engine.shares import Shares, first
from bot.ports.ids import PlaceId, platform_of
from bot.ports.messages import Posting, Unreachable
from bot.ports.platforms import Platforms
from bot.table.hooks import Hooks
from persistence import Store, StoreTrouble

POST: Final = b"post"
AGAIN: Final = 5.0
"""Seconds after which one may try again whom nobody heard."""
log = structlog.get_logger()


class RelayedPosting(Struct, frozen=True):
    """A posting for a place. `by`: the process that is to post it."""

    place: PlaceId
    posting: Posting
    by: str


_RELAYED: Final = msgspec.json.Decoder(RelayedPosting)


class RelayedPostings:
    """Passes postings on to the processes that serve their places, and posts what others pass on."""

    def __init__(self, store: Store, shares: Shares, platforms: Platforms, hooks: Hooks) -> None:
        self._store, self._shares, self._platforms = store, shares, platforms
        self._posting = set[asyncio.Task[bool]]()
        platforms.relays.append(self)
        store.news.hear(POST, lambda _, content: self._heard(_RELAYED.decode(content)))
        hooks.rests.append(self.stop)

    def reaches(self, platform: str) -> bool:
        """Tell whether another process serves a platform."""
        return bool(self._shares.serving(platform))

    async def post(self, place: PlaceId, posting: Posting) -> None:
        """Let another process post something. Raises Unreachable if none hears it."""
        by, news = first(self._shares.serving(platform_of(place)), place), self._store.news
        try:
            told = await news.tell_now(POST, msgspec.json.encode(RelayedPosting(place, posting, by))) if by else 0
        except StoreTrouble:
            told = 0
        if told <= news.is_heard:  # we hear it ourselves
            raise Unreachable("no process serves this place", after=AGAIN)

    async def stop(self) -> None:
        """Finish what was begun."""
        await asyncio.gather(*self._posting, return_exceptions=True)

    def _heard(self, one: RelayedPosting) -> None:
        if one.by != self._shares.name:
            return
        posting = was_posted(self._platforms, one.place, one.posting, "a posting of another process")
        task = asyncio.get_running_loop().create_task(posting, name="relayed posting")
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)
