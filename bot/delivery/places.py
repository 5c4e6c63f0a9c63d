"""Places and platforms that can't be reached, or can again: the tables there wait, or are shown again."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

import structlog

from bot.delivery.delivery import Delivery
from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.ports.audience import at_place
from bot.ports.ids import AudienceKey, PlaceId, VenueId, platform_of
from bot.table.document import Session
from persistence import StoreTrouble, TableRef

log = structlog.get_logger()
PAUSE: Final = 0.1
"""Seconds between two tables that go on again, so that other tables are shown meanwhile."""
LONG_PAUSE: Final = 1.0
"""The same if there was no room to show even the last one."""
Here = Callable[[PlaceId], bool]
"""Tells whether a place is in the part of a platform that is meant."""


def everywhere(_: PlaceId) -> bool:
    """Return True for every place of a platform."""
    return True


class Places:
    """Stop, hide or restart games at places that adapters report as unreachable or reachable again."""

    def __init__(self, repository: Repository, directory: Directory, delivery: Delivery) -> None:
        self._repository, self._directory, self._delivery = repository, directory, delivery

    async def here_again(self, platform: str, here: Here = everywhere) -> None:
        """Tell each game there, once, that the bot was away: what was said meanwhile is lost."""
        for ref in self._repository.in_play(platform):
            if here is not everywhere and not await self._places_on(ref, platform, here):
                continue
            try:
                await self._repository.update(ref, (), lambda change: change.say("here-again"))
            except (GoneError, StoreTrouble) as trouble:
                log.warning("a table was not told that we are back", table=ref.table, kind=type(trouble).__name__)

    async def place_closed(self, venue: VenueId, place: PlaceId) -> None:
        """Stop the tables of a place where nobody can act any more, until it is back."""
        for session in await self._tables_at(venue, place):
            await self._delivery.cut_off(session.ref, at_place(place).key)

    async def place_open(self, venue: VenueId, place: PlaceId) -> None:
        """Try again to show the tables of a place: people may be able to act there again."""
        for session in await self._tables_at(venue, place):
            self._delivery.wake(session.ref)

    async def show_again(self, venue: VenueId, place: PlaceId) -> None:
        """Show the tables of a place again, because a message that showed one may have been deleted."""
        for session in await self._tables_at(venue, place):
            await self._safely(session.ref, self._delivery.show_again(session.ref, at_place(place).key))

    async def platform_closed(self, platform: str, here: Here = everywhere) -> None:
        """Stop the games on a platform, or on a part of it, from which nobody can be heard any more.

        One after the other: hundreds at once would slow down games elsewhere.
        """
        for ref in self._repository.in_play(platform):
            for place in await self._places_on(ref, platform, here):
                await self._safely(ref, self._delivery.cut_off(ref, at_place(place).key))
                await self._delivery.done(ref)

    async def platform_open(self, platform: str, here: Here = everywhere) -> None:
        """Let the games on a platform, or on a part of it, go on, and show them again.

        One after the other, and more slowly if there is little room to show them: games elsewhere come first.
        """
        for ref in self._repository.in_play(platform):
            for place in await self._places_on(ref, platform, here):
                await self._safely(ref, self._let_in(ref, at_place(place).key))

    async def _let_in(self, ref: TableRef, audience: AudienceKey) -> None:
        await self._delivery.let_in(ref, audience)
        await self._delivery.done(ref)
        await asyncio.sleep(LONG_PAUSE if await self._delivery.is_behind(ref, audience) else PAUSE)

    async def _safely(self, ref: TableRef, doing: Coroutine[Any, Any, None]) -> None:
        """Do something with one table; its trouble is logged, and does not stop the others."""
        try:
            await doing
        except (GoneError, StoreTrouble) as trouble:
            log.warning("a table did not hear of an outage", table=ref.table, kind=type(trouble).__name__)

    async def _places_on(self, ref: TableRef, platform: str, here: Here) -> list[PlaceId]:
        try:
            session = await self._repository.get(ref)
        except (GoneError, StoreTrouble):
            return []
        return [place for place in session.places if platform_of(place) == platform and here(place)]

    async def _tables_at(self, venue: VenueId, place: PlaceId) -> list[Session]:
        """Return the tables there; none while the store is away."""
        try:
            return await self._directory.at(venue, place, fresh=True)
        except StoreTrouble as trouble:
            log.warning("the tables of a place could not be found", kind=trouble.kind)
            return []
