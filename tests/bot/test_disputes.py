"""Test `!mod dispute CODE`: one file that settles a dispute, and during a game holds only what everybody could see."""

import pytest
from evening import Evening

from bot.engine.taken import read_typed
from bot.ports.messages import PrivateAnswer, Rights
from bot.table.phases import Playing
from persistence.keys import table_keys
from persistence.tables import TYPED_MOST

SECTIONS = [
    *("The table", "What was told", "What was typed", "The clock", "Receipts of moves"),
    *("What was shown, and to whom", "What moderators did, and voids", "The record of the last game that ended"),
]


async def dispute(evening: Evening, code: str, name: str = "mia") -> str:
    """Return the file that a moderator gets."""
    evening.rights["mia"] = Rights.STAFF
    answer = await evening.say(name, f"!mod dispute {code}")
    assert isinstance(answer, PrivateAnswer)
    (file,) = answer.files
    assert file.name == f"dispute-{code}.txt"
    return file.content.decode()


def section(text: str, title: str) -> list[str]:
    return text.partition(f"## {title}\n")[2].partition("\n\n## ")[0].splitlines()


async def duel(evening: Evening) -> str:
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start")
    return (await evening.table()).code


async def test_it_tells_what_was_told_typed_shown_and_done(evening: Evening) -> None:
    code = await duel(evening)
    await evening.say("ann", "!stake lots")
    await evening.wait(1)
    await evening.lines("ann: !stake 10")
    await evening.wait(1)
    await evening.say("ben", "!stake 5")
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("mia: !pause the pizza is here", "mia: !resume", "mia: !end bedtime")
    text = await dispute(evening, code)
    assert [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")] == SECTIONS
    assert any("ann stakes 10." in line for line in section(text, "What was told"))
    typed = section(text, "What was typed")
    assert [line.split(" · ")[3] for line in typed if "!stake" in line] == ["!stake lots", "!stake 10", "!stake 5"]
    assert [" · refused: " in line for line in typed if "!stake" in line] == [True, False, True]
    assert [line.split(" · ")[2] for line in section(text, "What moderators did, and voids")] == [
        "pause",
        "resume",
        "end, game 1 void",
    ]
    assert any("told up to line" in line for line in section(text, "What was shown, and to whom"))
    (record, verdict) = section(text, "The record of the last game that ended")
    assert record.endswith(".potluck.jsonl")
    assert verdict.startswith("checks out: halflings")


async def test_who_is_no_moderator_of_the_place_is_given_nothing(evening: Evening) -> None:
    code = await duel(evening)
    for name in ("ann", "zoe"):
        assert (await evening.say(name, f"!mod dispute {code}")).text.endswith("is for moderators: ask one of them.")
    other = Evening(evening.store, evening.clock, tag=evening.tag)
    other.rights = {"mia": Rights.OWNER}
    assert (await other.say("mia", f"!mod dispute {code}")).text.startswith(f"There is no table {code} here: ")
    for wrong in ("X9X", "{", "*", code * 9):
        assert not (await evening.say("mia", f"!mod dispute {wrong}")).ok
    await other.end()


@pytest.mark.parametrize("game", ["poohead", "headache min_players=3", "rogues"])
async def test_while_a_game_is_on_it_holds_nothing_that_was_private(evening: Evening, game: str) -> None:
    """T1: a moderator may play, or be a player's friend."""
    await evening.lines(f"ann: !open {game}", "ben: !join", "cid: !join", "ann: !start")
    for line in ("!stay", "!stay", "!hand", "!take", "!keep", "bid 7", "vote 3 for one"):
        for name in ("ann", "ben", "cid"):
            await evening.say(name, line, private=not line.startswith("!"))
    code = (await evening.table()).code
    text = await dispute(evening, code)
    secrets = {line for name in ("ann", "ben", "cid") for line in evening.secret_news(name)} - set(evening.news)
    assert secrets or game == "rogues"
    assert not any(line in text for line in secrets)
    assert "alone]" not in text
    assert "person:" not in text
    assert not any("in private" in line and "(told when" not in line for line in section(text, "What was typed"))
    assert "bid 7" not in text
    await evening.say("ann", "!close")
    closed = await dispute(evening, code)
    assert all(line in closed for line in secrets)
    assert "(told when" not in closed
    assert "bid 7" in closed


async def test_receipts_of_secret_moves_are_held_back_until_their_game_has_ended(evening: Evening) -> None:
    """Receipts of other moves are there, as in the record."""
    await evening.lines("ann: !open rogues turn_seconds=600", "ben: !join")
    evening.roll(5, 3, 4, 3, 6, 2, 2)
    await evening.lines("ann: !start")
    secret = (await evening.say("ann", "!drop 3", private=True)).receipt
    assert secret
    code = (await evening.table()).code
    assert secret not in await dispute(evening, code)
    await evening.lines("ann: !close")
    (line,) = [one for one in section(await dispute(evening, code), "Receipts of moves") if secret in one]
    assert line.split(" · ")[1:] == ["game 1, seat 1", "drop", secret]


async def test_receipts_of_moves_that_all_saw_stand_there_at_once(evening: Evening) -> None:
    code = await duel(evening)
    await evening.lines("ann: !stake 10")
    phase = (await evening.table()).phase
    assert isinstance(phase, Playing)
    (line,) = section(await dispute(evening, code), "Receipts of moves")
    assert line.endswith(f"game 1, seat 1 · stake · {phase.head[:12]}")


async def test_a_secret_move_typed_before_all_is_held_back_too(evening: Evening) -> None:
    """It was deleted, if the platform allows that."""
    await evening.lines("ann: !open headache min_players=3", "ben: !join", "cid: !join", "ann: !start")
    await evening.say("ann", "!vote 3 for one")
    text = await dispute(evening, (await evening.table()).code)
    assert "3 for one" not in text


async def test_what_the_game_takes_back_is_not_to_be_looked_up(evening: Evening) -> None:
    """HA-14: with memory on, a swap is in one line that the next one replaces."""
    people = ("ann", "ben", "cid", "dan", "eve")
    evening.roll(18, 16, 14, 7, 5, 20, 8, 12, 10, 4, 6)
    await evening.lines("ann: !open headache memory=on max_swap_rounds=1", *(f"{name}: !join" for name in people[1:]))
    await evening.lines("ann: !start", *(f"{name}: !stay" for name in people))
    for name in people:
        await evening.say(name, "!swap 2.1 3.1")
        await evening.wait(5)
    swaps = [line for line in evening.news if " swaps " in line]
    told = "\n".join(section(await dispute(evening, (await evening.table()).code), "What was told"))
    assert len(swaps) > 1
    assert [line for line in swaps[:-1] if line in told] == []


async def test_typed_lines_that_led_to_nothing_are_bounded_and_go_with_the_table(evening: Evening) -> None:
    code = await duel(evening)
    ref = (await evening.table()).ref
    for number in range(TYPED_MOST + 20):
        await evening.store.note_typed(ref, b'{"at":%d,"by":"x","name":"x","text":"t","private":false}' % number)
    assert len(await evening.store.typed(ref)) == TYPED_MOST + 3, "and the three that opened the table"
    assert await evening.store.pipe.read("PTTL", table_keys(ref).typed) > 0
    assert len(section(await dispute(evening, code), "What was typed")) == TYPED_MOST


async def test_half_a_letter_is_answered_and_kept_as_a_question_mark(evening: Evening) -> None:
    """A platform's JSON may hold half a character; our texts can't."""
    await evening.lines("ann: !open halflings mode=duel", "ben: !join")
    answer = await evening.say("ben", "!ro\ud800ll")
    assert not answer.ok
    assert "Something broke" not in answer.text
    ref = (await evening.table()).ref
    lines = read_typed(await evening.store.typed(ref))
    assert lines[-1].text == "!ro?ll"


async def test_typed_lines_lie_sealed_in_the_store(evening: Evening) -> None:
    """T32."""
    await duel(evening)
    await evening.lines("ann: !stake 37")
    ref = (await evening.table()).ref
    assert any(b"!stake 37" in line for line in await evening.store.typed(ref))
    await evening.say("ann", "!stake 38")
    keys = table_keys(ref)
    for key, least in ((keys.log, 4), (keys.typed, 1)):
        stored = await evening.store.pipe.read("LRANGE", key, 0, -1)
        assert len(stored) >= least
        assert not any(b"stake" in line for line in stored)
