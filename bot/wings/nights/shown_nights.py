"""The nights of a venue on its page, and in calendars that subscribe to them: for those who have its link. And at the
desk of its moderators.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from msgspec import Struct

from bot.people.communities import Communities
from bot.people.doors import Doors
from bot.people.languages import Languages
from bot.people.secret_links import SecretLinks
from bot.people.venues import Venues
from bot.ports.browser import DeskEntry, DeskPart, DeskPress, Upcoming
from bot.ports.ids import NOBODY, PlaceId, VenueId, platform_of
from bot.ports.messages import Message
from bot.table.hooks import Hooks
from bot.text import Words
from bot.wings.nights.calendar import calendar
from bot.wings.nights.night import Coming, Night
from bot.wings.nights.night_words import listed, programme
from bot.wings.nights.nights import Nights
from bot.wings.nights.when import in_zone
from persistence import Store

SHOWN_BEFORE: Final = 60 * 60_000
"""ms before a night from which on overlays announce it."""
LINK: Final = "nights-link"
LINKED: Final = "nights-linked"


class ShownNight(Struct, frozen=True):
    """A night as everybody may see it, with its time and its programme in words."""

    night: Night
    when: str
    games: str


class ShownNights:
    """Makes the links to venues' nights, and returns what they show. Each method raises StoreTrouble."""

    def __init__(
        self,
        store: Store,
        doors: Doors,
        nights: Nights,
        languages: Languages,
        venues: Venues,
        communities: Communities,
        hooks: Hooks,
    ) -> None:
        self._clock, self._doors, self._nights = store.clock, doors, nights
        self._links = SecretLinks(store, LINK, LINKED)
        self._languages, self._venues, self._communities = languages, venues, communities
        hooks.upcoming.append(self.upcoming)
        hooks.at_desk.append(self.at_desk)

    async def upcoming(self, venue: VenueId, place: PlaceId, locale: str) -> Upcoming | None:
        """Return the night that begins at a place within the hour, with how people sign up there."""
        found = (await self._nights.of(await self._communities.home_of(venue))).nights
        now = self._clock.now()
        soon = [one for one in found if one.place == place and isinstance(one.stage, Coming)]
        night = min((one for one in soon if 0 < one.at - now <= SHOWN_BEFORE), key=lambda one: one.at, default=None)
        if night is None:
            return None
        words = self._languages.words(locale, platform_of(place), night.venue)
        games = programme(night, (await self._venues.settings(night.venue)).opening, words)
        when = in_zone(night.at, night.zone, words)
        return Upcoming(words.text("night-upcoming", number=night.number, when=when, games=games), night.at)

    async def at_desk(self, message: Message) -> DeskPart:
        """Return the nights of a venue as its moderators see them, with what they may do about each."""
        words, items = self._languages.words(message.locale, page=True), list[DeskEntry]()
        for night in sorted((await self._nights.of(message.community)).nights, key=lambda one: one.at):
            rules = (await self._venues.settings(night.venue)).opening
            line = listed(night, in_zone(night.at, night.zone, words), words, NOBODY, rules)
            items.append(DeskEntry((line,), tuple(presses(night, words))))
        return DeskPart("nights", words.text("night-desk"), tuple(items))

    async def link(self, venue: VenueId) -> str:
        """Return the secret part of the link to a venue's nights: always the same one."""
        return await self._links.link(venue, venue.encode())

    async def address(self, venue: VenueId) -> str:
        """Return the address of the page with a venue's nights."""
        return f"{self._doors.public}nights/{await self.link(venue)}"

    async def shown(self, link: str, locale: str) -> tuple[ShownNight, ...] | None:
        """Return the nights to which a link leads, the next one first; None: there is no such link."""
        venue = await self._venue(link)
        if venue is None:
            return None
        words, found = self._languages.words(locale, page=True), list[ShownNight]()
        for one in sorted((await self._nights.of(venue)).nights, key=lambda one: one.at):
            games = programme(one, (await self._venues.settings(one.venue)).opening, words)
            found.append(ShownNight(one, in_zone(one.at, one.zone, words), games))
        return tuple(found)

    async def calendar(self, link: str, locale: str) -> str | None:
        """Return the nights to which a link leads as a calendar; None: there is no such link."""
        venue, shown = await self._venue(link), await self.shown(link, locale)
        if venue is None or shown is None:
            return None
        words = self._languages.words(locale, page=True)
        nights = [(one.night, words.text("night-event", number=one.night.number, games=one.games)) for one in shown]
        title, address = words.text("night-calendar"), await self.address(venue) if self._doors.public else ""
        return calendar(venue, nights, title, address, self._clock.now())

    async def _venue(self, link: str) -> VenueId | None:
        content = await self._links.target(link)
        return None if content is None else VenueId(content.decode())


def presses(night: Night, words: Words) -> Iterator[DeskPress]:
    """Yield what a moderator may do about a night by one press: each is for the evening that is shown."""
    if isinstance(night.stage, Coming):
        later = night.local + timedelta(hours=1)
        yield DeskPress(
            f"night move {night.number} {later:%Y-%m-%d %H:%M}", words.text("night-desk-later"), reasoned=False
        )
        evening = f" {night.local:%Y-%m-%d}" if night.weekly else ""
        yield DeskPress(f"night off {night.number} yes{evening}", words.text("night-desk-off"))
    if night.weekly:
        yield DeskPress(f"night off {night.number} all yes", words.text("night-desk-off-series"))
