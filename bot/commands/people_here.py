"""People of a venue, found by what they are called: who sat down there, played, or has a purse."""

from collections.abc import Mapping, Sequence
from typing import Final

from cachetools import LRUCache

from bot.people import statistics
from bot.people.finished_games import FinishedGames, Wanted
from bot.people.selves import Selves
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Person
from bot.table.change import Refused
from bot.text.safe_text import safe_name, skeleton
from persistence import Store

LOOKED_AT: Final = 400
"""Games, the newest first: of who only played before them nobody knows the name by these."""
MOST_WORDS: Final = 4
MOST_KEPT: Final = 20_000


class PeopleHere:
    """Find people of a venue by name. Each raises StoreTrouble."""

    def __init__(self, store: Store, selves: Selves) -> None:
        self._store, self._games, self._selves = store, FinishedGames(store), selves
        self._noted: LRUCache[tuple[VenueId, PersonId], str] = LRUCache(MOST_KEPT)

    async def note(self, venue: VenueId, person: Person) -> None:
        """Note what somebody who opens a purse is called: they may never sit down."""
        name = safe_name(person.name)
        if self._noted.get((venue, person.id)) != name:
            await self._store.note_name(venue, person.id, name)
            self._noted[venue, person.id] = name

    async def players(self, venue: VenueId) -> Mapping[PersonId, str]:
        """Return what people were called when they played a game to its end there last."""
        return statistics.names_of(await self._games.find(venue, Wanted(), 0, LOOKED_AT))

    async def names(self, venue: VenueId) -> Mapping[PersonId, str]:
        """Return what all are called who sat down there, played, or looked into their purse."""
        called = await self._store.called(venue)
        return {**await self.players(venue), **{PersonId(one): name for one, name in called.items()}}

    async def named(self, venue: VenueId, typed: Sequence[str], *, by_id: bool = False) -> tuple[PersonId, str, int]:
        """Return whom the first words name, what they are called, and how many words that is. Raises Refused.

        Whoever was linked since they played here is the person they are now, with all that they have here joined.
        `by_id`: an id that stands in the ledger names somebody, too; of several with one name the ids are told.
        """
        names = await self.names(venue)
        if by_id and f"purse:{typed[0]}" in await self._store.accounts(venue):
            one = PersonId(typed[0])
            return one, names.get(one, one), 1
        for taken in range(min(MOST_WORDS, len(typed)), 0, -1):
            word = " ".join(typed[:taken])
            looks = skeleton(word.removeprefix("@"))
            called = {one: name for one, name in names.items() if looks and skeleton(name) == looks}
            found = {await self._selves.person_of(one): name for one, name in called.items()}
            if len(found) > 1:
                ids = ", ".join(sorted(found)) if by_id else ""
                raise Refused("several-called-so", word=word, ids=ids, told="yes" if ids else "no")
            for person, name in found.items():
                await self._selves.join_at(person, venue)
                return person, name, taken
        raise Refused("nobody-called-so", word=typed[0])
