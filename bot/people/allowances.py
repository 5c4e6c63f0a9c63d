"""The daily allowance, which a venue's bank gives everybody once a day, when they first sit down or ask for it."""

from typing import Final

from cachetools import LRUCache

from bot.people.venues import Venues
from bot.ports.ids import PersonId, VenueId
from bot.table.stacks import DAY, once_a_day, welcome_gift
from persistence import Store, Transfer

MOST_KEPT: Final = 20_000


class Allowances:
    """Give the allowance. All methods may raise StoreTrouble."""

    def __init__(self, store: Store, venues: Venues) -> None:
        self._store, self._venues = store, venues
        self._given: LRUCache[tuple[PersonId, VenueId, int], None] = LRUCache(MOST_KEPT)

    async def give(self, person: PersonId, venue: VenueId) -> None:
        """Give a person the day's allowance, if there is one and they have not had it. One round trip a day."""
        amount = (await self._venues.settings(venue)).allowance
        today = self._store.clock.now() // DAY
        if not amount or (person, venue, today) in self._given:
            return
        daily = Transfer("bank", f"purse:{person}", amount, "allowance", once=once_a_day("allowance", person, today))
        await self._store.transfer(venue, (welcome_gift(person), daily))
        self._given[person, venue, today] = None
