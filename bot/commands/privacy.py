"""What people may have of themselves: all that is kept of them, and to be forgotten."""

from typing import Final

from cachetools import TTLCache

from bot.commands.context import Context
from bot.engine.taken import heard_of
from bot.people.forgetting import People
from bot.ports.ids import PersonId
from bot.ports.messages import PrivateAnswer, Reply
from bot.ports.said import Said
from bot.table.change import Refused

ASKED: Final = "forget-asked"
SECONDS: Final = 300
LINE: Final = "forget me yes"
MINUTES: Final = 10
FILES: Final = 5
"""So many files of what is kept may somebody have in so many minutes: for each the whole store is searched."""
MOST_KEPT: Final = 4096


class PrivacyCommands:
    """Give out and forget what is kept of whoever asks. Each raises Refused and StoreTrouble."""

    def __init__(self, context: Context, people: People) -> None:
        self._store, self._words, self._people = context.store, context.words, people
        self._directory = context.directory
        self._given: TTLCache[PersonId, int] = TTLCache(MOST_KEPT, MINUTES * 60)
        """How many files each has had lately; here, not in the store, which knows nobody who is forgotten."""

    async def mydata(self, said: Said) -> Reply:
        """Give whoever asks, in private, a file of everything that is kept of them."""
        sender, words = said.message.sender.id, self._words(said.message)
        given = self._given.get(sender, 0)
        if given >= FILES:
            raise Refused("mydata-often", minutes=MINUTES)
        self._given[sender] = given + 1
        file = await self._people.kept(sender)
        packed = [words.text("mydata-packed")] if file.name.endswith(".zip") else []
        return PrivateAnswer("\n".join([words.text("mydata-is"), *packed]), files=(file,))

    async def forget(self, said: Said) -> Reply:
        """Forget whoever asks, once they have said it twice: `forget me`, `forget me yes`."""
        message, words = said.message, self._words(said.message)
        match [word.lower() for word in said.rest]:
            case ["me"]:
                await self._refuse_seated(message.sender.id)
                await self._store.put_note(ASKED, message.sender.id, b"", SECONDS, by=heard_of(message))
                return PrivateAnswer(words.text("forget-asked"), confirm=LINE)
            case ["me", "yes"]:
                person = await self._people.asked_anew(message.sender.id)
                await self._refuse_seated(person)
                if await self._store.note(ASKED, message.sender.id) is None:
                    raise Refused("forget-how")
                await self._people.forget(person, heard_of(message))
                return PrivateAnswer(words.text("forgotten"))
            case _:
                raise Refused("forget-how")

    async def _refuse_seated(self, person: PersonId) -> None:
        """Raise Refused for whoever sits at a table, or has left a game at whose end suckers of theirs come back."""
        ids = await self._people.ids_of(person)
        there = [(table, one) for one in ids for table in await self._directory.holding(one)]
        if there and not any(table.has(one) for table, one in there):
            raise Refused("forget-waits", code=there[0][0].code)
        if await self._people.sits(person):
            raise Refused("forget-seated")
