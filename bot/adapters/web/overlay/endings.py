"""What the end of a game brings to the screens: what was hidden in it, and the results of the evening."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

import structlog

from bot.adapters.web.overlay.on_air import MOST_RESULTS, ResultOnAir, TableOnAir, cut_lines, result_on_air
from bot.adapters.web.overlay.screen import Screen
from bot.ports.browser import BrowserBot
from bot.ports.messages import Update

MOST_FETCHES: Final = 100
log = structlog.get_logger()


class Endings:
    """Fetches it apart from what is shown at once. It is kept back as long as all else is."""

    def __init__(self, bot: BrowserBot) -> None:
        self._bot = bot
        self._fetches: set[asyncio.Task[None]] = set()

    def fetch(self, update: Update, table: TableOnAir, screens: tuple[Screen, ...]) -> None:
        """Fetch what an update calls for: between games alone, and commentary for those who asked."""
        if table.phase != "between":
            return
        self.fetch_evening(screens)
        if wanting := tuple(one for one in screens if one.commentator):
            self._begin(self._bring_commentary(update, table, wanting))

    def fetch_evening(self, screens: tuple[Screen, ...]) -> None:
        """Fetch the results of the evening; all these screens look at one place."""
        if screens:
            self._begin(self._bring_evening(screens))

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
        """Fetch nothing any more."""
        for fetch in self._fetches:
            fetch.cancel()
