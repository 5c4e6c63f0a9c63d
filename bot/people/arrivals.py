"""Who somebody is that says something, and what is due to them where they say it, before anything is done with it."""

import asyncio

from bot.people.selves import Selves
from bot.people.tombstones import Tombstones
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Person


class Arrivals:
    """Know senders as the persons they are, and bring to a venue what they have from before."""

    def __init__(self, selves: Selves, tombstones: Tombstones) -> None:
        self._selves, self._tombstones = selves, tombstones

    async def known(self, sender: Person) -> Person:
        """Return who a sender is, and have at hand what stays of who they were before. Never raises."""
        if self._tombstones.at_hand(sender.id):
            return await self._selves.known(sender)
        known, _ = await asyncio.gather(self._selves.known(sender), self._tombstones.looked_up(sender.id))
        return known

    async def come(self, person: PersonId, venue: VenueId) -> None:
        """Join what their other selves have there to what they have, and give nothing twice. Raises StoreTrouble."""
        if self._selves.has_others(person):
            await self._selves.join_at(person, venue)
        await self._tombstones.keep_to(person, venue)
