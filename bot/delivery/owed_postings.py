"""Announcements that places are owed for a deed of staff: noted before the deed is stored, and posted even after a
kill.
"""

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
from bot.table.hooks import Hooks
from persistence import Heard, Store, StoreTrouble

OWED: Final = "owed-posting"
KEPT: Final = 24 * 3600
GRACE: Final = 60
"""Seconds in which the process that owes a line may still be about to post it."""
log = structlog.get_logger()


class OwedPosting(Struct, frozen=True):
    """A line that is owed to these places once a deed is stored. `kind`: of the deed; `at`: when it began (ms).

    `venue`, `message`: the message that ordered it, by which the store knows whether it was done. `generous`: the new
    value of that setting, which is stored before the message is.
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
        """Return the posting, with the same mark each time."""
        return Posting((self.text,), None, mark_of(self.kind, self.message), self.at)


_OWED: Final = msgspec.json.Decoder(OwedPosting)


class OwedPostings:
    """Notes what is owed, and posts what a killed process left behind."""

    def __init__(self, store: Store, venues: Venues, platforms: Platforms, hooks: Hooks) -> None:
        self._store, self._venues, self._platforms = store, venues, platforms
        self._sweep: asyncio.Task[None] | None = None
        hooks.starts.append(self.start)
        hooks.stops.append(self.stop)

    async def owe(self, one: OwedPosting) -> None:
        """Note a line before its deed is done. Raises StoreTrouble."""
        await self._store.put_note(OWED, one.message, msgspec.json.encode(one), KEPT)

    async def paid(self, message: Message) -> None:
        """Drop the note: the line was posted, or the deed was not done. Raises StoreTrouble."""
        await self._store.drop_note(OWED, message.id)

    def start(self) -> None:
        """Post what is owed from before this process started."""
        self._sweep = asyncio.get_running_loop().create_task(self._swept(), name="owed lines told")

    async def settle(self) -> None:
        """Wait until the lines found at the start are posted."""
        if self._sweep is not None:
            await asyncio.gather(self._sweep, return_exceptions=True)

    async def stop(self) -> None:
        """Stop; what was not posted is posted after the next start."""
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
        """Post one line, unless its own process does so in time, or its deed was never done."""
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
