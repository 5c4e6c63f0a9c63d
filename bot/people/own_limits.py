"""What people allow themselves at tables for purses: the most that they lose on one day, and a pause.

Less is allowed at once, more a week later; a pause is never shortened. So nobody lifts a limit in the heat of a game.
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.people.selves import Selves
from bot.ports.ids import PersonId, VenueId
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.stacks import DAY, stack_of_a_seat
from persistence import Entry, Heard, Store, StoreTrouble

KIND: Final = "own-limit"
WEEK: Final = 7 * DAY
ENTRIES: Final = 2000
"""Entries of a purse that are looked at for one day."""
AT_TABLES: Final = frozenset({"buy-in", "paid-back"})
TRIES: Final = 5


class OwnLimit(Struct, frozen=True):
    """The most that may be lost on one day (`loss`), which becomes `later` at `later_at`; no purse table until
    `paused_until`. Times in ms; a loss of 0 is no limit.
    """

    loss: int = 0
    later: int = 0
    later_at: int = 0
    paused_until: int = 0

    def at(self, now: int) -> "OwnLimit":
        """Return the limit with what has come true by then."""
        return replace(self, loss=self.later, later=0, later_at=0) if 0 < self.later_at <= now else self

    def lowered_to(self, loss: int, now: int) -> "OwnLimit":
        """Return the limit with another loss: a lower one at once, a higher one or none (0) in a week."""
        if loss and (not self.loss or loss <= self.loss):
            return replace(self, loss=loss, later=0, later_at=0)
        return replace(self, later=loss, later_at=now + WEEK) if self.loss else self

    def paused(self, until: int) -> "OwnLimit":
        return replace(self, paused_until=max(self.paused_until, until))


NONE: Final = OwnLimit()
_LIMIT: Final = msgspec.json.Decoder(OwnLimit)


class OwnLimits:
    """Keep people to what they allow themselves, under whichever self. Each raises StoreTrouble."""

    def __init__(self, store: Store, selves: Selves) -> None:
        self._store, self._selves = store, selves

    async def of(self, person: PersonId) -> OwnLimit:
        """Return the limit that holds now: of several selves who became one, the strictest."""
        ids, now = (person, *(one.id for one in await self._selves.of(person))), self._store.clock.now()
        return strictest([decoded(await self._store.note(KIND, one)).at(now) for one in ids])

    async def change(self, person: PersonId, by: Heard, alter: Callable[[OwnLimit], OwnLimit]) -> OwnLimit:
        """Change somebody's limit. `by`: the message that says so."""
        own = await self.of(person)  # what another self allowed itself binds this one from now on
        for _ in range(TRIES):
            content = await self._store.note(KIND, person)
            before = strictest([decoded(content).at(self._store.clock.now()), own])
            after = alter(before)
            if await self._store.replace_note(KIND, person, content, msgspec.json.encode(after), by):
                return after
        raise StoreTrouble("busy", "a limit changes faster than it can be read")

    async def check(self, session: Session, person: PersonId) -> None:
        """Raise Refused where somebody may not sit down at a table for purses: paused, or it could cost too much."""
        if session.options.money != "purse":
            return
        limit, now = await self.of(person), self._store.clock.now()
        if limit.paused_until > now:
            raise Refused("own-pause", days=-(-(limit.paused_until - now) // DAY))
        if limit.loss:
            stack, lost = stack_of_a_seat(session), await self.lost_today(session.venue, person)
            if lost + stack > limit.loss:
                raise Refused("own-limit", stack=stack, lost=max(0, lost), limit=limit.loss)

    async def lost_today(self, venue: VenueId, person: PersonId) -> int:
        """Return what somebody has brought to tables here since midnight (UTC), less what they took away."""
        account, midnight = f"purse:{person}", self._store.clock.now() // DAY * DAY
        return lost_since(midnight, await self._store.ledger(venue, account, ENTRIES), account)


def lost_since(when: int, entries: Sequence[Entry], account: str) -> int:
    """Return what went from an account to tables since then, less what came back."""
    at_tables = [entry for entry in entries if entry.at >= when and entry.cause in AT_TABLES]
    return sum(entry.amount if entry.source == account else -entry.amount for entry in at_tables)


def strictest(limits: Sequence[OwnLimit]) -> OwnLimit:
    """Return the lowest loss of several limits, and the longest pause."""
    lowest = min(limits, key=lambda one: one.loss or float("inf"), default=NONE)
    return replace(lowest, paused_until=max((one.paused_until for one in limits), default=0))


def decoded(content: bytes | None) -> OwnLimit:
    return NONE if content is None else _LIMIT.decode(content)
