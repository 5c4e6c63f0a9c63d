"""People who played here, found by what they are called."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.people import statistics
from bot.people.finished_games import FinishedGames, Wanted
from bot.people.selves import Selves
from bot.ports.ids import PersonId, VenueId
from bot.table.change import Refused
from bot.text.safe_text import skeleton
from persistence import Store

LOOKED_AT: Final = 400
"""Games, the newest first: who did not play in any of them is not known by name."""
MOST_WORDS: Final = 4


class PeopleHere:
    """Find people of a venue by name: those who played there lately. Each raises StoreTrouble."""

    def __init__(self, store: Store, selves: Selves) -> None:
        self._games, self._selves = FinishedGames(store), selves

    async def names(self, venue: VenueId) -> Mapping[PersonId, str]:
        """Return what people were called when they played there last."""
        return statistics.names_of(await self._games.find(venue, Wanted(), 0, LOOKED_AT))

    async def named(self, venue: VenueId, typed: Sequence[str]) -> tuple[PersonId, str, int]:
        """Return whom the first words name, what they are called, and how many words that is. Raises Refused.

        Whoever was linked since they played here is the person they are now, with all that they have here joined.
        """
        names = await self.names(venue)
        for taken in range(min(MOST_WORDS, len(typed)), 0, -1):
            word = " ".join(typed[:taken])
            looks = skeleton(word.removeprefix("@"))
            called = {one: name for one, name in names.items() if looks and skeleton(name) == looks}
            found = {await self._selves.person_of(one): name for one, name in called.items()}
            if len(found) > 1:
                raise Refused("several-called-so", word=word)
            for person, name in found.items():
                await self._selves.join_at(person, venue)
                return person, name, taken
        raise Refused("nobody-called-so", word=typed[0])
