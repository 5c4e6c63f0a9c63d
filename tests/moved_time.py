"""Let time pass only while a test waits, and then at once if nothing outside is awaited.

A bot, its stand-in and the people of a test share one event loop. Whenever all of them wait for a clock, the clocks
jump to the moment at which the first of them wakes up, so seconds and minutes cost nothing. Computing takes no time at
all, so a busy machine is not late. Answers of Redis, threads and child processes are awaited in real time.
`time.monotonic` and `time.time` are replaced for the whole run, because defaults of functions keep what they find; so
this must be loaded before what is tested.
"""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from multiprocessing import active_children
from typing import Any, Final

import pytest
from redis.asyncio.connection import AbstractConnection

from persistence import Store

REAL: Final = (time.monotonic, time.time)
A_LOOK: Final = 1e-7
"""Seconds that pass with each look at the clock."""
A_MOMENT: Final = 0.001
"""Seconds without activity before time jumps."""
COMES_WITHIN: Final = 0.2
"""Seconds within which something sent to oneself arrives; after that, its receiver is gone."""
LOOKS_EVERY: Final = 0.05
"""Seconds between two checks while something outside is under way."""
Address = tuple[Any, Any]


class MovedTime:
    """The clocks of this process: the machine's, unless they are moved."""

    def __init__(self) -> None:
        self._ahead, self._stands = 0.0, False
        self._monotonic = self._wall = 0.0

    def monotonic(self) -> float:
        if not self._stands:
            return REAL[0]() + self._ahead
        self._monotonic += A_LOOK  # some code polls the clock until its time is over, and does nothing else
        return self._monotonic

    def time(self) -> float:
        return self._wall if self._stands else REAL[1]()

    def passes(self, seconds: float) -> None:
        self._monotonic += seconds
        self._wall += seconds

    @contextmanager
    def standing(self) -> Iterator[None]:
        """Let clocks advance only by `passes`; afterwards the monotonic clock is not behind."""
        self._monotonic, self._wall, self._stands = self.monotonic(), self.time(), True
        yield
        self._stands = False
        self._ahead = max(self._ahead, self._monotonic - REAL[0]())


MOVED: Final = MovedTime()
time.monotonic, time.time = MOVED.monotonic, MOVED.time


class Counted(socket.socket):
    """One end of a connection of a test with itself; it counts what was sent and received."""

    sent, came, sent_at = 0, 0, 0.0
    ends: "dict[Address, Counted]"
    address: Address

    def send(self, *given: Any) -> int:
        count = super().send(*given)
        self.sent, self.sent_at = self.sent + count, REAL[0]()
        return count

    def recv(self, *given: Any) -> bytes:
        found = super().recv(*given)
        self.came += len(found)
        return found

    def recv_into(self, *given: Any) -> int:
        count = super().recv_into(*given)
        self.came += count
        return count

    def close(self) -> None:
        self.ends.pop(self.address, None)
        super().close()

    def is_on_its_way(self) -> bool:
        """Return whether something was sent that has not reached the other end."""
        local, remote = self.address
        other = self.ends.get((remote, local))
        return self.sent > (0 if other is None else other.came) and REAL[0]() - self.sent_at < COMES_WITHIN


class Outside:
    """What is under way outside a test's event loop, where time passes by itself."""

    def __init__(self) -> None:
        self._count = 0
        self._ends: dict[Address, Counted] = {}
        self._children: list[asyncio.SubprocessTransport] = []

    @property
    def is_at_work(self) -> bool:
        self._children = [one for one in self._children if one.get_returncode() is None]
        if self._count > 0 or self._children or active_children():
            return True
        return any(one.is_on_its_way() for one in self._ends.values())

    def ends(self, _: object) -> None:
        self._count -= 1

    def counted(self, work: Awaitable[Any]) -> Any:
        """Count a future until it is done."""
        self._count += 1
        future = asyncio.ensure_future(work)
        future.add_done_callback(self.ends)
        return future

    def end_of_line(self, plain: socket.socket) -> socket.socket:
        """Return a counting socket in place of one that has just been connected."""
        if plain.family != socket.AF_INET:
            return plain
        try:
            address = (plain.getsockname(), plain.getpeername())
        except OSError:  # it is already closed
            return plain
        found = Counted(plain.family, plain.type, plain.proto, plain.detach())
        found.setblocking(False)
        found.ends, found.address = self._ends, address
        self._ends[address] = found
        return found

    def watch(self, loop: Any, patch: pytest.MonkeyPatch) -> None:
        """Track threads and children of this loop, its connections to itself, and the questions to Redis."""
        in_thread, child, read = loop.run_in_executor, loop.subprocess_exec, AbstractConnection.read_response
        line = loop._make_socket_transport

        def make_socket_transport(plain: socket.socket, *given: Any, **more: Any) -> Any:
            return line(self.end_of_line(plain), *given, **more)

        def run_in_executor(*given: Any) -> Any:
            return self.counted(in_thread(*given))

        async def subprocess_exec(*given: Any, **more: Any) -> Any:
            made = await self.counted(child(*given, **more))
            self._children.append(made[0])
            return made

        async def read_response(*given: Any, **more: Any) -> Any:
            if more.get("timeout") is not None:  # it listens, and asked nothing
                return await read(*given, **more)
            self._count += 1
            try:
                return await read(*given, **more)
            finally:
                self._count -= 1

        patch.setattr(loop, "_make_socket_transport", make_socket_transport)
        patch.setattr(loop, "run_in_executor", run_in_executor)
        patch.setattr(loop, "subprocess_exec", subprocess_exec)
        patch.setattr(AbstractConnection, "read_response", read_response)


def leaping(select: Callable[[float | None], list[Any]], outside: Outside) -> Callable[[float | None], list[Any]]:
    """Return a loop's way to wait, which never waits for a clock."""

    def waited(timeout: float | None) -> list[Any]:
        if timeout is not None and timeout <= 0:
            return select(timeout)
        if timeout is None or outside.is_at_work:
            began = REAL[0]()
            found = select(None if timeout is None else min(timeout, LOOKS_EVERY))
            MOVED.passes(REAL[0]() - began)
            return found
        found = select(min(timeout, A_MOMENT))
        if not found:
            MOVED.passes(timeout + 1e-6)
        return found

    return waited


@contextmanager
def skipped(patch: pytest.MonkeyPatch) -> Iterator[Outside]:
    """In the running loop, skip all waiting for clocks in this block."""
    loop: Any = asyncio.get_running_loop()
    found = Outside()
    found.watch(loop, patch)
    patch.setattr(loop._selector, "select", leaping(loop._selector.select, found))
    with MOVED.standing():
        yield found


@pytest.fixture(autouse=True)
async def outside(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Outside]:
    """In the loop of each test here, skip all waiting for clocks."""
    with skipped(monkeypatch) as found:
        yield found


class StoreClock:
    """Redis's own time, as far as it has passed for us."""

    def __init__(self, store: Store) -> None:
        self._ahead = store.clock.now() - MOVED.monotonic() * 1000

    def now(self) -> int:
        return int(MOVED.monotonic() * 1000 + self._ahead)


@pytest.fixture
async def store(store: Store) -> Store:
    store._hand_clock = StoreClock(store)
    return store
