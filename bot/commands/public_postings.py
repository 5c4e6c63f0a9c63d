"""Deeds of staff that are told before everybody: where they were said, and where the venue has fair play told."""

import asyncio
from collections.abc import Sequence

from bot.commands.context import Context
from bot.delivery.owed_postings import OwedPosting, OwedPostings
from bot.delivery.postings import was_posted
from bot.ports.ids import PlaceId
from bot.ports.messages import Message, Unreachable


class PublicPostings:
    """Tell everybody of a place what was done there. `kind`: of the deed."""

    def __init__(self, context: Context, kind: str) -> None:
        self._store, self._venues, self._platforms, self._kind = context.store, context.venues, context.platforms, kind
        self._owed = OwedPostings(context.store, context.venues, context.platforms)
        self._waiting: set[asyncio.Task[None]] = set()

    async def owe(self, message: Message, text: str, *, generous: bool | None = None) -> None:
        """Note, before a deed is stored, that it has to be told: a kill after it silences nobody. Raises StoreTrouble.

        `generous`: what it makes of that setting.
        """
        await self._owed.owe(await self._line(message, text, generous=generous))

    async def forgive(self, message: Message) -> None:
        """Note that nothing has to be told: the deed was not done. Raises StoreTrouble."""
        await self._owed.paid(message)

    async def tell(self, message: Message, text: str) -> bool:
        """Post it; return whether the sender of the message can read it where they said it."""
        line = await self._line(message, text)
        away = [place for place in line.places if not await self._posted(line, place)]
        if away:
            again = self._told_later(message, line, away)
            task = asyncio.get_running_loop().create_task(again, name=f"{self._kind} told")
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)
        else:
            await self._owed.paid(message)
        return bool(message.place) and not message.private and self._platforms.can_post(message.place)

    async def _line(self, message: Message, text: str, *, generous: bool | None = None) -> OwedPosting:
        fair = (await self._venues.settings(message.venue)).fair
        places = tuple(dict.fromkeys(PlaceId(place) for place in (message.place, fair) if place))
        now = self._store.clock.now()
        return OwedPosting(self._kind, message.venue, message.id, places, text, now, generous)

    async def _posted(self, line: OwedPosting, place: PlaceId) -> bool:
        try:
            await self._platforms.post(place, line.posting)
        except Unreachable:
            return False
        return True

    async def _told_later(self, message: Message, line: OwedPosting, places: Sequence[PlaceId]) -> None:
        """Say it in a while where nobody could be reached; what is still not told then is told after the next start."""
        told = [await was_posted(self._platforms, place, line.posting, f"a {self._kind}") for place in places]
        if all(told):
            await self._owed.paid(message)
