"""Delay tries of a secret word: one growing delay for all people and addresses together (threats T29)."""

import asyncio
import secrets
from typing import Final

from msgspec import Struct

MOST_WAITING: Final = 32
MOST_OF_ONE: Final = 4


class Delay(Struct, frozen=True):
    """All in seconds. After `free` wrong tries the next waits `first`, then twice as long, and so on up to `longest`.

    `patience`: how long somebody waits for a try before they are refused. `forgotten`: without a wrong try for so long,
    it starts over.
    """

    free: int = 3
    first: float = 1.0
    longest: float = 15.0
    patience: float = 40.0
    forgotten: float = 600.0

    def after(self, wrong: int) -> float:
        """Return the seconds to wait after this many wrong tries."""
        return 0.0 if wrong < self.free else min(self.longest, self.first * 2.0 ** min(wrong - self.free, 30))


class Waiting(Struct, eq=False):
    """Somebody who waits at an address; `drawn`: True: they may try, False: they are refused."""

    address: str
    drawn: "asyncio.Future[bool]"


class GrowingDelay:
    """Allows one try at a time. Those who come during the delay wait, and the next is drawn by lot among their
    addresses.

    So nobody gains by asking more often, and somebody who guesses from one address gets at most every second try: a
    moderator who waits at the same time gets in after a try or two.
    """

    def __init__(self, delay: Delay) -> None:
        self._delay = delay
        self._wrong, self._tried, self._free_at = 0, 0.0, 0.0
        self._waiting: dict[str, Waiting] = {}
        self._timer: asyncio.TimerHandle | None = None

    async def wait(self, who: str, address: str) -> bool:
        """Wait for a turn to try; return False after `patience` seconds, if too many wait, or if `who` already does."""
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
        """End the delay after a right try: it is meant for people who guess."""
        self._wrong, self._free_at = 0, 0.0
        self._arrange(asyncio.get_running_loop())

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Count a try as wrong until it is known to be right."""
        self._tried = loop.time()
        self._wrong += 1
        self._free_at = self._tried + self._delay.after(self._wrong)

    def _make_room(self, address: str) -> None:
        """If too many wait, refuse one by lot, first among those of this address."""
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
