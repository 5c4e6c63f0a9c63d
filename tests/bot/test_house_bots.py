"""Test house bots at a table with people: they give people a head start in a race, and get no lists of commands."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Final

import pytest
from evening import Evening
from one_change import playing
from test_verify import record

from bot.ports.messages import Message, Person
from bot.table import thinking
from bot.table.change import Change
from bot.table.document import OfTournament, Session
from bot.table.phases import BotDue, Playing
from bot.table.playing import HURRY, is_left_to_bots
from games.catalogue import catalogue
from games.kit.dice import Dice
from games.kit.moves import Move
from games.kit.seats import Seat
from games.proof.verifying import verify

HEAD_START, RACE = 8, 20
"""Poohead's race for the lead lasts 20 seconds. For the first 8, only people may act."""


async def race(evening: Evening) -> tuple[BotDue, ...]:
    """Open a table of ten with nine house bots, at which the threes are called."""
    await evening.lines("ann: !open poohead", "ann: !bots 9", "ann: !start", "ann: !ready")
    assert "Threes out!" in evening.news[-1]
    return await due(evening)


async def due(evening: Evening) -> tuple[BotDue, ...]:
    phase = (await evening.table()).phase
    assert isinstance(phase, Playing)
    return phase.clock.bots


async def test_house_bots_leave_people_a_head_start_in_a_race_and_act_at_times_that_are_drawn_ph_4(
    evening: Evening,
) -> None:
    waiting = await race(evening)
    times = [(bot.at - evening.clock.now()) / 1000 for bot in waiting]
    assert len(times) > 1, "of eight threes some are in two hands at least"
    assert all(HEAD_START <= time <= 2 * HEAD_START < RACE for time in times)
    assert len(set(times)) == len(times)
    before = await evening.moves()
    await evening.wait(min(times) - 0.01)
    assert await evening.moves() == before
    await evening.wait(0.01)
    assert "play 3" in (await evening.moves())[len(before)]


async def test_the_times_of_a_race_are_stored_and_outlast_a_restart_ph_4(evening: Evening) -> None:
    waiting = await race(evening)
    other = await evening.again()
    assert await due(other) == waiting
    await other.end()


async def test_a_pace_that_is_slower_than_the_head_start_stands(evening: Evening) -> None:
    await evening.lines("ann: !open poohead pace=12", "ann: !bots 9", "ann: !start", "ann: !ready")
    await evening.wait(12)
    assert min(bot.at for bot in await due(evening)) >= evening.clock.now()


async def test_the_record_of_a_game_with_such_a_race_checks_out(evening: Evening) -> None:
    await race(evening)
    await evening.wait(900)
    assert any("Poohead" in line for line in evening.news)
    verify(await record(evening), catalogue())


async def test_what_a_house_bot_could_move_is_told_to_nobody_and_each_move_is_one_line(evening: Evening) -> None:
    await evening.lines("ann: !open cones", "ann: !bots 3", "ann: !start")
    for _ in range(6):
        await evening.lines("ann: !move 1")
    told = [line for line in evening.news if " pops " in line and "Pops for" not in line]
    assert len(told) == len(await evening.moves())
    assert {line.rpartition(": ")[2].partition(" ")[0] for line in told} == {"ann", "Hob", "Nan", "Tuck"}
    assert [line for line in told if ("(" in line) != (": ann " in line)] == []


class SlowThinker:
    """Makes the first house bot think until it is told to go on. `about`: the tables it thought about."""

    PATIENCE: Final = 20

    def __init__(self) -> None:
        self.begun, self.may_go_on = threading.Event(), threading.Event()
        self.about: list[Session] = []
        self.was_let_go_on = False

    def chosen(self, session: Session, seat: Seat, dice: Dice) -> Move | None:
        self.about.append(session)
        if len(self.about) > 1:
            return CHOSEN(session, seat, dice)
        self.begun.set()
        self.was_let_go_on = self.may_go_on.wait(self.PATIENCE)
        return CHOSEN(session, seat, dice)

    async def begins(self) -> None:
        assert await asyncio.to_thread(self.begun.wait, self.PATIENCE)


CHOSEN: Final = thinking.chosen


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowThinker]:
    found = SlowThinker()
    monkeypatch.setattr(thinking, "chosen", found.chosen)
    yield found
    found.may_go_on.set()


