"""People's rights to their data: to get all that is kept about them, and to be forgotten."""

from dataclasses import dataclass, field
from typing import Final

from cachetools import TTLCache

from bot.commands.command import Command, Group, Parameter
from bot.engine.directory import Directory
from bot.engine.taken import heard_of
from bot.people.forgetting import People
from bot.people.languages import WordsOf
from bot.ports.ids import PersonId
from bot.ports.messages import PrivateAnswer, Reply
from bot.ports.said import Said
from bot.table.change import Refused
from persistence import Store

ASKED: Final = "forget-asked"
SECONDS: Final = 300
LINE: Final = "forget me yes"
MINUTES: Final = 10
FILES: Final = 5
"""How many files of their data somebody may get within `MINUTES`: each needs a search of the whole store."""
MOST_KEPT: Final = 4096


@dataclass(eq=False)
class PrivacyCommands:
    """Give people a file of what is kept about them, or forget them. Each method raises Refused and StoreTrouble."""

    store: Store
    words: WordsOf
    people: People
    directory: Directory
    _given: TTLCache[PersonId, int] = field(default_factory=lambda: TTLCache(MOST_KEPT, MINUTES * 60))
    """How many files each person got lately. Not in the store, which must not know people who are forgotten."""

    @Command("mydata", Group.ME, of_a_table=False)
    async def mydata(self, said: Said) -> Reply:
        """Give the sender, in private, a file of everything that is kept about them."""
        sender, words = said.message.sender.id, self.words(said.message)
        given = self._given.get(sender, 0)
        if given >= FILES:
            raise Refused("mydata-often", minutes=MINUTES)
        self._given[sender] = given + 1
        file = await self.people.kept(sender)
        packed = [words.text("mydata-packed")] if file.name.endswith(".zip") else []
        return PrivateAnswer("\n".join([words.text("mydata-is"), *packed]), files=(file,))

    @Command(
        "forget",
        Group.ME,
        parameters=(Parameter("who", "slash-forget", choices=lambda: ("me", "me yes")),),
        apart=True,
        of_a_table=False,
    )
    async def forget(self, said: Said) -> Reply:
        """Forget the sender, once they have said it twice: `forget me`, `forget me yes`."""
        message, words = said.message, self.words(said.message)
        match [word.lower() for word in said.rest]:
            case ["me"]:
                await self._refuse_seated(message.sender.id)
                await self.store.put_note(ASKED, message.sender.id, b"", SECONDS, by=heard_of(message))
                return PrivateAnswer(words.text("forget-asked"), confirm=LINE)
            case ["me", "yes"]:
                person = await self.people.asked_anew(message.sender.id)
                await self._refuse_seated(person)
                if await self.store.note(ASKED, message.sender.id) is None:
                    raise Refused("forget-how")
                await self.people.forget(person, heard_of(message))
                return PrivateAnswer(words.text("forgotten"))
            case _:
                raise Refused("forget-how")

    async def _refuse_seated(self, person: PersonId) -> None:
        """Raise Refused for somebody who sits at a table, or left a game that will give suckers back to them at its
        end.
        """
        ids = await self.people.ids_of(person)
        there = [(table, one) for one in ids for table in await self.directory.holding(one)]
        if there and not any(table.has(one) for table, one in there):
            raise Refused("forget-waits", code=there[0][0].code)
        if await self.people.sits(person):
            raise Refused("forget-seated")
