"""One growing delay for all who try a secret word: whoever they are and wherever they come from (threats T29)."""

import asyncio
import secrets
from typing import Final

from msgspec import Struct

MOST_WAITING: Final = 32
MOST_OF_ONE: Final = 4


class Delay(Struct, frozen=True):
    """Seconds. After `free` wrong tries the next waits `first`, then twice as long, and so on up to `longest`.

    `patience`: how long somebody waits for a try before they are sent away. `forgotten`: without a wrong try for so
    long, it begins anew.
    """

    free: int = 3
    first: float = 1.0
    longest: float = 15.0
    patience: float = 40.0
    forgotten: float = 600.0

    def after(self, wrong: int) -> float:
        """Return the seconds to wait after so many wrong tries."""
        return 0.0 if wrong < self.free else min(self.longest, self.first * 2.0 ** min(wrong - self.free, 30))


class Waiting(Struct, eq=False):
    """Somebody who waits at an address; `drawn`: True: it is theirs to try, False: they are sent away."""

    address: str
    drawn: "asyncio.Future[bool]"


class GrowingDelay:
    """Lets one try at a time; whoever comes during the delay waits, and lots are drawn among the addresses that wait.

    So nobody gains by asking more often, and whoever tries one word after the other from one address takes every
    second try at most: a moderator who waits with them is in after a try or two.
    """

    def __init__(self, delay: Delay) -> None:
        self._delay = delay
        self._wrong, self._tried, self._free_at = 0, 0.0, 0.0
        self._waiting: dict[str, Waiting] = {}
        self._timer: asyncio.TimerHandle | None = None

    async def wait(self, who: str, address: str) -> bool:
        """Wait until one may try once, for `patience` at most; False: too many wait, or this one waits already."""
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
                return await waiting.drawn
        except TimeoutError:
            return False
        finally:
            if self._waiting.get(who) is waiting:
                del self._waiting[who]

    def end(self) -> None:
        """End the delay after a right try: it is for those who guess."""
        self._wrong, self._free_at = 0, 0.0
        self._arrange(asyncio.get_running_loop())

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Count a try as a wrong one until it is known to be right."""
        self._tried = loop.time()
        self._wrong += 1
        self._free_at = self._tried + self._delay.after(self._wrong)

    def _make_room(self, address: str) -> None:
        """Send one of those who wait away by lot where they are too many: first of those of this address."""
        here = [who for who, one in self._waiting.items() if one.address == address]
        if len(here) >= MOST_OF_ONE:
            self._draw(secrets.choice(here), may_try=False)
        elif len(self._waiting) >= MOST_WAITING:
            self._draw(secrets.choice(list(self._waiting)), may_try=False)

    def _draw(self, who: str, *, may_try: bool) -> None:
        waiting = self._waiting.pop(who)
        if not waiting.drawn.done():
            waiting.drawn.set_result(may_try)

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
            self._draw(secrets.choice(here), may_try=True)
        self._arrange(loop)
