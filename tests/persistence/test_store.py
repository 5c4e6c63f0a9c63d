"""Test that a store is connected completely or not at all, and leaves nothing behind."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from persistence import Store, StoreTrouble
from persistence.routing import CONNECTIONS

StartOther = Callable[..., Awaitable[Any]]


async def clients(other: Any) -> int:
    """Return how many clients are connected, without the one that asks."""
    return len((await other.command("CLIENT", "LIST")).splitlines()) - 1


async def test_all_connections_are_there_from_the_start(start_other: StartOther) -> None:
    """A server that allows fewer connections, or something in between, must show at the start, not during a game."""
    other = await start_other()
    store = await other.store()
    assert await clients(other) == CONNECTIONS
    await store.close()
    assert await clients(other) == 0


@pytest.mark.parametrize(
    "options", [("--maxmemory-policy", "allkeys-lru"), ("--rename-command", "ZMSCORE", "")], ids=["policy", "command"]
)
async def test_a_server_that_is_refused_is_left_alone(start_other: StartOther, options: tuple[str, ...]) -> None:
    other = await start_other(*options)
    with pytest.raises(StoreTrouble):
        await other.store()
    assert await clients(other) == 0


class Deaf:
    """A pipe whose server never answers."""

    asked = False

    async def read(self, *command: str) -> None:
        self.asked = command == ("TIME",)
        await asyncio.get_running_loop().create_future()

    async def close(self) -> None:
        pass


async def test_a_closed_store_waits_for_no_time_that_it_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe: Any = Deaf()
    store, before = Store(pipe, None), asyncio.all_tasks()
    monkeypatch.setattr("persistence.clock.time.monotonic", lambda: 1000.0)
    store._server_clock.heard(50_000, asked=1000.0)
    monkeypatch.setattr("persistence.clock.time.monotonic", lambda: 2000.0)
    store.clock.now()
    await asyncio.sleep(0)
    assert pipe.asked
    await store.close()
    assert asyncio.all_tasks() == before
