"""Remember what platforms have acknowledged: how much of a table's log each place was told, when, and in which message.

Only this process's knowledge, which may be less than what was told: a game then proves less, and says so.
"""

import asyncio
from collections import deque
from contextvars import ContextVar, Token
from functools import partial
from typing import Final, NamedTuple

from bot.ports.ids import PlaceId
from bot.table.seals import ToldBefore
from games.kit.kept import keep_latest
from games.proof.chain import InTime
from persistence import Clock

MOST_PLACES: Final = 10_000
MOST_NOTED: Final = 16
"""How many acknowledgements of a table in a place are kept, the newest ones: a seal is asked for soon after it was
told.
"""


_heard: ContextVar[tuple[int, int] | None] = ContextVar("heard", default=None)
"""When the line that is being handled came: how many acknowledgements there were by then, and the time in ms."""


class Acknowledgement(NamedTuple):
    """What a place was told. `order`: how many acknowledgements came before. `upto`: the log was told up to here. `at`:
    in ms. `message`: its id.
    """

    order: int
    upto: int
    at: int
    message: str


class Acknowledged:
    """Puts acknowledgements and lines in order by counting them, since the clock may not move between them."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._count = clock, 0
        self._noted: dict[tuple[str, PlaceId], deque[Acknowledgement]] = {}
        self._more = asyncio.Event()
        """Set when something is noted, and then replaced by a new event."""

    def hear(self) -> "Token[tuple[int, int] | None]":
        """Note that a line has come; it is being handled until `heard` is called with what this returns."""
        return _heard.set((self._count, self._clock.now()))

    def heard(self, before: "Token[tuple[int, int] | None]") -> None:
        """Note that the line is handled."""
        _heard.reset(before)

    def note(self, table: str, place: PlaceId, upto: int, message: str) -> None:
        """Note that a place was told a table's log up to here."""
        noted = self._of(table, place)
        if not noted or noted[-1].upto < upto:
            noted.append(Acknowledgement(self._count, upto, self._clock.now(), message))
            self._count += 1
            self._more.set()
            self._more = asyncio.Event()

    async def told(self, table: str, place: PlaceId, upto: int) -> None:
        """Wait until a place was told a table's log up to here."""
        while all(one.upto < upto for one in self._noted.get((table, place), ())):
            await self._more.wait()

    def knows(self, table: str, place: PlaceId) -> bool:
        """Tell whether anything is known about what a place was told of a table."""
        return (table, place) in self._noted

    def told_before(self) -> ToldBefore:
        """Return a function that tells what was acknowledged before the line that is being handled.

        If no line is being handled: before now.
        """
        return partial(self._before, *(_heard.get() or (self._count, self._clock.now())))

    def note_earlier(self, table: str, place: PlaceId, upto: int) -> None:
        """Note that a place was told a table's log up to here before the line that is being handled."""
        heard, _ = _heard.get() or (self._count, 0)
        self._of(table, place).append(Acknowledgement(heard - 1, upto, self._clock.now(), ""))

    def _of(self, table: str, place: PlaceId) -> deque[Acknowledgement]:
        found = self._noted.get((table, place))
        if found is None:
            found = keep_latest(self._noted, (table, place), deque(maxlen=MOST_NOTED), MOST_PLACES)
        return found

    def _before(self, heard: int, heard_at: int, table: str, place: PlaceId, number: int) -> InTime | None:
        """Return the message that told this line of the log there, if it was acknowledged before a line came."""
        for one in self._noted.get((table, place), ()):
            if one.upto > number and one.order < heard:
                return InTime(one.message, min(one.at, heard_at), heard_at)
        return None
