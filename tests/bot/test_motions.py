"""Test that a moderator who plays for purses must ask the others for what they may not do alone (threats T34, T30)."""

import asyncio
from collections.abc import AsyncIterator
from itertools import product

import pytest
from evening import Evening, unbalanced
from redis.asyncio import Redis
from test_people_killed import Houses, Stored
from test_selves import linked
from two_places import TwoPlaces

from bot.engine.operations import Operations
from bot.ports.messages import Answer, Rights
from bot.table.audit import COUNTERS
from bot.table.pausing import FOR_MODERATORS, FOR_VOTES
from bot.table.phases import Closed, Lobby, Playing
from bot.table.staffing import moment_of
from persistence import EmbeddedServer, HandClock, Store

ROGUES = "rogues money=purse buyin=200 match=none"
EACH = [("reset a bug", "void"), ("end a bug", "void"), ("remove ben rude", "off the table for good")]


@pytest.fixture
async def other(evening: Evening, server: EmbeddedServer, clock: HandClock) -> AsyncIterator[Evening]:
    """Yield the same evening in another process."""
    store = await Store.connect(server.url, clock=clock)
    made = Evening(store, clock, venue=evening.venue, place=evening.place, tag=evening.tag)
    made.rights = evening.rights
    yield made
    await made.end()
    await store.close()


async def duel(evening: Evening) -> str:
    """Let Mia moderate, play and stake; return the table's code."""
    evening.rights |= {"mia": Rights.STAFF}
    await evening.lines("mia: !open halflings mode=duel money=purse cooldown=0", "ben: !join", "mia: !start")
    await evening.lines("mia: !stake 100")
    return (await evening.table()).code


async def at_four(evening: Evening) -> str:
    """Let Mia and three others play Rogues; return the table's code."""
    evening.rights |= {"mia": Rights.STAFF}
    await evening.lines(f"mia: !open {ROGUES}", "ben: !join", "cid: !join", "dan: !join", "mia: !start")
    return (await evening.table()).code


async def asks(evening: Evening, line: str) -> str:
    """Let Mia ask the others for it; return the line that agrees."""
    await evening.lines(f"mia: !{line}")
    session = await evening.table()
    assert session.motion is not None
    return f"!{session.code} agree {session.motion.number}"


async def somebody_else_is_awaited(evening: Evening) -> str:
    """Return the person in turn, once it is not Mia."""
    while True:
        session = await evening.table()
        assert session.ask is not None
        name = session.seats[session.ask.seats[0]].name
        if name != "mia":
            return name
        await evening.lines("mia: !trip")


async def told(evening: Evening, line: str) -> bool:
    return any(line in one for one in evening.news)


@pytest.mark.parametrize(("line", "done"), EACH)
async def test_alone_a_moderator_who_plays_does_nothing(evening: Evening, line: str, done: str) -> None:
    """By none of their words, typed or confirmed, now or later, with any right."""
    code = await duel(evening)
    for rights in (Rights.STAFF, Rights.OWNER):
        evening.rights["mia"] = rights
        word = line.split(maxsplit=1)[0]
        for typed in (line, line.replace(word, f"{word} yes", 1), line.replace(word, f"{word} yes 1-2", 1)):
            await evening.sure("mia", f"!{code} {typed}")
        motion = (await evening.table()).motion
        assert motion is not None
        for typed in ("agree", f"agree {motion.number}", "resume", "enough", "skip"):
            await evening.sure("mia", f"!{code} {typed}")
        await evening.wait(FOR_MODERATORS + FOR_VOTES)
    assert [await evening.store.counter(evening.venue, name) for name in COUNTERS.values()] == [0] * len(COUNTERS)
    assert not any(done in line and "asks to" not in line for line in evening.news)
    assert await unbalanced(evening) == []


async def test_no_turn_of_others_and_no_match_is_ended_by_who_plays(evening: Evening) -> None:
    await duel(evening)
    assert "its clock ends a turn" in (await evening.say("mia", "!skip")).text
    evening.rights["cid"] = Rights.STAFF
    await evening.lines("cid: !open halflings mode=crowd money=purse")
    code = (await evening.sessions())[1].code
    await evening.lines(f"mia: !{code} join")
    assert "the host says so" in (await evening.say("mia", f"!{code} enough")).text


async def test_for_chips_they_need_nobody(evening: Evening) -> None:
    evening.rights |= {"mia": Rights.STAFF}
    await evening.lines("mia: !open halflings mode=duel", "ben: !join", "mia: !start", "mia: !reset a bug")
    assert isinstance((await evening.table()).phase, Lobby)


