"""The season's table on overlays, told anew whenever a game has ended there."""

import asyncio
from typing import Final

import structlog

from bot.delivery.evenings import Evenings
from bot.people.finished_games import FinishedGames, Wanted
from bot.people.languages import Languages
from bot.people.seasons import Place, Season
from bot.people.venues import Venues
from bot.ports.ids import PlaceId, VenueId
from bot.ports.platforms import Platforms
from bot.table.document import Session
from bot.table.hooks import Hooks
from bot.wings.archive.listed import Listed
from bot.wings.archive.season_commands import season_line
from bot.wings.archive.seasons import places_of
from persistence import Store, StoreTrouble

SHOWN: Final = 5
log = structlog.get_logger()


class SeasonNews:
    """Shows who is in front in the current season, where one is on and somebody has won a game in it."""

    def __init__(
        self,
        store: Store,
        venues: Venues,
        languages: Languages,
        platforms: Platforms,
        hooks: Hooks,
        listed: Listed,
        evenings: Evenings,
    ) -> None:
        self._venues, self._languages, self._platforms = venues, languages, platforms
        self._games, self._listed, self._evenings = FinishedGames(store), listed, evenings
        self._under_way: set[asyncio.Task[None]] = set()
        hooks.first_window.append(lambda: hooks.ended.append(self.note))
        hooks.settles.append(self.settle)
        hooks.stops.append(self.stop)

    def note(self, session: Session, _: bool) -> None:
        """Begin to tell the season's table at the places of a game that has ended."""
        for place in session.places:
            task = asyncio.get_running_loop().create_task(self._told(session.venue_at(place), place), name="season")
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _told(self, venue: VenueId, place: PlaceId) -> None:
        try:
            season = (await self._venues.settings(venue)).season
            if season is not None:
                await self._evenings.settle()  # the game is in the archive by then
                await self._tell(venue, place, season)
        except StoreTrouble as trouble:
            log.warning("a season is not told", kind=trouble.kind)
        except Exception as error:  # noqa: BLE001 - what is on air must not stop a table
            log.error("telling a season broke", kind=type(error).__name__)  # noqa: TRY400 - frames hold names

    async def _tell(self, venue: VenueId, place: PlaceId, season: Season) -> None:
        first = await self._first(venue, season)
        words = self._languages.words("en", page=True)
        for window in self._platforms.windows if first else ():
            window.show_season(place, season.name, [season_line(one, words) for one in first])

    async def _first(self, venue: VenueId, season: Season) -> tuple[Place, ...]:
        """Return the first places, as far as those people are listed."""
        games = await self._games.all_of(venue, Wanted(since=season.since))
        places = [one for one in places_of(season, games, {}) if one.won]
        listed = await self._listed.among(one.player for one in places)
        return tuple(one for one in places if one.player in listed)[:SHOWN]

    async def settle(self) -> None:
        """Wait until nothing is being told."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def stop(self) -> None:
        """Stop; the next game that ends tells it again."""
        for task in tuple(self._under_way):
            task.cancel()
        await self.settle()
