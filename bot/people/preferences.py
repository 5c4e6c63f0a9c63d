"""What somebody wishes for themselves, wherever they play: one word each, kept in the store."""

from typing import Final

import structlog

from bot.people.recent import Recent
from persistence import Heard, Store, StoreTrouble

TRUSTED: Final = 60.0
DOUBTED: Final = 5.0
MOST_PEOPLE: Final = 20_000
log = structlog.get_logger()


class Preferences:
    """`kind`: what is wished about; `usual`: what holds for whoever never said."""

    def __init__(self, store: Store, kind: str, usual: str) -> None:
        self._store, self._kind, self._usual = store, kind, usual
        self._kept: Recent[str] = Recent(MOST_PEOPLE, TRUSTED)

    async def of(self, person: str) -> str:
        """At most a minute old. Never raises: while the store is away, what was known last holds."""
        found = self._kept.good(person)
        if found is not None:
            return found
        try:
            content = await self._store.note(self._kind, person)
        except StoreTrouble as trouble:
            log.warning("a wish could not be read", about=self._kind, kind=trouble.kind)
            return self._kept.keep(person, self._kept.last(person) or self._usual, DOUBTED)
        return self._kept.keep(person, self._usual if content is None else content.decode("ascii", "replace"))

    async def set(self, person: str, word: str, by: Heard) -> None:
        """`by`: the message that says so. Raises StoreTrouble."""
        await self._store.put_note(self._kind, person, word.encode(), by=by)
        self._kept.keep(person, word)
