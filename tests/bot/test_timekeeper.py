"""Test the clock: stored deadlines fire once, on time, after a restart and after a jump; idle tables are closed."""

import asyncio
import threading
from collections.abc import AsyncIterator
from copy import copy
from typing import Any

import pytest
from evening import Evening, unbalanced
from msgspec import structs

from bot.engine import operations, scheduler
from bot.engine.operations import Operations
from bot.ports.ids import PersonId
from bot.ports.messages import Rights
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.phases import Playing
from bot.table.thinking import Thought
from games.proof.record import Moved, TakenOver, TimedOut
from persistence import EmbeddedServer, HandClock, Store, TableRef, deliveries

HOUR = 3600
DAY = 24 * HOUR
PATIENCE = 20
"""Seconds."""


@pytest.fixture
async def store(own_server: EmbeddedServer, clock: HandClock) -> AsyncIterator[Store]:
    """Yield a store on its own server, so that a sweep finds only this test's tables."""
    connected = await Store.connect(own_server.url, clock=clock, timeout=60)
    yield connected
    await connected.close()


async def duel(evening: Evening, options: str = "") -> None:
    await evening.lines(f"ann: !open halflings mode=duel cooldown=0 {options}", "ben: !join", "ann: !start")


def phase_of(session: Session) -> Playing:
    assert isinstance(session.phase, Playing)
    return session.phase


def with_deadline(session: Session, at: int) -> Session:
    playing = phase_of(session)
    clock = structs.replace(playing.clock, ends_at=at, warn_at=None, bots=())
    return structs.replace(session, phase=structs.replace(playing, clock=clock))


# Warnings and time-ups


async def test_a_warning_comes_when_a_quarter_of_the_time_is_left_and_five_seconds_at_least(evening: Evening) -> None:
    await duel(evening, "stake_seconds=60 roll_seconds=12")
    await evening.wait(44)
    assert not any("seconds left" in line for line in evening.news)
    await evening.wait(1)
    assert evening.news[-1] == "ann: 15 seconds left."
    await evening.lines("ann: !stake 10")
    await evening.wait(7)
    assert evening.news[-1] == "ben: 5 seconds left."


