"""Test a failover (F5): unreplicated steps are never reported as done, and a table that lost steps waits for a
moderator.
"""

from typing import Any

import pytest
from evening import Evening, unbalanced

from bot.engine.sessions import SessionCache
from bot.ports.messages import Rights
from bot.table.document import Session
from persistence import Commit, Store, StoreTrouble, TableRef
from persistence.keys import table_keys


async def test_money_that_is_not_confirmed_yet_is_never_called_done(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The repeated line is told that it was taken."""
    await evening.lines("ann: !open halflings mode=duel money=purse cooldown=0")
    commit = type(evening.store).commit

    async def unconfirmed(self: Store, step: Commit) -> Any:
        await commit(self, step)
        raise StoreTrouble("unconfirmed", "not all replicas have it yet", pending=True)

    monkeypatch.setattr(type(evening.store), "commit", unconfirmed)
    message = evening.message("ben", "!join")
    answer = await evening.hear(message)
    assert not answer.ok
    assert "I can't tell yet whether this was taken" in answer.text
    monkeypatch.undo()
    assert (await evening.hear(message)).repeated
    assert await evening.stacks() == {"ann": 200, "ben": 200}
    assert await unbalanced(evening) == []


async def a_table_that_lost_steps(evening: Evening) -> Session:
    """Return the table on a server that took over without the last two moves; its ledger is unchanged."""
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start")
    session = await evening.table()
    key = table_keys(session.ref)
    before, shown = [await evening.store.pipe.read("HGETALL", name) for name in (key.session, key.shown)]
    length = await evening.store.pipe.read("LLEN", key.log)
    evening.roll(8, 3, 3)
    await evening.lines("ann: !stake 10", "ben: !roll")
    await evening.store.pipe.write("HSET", key.session, *before)
    await evening.store.pipe.write("HSET", key.shown, *shown)
    await evening.store.pipe.write("LTRIM", key.log, 0, length - 1)
    return session


async def test_a_table_that_lost_steps_is_paused_and_moderators_decide(evening: Evening) -> None:
    session = await a_table_that_lost_steps(evening)
    answer = await evening.say("ann", "!roll")
    assert not answer.ok
    assert "its last moves were lost with a server" in answer.text
    assert any("The last moves at this table were lost with a server" in line for line in evening.news)
    assert "steps lost, paused" in (await evening.say("mia", "!mod log")).text
    assert "lost with a server" in (await evening.say("ben", "!table")).text
    await evening.lines("mia: !resume", "ann: !stake 20")
    assert (await evening.table()).code == session.code
    assert sum("lost with a server" in line for line in evening.news) == 1


async def test_so_is_one_that_is_found_so_by_its_clock(evening: Evening) -> None:
    await a_table_that_lost_steps(evening)
    evening.house.repository.forget((await evening.table()).ref)
    await evening.wait(30)
    paused = (await evening.table()).paused
    assert paused is not None
    assert paused.why == "lost"
    await evening.wait(7 * 3600)
    assert (await evening.say("zoe", "!voids")).text.startswith("Games called off here, in all: 1;")


async def test_another_process_that_saw_none_of_it_plays_on(evening: Evening) -> None:
    """Nothing is lost that was never told to anybody here."""
    await a_table_that_lost_steps(evening)
    other = await evening.again()
    await other.lines("ann: !stake 20")
    assert (await other.table()).paused is None
    await other.end()


async def test_a_step_that_is_heard_of_before_the_store_has_answered_is_not_lost(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F19: at a fast table others store the next step while this process asks which one stands."""
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start")
    ref, cache = (await evening.table()).ref, SessionCache(evening.store)
    kept = await cache.load(ref, fresh=True)
    stood = kept.version
    cache.heard(ref, stood + 1)
    cache.forget(ref)

    async def version(_: Store, ref: TableRef) -> int:
        cache.keep(kept.session, stood + 2, [])
        return stood + 1

    monkeypatch.setattr(type(evening.store), "version", version)
    await cache.load(ref, fresh=True)
    assert ref not in cache.went_back
