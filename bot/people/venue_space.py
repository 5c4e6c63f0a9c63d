"""How many bytes a venue may keep in the store, and write there in a day (threats T36, decision 0059)."""

from typing import Final

import structlog

from bot.people.expiring_cache import ExpiringCache
from bot.ports.ids import VenueId
from bot.table.change import Refused
from bot.table.defaults import Defaults
from persistence import Store, StoreTrouble

MB: Final = 1_000_000
A_DAY: Final = 32
"""A venue may write this part of what it may keep in one day (UTC). So closed tables, which are kept for 30 days, never
take more than all that is kept for longer.
"""
HOUR: Final = 3600_000
LOOKED_AT: Final = 10.0
"""Seconds between two looks at what a venue has written."""
WEIGHED: Final = 600.0
"""Seconds between two looks at what it keeps; meanwhile it grows by no more than what it may write in a day."""
MOST_VENUES: Final = 4096
log = structlog.get_logger()


class VenueSpace:
    """Tells which venues have no space for another game."""

    def __init__(self, store: Store, defaults: Defaults) -> None:
        self._store, self._most = store, defaults.venue_mb * MB
        self._full: ExpiringCache[Refused | bool] = ExpiringCache(MOST_VENUES, LOOKED_AT)
        self._held: ExpiringCache[int] = ExpiringCache(MOST_VENUES, WEIGHED)

    async def refusal(self, venue: VenueId) -> Refused | None:
        """Return why no game may begin in a venue now; None: it may. Never raises: a store that is away says so itself.

        The answer is at most ten seconds old.
        """
        found = self._full.good(venue)
        if found is None:
            try:
                found = self._full.keep(venue, await self._looked(venue) or False)
            except StoreTrouble as trouble:
                log.info("a venue could not be weighed", kind=trouble.kind)
                return None
        return found or None  # type: ignore[return-value]  # never True

    async def _looked(self, venue: VenueId) -> Refused | None:
        """Raises StoreTrouble."""
        now = self._store.clock.now()
        if await self._store.written_today(venue) >= self._most // A_DAY:
            hours = 24 - now // HOUR % 24
            return Refused("venue-wrote-much", mb=max(1, self._most // A_DAY // MB), hours=hours)
        held = self._held.good(venue)
        if held is None:
            held = self._held.keep(venue, await self._store.held(venue))
        return Refused("venue-is-full", mb=self._most // MB) if held >= self._most else None
