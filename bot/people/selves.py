"""One person, several selves: once linked, somebody's ids on Discord, on Twitch and in a browser are one person.

One of the selves is the person: its id is used for seats, purses and lists; the others lead to it. What another self
has at a venue is joined when the person next says something there, each amount once.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
import structlog
from cachetools import LRUCache
from msgspec import Struct

from bot.people.expiring_cache import ExpiringCache
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Person
from bot.table.stacks import START_OF_PURSE, welcome_gift
from persistence import Heard, Store, StoreTrouble, Transfer

CHANGED: Final = b"selves-changed"
SELF: Final = "self"
SELVES: Final = "selves"
LOCK: Final = "selves-lock"
LOCKED: Final = 15
"""Seconds after which linking no longer waits for another that never ended."""
MOST_KEPT: Final = 20_000
TRUSTED: Final = 60.0
"""Seconds for which we trust that a self leads nowhere: another process may have linked it."""
MOST_SELVES: Final = 8
log = structlog.get_logger()


class Self(Struct, frozen=True):
    """A self that leads to a person. `link`: new for each linking, so that everything is joined only once.

    `since`: when it was linked, in ms.
    """

    id: PersonId
    name: str
    link: str
    since: int


class Leads(Struct, frozen=True):
    """Where a self leads."""

    person: PersonId
    link: str


_LEADS: Final = msgspec.json.Decoder(Leads)
_SELVES: Final = msgspec.json.Decoder(tuple[Self, ...])


def without(selves: bytes, one: PersonId) -> bytes:
    """Return the stored selves of a person without one of them."""
    return msgspec.json.encode(tuple(other for other in _SELVES.decode(selves) if other.id != one))


class LinkingError(Exception):
    """Two selves can't be linked now; `args[0]` is the id of the sentence that says why."""


