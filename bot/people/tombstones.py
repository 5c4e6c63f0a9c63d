"""Tombstones: what is kept of people who were forgotten or unlinked, so that they get no gift twice and keep their
limit.

A tombstone is stored under a keyed hash of the person's id. Readers of the store can't find anybody by it; only a
returning person's id leads to it. The key is derived from the operator's key file.
"""

import contextlib
import hashlib
import hmac
import time
from collections.abc import Callable, Collection
from typing import Final

import msgspec
from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import replace

from bot.people.expiring_cache import ExpiringCache
from bot.people.own_limit import NO_LIMIT, OwnLimit, strictest
from bot.ports.ids import PersonId, VenueId
from bot.table.fairness import Keys
from bot.table.stacks import DAY, once_a_day, once_a_person
from persistence import Store, StoreTrouble

CHANGED: Final = b"tombstone-changed"
TOMBSTONE: Final = "tombstone"
LABEL: Final = b"potluck/tombstone/1"
TRUSTED: Final = 60.0
MOST_KEPT: Final = 20_000
DAILY: Final = ("refill", "allowance")
"""What the bank gives once a day."""


class Tombstone(Struct, frozen=True, omit_defaults=True):
    """Tell what a person has already got: the welcome, and until the end of the UTC day of `day` the daily gifts.

    `day`: days since the epoch; 0: no daily gifts. `limit`: the person's own limit. `had`: False if the tombstone is
    only for the limit of a person who is not forgotten. `selves_of`: the keyed hashes of those whose self this one was.
    """

    day: int = 0
    limit: OwnLimit = NO_LIMIT
    had: bool = True
    selves_of: tuple[str, ...] = ()


NOBODYS: Final = Tombstone(-1)
"""Cached for people who have no tombstone."""
_TOMBSTONE: Final = msgspec.json.Decoder(Tombstone)


class Tombstones:
    """Write tombstones, and apply them to returning people. All methods may raise StoreTrouble; `clock` in seconds."""

    def __init__(self, store: Store, keys: Keys, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._key = hmac.digest(keys.key(min(keys.numbers)), LABEL, "sha256")
        self.kept: ExpiringCache[Tombstone] = ExpiringCache(MOST_KEPT, TRUSTED, clock)
        store.news.hear(CHANGED, lambda _, person: self.kept.drop(person.decode()))
        self._spent: LRUCache[tuple[PersonId, VenueId, int], None] = LRUCache(MOST_KEPT)

    def name_of(self, person: PersonId) -> str:
        """Return the keyed hash of an id."""
        return hmac.new(self._key, person.encode(), hashlib.sha256).hexdigest()[:32]

    def at_hand(self, person: PersonId) -> bool:
        """Tell whether the answer for this person is cached, without asking the store."""
        return self.kept.good(person) is not None

    async def of(self, person: PersonId) -> Tombstone | None:
        """Return a person's tombstone, at most a minute old; None if they have none."""
        found = self.kept.good(person)
        if found is None:
            content = await self._store.note(TOMBSTONE, self.name_of(person))
            found = self.kept.keep(person, NOBODYS if content is None else _TOMBSTONE.decode(content))
        return None if found == NOBODYS else found

    async def looked_up(self, person: PersonId) -> None:
        """Read a person's tombstone into the cache, if the store is there. Never raises."""
        with contextlib.suppress(StoreTrouble):
            await self.of(person)

    async def put(
        self, person: PersonId, limit: OwnLimit, *, day: int = 0, had: bool = True, self_of: PersonId | None = None
    ) -> None:
        """Write a tombstone; if there is one, the stricter of both limits holds. `self_of`: whose self it was."""
        self.kept.drop(person)
        before = await self.of(person) or Tombstone(had=False)
        other = set() if self_of in {None, person} else {self.name_of(self_of)}
        selves_of = tuple(sorted(other.union(before.selves_of)))
        after = Tombstone(max(day, before.day), strictest([limit, before.limit]), had or before.had, selves_of)
        await self._write(person, after)

    async def names_of(self, ids: Collection[PersonId]) -> list[str]:
        """Return the keyed hashes of a person's ids, and of those whose selves they were before."""
        stones = [await self.of(one) for one in ids]
        return [*map(self.name_of, ids), *(name for stone in stones if stone for name in stone.selves_of)]

    async def lift(self, person: PersonId) -> None:
        """Remove the limit from a tombstone, as the person has it again."""
        found = await self.of(person)
        if found is not None and found.limit != NO_LIMIT:
            await self._write(person, replace(found, limit=NO_LIMIT))

    async def _write(self, person: PersonId, tombstone: Tombstone) -> None:
        await self._store.put_note(TOMBSTONE, self.name_of(person), msgspec.json.encode(tombstone))
        self.kept.keep(person, tombstone)
        self._store.news.tell(CHANGED, person, person.encode())

    async def keep_to(self, person: PersonId, venue: VenueId) -> None:
        """Keep the bank from giving a person there what it gave them under an earlier identity."""
        found = await self.of(person)
        key = person, venue, 0 if found is None else found.day
        if found is None or not found.had or key in self._spent:
            return
        had = [once_a_person("welcome", person)]
        if found.day == self._store.clock.now() // DAY:
            had += [once_a_day(cause, person, found.day) for cause in DAILY]
        await self._store.spend(venue, had)
        self._spent[key] = None
