"""Test moderators: what they may do, who may not, and what is logged; no secret or sucker is lost (T8)."""

import asyncio

import msgspec
import pytest
from evening import Evening, unbalanced

from bot.adapters.discord.outbound.buttons import Does, Press
from bot.commands.staff import LONGEST_REASON
from bot.ports.messages import Answer, Rights
from bot.table.audit import AuditEntry, read_entry, written
from bot.table.codec import encode
from bot.table.document import Session
from bot.table.phases import Lobby, Playing
from games.kit.codec import codec
from games.kit.seats import Seat
from games.proof.seeded_dice import SeededDice
from games.proof.verifying import verify
from persistence import Commit, Committed

STAFF_LINES = [
    *("skip", "skip yes", "pause", "resume"),
    *("reset", "reset yes a bug", "end", "end yes a bug", "mod", "mod log", "mod log 5"),
]


async def duel(evening: Evening, options: str = "cooldown=0") -> str:
    """Open a duel: Ann has staked, Ben is to roll, and Mia moderates. Return the table's code."""
    evening.rights["mia"] = Rights.STAFF
    lines = (f"ann: !open halflings mode=duel {options}", "ben: !join", "ann: !start", "ann: !stake 10")
    await evening.lines(*lines)
    return (await evening.table()).code


async def entries(evening: Evening) -> list[AuditEntry]:
    found = [read_entry(line) for line in await evening.store.audit(evening.venue, 100)]
    return [one for one in found if one is not None]


# Who may


@pytest.mark.parametrize("line", STAFF_LINES)
async def test_a_moderators_word_is_refused_to_everybody_else(evening: Evening, line: str) -> None:
    """To the host, a player and a spectator; also for a copied confirmation."""
    code = await duel(evening)
    before = await evening.document()
    for name in ("ann", "ben", "zoe"):
        for text in (f"!{line}", f"!{code} {line}"):
            answer = await evening.say(name, text)
            assert not answer.ok
            assert answer.text.endswith("is for moderators: ask one of them.")
    assert await evening.document() == before
    assert await entries(evening) == []


async def test_a_moderator_elsewhere_has_no_say_here_even_with_a_seat(evening: Evening) -> None:
    """Anybody can make their own venue, so its rights end there."""
    code = await duel(evening)
    other = Evening(evening.store, evening.clock, tag=evening.tag)
    other.rights = {"ann": Rights.OWNER}
    before = await evening.document()
    for line in ("reset yes a bug", "end yes a bug", "skip yes", "pause", "remove yes ben"):
        answer = await other.say("ann", f"!{code} {line}")
        assert answer.text.startswith(f"There is no table {code} here: ")
    assert await evening.document() == before
    await other.end()


async def test_a_table_of_another_place_is_meant_by_its_code_and_a_closed_one_by_nothing(evening: Evening) -> None:
    code = await duel(evening)
    elsewhere = {"place": "test:elsewhere"}
    assert "Put the code of the table first" in (await evening.say("mia", "!pause why not", **elsewhere)).text
    answer = await evening.say("mia", f"!{code} pause why not", **elsewhere)
    assert (answer.ok, answer.text) == (True, f"Done: table {code} is told.")
    await evening.lines(f"mia: !{code} end a bug")
    for line in ("pause x", "skip", "end yes", "reset yes x"):
        assert not (await evening.say("mia", f"!{code} {line}")).ok


# Twice, and at once


@pytest.mark.parametrize("line", ["skip", "remove ben", "pause a bug", "reset a bug", "end a bug"])
async def test_the_same_message_twice_is_done_and_noted_once(evening: Evening, line: str) -> None:
    """F7."""
    code = await duel(evening)
    message = evening.message("mia", f"!{code} {line}")
    if not line.startswith("pause"):
        message = evening.message("mia", f"!{(await evening.hear(message)).confirm}")
    answers = await asyncio.gather(*(evening.hear(message) for _ in range(3)))
    assert any(answer.ok for answer in answers)
    assert (await evening.hear(message)).repeated
    assert len(await entries(evening)) == 1
    assert sum(text.startswith("Moderator mia") for text in evening.news) == 1
    voids = int(line.startswith(("reset", "end")))
    assert await evening.store.counter(evening.venue, "called-off") == voids


async def test_of_two_moderators_who_confirm_at_once_one_skips(evening: Evening) -> None:
    """The line is for the question that both saw, and not for the next one."""
    code = await duel(evening)
    evening.rights["max"] = Rights.STAFF
    evening.roll(8, 3, 4)
    asked = [await evening.say(name, f"!{code} skip") for name in ("mia", "max")]
    assert asked[0].confirm == asked[1].confirm == f"{code} skip yes 1-2"
    answers = await asyncio.gather(
        *(evening.say(name, one.confirm, private=True) for name, one in zip(("mia", "max"), asked, strict=True))
    )
    assert sorted(answer.ok for answer in answers) == [False, True]
    assert [one.did for one in await entries(evening)] == ["skip ben"]


