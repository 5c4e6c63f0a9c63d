"""The nights of all venues: read from the store, changed there, and known to this process.

There is one note a venue. A change replaces it only as it was read, so of two processes one makes each change.
"""

import asyncio
from collections.abc import Callable
from typing import Final
from urllib.parse import unquote
from weakref import WeakValueDictionary

import msgspec
import structlog
from msgspec.structs import replace

from bot.commands.links import hashed
from bot.engine.taken import RepeatedError
from bot.ports.ids import VenueId
from bot.table.change import Refused
from bot.table.hooks import Hooks, NoteOfMany
from bot.wings.nights.night import NO_NIGHTS, VenueNights, decoded, own_part, without_person
from persistence import Heard, Store, StoreTrouble

NIGHTS: Final = "nights"
CHANGED: Final = b"nights-changed"
MARK: Final = 12
MOST_DONE: Final = 200
"""So many messages are known again in the note itself: a kill may come before they are noted elsewhere."""
TRIES: Final = 60
A_MOMENT: Final = 0.002
"""Seconds after the first try; each further pause is so much longer, since many may sign up at once."""
log = structlog.get_logger()

Alter = Callable[[VenueNights], VenueNights]


class Nights:
    """Knows which nights are planned. `when_changed`: is told each venue whose nights are known anew."""

    def __init__(self, store: Store, hooks: Hooks) -> None:
        self._store = store
        self.known: dict[VenueId, VenueNights] = {}
        self.when_changed: list[Callable[[VenueId], None]] = []
        self._locks: WeakValueDictionary[VenueId, asyncio.Lock] = WeakValueDictionary()
        self._reading: dict[VenueId, asyncio.Task[None]] = {}
        store.news.hear(CHANGED, lambda _, venue: self._heard(VenueId(venue.decode())))
        hooks.notes_of_many[NIGHTS] = NoteOfMany(without_person, own_part)
        hooks.settles.append(self.settle)
        hooks.stops.append(self.stop)

    async def of(self, venue: VenueId) -> VenueNights:
        """Return the nights of a venue as stored now. Raises StoreTrouble."""
        return self._know(venue, readable(await self._store.note(NIGHTS, venue)))

    async def change(self, venue: VenueId, alter: Alter, by: Heard | None = None) -> VenueNights:
        """Change the nights of a venue, and return them as stored.

        `alter` is given them as stored now, again if somebody else was faster. `by`: the message that asks for it,
        which is noted in the same step. Raises what `alter` raises, Refused for nights that can't be read,
        RepeatedError and StoreTrouble.
        """
        async with self._locks.setdefault(venue, asyncio.Lock()):
            for again in range(TRIES):
                content = await self._store.note(NIGHTS, venue)
                before = readable(content)
                if content is not None and before is NO_NIGHTS:  # what nobody can read may be mended by hand
                    raise Refused("night-unreadable")
                if by is not None and hashed(by.id)[:MARK] in before.done:
                    raise RepeatedError(frozenset({by.id}))
                after = alter(before)
                if after == before:
                    return self._know(venue, before)
                if by is not None:
                    after = replace(after, done=(*after.done, hashed(by.id)[:MARK])[-MOST_DONE:])
                if await self._store.replace_note(NIGHTS, venue, content, msgspec.json.encode(after), by):
                    self._store.news.tell(CHANGED, venue, venue.encode())
                    return self._know(venue, after)
                await asyncio.sleep(A_MOMENT * again)
        raise StoreTrouble("busy", "a venue's nights change faster than they can be read")

    async def find_all(self) -> None:
        """Read the nights of all venues. Raises StoreTrouble."""
        async for names in self._store.keys_like(f"pl:note:{NIGHTS}:*"):
            for name in names:
                await self.of(VenueId(unquote(name.rpartition(":")[2])))

    def _know(self, venue: VenueId, found: VenueNights) -> VenueNights:
        if found.nights or found.owed:
            self.known[venue] = found
        else:
            self.known.pop(venue, None)
        for told in self.when_changed:
            told(venue)
        return found

    def _heard(self, venue: VenueId) -> None:
        """Read the nights that another process has changed, unless that is being done."""
        if venue not in self._reading:
            task = asyncio.get_running_loop().create_task(self._read(venue), name="nights read")
            self._reading[venue] = task
            task.add_done_callback(lambda _: self._reading.pop(venue, None))

    async def _read(self, venue: VenueId) -> None:
        await asyncio.sleep(0)  # what is told while this is read is told after it was stored
        try:
            await self.of(venue)
        except StoreTrouble as trouble:
            log.warning("nights could not be read", kind=trouble.kind)

    async def settle(self) -> None:
        """Wait until nothing is being read."""
        await asyncio.gather(*self._reading.values(), return_exceptions=True)

    async def stop(self) -> None:
        """Stop reading."""
        for task in tuple(self._reading.values()):
            task.cancel()
        await self.settle()


def readable(content: bytes | None) -> VenueNights:
    """Return the nights in a note; none if it can't be read."""
    try:
        return decoded(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        log.error("a venue's nights can't be read: none begins, and none can be planned")  # noqa: TRY400 - the error may quote them
        return NO_NIGHTS
