"""Deeds of staff that are told before everybody: where they were said, and where the venue has fair play told."""

import asyncio

from bot.commands.context import Context
from bot.delivery.postings import mark_of, was_posted
from bot.ports.ids import PlaceId
from bot.ports.messages import Message, Posting, Unreachable


class PublicPostings:
    """Tell everybody of a place what was done there. `kind`: of the deed."""

    def __init__(self, context: Context, kind: str) -> None:
        self._store, self._venues, self._platforms, self._kind = context.store, context.venues, context.platforms, kind
        self._waiting: set[asyncio.Task[bool]] = set()

    async def tell(self, message: Message, text: str) -> bool:
        """Post it; return whether the sender of the message can read it where they said it."""
        fair = (await self._venues.settings(message.venue)).fair
        posting = Posting((text,), None, mark_of(self._kind, message.id), self._store.clock.now())
        for place in dict.fromkeys(place for place in (message.place, fair) if place):
            await self._post(PlaceId(place), posting)
        return bool(message.place) and not message.private and self._platforms.can_post(message.place)

    async def _post(self, place: PlaceId, posting: Posting) -> None:
        """Say it there, now or, where nobody can be reached, in a while."""
        try:
            await self._platforms.post(place, posting)
        except Unreachable:
            again = was_posted(self._platforms, place, posting, f"a {self._kind}")
            task = asyncio.get_running_loop().create_task(again, name=f"{self._kind} told")
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)
