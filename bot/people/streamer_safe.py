"""Streamer-safe mode: a person's hand is shown only on their own page, never in a message that a stream might show."""

from bot.people.preferences import Preferences
from bot.ports.ids import PersonId
from persistence import Heard, Store


class StreamerSafe:
    """Read and set streamer-safe mode; it is off by default."""

    def __init__(self, store: Store) -> None:
        self._preference = Preferences(store, "safe", "off")

    async def of(self, person: PersonId) -> bool:
        """Tell whether streamer-safe mode is on for a person. Never raises."""
        return await self._preference.of(person) == "on"

    async def set(self, person: PersonId, by: Heard, *, on: bool) -> None:
        """Switch streamer-safe mode on or off for a person. `by`: the message that says so. Raises StoreTrouble."""
        await self._preference.set(person, "on" if on else "off", by)
