"""The clock of the store: the time of Redis, which all deadlines are judged by (threats F20).

The local wall clock is never read, so its jumps (a new time zone, summer time, an admin) change nothing here.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Return the milliseconds since the epoch."""


class HandClock:
    """A clock that moves only when told: for the console and for tests."""

    def __init__(self, now_ms: int = 1_750_000_000_000) -> None:
        self.now_ms = now_ms

    def now(self) -> int:
        return self.now_ms

    def move(self, seconds: float) -> None:
        self.now_ms += round(seconds * 1000)


class RedisClock:
    """The time of Redis, computed locally: the monotonic clock plus an offset.

    Each answer that carries the server's time makes the offset more exact: the server read its clock after we asked and
    before we had the answer. If no answer came for REFRESH seconds, `now` starts a request for the time.
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
        """Correct the offset by a server's time. `asked`: time.monotonic() when the question was sent.

        `server_ms` is rounded down to whole ms.
        """
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
