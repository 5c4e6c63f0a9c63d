"""Which guest somebody of another platform is: in each venue one, and no more (T17: one device)."""

import asyncio
import hashlib
from typing import Final

import msgspec
from msgspec import Struct

from bot.adapters.web.needs import Guests

MOST_VENUES: Final = 50


class Linked(Struct, frozen=True, forbid_unknown_fields=True):
    """The guest of one person in each venue. What is not in here is nobody, whatever its own note says."""

    guests: dict[str, str]
    v: int = 1


class Links:
    """A note for each person, under a hash of who they are."""

    def __init__(self, guests: Guests) -> None:
        self._guests = guests
        self._writing = asyncio.Lock()

    async def guest(self, person: str, venue: str) -> str:
        return (await self._of(person)).get(venue, "")

    async def put(self, person: str, venue: str, guest: str) -> str:
        """The guest of this person in this venue from now on; returns the one before, empty for none."""
        async with self._writing:
            links = await self._of(person)
            earlier = links.pop(venue, "")
            links = dict(list(links.items())[1 - MOST_VENUES :]) | {venue: guest}
            await self._guests.save(note_of(person), msgspec.json.encode(Linked(links)))
        return earlier

    async def drop(self, person: str) -> tuple[str, ...]:
        """All guests of this person are nobody from now on; returns them."""
        async with self._writing:
            links = await self._of(person)
            await self._guests.forget(note_of(person))
        return tuple(links.values())

    async def _of(self, person: str) -> dict[str, str]:
        content = await self._guests.load(note_of(person))
        try:
            return {} if content is None else msgspec.json.decode(content, type=Linked).guests
        except msgspec.MsgspecError:
            return {}


def note_of(person: str) -> str:
    """Longer than any guest's id."""
    return f"linked-{hashlib.sha256(person.encode()).hexdigest()}"
