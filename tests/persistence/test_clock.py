import asyncio
import math
import time

import pytest

from persistence import Commit, Committed, EmbeddedServer, HandClock, RedisClock, Store, TableRef, Transfer


class Monotonic:
    """time.monotonic, moved by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 1000.0
        monkeypatch.setattr("persistence.clock.time.monotonic", lambda: self.seconds)


async def never() -> int:
    raise AssertionError("the clock asked")


def test_a_hand_clock_moves_only_when_told() -> None:
    clock = HandClock(5_000)
    assert clock.now() == 5_000
    clock.move(seconds=1.5)
    assert clock.now() == 6_500


async def test_a_clock_that_was_never_set_says_so() -> None:
    with pytest.raises(RuntimeError, match="never set"):
        RedisClock(never).now()


async def test_the_clock_goes_on_from_what_the_server_said(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Monotonic(monkeypatch)
    clock = RedisClock(never)
    clock.heard(50_000, asked=here.seconds)
    assert clock.now() == 50_000
    here.seconds += 2.5
    assert clock.now() == 52_500


async def test_an_answer_that_took_long_says_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server read its clock sometime between question and answer; only a contradiction moves ours."""
    here = Monotonic(monkeypatch)
    clock = RedisClock(never)
    clock.heard(50_000, asked=here.seconds)
    asked = here.seconds
    here.seconds += 4
    clock.heard(51_000, asked)
    assert clock.now() == 54_000
    clock.heard(60_000, asked)
    assert clock.now() == 60_000


async def test_the_clock_asks_by_itself_when_it_heard_nothing_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the machine slept, its monotonic clock stopped while the server's went on (threats F20)."""
    here = Monotonic(monkeypatch)
    asked = 0

    async def ask() -> int:
        nonlocal asked
        asked += 1
        return 9_000_000

    clock = RedisClock(ask)
    clock.heard(50_000, asked=here.seconds)
    here.seconds += RedisClock.REFRESH + 1
    for _ in range(3):
        clock.now()
    await asyncio.sleep(0)
    assert clock.now() == 9_000_000
    assert asked == 1
    await clock.close()


async def test_a_server_that_is_away_does_not_stop_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Monotonic(monkeypatch)

    async def ask() -> int:
        raise ConnectionError

    clock = RedisClock(ask)
    clock.heard(50_000, asked=here.seconds)
    here.seconds += 100
    clock.now()
    await asyncio.sleep(0)
    assert clock.now() == 150_000
    await clock.close()


async def test_a_clock_that_heard_of_the_server_lately_asks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    here, asked = Monotonic(monkeypatch), 0

    async def ask() -> int:
        nonlocal asked
        asked += 1
        return 50_000

    clock = RedisClock(ask)
    clock.heard(50_000, asked=here.seconds)
    for _ in range(3):
        here.seconds += RedisClock.REFRESH / 4
        clock.now()
        await asyncio.sleep(0)
    assert asked == 0
    await clock.close()


async def test_a_clock_that_is_closed_while_it_asks_has_ended_that_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise somebody would wait forever for an answer of a closed store."""
    here, asking = Monotonic(monkeypatch), list[str]()

    async def ask() -> int:
        asking.append("begun")
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            await asyncio.sleep(0)
            asking.append("ended")
        raise AssertionError

    clock = RedisClock(ask)
    clock.heard(50_000, asked=here.seconds)
    here.seconds += RedisClock.REFRESH + 1
    clock.now()
    await asyncio.sleep(0)
    closing = asyncio.ensure_future(clock.close())
    for _ in range(10):
        await asyncio.sleep(0)
        if closing.done():
            break
    assert closing.done()
    await closing
    assert asking == ["begun", "ended"]


async def test_a_jump_of_the_wall_clock_has_no_effect(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threats F20."""
    before = store.clock.now()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    assert 0 <= store.clock.now() - before < 60_000


async def test_the_clock_agrees_with_the_time_of_commits(store: Store, ref: TableRef) -> None:
    """It is as exact as the quickest answer so far: the doubt is no greater than that answer took."""
    doubt = math.inf
    for version in range(50):
        earliest, asked = store.clock.now(), time.monotonic()
        answer = await store.commit(Commit(ref, version, b""))
        took = (time.monotonic() - asked) * 1000
        assert isinstance(answer, Committed)
        assert earliest - 2 - doubt <= answer.at <= store.clock.now() + 2
        doubt = min(doubt, took)
    assert doubt < 1000


async def test_a_hand_clock_sets_the_time_of_everything_stored(server: EmbeddedServer, ref: TableRef) -> None:
    """In the console and in tests only `wait:` moves the time."""
    clock = HandClock(1_000)
    store = await Store.connect(server.url, clock=clock)
    assert store.clock is clock
    assert await store.commit(Commit(ref, 0, b"", seen=("m",))) == Committed(1, 1_000)
    clock.move(60)
    await store.transfer(ref.venue, (Transfer("bank", "purse:web:a", 1, "welcome"),))
    (entry,) = await store.ledger(ref.venue)
    assert entry.at == 61_000
    await store.close()