@pytest.mark.parametrize(("line", "done"), EACH)
async def test_another_moderator_decides_at_once(evening: Evening, line: str, done: str) -> None:
    await duel(evening)
    evening.rights["max"] = Rights.STAFF
    agree = await asks(evening, line)
    assert (await evening.say("max", agree)).ok
    assert await told(evening, "Moderator max agrees.")
    assert await told(evening, done)
    assert await unbalanced(evening) == []


async def test_who_has_left_a_game_or_waits_for_the_next_round_plays(evening: Evening) -> None:
    """A void would return their stakes."""
    evening.rights |= {"mia": Rights.STAFF, "max": Rights.STAFF}
    crowd = "!open halflings mode=crowd money=purse cooldown=0"
    await evening.lines(f"ann: {crowd}", "mia: !join", "ann: !stake 5", "mia: !stake 50")
    evening.roll(9, 3, 3, 1, 2)
    await evening.lines("ann: !start", "mia: !leave", "max: !halflings 20")
    for name in ("mia", "max"):
        answer = await evening.say(name, "!end a bug")
        assert "As you play there for purses" in answer.text, name


async def test_a_moderator_who_plays_as_well_has_one_vote_like_the_others(evening: Evening) -> None:
    await at_four(evening)
    evening.rights["ben"] = Rights.STAFF
    agree = await asks(evening, "reset a bug")
    assert (await evening.say("ben", agree)).ok
    assert await told(evening, "1 of 2 agree")
    assert isinstance((await evening.table()).phase, Playing)


async def test_more_than_half_of_the_others_decide_once_no_moderator_has(evening: Evening) -> None:
    await at_four(evening)
    agree = await asks(evening, "reset a bug")
    await evening.lines(f"ben: {agree}", f"ben: {agree}")
    assert (await evening.table()).paused is not None
    await evening.wait(FOR_MODERATORS)
    assert await told(evening, "2 of the 3 others must say")
    assert isinstance((await evening.table()).phase, Playing), "one of three is not enough, said twice or not"
    await evening.lines(f"cid: {agree}")
    session = await evening.table()
    assert isinstance(session.phase, Lobby)
    assert (session.paused, session.motion) == (None, None)
    assert await evening.store.counter(evening.venue, "called-off") == 1


async def test_too_few_agree_and_the_game_goes_on_where_it_stood(evening: Evening) -> None:
    await at_four(evening)
    session = await evening.table()
    assert isinstance(session.phase, Playing)
    left = session.phase.clock.ends_at - evening.clock.now()
    agree = await asks(evening, "end a bug")
    await evening.lines(f"ben: {agree}")
    await evening.wait(FOR_MODERATORS + FOR_VOTES)
    session = await evening.table()
    assert isinstance(session.phase, Playing)
    assert session.phase.clock.ends_at - evening.clock.now() == left, "nobody lost time"
    assert not (await evening.say("cid", agree)).ok, "too late"
    assert isinstance((await evening.table()).phase, Playing)
    assert "asked at table" in (await evening.sure("mia", "!end a bug")).text, "it stops the clock once"


async def test_a_table_that_moved_on_ends_the_motion(evening: Evening) -> None:
    """Somebody leaves, which a stopped clock does not prevent."""
    await at_four(evening)
    evening.rights["max"] = Rights.STAFF
    awaited = await somebody_else_is_awaited(evening)
    agree = await asks(evening, "reset a bug")
    before = moment_of(await evening.table())
    await evening.lines(f"{awaited}: !leave")
    assert moment_of(await evening.table()) != before
    await evening.say("max", agree)
    assert await told(evening, "Nothing is done: the table has moved on")
    assert (await evening.table()).motion is None


async def test_a_table_that_closes_meanwhile_asks_nobody_any_more(evening: Evening) -> None:
    code = await duel(evening)
    agree = await asks(evening, "end a bug")
    evening.rights["max"] = Rights.STAFF
    table = await evening.table()
    await evening.lines(f"max: !{code} end supper")
    closed = await evening.house.repository.get(table.ref)
    assert isinstance(closed.phase, Closed)
    assert (closed.motion, closed.wake_at) == (None, None)
    assert not (await evening.say("max", agree)).ok


# Who may vote, and for how long


