"""Test a store that dies, hangs and comes back: nobody is told anything false, and nothing is lost (threats F2
to F4).
"""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress

import pytest
from evening import Evening, unbalanced

from bot.ports.messages import Answer
from persistence import EmbeddedServer, HandClock, Store, StoreTrouble

PATIENCE = 60.0
"""Seconds to wait for what must happen in the end, also on a busy machine."""


@pytest.fixture
async def evening(
    request: pytest.FixtureRequest, own_server: EmbeddedServer, clock: HandClock
) -> AsyncIterator[Evening]:
    store = await Store.connect(own_server.url, clock=clock, timeout=PATIENCE)
    made = Evening.of(request.node.nodeid, store, clock)
    yield made
    await made.end()
    await store.close()


def send(server: EmbeddedServer, number: signal.Signals) -> None:
    assert server.pid is not None
    os.kill(server.pid, number)


@contextmanager
def hung(evening: Evening, server: EmbeddedServer) -> Iterator[None]:
    """Let the store answer nothing, with a short time limit. Only here, since a busy machine is slow anyway."""
    pipe = evening.store.pipe
    send(server, signal.SIGSTOP)
    pipe._alarm, pipe._timeout = None, 0.1
    try:
        yield
    finally:
        pipe._timeout = PATIENCE
        send(server, signal.SIGCONT)


def kill(server: EmbeddedServer) -> None:
    """Kill the store, and return before it restarts, which needs a turn of our own loop."""
    pid = server.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        while True:
            os.kill(pid, 0)
            time.sleep(0.001)


async def back(evening: Evening) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await evening.sessions()
            except StoreTrouble:
                await asyncio.sleep(0.02)
            else:
                return


def is_in_doubt(answer: Answer) -> bool:
    return not answer.ok and answer.text.startswith("One moment")


async def test_a_killed_store_is_told_of_and_nothing_is_lost(evening: Evening, own_server: EmbeddedServer) -> None:
    """F2: a move reported as not taken was not taken. Said again with its id, it counts once."""
    await evening.lines("ann: !open halflings mode=duel money=purse", "ben: !join", "ann: !start", "ann: !stake 20")
    before = await evening.document()
    kill(own_server)
    roll = evening.message("ben", "!roll")
    answer = await evening.hear(roll)
    assert answer.ok or is_in_doubt(answer), "the server may be back before it is asked"
    await back(evening)
    if "was not taken" in answer.text:
        assert await evening.document() == before
    for _ in range(2):
        assert (await evening.hear(roll)).ok
    assert await evening.moves() == ["0 stake 20", "1 roll"]
    assert await unbalanced(evening) == []
    assert any("The Giant rolls" in line for line in evening.news)


async def test_a_hung_store_is_told_of_and_the_move_counts_once(evening: Evening, own_server: EmbeddedServer) -> None:
    """F3: after a timeout the outcome is unknown. The same id again tells it, and changes nothing twice."""
    await evening.lines("ann: !open halflings mode=duel money=purse", "ben: !join", "ann: !start", "ann: !stake 20")
    roll = evening.message("ben", "!roll")
    with hung(evening, own_server):
        answer = await evening.hear(roll)
    assert is_in_doubt(answer)
    assert "I can't tell yet" in answer.text
    await back(evening)
    for _ in range(3):
        assert (await evening.hear(roll)).ok
    assert await evening.moves() == ["0 stake 20", "1 roll"]
    assert await unbalanced(evening) == []


async def test_a_pause_shorter_than_patience_is_not_noticed(evening: Evening, own_server: EmbeddedServer) -> None:
    """F3."""
    await evening.lines("ann: !open halflings mode=duel", "ben: !join", "ann: !start")
    send(own_server, signal.SIGSTOP)
    asyncio.get_running_loop().call_later(0.1, send, own_server, signal.SIGCONT)
    assert (await evening.say("ann", "!stake 20")).ok
    assert await evening.moves() == ["0 stake 20"]


async def test_while_the_store_is_away_questions_are_answered_with_the_same_sentence(
    evening: Evening, own_server: EmbeddedServer
) -> None:
    """F4: no false success and no traceback, whatever is asked."""
    await evening.lines("ann: !open halflings cooldown=0")
    with hung(evening, own_server):
        for text in ("!stake 10", "!tables", "!wallet", "!join", "!open halflings", "!close", "!verify", "!X9X roll"):
            answer = await evening.house.hear(evening.message("ann", text))
            assert is_in_doubt(answer), text
        assert (await evening.house.hear(evening.message("ann", "hello"))) == Answer()
    await back(evening)
    assert await unbalanced(evening) == []


async def test_what_could_not_be_told_is_told_when_the_store_is_back(
    evening: Evening, own_server: EmbeddedServer
) -> None:
    """F2: the mark for the delivery is in the store, with the move."""
    await evening.lines("ann: !open halflings cooldown=0", "ann: !start")
    answer = await evening.house.hear(evening.message("ann", "!stake 10"))
    assert answer.ok
    kill(own_server)
    await evening.house.delivery.settle()
    await back(evening)
    await evening.sweep()
    assert sum("ann stakes 10" in line for line in set(evening.news)) == 1
    assert await evening.store.undelivered() == []


async def test_a_deadline_waits_for_the_store_and_fires_once(evening: Evening, own_server: EmbeddedServer) -> None:
    """F2, F20."""
    await evening.lines("ann: !open halflings mode=duel", "ben: !join", "ann: !start", "ann: !stake 20")
    evening.clock.move(25)
    with hung(evening, own_server):
        await evening.house.scheduler.fire_due()
    await back(evening)
    await evening.wait(5)
    await evening.sweep()
    rolls = {news.number for update in evening.witness.updates for news in update.news if "The Giant" in news.text}
    assert len(rolls) == 1
    assert (await evening.table()).seats[1].missed == 1


async def test_the_whole_house_runs_on_when_its_store_is_killed_again_and_again(
    evening: Evening, own_server: EmbeddedServer
) -> None:
    """F2: the clock's own task survives, and the table is played to its end."""
    await evening.house.start()
    await evening.lines("ann: !open halflings mode=duel money=purse cooldown=0", "ben: !join", "ann: !start")
    taken = 0
    for number in range(4):
        kill(own_server)
        name, text = [("ann", "!stake 10"), ("ben", "!roll"), ("ann", "!roll"), ("ben", "!stake 5")][number]
        message = evening.message(name, text)
        answer = await evening.hear(message)
        while is_in_doubt(answer):
            await back(evening)
            answer = await evening.hear(message)
        taken += answer.ok
    assert taken >= 3
    assert await unbalanced(evening) == []
