"""The guests of the room: signed in, remembered in the store, and known again by the secret of their cookie."""

import secrets
import time
from collections.abc import Awaitable, Callable, Collection
from typing import Final

import msgspec
from cachetools import TTLCache
from msgspec.structs import replace

from bot.adapters.web.guests.guest import LINKED_SECONDS, MOST_LINKED_NAME, MOST_TITLE, Guest, locked
from bot.adapters.web.guests.linked_guests import LinkedGuests
from bot.adapters.web.plain_text import plain
from bot.ports.browser import Notes
from bot.ports.ids import PersonId
from bot.ports.messages import Arrival

RENEWED_MS: Final = 24 * 3600 * 1000
"""So long a guest's last use stands in the store before it is renewed."""
REMEMBERED: Final = 60.0
"""Seconds for which a guest is not looked up again."""
MOST_REMEMBERED: Final = 5_000


class Guests:
    """Signs guests in and knows them again. `person_of`: returns the person that a self leads to, or itself."""

    def __init__(self, notes: Notes, person_of: Callable[[PersonId], Awaitable[PersonId]]) -> None:
        self._notes, self._links, self._person_of = notes, LinkedGuests(notes), person_of
        self._known: TTLCache[str, Guest] = TTLCache(MOST_REMEMBERED, REMEMBERED, timer=time.monotonic)
        self._ended = 0
        """The number of seats that have ended: whoever was looked up meanwhile is not remembered."""

    async def sit(self, name: str, room: str, now: int) -> tuple[Guest, str]:
        """Return a new guest of a room, and the secret of their cookie. `now`: ms. Raises StoreTrouble."""
        secret = secrets.token_urlsafe(32)
        guest = Guest(new_id(), name, room, now, locked(secret))
        await self._notes.save(guest.id, msgspec.json.encode(guest))
        self._known[guest.id] = guest
        return guest, secret

    async def sit_as(
        self, arrival: Arrival, now: int, *, door: str, seconds: int = LINKED_SECONDS
    ) -> tuple[Guest, str]:
        """Return a new guest for somebody of another platform, and the secret of their cookie. Raises StoreTrouble.

        They sit on one device: an earlier guest of theirs in the same venue, or at the same table, ends.

        `door`: the way back in. `seconds`: for which they keep the seat.
        """
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
            seconds=seconds,
            table=arrival.table,
            same=await self._person_of(person.id),
        )
        await self._notes.save(guest.id, msgspec.json.encode(guest))
        earlier = await self._links.put(person.id, guest.seat, guest.id)
        await self._end(*([earlier] if earlier else []))
        self._known[guest.id] = guest
        return guest, secret

    async def unlink(self, person: PersonId, now: int) -> int:
        """End all guests that are this person of another platform; return how many there were. Raises StoreTrouble."""
        guests = await self._links.drop(person)
        self._unremember(*guests)
        found = [decoded(await self._notes.load(guest)) for guest in guests]
        await self._end(*guests)
        return sum(guest is not None and not guest.is_over(now) for guest in found)

    def know_anew(self, selves: Collection[PersonId]) -> None:
        """Ask again who these are when they come next."""
        self._unremember(*(guest.id for guest in list(self._known.values()) if guest.self_id in selves))

    def knows(self, guest: str) -> bool:
        """Tell whether this guest can be recognised without asking the store."""
        return guest in self._known

    async def recognise(self, guest: str, secret: str) -> Guest | None:
        """Return the guest of this id if this is their secret, else None. Raises StoreTrouble."""
        found = await self._find(guest)
        return found if found is not None and found.opened_by(secret) else None

    async def room_of(self, guest: str) -> str:
        """Return the room that a seat belongs to; empty: there is no such seat, or it leads to another platform.

        Whoever asks need not be its guest. Raises StoreTrouble.
        """
        found = await self._find(guest)
        return "" if found is None or found.linked else found.room

    async def still_sits(self, guest: Guest) -> bool:
        """Tell whether somebody who was recognised a moment ago has not lost the seat since. Raises StoreTrouble."""
        return await self._find(guest.id) is not None

    async def renew(self, guest: Guest, now: int) -> bool:
        """Keep a seat that is used for as long again; return whether that was due. Raises StoreTrouble.

        A seat of somebody of another platform has its own end. `now`: ms.
        """
        if guest.linked or now - max(guest.used, guest.created) < RENEWED_MS:
            return False
        sits = await self._find(guest.id)  # as it is now: the seat may just have been given up, or become a moderator's
        if sits is None:
            return False
        used = replace(sits, used=now)
        await self._notes.save(guest.id, msgspec.json.encode(used))
        self._known[used.id] = used
        return True

    async def make_staff(self, guest: Guest, mark: str) -> None:
        """Make somebody a moderator from now on, after a restart too. Raises StoreTrouble."""
        trusted = replace(guest, staff=mark)
        await self._notes.save(guest.id, msgspec.json.encode(trusted))
        self._known[trusted.id] = trusted

    async def forget(self, guest: Guest) -> None:
        """End a seat that was given up. Raises StoreTrouble."""
        await self._end(guest.id)

    async def _end(self, *guests: str) -> None:
        self._unremember(*guests)
        for guest in guests:
            await self._notes.forget(guest)
        self._unremember(*guests)

    def _unremember(self, *guests: str) -> None:
        self._ended += len(guests)
        for guest in guests:
            self._known.pop(guest, None)

    async def _find(self, guest: str) -> Guest | None:
        return self._known.get(guest) or await self._load(guest)

    async def _load(self, guest: str) -> Guest | None:
        ended = self._ended
        found = decoded(await self._notes.load(guest))
        if found is None or (found.linked and await self._links.guest(found.who, found.seat) != found.id):
            return None
        found = replace(found, same=await self._person_of(found.self_id))
        if ended == self._ended:
            self._known[found.id] = found
        return found


def new_id() -> str:
    return secrets.token_urlsafe(8)[:10]


def decoded(content: bytes | None) -> Guest | None:
    """Return the guest that this record is; None also for what is no guest."""
    try:
        return None if content is None else msgspec.json.decode(content, type=Guest)
    except msgspec.MsgspecError:
        return None
