"""The language for a person, with commands written as they are typed there."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from bot.people.venues import Venues
from bot.ports.ids import NO_VENUE, VenueId, platform_of
from bot.ports.messages import Message
from bot.ports.platforms import Platforms
from bot.table.defaults import Defaults
from bot.text import Words, spoken

MOST_KEPT: Final = 64
"""How many combinations of language, sign and kind of sentences are cached; and those of venues with their own."""
WordsOf = Callable[[Message], Words]
"""A function that returns the sentences in the language of a message's sender."""


kept: Final = lru_cache(MOST_KEPT)(Words)
"""A cache of words. They depend on nothing but these arguments, so all who use the same share their caches."""


kept_own: Final = lru_cache(MOST_KEPT)(Words)
"""The same for venues with sentences of their own."""


class Languages:
    """Find the sentences and signs for a place."""

    def __init__(self, venues: Venues, platforms: Platforms, defaults: Defaults) -> None:
        self._venues, self._platforms = venues, platforms
        self.own_sign = defaults.prefix
        """The sign of commands for venues that have none of their own."""

    @property
    def signs_are_marks(self) -> bool:
        """Tell whether no sign begins with a letter or digit; those that venues set never do."""
        return not self.own_sign[:1].isalnum()

    def words(
        self, locale: str, platform: str = "", venue: VenueId = NO_VENUE, *, page: bool = False, panel: bool = False
    ) -> Words:
        """Return the sentences in this language for this platform and venue.

        `page`: for a page, on any platform; where a platform is pages, this is always so. `panel`: for a table's
        message; where it lasts, people press its buttons, and are not told what to type.
        """
        adapter, settings = self._platforms.adapters.get(platform), self._venues.known(venue)
        pressed = panel and adapter is not None and adapter.stands
        pages = page or pressed or self._platforms.is_pages(platform)
        sign, spelled = settings.prefix, None
        if not sign and adapter is not None:
            sign, spelled = adapter.prefix, getattr(adapter, "spelled", None)
        sign = sign or self.own_sign
        if settings.sentences:
            return kept_own(spoken(locale), sign, page=pages, spelled=spelled, own=settings.sentences)
        return kept(spoken(locale), sign, page=pages, spelled=spelled)

    def words_for(self, message: Message) -> Words:
        """Return the sentences for the sender of a message, from a page or a chat."""
        return self.words(message.locale, platform_of(message.sender.id), message.venue, page=message.page)

    def sign_known_in(self, venue: VenueId) -> str:
        """Return the sign of commands there, as far as this process knows it."""
        return self._venues.known(venue).prefix or self.own_sign

    async def sign_in(self, venue: VenueId) -> str:
        """Return the sign of commands there: the venue's own, else the owner's."""
        return (await self._venues.settings(venue)).prefix or self.own_sign
