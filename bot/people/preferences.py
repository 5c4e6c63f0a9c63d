"""People's preferences, one word each, which hold wherever they play; and how they are called by them."""

import time
from collections.abc import Callable, Mapping
from typing import Final, Literal, get_args

import structlog

from bot.people.expiring_cache import ExpiringCache
from bot.people.venues import PLAIN, Venues
from bot.ports.ids import NO_VENUE, PersonId, VenueId
from persistence import Heard, Store, StoreTrouble

TRUSTED: Final = 60.0
DOUBTED: Final = 5.0
MOST_PEOPLE: Final = 20_000
log = structlog.get_logger()


class Preferences:
    """Read and set one preference. `kind`: its name in the store. `usual`: the default."""

    def __init__(self, store: Store, kind: str, usual: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._kind, self._usual = store, kind, usual
        self._kept: ExpiringCache[str] = ExpiringCache(MOST_PEOPLE, TRUSTED, clock)
        self._changed = f"{kind}-changed".encode()
        store.news.hear(self._changed, lambda _, person: self._kept.doubt(person.decode()))

    async def of(self, person: PersonId) -> str:
        """Return a person's word, at most a minute old. Never raises: while the store is away, the last known holds."""
        found = self._kept.good(person)
        if found is not None:
            return found
        try:
            content = await self._store.note(self._kind, person)
        except StoreTrouble as trouble:
            log.warning("a preference could not be read", about=self._kind, kind=trouble.kind)
            return self._kept.keep(person, self._kept.last(person) or self._usual, DOUBTED)
        return self._kept.keep(person, self._usual if content is None else content.decode("ascii", "replace"))

    async def set(self, person: PersonId, word: str, by: Heard) -> None:
        """Store a person's word. `by`: the message that says so. Raises StoreTrouble."""
        await self._store.put_note(self._kind, person, word.encode(), by=by)
        self._kept.keep(person, word)
        self._store.news.tell(self._changed, person, person.encode())


# How people are called to their turn

Ping = Literal["on", "off", "dm"]
PINGS: Final[Mapping[str, Ping]] = {one: one for one in get_args(Ping)}
Way = Literal["card", "ping", "dm", "off"]
"""By posting the table's message again; by a short message beside it; by direct message; not at all."""
WAYS: Final[Mapping[str, Way]] = {one: one for one in get_args(Way)}
IN_PLACE: Final[tuple[Way, ...]] = ("card", "ping")


class Pings:
    """Read and set how people want to be told of their turn. `clock` in seconds."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._preference = Preferences(store, "pings", "", clock)

    async def of(self, person: PersonId) -> Ping:
        """Return how a person wants to be called on their turn; `on` by default. Never raises."""
        return await self.chosen(person) or "on"

    async def chosen(self, person: PersonId) -> Ping | None:
        """Return how a person chose to be told; None if they never did. Never raises."""
        return ping_of(await self._preference.of(person))

    async def set(self, person: PersonId, value: Ping, by: Heard) -> None:
        """Store how a person wants to be called on their turn. `by`: the message that says so. Raises StoreTrouble."""
        await self._preference.set(person, value, by)


def ping_of(word: str) -> Ping | None:
    """Return the choice that this word names, in upper or lower case; None if it names none."""
    return PINGS.get(word.lower())


class Calls:
    """Find out how to tell people of their turn, by their own `pings` and the `calls` of a venue."""

    def __init__(self, store: Store, pings: Pings, venues: Venues) -> None:
        self._clock, self._pings, self._venues = store.clock, pings, venues

    async def way(self, person: PersonId, venue: VenueId) -> Way:
        """Return how a person is told in this venue; `NO_VENUE`: at a table that no venue of their platform has.

        In the venue's quiet hours only whoever chose direct messages is called. Never raises.
        """
        own = await self._pings.chosen(person)
        if own is not None and own != "on":
            return own
        settings = await self._venues.settings(venue) if venue != NO_VENUE else PLAIN
        quiet = settings.opening.quiet
        if quiet is not None and quiet.hold(self._clock.now()):
            return "off"
        usual = way_of(settings.calls) or "ping"
        return "ping" if own == "on" and usual not in IN_PLACE else usual


def way_of(word: str) -> Way | None:
    """Return the way that this word names, in upper or lower case; None if it names none."""
    return WAYS.get(word.lower())
