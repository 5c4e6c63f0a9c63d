"""How much the store holds: measured by key, and estimated for one venue, which has a limit."""

from collections.abc import AsyncIterator, Sequence
from typing import Final
from urllib.parse import unquote

from msgspec import Struct

from persistence.commits import TableRef
from persistence.face import DAY, Face
from persistence.keys import SCRATCH, VenueKeys, owner_of, table_keys, venue_keys
from persistence.wire import Reply

WRITTEN_ON: Final = "written-on"
WRITTEN: Final = "written"
"""Counters of a venue: a day since the epoch, and about how many bytes its tables wrote on it; as in commit.lua."""
A_SAMPLE: Final = 20
"""The number of keys of a kind that are weighed for all of that kind."""


class VenueWeight(Struct, frozen=True, order=True):
    """The bytes and keys of a venue, and about how many bytes its tables wrote today."""

    bytes: int
    keys: int
    written: int
    venue: str


class Space(Face):
    """Weighs keys."""

    async def written_today(self, venue: str) -> int:
        """Return about how many bytes the tables of a venue have written today (UTC)."""
        day, written = await self.pipe.read("HMGET", venue_keys(venue).counters, WRITTEN_ON, WRITTEN)
        return int(written) if day is not None and int(day) == self.clock.now() // DAY else 0

    async def held(self, venue: str) -> int:
        """Return about how many bytes a venue holds, except for closed tables, which go after 30 days.

        Of the keys of games and of people, a few are weighed for all. Two round trips.
        """
        keys = venue_keys(venue)
        names = [getattr(keys, field) for field in VenueKeys.__struct_fields__ if field != "base"]
        games, accounts, people, some_games, some_accounts, some_people, places, *sizes = await self.pipe.read_all(
            [
                *(("ZCARD", keys.games), ("HLEN", keys.purses), ("HLEN", keys.called)),
                ("ZRANDMEMBER", keys.games, A_SAMPLE),
                ("HRANDFIELD", keys.purses, A_SAMPLE),
                ("HRANDFIELD", keys.called, A_SAMPLE),
                ("HVALS", keys.places),
                *(("MEMORY", "USAGE", name) for name in names),
            ]
        )
        opened = _of_open_tables(venue, places)
        return sum(int(size or 0) for size in sizes) + await self._estimated(
            [
                (games, [keys.record(one.decode()) for one in some_games]),
                (accounts, [keys.entries(one.decode()) for one in some_accounts]),
                (people, [keys.played(one.decode()) for one in some_people]),
                (len(opened), opened),
            ]
        )

    async def _estimated(self, kinds: Sequence[tuple[int, Sequence[str]]]) -> int:
        """Return about how many bytes the keys of some kinds take: how many there are of each, and a few of them."""
        sizes = iter(await self.pipe.read_all([("MEMORY", "USAGE", name) for _, names in kinds for name in names]))
        weighed = [(count, [int(next(sizes) or 0) for _ in names]) for count, names in kinds]
        return sum(int(count) * sum(found) // len(found) for count, found in weighed if found)

    async def venue_weights(self) -> list[VenueWeight]:
        """Return the bytes of each venue, the heaviest first."""
        totals: dict[str, tuple[int, int]] = {}
        async for weighed in self._weighed("pl:{*}:*:*"):
            for name, size in weighed:
                if not name.startswith(SCRATCH) and (base := owner_of(name.decode())):
                    weight, count = totals.get(base, (0, 0))
                    totals[base] = weight + size, count + 1
        venues = {base: unquote(base.rpartition(":")[2]) for base in totals}
        found = [VenueWeight(*totals[base], await self.written_today(venue), venue) for base, venue in venues.items()]
        return sorted(found, reverse=True)

    async def _weighed(self, fitting: str) -> AsyncIterator[list[tuple[bytes, int]]]:
        """Yield the keys that match a SCAN pattern, each once and with its bytes, in pages."""
        weighed = set[int]()
        async for found in self._all_keys(fitting):
            names = [name for name in dict.fromkeys(found) if hash(name) not in weighed]  # a scan may name one twice
            weighed.update(map(hash, names))
            sizes = await self.pipe.read_all([("MEMORY", "USAGE", name) for name in names])
            yield [(name, int(size or 0)) for name, size in zip(names, sizes, strict=True)]


def _of_open_tables(venue: str, places: Sequence[Reply]) -> list[str]:
    """Return the keys of the tables that stand at some places, as `places` of a venue has them."""
    tables = {unquote(word.partition(b"=")[2].decode()) for line in places for word in line.split()}
    found = [table_keys(TableRef(venue, table)) for table in sorted(tables)]
    return [name for keys in found for name in (keys.session, keys.log, keys.shown, keys.typed)]