async def test_of_two_moderators_who_reset_at_once_one_does(evening: Evening) -> None:
    await duel(evening, "money=purse")
    evening.rights["max"] = Rights.STAFF
    asked = [await evening.say(name, "!reset a bug") for name in ("mia", "max")]
    answers = await asyncio.gather(*(evening.say(name, f"!{asked[0].confirm}") for name in ("mia", "max")))
    assert sorted(answer.ok for answer in answers) == [False, True]
    assert await evening.store.counter(evening.venue, "called-off") == 1
    assert await unbalanced(evening) == []


async def test_games_called_off_at_two_tables_at_once_are_both_counted(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF
    codes = []
    for name in ("ann", "ben", "cid", "dee"):
        await evening.lines(f"{name}: !open halflings")
        codes.append((await evening.sessions())[-1].code)
        await evening.lines(f"{name}: !{codes[-1]} start")
    asked = [await evening.say("mia", f"!{code} end bedtime") for code in codes]
    answers = await asyncio.gather(*(evening.say("mia", f"!{one.confirm}") for one in asked))
    assert all(answer.ok for answer in answers)
    assert await evening.store.counter(evening.venue, "called-off") == 4
    assert len(await entries(evening)) == 4
    assert await evening.sessions() == []


async def test_a_late_confirmation_of_a_removal_means_the_same_person(evening: Evening) -> None:
    """Seats move up when somebody leaves, and the next person may take the name."""
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("ann: !open halflings mode=crowd", "ben: !join", "cid: !join")
    line = (await evening.say("mia", "!remove ben")).confirm
    await evening.lines("ann: !leave")
    assert (await evening.say("mia", line, private=True)).ok
    assert [seated.name for seated in (await evening.table()).seats] == ["cid"]
    again = await evening.say("mia", line, private=True)
    assert "sits at table" in again.text
    assert not again.ok


# For the moment of the question


async def test_a_yes_is_for_the_game_and_the_question_that_were_looked_at(evening: Evening) -> None:
    """T34: typed or pressed, in another game, at another question, in the lobby, or without a moment."""
    code = await duel(evening)
    for line in ("skip", "remove ben", "reset a bug", "end a bug"):
        asked = (await evening.say("mia", f"!{line}")).confirm
        for moment in ("1-1", "2-2", "1-lobby", "1-next", "9-9"):
            answer = await evening.whisper("mia", asked.replace("1-2", moment))
            assert not answer.ok
            assert answer.text.startswith(f"Nothing was done: table {code} has moved on"), answer.text
            assert answer.confirm == asked, "it is asked anew, for the moment that stands"
        assert (await evening.say("mia", f"!{line.replace(' ', ' yes ', 1)}")).confirm.startswith(f"{code} {line[:3]}")
    assert await entries(evening) == []


async def test_a_yes_comes_as_another_process_moves_the_table_on(evening: Evening) -> None:
    """Two at once: whichever is first, only the game in question is called off."""
    await duel(evening)
    other = await evening.again()
    asked = (await evening.say("mia", "!reset a bug")).confirm
    evening.roll(8)
    other.roll(8)
    answer, _ = await asyncio.gather(evening.whisper("mia", asked), other.say("ben", "!roll"))
    session = await evening.table()
    assert answer.ok is isinstance(session.phase, Lobby)
    if not answer.ok:
        assert answer.confirm != asked
    await other.end()


async def test_the_longest_confirmation_goes_into_a_button_of_discord(evening: Evening) -> None:
    code = await duel(evening)
    for line in ("reset", "end", "remove ben", "skip"):
        asked = (await evening.say("mia", f"!{line} {'x' * LONGEST_REASON}")).confirm
        longest = asked.replace(code, "K7QXY").replace("1-2", "123456-999").replace(" 2-", " 499-")
        assert Press(Does.YES, "", "", longest).fits, longest


# The log of moderators


async def test_each_deed_is_told_to_the_table_and_stands_in_the_log(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("ann: !open halflings mode=crowd money=chips", "mia: !join", "ben: !join")
    session = await evening.table()
    await evening.lines("mia: !pause one moment", "mia: !resume", "mia: !remove ben")
    evening.roll(7, 3, 3, 1, 1)
    await evening.lines("ann: !stake 5", "ann: !start")
    await evening.lines("mia: !skip", "mia: !end")
    found = list(reversed(await entries(evening)))
    assert [one.did for one in found][:3] == ["pause", "resume", "remove ben"]
    assert {(one.by, one.name, one.code, one.table) for one in found} == {
        (evening.id_of("mia"), "mia", session.code, session.table)
    }
    assert found[2].whom == evening.id_of("ben")
    assert found[0].reason == "one moment"
    told = [line for line in evening.news if line.startswith("Moderator mia (who plays at this table) ")]
    assert len(told) == len(found)


async def test_a_void_has_a_reason_a_record_that_checks_out_and_a_public_count(evening: Evening) -> None:
    await duel(evening, "money=purse")
    for line in ("!reset", "!reset yes", "!end", "!end yes .", "!reset yes \u200b"):
        answer = await evening.say("mia", line)
        assert "needs a reason that everybody is told" in answer.text
    await evening.lines("mia: !reset the bets were wrong")
    session = await evening.table()
    assert isinstance(session.phase, Lobby)
    assert [seated.stack for seated in session.seats] == [200, 200]
    record = await evening.store.record(evening.venue, session.record)
    assert record is not None
    verify(record.decode())
    assert msgspec.json.decode(record.splitlines()[-2])["deed"] == {"type": "void", "why": "the bets were wrong"}
    assert "in all: 1;" in (await evening.say("zoe", "!server")).text


async def test_a_series_that_is_reset_keeps_what_everybody_has(evening: Evening) -> None:
    await duel(evening, "money=purse cooldown=0")
    evening.roll(1, 1)
    await evening.lines("ben: !roll", "ben: !stake 5", "ann: !roll", "mia: !reset")
    session = await evening.table()
    assert isinstance(session.phase, Lobby)
    assert await evening.stacks() == {"ann": 195, "ben": 205}
    assert await unbalanced(evening) == []


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("@everyone **look** <#1>", "＠everyone **look** ‹#1>"),  # noqa: RUF001 - a look-alike replaces the sign that pings
        ("a\u202eb\nc", "ab c"),
        ("no. No...", "no. No"),
    ],
)
async def test_a_reason_calls_nobody_and_links_to_nothing(evening: Evening, typed: str, shown: str) -> None:
    """T10, T11."""
    await duel(evening)
    await evening.lines(f"mia: !reset {typed}".replace("\n", " "))
    assert (await entries(evening))[0].reason == shown
    assert any(f"The game is void: {shown}." in line for line in evening.news)


