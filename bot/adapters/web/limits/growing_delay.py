"""One growing delay for all who try a secret word: whoever they are and wherever they come from (threats T29)."""

import asyncio
import secrets
from typing import Final

from msgspec import Struct

MOST_WAITING: Final = 32
MOST_OF_ONE: Final = 4


class Delay(Struct, frozen=True):
    """Seconds. After `free` wrong tries the next waits `first`, then twice as long, and so on up to `longest`.

    `patience`: how long somebody waits for a turn before they are sent away. `forgotten`: without a wrong try for so
    long, it begins anew.
    """

    free: int = 3
    first: float = 1.0
    longest: float = 15.0
    patience: float = 40.0
    forgotten: float = 600.0

    def after(self, wrong: int) -> float:
        return 0.0 if wrong < self.free else min(self.longest, self.first * 2.0 ** min(wrong - self.free, 30))


class Waiting(Struct, eq=False):
    address: str
    turn: "asyncio.Future[bool]"


class GrowingDelay:
    """Whoever comes during the delay waits for a turn, and lots are drawn among the addresses that wait.

    So nobody gains by asking more often, and whoever tries one word after the other from one address takes every
    second turn at most: a moderator who waits with them is in after a turn or two.
    """

    def __init__(self, delay: Delay) -> None:
        self._delay = delay
        self._wrong, self._tried, self._free_at = 0, 0.0, 0.0
        self._waiting: dict[str, Waiting] = {}
        self._timer: asyncio.TimerHandle | None = None

    async def take(self, who: str, address: str) -> bool:
        """Wait for a turn to try once; False: there are too many, or this one waits already."""
        loop = asyncio.get_running_loop()
        if loop.time() - self._tried >= self._delay.forgotten:
            self._wrong = 0
        if not self._waiting and loop.time() >= self._free_at:
            self._begin(loop)
            return True
        if who in self._waiting:
            return False
        self._make_room(address)
        waiting = self._waiting[who] = Waiting(address, loop.create_future())
        self._arrange(loop)
        try:
            async with asyncio.timeout(self._delay.patience):
                return await waiting.turn
        except TimeoutError:
            return False
        finally:
            if self._waiting.get(who) is waiting:
                del self._waiting[who]

    def was_right(self) -> None:
        """The delay ends: it is for those who guess."""
        self._wrong, self._free_at = 0, 0.0
        self._arrange(asyncio.get_running_loop())

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """A try is counted as a wrong one until it is known to be right."""
        self._tried = loop.time()
        self._wrong += 1
        self._free_at = self._tried + self._delay.after(self._wrong)

    def _make_room(self, address: str) -> None:
        """Where too many wait, one of them is sent away by lot: first of those of this address."""
        here = [who for who, one in self._waiting.items() if one.address == address]
        if len(here) >= MOST_OF_ONE:
            self._call(secrets.choice(here), turn=False)
        elif len(self._waiting) >= MOST_WAITING:
            self._call(secrets.choice(list(self._waiting)), turn=False)

    def _call(self, who: str, *, turn: bool) -> None:
        waiting = self._waiting.pop(who)
        if not waiting.turn.done():
            waiting.turn.set_result(turn)

    def _arrange(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_at(max(self._free_at, loop.time()), self._next) if self._waiting else None

    def _next(self) -> None:
        loop = asyncio.get_running_loop()
        if self._waiting:
            address = secrets.choice(list({one.address for one in self._waiting.values()}))
            here = [who for who, one in self._waiting.items() if one.address == address]
            self._begin(loop)
            self._call(secrets.choice(here), turn=True)
        self._arrange(loop)
