"""Money: accounts, the ledger, and counters."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

from persistence import wire
from persistence.commits import Entry, Idle, Seen, Short, Transfer
from persistence.face import A_PAGE, Face, pairs
from persistence.keys import venue_keys
from persistence.scripts import CLOSE, TRANSFER

LEDGER_PAGE: Final = 200
"""How many entries of the ledger are read at a time: each is looked up by its number."""


class Money(Face):
    """Amounts are whole suckers; all accounts of a venue sum to 0."""

    async def balance(self, venue: str, account: str) -> int | None:
        """Return the balance of an account; None if it was never used."""
        amount = await self.pipe.read("HGET", venue_keys(venue).purses, wire.check_account(account))
        return None if amount is None else int(amount)

    async def transfer(self, venue: str, transfers: tuple[Transfer, ...]) -> dict[str, int] | Short:
        """Move money outside of any table: all of it or, if an account can't pay, nothing (Short). Return the balances.

        After a pending StoreTrouble only a transfer with `once` may be repeated, for nothing else tells whether it was
        done.
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
        """Move money for a message, and take the message in the same step; Seen: it was taken before.

        `audit`: entries for the venue's audit log. `counters`: of the venue, each raised by one. A message from another
        venue is first bound to this one (`bind`).
        """
        call = wire.transfer_call(venue, transfers, self._given_time(), (message,), audit, counters)
        reply = await self.pipe.run(TRANSFER, call.keys, call.arguments, confirmed=True)
        return wire.balances(transfers, reply) or wire.seen(reply) or wire.refusal(reply)

    async def is_spent(self, venue: str, once: str) -> bool:
        """Tell whether a transfer with this key (`Transfer.once`) was done."""
        return bool(await self.pipe.read("SISMEMBER", venue_keys(venue).once, once))

    async def spent(self, venue: str, once: Sequence[str]) -> set[str]:
        """Return those of these keys (`Transfer.once`) by which a transfer was done."""
        if not once:
            return set()
        found = await self.pipe.read("SMISMEMBER", venue_keys(venue).once, *once)
        return {key for key, is_spent in zip(once, found, strict=True) if is_spent}

    async def spend(self, venue: str, once: Sequence[str]) -> None:
        """Mark these keys (`Transfer.once`) as used, so that transfers with them are skipped."""
        await self.pipe.write("SADD", venue_keys(venue).once, *once)

    async def ledger(self, venue: str, account: str | None = None, count: int = 50) -> list[Entry]:
        """Return entries of the ledger, the newest first. Two round trips for one account."""
        keys = venue_keys(venue)
        if account is None:
            lines = await self.pipe.read("LRANGE", keys.ledger, -count, -1)
        else:
            numbers = await self.pipe.read("LRANGE", keys.entries(wire.check_account(account)), -count, -1)
            lines = await self.pipe.read_all([("LINDEX", keys.ledger, number) for number in numbers])
        return [wire.entry(line) for line in reversed(lines) if line]

    async def ledger_pages(self, venue: str, account: str, most: int) -> AsyncIterator[list[Entry]]:
        """Yield the last entries of an account, at most `most`, in pages, the newest first."""
        keys = venue_keys(venue)
        numbers = await self.pipe.read("LRANGE", keys.entries(wire.check_account(account)), -most, -1)
        for start in range(len(numbers), 0, -LEDGER_PAGE):
            page = reversed(numbers[max(0, start - LEDGER_PAGE) : start])
            lines = await self.pipe.read_all([("LINDEX", keys.ledger, number) for number in page])
            yield [wire.entry(line) for line in lines if line]

    async def folded_pages(self, venue: str) -> AsyncIterator[dict[tuple[str, str, str, str], int]]:
        """Yield the sums of folded entries in pages; one may come twice."""
        async for found in self._walked("HSCAN", venue_keys(venue).folded, page=LEDGER_PAGE):
            yield {wire.sum_of(field): int(amount) for field, amount in pairs(found).items()}

    async def folded(self, venue: str) -> dict[tuple[str, str, str, str], int]:
        """Return the sums of entries that were folded, by month, source, target and cause."""
        found = pairs(await self.pipe.read("HGETALL", venue_keys(venue).folded))
        return {wire.sum_of(field): int(amount) for field, amount in found.items()}

    async def accounts(self, venue: str) -> dict[str, int]:
        """Return the balances of all accounts of a venue. Their sum is always 0."""
        amounts = pairs(await self.pipe.read("HGETALL", venue_keys(venue).purses))
        return {name: int(amount) for name, amount in amounts.items()}

    async def idle(self, venue: str, accounts: str, before: int) -> AsyncIterator[Idle]:
        """Yield the accounts whose names fit a pattern, and which had no entry since this time (ms)."""
        keys = venue_keys(venue)
        async for found in self._walked("HSCAN", keys.purses, page=A_PAGE, fitting=accounts):
            balances = {name: int(amount) for name, amount in pairs(found).items()}
            lasts = await self.pipe.read_all([("LINDEX", keys.entries(name), -1) for name in balances])
            lines = await self.pipe.read_all([("LINDEX", keys.ledger, last or 0) for last in lasts])
            for (name, balance), last, line in zip(balances.items(), lasts, lines, strict=True):
                if last is not None and line and wire.entry(line).at < before:
                    yield Idle(name, balance, int(last))

    async def close_account(self, venue: str, found: Idle, cause: str, once: Sequence[str] = ()) -> bool:
        """Pay what an account holds to the bank, by an entry, and drop it; False: it was used since it was found.

        `once`: keys of transfers (`Transfer.once`) that are forgotten with it.
        """
        call = wire.closing_call(venue, found, cause, self._given_time(), once)
        return bool(await self.pipe.run(CLOSE, call.keys, call.arguments, confirmed=True))

    async def counter(self, venue: str, name: str) -> int:
        return int(await self.pipe.read("HGET", venue_keys(venue).counters, name) or 0)
