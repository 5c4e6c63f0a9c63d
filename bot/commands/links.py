"""Links of browsers to people: by a code that the browser shows and they type in chat, or by a personal link.

Nothing here is worth anything to whoever reads it: a code binds the browser that shows it to who types it, and a link
is good once. Codes and links live in the store for minutes; of their secrets only hashes do.
"""

import hashlib
import secrets
from typing import Final
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Struct

from bot.commands.codes import code_of
from bot.commands.context import Context
from bot.commands.selves import LENGTH, SelfCommands
from bot.engine.taken import heard_of
from bot.ports.ids import PlaceId, VenueId, platform_of
from bot.ports.messages import Answer, Arrival, Door, Person, PrivateAnswer, Reply, Unreachable
from bot.ports.said import Said
from bot.table.change import Refused
from persistence import StoreTrouble

CODE: Final = "link-code"
LOCK: Final = "link-lock"
PERSONAL: Final = "link-personal"
CODE_SECONDS: Final = 120
PERSONAL_SECONDS: Final = 600
CODE_TRIES: Final = 8
OFF: Final = "off"
SELVES: Final = frozenset({"yes", "no", "apart"})


class Wanted(Struct, frozen=True):
    """A browser that waits at a door, by the lock whose key it holds."""

    lock: str
    venue: VenueId
    place: PlaceId
    title: str


_WANTED: Final = msgspec.json.Decoder(Wanted)
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
        self._selves = selves
        self._random_bytes = context.random_bytes
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

    # A code typed in chat

    async def new_code(self, door: Door, lock: str) -> str:
        """Make a code for the browser that holds the key to this lock, good for two minutes. Raises StoreTrouble."""
        wanted = msgspec.json.encode(Wanted(lock, door.venue, door.place, door.title))
        for _ in range(CODE_TRIES):
            code = code_of(self._random_bytes, 4)
            if await self._store.claim_note(CODE, code, wanted, CODE_SECONDS):
                return code
        raise StoreTrouble("busy", "no code is free")

    async def link(self, said: Said) -> Reply:
        """Link the browser that shows the code in `link 7F3K` to the sender, or with `link off` close all of theirs.

        In private, link what the sender is on other platforms (`bot.commands.selves`). Raises Refused and StoreTrouble.
        """
        words, message = self._words(said.message), said.message
        word = said.rest[0].lower() if said.rest else ""
        if word in {"", *SELVES} or len(word) == LENGTH:
            return await self._link_self(said, word)
        if word == OFF:
            ids = self._selves.ids(message.sender.id)
            closed = sum([await window.unlink(one) for window in self._platforms.windows for one in ids])
            await self._store.note_taken(heard_of(message))
            return Answer(words.text("unlinked", count=closed))
        content = await self._store.note(CODE, said.rest[0].upper()[:8])
        wanted = None if content is None else _WANTED.decode(content)
        if wanted is None or wanted.place != message.place:  # where they may read what they will see
            raise Refused("link-unknown")
        if await self._store.take_note(CODE, said.rest[0].upper()[:8]) is None:
            raise Refused("link-unknown")
        arrival = Arrival(message.sender, wanted.venue, wanted.place, wanted.title)
        await self._store.put_note(LOCK, wanted.lock, msgspec.json.encode(arrival), CODE_SECONDS, by=heard_of(message))
        return Answer(words.text("linked"))

    async def _link_self(self, said: Said, word: str) -> Reply:
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

    async def bound(self, lock: str) -> Arrival | None:
        """Return who typed the code of this lock, once; None: nobody did. Raises StoreTrouble."""
        content = await self._store.take_note(LOCK, lock)
        return None if content is None else _ARRIVAL.decode(content)

    # A personal link

    async def page(self, said: Said) -> Reply:
        """Answer `page`: in private with a link of one's own, before everybody with the way to one's page.

        Raises Refused and StoreTrouble.
        """
        message, words = said.message, self._words(said.message)
        if not self.public:
            raise Refused("no-pages-here")
        if message.private:
            secret = await self.personal(message.sender, message.venue, message.place)
            return PrivateAnswer(words.text("page-yours", address=f"{self.public}hand#{secret}"), leads=True)
        door = await self._door_of(message.place)
        if door is None:
            raise Refused("page-in-private")
        return Answer(words.text("page-here", address=self.address(door)))

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
