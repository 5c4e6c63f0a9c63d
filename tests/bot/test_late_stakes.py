"""Test stakes that come during a crowd's round: each is kept for the next one, told once, and counted once."""

import asyncio
import re

import pytest
from evening import Evening, unbalanced
from msgspec.structs import replace

from bot.engine import repository, taken
from bot.ports.ids import NOBODY
from bot.ports.messages import Rights
from bot.render.panel import TableView, panel_for
from bot.table.codec import decode_batch
from bot.table.document import Paused, Session
from bot.table.phases import Between, Closed, Lobby, Playing
from bot.text import Words
from games import halflings
from games.proof.record import Moved
from persistence import HandClock, Store

LATE = [f"late{number}" for number in range(40)]
WAIT = re.compile(r"(One|[0-9]+) stakes? waits? for the next round")


async def a_window(evening: Evening, options: str = "", faces: tuple[int, ...] = (7, 3, 3)) -> Session:
    """Play a crowd's round until Ann, its host, may split."""
    await evening.lines(f"ann: !open halflings mode=crowd money=chips {options}", "ann: !stake 20")
    evening.roll(*faces)
    if "next=host" in options:
        await evening.wait(600)
        assert isinstance((await evening.table()).phase, Lobby)
        await evening.lines("ann: !start")
    else:
        await evening.wait(20)
    session = await evening.table()
    assert isinstance(session.phase, Playing)
    return session


def told(evening: Evening) -> int:
    """Return how many stakes the place was told of, in all lines together."""
    counts = [count for line in evening.news for count in WAIT.findall(line)]
    return sum(1 if count == "One" else int(count) for count in counts)


def kept(session: Session) -> dict[str, str]:
    """Return, by name, what waits for the next round or its start."""
    seated = {one.name: one.next.opening for one in session.seats if one.next is not None}
    openings = {one.name: one.opening for one in session.seats if one.opening}
    return seated | openings | {one.name: one.next.opening for one in session.newcomers}


# Kept