async def test_who_waits_for_the_next_game_or_has_lost_this_one_has_no_vote(evening: Evening) -> None:
    """A Rogue who has fled has lost the ante anyway."""
    await at_four(evening)
    fled = await somebody_else_is_awaited(evening)
    await evening.lines(f"{fled}: !flee")
    agree = await asks(evening, "reset a bug")
    refused = await evening.say(fled, agree)
    assert (refused.ok, "nothing at stake" in refused.text) == (False, True)
    others = [name for name in ("ben", "cid", "dan") if name != fled]
    await evening.lines(*(f"{name}: {agree}" for name in others))
    assert await told(evening, "2 of 2 agree")


async def test_who_sits_down_between_two_games_has_no_vote_on_what_they_did_not_play(evening: Evening) -> None:
    evening.rights |= {"mia": Rights.STAFF}
    await evening.lines("mia: !open headache money=purse stack=5 buyin=5 min_players=3 pace=quick memory=off")
    await evening.lines("ben: !join", "cid: !join", "mia: !start")
    while isinstance((await evening.table()).phase, Playing):
        for name, line in product(("mia", "ben", "cid"), ("stay", "pass", "vote 0")):
            await evening.whisper(name, line)
    await evening.lines("eve: !join")
    agree = await asks(evening, "end a bug")
    assert "nothing at stake" in (await evening.say("eve", agree)).text
    await evening.lines(f"ben: {agree}")
    assert await told(evening, "1 of 2 agree")
    await evening.lines("ben: !leave", "cid: !leave")
    assert (await evening.say("eve", agree)).ok, "nobody else is there to decide it"


async def test_each_of_several_things_is_asked_for_once_at_a_moment(evening: Evening) -> None:
    """However it ended: by the clock, or taken back."""
    code = await at_four(evening)
    for line in ("reset a bug", "end a bug", "remove ben rude"):
        await asks(evening, line)
        await evening.wait(FOR_MODERATORS)
        await evening.wait(FOR_VOTES)
    await asks(evening, "remove cid rude")
    await evening.lines(f"mia: !{code} resume")
    session = await evening.table()
    assert (session.paused, session.motion, len(session.declined)) == (None, None, 4)
    for line in ("reset a bug", "end a bug", "remove ben rude", "remove cid rude"):
        assert "asked at table" in (await evening.sure("mia", f"!{code} {line}")).text, line
        assert (await evening.table()).paused is None, "no clock stops for it"


async def test_a_pause_for_a_motion_is_over_in_three_minutes_and_says_so(evening: Evening) -> None:
    code = await at_four(evening)
    await asks(evening, "reset a bug")
    assert f'3 minutes at most; a moderator lets it go on earlier with "!{code} resume"' in evening.news[-1]
    refused = await evening.say("ben", "!trip")
    assert "3 minutes at most" in refused.text
    await evening.wait(FOR_MODERATORS)
    await evening.wait(FOR_VOTES)
    assert (await evening.table()).paused is None


@pytest.mark.parametrize("in_game", [True, False])
async def test_who_asked_and_leaves_takes_the_motion_along(evening: Evening, *, in_game: bool) -> None:
    """Also between games. Nothing then says that the table waits for their motion."""
    await at_four(evening)
    if not in_game:
        evening.rights["max"] = Rights.STAFF
        code = (await evening.table()).code
        await evening.sure("max", f"!{code} reset supper")
    await asks(evening, "end a bug")
    await evening.lines("mia: !leave")
    session = await evening.table()
    assert (session.paused, session.motion) == (None, None)
    assert await told(evening, "Nothing is done of what mia asked for, who has left.")
    assert "waits till" not in (await evening.say("ben", "!table")).text


# Twice, at once, in two processes


async def test_two_moderators_agree_at_once_in_two_processes(evening: Evening, other: Evening) -> None:
    await duel(evening)
    evening.rights |= {"max": Rights.STAFF, "ole": Rights.STAFF}
    agree = await asks(evening, "reset a bug")
    answers: list[Answer] = await asyncio.gather(evening.say("max", agree), other.say("ole", agree))
    assert sorted(answer.ok for answer in answers) == [False, True]
    assert await evening.store.counter(evening.venue, "called-off") == 1
    assert await unbalanced(evening) == []


async def test_the_last_vote_and_the_clock_come_at_once_in_two_processes(evening: Evening, other: Evening) -> None:
    await at_four(evening)
    agree = await asks(evening, "reset a bug")
    await other.lines(f"ben: {agree}", f"cid: {agree}")
    ref = (await evening.table()).ref
    evening.clock.move(FOR_MODERATORS)
    await asyncio.gather(
        evening.house.part(Operations).fire(ref), other.house.part(Operations).fire(ref), other.say("dan", agree)
    )
    assert isinstance((await evening.table()).phase, Lobby)
    assert await evening.store.counter(evening.venue, "called-off") == 1


