"""Whether somebody wants to be called when it is their turn, and where."""

from typing import Final, Literal, get_args

import structlog

from bot.recent import Recent
from persistence import Store, StoreTrouble

PINGS: Final = "pings"
TRUSTED: Final = 60.0
DOUBTED: Final = 5.0
MOST_PEOPLE: Final = 20_000
Ping = Literal["on", "off", "dm"]
ALL: Final[tuple[Ping, ...]] = get_args(Ping)
log = structlog.get_logger()


class Pings:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: Recent[Ping] = Recent(MOST_PEOPLE, TRUSTED)

    async def of(self, person: str) -> Ping:
        """`on` for who never said. Never raises: while the store is away, what was known last holds."""
        found = self._kept.good(person)
        if found is not None:
            return found
        try:
            content = await self._store.note(PINGS, person)
        except StoreTrouble as trouble:
            log.warning("a wish about pings could not be read", kind=trouble.kind)
            return self._kept.keep(person, self._kept.last(person) or "on", DOUBTED)
        return self._kept.keep(person, ping_of("" if content is None else content.decode("ascii", "replace")) or "on")

    async def set(self, person: str, value: Ping) -> None:
        """Raises StoreTrouble."""
        await self._store.put_note(PINGS, person, value.encode())
        self._kept.keep(person, value)


def ping_of(word: str) -> Ping | None:
    return next((one for one in ALL if one == word.lower()), None)
