"""What people allow themselves at tables for purses: kept to under whichever self, in all communities together."""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from cachetools import LRUCache
from msgspec import Struct

from bot.people.own_limit import OwnLimit, decoded, strictest
from bot.people.selves import Selves
from bot.people.tombstones import Tombstones
from bot.ports.ids import PersonId, VenueId
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.stacks import DAY, stack_of_a_seat
from persistence import Entry, Heard, Store, StoreTrouble

KIND: Final = "own-limit"
FIRST_ENTRIES: Final = 200
"""So many entries of a purse are looked at for one day; more, where these are all of today."""
AT_TABLES: Final = frozenset({"buy-in", "paid-back"})
TRIES: Final = 5
SITTING: Final = "own-limit-seat"
SITTING_DOWN: Final = 4
"""Seconds for which whoever has a limit sits down at one table alone: what they bring there is not stored yet."""
LAST_OF_TABLE: Final = 200
"""Entries of a table's stake in which somebody who has just sat down is found."""
MOST_KEPT: Final = 20_000


class Held(Struct, frozen=True):
    """The table at which somebody with a limit is sitting down, since when (ms)."""

    at: int
    venue: str
    table: str


_HELD: Final = msgspec.json.Decoder(Held)


class OwnLimits:
    """Keep people to what they allow themselves. Each raises StoreTrouble."""

    def __init__(self, store: Store, selves: Selves, tombstones: Tombstones) -> None:
        self._store, self._selves, self._tombstones = store, selves, tombstones
        self._noted: LRUCache[tuple[PersonId, VenueId, int], None] = LRUCache(MOST_KEPT)

    async def of(self, person: PersonId) -> OwnLimit:
        """Return the limit that holds now: the strictest of several selves', and of who somebody was before."""
        now, before = self._store.clock.now(), await self._tombstones.of(person)
        limits = [decoded(await self._store.note(KIND, one)) for one in await self._ids(person)]
        limits += [] if before is None else [before.limit]
        return strictest([one.at(now) for one in limits])

    async def _ids(self, person: PersonId) -> tuple[PersonId, ...]:
        return (person, *(one.id for one in await self._selves.of(person)))

    async def change(self, person: PersonId, by: Heard, alter: Callable[[OwnLimit], OwnLimit]) -> OwnLimit:
        """Change somebody's limit. `by`: the message that says so."""
        own = await self.of(person)  # what another self allowed itself binds this one from now on
        for _ in range(TRIES):
            content = await self._store.note(KIND, person)
            after = alter(strictest([decoded(content).at(self._store.clock.now()), own]))
            if await self._store.replace_note(KIND, person, content, msgspec.json.encode(after), by):
                await self._fold(person)
                return after
        raise StoreTrouble("busy", "a limit changes faster than it can be read")

    async def _fold(self, person: PersonId) -> None:
        """Let the person's own limit be the only one: all others are in it by now."""
        for one in (await self._ids(person))[1:]:
            await self._store.drop_note(KIND, one)
        await self._tombstones.lift(person)

    async def bind_apart(self, person: PersonId, one: PersonId) -> None:
        """Bind a self that parts from the person by their limit, and the person by what the self allowed itself.

        The self gets no second welcome either, wherever it goes; the person is welcome where they never were.
        """
        limit = await self.of(person)
        await self._tombstones.put(one, limit)
        await self._tombstones.put(person, limit, had=False)

    async def check(self, session: Session, person: PersonId) -> None:
        """Raise Refused where somebody may not sit down at a table for purses: paused, or it could cost too much."""
        if session.options.money != "purse":
            return
        now = self._store.clock.now()
        await self._note_venue(person, session.venue, now // DAY)
        limit = await self.of(person)
        if limit.paused_until > now:
            raise Refused("own-pause", days=-(-(limit.paused_until - now) // DAY))
        if limit.loss:
            await self._hold(session, person, now)
            stack, lost = stack_of_a_seat(session), await self.lost_today(person)
            if lost + stack > limit.loss:
                await self._store.drop_note(SITTING, person)
                raise Refused("own-limit", stack=stack, lost=max(0, lost), limit=limit.loss)

    async def _note_venue(self, person: PersonId, venue: VenueId, day: int) -> None:
        """Note that somebody brings suckers to tables of this venue today, once a day."""
        if (person, venue, day) not in self._noted:
            await self._store.note_purse_venue(person, venue)
            self._noted[person, venue, day] = None

    async def _hold(self, session: Session, person: PersonId, now: int) -> None:
        """Let nobody with a limit sit down at two tables at once: each alone might be within it."""
        held = Held(now, session.venue, session.table)
        content = msgspec.json.encode(held)
        if await self._store.claim_note(SITTING, person, content, SITTING_DOWN):
            return
        before = await self._store.note(SITTING, person)
        if before is not None and await self._under_way(_HELD.decode(before), person, held):
            raise Refused("own-limit-busy", seconds=SITTING_DOWN)
        await self._store.put_note(SITTING, person, content, SITTING_DOWN)

    async def _under_way(self, before: Held, person: PersonId, now: Held) -> bool:
        """Tell whether what somebody brings to another table is not in the ledger yet."""
        if (before.venue, before.table) == (now.venue, now.table):
            return False
        entries = await self._store.ledger(before.venue, f"stake:{before.table}", LAST_OF_TABLE)
        return all(one.source != f"purse:{person}" or one.at < before.at for one in entries)

    async def lost_today(self, person: PersonId) -> int:
        """Return what somebody has brought to tables since midnight (UTC), wherever, less what they took away."""
        midnight, ids = self._store.clock.now() // DAY * DAY, await self._ids(person)
        lost = 0
        for one in ids:
            for venue in await self._store.purse_venues(one):
                account = f"purse:{one}"
                lost += lost_since(midnight, await self._since(midnight, venue, account), account)
        return lost

    async def _since(self, midnight: int, venue: str, account: str) -> list[Entry]:
        """Return the last entries of a purse, with all since midnight among them."""
        count = FIRST_ENTRIES
        while True:
            entries = await self._store.ledger(venue, account, count)
            if len(entries) < count or any(one.at < midnight for one in entries):
                return entries
            count *= 4


def lost_since(when: int, entries: Sequence[Entry], account: str) -> int:
    """Return what went from an account to tables since then, less what came back."""
    at_tables = [entry for entry in entries if entry.at >= when and entry.cause in AT_TABLES]
    return sum(entry.amount if entry.source == account else -entry.amount for entry in at_tables)
