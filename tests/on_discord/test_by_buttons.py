"""Test that a game is played to its end only by the screen: buttons, lists and forms."""

import random
from typing import Final

import pytest
from gatherings import opened
from night import Night
from on_discord.pressing import move_by_pressing

from bot.table.phases import Playing

pytestmark = pytest.mark.usefixtures("hands_are_quick")
MOST_MOVES: Final = 900
NAMES: Final = ("ann", "ben", "cid", "dan", "eve", "fay")
SHORT: Final = (
    ("cones", 2, "sectors=4 turn_cap=20 quiet_cap=0"),
    ("halflings", 2, "mode=duel cooldown=0 stack=3"),
    ("rogues", 4, "betting=liars"),
)
"""Headache, the longest game, is pressed to its end in `tests/on_simcord` and in the long form."""
LONG: Final = (
    *(("cones", seats, "") for seats in (2, 3, 4)),
    *(("cones", seats, "edition=french") for seats in (2, 4)),
    *(("headache", seats, "min_players=3 vote=declare memory=off") for seats in (3, 4, 6)),
    *(("headache", seats, "min_players=3 pace=full") for seats in (4, 6)),
    ("headache", 3, "min_players=3 pace=quick memory=off"),
    ("headache", 5, "pace=quick"),
    *(("poohead", seats, "") for seats in (2, 3, 4, 5, 6)),
    *(("rogues", seats, f"betting={way}") for seats in (2, 3, 5, 6) for way in ("none", "thieves", "liars")),
)


async def plays(night: Night, game: str, seats: int, options: str) -> None:
    chance = random.Random(seats)  # noqa: S311 - not the dice of a game
    people = night.people(*NAMES[:seats])
    await opened(night, people, game, options, night.channel)
    await night.card("ann")
    made = 0
    while made < MOST_MOVES and isinstance((await night.session()).phase, Playing):
        made += await move_by_pressing(night, people, night.channel, chance) is not None
        await night.quiet(0.01)
    assert not isinstance((await night.session()).phase, Playing), f"{made} moves were too few"
    assert made >= seats
    assert night.world.failed_interactions == []


@pytest.mark.parametrize(("game", "seats", "options"), SHORT)
async def test_a_game_is_played_to_its_end_by_buttons_alone(night: Night, game: str, seats: int, options: str) -> None:
    await plays(night, game, seats, options)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "seats", "options"), LONG)
async def test_each_way_to_play_comes_to_its_end_by_buttons_alone(
    night: Night, game: str, seats: int, options: str
) -> None:
    await plays(night, game, seats, options)
