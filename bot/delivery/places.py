"""Places and platforms that can't be reached, and those that can again: the tables there wait, or are told."""

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
"""Seconds between two tables that go on again: those elsewhere are to be shown too."""
LONG_PAUSE: Final = 1.0
"""The same where there is no room to show even the last."""
Here = Callable[[PlaceId], bool]
"""Whether a place is in the part of a platform that is meant."""


def everywhere(_: PlaceId) -> bool:
    """Mean the whole platform."""
    return True


class Places:
    """For adapters, which hear first that a place is gone."""

    def __init__(self, repository: Repository, directory: Directory, delivery: Delivery) -> None:
        self._repository, self._directory, self._delivery = repository, directory, delivery

    async def here_again(self, platform: str, here: Here = everywhere) -> None:
        """Tell each game there, once, that we were away: what was said meanwhile is lost."""
        for ref in self._repository.in_play(platform):
            if here is not everywhere and not await self._places_on(ref, platform, here):
                continue
            try:
                await self._repository.update(ref, (), lambda change: change.say("here-again"))
            except (GoneError, StoreTrouble) as trouble:
                log.warning("a table was not told that we are back", table=ref.table, kind=type(trouble).__name__)

    async def place_closed(self, venue: VenueId, place: PlaceId) -> None:
        """Stop the tables of a place in which nobody can act any more, until it is back."""
        for session in await self._tables_at(venue, place):
            await self._delivery.cut_off(session.ref, at_place(place).key)

    async def place_open(self, venue: VenueId, place: PlaceId) -> None:
        """Try again to show the tables of a place: it may be that one can act there again."""
        for session in await self._tables_at(venue, place):
            self._delivery.wake(session.ref)

    async def platform_closed(self, platform: str, here: Here = everywhere) -> None:
        """Stop the games that stand on a platform, or on a part of it, where nobody can be heard any more.

        One after the other: hundreds at once would hold up what is played elsewhere.
        """
        for ref in self._repository.in_play(platform):
            for place in await self._places_on(ref, platform, here):
                await self._safely(ref, self._delivery.cut_off(ref, at_place(place).key))
                await self._delivery.done(ref)

    async def platform_open(self, platform: str, here: Here = everywhere) -> None:
        """Let the games go on that stand on a platform, or on a part of it, and show them again.

        One after the other, and slower where there is little room to show them: what is played elsewhere goes first.
        """
        for ref in self._repository.in_play(platform):
            for place in await self._places_on(ref, platform, here):
                await self._safely(ref, self._let_in(ref, at_place(place).key))

    async def _let_in(self, ref: TableRef, audience: AudienceKey) -> None:
        await self._delivery.let_in(ref, audience)
        await self._delivery.done(ref)
        await asyncio.sleep(LONG_PAUSE if await self._delivery.is_behind(ref, audience) else PAUSE)

    async def _safely(self, ref: TableRef, doing: Coroutine[Any, Any, None]) -> None:
        """Do something with one table; the others are not to suffer from its trouble."""
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
        """Return the tables there; none while the store is away: what happens at one shows how it is."""
        try:
            return await self._directory.at(venue, place, fresh=True)
        except StoreTrouble as trouble:
            log.warning("the tables of a place could not be found", kind=trouble.kind)
            return []
