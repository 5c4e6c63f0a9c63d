"""Public announcements of what staff did: where they said it, and in the place that the venue set for fair play."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.delivery.owed_postings import OwedPosting, OwedPostings
from bot.delivery.postings import was_posted
from bot.people.venues import Venues
from bot.ports.ids import PlaceId
from bot.ports.messages import Message, Unreachable
from bot.ports.platforms import Platforms
from persistence import Store


@dataclass(eq=False)
class PublicPostings:
    """Announce in a place what was done there. `kind`, in each method: the kind of deed."""

    store: Store
    venues: Venues
    platforms: Platforms
    owed: OwedPostings
    _waiting: set[asyncio.Task[None]] = field(default_factory=set)

    async def owe(self, kind: str, message: Message, text: str, *, generous: bool | None = None) -> None:
        """Note, before a deed is stored, that it must be announced, so that this happens even if the process is killed.

        `generous`: the new value of that setting, if the deed changes it. Raises StoreTrouble.
        """
        await self.owed.owe(await self._line(kind, message, text, generous=generous))

    async def forgive(self, message: Message) -> None:
        """Drop the note of `owe`, because the deed was not done. Raises StoreTrouble."""
        await self.owed.paid(message)

    async def tell(self, kind: str, message: Message, text: str) -> bool:
        """Post the announcement; return whether the sender can read it where they wrote."""
        line = await self._line(kind, message, text)
        away = [place for place in line.places if not await self._posted(line, place)]
        if away:
            again = self._told_later(message, line, away)
            task = asyncio.get_running_loop().create_task(again, name=f"{kind} told")
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)
        else:
            await self.owed.paid(message)
        return bool(message.place) and not message.private and self.platforms.can_post(message.place)

    async def _line(self, kind: str, message: Message, text: str, *, generous: bool | None = None) -> OwedPosting:
        fair = (await self.venues.settings(message.venue)).fair
        places = tuple(dict.fromkeys(PlaceId(place) for place in (message.place, fair) if place))
        now = self.store.clock.now()
        return OwedPosting(kind, message.venue, message.id, places, text, now, generous)

    async def _posted(self, line: OwedPosting, place: PlaceId) -> bool:
        try:
            await self.platforms.post(place, line.posting)
        except Unreachable:
            return False
        return True

    async def _told_later(self, message: Message, line: OwedPosting, places: Sequence[PlaceId]) -> None:
        """Try again later where the platform could not be reached.

        What still fails is announced after the next start.
        """
        told = [await was_posted(self.platforms, place, line.posting, f"a {line.kind}") for place in places]
        if all(told):
            await self.owed.paid(message)