async def test_a_vote_said_twice_is_one_and_a_motion_outlives_a_restart(evening: Evening) -> None:
    """F7."""
    await at_four(evening)
    agree = await asks(evening, "reset a bug")
    message = evening.message("ben", agree)
    again = await evening.again()
    answers = await asyncio.gather(evening.hear(message), again.hear(message), evening.hear(message))
    assert any(answer.ok for answer in answers)
    session = await evening.table()
    assert session.motion is not None
    assert session.motion.votes == (evening.id_of("ben"),)
    await again.wait(FOR_MODERATORS)
    await again.sweep()
    await again.wait(FOR_VOTES)
    assert "Nothing is done: too few agreed in time" in again.news[-1]
    await again.end()


async def test_killed_before_and_after_the_vote_that_decides_it_is_done_once(
    both: TwoPlaces, empty_server: EmbeddedServer
) -> None:
    """F1: before each change that the last vote makes, and after the last; then the same line is heard again."""
    both.rights |= {"mia": Rights.STAFF}
    await both.lines("mia: !open halflings mode=duel money=purse cooldown=0", "ben: !join", "mia: !start")
    await both.lines("mia: !stake 50")
    session = await both.table()
    await both.sure("mia", f"!{session.code} reset a bug")
    await both.wait(FOR_MODERATORS)
    motion = (await both.table()).motion
    assert motion is not None
    vote, houses = both.message("ben", f"!{session.code} agree {motion.number}"), Houses(empty_server.url, both)
    async with Redis.from_url(empty_server.url) as bare:
        before = await Stored.of(bare)
        _, whole = await houses.hear(vote)
        assert whole
        for kept in range(whole + 1):
            await before.put_back()
            await houses.hear(vote, kept)
            await houses.hear(vote)
            after = await both.house.repository.get(session.ref, fresh=True)
            assert isinstance(after.phase, Lobby), kept
            assert (after.stacks, after.motion, after.paused) == ((200, 200), None, None), kept
            assert await both.store.counter(session.venue, "called-off") == 1, kept
            assert sum((await both.store.accounts(session.venue)).values()) == 0, kept


async def test_a_button_of_another_motion_agrees_to_nothing(evening: Evening) -> None:
    await duel(evening)
    evening.rights["max"] = Rights.STAFF
    first = await asks(evening, "reset a bug")
    assert f"agree {first.rpartition(' ')[2]}" in buttons(evening)
    await evening.wait(FOR_MODERATORS + FOR_VOTES)
    second = await asks(evening, "end a bug")
    assert first != second
    assert not (await evening.say("max", first)).ok
    assert isinstance((await evening.table()).phase, Playing)


def buttons(evening: Evening) -> list[str]:
    """Return what buttons can say in public."""
    (card,) = [update.card for update in evening.witness.updates if update.audience.startswith("place:")][-1:]
    return [choice.word for choice in card.commands]


async def test_another_account_of_the_same_moderator_is_no_other_moderator(both: TwoPlaces) -> None:
    """A linked account is the same person, and its lines are hers."""
    await linked(both, "mia", "mimi@twitch")
    both.rights |= {"mia": Rights.STAFF}
    await both.lines("mia: !open halflings mode=duel money=purse cooldown=0", "ben: !join")
    await both.mirror()
    await both.lines("mia: !start", "mia: !stake 50")
    code = (await both.table()).code
    await both.sure("mia", f"!{code} reset a bug")
    motion = (await both.table()).motion
    assert motion is not None
    both.rights["mimi@twitch"] = Rights.OWNER
    assert not (await both.say("mimi@twitch", f"!{code} agree {motion.number}")).ok
    assert isinstance((await both.table()).phase, Playing)


@pytest.mark.parametrize("line", ["options max_bet=1000", "start", "enough", "bots 1"])
async def test_a_moderator_who_plays_for_purses_says_nothing_in_the_hosts_place(evening: Evening, line: str) -> None:
    evening.rights |= {"mia": Rights.STAFF}
    await evening.lines("ann: !open halflings mode=crowd money=purse buyin=1000 cooldown=0", "mia: !join")
    before = await evening.table()
    answer = await evening.say("mia", f"!{line}")
    assert (answer.ok, "there the host says so" in answer.text) == (False, True)
    assert await evening.table() == before
