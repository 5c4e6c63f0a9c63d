"""Keep what stays of somebody who was forgotten, or parted from the person they were: what they can't have a second
time, and the limit that they set themselves.

It stands under a keyed hash of their id, so that whoever reads the store finds nobody in it, and it is found again by
whoever comes back alone. The key is made from the operator's key file.
"""

import contextlib
import hashlib
import hmac
import time
from collections.abc import Callable
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

TOMBSTONE: Final = "tombstone"
LABEL: Final = b"potluck/tombstone/1"
TRUSTED: Final = 60.0
MOST_KEPT: Final = 20_000
DAILY: Final = ("refill", "allowance")
"""What the bank gives once a day."""


class Tombstone(Struct, frozen=True, omit_defaults=True):
    """What somebody has had, wherever it was: a welcome; until the end of the UTC day of `day` what comes once a day.

    `day`: days since the epoch; 0: nothing. `limit`: what they allowed themselves. `had`: False where it is for the
    limit alone, of whoever stays who they are.
    """

    day: int = 0
    limit: OwnLimit = NO_LIMIT
    had: bool = True


NOBODYS: Final = Tombstone(-1)
"""What is kept ready of somebody who has none."""
_TOMBSTONE: Final = msgspec.json.Decoder(Tombstone)


class Tombstones:
    """Put tombstones up, and keep whoever comes back to them. Each raises StoreTrouble; `clock` in seconds."""

    def __init__(self, store: Store, keys: Keys, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._key = hmac.digest(keys.key(min(keys.numbers)), LABEL, "sha256")
        self._kept: ExpiringCache[Tombstone] = ExpiringCache(MOST_KEPT, TRUSTED, clock)
        self._spent: LRUCache[tuple[PersonId, VenueId, int], None] = LRUCache(MOST_KEPT)

    def name_of(self, person: PersonId) -> str:
        """Return the keyed hash of an id."""
        return hmac.new(self._key, person.encode(), hashlib.sha256).hexdigest()[:32]

    def at_hand(self, person: PersonId) -> bool:
        """Tell whether it is known already if somebody has a tombstone."""
        return self._kept.good(person) is not None

    async def of(self, person: PersonId) -> Tombstone | None:
        """Return somebody's tombstone, at most a minute old; None: they have none."""
        found = self._kept.good(person)
        if found is None:
            content = await self._store.note(TOMBSTONE, self.name_of(person))
            found = self._kept.keep(person, NOBODYS if content is None else _TOMBSTONE.decode(content))
        return None if found == NOBODYS else found

    async def looked_up(self, person: PersonId) -> None:
        """Have somebody's tombstone at hand, if the store says it. Never raises."""
        with contextlib.suppress(StoreTrouble):
            await self.of(person)

    async def put(self, person: PersonId, limit: OwnLimit, *, day: int = 0, had: bool = True) -> None:
        """Put up a tombstone; of a limit that stands on one already and of this one the stricter holds."""
        self._kept.drop(person)
        before = await self.of(person) or Tombstone(had=False)
        after = Tombstone(max(day, before.day), strictest([limit, before.limit]), had or before.had)
        await self._write(person, after)

    async def lift(self, person: PersonId) -> None:
        """Take the limit off a tombstone: it stands with the person again."""
        found = await self.of(person)
        if found is not None and found.limit != NO_LIMIT:
            await self._write(person, replace(found, limit=NO_LIMIT))

    async def _write(self, person: PersonId, tombstone: Tombstone) -> None:
        await self._store.put_note(TOMBSTONE, self.name_of(person), msgspec.json.encode(tombstone))
        self._kept.keep(person, tombstone)

    async def keep_to(self, person: PersonId, venue: VenueId) -> None:
        """Let the bank give somebody nothing there that it has given them before, whoever they were then."""
        found = await self.of(person)
        key = person, venue, 0 if found is None else found.day
        if found is None or not found.had or key in self._spent:
            return
        had = [once_a_person("welcome", person)]
        if found.day == self._store.clock.now() // DAY:
            had += [once_a_day(cause, person, found.day) for cause in DAILY]
        await self._store.spend(venue, had)
        self._spent[key] = None
