"""Raids: one table of the channel that is raided asks who arrives to sit down, at most once in ten minutes."""

from typing import Final

import structlog

from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.people.venues import Venues
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Person
from bot.table import raid
from bot.table.document import Session
from bot.text.safe_text import safe_name
from persistence import Store

RAID: Final = "raid"
SECONDS: Final = 600
"""So long nobody else is invited: raids come in rows, and each invitation is a line of chat."""
log = structlog.get_logger()


class Raids:
    """Invite those who arrive with a raid."""

    def __init__(self, store: Store, repository: Repository, directory: Directory, venues: Venues) -> None:
        self._store, self._repository, self._directory, self._venues = store, repository, directory, venues

    async def came(self, venue: VenueId, place: PlaceId, by: Person, viewers: int) -> None:
        """Invite those who came with this broadcaster, so many, to a table that takes more. Raises StoreTrouble."""
        if not (await self._venues.settings(venue)).raids:
            return
        table = await self._table(venue, place)
        if table is None or not await self._store.claim_note(RAID, place, b"", SECONDS):
            return
        raider = safe_name(by.name)
        try:
            await self._repository.update(table.ref, (), lambda change: raid.invite(change, raider, viewers))
        except GoneError:
            log.info("a table was gone before the raid", table=table.table)

    async def _table(self, venue: VenueId, place: PlaceId) -> Session | None:
        """Return the table to which strangers are asked: one of a crowd, which takes them all, else the first."""
        around = await self._directory.at(venue, place, fresh=True)
        free = [one for one in around if one.opened_in == venue and raid.takes_more(one)]
        return min(free, key=lambda one: one.gathers is None, default=None)
