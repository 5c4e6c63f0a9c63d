"""Pages of one's own: the doors that lead to them, personal links, and what `page` and `link` do.

A personal link is good once. It lives in the store for minutes, and of its secret only a hash does.
"""

import hashlib
import secrets
from typing import Final
from urllib.parse import quote, urlsplit

import msgspec

from bot.commands.context import Context
from bot.commands.hand_codes import HandCodes
from bot.commands.selves import LENGTH, SelfCommands
from bot.engine.taken import heard_of
from bot.ports.ids import PlaceId, VenueId, platform_of
from bot.ports.messages import Answer, Arrival, Door, Message, Person, PrivateAnswer, Reply, Unreachable
from bot.ports.said import Said
from bot.table.change import Refused

PERSONAL: Final = "link-personal"
PERSONAL_SECONDS: Final = 600
OFF: Final = "off"
SELVES: Final = frozenset({"yes", "no", "apart"})


_ARRIVAL: Final = msgspec.json.Decoder(Arrival)


def is_own_machine(public: str) -> bool:
    """Tell whether an address of the pages leads others nowhere: there is none, or it is this machine's own name."""
    return not public or urlsplit(public).hostname in {"localhost", "127.0.0.1", "::1"}


class LinkCommands:
    """Link browsers to people. `public`: the address of the bot's pages, with a slash at its end; or empty.

    `lead_nowhere`: nobody but whoever sits at this machine reaches them.
    """

    def __init__(self, context: Context, selves: SelfCommands) -> None:
        self._store, self._words, self._platforms = context.store, context.words, context.platforms
        self._selves, self.hand_codes = selves, HandCodes(context, self._door_of, self.address)
        self.public, self.lead_nowhere = "", False

    # Doors

    async def door(self, platform: str, name: str) -> Door | None:
        """Return the door of the place that a platform knows by this name; None: it has none that is in reach."""
        adapter = self._platforms.adapters.get(platform)
        if adapter is None:
            return None
        try:
            return await adapter.door(name)
        except Unreachable:
            return None

    def address(self, door: Door) -> str:
        """Return a door's address as it is said before everybody; empty where the bot's pages have none."""
        return f"{self.public}at/{quote(door.platform)}/{quote(door.name)}" if self.public else ""

    # The selves of one person

    async def link(self, said: Said) -> Reply:
        """Link what the sender is on other platforms, in private (`bot.commands.selves`). Raises Refused, StoreTrouble.

        The code of a page is none for that: whoever types one here is told what it is.
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
                return await self._selves.new_code(said)
            case "yes":
                return await self._selves.agree(said)
            case "no":
                return await self._selves.refuse(said)
            case "apart":
                return await self._selves.part(said)
            case _:
                return await self._selves.take_code(said)

    # One's own page

    async def page(self, said: Said) -> Reply:
        """Answer `page`: in private with a link of one's own, before everybody with the way to one's page.

        `page off` closes all of one's pages; `page 5P3J` is the code of a browser. Raises Refused and StoreTrouble.
        """
        message, words = said.message, self._words(said.message)
        if said.rest:
            off = said.rest[0].lower() == OFF
            return await (self._closed(message) if off else self.hand_codes.ask(said, said.rest[0]))
        if not self.public:
            raise Refused("no-pages-here")
        if message.private:
            secret = await self.personal(message.sender, message.venue, message.place)
            return PrivateAnswer(words.text("page-yours", address=f"{self.public}hand#{secret}"), leads=True)
        door = await self._door_of(message.place)
        if door is None:
            raise Refused("page-in-private")
        return Answer(words.text("page-here", address=self.address(door)))

    async def _closed(self, message: Message) -> Reply:
        ids = self._selves.ids(message.sender.id)
        closed = sum([await window.unlink(one) for window in self._platforms.windows for one in ids])
        await self._store.note_taken(heard_of(message))
        return Answer(self._words(message).text("unlinked", count=closed))

    async def personal(self, person: Person, venue: VenueId, place: PlaceId) -> str:
        """Return the secret of a link for this person, good once and for ten minutes. Raises StoreTrouble."""
        secret = secrets.token_urlsafe(24)
        door = await self._door_of(place)
        arrival = Arrival(person, venue, place, "" if door is None else door.title)
        await self._store.put_note(PERSONAL, hashed(secret), msgspec.json.encode(arrival), PERSONAL_SECONDS)
        return secret

    async def redeem(self, secret: str) -> Arrival | None:
        """Return whose link has this secret, once; None: nobody's, or no more. Raises StoreTrouble."""
        content = await self._store.take_note(PERSONAL, hashed(secret))
        return None if content is None else _ARRIVAL.decode(content)

    async def _door_of(self, place: PlaceId) -> Door | None:
        platform, _, name = place.partition(":")
        return await self.door(platform, name)

    async def told_way_in(self, place: PlaceId) -> str:
        """Return the address of a place's door as it is said before everybody; empty where they could not come."""
        return "" if self.lead_nowhere else await self.way_in(place)

    async def way_in(self, place: PlaceId) -> str:
        """Return the public address of a place's door; empty where it has none."""
        door = await self._door_of(place) if self.public and platform_of(place) else None
        return "" if door is None else self.address(door)


def hashed(secret: str) -> str:
    """Return the SHA-256 of a secret in hex, which is all that the store gets of it."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
