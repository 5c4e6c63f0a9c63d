"""Keep people to their own limits at tables for purses, under all their selves and over all communities."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final, NamedTuple

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
"""How many entries of a purse are read at first for one day; more are read if need be."""
SitsAt = Callable[[PersonId], Awaitable[Sequence[Session]]]
"""A function that returns the open tables where a person sits."""
AT_TABLES: Final = frozenset({"buy-in", "paid-back"})
TRIES: Final = 5
SITTING: Final = "own-limit-seat"
SITTING_DOWN: Final = 4
"""Seconds during which a person with a limit may sit down at only one table, since the buy-in is not stored yet."""
LAST_OF_TABLE: Final = 200
"""How many entries of a table's stake are searched for a person who has just sat down."""
MOST_KEPT: Final = 20_000


class Held(Struct, frozen=True):
    """The table at which a person with a limit is sitting down, since when (ms)."""

    at: int
    venue: str
    table: str


class Visit(NamedTuple):
    """A visit to a table: what was brought there and what was taken away. `at`: its last entry. `back`: it is over.

    If nothing was taken away, there is no entry for its end.
    """

    table: str
    at: int
    brought: int
    took: int = 0
    back: bool = False


_HELD: Final = msgspec.json.Decoder(Held)


class OwnLimits:
    """Keep people to their own limits. All methods may raise StoreTrouble."""

    def __init__(self, store: Store, selves: Selves, tombstones: Tombstones, sits_at: SitsAt) -> None:
        self._store, self._selves, self._tombstones, self._sits_at = store, selves, tombstones, sits_at
        self._noted: LRUCache[tuple[PersonId, VenueId, int], None] = LRUCache(MOST_KEPT)

    async def of(self, person: PersonId) -> OwnLimit:
        """Return the limit that holds now: the strictest of all selves, and of who the person was before."""
        now, before = self._store.clock.now(), await self._tombstones.of(person)
        limits = [decoded(await self._store.note(KIND, one)) for one in await self._ids(person)]
        limits += [] if before is None else [before.limit]
        return strictest([one.at(now) for one in limits])

    async def _ids(self, person: PersonId) -> tuple[PersonId, ...]:
        return (person, *(one.id for one in await self._selves.of(person)))

    async def change(self, person: PersonId, by: Heard, alter: Callable[[OwnLimit], OwnLimit]) -> OwnLimit:
        """Change a person's limit. `by`: the message that says so."""
        own = await self.of(person)  # from now on this self is bound by the limits of its other selves
        for _ in range(TRIES):
            content = await self._store.note(KIND, person)
            after = alter(strictest([decoded(content).at(self._store.clock.now()), own]))
            if await self._store.replace_note(KIND, person, content, msgspec.json.encode(after), by):
                await self._fold(person)
                return after
        raise StoreTrouble("busy", "a limit changes faster than it can be read")

    async def _fold(self, person: PersonId) -> None:
        """Make the person's own limit the only one, since all others are included in it by now."""
        for one in (await self._ids(person))[1:]:
            await self._store.drop_note(KIND, one)
        await self._tombstones.lift(person)

    async def bind_apart(self, person: PersonId, one: PersonId) -> None:
        """Bind a self that is unlinked by the limit of its person, and the person by the self's limit.

        The self gets no second welcome anywhere; the person still gets one where they never had it.
        """
        limit = await self.of(person)
        await self._tombstones.put(one, limit, self_of=person)
        await self._tombstones.put(person, limit, had=False)

    async def check(self, session: Session, person: PersonId) -> None:
        """Raise Refused if a person may not sit down at a table for purses: in a pause, or if it may cost too much."""
        if session.options.money != "purse":
            return
        now = self._store.clock.now()
        await self._note_venue(person, session.venue, now // DAY)
        limit = await self.of(person)
        if limit.paused_until > now:
            raise Refused("own-pause", days=-(-(limit.paused_until - now) // DAY))
        if limit.loss:
            await self._hold(session, person, now)
            stack, lost = stack_of_a_seat(session), await self.lost_in_a_day(person)
            if lost + stack > limit.loss:
                await self._store.drop_note(SITTING, person)
                raise Refused("own-limit", stack=stack, lost=max(0, lost), limit=limit.loss)

    async def _note_venue(self, person: PersonId, venue: VenueId, day: int) -> None:
        """Note, once a day, that a person plays for purses in this venue."""
        if (person, venue, day) not in self._noted:
            await self._store.note_purse_venue(person, venue)
            self._noted[person, venue, day] = None

    async def _hold(self, session: Session, person: PersonId, now: int) -> None:
        """Refuse to seat a person with a limit at two tables at once, since each alone might be within it."""
        held = Held(now, session.venue, session.table)
        content = msgspec.json.encode(held)
        if await self._store.claim_note(SITTING, person, content, SITTING_DOWN):
            return
        before = await self._store.note(SITTING, person)
        if before is not None and await self._under_way(_HELD.decode(before), person, held):
            raise Refused("own-limit-busy", seconds=SITTING_DOWN)
        await self._store.put_note(SITTING, person, content, SITTING_DOWN)

    async def _under_way(self, before: Held, person: PersonId, now: Held) -> bool:
        """Tell whether a person's buy-in at another table is not in the ledger yet."""
        if (before.venue, before.table) == (now.venue, now.table):
            return False
        entries = await self._store.ledger(before.venue, f"stake:{before.table}", LAST_OF_TABLE)
        return all(one.source != f"purse:{person}" or one.at < before.at for one in entries)

    async def lost_in_a_day(self, person: PersonId) -> int:
        """Return what a person has brought to all tables in the last 24 hours, less what they took away.

        What is still in their stacks counts as brought, even if it was earlier.
        """
        since, lost = self._store.clock.now() - DAY, 0
        for one in await self._ids(person):
            sits = await self._sits_at(one)
            for venue in await self._store.purse_venues(one):
                seated = {session.table for session in sits if session.venue == venue}
                lost += lost_by(await self._visits(one, venue, since, seated), since, seated)
        return lost

    async def _visits(self, person: PersonId, venue: str, since: int, seated: Collection[str]) -> list[Visit]:
        """Return a person's last visits to tables, including all that count from `since` on."""
        account, count = f"purse:{person}", FIRST_ENTRIES
        while True:
            entries = await self._store.ledger(venue, account, count)
            found = visits(entries, account)
            whole = all(one.brought for one in found if one.at > since) and set(seated) <= {one.table for one in found}
            if len(entries) < count or (whole and entries[-1].at <= since):
                return found
            count *= 4


def visits(entries: Sequence[Entry], account: str) -> list[Visit]:
    """Return the visits to tables according to these entries, the newest of which come first."""
    found: list[Visit] = []
    under_way: dict[str, Visit] = {}
    for entry in (one for one in reversed(entries) if one.cause in AT_TABLES):
        goes = entry.source == account
        table = (entry.target if goes else entry.source).removeprefix("stake:")
        before = under_way.pop(table, None)
        if goes:
            found += [] if before is None else [before]
            under_way[table] = Visit(table, entry.at, entry.amount)
        else:
            found.append(Visit(table, entry.at, 0 if before is None else before.brought, entry.amount, back=True))
    return [*found, *under_way.values()]


def lost_by(found: Sequence[Visit], since: int, seated: Collection[str]) -> int:
    """Return the cost of the visits that ended after `since`, or began then and brought nothing back, or go on."""
    last = {one.table: one for one in found}
    under_way = [last[table] for table in seated if table in last and not last[table].back]
    counted = [one for one in found if one.at > since or any(one is now for now in under_way)]
    return sum(one.brought - one.took for one in counted)
