"""The messages that were already taken, so that none counts twice."""

from typing import Final

from persistence.commits import Heard
from persistence.face import DAY, Face
from persistence.keys import bound_key, venue_keys

BOUND_KEPT: Final = 2 * DAY
"""How long a binding is kept: as long as the message ids of a silent venue; see seen.lua."""


class Messages(Face):
    """Ids are kept for a day, by the venue where a message was said."""

    async def taken(self, heard: Heard) -> bool:
        """Tell whether a message was taken in the last day, at any table.

        Two round trips if it was for a table of another venue.
        """
        here, bound = await self.pipe.read_all(
            [("ZMSCORE", venue_keys(heard.venue).seen, heard.id), ("GET", bound_key(heard))]
        )
        return here[0] is not None or (bound is not None and await self._taken_at(bound.decode(), heard))

    async def bind(self, heard: Heard, venue: str) -> bool:
        """Bind a message to another venue than its own before it is taken there, so that a repeat is looked for there.

        False: it was already taken at a table of a third venue. Three round trips more if it was bound before.
        """
        key = bound_key(heard)
        if await self.pipe.write("SET", key, venue, "NX", "PX", BOUND_KEPT) is not None:
            return True
        before = await self.pipe.read("GET", key)
        if before is not None and before.decode() != venue:
            if await self._taken_at(before.decode(), heard):
                return False
            await self.pipe.write("SET", key, venue, "PX", BOUND_KEPT)
        return True

    async def note_taken(self, heard: Heard) -> None:
        """Note a message that was taken without a step of a table. A step's messages are noted by its Commit."""
        await self._note_taken(heard, ())

    async def _taken_at(self, venue: str, heard: Heard) -> bool:
        return (await self.pipe.read("ZMSCORE", venue_keys(venue).seen, heard.id))[0] is not None
