"""The faces that people chose for themselves; who chose none gets one at each table (`bot/render/seat_lines.py`)."""

import asyncio
from collections.abc import Sequence

from msgspec.structs import replace

from bot.people.finished_games import FinishedGame
from bot.people.preferences import Preferences
from bot.ports.ids import PersonId
from bot.ports.messages import Person
from persistence import Heard, Store


class Faces:
    """Read and set the face that a person chose; empty by default."""

    def __init__(self, store: Store) -> None:
        self._preference = Preferences(store, "face", "")

    async def of(self, person: PersonId) -> str:
        """Return the face that a person chose; empty: none. Never raises."""
        return await self._preference.of(person)

    async def set(self, person: PersonId, face: str, by: Heard) -> None:
        """Store the face that a person chose. `by`: the message that says so. Raises StoreTrouble."""
        await self._preference.set(person, face, by)

    async def with_face(self, person: Person) -> Person:
        """Return a person with the face that they chose, as they sit down."""
        return replace(person, face=await self.of(person.id))

    async def at(self, game: FinishedGame) -> Sequence[str]:
        """Return what each of those who played a game chose since; nothing of house bots and forgotten people."""
        known = [sat.player for sat in game.seats if sat.known]
        chosen = dict(zip(known, await asyncio.gather(*map(self.of, known)), strict=True))
        return [chosen.get(sat.player, "") for sat in game.seats]
