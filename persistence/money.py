"""Money: accounts, the ledger, and counters."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

from persistence import wire
from persistence.commits import Entry, Seen, Short, Transfer
from persistence.face import Face, pairs
from persistence.keys import venue_keys
from persistence.scripts import TRANSFER

LEDGER_PAGE: Final = 200
"""So many entries of the ledger are read at a time: each is looked for by its number."""


class Money(Face):
    """Whole suckers; the accounts of a venue sum to 0."""

    async def balance(self, venue: str, account: str) -> int | None:
        """Return the balance of an account; None: it was never used."""
        amount = await self.pipe.read("HGET", venue_keys(venue).purses, wire.check_account(account))
        return None if amount is None else int(amount)

    async def transfer(self, venue: str, transfers: tuple[Transfer, ...]) -> dict[str, int] | Short:
        """
        Move money without a table: all of it or, if an account can't pay, nothing (Short). Return the balances.

        After a pending StoreTrouble only a transfer with `once` may be repeated: nothing else tells it was done.
        """
        if not transfers:
            return {}
        call = wire.transfer_call(venue, transfers, self._given_time())
        reply = await self.pipe.run(TRANSFER, call.keys, call.arguments, confirmed=True)
        return wire.balances(transfers, reply) or wire.refusal(reply)

    async def transfer_for(
        self,
        message: str,
        venue: str,
        transfers: tuple[Transfer, ...],
        audit: Sequence[bytes] = (),
        counters: Sequence[str] = (),
    ) -> dict[str, int] | Short | Seen:
        """Move money as a message wants it, and take that message in the same step; Seen: it was taken before.

        `audit`: entries for the venue's audit log; `counters`: of the venue, which each go up by one. A message of
        another venue is bound to this one before (`bind`).
        """
        call = wire.transfer_call(venue, transfers, self._given_time(), (message,), audit, counters)
        reply = await self.pipe.run(TRANSFER, call.keys, call.arguments, confirmed=True)
        return wire.balances(transfers, reply) or wire.seen(reply) or wire.refusal(reply)

    async def is_spent(self, venue: str, once: str) -> bool:
        """Tell whether a transfer with this key (`Transfer.once`) was done."""
        return bool(await self.pipe.read("SISMEMBER", venue_keys(venue).once, once))

    async def spend(self, venue: str, once: Sequence[str]) -> None:
        """Let transfers with these keys (`Transfer.once`) be done already."""
        await self.pipe.write("SADD", venue_keys(venue).once, *once)

    async def ledger(self, venue: str, account: str | None = None, count: int = 50) -> list[Entry]:
        """Return entries of the ledger, the newest first. For one account: two round trips."""
        keys = venue_keys(venue)
        if account is None:
            lines = await self.pipe.read("LRANGE", keys.ledger, -count, -1)
        else:
            numbers = await self.pipe.read("LRANGE", keys.entries(wire.check_account(account)), -count, -1)
            lines = await self.pipe.read_all([("LINDEX", keys.ledger, number) for number in numbers])
        return [wire.entry(line) for line in reversed(lines) if line]

    async def ledger_pages(self, venue: str, account: str, most: int) -> AsyncIterator[list[Entry]]:
        """Yield the last entries of an account, at `most` so many, a page at a time, the newest first."""
        keys = venue_keys(venue)
        numbers = await self.pipe.read("LRANGE", keys.entries(wire.check_account(account)), -most, -1)
        for start in range(len(numbers), 0, -LEDGER_PAGE):
            page = reversed(numbers[max(0, start - LEDGER_PAGE) : start])
            lines = await self.pipe.read_all([("LINDEX", keys.ledger, number) for number in page])
            yield [wire.entry(line) for line in lines if line]

    async def folded_pages(self, venue: str) -> AsyncIterator[dict[tuple[str, str, str, str], int]]:
        """Yield the sums of folded entries a page at a time; one may come twice."""
        async for found in self._walked("HSCAN", venue_keys(venue).folded, page=LEDGER_PAGE):
            yield {wire.sum_of(field): int(amount) for field, amount in pairs(found).items()}

    async def folded(self, venue: str) -> dict[tuple[str, str, str, str], int]:
        """Return the sums of entries that were folded, by month, source, target and cause."""
        found = pairs(await self.pipe.read("HGETALL", venue_keys(venue).folded))
        return {wire.sum_of(field): int(amount) for field, amount in found.items()}

    async def accounts(self, venue: str) -> dict[str, int]:
        """Return every account of a venue. The sum is always 0."""
        amounts = pairs(await self.pipe.read("HGETALL", venue_keys(venue).purses))
        return {name: int(amount) for name, amount in amounts.items()}

    async def counter(self, venue: str, name: str) -> int:
        return int(await self.pipe.read("HGET", venue_keys(venue).counters, name) or 0)
