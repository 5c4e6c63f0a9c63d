"""Test that every void counts in public, with name, reason and any cause; also removals and ended turns
(threats T30).
"""

import re

import msgspec
import pytest
from evening import Evening, unbalanced

from bot.engine.operations import Operations
from bot.people.forgetting import People
from bot.ports.messages import Rights
from bot.table.audit import HOST_CLOSED, VOID, AuditEntry, written
from bot.table.fairness import Keys
from persistence import Seals

HOUR = 3600
HEAD = re.compile(
    r"Games called off here, in all: (\d+); "
    r"people taken off a table by moderators: (\d+); turns that they ended: (\d+); "
    r"purses that they corrected: 0; looks at others' purses and tables: 0\."
)


async def counted(evening: Evening) -> tuple[int, int, int]:
    """Return the public counts: voids, removals, ended turns."""
    found = HEAD.fullmatch((await evening.say("zoe", "!voids")).text.splitlines()[0])
    assert found is not None
    voids, removed, skipped = map(int, found.groups())
    return voids, removed, skipped


async def last(evening: Evening) -> str:
    """Return the newest public deed without its time."""
    return (await evening.say("zoe", "!voids 1")).text.splitlines()[1].partition(" · ")[2]


async def duel(evening: Evening, options: str = "money=purse") -> str:
    """Let Mia, a moderator who plays, stake and risk a loss; return the table's code."""
    evening.rights["mia"] = Rights.STAFF
    await evening.lines(f"mia: !open halflings mode=duel cooldown=0 {options}", "ben: !join", "mia: !start")
    await evening.lines("mia: !stake 100")
    return (await evening.table()).code


# A moderator who plays and is about to lose


@pytest.mark.parametrize("word", ["reset", "end"])
async def test_a_game_that_a_moderator_calls_off(evening: Evening, word: str) -> None:
    """Another moderator has to agree, and the deed is still hers."""
    code = await duel(evening)
    evening.rights["max"] = Rights.STAFF
    await evening.lines(f"mia: !{word} I was about to lose", "max: !agree")
    assert await counted(evening) == (1, 0, 0)
    assert await last(evening) == f"mia · {word}, game 1 void · {code} · I was about to lose"
    assert await unbalanced(evening) == []


async def test_no_flood_of_other_deeds_pushes_it_out_of_sight(evening: Evening) -> None:
    """A log full of pauses is searched to its end."""
    code = await duel(evening, "money=chips")
    await evening.lines("mia: !reset I was about to lose")
    paused = written(AuditEntry(evening.clock.now(), "mia", "mia", "pause", reason="a cat"))
    for _ in range(1100):
        await evening.store.note_audit(evening.venue, paused)
    assert await last(evening) == f"mia · reset, game 1 void · {code} · I was about to lose"


async def test_a_pause_ends_no_game(evening: Evening) -> None:
    await duel(evening)
    await evening.lines("mia: !pause I was about to lose")
    await evening.wait(7 * HOUR)
    assert await counted(evening) == (0, 0, 0)
    assert not any("void" in line for line in evening.news)


async def test_her_own_removal_and_an_ended_turn_are_public(evening: Evening) -> None:
    code = await duel(evening, "money=chips")
    await evening.lines("mia: !skip he sleeps")
    assert await last(evening) == f"mia · skip ben · {code} · he sleeps"
    await evening.lines("mia: !remove ben he still sleeps")
    assert await last(evening) == f"mia · remove ben · {code} · he still sleeps"
    assert await counted(evening) == (0, 1, 1)


async def test_a_table_closed_by_its_host(evening: Evening) -> None:
    code = await duel(evening, "money=chips")
    await evening.lines("mia: !close")
    assert await counted(evening) == (1, 0, 0)
    assert await last(evening) == f"mia · close, game 1 void · {code} · closed by mia"


async def test_a_tournament_called_off_counts_each_of_its_games(evening: Evening) -> None:
    people = ("ben", "cid", "dan", "eve", "fay")
    await evening.lines("ann: !tournament rogues seats=3", *(f"{name}: !join" for name in people), "ann: !start")
    await evening.wait(30)
    await evening.lines("ann: !tournament end the hall burns")
    await evening.wait(30)
    assert await counted(evening) == (2, 0, 0)
    assert "ann · tournament end, game" in await last(evening)
    assert (await last(evening)).endswith("the hall burns")


# Without anybody's decision


async def test_a_game_that_broke(evening: Evening) -> None:
    code = await duel(evening)
    await evening.house.part(Operations).call_off((await evening.table()).ref)
    assert await last(evening) == f"by itself · broken, game 1 void · {code} · something broke in it"
    assert await counted(evening) == (1, 0, 0)


