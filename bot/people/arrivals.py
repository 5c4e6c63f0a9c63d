"""Who somebody is that says something, and what is due to them where they say it, before anything is done with it."""

import asyncio

from msgspec.structs import replace

from bot.people.communities import Communities
from bot.people.selves import Selves
from bot.people.tombstones import Tombstones
from bot.ports.ids import NO_VENUE
from bot.ports.messages import Message


class Arrivals:
    """Know senders as the persons they are, and bring to a venue what they have from before."""

    def __init__(self, selves: Selves, tombstones: Tombstones, communities: Communities) -> None:
        self._selves, self._tombstones, self._communities = selves, tombstones, communities

    async def known(self, message: Message) -> Message:
        """Return a message as one by the person who its sender is, in the community where it was said. Never raises.

        What is not known of them is read in one packet.
        """
        sender, venue = message.sender, message.venue
        if self._tombstones.at_hand(sender.id) and self._communities.at_hand(venue):
            person, home = await self._selves.known(sender), await self._communities.home_of(venue)
        else:
            person, home, _ = await asyncio.gather(
                self._selves.known(sender), self._communities.home_of(venue), self._tombstones.looked_up(sender.id)
            )
        return replace(message, sender=person, home=NO_VENUE if home == venue else home)

    async def come(self, message: Message) -> None:
        """Join what somebody has there, as other selves and from before it was one community, to what they have.

        Nothing is given twice. Raises StoreTrouble.
        """
        person, home = message.sender.id, message.community
        if self._selves.has_others(person):
            if home != message.venue:
                await self._selves.join_at(person, message.venue)
            await self._selves.join_at(person, home)
        await self._tombstones.keep_to(person, home)
        if home != message.venue:
            await self._communities.come_home(person, message.venue)
