"""The base of all faces of the store: the connections and the clock."""

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Final, TypeVar

from persistence import wire
from persistence.clock import Clock, RedisClock
from persistence.commits import Heard, TableRef
from persistence.keys import member, seats_key, venue_keys
from persistence.news import News
from persistence.pipe import Pipe
from persistence.routing import Router
from persistence.scripts import TAKEN
from persistence.sealing import Seals
from persistence.troubles import StoreTrouble

DAY: Final = 24 * 3600 * 1000  # ms
SEAT_KEPT: Final = 40 * DAY
A_PAGE: Final = 500
"""How many items are read at a time where all of them are walked through."""
T = TypeVar("T")


class Face:
    """Part of the store. Unless said otherwise, each method is one round trip and raises StoreTrouble; times are in ms.

    `pipe`: the connections, for commands that no face offers. `seals`: seal what is stored of tables; None: it is
    stored unsealed. `news`: tells other processes what is stored, and hears from them.
    """

    seals: Seals | None = None

    def __init__(self, pipe: Pipe | Router, clock: Clock | None) -> None:
        self.pipe, self.news = pipe, News(pipe)
        self._server_clock = RedisClock(self._ask_time)
        self._hand_clock = clock

    @property
    def clock(self) -> Clock:
        """Return the clock of the store: that of Redis, unless another was given."""
        return self._hand_clock or self._server_clock

    def _given_time(self) -> int | None:
        return None if self._hand_clock is None else self._hand_clock.now()

    async def _ask_time(self) -> int:
        seconds, micros = await self.pipe.read("TIME")
        return int(seconds) * 1000 + int(micros) // 1000

    def _seat_noted(self, person: str, ref: TableRef) -> list[Sequence[wire.Argument]]:
        key = seats_key(person)
        return [("ZADD", key, "NX", self.clock.now(), member(ref)), ("PEXPIRE", key, SEAT_KEPT)]

    async def _note_taken(self, heard: Heard, first: Sequence[Sequence[wire.Argument]]) -> None:
        given = self._given_time()
        await self.pipe.run(TAKEN, [venue_keys(heard.venue).seen], ["" if given is None else given, heard.id], first)

    async def _walked(
        self, *command: wire.Argument, page: int, fitting: str | None = None
    ) -> AsyncIterator[list[bytes]]:
        """Yield the results of a walk (SSCAN or HSCAN, with its key) in pages; an item may come twice.

        `fitting`: the pattern that they match; None: all of them.
        """
        async for found in _pages(self.pipe, command, page, fitting):
            yield found

    async def _all_keys(self, fitting: str) -> AsyncIterator[list[bytes]]:
        """Yield the keys of all servers that match a SCAN pattern, in pages; one may come twice.

        Raises StoreTrouble if keys went from one server to another meanwhile, since some may have been left out.
        """
        before = await self.pipe.picture()
        if any("[" in one for one in before):
            raise _moving(self.pipe.where)
        for pipe in self.pipe.primaries:
            async for found in _pages(pipe, ("SCAN",), A_PAGE, fitting):
                yield found
        if await self.pipe.picture() != before:
            raise _moving(self.pipe.where)


async def _pages(
    pipe: Pipe | Router, command: Sequence[wire.Argument], page: int, fitting: str | None
) -> AsyncIterator[list[bytes]]:
    pattern = () if fitting is None else ("MATCH", fitting)
    cursor: bytes = b"0"
    while True:
        cursor, found = await pipe.read(*command, cursor, *pattern, "COUNT", page)
        yield found
        if cursor == b"0":
            return


def _moving(where: str) -> StoreTrouble:
    return StoreTrouble("busy", f"Slots moved in {where} while all keys were read. Try again when they have moved.")


def two_by_two(flat: list[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yield the items of a flat list in pairs."""
    return zip(flat[::2], flat[1::2], strict=True)


def pairs(flat: list[bytes]) -> dict[str, bytes]:
    """Read a flat list of names and values."""
    return {name.decode(): value for name, value in two_by_two(flat)}


def paged(items: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """Yield the items in their order, in lists of at most `most`."""
    for start in range(0, len(items), most):
        yield items[start : start + most]
