"""Lines that a place is owed for a deed of staff: noted before the deed is stored, and told after a kill as well."""

import asyncio
from typing import Final
from urllib.parse import unquote

import msgspec
import structlog
from msgspec import Struct

from bot.delivery.postings import mark_of, was_posted
from bot.people.venues import Venues
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Message, Posting
from bot.ports.platforms import Platforms
from persistence import Heard, Store, StoreTrouble

OWED: Final = "owed-posting"
KEPT: Final = 24 * 3600
GRACE: Final = 60
"""Seconds in which whoever owes a line may be about to tell it."""
log = structlog.get_logger()


class OwedPosting(Struct, frozen=True):
    """A line that these places are owed once a deed is stored. `kind`: of the deed; `at`: when it was begun (ms).

    `venue`, `message`: what was said, by which the store knows whether the deed was done. `generous`: what it makes of
    the venue's setting, which is stored before the message is.
    """

    kind: str
    venue: VenueId
    message: str
    places: tuple[PlaceId, ...]
    text: str
    at: int
    generous: bool | None = None

    @property
    def posting(self) -> Posting:
        """Return it as it is posted, with the same mark each time."""
        return Posting((self.text,), None, mark_of(self.kind, self.message), self.at)


_OWED: Final = msgspec.json.Decoder(OwedPosting)


class OwedPostings:
    """Notes what is owed, and tells what a killed process left."""

    def __init__(self, store: Store, venues: Venues, platforms: Platforms) -> None:
        self._store, self._venues, self._platforms = store, venues, platforms
        self._sweep: asyncio.Task[None] | None = None

    async def owe(self, one: OwedPosting) -> None:
        """Note it before the deed is done. Raises StoreTrouble."""
        await self._store.put_note(OWED, one.message, msgspec.json.encode(one), KEPT)

    async def paid(self, message: Message) -> None:
        """Note that it was told, or that the deed was not done. Raises StoreTrouble."""
        await self._store.drop_note(OWED, message.id)

    def start(self) -> None:
        """Tell what is owed since before this process."""
        self._sweep = asyncio.get_running_loop().create_task(self._swept(), name="owed lines told")

    async def settle(self) -> None:
        """Wait until what was found at the start is told."""
        if self._sweep is not None:
            await asyncio.gather(self._sweep, return_exceptions=True)

    async def stop(self) -> None:
        """Stop; what is not told is told after the next start."""
        if self._sweep is not None:
            self._sweep.cancel()
        await self.settle()

    async def _swept(self) -> None:
        try:
            async for names in self._store.keys_like(f"pl:note:{OWED}:*"):
                for name in names:
                    await self._told(unquote(name.rpartition(":")[2]))
        except StoreTrouble as trouble:
            log.warning("owed lines could not be looked for", kind=trouble.kind)

    async def _told(self, name: str) -> None:
        """Tell one line, unless whoever owes it does so in time, or what it tells was never done."""
        one = await self._found(name)
        if one is None:
            return
        await asyncio.sleep(max(0, one.at + GRACE * 1000 - self._store.clock.now()) / 1000)
        if await self._found(name) is None:
            return
        if await self._was_done(one):
            for place in one.places:
                await was_posted(self._platforms, place, one.posting, f"a {one.kind}")
        await self._store.drop_note(OWED, name)

    async def _found(self, name: str) -> OwedPosting | None:
        content = await self._store.note(OWED, name)
        return None if content is None else _OWED.decode(content)

    async def _was_done(self, one: OwedPosting) -> bool:
        if await self._store.taken(Heard(one.venue, one.message)):
            return True
        return one.generous is not None and (await self._venues.stored(one.venue)).opening.generous == one.generous