async def test_a_crowd_that_is_late_stakes_at_one_table_each_told_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HG-16: in the same millisecond, which used to open a table for each of them."""
    monkeypatch.setattr(repository, "LONGEST_STEP", 60.0)
    monkeypatch.setattr(taken, "PATIENCE", 60.0)
    await a_window(evening, "money=purse")
    texts = [f"{name}: !halflings 50" for name in LATE] + [f"{LATE[0]}: !halflings 50"]
    pairs = [line.split(": ", 1) for line in texts]
    answers = await asyncio.gather(*(evening.hear(evening.message(name, text)) for name, text in pairs))
    assert all(answer.ok for answer in answers)
    session = await evening.table()
    assert kept(session) == dict.fromkeys(LATE, "stake 50")
    assert len(session.newcomers) == len(LATE)
    assert await unbalanced(evening) == []
    await evening.wait(5)
    assert told(evening) == len(LATE)
    waits = f"{len(LATE)} stakes wait for the next round: late0, late1 and {len(LATE) - 2} more."
    assert f"{waits} Who is new has bought in with 200." in evening.news
    await evening.lines("ann: !stand")
    session = await evening.table()
    assert isinstance(session.phase, Between)
    assert kept(session) == dict.fromkeys(LATE, "stake 50")
    assert told(evening) == len(LATE)


async def test_what_was_kept_is_played_in_the_next_round_once(evening: Evening) -> None:
    await a_window(evening)
    await evening.lines("ben: !halflings 30", "ann: !stake 15", "cid: !giant 40 auto")
    evening.roll(1)
    await evening.lines("ann: !stand")
    await evening.wait(20)
    session = await evening.table()
    log = [decode_batch(line).deed for line in await evening.store.log(session.ref)]
    moves = [f"{deed.seat} {deed.move}" for deed in log if isinstance(deed, Moved)]
    assert moves == ["0 stake 20", "0 stand", "0 stake 15", "1 stake 30", "2 stake 40 auto"]
    assert await evening.stacks() == {"ann": 965, "ben": 970, "cid": 960}
    assert kept(session) == {}


async def test_the_last_stake_counts_and_both_are_told(evening: Evening) -> None:
    await a_window(evening)
    await evening.lines("ben: !halflings 30")
    answer = await evening.say("ben", "!halflings 45")
    assert '"stake 45" is kept for the next round' in answer.text
    assert 'instead of "stake 30"' in answer.text
    await evening.wait(5)
    assert evening.news[-1] == "One stake waits for the next round: ben."
    await evening.lines("ben: !halflings 50")
    await evening.wait(5)
    assert evening.news[-1] == "One stake for the next round was changed: ben."
    assert kept(await evening.table()) == {"ben": "stake 50"}


async def test_a_line_that_comes_twice_is_one_stake(evening: Evening) -> None:
    """F7: the same message, also at another house and after a restart; and the same words in two messages."""
    await a_window(evening, "money=purse")
    message = evening.message("ben", "!halflings 30")
    await asyncio.gather(*(evening.hear(message) for _ in range(3)))
    other = await evening.again()
    await other.hear(message)
    await other.lines("ben: !halflings 30")
    await other.wait(5)
    assert kept(await other.table()) == {"ben": "stake 30"}
    assert told(other) == 1
    assert await unbalanced(other) == []
    await other.end()


GARBLED = """
!halflings 5o|!halflings fifty|!halflings -5|!halflings 101|!halflings 0|!halflings 50 50|!halflings ½|!halflings
!join|!halflings 50 pay=even|!halflings mode=duel|!stake|!halfings 50|halflings 50|!halflings50|!stake all inn
!halflings 1e9|!split|!start|!rematch|!bots
"""


@pytest.mark.parametrize("text", re.split(r"[|\n]", GARBLED.strip()))
async def test_a_garbled_line_stakes_nothing_and_opens_no_table(evening: Evening, text: str) -> None:
    before = await a_window(evening, "money=purse")
    answer = await evening.say("ben", text)
    assert (not answer.ok and answer.text) or not text.startswith("!")
    assert [one.table for one in await evening.sessions()] == [before.table]
    assert kept(await evening.table()) == {}
    assert await evening.purse("ben") is None


async def test_in_a_pause_nothing_is_kept(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF
    await a_window(evening)
    await evening.lines("mia: !pause why not")
    answer = await evening.say("ben", "!halflings 30")
    assert (answer.ok, "is paused by mia" in answer.text) == (False, True)
    assert kept(await evening.table()) == {}


async def test_a_pause_moves_the_line_that_tells_of_stakes(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF
    await a_window(evening)
    await evening.lines("ben: !halflings 30", "mia: !pause why not")
    await evening.wait(60)
    assert told(evening) == 0
    await evening.lines("mia: !resume")
    await evening.wait(5)
    assert told(evening) == 1


async def test_there_is_room_for_so_many_as_can_sit(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person without room is told so, and no table is opened for them."""
    monkeypatch.setattr(halflings, "CROWD", 3)
    await a_window(evening, "money=purse")
    answers = await asyncio.gather(*(evening.say(name, "!halflings 5") for name in ("ben", "cid", "dan")))
    assert sorted(answer.ok for answer in answers) == [False, True, True]
    refused = next(answer.text for answer in answers if not answer.ok)
    assert refused == f"Table {(await evening.table()).code} is full: 3 seats."
    evening.roll(1)
    await evening.lines("ann: !stand")
    assert len((await evening.table()).seats) == 3
    assert await unbalanced(evening) == []


# Money, and people who leave


async def test_a_purse_that_is_too_small_keeps_no_stake_and_stops_nobody(evening: Evening) -> None:
    await a_window(evening, "money=purse buyin=900")
    await evening.lines("ben: !open halflings money=purse buyin=200")
    pairs = [(name, "!halflings 10") for name in ("cid", "ben", "dan")]
    answers = await asyncio.gather(*(evening.hear(evening.message(name, text)) for name, text in pairs))
    assert [answer.ok for answer in answers] == [True, False, True]
    crowd, _ = await evening.sessions()
    assert kept(crowd) == {"cid": "stake 10", "dan": "stake 10"}
    assert await unbalanced(evening) == []


async def test_who_takes_the_stake_back_has_paid_nothing(evening: Evening) -> None:
    await a_window(evening, "money=purse")
    await evening.lines("ben: !halflings 30", "cid: !halflings 10")
    answer = await evening.say("ben", "!leave")
    assert answer.text == "Your stake for the next round is taken back."
    assert await evening.purse("ben") == 1000
    assert await unbalanced(evening) == []
    await evening.wait(5)
    assert evening.news[-1] == "One stake waits for the next round: cid. Who is new has bought in with 200."
    await evening.lines("ben: !halflings 35")
    assert kept(await evening.table()) == {"cid": "stake 10", "ben": "stake 35"}


