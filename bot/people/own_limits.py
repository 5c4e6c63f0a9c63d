"""What people allow themselves at tables for purses: kept to under whichever self, in all communities together."""

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
"""So many entries of a purse are looked at for one day; more, where it takes more."""
SitsAt = Callable[[PersonId], Awaitable[Sequence[Session]]]
"""Gives the open tables where somebody sits."""
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


class Visit(NamedTuple):
    """One visit to a table: what was brought there and what was taken away. `at`: its last entry. `back`: it is over;
    one that took nothing away has no entry of its end.
    """

    table: str
    at: int
    brought: int
    took: int = 0
    back: bool = False


_HELD: Final = msgspec.json.Decoder(Held)


class OwnLimits:
    """Keep people to what they allow themselves. Each raises StoreTrouble."""

    def __init__(self, store: Store, selves: Selves, tombstones: Tombstones, sits_at: SitsAt) -> None:
        self._store, self._selves, self._tombstones, self._sits_at = store, selves, tombstones, sits_at
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
            stack, lost = stack_of_a_seat(session), await self.lost_in_a_day(person)
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

    async def lost_in_a_day(self, person: PersonId) -> int:
        """Return what somebody has brought to tables in the last 24 hours, wherever, less what they took away; what
        still lies before them counts, whenever they brought it.
        """
        since, lost = self._store.clock.now() - DAY, 0
        for one in await self._ids(person):
            sits = await self._sits_at(one)
            for venue in await self._store.purse_venues(one):
                seated = {session.table for session in sits if session.venue == venue}
                lost += lost_by(await self._visits(one, venue, since, seated), since, seated)
        return lost

    async def _visits(self, person: PersonId, venue: str, since: int, seated: Collection[str]) -> list[Visit]:
        """Return somebody's last visits to tables, with all that count from `since` on."""
        account, count = f"purse:{person}", FIRST_ENTRIES
        while True:
            entries = await self._store.ledger(venue, account, count)
            found = visits(entries, account)
            whole = all(one.brought for one in found if one.at > since) and set(seated) <= {one.table for one in found}
            if len(entries) < count or (whole and entries[-1].at <= since):
                return found
            count *= 4


def visits(entries: Sequence[Entry], account: str) -> list[Visit]:
    """Return the visits to tables of which these entries tell, the newest of which stands first."""
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
    """Return what visits cost that ended, or began and brought nothing back, after `since`; and those under way."""
    last = {one.table: one for one in found}
    under_way = [last[table] for table in seated if table in last and not last[table].back]
    counted = [one for one in found if one.at > since or any(one is now for now in under_way)]
    return sum(one.brought - one.took for one in counted)