async def test_nobody_is_warned_who_has_only_that_long_or_is_a_house_bot(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel cooldown=0 roll_seconds=5 pace=60", "ann: !bots", "ann: !start")
    await evening.lines("ann: !stake 10")
    await evening.wait(4.9)
    assert not any("left." in line for line in evening.news)


async def test_a_deadline_is_shown_before_it_fires_and_stays_while_its_question_does(evening: Evening) -> None:
    await duel(evening)
    first = evening.witness.updates[-1].card.ends_at
    assert first == evening.clock.now() + 60_000
    await evening.wait(30)
    await evening.say("ann", "!stake 0")
    assert phase_of(await evening.table()).clock.ends_at == first


async def test_silence_is_answered_by_the_rules_and_twice_in_a_row_by_a_house_bot(evening: Evening) -> None:
    """ALL-1, ALL-3."""
    await duel(evening)
    evening.roll(8, 4, 3, *[3] * 40)
    await evening.lines("ann: !stake 10")
    await evening.wait(20)
    assert await evening.deeds(TimedOut) == [TimedOut((1,))]
    await evening.lines("ann: !roll")
    await evening.wait(60)
    assert await evening.deeds(TakenOver) == [TakenOver(1)]
    assert await evening.deeds(TimedOut) == [TimedOut((1,))], "the second silence is not a time-up"
    assert [deed for deed in await evening.deeds(Moved) if str(getattr(deed, "move", "")).startswith("stake")][1:]


# Restarts


async def test_an_overdue_deadline_fires_once_after_a_restart(evening: Evening) -> None:
    """F1."""
    await duel(evening)
    await evening.lines("ann: !stake 10")
    evening.clock.move(HOUR)
    other = await evening.again()
    await other.sweep()
    assert await other.deeds(TimedOut) == [TimedOut((1,))]
    assert sum("The Giant rolls" in line for line in evening.news) == 1
    await other.end()


async def test_a_deadline_still_to_come_is_kept_by_the_next_house(evening: Evening) -> None:
    """F1: timers are set again from the stored times, not from the time of the start."""
    await duel(evening)
    await evening.lines("ann: !stake 10")
    evening.clock.move(12)
    other = await evening.again()
    evening.clock.move(7)
    await other.sweep()
    assert await other.deeds(TimedOut) == []
    evening.clock.move(1)
    await other.sweep()
    assert await other.deeds(TimedOut) == [TimedOut((1,))]
    await other.end()


async def test_house_bots_act_after_a_restart(store: Store, clock: HandClock) -> None:
    """F1: they act on stored deadlines, so a kill loses none."""
    evening = Evening(store, clock, manners=Defaults(pace=2))
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ann: !bots", "ann: !start", "ann: !stake 10")
    assert await evening.deeds(Moved) == [Moved(0, "stake 10")]
    clock.move(1)
    other = await evening.again()
    assert len(await other.deeds(Moved)) == 1, "a second is not yet its pace"
    clock.move(1)
    await other.sweep()
    assert (await other.deeds(Moved))[1:] == [Moved(1, "roll")]
    await other.end()
    await evening.end()


async def test_a_house_bot_has_moved_before_its_time_is_up(store: Store, clock: HandClock) -> None:
    """Also if the pace is slower than the question's time: a bot is never silent."""
    evening = Evening(store, clock, manners=Defaults(pace=60))
    await evening.lines("ann: !open halflings mode=duel cooldown=0 roll_seconds=5", "ann: !bots", "ann: !start")
    await evening.lines("ann: !stake 10")
    await evening.wait(5)
    assert (await evening.deeds(Moved))[1:] == [Moved(1, "roll")]
    assert await evening.deeds(TimedOut) == []
    await evening.end()


async def test_a_lobby_that_gathers_starts_after_a_restart(evening: Evening) -> None:
    await evening.lines("ann: !halflings 20 mode=crowd", "ben: !join")
    evening.clock.move(20)
    other = await evening.again()
    assert (await other.table()).pledge.n == 2
    assert any("A Giant comes!" in line for line in evening.news)
    await other.end()


# Jumps


@pytest.mark.parametrize("jump", [61, HOUR, 30 * DAY])
async def test_a_jump_of_the_clock_fires_at_most_one_time_up_a_seat(evening: Evening, jump: int) -> None:
    """F20: whatever the jump, the next question has its full time."""
    await duel(evening)
    evening.roll(*[5] * 40)
    await evening.lines("ann: !stake 10")
    evening.clock.move(jump)
    await evening.sweep()
    assert await evening.deeds(TimedOut) == [TimedOut((1,))]
    session = await evening.table()
    assert phase_of(session).clock.ends_at > evening.clock.now()
    assert [seated.missed for seated in session.seats] == [0, 1]


async def test_a_clock_that_goes_back_fires_nothing_early_and_nothing_twice(evening: Evening) -> None:
    """F20."""
    await duel(evening)
    await evening.lines("ann: !stake 10")
    await evening.wait(20)
    evening.clock.move(-HOUR)
    await evening.sweep()
    assert await evening.deeds(TimedOut) == [TimedOut((1,))]
    evening.clock.move(HOUR)
    await evening.sweep()
    assert await evening.deeds(TimedOut) == [TimedOut((1,))]


async def test_a_late_wake_up_for_a_question_that_was_answered_does_nothing(evening: Evening) -> None:
    await duel(evening)
    await evening.lines("ann: !stake 10")
    session = await evening.table()
    evening.roll(8)
    await evening.lines("ben: !roll")
    before = await evening.document()
    await evening.house.part(Operations).fire(session.ref)
    assert await evening.document() == before


async def test_two_tables_with_one_deadline_are_both_served(evening: Evening) -> None:
    """Opened in the same millisecond, they end in the same millisecond."""
    for number in range(5):
        assert (await evening.say(f"p{number}", "!open halflings")).ok
    assert len(await evening.sessions()) == 5
    await evening.wait(6 * HOUR)
    assert await evening.sessions() == []


async def test_deadlines_that_were_set_anew_do_not_pile_up_behind_one_that_comes_first(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "SPARE", 2)
    await duel(evening)
    played, clock, now = await evening.table(), evening.house.scheduler, evening.clock.now()
    waits = structs.replace(played, table="waits")
    clock.note(with_deadline(waits, now + 10))
    for later in range(1000, 1100):
        clock.note(with_deadline(played, now + later))
    assert len(clock._heap) <= 2 * 2 + 2
    assert clock.next_at() == now + 10
    clock.note(with_deadline(waits, now + 2000))
    assert clock.next_at() == now + 1099


# Idle


async def test_an_idle_table_is_closed_and_pays_back(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=crowd money=purse buyin=300", "ben: !join")
    await evening.wait(6 * HOUR - 1)
    assert len(await evening.sessions()) == 1
    await evening.wait(1)
    assert await evening.sessions() == []
    assert (await evening.purse("ann"), await evening.purse("ben")) == (1000, 1000)
    assert await unbalanced(evening) == []
    assert any(line.startswith("Table ") and line.endswith("is closed.") for line in evening.news)


async def test_a_table_where_something_happens_is_not_idle(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=crowd")
    await evening.wait(5 * HOUR)
    await evening.lines("ben: !join")
    await evening.wait(5 * HOUR)
    assert len(await evening.sessions()) == 1


async def test_an_idle_table_is_closed_by_a_house_that_was_started_later(evening: Evening) -> None:
    await evening.lines("ann: !open halflings money=purse", "ann: !stake 50")
    evening.clock.move(30 * DAY)
    other = await evening.again()
    await other.wait(7 * HOUR)
    assert await other.sessions() == []
    assert await unbalanced(other) == []
    assert sum((await other.store.accounts(other.venue)).values()) == 0
    await other.end()


async def test_the_clocks_own_task_serves_deadlines_as_they_come(own_server: EmbeddedServer) -> None:
    """With the store's own clock, as in production, which nobody moves."""
    store = await Store.connect(own_server.url, timeout=60)
    evening = Evening(store, store.clock, manners=Defaults(pace=0, bots_from_bank=True))  # type: ignore[arg-type]
    await evening.house.start()
    await evening.lines(
        "ann: !open halflings mode=duel cooldown=0 stake_seconds=600 roll_seconds=600", "ann: !bots", "ann: !start"
    )
    await evening.house.hear(evening.message("ann", "!stake 10"))
    async with asyncio.timeout(60):  # far less than the time after which the Giant rolls by itself
        while not any("The Giant rolls" in line for line in evening.news):
            await evening.house.delivery.settle()
            await asyncio.sleep(0.01)  # a turn of the event loop for the clock's task
    await evening.end()
    await store.close()


async def test_a_house_bot_that_thinks_long_holds_up_no_other_table(
    store: Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own table waits for it, and another's deadline fires meanwhile."""
    begins, fired, goes_on, thinks = asyncio.Event(), asyncio.Event(), threading.Event(), operations.thought
    loop = asyncio.get_running_loop()

    def slowly(*about: Any) -> Thought | None:
        loop.call_soon_threadsafe(begins.set)
        goes_on.wait(PATIENCE)
        return thinks(*about)

    monkeypatch.setattr(operations, "thought", slowly)
    slow = Evening(store, clock, manners=Defaults(pace=0, bots_from_bank=True))
    other = copy(slow)
    other.venue = other.place = f"{slow.venue}-other"
    await slow.house.start()
    try:
        await duel(other, "stake_seconds=600 roll_seconds=5")
        await other.lines("ann: !stake 10")
        other.house.hooks.committed.append(lambda session: fired.set() if session.venue == other.venue else None)
        await slow.lines("cid: !open halflings mode=duel cooldown=0", "cid: !bots", "cid: !start")
        await slow.house.hear(slow.message("cid", "!stake 10"))
        await asyncio.wait_for(begins.wait(), PATIENCE)
        clock.move(5)
        await asyncio.wait_for(fired.wait(), PATIENCE)
        assert len(await other.deeds(TimedOut)) == 1
        assert len(await slow.deeds(Moved)) == 1, "it still thinks"
    finally:
        goes_on.set()
        await slow.end()


# After an outage


async def test_what_was_due_meanwhile_is_done_oldest_first_and_nothing_twice(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By another process, which the store tells only a limited number at once. It asks again until none is left."""
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("mia: !control tables 45")
    tables = []
    for number in range(45):
        await evening.lines(f"host{number}: !open halflings mode=duel")
        tables.append((await evening.house.directory.of(PersonId(f"test:host{number}{evening.tag}")))[0].ref)
        await evening.house.settle()
        evening.clock.move(1)
    await evening.end()
    evening.clock.move(DAY)
    monkeypatch.setattr(deliveries, "MOST_DUE", 20)
    monkeypatch.setattr(scheduler, "MOST_DUE", 20)
    house, fired = Evening(evening.store, evening.clock, tag=evening.tag).house, list[TableRef]()
    fire, all_fired = house.part(Operations).fire, asyncio.Event()

    async def counted(ref: TableRef) -> Session:
        fired.append(ref)
        if len(fired) == len(tables):
            all_fired.set()
        return await fire(ref)

    monkeypatch.setattr(house.part(Operations), "fire", counted)
    await house.start()
    await all_fired.wait()
    await house.settle()
    await house.stop()
    assert fired == tables
