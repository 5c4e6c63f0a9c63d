"""How the store grows: bytes by kind of key, and what is out of date."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from persistence import wire
from persistence.commits import Entry
from persistence.face import A_PAGE
from persistence.keys import VenueKeys, venue_keys
from persistence.scripts import FOLD
from persistence.space import Space

LAST: Final = 10
"""The number of latest entries of each account that are never folded."""
DATED: Final = re.compile(rb"(?:refill|allowance):.+:([0-9]{1,9})", re.DOTALL)
"""The key of what is given once a day. It ends with the day, counted since the epoch."""


OF_A_LINE: Final = re.compile(rb"(?:gift|correct|audit):.+", re.DOTALL)
"""The key of what somebody did by one line. It names no day, for the line may be repeated after midnight."""
LINE_DAYS: Final = 7
"""How many days such a key stays after it was first found; a line is repeated for at most a day."""


class Weight(Struct, frozen=True, order=True):
    """The number of keys of a kind, and the bytes that they take."""

    bytes: int
    keys: int
    kind: str


class Growth(Space):
    """Each method takes as many round trips as there are pages."""

    async def drop_old_once(self, venue: str, before: int) -> int:
        """Drop the keys of daily gifts from before this day; return how many. It is safe to repeat.

        Keys of what was done by a line are dropped `LINE_DAYS` after they were first found here.
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
        """Return those lines that were first found long before this day; note the day for new ones."""
        if not lines:
            return []
        first = dict(zip(lines, await self.pipe.read("HMGET", keys.once_first, *lines), strict=True))
        new = [part for line, found in first.items() if found is None for part in (line, str(day))]
        if new:
            await self.pipe.write("HSET", keys.once_first, *new)
        return [line for line, found in first.items() if found is not None and int(found) < day - LINE_DAYS]

    async def fold(self, venue: str, before: int) -> int:
        """Fold ledger entries from before this time (ms) into sums by month; return how many. It is safe to repeat.

        Entries of a stake that is still on a table are left alone, and each account's last ten.
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
        """Return the bytes of all our keys by kind, the heaviest kind first."""
        totals: dict[str, tuple[int, int]] = {}
        async for weighed in self._weighed("pl:*"):
            for kind, (_, size) in zip(kinds([name for name, _ in weighed]), weighed, strict=True):
                weight, count = totals.get(kind, (0, 0))
                totals[kind] = weight + size, count + 1
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
