"""Test many messages to one table at one moment: one load and one commit, each as if it came alone (threats T6)."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from evening import Evening, commits_of

from bot.engine import repository, taken
from bot.engine.operations import Operations
from bot.engine.repository import TableTurns
from bot.ports.messages import Answer
from persistence import Commit


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[Commit]:
    """Return every commit that the store is asked for."""
    return commits_of(monkeypatch)


@asynccontextmanager
async def while_nobody_acts(evening: Evening, count: int) -> AsyncIterator[None]:
    """Hold the table until this many wait for it: for them it is one moment, however long reading takes."""
    repository, ref = evening.house.repository, (await evening.table()).ref
    turns = repository._turns.setdefault(ref, TableTurns(deque(), asyncio.Lock()))
    async with turns.lock:
        yield
        while len(turns.waiting) < count:  # noqa: ASYNC110 - turns of the event loop, without a clock
            await asyncio.sleep(0)


async def all_at_once(evening: Evening, *lines: str) -> list[Answer]:
    pairs = [line.split(": ", 1) for line in lines]
    return await asyncio.gather(*(evening.hear(evening.message(name, text)) for name, text in pairs))


async def test_a_crowd_that_stakes_in_one_moment_is_stored_in_a_few_steps(
    evening: Evening, commits: list[Commit], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "LONGEST_STEP", 60.0)
    monkeypatch.setattr(taken, "PATIENCE", 60.0)
    await evening.lines("host: !open halflings mode=crowd")
    commits.clear()
    async with while_nobody_acts(evening, 120):
        said = asyncio.create_task(all_at_once(evening, *(f"p{number}: !halflings 50" for number in range(120))))
    answers = await said
    assert all(answer.ok for answer in answers)
    table = await evening.table()
    assert [one.name for one in table.seats] == ["host", *(f"p{number}" for number in range(120))]
    assert all(one.opening == "stake 50" for one in table.seats[1:])
    assert len(commits) <= 3
    assert sorted(name for one in commits for name in one.seen) == sorted(
        {name for one in commits for name in one.seen}
    )
    assert sum(len(one.seen) for one in commits) == 120


async def test_what_is_refused_in_a_burst_stops_nobody_else(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=crowd", "ben: !join")
    answers = await all_at_once(evening, "cid: !join", "ben: !join", "dot: !join a text", "zoe: !start", "eve: !join")
    assert [answer.ok for answer in answers] == [True, False, True, False, True]
    assert [one.name for one in (await evening.table()).seats] == ["ann", "ben", "cid", "dot", "eve"]


async def test_a_purse_that_is_too_small_stops_nobody_else(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=crowd money=purse buyin=900")
    await evening.lines("ben: !open halflings mode=crowd money=purse buyin=900")  # Ben has 100 left
    table, *_ = await evening.sessions()
    answers = await all_at_once(evening, *(f"{name}: !join {table.code}" for name in ("cid", "ben", "dot")))
    assert [answer.ok for answer in answers] == [True, False, True]
    assert "Your purse holds 100" in answers[1].text
    table, *_ = await evening.sessions()
    assert [one.name for one in table.seats] == ["ann", "cid", "dot"]
    assert sum((await evening.store.accounts(evening.venue)).values()) == 0


async def test_a_message_that_was_taken_before_is_taken_once_in_a_burst(evening: Evening) -> None:
    """F7: also by another process that has the table in memory."""
    await evening.lines("ann: !open halflings mode=crowd")
    twice = evening.message("ben", "!join")
    other = await evening.again()
    await other.hear(twice)
    await asyncio.gather(
        evening.hear(evening.message("cid", "!join")),
        evening.hear(twice),
        evening.hear(evening.message("dot", "!join")),
    )
    names = [one.name for one in (await evening.table()).seats]
    assert sorted(names) == ["ann", "ben", "cid", "dot"]
    await other.end()


async def test_a_game_that_begins_in_a_burst_ends_the_step_and_later_words_are_judged_by_it(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel", "ben: !join")
    answers = await all_at_once(evening, "ann: !start", "ben: !start", "cid: !join", "ann: !stake 10", "ann: !stake 20")
    assert [answer.ok for answer in answers] == [True, False, False, True, False]
    assert "ann stakes 10." in evening.news


async def test_what_changes_nothing_writes_nothing(evening: Evening, commits: list[Commit]) -> None:
    await evening.lines("ann: !open halflings mode=duel")
    ref = (await evening.table()).ref
    commits.clear()
    await asyncio.gather(*(evening.house.part(Operations).resume_place(ref) for _ in range(5)))
    assert commits == []


async def test_an_act_that_breaks_is_told_so_and_stops_nobody_else(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=crowd")
    ref, kept = (await evening.table()).ref, evening.house.repository

    def breaks(_: object) -> None:
        raise ZeroDivisionError

    found = await asyncio.gather(
        evening.hear(evening.message("ben", "!join")),
        kept.update(ref, (), breaks),
        evening.hear(evening.message("cid", "!join")),
        return_exceptions=True,
    )
    assert isinstance(found[1], ZeroDivisionError)
    assert {one.name for one in (await evening.table()).seats} == {"ann", "ben", "cid"}
