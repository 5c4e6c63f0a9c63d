"""The language of whoever is spoken to, with commands written as they are typed there."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from bot.people.venues import Venues
from bot.ports.ids import NO_VENUE, VenueId, platform_of
from bot.ports.messages import Message
from bot.ports.platforms import Platforms
from bot.text import Words, spoken

MOST_KEPT: Final = 64
"""Languages times signs of commands, in either voice, that are kept ready."""
WordsOf = Callable[[Message], Words]
"""Return the sentences in the language of whoever sent a message."""


class Languages:
    """Find the sentences and signs for a place. `prefix`: the owner's sign; a venue's and a platform's come first."""

    def __init__(self, venues: Venues, platforms: Platforms, prefix: str) -> None:
        self._venues, self._platforms, self._prefix = venues, platforms, prefix
        self._kept = lru_cache(MOST_KEPT)(Words)

    @property
    def own_sign(self) -> str:
        """Return what begins a command where a venue has no sign of its own."""
        return self._prefix

    @property
    def signs_are_marks(self) -> bool:
        """Tell whether no sign begins with a letter or a figure; those that venues set never do."""
        return not self._prefix[:1].isalnum()

    def is_pressed(self, platform: str) -> bool:
        """Tell whether what this platform is shown stands, with buttons under it."""
        adapter = self._platforms.adapters.get(platform)
        return adapter is not None and adapter.stands

    def words(self, locale: str, platform: str = "", venue: VenueId = NO_VENUE, *, page: bool = False) -> Words:
        """Return the sentences of this language, as they are said on this platform and in this venue.

        `page`: on a page, whatever the platform; where a platform is pages, all of it is said so.
        """
        pages = page or self._platforms.is_pages(platform)
        if own := self._venues.known(venue).prefix:
            return self._kept(spoken(locale), own, page=pages)
        sign, spelled = self._platforms.prefix_on(platform) or self._prefix, self._platforms.spelling_on(platform)
        return self._kept(spoken(locale), sign, page=pages, spelled=spelled)

    def words_for(self, message: Message) -> Words:
        """Return the sentences for whoever sent this, from a page or a chat."""
        return self.words(message.locale, platform_of(message.sender.id), message.venue, page=message.page)

    def sign_known_in(self, venue: VenueId) -> str:
        """Return what begins a command there, as far as this process has read it."""
        return self._venues.known(venue).prefix or self._prefix

    async def sign_in(self, venue: VenueId) -> str:
        """Return what begins a command there: the venue's own sign, else the owner's."""
        return (await self._venues.settings(venue)).prefix or self._prefix
