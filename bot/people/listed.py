"""Whether somebody stands in the lists of the best, and others may read their statistics."""

from bot.people.preferences import Preferences
from bot.ports.ids import PersonId
from persistence import Heard, Store


class Listed:
    """Read and set it; everybody is listed who never said otherwise."""

    def __init__(self, store: Store) -> None:
        self._preference = Preferences(store, "listed", "on")

    async def of(self, person: PersonId) -> bool:
        """Tell whether somebody is listed. Never raises."""
        return await self._preference.of(person) == "on"

    async def set(self, person: PersonId, by: Heard, *, on: bool) -> None:
        """Store whether somebody is listed. `by`: the message that says so. Raises StoreTrouble."""
        await self._preference.set(person, "on" if on else "off", by)
