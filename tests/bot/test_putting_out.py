"""Test how a table without a moderator removes a person: by its host between games, by a vote during one."""

import pytest
from evening import Evening

from bot.ports.messages import Rights
from bot.table.phases import Playing
from bot.table.putting_out import SECONDS

HEADACHE = "!open headache min_players=3 memory=off reroll_seconds=130"


async def at_four(evening: Evening, line: str = HEADACHE) -> str:
    await evening.lines(f"ann: {line}", "ben: !join", "cid: !join", "dee: !join", "ann: !start")
    return (await evening.table()).code


async def asked(evening: Evening, line: str = "ben: !remove dee he sulks") -> str:
    """Return the line that agrees to it."""
    await evening.lines(line)
    session = await evening.table()
    assert session.motion is not None
    return f"!{session.code} agree {session.motion.number}"


async def names(evening: Evening) -> list[str]:
    return [one.name for one in (await evening.table()).people]


async def test_a_vote_stops_no_clock_and_is_over_in_two_minutes(evening: Evening) -> None:
    await at_four(evening)
    agree = await asked(evening)
    session = await evening.table()
    assert session.paused is None
    assert isinstance(session.phase, Playing)
    await evening.wait(SECONDS + 1)
    assert (await evening.table()).motion is None
    assert any("too few agreed" in one for one in evening.news)
    assert not (await evening.say("cid", agree)).ok
    assert "dee" in await names(evening)


async def test_what_came_to_nothing_is_asked_once_a_game(evening: Evening) -> None:
    await at_four(evening)
    await asked(evening)
    await evening.wait(SECONDS + 1)
    answer = await evening.say("cid", "!remove dee")
    assert "stays for this game" in answer.text, (answer, (await evening.table()).declined, evening.news[-3:])


async def test_more_than_half_of_the_others_put_somebody_out_and_the_host_lets_them_in_again(evening: Evening) -> None:
    code = await at_four(evening)
    agree = await asked(evening)
    assert not (await evening.say("dee", agree)).ok
    assert not (await evening.say("ben", agree)).ok
    await evening.lines(f"cid: {agree}")
    assert "dee" not in await names(evening)
    assert "put out" in (await evening.say("dee", f"!{code} join")).text
    assert "is for the host" in (await evening.say("ben", "!admit dee")).text
    await evening.lines("ann: !admit dee")
    assert not (await evening.table()).removed


async def test_two_alone_have_nobody_to_agree(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel", "ben: !join", "ann: !start")
    assert "nobody sits at table" in (await evening.say("ben", "!remove ann")).text


async def test_nobody_who_is_left_alone_with_the_other_decides(evening: Evening) -> None:
    await at_four(evening)
    await asked(evening)
    await evening.lines("ann: !leave", "cid: !leave")
    await evening.wait(SECONDS + 1)
    assert (await evening.table()).motion is None
    assert "dee" in await names(evening)


@pytest.mark.parametrize("leaver", ["ben", "dee"])
async def test_the_vote_is_over_when_who_asked_or_whom_it_is_about_leaves(evening: Evening, leaver: str) -> None:
    await at_four(evening)
    await asked(evening)
    await evening.lines(f"{leaver}: !leave")
    assert (await evening.table()).motion is None


async def test_for_purses_nobody_is_voted_out_of_a_game_or_of_a_pot(evening: Evening) -> None:
    await at_four(evening, "!open rogues money=purse buyin=200")
    assert "At a table for purses nobody is voted out" in (await evening.say("ben", "!remove dee")).text
    assert "dee" in await names(evening)


async def test_the_host_lets_nobody_in_whom_a_moderator_took_off(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("ann: !open halflings mode=crowd", "ben: !join")
    sure = await evening.say("mia", "!remove ben rude")
    await evening.lines(f"mia: !{sure.confirm}")
    assert "A moderator took ben off" in (await evening.say("ann", "!admit ben")).text


@pytest.mark.parametrize("who", ["ann", "mia"])
async def test_of_two_tables_the_one_is_meant_from_which_that_person_was_put_out(evening: Evening, who: str) -> None:
    """Also for a host who sits at both, and for a moderator at neither."""
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("ann: !open rogues", "ben: !join")
    first = await evening.table()
    await evening.lines("ann: !remove ben", "dee: !open rogues")
    second = next(one for one in await evening.sessions() if one.ref != first.ref)
    await evening.lines(f"cid: !{second.code} join", "dee: !remove cid", f"ann: !{second.code} join")
    assert first.code in (await evening.say(who, "!admit nobody")).text
    await evening.lines(f"{who}: !admit ben")
    assert [one.code for one in await evening.sessions() if one.removed] == [second.code]
