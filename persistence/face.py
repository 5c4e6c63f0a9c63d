"""The ground that all faces of the store stand on: the connections and the clock."""

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Final, TypeVar

from persistence import wire
from persistence.clock import Clock, RedisClock
from persistence.commits import Heard, TableRef
from persistence.keys import member, seats_key, venue_keys
from persistence.pipe import Pipe
from persistence.scripts import TAKEN
from persistence.sealing import Seals

DAY: Final = 24 * 3600 * 1000  # ms
SEAT_KEPT: Final = 40 * DAY
A_PAGE: Final = 500
"""So many things are asked for at a time where all are looked at."""
T = TypeVar("T")


class Face:
    """Each method of a face is one round trip unless it says otherwise, and raises StoreTrouble; times are in ms.

    `pipe`: the connections; what no face serves can be asked there. `seals`: what is stored of tables is sealed with
    them; None: as it is.
    """

    seals: Seals | None = None

    def __init__(self, pipe: Pipe, clock: Clock | None) -> None:
        self.pipe = pipe
        self._server_clock = RedisClock(self._ask_time)
        self._hand_clock = clock

    @property
    def clock(self) -> Clock:
        """The clock of the store: Redis's own, unless another was handed in."""
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
        """Yield what a walk finds (SCAN, or SSCAN or HSCAN and its key), a page at a time; one thing may come twice.

        `fitting`: the pattern of what is looked for; None: all of it.
        """
        pattern = () if fitting is None else ("MATCH", fitting)
        cursor: bytes = b"0"
        while True:
            cursor, found = await self.pipe.read(*command, cursor, *pattern, "COUNT", page)
            yield found
            if cursor == b"0":
                return


def sealed(seals: Seals | None, ref: TableRef, kind: bytes, item: object, content: bytes) -> bytes:
    """Return something of a table as it is stored."""
    return content if seals is None else seals.seal(ref, kind, str(item).encode(), content)


def opened(seals: Seals | None, ref: TableRef, kind: bytes, item: object, stored: bytes) -> bytes:
    """Return something of a table as it was before it was stored. Raises UnknownSealError, BrokenSealError."""
    return stored if seals is None else seals.open(ref, kind, str(item).encode(), stored)


def two_by_two(flat: list[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Read what came flat as pairs."""
    return zip(flat[::2], flat[1::2], strict=True)


def pairs(flat: list[bytes]) -> dict[str, bytes]:
    """Read what came flat as names with their values."""
    return {name.decode(): value for name, value in two_by_two(flat)}


def paged(items: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """Yield the items in their order, at most so many at a time."""
    for start in range(0, len(items), most):
        yield items[start : start + most]
