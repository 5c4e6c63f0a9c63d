"""Test that people get more time on a turn, out of a time bank that each has for a game."""

import pytest
from evening import Evening

from bot.ports.messages import Rights
from bot.table import playing
from bot.table.overtime import BANK, STEP
from bot.table.phases import Playing

OPENED = ("ann: !open cones", "ben: !join", "cid: !join", "ann: !start")


async def left(evening: Evening) -> int:
    """Return how many seconds the game still waits."""
    phase = (await evening.table()).phase
    assert isinstance(phase, Playing)
    return (phase.clock.ends_at - evening.clock.now()) // 1000


async def awaited(evening: Evening) -> tuple[str, str]:
    """Return the name of whom the game waits for, and of somebody else who plays."""
    session = await evening.table()
    assert session.ask is not None
    waits = {session.seats[seat].name for seat in playing.human_awaited(session, session.ask)}
    return next(iter(waits)), next(one.name for one in session.seats if one.name not in waits)


async def test_a_turn_is_longer_by_half_a_minute_twice_a_game(evening: Evening) -> None:
    await evening.lines(*OPENED)
    who, _ = await awaited(evening)
    before = await left(evening)
    evening.witness.clear()
    await evening.lines(f"{who}: !time")
    assert await left(evening) == before + STEP
    assert evening.news == [f"{who} takes 30 seconds more; 30 are left in the time bank."]
    await evening.lines(f"{who}: !time")
    assert await left(evening) == before + BANK
    refused = await evening.say(who, "!time")
    assert (refused.ok, refused.text) == (False, f"Your time bank is empty: it holds {BANK} seconds a game.")


async def test_time_is_given_to_whom_the_game_waits_for_out_of_ones_own_bank(evening: Evening) -> None:
    await evening.lines(*OPENED)
    who, other = await awaited(evening)
    before = await left(evening)
    await evening.lines(f"{other}: !time {who}", f"{other}: !time {who}", f"{who}: !time {who}")
    assert await left(evening) == before + BANK + STEP
    assert f"{other} gives {who} 30 seconds more." in evening.news
    assert not (await evening.say(other, f"!time {who}")).ok


@pytest.mark.parametrize(
    ("name", "line", "told"),
    [
        ("other", "!time", "doesn't wait for you now"),
        ("who", "!time {other}", "doesn't wait for {other} now"),
        ("who", "!time zoe", "zoe"),
        ("who", "!time {other} please", '"please" comes after the name'),
        ("zoe", "!time", "sit"),
    ],
)
async def test_what_is_no_turn_or_no_seat_is_refused_with_what_would_work(
    evening: Evening, name: str, line: str, told: str
) -> None:
    await evening.lines(*OPENED)
    who, other = await awaited(evening)
    called = {"who": who, "other": other, "zoe": "zoe"}
    before = await left(evening)
    answer = await evening.say(called[name], line.format(**called))
    assert not answer.ok
    assert told.format(**called) in answer.text
    assert await left(evening) == before


async def test_a_warning_comes_again_before_the_longer_time_is_up(evening: Evening) -> None:
    await evening.lines(*OPENED)
    who, _ = await awaited(evening)
    await evening.wait(await left(evening) - 3)
    assert [line for line in evening.news if "seconds left" in line]
    evening.witness.clear()
    await evening.lines(f"{who}: !time")
    await evening.wait(STEP - 1)
    assert evening.news[1:] == [f"{who}: 5 seconds left."]
    assert (await awaited(evening))[0] == who


async def test_no_time_is_given_before_a_game_or_while_it_is_paused(evening: Evening) -> None:
    await evening.lines(*OPENED[:2])
    assert not (await evening.say("ann", "!time")).ok
    await evening.lines(*OPENED[2:])
    who, _ = await awaited(evening)
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("mia: !pause it is late")
    before = await left(evening)
    assert not (await evening.say(who, "!time")).ok
    await evening.lines("mia: !resume")
    assert await left(evening) == before


async def test_each_game_has_a_full_bank(evening: Evening) -> None:
    await evening.lines("ann: !halflings 10 mode=duel", "ben: !halflings 10")
    phase = (await evening.table()).phase
    assert isinstance(phase, Playing)
    who, _ = await awaited(evening)
    await evening.lines(f"{who}: !time", f"{who}: !time")
    assert sum(_used((await evening.table()).phase)) == BANK
    while isinstance((await evening.table()).phase, Playing):
        await evening.wait(1)
    await evening.wait(60)
    await evening.lines("ann: !rematch")
    assert _used((await evening.table()).phase) == ()


def _used(phase: object) -> tuple[int, ...]:
    assert isinstance(phase, Playing)
    return phase.overtime
