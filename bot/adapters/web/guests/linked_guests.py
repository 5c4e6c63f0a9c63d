"""Record the guests of people from other platforms: for each seat only one (threats T17: one device)."""

import asyncio
import hashlib
from typing import Final

import msgspec
from msgspec import Struct

from bot.ports.browser import Notes
from bot.ports.ids import PersonId

MOST_SEATS: Final = 50


class Linked(Struct, frozen=True, forbid_unknown_fields=True):
    """The guest of one person for each of their seats (`Guest.seat`). Any other guest of theirs is no longer valid."""

    guests: dict[str, str]
    v: int = 1


class LinkedGuests:
    """Keeps a note for each person, under a hash of their id. All methods raise StoreTrouble."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._writing = asyncio.Lock()

    async def guest(self, person: PersonId, seat: str) -> str:
        """Return the guest of this person for this seat; empty: none."""
        return (await self._of(person)).get(seat, "")

    async def put(self, person: PersonId, seat: str, guest: str) -> str:
        """Make this the guest of a person for a seat; return the previous one, empty for none."""
        async with self._writing:
            links = await self._of(person)
            earlier = links.pop(seat, "")
            links = dict(list(links.items())[1 - MOST_SEATS :]) | {seat: guest}
            await self._notes.save(note_of(person), msgspec.json.encode(Linked(links)))
        return earlier

    async def drop(self, person: PersonId) -> tuple[str, ...]:
        """Invalidate all guests of this person; return them."""
        async with self._writing:
            links = await self._of(person)
            await self._notes.forget(note_of(person))
        return tuple(links.values())

    async def _of(self, person: PersonId) -> dict[str, str]:
        content = await self._notes.load(note_of(person))
        try:
            return {} if content is None else msgspec.json.decode(content, type=Linked).guests
        except msgspec.MsgspecError:
            return {}


def note_of(person: PersonId) -> str:
    """Return the name of a person's note; it is longer than any guest's id."""
    return f"linked-{hashlib.sha256(person.encode()).hexdigest()}"
