"""Find the people whom somebody names: those known in the venue, those who spoke in its room, and mentions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from bot.commands.people_here import MENTION, MOST_WORDS, PeopleHere
from bot.people.arrivals import Standing
from bot.people.selves import Selves
from bot.ports.ids import PersonId, platform_of
from bot.ports.messages import Message, Rights
from bot.ports.platforms import Platforms
from bot.table.change import Refused
from bot.text.safe_text import bare, safe_name, skeleton

ID: Final = re.compile(r"([a-z]{1,20}):([A-Za-z0-9_-]{1,40})")
"""An id, as moderators are told those of several people with the same name."""


class NamedPerson(Struct, frozen=True):
    """A person whom somebody named: their main id and all ids, their name, and how many words it has."""

    id: PersonId
    ids: tuple[PersonId, ...]
    name: str
    taken: int


@dataclass(eq=False)
class NamedPeople:
    """Find people by name. Each method raises StoreTrouble."""

    people: PeopleHere
    selves: Selves
    standing: Standing
    platforms: Platforms

    async def named(self, message: Message, typed: Sequence[str]) -> NamedPerson:
        """Return the person that the first words name. Raises Refused; if several are called so, moderators are told
        their ids.
        """
        found = await self._by_id(message, typed[0])
        if found is not None:
            return found
        try:
            person, name, taken = await self.people.named(
                message.community, typed, by_id=message.rights >= Rights.STAFF
            )
        except Refused as wrong:
            if not is_unknown(wrong):
                raise
            return await self._in_room(message, typed)
        return await self._whole(person, name, taken)

    async def _by_id(self, message: Message, word: str) -> NamedPerson | None:
        """Return the person that a mention names, or the id of somebody known here; None for any other word."""
        mention, plain = MENTION.fullmatch(word), ID.fullmatch(word)
        found = mention or plain
        if found is None:
            return None
        one = PersonId(f"{found[1] or platform_of(message.venue)}:{found[2]}")
        names = self.platforms.here_in(message.place) if message.place else {}
        names |= {line.by: line.name for line in await self.platforms.said_in(message.place)} if message.place else {}
        names |= await self.people.names(message.community)
        if mention is None and one not in names:
            return None
        return await self._whole(one, safe_name(names.get(one, f"#{found[2]}")), 1)

    async def _in_room(self, message: Message, typed: Sequence[str]) -> NamedPerson:
        """Return the person of this name who spoke in the room. Raises Refused if there is none, or several."""
        if skeleton(safe_name(message.sender.name)) == skeleton(typed[0].removeprefix("@")):
            return await self._whole(message.sender.id, safe_name(message.sender.name), 1)
        lines = await self.platforms.said_in(message.place) if message.place else ()
        for taken in range(min(MOST_WORDS, len(typed)), 0, -1):
            looks = skeleton(" ".join(typed[:taken]).removeprefix("@"))
            found = {one.by: one.name for one in lines if looks and skeleton(safe_name(one.name)) == looks}
            if len(found) > 1:
                ids = ", ".join(sorted(found)) if message.rights >= Rights.STAFF else ""
                raise Refused("several-called-so", word=" ".join(typed[:taken]), ids=ids, told="yes" if ids else "no")
            for one, name in found.items():
                return await self._whole(one, safe_name(name), taken)
        raise Refused("nobody-called-so", word=typed[0])

    async def _whole(self, one: PersonId, name: str, taken: int) -> NamedPerson:
        ids = await self.selves.stored_ids(one)
        return NamedPerson(ids[0], ids, bare(name), taken)

    async def rights_of(self, message: Message, ids: Sequence[PersonId]) -> Rights:
        """Return the rights of a person with these ids where this was said, as far as they are known."""
        venues = dict.fromkeys((message.venue, message.community))
        known = [self.standing.rights_of(one, venue) for one in ids for venue in venues]
        told = [await self.platforms.rights_in(venue, one) for one in ids for venue in venues]
        return max((*known, *told), default=Rights.PLAYER)


def is_unknown(wrong: Refused) -> bool:
    """Tell whether a refusal says that nobody has the name, and not that several have it."""
    return wrong.reason.id == "nobody-called-so"
