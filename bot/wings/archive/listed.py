"""Tell whether a person appears in the lists of the best, so that others may read their statistics."""

import asyncio
from collections.abc import Iterable

from bot.people.preferences import Preferences
from bot.ports.ids import PersonId
from persistence import Heard, Store


class Listed:
    """Reads and sets whether people are listed; by default they are."""

    def __init__(self, store: Store) -> None:
        self._preference = Preferences(store, "listed", "on")

    async def of(self, person: PersonId) -> bool:
        """Tell whether a person is listed. Never raises."""
        return await self._preference.of(person) == "on"

    async def among(self, people: Iterable[PersonId]) -> set[PersonId]:
        """Return those of these people who are listed, in one round trip. Never raises."""
        asked = [one for one in people if one]
        answers = await asyncio.gather(*map(self.of, asked))
        return {one for one, listed in zip(asked, answers, strict=True) if listed}

    async def set(self, person: PersonId, by: Heard, *, on: bool) -> None:
        """Store whether a person is listed. `by`: the message that says so. Raises StoreTrouble."""
        await self._preference.set(person, "on" if on else "off", by)