async def test_who_leaves_for_good_stakes_in_no_round_after_this(evening: Evening) -> None:
    await a_window(evening, "money=purse")
    await evening.lines("ben: !halflings 30", "ann: !stake 25")
    evening.roll(1, 2)
    await evening.lines("ann: !leave")
    session = await evening.table()
    assert [one.name for one in session.seats] == ["ben"]
    assert (session.host, kept(session)) == (evening.id_of("ben"), {"ben": "stake 30"})
    assert await unbalanced(evening) == []


async def test_who_left_in_this_round_may_stake_for_the_next(evening: Evening) -> None:
    await a_window(evening, "money=purse", faces=(7, 3, 3, 3, 3))
    await evening.lines("ann: !stake 25")
    await evening.lines("cid: !halflings 10")
    evening.roll(1, 2)
    await evening.lines("ann: !leave")
    session = await evening.table()
    assert kept(session) == {"cid": "stake 10"}
    await evening.lines("ann: !halflings 5")
    assert kept(await evening.table()) == {"cid": "stake 10", "ann": "stake 5"}
    assert await unbalanced(evening) == []


@pytest.mark.parametrize("word", ["reset the dice fell off", "end the dice fell off"])
async def test_a_game_that_is_called_off_takes_no_stake_with_it(evening: Evening, word: str) -> None:
    """T8: what waits for the next round was never part of it."""
    evening.rights["mia"] = Rights.STAFF
    await a_window(evening, "money=purse")
    await evening.lines("ben: !halflings 30", "ann: !stake 25")
    table = await evening.table()
    await evening.lines(f"mia: !{table.code} {word}")
    after = await evening.house.repository.get(table.ref)
    if word.startswith("end"):
        assert isinstance(after.phase, Closed)
        assert (await evening.purse("ann"), await evening.purse("ben")) == (1000, 1000)
    else:
        assert isinstance(after.phase, Lobby)
        assert kept(after) == {"ann": "stake 25", "ben": "stake 30"}
        assert after.phase.starts_at is None, "staff stopped it"
    assert told(evening) == 2
    assert await unbalanced(evening) == []


async def test_a_stake_that_is_no_stake_by_then_is_passed_over_and_told(evening: Evening) -> None:
    await a_window(evening, "stack=30", faces=(7, 3, 3))
    await evening.lines("ben: !halflings 20", "ann: !stake 30")
    evening.roll(1)
    await evening.lines("ann: !stand")
    await evening.wait(20)
    assert any(
        "One stake could not be played in this round, and nothing was taken: ann." in one for one in evening.news
    )
    assert await evening.stacks() == {"ann": 10, "ben": 10}


# The next round


async def test_rounds_follow_each_other_while_somebody_stakes_and_rest_quietly(evening: Evening) -> None:
    await a_window(evening)
    await evening.lines("ben: !halflings 30", "ann: !stand")
    evening.roll(1)
    await evening.wait(20)
    session = await evening.table()
    assert isinstance(session.phase, Between)
    assert session.phase.starts_at is None
    lines = len(evening.news)
    await evening.wait(3600)
    assert len(evening.news) == lines
    await evening.lines("cid: !halflings 5")
    assert evening.news[-1].endswith("begins in 20 seconds; until then you can still sit down.")


async def test_a_host_may_begin_each_round(evening: Evening) -> None:
    """`next=host`: also after the host has stopped the automatic rounds."""
    await a_window(evening, "next=host")
    await evening.lines("ben: !halflings 30", "ann: !stand")
    assert any('begins when the host says "!start"' in line for line in evening.news)
    await evening.lines("cid: !halflings 5")
    await evening.wait(600)
    assert kept(await evening.table()) == {"ben": "stake 30", "cid": "stake 5"}
    evening.roll(1)
    await evening.lines("ann: !start")
    assert await evening.stacks() == {"ann": 980, "ben": 970, "cid": 995}


async def test_after_enough_no_round_begins_by_itself(evening: Evening) -> None:
    await a_window(evening)
    await evening.lines("ann: !enough", "ben: !halflings 30", "ann: !stand")
    await evening.wait(600)
    session = await evening.table()
    assert isinstance(session.phase, Between)
    assert kept(session) == {"ben": "stake 30"}


async def test_who_only_sat_down_holds_nobody_up(evening: Evening) -> None:
    """HG-16: after the lobby's time, people without a stake watch, and house bots stake in it."""
    await evening.lines(
        "ann: !open halflings mode=crowd money=chips", "ben: !join", "cid: !join", "ann: !bots 2", "ben: !stake 5"
    )
    evening.roll(1)
    await evening.wait(20)
    session = await evening.table()
    assert isinstance(session.phase, Between)
    assert (await evening.stacks())["ben"] == 995
    assert (await evening.stacks())["cid"] == 1000
    assert [one.stack < 1000 for one in session.seats if one.is_bot] == [True, True]


