"""What people may have of themselves: all that is kept of them, and to be forgotten."""

from typing import Final

import msgspec

from bot.commands.context import Context
from bot.engine.taken import heard_of
from bot.people.forgetting import People
from bot.ports.ids import PersonId
from bot.ports.messages import File, PrivateAnswer, Reply
from bot.ports.said import Said
from bot.table.change import Refused

ASKED: Final = "forget-asked"
SECONDS: Final = 300
LINE: Final = "forget me yes"


class PrivacyCommands:
    """Give out and forget what is kept of whoever asks. Each raises Refused and StoreTrouble."""

    def __init__(self, context: Context, people: People) -> None:
        self._store, self._words, self._people = context.store, context.words, people

    async def mydata(self, said: Said) -> Reply:
        """Give whoever asks, in private, a file of everything that is kept of them."""
        kept = await self._people.kept(said.message.sender.id)
        content = msgspec.json.format(msgspec.json.encode(kept), indent=1)
        return PrivateAnswer(self._words(said.message).text("mydata-is"), files=(File("mydata.json", content),))

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
        if await self._people.sits(person):
            raise Refused("forget-seated")
