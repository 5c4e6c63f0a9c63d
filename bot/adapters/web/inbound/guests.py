"""Guests: a name, a room, and the lock whose key is in the cookie of their own path."""

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.web.inbound.links import Links
from bot.adapters.web.inbound.plain import plain
from bot.adapters.web.needs import Guests
from bot.ports.messages import Arrival, Person

MAIN = "main"
HOME: Final = "web"
"""The venue of whoever just sat down here."""
KEPT_SECONDS: Final = 90 * 24 * 3600
"""For which a seat is kept after it was last used, by us and by the browser alike."""
RENEWED_MS: Final = 24 * 3600 * 1000
"""How long it may stand in the store as it was used before."""
LINKED_SECONDS: Final = 12 * 3600
"""For which somebody of another platform keeps a seat here."""
MOST_LINKED_NAME: Final = 32
MOST_TITLE: Final = 60
REMEMBERED = 60.0
"""Seconds for which a guest is not looked up again."""
MOST_REMEMBERED = 5_000


class Guest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody who sat down. `lock`: the SHA-256 of the secret, which only the cookie holds. Times in ms.

    `staff`: a mark of the word that makes a moderator, if they knew it. `used`: when the seat was last renewed; 0: not
    since it was taken. Somebody of another platform is `who` they are there, in its `venue`, `at` a place of it (empty:
    with the bot alone); `room` is its title, `door` the way back in.
    """

    id: str
    name: str
    room: str
    created: int
    lock: str
    v: int = 1
    staff: str = ""
    who: str = ""
    venue: str = ""
    at: str = ""
    door: str = ""
    used: int = 0

    @property
    def linked(self) -> bool:
        """Of another platform."""
        return self.who != ""

    @property
    def person(self) -> Person:
        return Person(self.who or f"web:{self.id}", self.name)

    @property
    def home(self) -> str:
        return self.venue if self.linked else HOME

    @property
    def place(self) -> str:
        return self.at if self.linked else place_of(self.room)

    def opened_by(self, secret: str) -> bool:
        """Constant-time, on the hash: what is stored opens nothing."""
        return hmac.compare_digest(self.lock, locked(secret))

    def is_over(self, now: int) -> bool:
        return self.linked and now >= self.created + LINKED_SECONDS * 1000


def place_of(room: str) -> str:
    return f"web:{room}"


def locked(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


class Reception:
    """Signs guests in and knows them again."""

    def __init__(self, guests: Guests) -> None:
        self._guests, self._links = guests, Links(guests)
        self._known: OrderedDict[str, tuple[Guest, float]] = OrderedDict()
        self._ended = 0
        """How many seats have ended: whoever was looked up meanwhile is not remembered."""

    async def sit(self, name: str, room: str, now: int) -> tuple[Guest, str]:
        """A new guest and the secret of their cookie."""
        secret = secrets.token_urlsafe(32)
        guest = Guest(new_id(), name, room, now, locked(secret))
        await self._guests.save(guest.id, msgspec.json.encode(guest))
        self._remember(guest)
        return guest, secret

    async def sit_as(self, arrival: Arrival, now: int, *, door: str) -> tuple[Guest, str]:
        """Somebody of another platform, on one device: with this guest an earlier one in the same venue ends."""
        secret, person = secrets.token_urlsafe(32), arrival.person
        guest = Guest(
            id=new_id(),
            name=plain(person.name, MOST_LINKED_NAME) or person.id,
            room=plain(arrival.title, MOST_TITLE),
            created=now,
            lock=locked(secret),
            who=person.id,
            venue=arrival.venue,
            at=arrival.place,
            door=door,
        )
        await self._guests.save(guest.id, msgspec.json.encode(guest))
        earlier = await self._links.put(person.id, arrival.venue, guest.id)
        await self._end(*([earlier] if earlier else []))
        self._remember(guest)
        return guest, secret

    async def unlink(self, person: str, now: int) -> int:
        """End all guests that are this person of another platform; how many there were."""
        guests = await self._links.drop(person)
        self._unremember(*guests)
        found = [decoded(await self._guests.load(guest)) for guest in guests]
        await self._end(*guests)
        return sum(guest is not None and not guest.is_over(now) for guest in found)

    def knows(self, guest: str) -> bool:
        """Whether this guest can be recognised without asking the store."""
        return guest in self._known and self._known[guest][1] > time.monotonic()

    async def recognise(self, guest: str, secret: str) -> Guest | None:
        """The guest who holds this secret; None for everybody else."""
        found = await self._find(guest)
        return found if found is not None and found.opened_by(secret) else None

    async def still_sits(self, guest: Guest) -> bool:
        """Whether somebody who was recognised a moment ago has not lost the seat since."""
        return await self._find(guest.id) is not None

    async def renew(self, guest: Guest, now: int) -> bool:
        """Keep a seat that is used for as long again; whether that was due. One of another platform has its own end."""
        if guest.linked or now - max(guest.used, guest.created) < RENEWED_MS:
            return False
        sits = await self._find(guest.id)  # as it is now: the seat may just have been given up, or become a moderator's
        if sits is None:
            return False
        used = replace(sits, used=now)
        await self._guests.save(guest.id, msgspec.json.encode(used))
        self._remember(used)
        return True

    async def make_staff(self, guest: Guest, mark: str) -> None:
        """A moderator from now on, after a restart too."""
        trusted = replace(guest, staff=mark)
        await self._guests.save(guest.id, msgspec.json.encode(trusted))
        self._remember(trusted)

    async def forget(self, guest: Guest) -> None:
        await self._end(guest.id)

    async def _end(self, *guests: str) -> None:
        self._unremember(*guests)
        for guest in guests:
            await self._guests.forget(guest)
        self._unremember(*guests)

    def _unremember(self, *guests: str) -> None:
        self._ended += len(guests)
        for guest in guests:
            self._known.pop(guest, None)

    async def _find(self, guest: str) -> Guest | None:
        return self._known[guest][0] if self.knows(guest) else await self._load(guest)

    async def _load(self, guest: str) -> Guest | None:
        ended = self._ended
        found = decoded(await self._guests.load(guest))
        if found is None or (found.linked and await self._links.guest(found.who, found.venue) != found.id):
            return None
        if ended == self._ended:
            self._remember(found)
        return found

    def _remember(self, guest: Guest) -> None:
        self._known[guest.id] = (guest, time.monotonic() + REMEMBERED)
        self._known.move_to_end(guest.id)
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)


def new_id() -> str:
    return secrets.token_urlsafe(8)[:10]


def decoded(content: bytes | None) -> Guest | None:
    """None also for what is no guest."""
    try:
        return None if content is None else msgspec.json.decode(content, type=Guest)
    except msgspec.MsgspecError:
        return None
