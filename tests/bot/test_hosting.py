"""Test who begins, moves on and sets options: the host and moderators, or a vote after two minutes without a host."""

import asyncio

import pytest
from evening import Evening

from bot.ports.messages import Rights
from bot.render.panel import NOBODY, TableView, label_of, panel_for
from bot.table.document import SILENT, Session
from bot.table.phases import Between, Lobby, Playing

OF_THE_HOST = ("!start", "!rematch", "!bots", "!options pay=even", "!enough", "!close")


async def a_table(evening: Evening, *others: str, options: str = "mode=crowd money=chips") -> None:
    await evening.lines(f"ann: !open halflings {options}", *(f"{name}: !join" for name in others))


def begun(session: Session) -> bool:
    """Tell whether a game is running here, or a crowd's lobby was opened."""
    waits = isinstance(session.phase, Lobby) and session.phase.starts_at is None
    return not waits


def labels(evening: Evening, session: Session, name: str) -> dict[str, str]:
    """Return the host's commands that this person can press, with their labels."""
    person = evening.id_of(name) if name else ""
    table = TableView(session, evening.house.languages.words("en"))
    return {one.word: one.label for one in panel_for(table, person).commands}


# The host, and moderators


@pytest.mark.parametrize("word", OF_THE_HOST)
@pytest.mark.parametrize("way", ["typed", "in private", "pressed"])
async def test_whoever_only_sits_there_begins_and_sets_nothing(evening: Evening, word: str, way: str) -> None:
    await a_table(evening, "ben", "cid")
    before = await evening.document()
    code = (await evening.table()).code
    match way:
        case "typed":
            answer = await evening.say("ben", word)
        case "in private":
            answer = await evening.whisper("ben", word)
        case _:
            answer = await evening.say("ben", word.removeprefix("!"), table=code, ask="-", private=True)
    assert not answer.ok
    assert "is for the host, ann" in answer.text
    assert await evening.document() == before


@pytest.mark.parametrize("word", OF_THE_HOST)
async def test_whoever_sits_elsewhere_does_neither(evening: Evening, word: str) -> None:
    await a_table(evening, "ben")
    before = await evening.document()
    assert not (await evening.say("zoe", word)).ok
    assert await evening.document() == before


async def test_a_moderator_does_it_without_a_seat_told_and_logged(evening: Evening) -> None:
    """T8."""
    evening.rights["mia"] = Rights.STAFF
    await a_table(evening, "ben", options="mode=duel")
    await evening.lines("mia: !options pay=rulebook", "mia: !start")
    session = await evening.table()
    assert isinstance(session.phase, Playing)
    assert "Moderator mia sets pay=rulebook." in evening.news
    assert any(line.startswith('Moderator mia says "!start".') for line in evening.news)
    log = (await evening.say("mia", "!mod log")).text
    assert "mia · options pay=rulebook" in log
    assert "mia · start" in log


async def test_a_moderator_of_another_place_is_nobody_here(evening: Evening) -> None:
    await a_table(evening, "ben", options="mode=duel")
    elsewhere = Evening(evening.store, evening.clock, tag=evening.tag)
    elsewhere.rights["mia"] = Rights.STAFF
    code = (await evening.table()).code
    for text in ("!start", f"!{code} start", f"!{code} options pay=rulebook"):
        assert not (await elsewhere.say("mia", text)).ok
    assert not begun(await evening.table())
    await elsewhere.end()


