"""Test that on Discord nobody ever sees what only another player may see, in any game (T1)."""

import random
from typing import Final

import pytest
from gatherings import opened
from night import Night
from on_discord.judge import Judge, Table
from on_discord.pressing import move_by_pressing
from players import move_of_anybody

from bot.table.phases import Playing

pytestmark = pytest.mark.usefixtures("hands_are_quick")
KINDS: Final = (
    ("headache", 5, "pace=quick memory=off"),
    ("poohead", 4, ""),
    ("rogues", 4, "betting=liars"),
    ("rogues", 3, "betting=thieves"),
    ("headache", 5, "pace=quick vote=declare"),
    ("cones", 3, ""),
)


@pytest.fixture
def judge(night: Night, monkeypatch: pytest.MonkeyPatch) -> Judge:
    return Judge(night, monkeypatch)


async def seated(night: Night, judge: Judge, number: int) -> Table:
    """Open a table in its own channel, with its own people."""
    game, seats, options = KINDS[number % len(KINDS)]
    channel = night.guild.channel(f"table-{number}")
    people = night.people(*(f"p{number}-{seat}" for seat in range(seats)))
    table = judge.watch(channel, people)
    await opened(night, people, game, options, channel)
    await night.card(people[0].name, channel=channel)
    await night.quiet()
    return table


async def moves_at(night: Night, judge: Judge, tables: list[Table], most: int) -> None:
    """Make this many moves, table by table. A finished table is replaced by another in a new channel."""
    chance = random.Random(18)  # noqa: S311 - not the dice of a game
    opened_so_far = len(tables)
    for number in range(most):
        at = number % len(tables)
        if not isinstance((await night.session(tables[at].channel)).phase, Playing):
            tables[at], opened_so_far = await seated(night, judge, opened_so_far), opened_so_far + 1
        table = tables[at]
        await judge.note(table)
        moves = move_by_pressing if chance.random() < 0.7 else move_of_anybody
        await moves(night, table.people, table.channel, chance)
        await night.quiet(0.005)
        await judge.note(table)


async def judged(night: Night, judge: Judge, tables: int, moves: int) -> None:
    await moves_at(night, judge, [await seated(night, judge, number) for number in range(tables)], moves)
    found = judge.leaks()
    assert not found, found[:5]
    assert judge.judged > moves
    assert not judge.pictures_leaked()
    assert sum(len(table.own) for table in judge.tables) > moves / 2
    assert sum(len(table.pictures) for table in judge.tables) > moves / 5
    assert night.world.failed_interactions == []


async def test_nothing_of_a_private_panel_is_ever_before_other_eyes(night: Night, judge: Judge) -> None:
    await judged(night, judge, len(KINDS), 5 * len(KINDS))


@pytest.mark.soak
async def test_nothing_leaks_in_2_000_moves_at_thirty_tables(night: Night, judge: Judge) -> None:
    await judged(night, judge, 30, 2_000)


async def test_the_judge_sees_a_hand_that_another_was_shown(night: Night, judge: Judge) -> None:
    table = await seated(night, judge, 1)
    await judge.note(table)
    ann, ben = table.people[:2]
    hand, owner = next(
        (line, *of) for line, of in table.own.items() if line.startswith("Your hand") and len(of) == 1
    )  # two may have drawn the same
    other = ann if ann.id != owner else ben
    assert judge.leaks() == []
    night.server.journal.put("edit", [("text_display", f"-# {hand}")], frozenset({other.id}), channel_id=other.dm.id)
    assert [(one.line, one.of) for one in judge.leaks()] == [(hand, frozenset({owner}))]
    picture, whose = next(iter(table.pictures.items()))
    table.shown.add(picture)
    assert judge.pictures_leaked() == [picture], whose