# One table


async def test_two_who_open_a_crowd_at_once_sit_at_one_table(evening: Evening) -> None:
    """A person who copies the streamer's line stakes at the streamer's table."""
    lines = [(name, "!halflings 50 mode=crowd") for name in LATE]
    answers = await asyncio.gather(*(evening.hear(evening.message(name, text)) for name, text in lines))
    assert all(answer.ok for answer in answers)
    assert kept(await evening.table()) == dict.fromkeys(LATE, "stake 50")


async def test_a_crowd_that_another_house_opened_is_found(evening: Evening) -> None:
    await evening.say("ann", "!tables")
    other = await evening.again()
    await other.say("ann", "!open halflings mode=crowd")
    await evening.lines("ben: !halflings 50")
    assert [one.name for one in (await evening.table()).seats] == ["ann", "ben"]
    await other.end()


async def test_nobodys_cooldown_holds_up_a_late_stake(evening: Evening) -> None:
    """HG-18: it is played when the next lobby closes, unless the wait is longer than that."""
    await a_window(evening)
    await evening.lines("ann: !stake 25")
    assert kept(await evening.table()) == {"ann": "stake 25"}


async def test_a_cooldown_longer_than_the_lobby_stands_in_a_crowd(evening: Evening) -> None:
    await a_window(evening, "cooldown=60")
    answer = await evening.say("ann", "!stake 25")
    assert (answer.ok, answer.text) == (False, "Wait 40 more seconds before the next round.")


@pytest.mark.parametrize(("place", "waits"), [("web:hall", False), ("discord:hall", True), ("twitch:hall", True)])
async def test_alone_on_a_page_there_is_no_cooldown(store: Store, clock: HandClock, place: str, waits: bool) -> None:
    """HG-18: in a channel it stops one person from filling the chat. A page shows each table alone."""
    evening = Evening(store, clock, venue=place, place=place)
    evening.roll(1, 1, 1, 1)
    await evening.lines("ann: !halflings 10")
    assert (await evening.say("ann", "!halflings 10")).ok is not waits
    assert (await evening.say("ann", "!stake 10")).ok is not waits
    await evening.end()


async def test_beside_others_the_cooldown_stands_on_a_page_too(store: Store, clock: HandClock) -> None:
    evening = Evening(store, clock, venue="web:hall", place="web:hall")
    await evening.lines("ann: !open halflings mode=crowd cooldown=60", "ben: !join", "ann: !stake 5")
    evening.roll(1)
    await evening.wait(20)
    assert not (await evening.say("ann", "!stake 5")).ok
    await evening.lines("ben: !leave", "ann: !stake 5")
    await evening.end()


# How to take part


def way_in(session: Session) -> tuple[str, int]:
    panel = panel_for(TableView(session, Words()), NOBODY)
    return panel.way_in, panel.room


@pytest.mark.parametrize(("options", "line"), [("", "halflings 50"), ("max_bet=20", "halflings 10")])
async def test_a_crowd_tells_the_stake_with_which_one_is_in_also_while_a_round_is_on(
    evening: Evening, options: str, line: str
) -> None:
    """It used to say `!join` in the lobby, nothing in a round, and a stake that the table did not take."""
    await evening.lines(f"ann: !open halflings mode=crowd money=chips {options}")
    assert any(f'Stake with "!{line}", and you are in.' in told for told in evening.news), evening.news
    assert way_in(await evening.table()) == (line, 499)
    await evening.lines("ann: !stake 20", f"ben: !{line}")
    evening.roll(7, 3, 3, 3, 3)
    await evening.wait(20)
    session = await evening.table()
    assert isinstance(session.phase, Playing)
    assert way_in(session) == (line, 498)
    await evening.lines(f"cid: !{line}")
    session = await evening.table()
    assert kept(session) == {"cid": line.replace("halflings", "stake")}
    assert way_in(session) == (line, 497)


async def test_while_a_crowd_is_paused_nobody_is_told_to_stake(evening: Evening) -> None:
    session = await a_window(evening)
    assert way_in(replace(session, paused=Paused(session.hosted_at, "ann", "staff"))) == ("", 499)


async def test_who_may_sit_down_is_said_when_a_table_opens(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=crowd admits=subscribers")
    assert any("It is for subscribers of the channel." in line for line in evening.news), evening.news
    assert panel_for(TableView(await evening.table(), Words()), NOBODY).admits == "for subscribers of the channel"
