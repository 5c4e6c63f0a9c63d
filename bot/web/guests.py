"""Guests: a name, a room, and the lock whose key is in the cookie of their own path."""

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.messages import Person
from bot.web.needs import Guests

MAIN = "main"
REMEMBERED = 60.0
"""Seconds for which a guest is not looked up again."""
MOST_REMEMBERED = 5_000


class Guest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody who sat down. `lock`: the SHA-256 of the secret, which only the cookie holds. Times in ms.

    `staff`: a mark of the word that makes a moderator, if they knew it.
    """

    id: str
    name: str
    room: str
    created: int
    lock: str
    v: int = 1
    staff: str = ""

    @property
    def person(self) -> Person:
        return Person(f"web:{self.id}", self.name)

    @property
    def place(self) -> str:
        return place_of(self.room)

    def opened_by(self, secret: str) -> bool:
        """Constant-time, on the hash: what is stored opens nothing."""
        return hmac.compare_digest(self.lock, locked(secret))


def place_of(room: str) -> str:
    return f"web:{room}"


def locked(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


class Reception:
    """Signs guests in and knows them again."""

    def __init__(self, guests: Guests) -> None:
        self._guests = guests
        self._known: OrderedDict[str, tuple[Guest, float]] = OrderedDict()

    async def sit(self, name: str, room: str, now: int) -> tuple[Guest, str]:
        """A new guest and the secret of their cookie."""
        secret = secrets.token_urlsafe(32)
        guest = Guest(secrets.token_urlsafe(8)[:10], name, room, now, locked(secret))
        await self._guests.save(guest.id, msgspec.json.encode(guest))
        self._remember(guest)
        return guest, secret

    def knows(self, guest: str) -> bool:
        """Whether this guest can be recognised without asking the store."""
        return guest in self._known and self._known[guest][1] > time.monotonic()

    async def recognise(self, guest: str, secret: str) -> Guest | None:
        """The guest who holds this secret; None for everybody else."""
        found = self._known[guest][0] if self.knows(guest) else await self._load(guest)
        return found if found is not None and found.opened_by(secret) else None

    async def make_staff(self, guest: Guest, mark: str) -> None:
        """A moderator from now on, after a restart too."""
        trusted = replace(guest, staff=mark)
        await self._guests.save(guest.id, msgspec.json.encode(trusted))
        self._remember(trusted)

    async def forget(self, guest: Guest) -> None:
        self._known.pop(guest.id, None)
        await self._guests.forget(guest.id)

    async def _load(self, guest: str) -> Guest | None:
        content = await self._guests.load(guest)
        try:
            found = None if content is None else msgspec.json.decode(content, type=Guest)
        except msgspec.MsgspecError:
            return None
        if found is not None:
            self._remember(found)
        return found

    def _remember(self, guest: Guest) -> None:
        self._known[guest.id] = (guest, time.monotonic() + REMEMBERED)
        self._known.move_to_end(guest.id)
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