async def test_who_is_alone_just_begins(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel", "ann: !bots", "ann: !start")
    assert isinstance((await evening.table()).phase, Playing)


async def test_the_job_goes_to_the_next_who_sits_there_when_the_host_leaves(evening: Evening) -> None:
    await a_table(evening, "ben", "cid", options="mode=crowd money=chips")
    await evening.wait(SILENT)
    await evening.lines("ann: !leave")
    session = await evening.table()
    assert (session.host, session.votes) == (evening.id_of("ben"), None)
    assert not (await evening.say("cid", "!start")).ok
    await evening.lines("ben: !start")
    assert begun(await evening.table())


async def test_a_tournament_begins_by_its_host_alone(evening: Evening) -> None:
    """There is no vote, however long the host is silent."""
    await evening.lines("ann: !tournament rogues", *(f"{name}: !join" for name in ("ben", "cid", "dan", "eve")))
    await evening.wait(SILENT * 2)
    for name in ("ben", "cid", "dan", "eve"):
        assert not (await evening.say(name, "!start")).ok
    assert not begun(await evening.table())


async def test_a_stake_of_somebody_elses_begins_no_second_game(evening: Evening) -> None:
    """Only the host moves on. Stakes that come meanwhile are kept."""
    await a_table(evening, "ben", options="mode=duel cooldown=0 push=refund")
    await evening.lines("ann: !start")
    await evening.wait(130)
    assert isinstance((await evening.table()).phase, Between)
    await evening.lines("ben: !stake 10")
    session = await evening.table()
    assert isinstance(session.phase, Between)
    assert session.seats[1].opening == "stake 10"
    await evening.lines("ann: !rematch")
    assert isinstance((await evening.table()).phase, Playing)


# The vote


@pytest.mark.parametrize(("people", "needed"), [(2, 1), (3, 2), (4, 2), (5, 3)])
async def test_half_of_those_who_sit_there_rounded_up_begin_it(evening: Evening, people: int, needed: int) -> None:
    """House bots have no vote. The silent host counts as one of the people."""
    others = [f"p{number}" for number in range(1, people)]
    await a_table(evening, *others)
    await evening.lines("ann: !bots 4")
    await evening.wait(SILENT)
    for number, name in enumerate(others[:needed], start=1):
        assert not begun(await evening.table())
        await evening.lines(f"{name}: !start")
        if number < needed:
            assert evening.news[-1] == f"{number} of {needed} for starting; {needed - number} more."
    assert begun(await evening.table())


async def test_the_vote_opens_after_two_minutes_of_silence_and_not_before(evening: Evening) -> None:
    await a_table(evening, "ben")
    await evening.wait(SILENT - 1)
    assert not (await evening.say("ben", "!start")).ok
    await evening.wait(1)
    await evening.lines("ben: !start")
    assert begun(await evening.table())


@pytest.mark.parametrize("word", ["!table", "!hand", "!options", "!wallet", "!stake 5", "!halflings 5", "!help"])
async def test_any_word_of_the_hosts_keeps_them_host(evening: Evening, word: str) -> None:
    await a_table(evening, "ben", "cid", "dan", options="mode=crowd money=chips crowd_seconds=600")
    await evening.wait(SILENT - 1)
    await evening.say("ann", word)
    await evening.wait(SILENT - 1)
    assert not (await evening.say("ben", "!start")).ok
    await evening.wait(1)
    await evening.lines("ben: !start")
    await evening.say("ann", word)
    assert (await evening.table()).votes is None
    assert not (await evening.say("ben", "!start")).ok


@pytest.mark.parametrize("end", ["dan: !flee", "mia: !reset wrong stakes"])
async def test_a_host_who_had_nothing_to_say_in_a_game_has_two_minutes_after_it(evening: Evening, end: str) -> None:
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("ann: !open rogues turn_seconds=60", "ben: !join", "cid: !join", "dan: !join", "ann: !start")
    for name in ("ann", "ben", "cid"):
        await evening.lines(f"{name}: !flee")
        await evening.wait(SILENT / 3 + 5)
    await evening.lines(end)
    session = await evening.table()
    assert session.silent_at == evening.clock.now() + SILENT * 1000
    assert not isinstance(session.phase, Playing)


async def test_one_voice_each_and_none_of_who_left(evening: Evening) -> None:
    await a_table(evening, "ben", "cid", "dan", "eve", "fay")
    await evening.wait(SILENT)
    await evening.lines("ben: !start", "ben: !start", "ben: !begin")
    assert not begun(await evening.table())
    await evening.lines("cid: !start", "ben: !leave")
    assert not (await evening.say("zoe", "!start")).ok
    assert not begun(await evening.table())
    await evening.lines("dan: !start", "eve: !start")
    assert begun(await evening.table())


async def test_voices_in_one_moment_are_all_counted_and_begin_one_game(evening: Evening) -> None:
    others = [f"p{number}" for number in range(9)]
    await a_table(evening, *others, options="mode=crowd money=chips crowd_seconds=600")
    await evening.lines("p1: !stake 5")
    await evening.wait(SILENT)
    evening.roll(1)
    answers = await asyncio.gather(*(evening.hear(evening.message(name, "!start")) for name in others))
    assert [answer.ok for answer in answers].count(True) == 5
    session = await evening.table()
    assert (session.pledge.n, begun(session)) == (2, True)


async def test_voices_outlive_a_restart(evening: Evening) -> None:
    await a_table(evening, "ben", "cid")
    await evening.wait(SILENT)
    await evening.lines("ben: !start")
    other = await evening.again()
    assert (await other.table()).votes == (evening.id_of("ben"),)
    await other.lines("cid: !start")
    assert begun(await other.table())
    await other.end()


async def test_a_crowd_is_not_told_of_each_voice(evening: Evening) -> None:
    others = [f"p{number}" for number in range(60)]
    await a_table(evening, *others)
    await evening.wait(SILENT)
    lines = len(evening.news)
    for name in others[:30]:
        assert f"{int(name[1:]) + 1} of 31 for starting" in (await evening.say(name, "!start")).text
    assert evening.news[lines:] == [f"{count} of 31 for starting; {31 - count} more." for count in (10, 20, 30)]


# Between two rounds


async def test_nobody_alone_cuts_the_time_between_two_rounds_short(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("ann: !open rogues next_seconds=200", "ben: !join", "ann: !start")
    await evening.lines("ann: !flee", "ben: !flee")
    before = await evening.table()
    assert isinstance(before.phase, Between)
    await evening.wait(SILENT)
    for word in ("!start", "!rematch", "!next"):
        answer = await evening.say("mia", word)
        assert (answer.ok, "begins in 80 seconds" in answer.text) == (False, True)
        assert "ready (1 of 2)" in (await evening.say("ben", word)).text
    await evening.wait(79)
    assert isinstance((await evening.table()).phase, Between)
    await evening.wait(1)
    assert isinstance((await evening.table()).phase, Playing)


# Buttons


async def test_only_who_may_begin_has_the_button(evening: Evening) -> None:
    await a_table(evening, "ben", "cid", options="mode=crowd money=chips")
    session = await evening.table()
    assert labels(evening, session, "ann")["start"] == "Start"
    assert "start" not in labels(evening, session, "ben")
    assert "start" not in labels(evening, session, "")
    assert panel_for(TableView(session, evening.house.languages.words("en")), "").start == "Start (ann)"


async def test_the_button_of_a_vote_says_how_it_stands(evening: Evening) -> None:
    await a_table(evening, "ben", "cid")
    await evening.wait(SILENT)
    await evening.lines("ben: !start")
    session = await evening.table()
    assert labels(evening, session, "cid")["start"] == "Start: 1 of 2"
    assert labels(evening, session, "ann")["start"] == "Start"
    assert panel_for(TableView(session, evening.house.languages.words("en")), "").start == "Start: 1 of 2"


async def test_the_button_of_a_match_that_goes_on_names_its_next_round(evening: Evening) -> None:
    await evening.lines("ann: !open rogues", "ben: !join", "ann: !start", "ann: !flee", "ben: !flee")
    assert label_of(await evening.table(), "rematch", NOBODY, evening.house.languages.words("en")) == "Next round"


async def test_between_two_rounds_who_sits_there_is_ready_by_a_button_and_nobody_else(evening: Evening) -> None:
    await evening.lines("ann: !open rogues", "ben: !join", "ann: !start", "ann: !flee", "ben: !flee")
    session = await evening.table()
    assert labels(evening, session, "ann")["rematch"] == labels(evening, session, "ben")["rematch"] == "Ready"
    assert "rematch" not in labels(evening, session, "")
    assert panel_for(TableView(session, evening.house.languages.words("en")), "").start == ""
