"""Bring the end of a game or an evening to the screens: what was hidden, the results, the story of the evening."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, Final

import structlog
from cachetools import TTLCache

from bot.adapters.web.overlay.on_air import (
    MOST_RESULTS,
    EveningOnAir,
    ResultOnAir,
    SeasonOnAir,
    TableOnAir,
    cut_lines,
    evening_on_air,
    result_on_air,
    season_on_air,
)
from bot.adapters.web.overlay.screen import Screen
from bot.ports.browser import BrowserBot
from bot.ports.ids import PlaceId
from bot.ports.messages import Update

MOST_FETCHES: Final = 100
MOST_OVER: Final = 1_000
OVER_FOR: Final = 300.0
"""Seconds for which an evening that is over can be shown; as in `evening.js`."""
SEASON_FOR: Final = 12 * 3600.0
"""Seconds for which the table of a season can be shown on overlays that open later."""
log = structlog.get_logger()


class Endings:
    """Fetches results and commentary when a game ends, and puts them in the screens' delayed mailboxes."""

    def __init__(self, bot: BrowserBot) -> None:
        self._bot = bot
        self._fetches: set[asyncio.Task[None]] = set()
        self._over: TTLCache[PlaceId, EveningOnAir] = TTLCache(MOST_OVER, OVER_FOR)
        self._seasons: TTLCache[PlaceId, SeasonOnAir] = TTLCache(MOST_OVER, SEASON_FOR)

    def fetch(self, update: Update, table: TableOnAir, screens: tuple[Screen, ...]) -> None:
        """Fetch what an update calls for: only between games, and commentary only for screens that asked for it."""
        if table.phase != "between":
            return
        self.fetch_evening(screens)
        if wanting := tuple(one for one in screens if one.commentator):
            self._begin(self._bring_commentary(update, table, wanting))

    def fetch_evening(self, screens: tuple[Screen, ...]) -> None:
        """Fetch the results of the evening; all these screens show the same place."""
        if screens:
            self._begin(self._bring_evening(screens))

    def evening_is_over(self, place: PlaceId, lines: Sequence[str], screens: tuple[Screen, ...]) -> None:
        """Show the story of an evening at a place, also on overlays that open in the next minutes."""
        self._over[place] = evening_on_air(lines, self._bot.now())
        self.show_last_evening(place, screens)

    def show_last_evening(self, place: PlaceId, screens: tuple[Screen, ...]) -> None:
        """Show the story of an evening that ended at a place some minutes ago, if there was one."""
        evening = self._over.get(place)
        if evening is not None:
            for screen in screens:
                screen.hold_evening(evening)

    def season_is(self, place: PlaceId, name: str, lines: Sequence[str], screens: tuple[Screen, ...]) -> None:
        """Show the table of a place's season, also on overlays that open later."""
        self._seasons[place] = season_on_air(name, lines)
        self.show_last_season(place, screens)

    def show_last_season(self, place: PlaceId, screens: tuple[Screen, ...]) -> None:
        """Show the table of a season as it was told last, if it was."""
        season = self._seasons.get(place)
        if season is not None:
            for screen in screens:
                screen.hold_season(season)

    def _begin(self, bring: Coroutine[Any, Any, None]) -> None:
        if len(self._fetches) >= MOST_FETCHES:
            bring.close()
            return
        fetch = asyncio.create_task(bring)
        self._fetches.add(fetch)
        fetch.add_done_callback(self._fetches.discard)

    async def _bring_commentary(self, update: Update, table: TableOnAir, screens: tuple[Screen, ...]) -> None:
        told: dict[str, tuple[str, ...]] = {}
        for screen in screens:
            if screen.locale not in told:
                told[screen.locale] = await self._commentary(update, screen)
            if lines := told[screen.locale]:
                screen.hold_commentary(table, lines)

    async def _commentary(self, update: Update, screen: Screen) -> tuple[str, ...]:
        where = screen.where
        try:
            return cut_lines(await self._bot.commentary(where.venue, where.place, update.table, screen.locale))
        except Exception as error:  # noqa: BLE001 - a broadcast goes on without it
            log.warning("no commentary", error=type(error).__name__)
            return ()

    async def _bring_evening(self, screens: tuple[Screen, ...]) -> None:
        told: dict[str, tuple[ResultOnAir, ...] | None] = {}
        for screen in screens:
            if screen.locale not in told:
                told[screen.locale] = await self._evening(screen)
            results = told[screen.locale]
            if results is not None:
                screen.hold_results(results)

    async def _evening(self, screen: Screen) -> tuple[ResultOnAir, ...] | None:
        try:
            ended = await self._bot.evening(screen.where.place, screen.locale)
        except Exception as error:  # noqa: BLE001 - what is on air stays there
            log.warning("no results of the evening", error=type(error).__name__)
            return None
        return tuple(map(result_on_air, ended[:MOST_RESULTS]))

    def close(self) -> None:
        """Stop, and cancel what is being fetched."""
        for fetch in self._fetches:
            fetch.cancel()
