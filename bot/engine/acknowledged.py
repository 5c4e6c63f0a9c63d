"""Remember what platforms have acknowledged: up to where each place was told of a table, when, and by which message.

It is what this process knows, and may be less than what was told: then a game proves less, and says so.
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Final, NamedTuple

from cachetools import FIFOCache

from bot.ports.ids import PlaceId
from bot.table.seals import ToldBefore
from games.proof.chain import InTime
from persistence import Clock

MOST_PLACES: Final = 10_000
MOST_NOTED: Final = 16
"""Of a table at a place the last ones are kept: a seal is asked for soon after it was told."""


_heard: ContextVar[tuple[int, int] | None] = ContextVar("heard", default=None)
"""When the line came that is acted on: how much was acknowledged by then, and the time in ms."""


class Acknowledgement(NamedTuple):
    """`order`: how many there were before it. `upto`: the log was told as far. `at`: in ms. `message`: its id."""

    order: int
    upto: int
    at: int
    message: str


class Acknowledged:
    """Orders what is acknowledged and what is heard by counting: the clock may stand still meanwhile."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._count = clock, 0
        self._noted: FIFOCache[tuple[str, PlaceId], deque[Acknowledgement]] = FIFOCache(MOST_PLACES)
        self._more = asyncio.Event()
        """Set, and another one made, when something is noted."""

    @contextmanager
    def hearing(self) -> Iterator[None]:
        """Note that a line has come, which is acted on within."""
        before = _heard.set((self._count, self._clock.now()))
        try:
            yield
        finally:
            _heard.reset(before)

    def note(self, table: str, place: PlaceId, upto: int, message: str) -> None:
        """Note that a place was told of a table's log as far as this."""
        noted = self._noted.setdefault((table, place), deque(maxlen=MOST_NOTED))
        if not noted or noted[-1].upto < upto:
            noted.append(Acknowledgement(self._count, upto, self._clock.now(), message))
            self._count += 1
            self._more.set()
            self._more = asyncio.Event()

    async def told(self, table: str, place: PlaceId, upto: int) -> None:
        """Wait until a place has been told of a table's log as far as this."""
        while all(one.upto < upto for one in self._noted.get((table, place), ())):
            await self._more.wait()

    def knows(self, table: str, place: PlaceId) -> bool:
        """Tell whether anything is known of what a place was told of a table."""
        return (table, place) in self._noted

    def told_before(self) -> ToldBefore:
        """Return what tells what was acknowledged when the line came that is acted on; by now, where none was heard."""
        return partial(self._before, *(_heard.get() or (self._count, self._clock.now())))

    def note_earlier(self, table: str, place: PlaceId, upto: int) -> None:
        """Note that a place had been told of a table's log as far as this when the line came that is acted on."""
        heard, _ = _heard.get() or (self._count, 0)
        self._noted.setdefault((table, place), deque(maxlen=MOST_NOTED)).append(
            Acknowledgement(heard - 1, upto, self._clock.now(), "")
        )

    def _before(self, heard: int, heard_at: int, table: str, place: PlaceId, number: int) -> InTime | None:
        """Return by which message this line of the log was told there, if that was acknowledged before a line came."""
        for one in self._noted.get((table, place), ()):
            if one.upto > number and one.order < heard:
                return InTime(one.message, min(one.at, heard_at), heard_at)
        return None