async def at_a_table_of_house_bots(evening: Evening, slow: SlowThinker) -> asyncio.Task[None]:
    """Start a game of ann, who moves if she begins, with three house bots, of which the first thinks."""

    async def until_all_have_moved() -> None:
        await evening.lines("ann: !open cones", "ann: !bots 3", "ann: !start")
        if not slow.about:
            await evening.say("ann", "!move 1")

    task = asyncio.create_task(until_all_have_moved())
    await slow.begins()
    return task


async def test_nobody_else_waits_while_a_house_bot_thinks(evening: Evening, slow: SlowThinker) -> None:
    task = await at_a_table_of_house_bots(evening, slow)
    elsewhere = Message(
        "m-else", Person("test:bob", "bob"), "test:else", "test:elsewhere", private=False, text="!open cones"
    )
    assert (await evening.house.hear(elsewhere)).ok
    slow.may_go_on.set()
    await task
    assert slow.was_let_go_on, "the loop went on meanwhile"


async def test_what_is_thought_about_a_table_that_moved_on_meanwhile_is_dropped(
    evening: Evening, slow: SlowThinker
) -> None:
    task = await at_a_table_of_house_bots(evening, slow)
    before = await evening.moves()
    other = await evening.again()  # it also fires what is due there
    done = await other.moves()
    assert len(done) > len(before)
    slow.may_go_on.set()
    await task
    assert (await evening.moves())[: len(done)] == done, "what was thought of the table before is not played"
    assert (await evening.table()).phase == (await other.table()).phase
    await other.end()


async def test_a_house_bot_that_thinks_while_the_bot_is_stopped_moves_after_the_next_start(
    evening: Evening, slow: SlowThinker
) -> None:
    task = await at_a_table_of_house_bots(evening, slow)
    before = await evening.moves()
    task.cancel()
    await asyncio.wait({task})
    slow.may_go_on.set()
    assert await evening.moves() == before
    other = await evening.again()
    await other.wait(5)
    assert len(await other.moves()) > len(before)
    await other.end()


async def test_what_is_thought_ahead_is_thought_of_the_table_as_others_have_left_it(evening: Evening) -> None:
    await evening.lines("ann: !open cones")
    ref, repository, go_on = (await evening.table()).ref, evening.house.repository, asyncio.Event()
    seen: list[Session] = []

    async def waits(_: Change) -> None:
        await go_on.wait()

    async def thinks(change: Change) -> None:
        seen.append(change.session)

    def says_something(change: Change) -> None:
        change.session = change.session.changed(hosted_at=5)

    acts = [
        asyncio.create_task(repository.update(ref, (), lambda _: None, waits)),
        asyncio.create_task(repository.update(ref, (), says_something)),
        asyncio.create_task(repository.update(ref, (), lambda _: None, thinks)),
    ]
    turns = repository._turns
    while ref not in turns or len(turns[ref].waiting) < 2:  # noqa: ASYNC110 - the first has the table, two wait for it
        await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(*acts)
    assert [one.hosted_at for one in seen] == [5]


async def test_house_bots_hurry_to_the_end_of_a_game_that_no_person_plays_any_more(evening: Evening) -> None:
    await evening.lines("ann: !open poohead pace=12", "ann: !bots 3", "ann: !start", "ann: !ready")
    await evening.lines("wait: 30", "ann: !leave")
    began = evening.clock.now()
    await evening.wait(12)
    for _ in range(600):
        found = await evening.sessions()
        if not found:
            break
        await evening.wait(HURRY / 1000)
    assert await evening.sessions() == []
    assert evening.clock.now() - began < 200_000
    assert "is void" not in "\n".join(evening.news)


@pytest.mark.parametrize("plays", [False, True])
def test_they_hurry_only_where_each_person_is_out_for_good(monkeypatch: pytest.MonkeyPatch, *, plays: bool) -> None:
    session = playing("ann", "ben", game="cones")
    monkeypatch.setattr(type(session.rules), "is_out", lambda *_: not plays)
    assert is_left_to_bots(session) is not plays
    assert not is_left_to_bots(session.changed(tournament=OfTournament("x", 1, 1, final=False)))
