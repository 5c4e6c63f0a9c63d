"""Test that words are loaded in the seconds after a start, so that nobody waits for them."""

import asyncio

from bot.render.luck import tells_chances
from bot.text.messages import entries, parsed
from bot.text.reading import read_all
from bot.text.words import sources
from games.catalogue import catalogue


async def test_no_message_is_left_to_be_parsed_when_somebody_says_it() -> None:
    parsed.cache_clear()
    await read_all(pause=0)
    misses = parsed.cache_info().misses
    for game in (None, *catalogue().values()):
        for entry in (entry for text in sources(game, "en") for entry in entries(text).values()):
            parsed(entry)
    assert misses > 1_000
    assert parsed.cache_info().misses == misses


async def test_others_act_between_two_messages() -> None:
    parsed.cache_clear()
    reading, turns = asyncio.create_task(read_all(pause=0)), 0
    while not reading.done():
        turns += 1
        await asyncio.sleep(0)
    assert turns > 1_000


def test_luck_is_looked_for_only_where_a_game_tells_chances() -> None:
    assert {name for name, game in catalogue().items() if tells_chances(game)} >= {"halflings", "headache", "rogues"}
    assert not tells_chances(catalogue()["cones"])
