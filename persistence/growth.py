"""What the store grows by: bytes by kind of key, and what is out of date in it."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from persistence import wire
from persistence.commits import Entry
from persistence.face import A_PAGE, Face
from persistence.keys import VenueKeys, venue_keys
from persistence.scripts import FOLD

LAST: Final = 10
"""Entries of each account that are never folded, the last ones."""
DATED: Final = re.compile(rb"(?:refill|allowance):.+:([0-9]{1,9})", re.DOTALL)
"""The key of what is given once a day; its day at the end, in days since the epoch."""


OF_A_LINE: Final = re.compile(rb"(?:gift|correct|audit):.+", re.DOTALL)
"""The key of what somebody did by one line; it has no day, for a repeat of the line after midnight must find it."""
LINE_DAYS: Final = 7
"""Days for which such a key stays after it was first found; a line is repeated for a day at most."""


class Weight(Struct, frozen=True, order=True):
    """How many bytes the keys of a kind take, and how many there are."""

    bytes: int
    keys: int
    kind: str


class Growth(Face):
    """Each method is as many round trips as there are pages."""

    async def drop_old_once(self, venue: str, before: int) -> int:
        """Drop the keys of what was given once a day, on days before this one; return how many. Done again, no harm.

        The key of what was done by a line goes `LINE_DAYS` after this found it first.
        """
        keys, dropped = venue_keys(venue), 0
        async for found in self._walked("SSCAN", keys.once, page=A_PAGE):
            old = [one for one in found if (dated := DATED.fullmatch(one)) and int(dated[1]) < before]
            old += await self._old_lines(keys, [one for one in found if OF_A_LINE.fullmatch(one)], before)
            if old:
                dropped += int(await self.pipe.write("SREM", keys.once, *old))
                await self.pipe.write("HDEL", keys.once_first, *old)
        return dropped

    async def _old_lines(self, keys: VenueKeys, lines: list[bytes], day: int) -> list[bytes]:
        """Return those that were first found long before this day; those that are new are noted with it."""
        if not lines:
            return []
        first = dict(zip(lines, await self.pipe.read("HMGET", keys.once_first, *lines), strict=True))
        new = [part for line, found in first.items() if found is None for part in (line, str(day))]
        if new:
            await self.pipe.write("HSET", keys.once_first, *new)
        return [line for line, found in first.items() if found is not None and int(found) < day - LINE_DAYS]

    async def fold(self, venue: str, before: int) -> int:
        """Fold the entries of the ledger before then (ms) into sums by month; return how many. Done again, no harm.

        Entries of a stake that is on a table stay, and the last ten of everybody.
        """
        keys, folded, start = venue_keys(venue), 0, 0
        while lines := await self.pipe.read("LRANGE", keys.ledger, start, start + A_PAGE - 1):
            entries = {number: (line, wire.entry(line)) for number, line in enumerate(lines, start) if line}
            old = {number: found for number, found in entries.items() if found[1].at < before}
            folded += await self._fold(keys, old) if old else 0
            if entries and not old:
                break
            start += A_PAGE
        return folded

    async def _fold(self, keys: VenueKeys, old: Mapping[int, tuple[bytes, Entry]]) -> int:
        names = sorted({name for _, entry in old.values() for name in (entry.source, entry.target)})
        lasts = await self.pipe.read_all([("LRANGE", keys.entries(name), -LAST, -1) for name in names])
        balances = await self.pipe.read("HMGET", keys.purses, *names)
        stays = {int(one) for name, last in zip(names, lasts, strict=True) if name != "bank" for one in last}
        staked = {
            name for name, amount in zip(names, balances, strict=True) if name.startswith("stake:") and int(amount or 0)
        }
        place = {name: number for number, name in enumerate(names, 3)}
        arguments: list[wire.Argument] = []
        for number, (line, entry) in old.items():
            if number not in stays and staked.isdisjoint((entry.source, entry.target)):
                field, accounts = wire.sum_field(entry), (place[entry.source], place[entry.target])
                arguments += [number, line, field, entry.amount, *accounts]
        if arguments:
            await self.pipe.run(FOLD, [keys.ledger, keys.folded, *map(keys.entries, names)], arguments)
        return len(arguments) // 6

    async def weights(self) -> list[Weight]:
        """Return the bytes of all keys of ours by kind, the heaviest first."""
        totals: dict[str, tuple[int, int]] = {}
        weighed = set[int]()
        async for found in self._walked("SCAN", fitting="pl:*", page=A_PAGE):
            names = [name for name in dict.fromkeys(found) if hash(name) not in weighed]  # a scan may name one twice
            weighed.update(map(hash, names))
            sizes = await self.pipe.read_all([("MEMORY", "USAGE", name) for name in names])
            for kind, size in zip(kinds(names), sizes, strict=True):
                weight, count = totals.get(kind, (0, 0))
                totals[kind] = weight + int(size or 0), count + 1
        return sorted((Weight(*of, kind) for kind, of in totals.items()), reverse=True)


def kinds(names: list[bytes]) -> Iterator[str]:
    """Yield the kind of each key: `ledger`, `entries`, `table:log`, `note:pings`."""
    for name in names:
        match name.decode().split(":"):
            case [_, "note", kind, *_]:
                yield f"note:{kind.partition('%20')[0]}"
            case [_, tag, _, "table", _, kind] if tag.startswith("{"):
                yield f"table:{kind}"
            case [_, tag, _, kind, *_] if tag.startswith("{"):
                yield kind
            case [_, tag, kind] if tag.startswith("{"):
                yield kind
            case [_, kind, *_]:
                yield kind
            case _:
                yield "?"
