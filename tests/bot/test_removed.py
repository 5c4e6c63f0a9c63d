"""Test that a person removed by a moderator comes back in no way until a moderator allows it (threats T34)."""

import asyncio

import pytest
from evening import Evening, unbalanced
from test_motions import other
from test_selves import linked
from two_places import TwoPlaces

from bot.people.forgetting import People
from bot.ports.messages import Person, Rights
from bot.table.phases import Between, Lobby, Playing
from bot.wings.streams.streams import Raids

__all__ = ["other"]
WAYS = ("join", "join lucky me", "halflings 5", "stake 5", "rematch", "rebuy", "{code} join", "{code} stake 5")


async def refused(evening: Evening, name: str) -> None:
    """Check that no word brings somebody back."""
    code = (await evening.table()).code
    opens = "crowd" not in (await evening.table()).given.values()
    for way in WAYS:
        if opens and way == "halflings 5":
            continue  # one's own table, elsewhere
        for private in (False, True):
            answer = await evening.say(name, ("" if private else "!") + way.format(code=code), private=private)
            assert not answer.ok, way
    session = await evening.table()
    assert not session.has(evening.id_of(name))


@pytest.mark.parametrize("options", ["mode=crowd", "mode=crowd money=purse", "mode=duel money=purse"])
async def test_they_come_back_neither_in_the_lobby_nor_in_a_game_nor_after_it(evening: Evening, options: str) -> None:
    evening.rights |= {"mia": Rights.STAFF}
    await evening.lines(f"ann: !open halflings {options} cooldown=0", "ben: !join", "mia: !remove ben rude")
    await refused(evening, "ben")
    if "duel" in options:
        await evening.lines("cid: !join")
    else:
        await evening.lines("ann: !stake 5")
    evening.roll(*([1] * 6))
    await evening.lines("ann: !start")
    if "duel" in options:
        assert isinstance((await evening.table()).phase, Playing)
        await refused(evening, "ben")
        await evening.lines("ann: !stake 5", "cid: !roll", "cid: !stake 5", "ann: !roll")
    assert isinstance((await evening.table()).phase, Between)
    await refused(evening, "ben")
    await evening.lines("mia: !reset once more")
    assert isinstance((await evening.table()).phase, Lobby)
    await refused(evening, "ben")
    assert await unbalanced(evening) == []
    if "duel" in options:
        await evening.lines("cid: !leave")
    await evening.lines("mia: !admit ben", "ben: !join")


async def test_taken_off_in_a_game_they_are_off_it_after_it_and_stake_for_no_next_round(evening: Evening) -> None:
    evening.rights |= {"mia": Rights.STAFF}
    await evening.lines("ann: !open halflings mode=crowd money=purse cooldown=0", "ben: !join")
    await evening.lines("ann: !stake 5", "ben: !stake 5")
    evening.roll(9, 3, 3, 4, 4, 1, 1, 1, 1)
    await evening.lines("ann: !start", "mia: !remove ben rude")
    assert isinstance((await evening.table()).phase, Playing)
    await refused(evening, "ben")
    await evening.lines("ann: !stand")
    await refused(evening, "ben")
    assert await unbalanced(evening) == []


async def test_neither_when_it_gathers_for_a_tournament(evening: Evening) -> None:
    evening.rights |= {"mia": Rights.STAFF}
    await evening.lines("ann: !tournament rogues seats=3", "ben: !join", "mia: !remove ben rude")
    assert "took you off" in (await evening.say("ben", "!join")).text


async def test_neither_with_a_raid_nor_by_an_invitation(evening: Evening) -> None:
    evening.rights |= {"mia": Rights.STAFF}
    await evening.lines("ann: !open halflings mode=crowd", "ben: !join", "mia: !remove ben rude")
    raider = Person(evening.id_of("rae"), "rae")
    await evening.house.part(Raids).came(evening.venue, evening.place, raider, 5)
    assert "took you off" in (await evening.say("ben", "!join")).text


