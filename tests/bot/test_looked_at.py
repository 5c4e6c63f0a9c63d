"""Test that a line from a page means the table that the page shows, and no other."""

import pytest
from evening import Evening, person
from msgspec.structs import replace

from bot.ports.messages import Rights
from bot.table.document import Session

pytestmark = pytest.mark.asyncio

TWO_TABLES = "!open poohead", "!open cones"


async def opened(evening: Evening, *lines: str, by: str = "ann") -> list[str]:
    for line in lines:
        await evening.lines(f"{by}: {line}", "wait: 61")
    return [one.code for one in await evening.house.directory.at(evening.venue, evening.place)]


async def table(evening: Evening, code: str) -> Session:
    here = await evening.house.directory.at(evening.venue, evening.place, fresh=True)
    return next(one for one in here if one.code == code)


async def test_of_two_tables_the_one_in_view_is_meant(evening: Evening) -> None:
    first, second = await opened(evening, *TWO_TABLES)
    assert not (await evening.say("ann", "!bots 3")).ok
    for code, bots in ((first, 3), (second, 2)):
        assert (await evening.say("ann", f"!bots {bots}", looks_at=code)).ok
        assert len((await table(evening, code)).seats) == 1 + bots
    for line in ("!start", "!table", "!odds", "!options", "!history", "!leave"):
        assert "Which table" not in (await evening.say("ann", line, looks_at=first)).text, line
    assert (await table(evening, second)).has(person("ann", evening.tag).id)


async def test_a_code_in_the_line_counts_more(evening: Evening) -> None:
    first, second = await opened(evening, *TWO_TABLES)
    assert (await evening.say("ann", f"!{second} bots 1", looks_at=first)).ok
    assert (await evening.say("bob", f"!join {second}", looks_at=first)).ok
    assert [len((await table(evening, code)).seats) for code in (first, second)] == [1, 3]


async def test_nothing_is_done_at_a_table_out_of_sight(evening: Evening) -> None:
    mine, *_ = await opened(evening, "!open poohead")
    mine, other = await opened(evening, "!open cones", by="bob")
    for line in ("!bots 1", "!leave", "!start", "!close"):
        answer = await evening.say("ann", line, looks_at=other)
        assert (answer.ok, f"You don't sit at table {other}." in answer.text) == (False, True), line
    assert len((await table(evening, mine)).seats) == 1
    assert (await evening.say("ann", "!join", looks_at=other)).ok
    assert len((await table(evening, other)).seats) == 2


async def test_who_opens_another_table_opens_it_whatever_is_in_view(evening: Evening) -> None:
    first, *_ = await opened(evening, "!open poohead")
    for line in ("!open cones", "!halflings 20"):
        assert (await evening.say("ann", line, looks_at=first)).ok, line
        await evening.lines("wait: 61")
    assert len(await opened(evening)) == 3


async def test_a_crowds_table_in_view_takes_the_stake_of_somebody_without_a_seat(evening: Evening) -> None:
    _, crowd = await opened(evening, "!open poohead", "!open halflings mode=crowd")
    for how in ({"looks_at": crowd}, {"table": crowd}):
        await evening.lines("wait: 1")
        answer = await evening.say(f"bob-{next(iter(how))}", "!stake 20", **how)  # type: ignore[arg-type]
        assert answer.ok, answer.text
    assert len((await table(evening, crowd)).seats) == 3


async def test_of_two_full_tables_one_queues_at_the_one_in_view(evening: Evening) -> None:
    for name in ("ann", "bob"):
        await evening.lines(f"{name}: !open halflings mode=duel", f"{name}: !bots 1", f"{name}: !start", "wait: 1")
    first, second = await opened(evening)
    assert (await evening.say("eve", "!queue", looks_at=second)).ok
    assert [len((await table(evening, code)).queue) for code in (first, second)] == [0, 1]
    answer = await evening.say("ann", "!queue", looks_at=first)
    assert (answer.ok, f"You sit at table {first} already." in answer.text) == (False, True), answer.text
    assert (await evening.say("cid", f"!queue {first}", looks_at=second)).ok
    assert [len((await table(evening, code)).queue) for code in (first, second)] == [1, 1]


async def test_a_table_that_has_ended_meanwhile_is_named_and_no_other_is_touched(evening: Evening) -> None:
    first, second = await opened(evening, *TWO_TABLES)
    await evening.lines(f"ann: !{first} close")
    answer = await evening.say("ann", "!bots 3", looks_at=first)
    assert (answer.ok, first in answer.text) == (False, True), answer.text
    assert len((await table(evening, second)).seats) == 1


@pytest.mark.parametrize("rights", [Rights.PLAYER, Rights.STAFF])
async def test_a_table_of_another_room_is_refused_whatever_a_page_says(evening: Evening, rights: Rights) -> None:
    theirs, *_ = await opened(evening, "!open poohead")
    for line in ("!bots 3", "!table", "!join", "!close", "!history", "!remove ann", "!stake 20"):
        message = replace(evening.message("eve", line, looks_at=theirs), venue="test:other", place="test:other-here")
        answer = await evening.hear(replace(message, rights=rights))
        assert (answer.ok, "Ann" in answer.text) == (False, False), line
    for odd in ("../..", "<b>", "K7Q\n", "é" * 16):
        assert not (await evening.say("ann", "!bots 3", looks_at=odd)).ok
    assert len((await table(evening, theirs)).seats) == 1
