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
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Choosable, Message, Posting, Unreachable
from bot.ports.platforms import Platforms
from bot.table.hooks import Hooks
from persistence import Heard, Store, StoreTrouble

OWED: Final = "owed-posting"
KEPT: Final = 24 * 3600
GRACE: Final = 60
"""Seconds in which the process that owes a line may still be about to post it."""
AGAIN: Final = 600.0
"""Seconds between two looks for lines that were left behind: each reads the names of all keys."""
TAKEN, TAKEN_FOR = "owed-taken", 300
"""The note of who tells such a line now, and the seconds after which another one may."""
log = structlog.get_logger()


class OwedPosting(Struct, frozen=True, omit_defaults=True):
    """A line that is owed to these places once a deed is stored. `kind`: of the deed; `at`: when it began (ms).

    `people`: the ids of somebody who is told in private instead, by the first way that reaches them. `part`: tells
    several lines for one message apart. `ways`: lines that they may say next, for buttons.

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
    people: tuple[PersonId, ...] = ()
    part: str = ""
    ways: tuple[Choosable, ...] = ()

    @property
    def name(self) -> str:
        """Return the name under which it is noted."""
        return f"{self.message} {self.part}" if self.part else self.message

    @property
    def posting(self) -> Posting:
        """Return the posting, with the same mark each time."""
        return Posting(tuple(self.text.split("\n")), None, mark_of(self.kind, self.name), self.at)


_OWED: Final = msgspec.json.Decoder(OwedPosting)


class OwedPostings:
    """Notes what is owed, and posts what a killed process left behind."""

    def __init__(self, store: Store, venues: Venues, platforms: Platforms, hooks: Hooks) -> None:
        self._store, self._venues, self._platforms = store, venues, platforms
        self._sweep: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None
        self._paying: set[asyncio.Task[None]] = set()
        hooks.starts.append(self.start)
        hooks.settles.append(self.all_paid)
        hooks.stops.append(self.stop)

    async def owe(self, one: OwedPosting) -> None:
        """Note a line before its deed is done. Raises StoreTrouble."""
        await self._store.put_note(OWED, one.name, msgspec.json.encode(one), KEPT)

    async def paid(self, message: Message) -> None:
        """Drop the note: the line was posted, or the deed was not done. Raises StoreTrouble."""
        await self._store.drop_note(OWED, message.id)

    def pay(self, one: OwedPosting) -> None:
        """Tell a line now, beside what else is done; then drop its note."""
        task = asyncio.get_running_loop().create_task(self._pay(one), name=f"{one.kind} told")
        self._paying.add(task)
        task.add_done_callback(self._paying.discard)

    async def _pay(self, one: OwedPosting) -> None:
        try:
            if await self._brought(one):
                await self._store.drop_note(OWED, one.name)
        except StoreTrouble as trouble:
            log.warning("a told line is told again after the next start", kind=trouble.kind)

    async def all_paid(self) -> None:
        """Wait until all lines that are being told are told."""
        await asyncio.gather(*self._paying, return_exceptions=True)

    async def _brought(self, one: OwedPosting) -> bool:
        """Tell the person, or if nothing reaches them, the places; return whether all were told.

        While it is unknown whether something reaches them, the places are told nothing.
        """
        unknown = False
        for person in one.people:
            try:
                if await self._platforms.tell_alone(person, one.text, one.posting.mark, one.ways):
                    return True
            except Unreachable as away:
                unknown = True
                log.info("something waits to be told", what=f"a {one.kind}", why=str(away))
        if unknown:
            return False
        told = [await was_posted(self._platforms, place, one.posting, f"a {one.kind}") for place in one.places]
        return all(told)

    def start(self) -> None:
        """Post what other processes left behind, now and again later."""
        self._sweep = asyncio.get_running_loop().create_task(self._swept(), name="owed lines told")
        self._sweep.add_done_callback(self._start_later)

    def _start_later(self, ended: asyncio.Task[None]) -> None:
        if ended is self._sweep and not ended.cancelled():
            self._later = asyncio.get_running_loop().call_later(AGAIN, self.start)

    async def settle(self) -> None:
        """Wait until the lines that were found are posted."""
        if self._sweep is not None:
            await asyncio.gather(self._sweep, return_exceptions=True)

    async def stop(self) -> None:
        """Stop; what was not posted is posted by others, or after the next start."""
        sweep, self._sweep = self._sweep, None
        for one in (self._later, sweep, *self._paying):
            if one is not None:
                one.cancel()
        if sweep is not None:
            await asyncio.gather(sweep, return_exceptions=True)

    async def _swept(self) -> None:
        try:
            async for names in self._store.keys_like(f"pl:note:{OWED}:*"):
                for name in names:
                    await self._told(unquote(name.rpartition(":")[2]))
        except StoreTrouble as trouble:
            log.warning("owed lines could not be looked for", kind=trouble.kind)
        except Exception as error:  # noqa: BLE001 - it is looked again later
            log.error("owed lines could not be told", kind=type(error).__name__)  # noqa: TRY400 - frames hold the text

    async def _told(self, name: str) -> None:
        """Post one line, unless its own process does so in time, or its deed was never done. What can't be told now
        is left for later.
        """
        one = await self._found(name)
        if one is None:
            return
        await asyncio.sleep(max(0, one.at + GRACE * 1000 - self._store.clock.now()) / 1000)
        if await self._found(name) is None or not await self._store.claim_note(TAKEN, name, b"", TAKEN_FOR):
            return
        if not await self._was_done(one) or await self._brought(one):
            await self._store.drop_note(OWED, name)

    async def _found(self, name: str) -> OwedPosting | None:
        content = await self._store.note(OWED, name)
        return None if content is None else _OWED.decode(content)

    async def _was_done(self, one: OwedPosting) -> bool:
        if await self._store.taken(Heard(one.venue, one.message)):
            return True
        return one.generous is not None and (await self._venues.stored(one.venue)).opening.generous == one.generous
