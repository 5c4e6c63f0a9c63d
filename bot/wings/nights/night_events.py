"""Keep the platforms' own calendars in step with what is planned. A night never depends on them."""

import asyncio
from collections.abc import Callable, Collection
from typing import Final

import structlog

from bot.people.languages import Languages
from bot.people.venues import Venues
from bot.ports.ids import VenueId, platform_of
from bot.ports.messages import PlannedEvent, Unreachable
from bot.ports.platforms import Platforms
from bot.wings.nights.calendar import USUAL_MINUTES
from bot.wings.nights.night import Coming, Night, VenueNights
from bot.wings.nights.night_words import programme

WITHIN: Final = 20.0
"""Seconds that a platform has for it."""
Events = tuple[PlannedEvent, ...]
IsOurs = Callable[[VenueId], bool]
log = structlog.get_logger()


class NightEvents:
    """Knows what each venue's calendar was last told to hold, and tells it what has changed."""

    def __init__(self, platforms: Platforms, languages: Languages, venues: Venues) -> None:
        self._platforms, self._languages, self._venues = platforms, languages, venues
        self._kept: dict[VenueId, dict[VenueId, Events]] = {}
        """By the venue that keeps the nights, what each place's venue was told last by this process."""

    def knows(self, home: VenueId, venue: VenueId) -> bool:
        """Tell whether this process has told a venue's calendar what to hold: one that has just started has not."""
        return venue in self._kept.get(home, {})

    async def keep(self, home: VenueId, found: VenueNights, also: Collection[VenueId], is_ours: IsOurs) -> None:
        """Bring those calendars up to date that are this process's to keep: of the venues of these nights, those told
        before, and `also` these. Never raises; what fails is tried again when something changes.
        """
        before = self._kept.get(home, {})
        venues = {*before, *also, *(one.venue for one in found.nights)}
        wanted: dict[VenueId, Events] = dict.fromkeys(filter(is_ours, venues), ())
        for night in found.nights:
            if night.venue in wanted and isinstance(night.stage, Coming):
                wanted[night.venue] = (*wanted[night.venue], await self._event(night))
        for venue, events in wanted.items():
            if before.get(venue) != events:
                await self._keep(venue, events)
        self._kept[home] = {one.venue: wanted[one.venue] for one in found.nights if one.venue in wanted}
        if not self._kept[home]:
            del self._kept[home]

    async def _keep(self, venue: VenueId, events: Events) -> None:
        try:
            async with asyncio.timeout(WITHIN):
                await self._platforms.keep_events(venue, events)
        except (Unreachable, TimeoutError) as away:
            log.info("a calendar was not brought up to date", why=str(away))
        except Exception as error:  # noqa: BLE001 - a night goes on without it
            log.error("keeping a calendar broke", kind=type(error).__name__)  # noqa: TRY400 - frames hold names

    async def _event(self, night: Night) -> PlannedEvent:
        words = self._languages.words("en", platform_of(night.place), night.venue)
        games = programme(night, (await self._venues.settings(night.venue)).opening, words)
        title = words.text("night-event", number=night.number, games=games)
        about = words.text("night-event-about", number=night.number, seats=night.seats)
        until = night.at + (night.minutes or USUAL_MINUTES) * 60_000
        return PlannedEvent(f"night {night.number}", title, about, night.place, night.at, until)
