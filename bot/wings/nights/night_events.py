"""Keep the platforms' own calendars in step with what is planned. A night never depends on them."""

import asyncio
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
log = structlog.get_logger()


class NightEvents:
    """Knows what each venue's calendar was last told to hold, and tells it what has changed."""

    def __init__(self, platforms: Platforms, languages: Languages, venues: Venues) -> None:
        self._platforms, self._languages, self._venues = platforms, languages, venues
        self._kept: dict[VenueId, dict[VenueId, Events]] = {}
        """By the venue that keeps the nights, what each place's venue was told last."""

    async def keep(self, home: VenueId, found: VenueNights) -> None:
        """Bring the calendars of all venues of these nights up to date. Never raises; what fails is tried again when
        something changes.
        """
        wanted: dict[VenueId, Events] = {one.venue: () for one in found.nights}
        for night in found.nights:
            if isinstance(night.stage, Coming):
                wanted[night.venue] = (*wanted[night.venue], await self._event(night))
        before = self._kept.get(home, {})
        for venue in before.keys() | wanted.keys():
            if before.get(venue) != wanted.get(venue, ()):
                await self._keep(venue, wanted.get(venue, ()))
        self._kept[home] = wanted
        if not wanted:
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
