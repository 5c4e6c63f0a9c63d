"""Track an open overlay, and what it will be shown when it is due."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.web.overlay.keys import WRONG_KEY, Kept, Where
from bot.adapters.web.overlay.looks import OverlaySettings
from bot.adapters.web.overlay.on_air import MOST_NEWS, EveningOnAir, ResultOnAir, SeasonOnAir, TableOnAir
from bot.ports.browser import Upcoming

PULSE: Final = 15.0
"""Seconds. An overlay that hears nothing for longer knows that the line is dead."""
SLOT: Final = 0.5
"""Seconds. Changes of a table within a slot become one picture, so that even a delay of a minute needs little room."""
MOST_TABLES: Final = 16


class Due(Struct, frozen=True):
    """The tables to show on an overlay now. `whole`: these are all the tables; `settings`: they were changed.

    `results`: of the evening, if they changed; `evening`: the story of one that is over. `season`: its table.
    """

    tables: tuple[TableOnAir, ...]
    whole: bool
    settings: bool
    results: tuple[ResultOnAir, ...] | None = None
    evening: EveningOnAir | None = None
    season: SeasonOnAir | None = None

    @property
    def brings_something(self) -> bool:
        """Return whether there is something to draw."""
        endings = (self.results, self.evening, self.season)
        return bool(self.tables) or self.whole or any(one is not None for one in endings)


class Held(Struct, frozen=True):
    """Tables that came at one time (`at`, in the clock's seconds). `whole`: they are all the tables of the place."""

    at: float
    tables: tuple[TableOnAir, ...]
    whole: bool = False


class Screen:
    """A bounded mailbox that holds everything back for as long as the broadcast lags (threats T6, T25).

    The streamer's settings are not delayed; above all, hiding works at once. `owner`: the hash of the key, or the
    guest, that opened it. `preview`: it is for setting up, without delay.
    """

    def __init__(
        self,
        where: Where,
        owner: str,
        locale: str,
        settings: OverlaySettings,
        *,
        preview: bool = False,
        commentator: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.where, self.owner, self.locale, self.settings = where, owner, locale, settings
        self.preview, self.commentator, self.closing = preview, commentator, 0
        self._clock, self._sent = clock, clock()
        self._held: OrderedDict[tuple[int, str], Held] = OrderedDict()
        self._newest: dict[str, TableOnAir] = {}
        """By code. If there are too many, the first one with nothing left to show is dropped, so this is not a
        cache.
        """
        self._results: OrderedDict[int, tuple[float, tuple[ResultOnAir, ...]]] = OrderedDict()
        """By slot, as tables are."""
        self._last_results: tuple[ResultOnAir, ...] | None = None
        self._evening: tuple[float, EveningOnAir] | None = None
        self._season: tuple[float, SeasonOnAir] | None = None
        self.hidden = self.muted = False
        self.upcoming: Upcoming | None = None
        self._told_settings = True
        self._wake = asyncio.Event()

    @property
    def delay(self) -> int:
        """Return the seconds for which everything is held back."""
        return 0 if self.preview else self.settings.delay

    def hold(self, table: TableOnAir) -> None:
        """Hold a table back until it is due, unless nothing has changed.

        Otherwise one could see that somebody did something in private (threats T3).
        """
        if not self._has_room_for(table.code) or self._is_known(table):
            return
        now = self._clock()
        slot = (int(now / SLOT), table.code)
        before = self._held.pop(slot, None)
        shown = table if before is None else merged(before.tables[0], table)
        self._held[slot] = Held(now, (shown,))
        self._newest[table.code] = table
        self._wake.set()

    def hold_all(self, tables: tuple[TableOnAir, ...]) -> None:
        """Hold back the tables that exist when the overlay opens; anything newer comes afterwards."""
        for table in tables[-MOST_TABLES:]:
            self._newest.setdefault(table.code, table)
        self._held[-1, ""] = Held(self._clock(), tables[-MOST_TABLES:], whole=True)
        self._held.move_to_end((-1, ""), last=False)
        self._wake.set()

    def hold_commentary(self, table: TableOnAir, lines: tuple[str, ...]) -> None:
        """Hold commentary back, unless there is already news of this table, which may be from another game."""
        if self._newest.get(table.code) is table:
            self.hold(replace(table, news=(), commentary=lines))

    def hold_results(self, results: tuple[ResultOnAir, ...]) -> None:
        """Hold the results of the evening back until they are due, unless they have not changed."""
        if results == self._last_results:
            return
        now, self._last_results = self._clock(), results
        self._results[int(now / SLOT)] = now, results
        self._wake.set()

    def hold_evening(self, evening: EveningOnAir) -> None:
        """Hold the story of an evening back until it is due."""
        self._evening = self._clock(), evening
        self._wake.set()

    def hold_season(self, season: SeasonOnAir) -> None:
        """Hold the table of a season back until it is due."""
        self._season = self._clock(), season
        self._wake.set()

    def keep_to(self, kept: Kept) -> None:
        """Change what is stored otherwise by now; without its key it is closed."""
        if kept.settings != self.settings:
            self.set(kept.settings)
        self.hide(hidden=kept.hidden)
        self.mute(muted=kept.muted)
        if not self.preview and kept.key != self.owner:
            self.close(WRONG_KEY)

    def hide(self, *, hidden: bool) -> None:
        """Hide the overlay, or show it again, at once."""
        if hidden != self.hidden:
            self.hidden, self._told_settings = hidden, False
            self._wake.set()

    def mute(self, *, muted: bool) -> None:
        """Show no lines, or show them again, at once."""
        if muted != self.muted:
            self.muted, self._told_settings = muted, False
            self._wake.set()

    def announce(self, upcoming: Upcoming | None) -> None:
        """Announce what begins soon, or nothing any more."""
        if upcoming != self.upcoming:
            self.upcoming, self._told_settings = upcoming, False
            self._wake.set()

    def set(self, settings: OverlaySettings) -> None:
        """Change its settings, at once."""
        self.settings, self._told_settings = settings, False
        self._wake.set()

    def close(self, code: int) -> None:
        """Close the WebSocket with this code."""
        self.closing = code
        self._wake.set()

    async def due(self) -> Due | None:
        """Wait for what is due, and return it, or an empty pulse every PULSE seconds; None: close the overlay."""
        while not self.closing:
            due = self.take()
            if due.brings_something or due.settings or self._clock() - self._sent >= PULSE:
                self._sent = self._clock()
                return due
            await self._wait()
        return None

    async def _wait(self) -> None:
        now = self._clock()
        first = [held.at for held in list(self._held.values())[:1]] + [at for at, _ in list(self._results.values())[:1]]
        first += [held[0] for held in (self._evening, self._season) if held is not None]
        ripe = [at + self.delay - now for at in first]
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.01, min([self._sent + PULSE - now, *ripe]))):
                await self._wake.wait()
        self._wake.clear()

    def take(self) -> Due:
        """Return the newest picture of each table that is old enough, each once, in the order of their changes."""
        old_enough, whole = self._clock() - self.delay, False
        tables: OrderedDict[str, TableOnAir] = OrderedDict()
        while self._held:
            key, held = next(iter(self._held.items()))
            if held.at > old_enough:
                break
            del self._held[key]
            whole = whole or held.whole
            for table in held.tables:
                before = tables.pop(table.code, None)
                tables[table.code] = table if before is None else merged(before, table)
        changed, self._told_settings = not self._told_settings, True
        results, evening = self._take_results(old_enough), self._take_evening(old_enough)
        return Due(tuple(tables.values()), whole, changed, results, evening, self._take_season(old_enough))

    def _take_evening(self, old_enough: float) -> EveningOnAir | None:
        if self._evening is None or self._evening[0] > old_enough:
            return None
        (_, evening), self._evening = self._evening, None
        return evening

    def _take_season(self, old_enough: float) -> SeasonOnAir | None:
        if self._season is None or self._season[0] > old_enough:
            return None
        (_, season), self._season = self._season, None
        return season

    def _take_results(self, old_enough: float) -> tuple[ResultOnAir, ...] | None:
        """Return the newest results that are old enough; None: there are no new ones."""
        newest = None
        for slot, (at, results) in list(self._results.items()):
            if at > old_enough:
                break
            newest = results
            del self._results[slot]
        return newest

    def _is_known(self, table: TableOnAir) -> bool:
        before = self._newest.get(table.code)
        if before is None or table.news or table.commentary:
            return False
        return replace(before, news=(), commentary=()) == table

    def _has_room_for(self, code: str) -> bool:
        """Return whether a table can be shown; one too many replaces a table with nothing left to show."""
        if code in self._newest or len(self._newest) < MOST_TABLES:
            return True
        waiting = {waiting for _, waiting in self._held}
        silent = [known for known in self._newest if known not in waiting]
        for known in silent[:1]:
            del self._newest[known]
        return bool(silent)


def merged(before: TableOnAir, after: TableOnAir) -> TableOnAir:
    """Return the later picture, with the last lines of both."""
    return replace(after, news=(before.news + after.news)[-MOST_NEWS:])
