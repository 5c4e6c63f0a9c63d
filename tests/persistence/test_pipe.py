import asyncio
import re
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from persistence import Commit, Committed, EmbeddedServer, Store, StoreTrouble, TableRef, pipe

StartOther = Callable[..., Awaitable[Any]]


async def reads(store: Store) -> int:
    """Return how often the server read from a socket."""
    found = re.search(rb"total_reads_processed:(\d+)", await store.pipe.read("INFO", "stats"))
    assert found
    return int(found[1])


async def test_commands_of_one_turn_travel_together(store: Store, venue: str) -> None:
    await store.commit(Commit(TableRef(venue, "first"), 0, b""))  # the script is known
    before = await reads(store)
    steps = [store.commit(Commit(TableRef(venue, str(number)), 0, b"")) for number in range(100)]
    answers = await asyncio.gather(*steps)
    assert all(isinstance(answer, Committed) for answer in answers)
    assert await reads(store) - before <= 10


async def test_each_caller_gets_its_own_answer(store: Store) -> None:
    numbers = range(3000)
    answers = await asyncio.gather(*(store.pipe.read("ECHO", number) for number in numbers))
    assert answers == [str(number).encode() for number in numbers]


async def test_one_bad_command_fails_only_its_caller(store: Store, venue: str) -> None:
    ref = TableRef(venue, "good")
    bad, good, unknown = await asyncio.gather(
        store.pipe.read_all([("ECHO", "a"), ("LPUSH", "pl:wrong"), ("ECHO", "b")]),
        store.commit(Commit(ref, 0, b"")),
        store.pipe.read("NONSENSE"),
        return_exceptions=True,
    )
    assert isinstance(good, Committed)
    for trouble in (bad, unknown):
        assert isinstance(trouble, StoreTrouble)
        assert (trouble.kind, trouble.pending) == ("broken", False)


async def test_a_command_that_cannot_be_packed_fails_only_its_caller(store: Store) -> None:
    wrong: Any = object()
    bad, good = await asyncio.gather(store.pipe.read("ECHO", wrong), store.pipe.read("PING"), return_exceptions=True)
    assert isinstance(bad, TypeError)
    assert good == b"PONG"


async def test_a_caller_that_goes_away_disturbs_nobody(store: Store) -> None:
    async with asyncio.TaskGroup() as group:
        staying = [group.create_task(store.pipe.read("ECHO", number)) for number in range(200)]
        leaving = [group.create_task(store.pipe.read("ECHO", "gone")) for _ in range(200)]
        for rounds, task in enumerate(leaving):
            if rounds % 50 == 0:
                await asyncio.sleep(0)
            task.cancel()
    assert [task.result() for task in staying] == [str(number).encode() for number in range(200)]
    assert await store.pipe.read("PING") == b"PONG"


async def test_a_caller_that_goes_away_while_its_command_is_under_way_disturbs_nobody(start_other: StartOther) -> None:
    other = await start_other()
    store = await other.store()
    other.signal(signal.SIGSTOP)
    calls = [asyncio.ensure_future(store.pipe.read("ECHO", number)) for number in range(30)]
    await asyncio.sleep(0.02)
    for call in calls[::3]:
        call.cancel()
    await asyncio.sleep(0)
    other.signal(signal.SIGCONT)
    answers = await asyncio.gather(*calls, return_exceptions=True)
    kept = [number for number in range(30) if number % 3]
    assert [answers[number] for number in kept] == [str(number).encode() for number in kept]
    await store.close()


async def test_commands_awaited_one_after_the_other_are_done_in_order(store: Store, venue: str) -> None:
    async def one_table(table: str) -> None:
        for version in range(20):
            answer = await store.commit(Commit(TableRef(venue, table), version, b""))
            assert isinstance(answer, Committed)

    await asyncio.gather(*(one_table(str(number)) for number in range(30)))


async def test_a_queue_that_grows_too_long_sends_callers_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe, "LONGEST_QUEUE", 200)
    calls = [asyncio.ensure_future(store.pipe.read("ECHO", number)) for number in range(210)]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, StoreTrouble)]
    assert [trouble.kind for trouble in refused] == ["busy"] * 10
    assert "Too many commands wait" in str(refused[0])


async def test_nothing_is_kept_of_answered_calls(store: Store) -> None:
    for _ in range(100):
        await asyncio.gather(*(store.pipe.read("PING") for _ in range(10)))
    assert not store.pipe._under_way
    assert not store.pipe._waiting


async def test_a_closed_store_says_so(server: EmbeddedServer) -> None:
    store = await Store.connect(server.url)
    waiting = [asyncio.ensure_future(store.pipe.read("PING")) for _ in range(3)]
    await asyncio.sleep(0)
    await store.close()
    for answer in await asyncio.gather(*waiting, return_exceptions=True):
        assert isinstance(answer, StoreTrouble)
    with pytest.raises(StoreTrouble, match="the store was closed"):
        await store.undelivered()
    await store.close()
