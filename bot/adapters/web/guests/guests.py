"""Sign in the guests of the room, store them, and recognize them by the secret in their cookie."""

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
from bot.ports.browser import NO_OTHERS, Notes, OtherRooms
from bot.ports.ids import PersonId
from bot.ports.messages import Arrival

CHANGED: Final = b"guest-changed"
ENDED: Final = b"guest-ended"
RENEWED_MS: Final = 24 * 3600 * 1000
"""How old the stored time of a guest's last use may be before it is renewed."""
REMEMBERED: Final = 60.0
"""Seconds for which a guest is not looked up again."""
MOST_REMEMBERED: Final = 5_000


class Guests:
    """Signs in guests and recognizes them. `person_of`: returns the person that a self belongs to, or the self.

    `others`: are told whose seat has changed or ended, and do not look it up later than that.
    """

    def __init__(
        self, notes: Notes, person_of: Callable[[PersonId], Awaitable[PersonId]], others: OtherRooms = NO_OTHERS
    ) -> None:
        self._others = others
        others.hear(CHANGED, lambda _, guest: self._unremember(guest.decode()))
        self._notes, self._links, self._person_of = notes, LinkedGuests(notes), person_of
        self._known: TTLCache[str, Guest] = TTLCache(MOST_REMEMBERED, REMEMBERED, timer=time.monotonic)
        self._ended = 0
        """The number of seats that have ended: a guest looked up meanwhile is not cached."""

    async def sit(self, name: str, room: str, now: int) -> tuple[Guest, str]:
        """Return a new guest of a room, and the secret for their cookie. `now`: ms. Raises StoreTrouble."""
        secret = secrets.token_urlsafe(32)
        guest = Guest(new_id(), name, room, now, locked(secret))
        await self._notes.save(guest.id, msgspec.json.encode(guest))
        self._known[guest.id] = guest
        return guest, secret

    async def sit_as(
        self, arrival: Arrival, now: int, *, door: str, seconds: int = LINKED_SECONDS
    ) -> tuple[Guest, str]:
        """Return a new guest for somebody from another platform, and the secret for their cookie. Raises StoreTrouble.

        They can use one device only: their earlier guest in the same venue, or at the same table, ends. `door`: the way
        back in. `seconds`: how long they keep the seat.
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
        """End all guests of this person from another platform; return how many there were. Raises StoreTrouble."""
        guests = await self._links.drop(person)
        self._unremember(*guests)
        found = [decoded(await self._notes.load(guest)) for guest in guests]
        await self._end(*guests)
        return sum(guest is not None and not guest.is_over(now) for guest in found)

    def know_anew(self, selves: Collection[PersonId]) -> None:
        """Look these selves up again when they come next."""
        self._unremember(*(guest.id for guest in list(self._known.values()) if guest.self_id in selves))

    def ended_elsewhere(self, guest: str) -> None:
        """Note that another process ended this seat."""
        self._unremember(guest)

    def knows(self, guest: str) -> bool:
        """Return whether this guest can be recognized without the store."""
        return guest in self._known

    async def recognise(self, guest: str, secret: str) -> Guest | None:
        """Return the guest with this id if this is their secret, else None. Raises StoreTrouble."""
        found = await self._find(guest)
        return found if found is not None and found.opened_by(secret) else None

    async def room_of(self, guest: str) -> str:
        """Return the room of a seat; empty: there is no such seat, or it belongs to another platform.

        No secret is needed. Raises StoreTrouble.
        """
        found = await self._find(guest)
        return "" if found is None or found.linked else found.room

    async def still_sits(self, guest: Guest) -> bool:
        """Return whether a guest who was recognized a moment ago still has the seat. Raises StoreTrouble."""
        return guest.id in self._known or await self._load(guest.id) is not None

    async def renew(self, guest: Guest, now: int) -> bool:
        """Extend the time of a seat that is in use; return whether that was due. Raises StoreTrouble.

        A seat of somebody from another platform has a fixed end. `now`: ms.
        """
        if guest.linked or now - max(guest.used, guest.created) < RENEWED_MS:
            return False
        sits = await self._find(guest.id)  # reload it: the seat may have been given up, or become a moderator's
        if sits is None:
            return False
        used = replace(sits, used=now)
        await self._notes.save(guest.id, msgspec.json.encode(used))
        self._known[used.id] = used
        return True

    async def make_staff(self, guest: Guest, mark: str) -> None:
        """Make somebody a moderator from now on, even after a restart. Raises StoreTrouble."""
        trusted = replace(guest, staff=mark)
        await self._notes.save(guest.id, msgspec.json.encode(trusted))
        self._known[trusted.id] = trusted
        self._others.tell(CHANGED, guest.home, guest.id.encode())

    async def forget(self, guest: Guest) -> None:
        """End a seat that was given up. Raises StoreTrouble."""
        await self._end(guest.id)

    async def _end(self, *guests: str) -> None:
        self._unremember(*guests)
        for guest in guests:
            await self._notes.forget(guest)
            self._others.tell(ENDED, guest, guest.encode())
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
    """Return the guest in this record; None if it is not one."""
    try:
        return None if content is None else msgspec.json.decode(content, type=Guest)
    except msgspec.MsgspecError:
        return None
