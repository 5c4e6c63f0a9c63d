"""Gifts from purse to purse, with a daily limit for giving and for receiving (threats T4, T5).

Nobody can collect the welcomes of many selves in one purse: newcomers can't give, and nobody receives more in a day
than the venue allows, from however many givers.
"""

import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Final

from bot.people.flows import GIFT
from bot.ports.ids import PersonId, VenueId
from bot.table.change import Refused
from bot.table.stacks import DAY, welcome_gift
from persistence import Entry, Heard, Seen, Short, Store, Transfer

FEWEST_GAMES: Final = 5
"""How many games a person must have finished here before they can give."""
ENTRIES: Final = 2000
LOCK: Final = "gift"
LOCKED: Final = 5


class Gifts:
    """Give suckers. All methods may raise StoreTrouble."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def give(self, by: Heard, giver: PersonId, receiver: PersonId, amount: int, limit: int) -> int | Seen:
        """Give suckers as the message `by` asks, and return the giver's new balance; Seen: it was done before.

        `limit`: the most that anybody may give, or receive, in one day. Raises Refused, and nothing is given.
        """
        venue = VenueId(by.venue)
        if giver == receiver:
            raise Refused("gift-yourself")
        if len(await self._store.records(venue, FEWEST_GAMES, person=giver)) < FEWEST_GAMES:
            raise Refused("gift-newcomer", games=FEWEST_GAMES)
        async with self._held(giver, receiver):
            given, got = await self._today(venue, giver), await self._today(venue, receiver)
            if given[0] + amount > limit:
                raise Refused("gift-too-much", limit=limit, left=max(0, limit - given[0]))
            if got[1] + amount > limit:
                raise Refused("gift-too-much-got", limit=limit, left=max(0, limit - got[1]))
            source = f"purse:{giver}"
            gift = Transfer(source, f"purse:{receiver}", amount, GIFT)
            balances = await self._store.transfer_for(by.id, venue, (welcome_gift(giver), gift))
        if isinstance(balances, Short):
            raise Refused("gift-not-there", balance=balances.balance)
        return balances if isinstance(balances, Seen) else balances.get(source, 0)

    async def _today(self, venue: VenueId, person: PersonId) -> tuple[int, int]:
        """Return what a person has given and received since midnight (UTC)."""
        account, midnight = f"purse:{person}", self._store.clock.now() // DAY * DAY
        return since(midnight, await self._store.ledger(venue, account, ENTRIES), account)

    @contextlib.asynccontextmanager
    async def _held(self, *people: PersonId) -> AsyncIterator[None]:
        """Lock other gifts by or to these people. Raises Refused if they are locked already."""
        held: list[PersonId] = []
        try:
            for one in sorted(people):
                if not await self._store.claim_note(LOCK, one, b"", LOCKED):
                    raise Refused("gift-busy")
                held.append(one)
            yield
        finally:
            for one in held:
                await self._store.drop_note(LOCK, one)


def since(when: int, entries: Sequence[Entry], account: str) -> tuple[int, int]:
    """Return what an account has given and received since then."""
    gifts = [entry for entry in entries if entry.at >= when and entry.cause == GIFT]
    given = sum(entry.amount for entry in gifts if entry.source == account)
    return given, sum(entry.amount for entry in gifts if entry.target == account)