class Selves:
    """Know which selves are one person. `clock` in seconds."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self.persons: ExpiringCache[PersonId] = ExpiringCache(MOST_KEPT, TRUSTED, clock)
        self.others: ExpiringCache[tuple[Self, ...]] = ExpiringCache(MOST_KEPT, TRUSTED, clock)
        store.news.hear(CHANGED, lambda _, one: self._drop(PersonId(one.decode())))
        self._joined: LRUCache[tuple[VenueId, str], None] = LRUCache(MOST_KEPT)

    # Who somebody is

    async def person_of(self, one: PersonId) -> PersonId:
        """Return the person that a self leads to, or itself. Never raises: while the store is away, the last known."""
        found = self.persons.good(one)
        if found is not None:
            return found
        try:
            return self.persons.keep(one, await self._read(one))
        except StoreTrouble as trouble:
            log.warning("who somebody is could not be read", kind=trouble.kind)
            return self.persons.last(one) or one
        except ValueError:  # it is longer than the ids of any platform: nobody was linked under it
            return one

    def at_hand(self, one: PersonId) -> PersonId | None:
        """Return the person that a self leads to, if this is cached."""
        return self.persons.good(one)

    async def known(self, sender: Person) -> Person:
        """Return the person behind a sender, with the sender's name and the ids of the other selves."""
        person = await self.person_of(sender.id)
        if person == sender.id and not self.has_others(person):
            return sender
        return Person(person, sender.name, self.ids(person)[1:])

    async def ids_of(self, one: PersonId) -> tuple[PersonId, ...]:
        """Return the known ids of the person behind a self, their own first. Never raises."""
        return self.ids(await self.person_of(one))

    async def stored_ids(self, one: PersonId) -> tuple[PersonId, ...]:
        """Return all ids of the person behind a self, their own first, as stored now. Raises StoreTrouble."""
        person = await self.person_of(one)
        return (person, *(other.id for other in await self.of(person)))

    def ids(self, person: PersonId) -> tuple[PersonId, ...]:
        """Return this person's known ids: their own first, then those of other selves seen lately."""
        return (person, *[one.id for one in self.others.last(person) or ()])

    def has_others(self, person: PersonId) -> bool:
        """Tell whether other selves are known to lead to this person."""
        return bool(self.others.last(person))

    async def of(self, person: PersonId) -> tuple[Self, ...]:
        """Return the other selves of a person, in the order of linking. Raises StoreTrouble."""
        return self.others.keep(person, await self._stored(person))

    async def led(self, person: PersonId) -> tuple[Self, ...]:
        """Return the other selves that lead to a person now, without those of a broken link. Raises StoreTrouble."""
        stored = await self._stored(person)
        leads = [await self._leads(one.id) for one in stored]
        return tuple(one for one, where in zip(stored, leads, strict=True) if where == Leads(person, one.link))

    async def asked_anew(self, one: PersonId) -> PersonId:
        """Return the person that a self leads to, read from the store and not from the cache. Raises StoreTrouble."""
        self._drop(one)
        return self.persons.keep(one, await self._read(one))

    async def _read(self, one: PersonId) -> PersonId:
        """Return the person; a self with a seat leads nowhere until it leaves, since its seat is found by its id."""
        leads, _ = await asyncio.gather(self._leads(one), self.of(one))
        if leads is None:
            return one
        if await self._store.seats_of(one):
            return one
        await self.of(leads.person)
        return leads.person

    async def leads_to(self, one: PersonId) -> PersonId | None:
        """Return the person that a self leads to once it sits nowhere; None: it leads nowhere. Raises StoreTrouble."""
        leads = await self._leads(one)
        return None if leads is None else leads.person

    async def _leads(self, one: PersonId) -> Leads | None:
        content = await self._store.note(SELF, one)
        return None if content is None else _LEADS.decode(content)

    async def _stored(self, person: PersonId) -> tuple[Self, ...]:
        content = await self._store.note(SELVES, person)
        return () if content is None else _SELVES.decode(content)

    # Linking

    async def link(self, kept: Person, other: Person, link: str, clashes: Callable[[Sequence[PersonId]], bool]) -> None:
        """Link the self `other`, and all that lead to it, to `kept`. Raises LinkingError and StoreTrouble.

        `clashes`: tells whether these ids can't be one person. If it was interrupted, a second call finishes it.
        """
        if not await self._store.claim_note(LOCK, "all", b"", LOCKED):
            raise LinkingError("linking-busy")
        try:
            await self._link(kept, other, link, clashes)
        finally:
            await self._store.drop_note(LOCK, "all")
            self.forget(kept.id, other.id)

    async def _link(
        self, kept: Person, other: Person, link: str, clashes: Callable[[Sequence[PersonId]], bool]
    ) -> None:
        if await self._leads(kept.id) is not None or await self._leads(other.id) not in {None, Leads(kept.id, link)}:
            raise LinkingError("linking-changed")
        mine, theirs = await self._stored(kept.id), await self._stored(other.id)
        since = self._store.clock.now()
        new = [Self(one.id, one.name, f"{link}-{number}", since) for number, one in enumerate(theirs)]
        new = [Self(other.id, other.name, link, since), *new]
        ids = {one.id for one in mine}
        after = (*mine, *(one for one in new if one.id not in ids))
        if len(after) > MOST_SELVES or clashes([kept.id, *(one.id for one in after)]):
            raise LinkingError("linking-clash")
        for one in new:
            if await self._store.seats_of(one.id):
                raise LinkingError("linking-seated")
        await self._store.put_note(SELVES, kept.id, msgspec.json.encode(after), None)
        for one in reversed(new):  # the self that asked comes last: until then it can ask again
            await self._store.put_note(SELF, one.id, msgspec.json.encode(Leads(kept.id, one.link)), None)
        await self._store.drop_note(SELVES, other.id)

    async def part(self, one: PersonId, person: PersonId, by: Heard) -> bool:
        """Make a self independent again, with nothing but its name; return False if it was no self of this person.

        All it had stays with the person. `by`: the message that asks for it, which is taken with it. Raises
        LinkingError and StoreTrouble. It is safe to repeat after a crash.
        """
        if not await self._store.claim_note(LOCK, "all", b"", LOCKED):
            raise LinkingError("linking-busy")
        try:
            leads, stored = await self._leads(one), await self._stored(person)
            rest = tuple(other for other in stored if other.id != one)
            if (leads is None or leads.person != person) and rest == stored:
                return False
            known = msgspec.json.encode(rest)
            if leads is not None and leads.person == person:  # it must never lead to a person who does not list it
                await self._store.exchange_notes(by, (SELF, one), SELVES, person, known)
            else:
                await self._store.put_note(SELVES, person, known, None, by=by)
            self.forget(person, one)
            return True
        finally:
            await self._store.drop_note(LOCK, "all")

    def forget(self, *ids: PersonId) -> None:
        """Drop these from the cache, here and in other processes."""
        for one in ids:
            self._drop(one)
            self._store.news.tell(CHANGED, one, one.encode())

    def _drop(self, one: PersonId) -> None:
        self.persons.drop(one)
        for other in self.others.last(one) or ():
            self.persons.drop(other.id)
        self.others.drop(one)

    # What they have at a venue

    async def join_at(self, person: PersonId, venue: VenueId) -> None:
        """Join what a person's other selves have at a venue to what the person has, once a linking. Raises
        StoreTrouble.

        Of two welcomes one goes back to the bank, as far as it is left, since each person gets only one.
        """
        for one in self.others.good(person) or await self.of(person):
            if (venue, one.link) in self._joined:
                continue
            if await self._leads(one.id) != Leads(person, one.link):
                continue  # the linking was interrupted, and is not valid yet
            await self._join_purse(person, one, venue)
            if await self._store.games_count(venue, person=one.id):
                await self._store.join_played(venue, one.id, person, one.since)
            self._joined[venue, one.link] = None

    async def _join_purse(self, person: PersonId, one: Self, venue: VenueId) -> None:
        purse = f"purse:{one.id}"
        balance = await self._store.balance(venue, purse)
        if not balance:
            return
        back = min(balance, START_OF_PURSE)
        moved = [
            welcome_gift(person),
            Transfer(purse, "bank", back, "joined-welcome", once=f"joined-welcome:{one.link}"),
        ]
        if balance > back:
            moved.append(Transfer(purse, f"purse:{person}", balance - back, "joined", once=f"joined:{one.link}"))
        await self._store.transfer(venue, tuple(moved))
        # This came after the first joining: a table paid back, or staff corrected the purse under an old name.
        if rest := await self._store.balance(venue, purse):
            await self._store.transfer(venue, (Transfer(purse, f"purse:{person}", rest, "joined"),))
