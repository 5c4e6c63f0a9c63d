"""Personal pages: the doors that lead to them, personal links, and the commands `page` and `link`.

A personal link works once. It stays in the store for minutes, which has only a hash of its secret.
"""

import hashlib
import secrets
from dataclasses import dataclass
from typing import Final

import msgspec

from bot.commands.command import Command, Group, Parameter
from bot.commands.hand_codes import HandCodes
from bot.commands.selves import LENGTH, SelfCommands
from bot.engine.taken import heard_of
from bot.people.doors import Doors
from bot.people.languages import WordsOf
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Answer, Arrival, Message, Person, PrivateAnswer, Reply
from bot.ports.platforms import Platforms
from bot.ports.said import Said
from bot.table.change import Refused
from persistence import Store

PERSONAL: Final = "link-personal"
PERSONAL_SECONDS: Final = 600
OFF: Final = "off"
SELVES: Final = frozenset({"yes", "no", "apart"})


_ARRIVAL: Final = msgspec.json.Decoder(Arrival)


@dataclass(eq=False)
class LinkCommands:
    """Link browsers to people."""

    store: Store
    words: WordsOf
    platforms: Platforms
    selves: SelfCommands
    hand_codes: HandCodes
    doors: Doors

    # The selves of one person

    @Command("link", Group.ME, parameters=(Parameter("code", "slash-link"),), apart=True)
    async def link(self, said: Said) -> Reply:
        """Link the sender's selves on several platforms, in private (`bot.commands.selves`). Raises Refused,
        StoreTrouble.

        The code of a page is another kind: whoever types one here is told what it is.
        """
        word = said.rest[0].lower() if said.rest else ""
        if not (word in {"", *SELVES} or len(word) == LENGTH):
            return await self.hand_codes.ask(said, word)
        if not (said.message.private or said.message.page):
            if word:
                raise Refused("self-in-private")
            raise Refused("link-how")
        match word:
            case "":
                return await self.selves.new_code(said)
            case "yes":
                return await self.selves.agree(said)
            case "no":
                return await self.selves.refuse(said)
            case "apart":
                return await self.selves.part(said)
            case _:
                return await self.selves.take_code(said)

    # One's own page

    @Command("page", Group.ME, parameters=(Parameter("code", "slash-page"),), apart=True)
    async def page(self, said: Said) -> Reply:
        """Answer `page`: in private with a personal link, in public with the address where people find their page.

        `page off` closes all of the sender's pages; `page 5P3J` takes the code of a browser. Raises Refused and
        StoreTrouble.
        """
        message, words = said.message, self.words(said.message)
        if said.rest:
            off = said.rest[0].lower() == OFF
            return await (self._closed(message) if off else self.hand_codes.ask(said, said.rest[0]))
        if not self.doors.public:
            raise Refused("no-pages-here")
        if message.private:
            return PrivateAnswer(words.text("page-yours", address=await self.address(message)), leads=True)
        door = await self.doors.door_of(message.place)
        if door is None:
            raise Refused("page-in-private")
        return Answer(words.text("page-here", address=self.doors.address(door)))

    async def _closed(self, message: Message) -> Reply:
        ids = self.selves.ids(message.sender.id)
        closed = sum([await window.unlink(one) for window in self.platforms.windows for one in ids])
        await self.store.note_taken(heard_of(message))
        return Answer(self.words(message).text("unlinked", count=closed))

    async def address(self, message: Message, page: str = "") -> str:
        """Return the address of the sender's own page, or of one below it such as `desk`, with a secret that works
        once. Raises StoreTrouble.
        """
        secret = await self.personal(message.sender, message.venue, message.place)
        return f"{self.doors.public}hand#{secret}{page and f'/{page}'}"

    async def personal(self, person: Person, venue: VenueId, place: PlaceId) -> str:
        """Return the secret of a link for this person; it works once, within ten minutes. Raises StoreTrouble."""
        secret = secrets.token_hex(16)
        door = await self.doors.door_of(place)
        arrival = Arrival(person, venue, place, "" if door is None else door.title)
        await self.store.put_note(PERSONAL, hashed(secret), msgspec.json.encode(arrival), PERSONAL_SECONDS)
        return secret

    async def redeem(self, secret: str) -> Arrival | None:
        """Return whose link has this secret, the first time it is asked; None: no link has it, or not any more.

        Raises StoreTrouble.
        """
        content = await self.store.take_note(PERSONAL, hashed(secret))
        return None if content is None else _ARRIVAL.decode(content)


def hashed(secret: str) -> str:
    """Return the SHA-256 of a secret in hex; only this goes to the store."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
