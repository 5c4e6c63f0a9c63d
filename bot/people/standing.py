"""The rights and standing that a platform gave somebody lately: they come with chat, and hold on one's own page."""

import time
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from bot.people.expiring_cache import ExpiringCache
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Message, Rights

MOST: Final = 5_000
SECONDS: Final = 900.0
"""So long after a line in the chat one's rights and standing in a channel hold on one's own page."""


class Standing:
    """Remember rights and standing (follower, subscriber, VIP) by person and venue; `clock` in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._rights: ExpiringCache[Rights] = ExpiringCache(MOST, SECONDS, clock)
        self._standing: ExpiringCache[frozenset[str]] = ExpiringCache(MOST, SECONDS, clock)

    def rights_of(self, person: PersonId, venue: VenueId) -> Rights:
        """Return their rights there; a channel's venue is called like whoever owns it."""
        if str(person) == str(venue):
            return Rights.OWNER
        return self._rights.good(f"{person} {venue}") or Rights.PLAYER

    def moderates(self, person: PersonId, venue: VenueId, rights: Rights) -> None:
        """Remember the rights that came with a line which nothing else was done with."""
        self._rights.keep(f"{person} {venue}", rights)

    def known(self, message: Message) -> Message:
        """Remember what came with a line of chat; give back what was remembered to one from a page."""
        key = f"{message.sender.id} {message.venue}"
        if message.page:
            return replace(message, standing=self._standing.good(key) or frozenset())
        if message.place and not message.invited:  # what was remembered and holds no more goes, too
            if message.rights > Rights.PLAYER or self._rights.last(key):
                self._rights.keep(key, message.rights)
            if message.standing or self._standing.last(key):
                self._standing.keep(key, message.standing)
        return message
