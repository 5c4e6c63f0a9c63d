"""What the store grows by: bytes by kind of key, and what is out of date in it."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from persistence.face import Face
from persistence.keys import venue_keys

A_PAGE: Final = 500
DATED: Final = re.compile(rb"(?:refill|allowance):.+:([0-9]{1,9})", re.DOTALL)
"""The key of what is given once a day; its day at the end, in days since the epoch."""


class Weight(Struct, frozen=True, order=True):
    """How many bytes the keys of a kind take, and how many there are."""

    bytes: int
    keys: int
    kind: str


class Growth(Face):
    """Each method is as many round trips as there are pages."""

    async def drop_old_once(self, venue: str, before: int) -> int:
        """Drop the keys of what was given once a day, on days before this one; return how many. Done again, no harm."""
        key, dropped, cursor = venue_keys(venue).once, 0, b"0"
        while True:
            cursor, found = await self.pipe.read("SSCAN", key, cursor, "COUNT", A_PAGE)
            old = [one for one in found if (dated := DATED.fullmatch(one)) and int(dated[1]) < before]
            if old:
                dropped += int(await self.pipe.write("SREM", key, *old))
            if cursor in {b"0", 0}:
                return dropped

    async def weights(self) -> list[Weight]:
        """Return the bytes of all keys of ours by kind, the heaviest first."""
        totals: dict[str, tuple[int, int]] = {}
        cursor: bytes | int = b"0"
        while True:
            cursor, names = await self.pipe.read("SCAN", cursor, "MATCH", "pl:*", "COUNT", A_PAGE)
            sizes = await self.pipe.read_all([("MEMORY", "USAGE", name) for name in names])
            for kind, size in zip(kinds(names), sizes, strict=True):
                weight, count = totals.get(kind, (0, 0))
                totals[kind] = weight + int(size or 0), count + 1
            if cursor in {b"0", 0}:
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