async def test_a_game_whose_seed_is_lost(evening: Evening) -> None:
    code = await duel(evening)
    evening.dice.keys = Keys({2: b"z" * 32})
    await evening.say("ben", "!roll")
    assert await last(evening) == f"by itself · dice key lost, game 1 void · {code} · its dice key is lost"
    assert await counted(evening) == (1, 0, 0)


async def test_a_match_whose_seed_is_lost_between_two_rounds(evening: Evening) -> None:
    """Its rounds are one game, which nobody can prove any more: it is counted once, and the next one is another."""
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("mia: !open rogues", "ben: !join")
    evening.dice.load(list("64251535153515351"))
    await evening.lines("mia: !start", "mia: !trip", "ben: !trip")
    session = await evening.table()
    assert session.match is not None
    evening.dice.keys = Keys({2: b"z" * 32})
    await evening.wait(20)
    assert (await evening.table()).match is None
    assert await last(evening) == f"by itself · dice key lost, game 1 void · {session.code} · its dice key is lost"
    await evening.wait(60)
    assert await counted(evening) == (1, 0, 0)


async def test_a_table_that_cannot_be_read_any_more(evening: Evening) -> None:
    code = await duel(evening)
    ref = (await evening.table()).ref
    evening.house.repository.forget(ref)
    sealed = Seals({1: bytes(32)}).seal(ref, b"document", b"999", b"{}")
    await evening.store.pipe.write("HSET", f"{await base_of(evening)}:session", "d", sealed)
    await evening.say("ben", "!roll")
    assert await last(evening) == f"by itself · table lost, game 1 void · {code} · its table could not be read any more"
    assert await counted(evening) == (1, 0, 0)
    assert [await evening.purse(name) for name in ("mia", "ben")] == [1000, 1000]


@pytest.mark.parametrize(("line", "why"), [("!close", HOST_CLOSED), ("!end bedtime", "bedtime")])
async def test_the_record_of_a_game_that_was_called_off_says_why(evening: Evening, line: str, why: str) -> None:
    """A host who closes it is not named, since a name could never be removed from the proof."""
    code = await duel(evening, "money=chips")
    await evening.lines(f"mia: {line}")
    (file,) = (await evening.say("zoe", f"!verify {code}")).files
    *_, deed, _ = map(msgspec.json.decode, file.content.splitlines())
    assert deed["deed"] == {"type": "void", "why": why}


async def base_of(evening: Evening) -> str:
    (only,) = [table.base async for table in evening.store.all_tables()]
    return only


# The list


async def test_what_is_for_moderators_alone_stands_in_no_public_list(evening: Evening) -> None:
    await duel(evening)
    await evening.lines("mia: !pause a spider", "mia: !resume")
    assert len((await evening.say("zoe", "!voids")).text.splitlines()) == 1
    assert "pause" in (await evening.say("mia", "!mod log")).text


async def test_somebody_who_is_forgotten_stands_there_as_somebody(evening: Evening) -> None:
    await duel(evening, "money=chips")
    await evening.lines("mia: !end bedtime")
    await evening.house.part(People).forget((evening.message("mia", "")).sender.id)
    assert (await last(evening)).startswith("somebody · end, game 1 void")


async def test_five_are_listed_and_more_where_they_are_asked_for(evening: Evening) -> None:
    for number in range(30):
        entry = AuditEntry(number, "web:mia", "mia", f"reset, game {number} void", "K7Q", "t", "a bug", counts=VOID)
        await evening.store.note_audit(evening.venue, written(entry))
    for line, count in (("!voids", 5), ("!voids 1", 1), ("!voids 20", 20)):
        assert len((await evening.say("zoe", line)).text.splitlines()) == 1 + count
    for wrong in ("0", "21", "-1", "lots", "1e9", "²"):
        assert "from 1 to 20" in (await evening.say("zoe", f"!voids {wrong}")).text


async def test_who_sits_down_after_one_has_no_choice_of_whoever_sat_there_before(evening: Evening) -> None:
    """HC-19: a void returns to the state at the start of the game, and a colour belongs only to that game's people."""
    await evening.lines("ann: !open cones", "ben: !join yellow", "ann: !start")
    assert "ben yellow" in " ".join(evening.news)
    await evening.house.part(Operations).call_off((await evening.table()).ref)
    await evening.lines("ben: !leave", "cid: !join", "ann: !start")
    assert "ann yellow" in " ".join(evening.news)
