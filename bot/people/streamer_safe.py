"""Streamer-safe mode: somebody's hand is shown on their own page alone, never in a message that a stream might show."""

from bot.people.preferences import Preferences
from bot.ports.ids import PersonId
from persistence import Heard, Store


class StreamerSafe:
    """Read and set streamer-safe mode; off for whoever never said."""

    def __init__(self, store: Store) -> None:
        self._preference = Preferences(store, "safe", "off")

    async def of(self, person: PersonId) -> bool:
        """Tell whether it is on for somebody. Never raises."""
        return await self._preference.of(person) == "on"

    async def set(self, person: PersonId, by: Heard, *, on: bool) -> None:
        """Store whether it is on for somebody. `by`: the message that says so. Raises StoreTrouble."""
        await self._preference.set(person, "on" if on else "off", by)
