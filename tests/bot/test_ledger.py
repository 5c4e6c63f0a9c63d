"""Test the readable ledger: how a purse changed and why, and public corrections by staff."""

import pytest
from evening import Evening, refused, unbalanced

from bot.ports.messages import Rights


@pytest.fixture(autouse=True)
def mia_moderates(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF


async def after_a_game(evening: Evening) -> str:
    """Let Pete play for his purse and leave; return the code of the table."""
    await evening.lines(
        "pete: !open halflings mode=duel money=purse buyin=300 cooldown=0", "ann: !join", "pete: !start"
    )
    await evening.wait(600)
    code = (await evening.say("pete", "!table")).text.split()[0]
    await evening.lines("pete: !leave", "ann: !leave")
    return code


async def heard(evening: Evening, name: str, line: str) -> list[str]:
    answer = await evening.say(name, line)
    assert answer.ok, answer.text
    assert answer.is_private or not line.startswith("!ledger")
    return answer.text.splitlines()


async def purse(evening: Evening, name: str) -> int | None:
    return await evening.store.balance(evening.venue, f"purse:test:{name}{evening.tag}")


async def test_each_entry_says_how_much_why_and_when(evening: Evening) -> None:
    code = await after_a_game(evening)
    evening.clock.move(3600)
    _, newest, second, oldest = await heard(evening, "pete", "!ledger")
    assert newest.startswith("+")
    assert f"paid back at table {code}, 1 h ago" in newest
    assert second == f"-300 · bought in at table {code}, 1 h ago"
    assert oldest == "+1000 · welcome, 1 h ago"
    assert len(await heard(evening, "pete", "!ledger 1")) == 2
    assert "no entry" in await refused(evening, "zoe", "!ledger")
    for wrong in ("0", "101", "99999"):
        assert "1 to 100" in await refused(evening, "pete", f"!ledger {wrong}")


async def test_a_wallet_tells_what_lies_at_tables_and_in_private_the_last_entries(evening: Evening) -> None:
    await evening.lines("pete: !open halflings mode=duel money=purse buyin=300 cooldown=0")
    assert (await evening.say("pete", "!wallet")).text.splitlines() == [
        "Your purse here holds 700 suckers. They can't be bought or cashed.",
        "Besides, 300 lie before you at tables.",
    ]
    told = (await evening.say("pete", "wallet", private=True)).text.splitlines()
    assert told[2:4] == ["The last entries:", f"-300 · bought in at table {told[3].split()[-3].rstrip(',')}, just now"]


async def test_moderators_alone_see_the_entries_of_others(evening: Evening) -> None:
    await after_a_game(evening)
    assert "moderators" in await refused(evening, "ann", "!ledger pete")
    assert "moderators" in await refused(evening, "ann", "!ledger all")
    assert '"!ledger" alone' in await refused(evening, "ann", "!ledger pete"), "what one may do instead"
    assert len(await heard(evening, "mia", "!ledger pete")) == 4
    whole = await heard(evening, "mia", "!ledger all 100")
    assert any("from pete to a table" in line for line in whole)
    assert any("from the bank to ann · welcome" in line for line in whole)
    assert "called zoe" in await refused(evening, "mia", "!ledger zoe")


async def test_a_correction_stands_in_the_ledger_the_log_and_before_everybody(evening: Evening) -> None:
    await after_a_game(evening)
    before = await purse(evening, "pete") or 0
    (told,) = await heard(evening, "mia", "!correct pete +0.4k the stakes were wrong")
    assert told == f"mia corrects the purse of pete by +400 (the stakes were wrong). It holds {before + 400:,} now."
    assert await purse(evening, "pete") == before + 400
    assert (await heard(evening, "pete", "!ledger 1"))[1] == "+400 · corrected by mia: the stakes were wrong, just now"
    log = (await evening.say("mia", "!mod log 1")).text
    assert "mia · correct pete +400 · the stakes were wrong" in log
    await heard(evening, "mia", "!correct @pete -100 too much")
    assert await purse(evening, "pete") == before + 300
    assert await unbalanced(evening) == []


@pytest.mark.parametrize(
    "line",
    ["", "pete", "pete +5", "pete 5 a reason", "pete +0 nothing", "pete +5x odd", "pete +-5 odd", "pete + a reason"],
)
async def test_a_correction_that_lacks_something_is_refused_and_moves_nothing(evening: Evening, line: str) -> None:
    await after_a_game(evening)
    before = await evening.store.accounts(evening.venue)
    assert await refused(evening, "mia", f"!correct {line}")
    assert "moderators" in await refused(evening, "pete", "!correct pete +5000 I want it")
    assert "called zoe" in await refused(evening, "mia", "!correct zoe +5 who")
    assert "no more can be taken" in await refused(evening, "mia", "!correct pete -1m all of it")
    assert await evening.store.accounts(evening.venue) == before
    log = await evening.say("mia", "!mod log")
    assert "mia ·" not in log.text, "what was refused stands in no log"


async def test_entries_of_older_bots_are_read_without_a_note(evening: Evening) -> None:
    await after_a_game(evening)
    (key,) = await evening.store.pipe.read("KEYS", "*:ledger")
    await evening.store.pipe.write("LSET", key, 0, b'1700000000000["bank","purse:x","5","odd"]'.replace(b'"5"', b"5"))
    assert any("odd" in line for line in await heard(evening, "mia", "!ledger all 100"))
