"""The link to a venue's nights, which can't be guessed: for its page, and for calendars that subscribe to them."""

import secrets
from typing import Final

from bot.people.doors import Doors
from bot.ports.ids import VenueId
from persistence import Store

LINK: Final = "nights-link"
LINKED: Final = "nights-linked"
LETTERS: Final = 9
"""Bytes in the random part of a link."""


class NightLinks:
    """Makes and reads links. Each method raises StoreTrouble."""

    def __init__(self, store: Store, doors: Doors) -> None:
        self._store, self._doors = store, doors

    async def link(self, venue: VenueId) -> str:
        """Return the secret part of the link to a venue's nights: always the same one."""
        known = await self._store.note(LINKED, venue)
        if known is not None:
            return known.decode()
        made = secrets.token_hex(LETTERS)
        await self._store.put_note(LINK, made, venue.encode(), None)
        if await self._store.claim_note(LINKED, venue, made.encode(), None):
            return made
        await self._store.drop_note(LINK, made)  # of two requests at once, one makes the link
        first = await self._store.note(LINKED, venue)
        return made if first is None else first.decode()

    async def address(self, venue: VenueId) -> str:
        """Return the address of the page with a venue's nights."""
        return f"{self._doors.public}nights/{await self.link(venue)}"

    async def venue(self, link: str) -> VenueId | None:
        """Return the venue to which a link leads; None: there is no such link."""
        if not link or len(link) > 4 * LETTERS:
            return None
        content = await self._store.note(LINK, link)
        return None if content is None else VenueId(content.decode())