async def test_a_reason_and_a_name_have_an_end(evening: Evening) -> None:
    await duel(evening)
    for word in ("pause", "reset", "end", "skip", "remove ben", "reset yes", "remove yes ben"):
        answer = await evening.say("mia", f"!{word} {'x' * (LONGEST_REASON + 1)}")
        assert answer.text == f"A reason has at most {LONGEST_REASON} characters."
    hostile = "@everyone\u202e " + "m" * 400
    evening.rights[hostile] = Rights.STAFF
    await evening.lines(f"{hostile}: !pause why not")
    assert evening.news[-1].startswith("Moderator ＠everyone mmm")  # noqa: RUF001 - it replaces the sign
    assert len((await entries(evening))[0].name) <= 24
    assert not (await evening.say("ann", "!roll")).ok


async def test_an_entry_that_cannot_be_read_hides_no_other(evening: Evening) -> None:
    """F23."""
    evening.rights["mia"] = Rights.STAFF
    for line in (written(AuditEntry(0, "x", "old", "pause")), b"{", b"\xff", b"[]"):
        await evening.store.note_audit(evening.venue, line)
    lines = (await evening.say("mia", "!mod log")).text.splitlines()
    assert lines[1:] == ["?", "?", "?", "1970-01-01 00:00 · old · pause"]


# Secrets


async def a_secret_game(evening: Evening) -> Session:
    evening.rights["mia"] = Rights.STAFF
    names = ("ben", "cid", "dan", "eve")
    await evening.lines("ann: !open headache memory=off", *(f"{name}: !join" for name in names), "ann: !start")
    for name in ("ann", *names) * 3:
        await evening.say(name, "!stay")
    return await evening.table()


async def answers_of_a_moderator(evening: Evening) -> list[Answer]:
    lines = (
        "skip",
        "remove ben",
        "remove 3 x",
        "reset x",
        "end x",
        "end",
        "mod log",
        "server",
        "table",
        "hand",
        "odds",
    )
    return [await evening.say("mia", f"!{line}") for line in lines]


async def put(evening: Evening, session: Session) -> None:
    stored = await evening.store.load(session.ref)
    assert stored is not None
    commit = Commit(session.ref, stored.version, encode(session), places=session.places, wake_at=session.wake_at)
    assert isinstance(await evening.store.commit(commit), Committed)
    evening.house.repository.forget(session.ref)


async def test_no_answer_to_a_moderator_depends_on_what_is_hidden(evening: Evening) -> None:
    """T1, T8: the same answers for any dice under the cups that Ann was not told of."""
    session = await a_secret_game(evening)
    assert isinstance(session.phase, Playing)
    from_now = await answers_of_a_moderator(evening)
    rules, dealt = session.rules, set()
    for number in range(6):
        dice = SeededDice(bytes([number]) * 32, "another dealing", b"")
        state = msgspec.Raw(codec(rules).encode(rules.resample(session.state, Seat(0), dice)))
        dealt.add(bytes(state))
        phase = msgspec.structs.replace(session.phase, state=state)
        await put(evening, msgspec.structs.replace(session, phase=phase))
        assert await answers_of_a_moderator(evening) == from_now
    assert len(dealt) > 1, "or else this would prove nothing"
