"""People of a venue, found by name: those who sat down there, played, or have a purse."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from cachetools import LRUCache

from bot.people.finished_games import FinishedGames, Wanted, names_of
from bot.people.selves import Selves
from bot.ports.ids import PersonId, VenueId, platform_of
from bot.ports.messages import Person
from bot.table.change import Refused
from bot.text.safe_text import safe_name, skeleton
from persistence import Store

LOOKED_AT: Final = 400
"""How many games are looked at, newest first; they give no names of people who played only before them."""
MOST_WORDS: Final = 4
MOST_KEPT: Final = 20_000

MENTION: Final = re.compile(r"<@!?(?:([a-z]{1,20}):)?([A-Za-z0-9_-]{1,40})>")
"""A mention by id, as Discord writes it, and with a platform, as our pages do."""


def mentioned(found: re.Match[str], venue: VenueId) -> PersonId:
    """Return who is mentioned; without a platform, on that of the venue."""
    return PersonId(f"{found[1] or platform_of(venue)}:{found[2]}")


@dataclass(eq=False)
class PeopleHere:
    """Find people of a venue by name. Each method raises StoreTrouble."""

    store: Store
    finished: FinishedGames
    selves: Selves
    _noted: LRUCache[tuple[VenueId, PersonId], str] = field(default_factory=lambda: LRUCache(MOST_KEPT))

    async def note(self, venue: VenueId, person: Person) -> None:
        """Note the name of somebody who opens a purse, since they may never sit down."""
        name = safe_name(person.name)
        if self._noted.get((venue, person.id)) != name:
            await self.store.note_name(venue, person.id, name)
            self._noted[venue, person.id] = name

    async def players(self, venue: VenueId) -> Mapping[PersonId, str]:
        """Return the name that each person had in their last finished game there."""
        return names_of(await self.finished.find(venue, Wanted(), 0, LOOKED_AT))

    async def names(self, venue: VenueId) -> Mapping[PersonId, str]:
        """Return the names of all who sat down there, played, or looked into their purse."""
        called = await self.store.called(venue)
        return {**await self.players(venue), **{PersonId(one): name for one, name in called.items()}}

    async def named(self, venue: VenueId, typed: Sequence[str], *, by_id: bool = False) -> tuple[PersonId, str, int]:
        """Return the person that the first words name, their name, and how many words it has. Raises Refused.

        Somebody who linked their selves since is found as the person they are now, with all that they have here joined.
        `by_id`: an id from the ledger also names a person, and if several have the same name, their ids are listed.
        """
        names = await self.names(venue)
        if by_id and f"purse:{typed[0]}" in await self.store.accounts(venue):
            one = PersonId(typed[0])
            return one, names.get(one, one), 1
        if (mention := MENTION.fullmatch(typed[0])) and (one := mentioned(mention, venue)) in names:
            person = await self.selves.person_of(one)
            await self.selves.join_at(person, venue)
            return person, names[one], 1
        for taken in range(min(MOST_WORDS, len(typed)), 0, -1):
            word = " ".join(typed[:taken])
            looks = skeleton(word.removeprefix("@"))
            called = {one: name for one, name in names.items() if looks and skeleton(name) == looks}
            found = {await self.selves.person_of(one): name for one, name in called.items()}
            if len(found) > 1:
                ids = ", ".join(sorted(found)) if by_id else ""
                raise Refused("several-called-so", word=word, ids=ids, told="yes" if ids else "no")
            for person, name in found.items():
                await self.selves.join_at(person, venue)
                return person, name, taken
        raise Refused("nobody-called-so", word=typed[0])
