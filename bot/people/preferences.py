"""People's preferences, one word each, which hold wherever they play."""

import time
from collections.abc import Callable
from typing import Final

import structlog

from bot.people.expiring_cache import ExpiringCache
from bot.ports.ids import PersonId
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
