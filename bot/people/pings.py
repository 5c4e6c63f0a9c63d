"""How people are called when it is their turn: as they wish themselves, else as the place where they play has it."""

import time
from collections.abc import Callable
from typing import Final, Literal, get_args

from bot.people.preferences import Preferences
from bot.ports.ids import PersonId
from persistence import Heard, Store

Ping = Literal["on", "off", "dm"]
ALL: Final[tuple[Ping, ...]] = get_args(Ping)


class Pings:
    """Read and set how people want to be called on their turn. `clock` in seconds."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._preference = Preferences(store, "pings", "", clock)

    async def of(self, person: PersonId) -> Ping:
        """Return how somebody wants to be called; `on` where they never said. Never raises."""
        return await self.chosen(person) or "on"

    async def chosen(self, person: PersonId) -> Ping | None:
        """Return how somebody said they want to be called; None where they never said. Never raises."""
        return ping_of(await self._preference.of(person))

    async def set(self, person: PersonId, value: Ping, by: Heard) -> None:
        """Store how somebody wants to be called. `by`: the message that says so. Raises StoreTrouble."""
        await self._preference.set(person, value, by)


def ping_of(word: str) -> Ping | None:
    """Return the way of being called that this word names, in whatever case; None where it names none."""
    return next((one for one in ALL if one == word.lower()), None)
