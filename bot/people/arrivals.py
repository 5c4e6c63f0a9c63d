"""Find out who a sender is, and bring what they own to the venue, before their message is handled."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from bot.people.communities import Communities
from bot.people.expiring_cache import ExpiringCache, Kept
from bot.people.selves import Self, Selves
from bot.people.tombstones import NOBODYS, Tombstone, Tombstones
from bot.people.venues import Venues, VenueSettings
from bot.ports.ids import NO_VENUE, PersonId, VenueId, platform_of
from bot.ports.messages import Message, Rights
from bot.ports.rooms import PAGES
from games.kit.kept import keep_latest

MOST_KNOWN: Final = 5_000
SECONDS: Final = 900.0
"""How long rights and standing from a line of chat also count on the person's own page."""


class Settled(NamedTuple):
    """Hold what is cached of somebody who has nothing to bring to a venue: they have no other self there and no
    tombstone, and the venue leads nowhere. It is good until some of it expires.
    """

    settings: Kept[VenueSettings]
    home: Kept[VenueId]
    person: Kept[PersonId]
    others: Kept[tuple[Self, ...]]
    tombstone: Kept[Tombstone]


class Arrivals:
    """Identify senders, and bring to a venue what they own from before. `clock` in seconds."""

    def __init__(
        self,
        selves: Selves,
        tombstones: Tombstones,
        communities: Communities,
        venues: Venues,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._selves, self._tombstones, self._communities = selves, tombstones, communities
        self._venues, self._clock = venues, clock
        self._settled: dict[tuple[PersonId, VenueId], Settled] = {}

    def settled_in(self, message: Message) -> VenueSettings | None:
        """Return the settings of the venue where the sender of a message is settled; None: `known` finds out more."""
        found = self._settled.get((message.sender.id, message.venue))
        if found is None or message.home:
            return None
        now = self._clock()
        for kept in found:
            if kept.until <= now:
                del self._settled[message.sender.id, message.venue]
                return None
        return found.settings.value

    async def known(self, message: Message) -> Message:
        """Return a message as sent by the sender's person, in the community where it was said. Never raises.

        What is not cached is read in one packet.
        """
        sender, venue = message.sender, message.venue
        home = self._communities.at_hand(venue)
        if home is not None and self._tombstones.at_hand(sender.id):
            person = await self._selves.known(sender)
        else:
            person, home, _ = await asyncio.gather(
                self._selves.known(sender), self._communities.home_of(venue), self._tombstones.looked_up(sender.id)
            )
        return replace(message, sender=person, home=NO_VENUE if home == venue else home)

    async def come(self, message: Message) -> None:
        """Join to what a person has here what their other selves have, and what they had before it joined a community.

        Nothing is given twice. Raises StoreTrouble.
        """
        if self.settled_in(message) is not None:
            return
        person, home = message.sender.id, message.community
        if self._selves.has_others(person):
            if home != message.venue:
                await self._selves.join_at(person, message.venue)
            await self._selves.join_at(person, home)
        await self._tombstones.keep_to(person, home)
        if home != message.venue:
            await self._communities.come_home(person, message.venue)
        self._settle(person, message.venue)

    def _settle(self, person: PersonId, venue: VenueId) -> None:
        """Note of somebody who came that they are settled, if they are."""
        settings, home = self._venues.kept.entries.get(venue), self._communities.homes.entries.get(venue)
        leads, others = self._selves.persons.entries.get(person), self._selves.others.entries.get(person)
        tombstone = self._tombstones.kept.entries.get(person)
        if settings is None or home is None or leads is None or others is None or tombstone is None:
            return
        if home.value == venue and leads.value == person and not others.value and tombstone.value == NOBODYS:
            found = Settled(settings, home, leads, others, tombstone)
            keep_latest(self._settled, (person, venue), found, MOST_KNOWN)


class Standing:
    """Remember rights and standing (follower, subscriber, VIP) by person and venue; `clock` in seconds.

    Who was named a moderator by an owner is not remembered here, but asked of the settings each time.
    """

    def __init__(self, venues: Venues, clock: Callable[[], float] = time.monotonic) -> None:
        self._venues = venues
        self._rights: ExpiringCache[Rights] = ExpiringCache(MOST_KNOWN, SECONDS, clock)
        self._standing: ExpiringCache[frozenset[str]] = ExpiringCache(MOST_KNOWN, SECONDS, clock)

    def rights_of(self, person: PersonId, venue: VenueId) -> Rights:
        """Return a person's rights in a venue. A channel's venue has the id of its owner."""
        if str(person) == str(venue):
            return Rights.OWNER
        return max(self._rights.good(f"{person} {venue}") or Rights.PLAYER, self.named(person, venue))

    def named(self, person: PersonId, venue: VenueId) -> Rights:
        """Return the rights of somebody whom the owner may have named a moderator, as the settings were last read."""
        return Rights.STAFF if person in self._venues.known(venue).moderators else Rights.PLAYER

    def moderates(self, person: PersonId, venue: VenueId, rights: Rights) -> None:
        """Remember the rights that came with a line which was otherwise ignored."""
        self._rights.keep(f"{person} {venue}", rights)

    def known(self, message: Message) -> Message:
        """Remember what came with a line of chat; add what is remembered to a message from a page.

        Rights come from a page only in our own rooms. Elsewhere a page's are those remembered here: keeping them again
        would renew them for ever.
        """
        key = f"{message.sender.id} {message.venue}"
        if (
            message.page
            and message.rights > Rights.PLAYER
            and platform_of(message.sender.id) == platform_of(message.venue) == PAGES
        ):
            self._rights.keep(key, message.rights)
        if message.page:
            standing = self._standing.good(key) or frozenset()
            return message if standing == message.standing else replace(message, standing=standing)
        if message.place and not message.invited:  # also forget what no longer holds
            if message.rights > Rights.PLAYER or key in self._rights.entries:
                self._rights.keep(key, message.rights)
            if message.standing or key in self._standing.entries:
                self._standing.keep(key, message.standing)
        return message
