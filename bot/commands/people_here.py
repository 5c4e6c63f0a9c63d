"""People who played here, found by what they are called."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.people import statistics
from bot.people.finished_games import FinishedGames, Wanted
from bot.ports.ids import PersonId, VenueId
from bot.table.change import Refused
from bot.text.safe_text import skeleton
from persistence import Store

LOOKED_AT: Final = 400
"""Games, the newest first: who did not play in any of them is not known by name."""
MOST_WORDS: Final = 4


class PeopleHere:
    """Find people of a venue by name: those who played there lately. Each raises StoreTrouble."""

    def __init__(self, store: Store) -> None:
        self._games = FinishedGames(store)

    async def names(self, venue: VenueId) -> Mapping[PersonId, str]:
        """Return what people were called when they played there last."""
        return statistics.names_of(await self._games.find(venue, Wanted(), 0, LOOKED_AT))

    async def named(self, venue: VenueId, typed: Sequence[str]) -> tuple[PersonId, str, int]:
        """Return whom the first words name, what they are called, and how many words that is. Raises Refused."""
        names = await self.names(venue)
        for taken in range(min(MOST_WORDS, len(typed)), 0, -1):
            word = " ".join(typed[:taken])
            looks = skeleton(word.removeprefix("@"))
            found = [person for person, name in names.items() if looks and skeleton(name) == looks]
            if len(found) > 1:
                raise Refused("several-called-so", word=word)
            if found:
                return found[0], names[found[0]], taken
        raise Refused("nobody-called-so", word=typed[0])
