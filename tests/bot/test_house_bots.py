"""House bots at a table with people: they leave them a head start in a race, and are told no lists of what to do."""

from evening import Evening
from test_verify import record

from bot.table.phases import BotDue, Playing
from games.catalogue import catalogue
from games.proof.verifying import verify

HEAD_START, RACE = 8, 20
"""Poohead's race for the lead lasts so long; so long people have it to themselves."""


async def race(evening: Evening) -> tuple[BotDue, ...]:
    """A table of ten, nine of them house bots, at which the threes are called."""
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
