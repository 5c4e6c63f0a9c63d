"""Test a game of each kind, played to its end only by the screen, on a Discord that checks all it is sent."""

import random
from typing import Final

import pytest
from parlour import Answered, Guest, Parlour
from screen_ways import made, ways_on

from bot.table.phases import Playing

NAMES: Final = ("ann", "ben", "cid", "dan", "eve", "fay")
MOST_STEPS: Final = 900
COUNTDOWN: Final = 25
"""A little more than the seconds until a crowd's first round."""
SHORT: Final = (("headache", 3, "min_players=3 pace=quick memory=off"),)
"""Shorter games are pressed to their end in `tests/on_discord`."""
LONG: Final = (
    ("cones", 2, "sectors=4 turn_cap=20 quiet_cap=0"),
    ("halflings", 2, "mode=duel cooldown=0 stack=3"),
    ("rogues", 3, "betting=liars"),
    *(("cones", seats, f"edition={edition}") for seats in (2, 3, 4) for edition in ("kohner", "french")),
    *(("halflings", seats, "mode=crowd cooldown=0 stack=5") for seats in (2, 3, 6)),
    *(("headache", seats, "min_players=3 pace=quick") for seats in (4, 5, 6)),
    *(("poohead", seats, "") for seats in (2, 3, 4, 5, 6)),
    *(("rogues", seats, f"betting={way}") for seats in (2, 4, 5, 6) for way in ("none", "thieves", "liars")),
)


async def moves(parlour: Parlour, people: list[Guest], chance: random.Random) -> bool:
    """Let one of those who may move do so; return False if only the clock can act."""
    for guest in chance.sample(people, len(people)):
        card = parlour.card
        label = next((one for one in ("My hand", "My moves") if one in card.labels), None)
        looked: Answered | None = None if label is None else await guest.presses(card, label)
        if looked is None or not looked.all:
            continue
        ways = list(ways_on(looked.message))
        if ways:
            await made(guest, looked.message, chance.choice(ways), chance)
            return True
    return False


async def plays(parlour: Parlour, game: str, seats: int, options: str) -> None:
    chance = random.Random(seats)  # noqa: S311 - not the dice of a game
    people = parlour.people(*NAMES[:seats])
    opened = await people[0].slash("open", game=game, options=options)
    assert parlour.messages, opened.text
    for guest in people[1:]:
        await guest.presses(parlour.card, "Join")
    made_so_far = 0
    for guest in people if "mode=crowd" in options else ():  # a crowd stakes before it begins
        stake = next(way for way in ways_on(parlour.card))
        await made(guest, parlour.card, stake, chance)
        made_so_far += 1
    await people[0].presses(parlour.card, "Start (ann)")
    if made_so_far:
        await parlour.wait(COUNTDOWN)
    for _ in range(MOST_STEPS):
        if not isinstance((await parlour.session()).phase, Playing):
            break
        if await moves(parlour, people, chance):
            made_so_far += 1
        else:
            await parlour.wait(1)
    assert not isinstance((await parlour.session()).phase, Playing), f"{made_so_far} moves were too few"
    assert made_so_far >= seats


@pytest.mark.parametrize(("game", "seats", "options"), SHORT)
async def test_a_game_is_played_to_its_end_by_buttons_lists_and_forms(
    parlour: Parlour, game: str, seats: int, options: str
) -> None:
    await plays(parlour, game, seats, options)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "seats", "options"), LONG)
async def test_each_game_of_two_to_six_is_played_so(parlour: Parlour, game: str, seats: int, options: str) -> None:
    await plays(parlour, game, seats, options)