async def test_a_moderator_lets_nobody_in_who_is_they_themselves(evening: Evening) -> None:
    evening.rights |= {"mia": Rights.STAFF, "max": Rights.STAFF}
    await evening.lines("ann: !open halflings mode=crowd", "max: !join", "mia: !remove max rude")
    assert "Another moderator" in (await evening.say("max", "!admit max")).text
    assert not (await evening.say("max", "!join")).ok
    await evening.lines("mia: !admit max", "max: !join")


async def test_who_is_taken_off_while_they_sit_down_elsewhere_stays_off(evening: Evening, other: Evening) -> None:
    """Two processes in one millisecond: in any order, ben is off the table for good."""
    evening.rights |= {"mia": Rights.STAFF}
    await evening.lines("ann: !open halflings mode=crowd", "ben: !join")
    await other.table()
    asked = await evening.say("mia", "!remove ben rude")
    await asyncio.gather(evening.say("mia", f"!{asked.confirm}"), other.say("ben", "!leave"))
    await asyncio.gather(evening.say("mia", f"!{asked.confirm}"), *(other.say("ben", "!join") for _ in range(3)))
    session = await other.table()
    if session.removed:
        assert not session.has(other.id_of("ben"))
    else:
        await evening.lines("mia: !remove ben rude")
    assert not (await other.say("ben", "!join")).ok
    assert not (await evening.say("ben", "!join")).ok


async def test_a_restart_forgets_it_as_little(evening: Evening) -> None:
    evening.rights |= {"mia": Rights.STAFF}
    await evening.lines("ann: !open halflings mode=crowd", "ben: !join", "mia: !remove ben rude")
    again = await evening.again()
    assert "took you off" in (await again.say("ben", "!join")).text
    await again.lines("mia: !admit ben", "ben: !join")
    await again.end()


async def test_no_linked_account_of_theirs_sits_down_either(both: TwoPlaces) -> None:
    """On any platform, linked before or after."""
    both.rights |= {"mia": Rights.STAFF}
    await linked(both, "ben", "benny@twitch")
    await both.lines("ann: !open halflings mode=crowd", "ben: !join")
    await both.mirror()
    await both.sure("mia", "!remove ben rude")
    code = (await both.table()).code
    for name in ("ben", "benny@twitch"):
        for line in ("!join", "!halflings 5", f"!{code} join"):
            assert not (await both.say(name, line)).ok, (name, line)
    await both.lines("cid@twitch: !join")
    await both.sure("mia", "!remove cid rude")
    await linked(both, "cyd", "cid@twitch")
    assert "took you off" in (await both.say("cyd", "!join")).text
    assert "took you off" in (await both.again().say("cid@twitch", "!join")).text


async def test_an_account_that_is_parted_from_theirs_sits_down_no_more_than_they_do(both: TwoPlaces) -> None:
    both.rights |= {"mia": Rights.STAFF}
    await linked(both, "ben", "benny@twitch")
    await both.lines("ann: !open halflings mode=crowd", "ben: !join")
    await both.mirror()
    await both.sure("mia", "!remove ben rude")
    parted = await both.say("ben", "!link apart twitch", private=True)
    await both.say("ben", f"!{parted.confirm}" if parted.confirm else "!link apart twitch yes", private=True)
    await both.wait(120)
    for name in ("ben", "benny@twitch"):
        assert "took you off" in (await both.again().say(name, "!join")).text, name


async def test_who_asks_what_is_kept_of_them_reads_it_and_who_is_forgotten_stands_there_no_more(
    evening: Evening,
) -> None:
    evening.rights |= {"mia": Rights.STAFF}
    await evening.lines("ann: !open halflings mode=crowd", "ben: !join", "mia: !remove ben rude")
    (file,) = (await evening.whisper("ben", "mydata")).files
    assert b'"also"' in file.content
    base = (await evening.table()).table
    await evening.house.part(People).forget(evening.message("ben", "").sender.id)
    await evening.lines("ann: !leave")
    await evening.house.part(People).go_on()
    assert not [one async for one in evening.store.all_tables() if base in one.base]
