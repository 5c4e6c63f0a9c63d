"""Test that slow chat slows a game down: every change is told, and nobody's time runs out."""

import asyncio
from itertools import pairwise

import pytest
from on_twitch.gatherings import a_duel
from on_twitch.night import Night
from on_twitch.telling import Evening, all_is_told, plays, seated

from bot.adapters.twitch import limits
from bot.table.phases import Playing

SHORT = 3.0
"""The span of the limits in tests, in seconds: a tenth of Twitch's. People move ten times as fast, too."""
FOUR_SECONDS = 0.4
SECONDS = 600
"""The time to roll in a duel of these tests."""
GAMES = (
    ("headache", "pace=quick memory=off", 8),
    ("cones", "", 4),
    ("poohead", "", 8),
    ("rogues", "betting=liars", 6),
    ("halflings", "mode=duel cooldown=0 stack=5", 2),
    ("halflings", "mode=crowd cooldown=0 crowd_seconds=5", 8),
)


@pytest.fixture
async def hurried(limited: Night, monkeypatch: pytest.MonkeyPatch) -> Night:
    """Keep Twitch's numbers, in a tenth of its time."""
    monkeypatch.setattr(limits, "SECONDS", SHORT)
    monkeypatch.setattr(limits, "A_MOMENT", 0.1)
    limited.world.chat.per = limited.world.chat.same_text_after = SHORT
    limited.hears_out_everybody()
    return limited


@pytest.mark.parametrize(("game", "options", "seats"), GAMES)
async def test_all_of_a_game_is_told_in_its_order_where_chat_takes_few_lines(
    hurried: Night, monkeypatch: pytest.MonkeyPatch, game: str, options: str, seats: int
) -> None:
    evening = Evening(hurried)
    evening.watch(monkeypatch)
    people = await seated(evening, game, options, seats)
    await plays(evening, people, 24, FOUR_SECONDS / 4)
    assert len(evening.to_tell) >= seats
    assert await all_is_told(evening, 4 * SHORT) == []
    assert [line.text for line in hurried.world.dropped_lines] == []
    assert len(hurried.said) <= max(8, evening.moves) * 1.0
    turns = [line for line in hurried.said if " to play." in line]
    assert all(first != second for first, second in pairwise(turns))
    assert [line for line in hurried.said if line.count(" to play.") > 1] == []
    assert [line for line in hurried.said if "reroll, or stay?" in line and " to play." in line] == []


async def test_a_table_that_is_told_late_has_so_much_more_time(hurried: Night) -> None:
    people = await a_duel(hurried)
    before = (await hurried.session()).phase
    assert isinstance(before, Playing)
    number = 0
    while hurried.adapter.limits.room_after(hurried.channel.id) == 0:
        hurried.adapter.limits.take(f"elsewhere {number}")
        number += 1
    await people[0].says(hurried.channel, "!stake 5")
    stored = before
    while stored.clock.ask == before.clock.ask:
        await asyncio.sleep(0.01)
        found = (await hurried.session()).phase
        assert isinstance(found, Playing)
        stored = found
    await hurried.line("Ann stakes 5.")
    told = (await hurried.session()).phase
    assert isinstance(told, Playing)
    assert told.clock.ask == stored.clock.ask
    given = told.clock.ends_at - hurried.store.clock.now() - 1000 * SECONDS
    assert -500 < given < 1000 * SHORT, "as long as anybody has who is told at once"
