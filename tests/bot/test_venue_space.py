"""Test how many bytes a place may keep in the store, and write there in a day (threats T36)."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from evening import Evening
from program import potluck

from bot.people import venue_space
from bot.people.venue_space import A_DAY, MB
from bot.ports.messages import Rights
from bot.table.defaults import Defaults
from bot.table.phases import Between, Playing
from bot.table.stacks import match_is_on
from persistence import EmbeddedServer, HandClock, Store
from persistence.keys import venue_keys

IN_A_DAY = MB // A_DAY
"""Bound what a place of one megabyte may write in a day."""
TODAY = "fills the 1 MB that a place may write in a day"


@pytest.fixture
async def small(store: Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """Yield a place that may keep one megabyte, and is looked at before each opening."""
    monkeypatch.setattr(venue_space, "LOOKED_AT", 0.0)
    monkeypatch.setattr(venue_space, "WEIGHED", 0.0)
    made = Evening(store, clock, manners=Defaults(pace=0, bots_from_bank=True, venue_mb=1), seed="small")
    yield made
    await made.end()


async def write(evening: Evening, amount: int) -> None:
    """Let the tables of this place have written so many bytes today."""
    day = evening.clock.now() // (24 * 3600_000)
    names = ("written-on", day, "written", amount)
    await evening.store.pipe.write("HSET", venue_keys(evening.venue).counters, *names)


async def is_on(evening: Evening) -> bool:
    """Tell whether a game is on at the only open table."""
    return isinstance((await evening.table()).phase, Playing)


async def weighed(evening: Evening) -> int:
    """Return the bytes of this place, each key weighed."""
    return next(one.bytes for one in await evening.store.venue_weights() if one.venue == evening.venue)


async def test_whoever_opens_and_closes_tables_all_day_is_stopped_until_midnight(small: Evening) -> None:
    opened = 0
    while (answer := await small.say("ann", "!open cones")).ok:
        assert (await small.say("ann", "!close")).ok
        small.clock.move(61)
        opened += 1
        assert opened < 100, "nothing stops them"
    assert TODAY in answer.text
    assert "begin again after midnight UTC" in answer.text
    assert await weighed(small) < 2 * IN_A_DAY
    small.clock.move(24 * 3600)
    assert (await small.say("ann", "!open cones")).ok


async def test_whoever_plays_game_after_game_is_stopped_too_and_loses_nothing(small: Evening) -> None:
    await small.lines("ann: !open halflings mode=house cooldown=0 money=purse buyin=200")
    games = 0
    while (answer := await small.say("ann", "!stake 1" if games % 2 == 0 else "!stake 2")).ok:
        while await is_on(small):
            assert (await small.say("ann", "!roll")).ok or (await small.say("ann", "!stand")).ok
        games += 1
        assert games < 500, "nothing stops them"
    assert TODAY in answer.text
    assert await weighed(small) < 2 * IN_A_DAY + 20_000
    assert sum((await small.store.accounts(small.venue)).values()) == 0
    assert (await small.say("ann", "!leave")).ok
    assert await small.purse("ann") is not None


async def test_a_game_that_is_on_goes_on_where_a_place_has_written_its_share(small: Evening) -> None:
    await small.lines("ann: !open poohead", "ann: !bots 2", "ann: !start")
    await write(small, 10 * IN_A_DAY)
    await small.lines("ann: !leave")  # a house bot plays on for her
    await small.wait(3600)
    assert len(await small.store.records(small.venue)) == 1, "house bots have played it to its end"


async def test_at_a_table_without_a_game_all_but_its_beginning_goes_on(small: Evening) -> None:
    await small.lines("ann: !open poohead", "ben: !join")
    await write(small, IN_A_DAY)
    assert TODAY in (await small.say("ann", "!start")).text
    assert not await is_on(small)
    for line in ("cid: !join", "ann: !host ben", "cid: !leave", "ben: !close"):
        name, _, text = line.partition(": ")
        assert (await small.say(name, text)).ok, line


async def test_a_match_that_has_begun_goes_on_where_a_place_has_written_its_share(small: Evening) -> None:
    await small.lines("ann: !open rogues", "ann: !bots 2", "ann: !start")
    await write(small, 10 * IN_A_DAY)
    rested = False
    for _ in range(600):
        await small.wait(5)
        table = await small.table()
        rested = rested or (isinstance(table.phase, Between) and match_is_on(table))
        if rested and isinstance(table.phase, Playing):
            return
    pytest.fail("its next round never began")


async def test_a_place_that_keeps_all_it_may_begins_no_game_and_drops_nothing(small: Evening) -> None:
    keys = venue_keys(small.venue)
    await small.store.pipe.write(
        "HSET", keys.listings, *(f"x{one}" if one % 2 == 0 else "y" * 500 for one in range(4000))
    )
    await write(small, 0)
    small.rights["mia"] = Rights.OWNER
    for name in ("ann", "mia"):
        assert "This place keeps 1 MB of games and purses, the most" in (await small.say(name, "!open cones")).text
    assert await small.store.pipe.read("HLEN", keys.listings) == 2000


async def test_other_places_are_not_held_to_what_one_has_written(small: Evening) -> None:
    await write(small, 10 * IN_A_DAY)
    other = Evening(small.store, small.clock, manners=Defaults(pace=0, venue_mb=1))
    assert (await other.say("ann", "!open cones")).ok
    await other.end()


async def test_what_is_estimated_of_a_place_is_near_what_its_keys_weigh(small: Evening) -> None:
    """Without closed tables, which a place has none of here."""
    for number in range(40):
        await small.lines(f"p{number}: !purse")
    await small.lines("ann: !open poohead", "ann: !bots 3", "ann: !start")
    real, told = await weighed(small), await small.store.held(small.venue)
    assert 0.8 * real < told < 1.25 * real


async def test_an_operator_sees_the_bytes_of_each_place_beside_the_bot(
    small: Evening, empty_server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await small.store.claim_form()
    await small.lines("ann: !open poohead", "ann: !bots 2", "ann: !start")
    monkeypatch.setenv("REDIS_URL", empty_server.url)
    done = await asyncio.to_thread(potluck, "admin", "venues")
    heads, first, total, rule = done.stdout.splitlines()
    assert heads.split() == ["bytes", "keys", "today", "venue"]
    weight, keys, written, venue = first.replace(",", "").split()
    assert (int(weight), venue) == (await weighed(small), small.venue)
    assert int(keys) > 5
    assert int(written) == 0, "the tables' clock here stands at another day than the machine's"
    assert await small.store.written_today(small.venue) > 1_000
    assert total.split()[-2:] == ["all", "1"]
    assert "512 MB (POTLUCK_VENUE_MB)" in rule
