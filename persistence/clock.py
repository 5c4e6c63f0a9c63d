"""
What time it is. One clock judges all deadlines: that of Redis (threats F20).

The local wall clock is never asked, so its jumps (a new time zone, summer time, an admin) change nothing here.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since the epoch."""


class HandClock:
    """A clock that moves only when told: for the console and for tests."""

    def __init__(self, now_ms: int = 1_750_000_000_000) -> None:
        self.now_ms = now_ms

    def now(self) -> int:
        return self.now_ms

    def move(self, seconds: float) -> None:
        self.now_ms += round(seconds * 1000)


class RedisClock:
    """
    The time of Redis, told without asking Redis each time: the local monotonic clock plus an offset.

    Every answer that carries the server's time narrows the offset down: the server read its clock after we had asked
    and before we had the answer. Where no commit did that for REFRESH seconds, `now` asks for the time by itself.
    """

    REFRESH: Final = 20.0  # seconds; a quartz drifts by about 1 ms in that time

    def __init__(self, ask: Callable[[], Awaitable[int]]) -> None:
        self._ask = ask
        self._offset: float | None = None  # ms from the monotonic clock to the server's
        self._heard_at = 0.0  # seconds, monotonic
        self._asking: asyncio.Task[None] | None = None

    def now(self) -> int:
        if self._offset is None:
            raise RuntimeError("The clock was never set: connect the store first.")
        here = time.monotonic()
        if here - self._heard_at > self.REFRESH and self._asking is None:
            self._asking = asyncio.get_running_loop().create_task(self._refresh())
        return int(here * 1000 + self._offset)

    def heard(self, server_ms: int, asked: float) -> None:
        """`asked`: what time.monotonic() said when the question was sent. The server's answer is cut to whole ms."""
        here = time.monotonic()
        least, most = server_ms - here * 1000, server_ms + 1 - asked * 1000
        offset = (least + most) / 2 if self._offset is None else self._offset
        self._offset = min(max(offset, least), most)
        self._heard_at = here

    async def set(self) -> None:
        asked = time.monotonic()
        self.heard(await self._ask(), asked)

    async def close(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)

    async def _refresh(self) -> None:
        try:
            await self.set()
        except Exception:  # noqa: BLE001 - an unreachable server is told by whoever needs it; the clock runs on
            self._heard_at = time.monotonic()
        finally:
            self._asking = None
