"""Whether somebody wants to be called when it is their turn, and where."""

import time
from collections.abc import Callable
from typing import Final, Literal, get_args

from bot.people.preferences import Preferences
from persistence import Heard, Store

Ping = Literal["on", "off", "dm"]
ALL: Final[tuple[Ping, ...]] = get_args(Ping)


class Pings:
    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._preference = Preferences(store, "pings", "on", clock)

    async def of(self, person: str) -> Ping:
        """`on` for who never said."""
        return ping_of(await self._preference.of(person)) or "on"

    async def set(self, person: str, value: Ping, by: Heard) -> None:
        """Raises StoreTrouble."""
        await self._preference.set(person, value, by)


def ping_of(word: str) -> Ping | None:
    return next((one for one in ALL if one == word.lower()), None)
