"""Test people's own limits: a daily loss and a pause, which nobody lifts early, with any of their selves."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from evening import Evening, person
from test_archive import heard, refused

from bot.people.own_limit import WEEK, OwnLimit, strictest
from bot.people.own_limits import OwnLimits
from bot.table.change import Refused
from bot.table.stacks import DAY
from persistence import HandClock, Store

TABLE = "!open halflings money=purse buyin=300 cooldown=0 max_bet=1000"
A_DAY = 24 * 3600


@pytest.fixture
async def evening(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    made = Evening.of(request.node.nodeid, store, clock)
    yield made
    await made.end()


async def lose_all(evening: Evening) -> None:
    evening.roll(1)  # a Kick
    await evening.lines(f"ann: {TABLE}", "ann: !stake all", "ann: !leave", "wait: 60")


async def test_no_table_takes_more_on_one_day_than_one_allowed_oneself(evening: Evening) -> None:
    assert "no limit" in (await heard(evening, "ann", "!limit"))[0]
    assert "at most 500" in (await heard(evening, "ann", "!limit 500"))[0]
    await lose_all(evening)
    assert await evening.purse("ann") == 700
    said = (
        "limit is 500 a day. Tables have 300 of that, lost in the last 24 hours or still before you, here and elsewhere"
    )
    assert said in await refused(evening, "ann", TABLE)
    await evening.lines(f"ben: {TABLE} mode=crowd")
    for line in ("!join", "!stake 10"):
        assert said in await refused(evening, "ann", line)
    await heard(evening, "ann", "!open halflings")  # chips are no loss
    evening.clock.move(A_DAY)
    await heard(evening, "ann", TABLE)


async def test_what_came_back_is_no_loss(evening: Evening) -> None:
    await heard(evening, "ann", "!limit 500")
    for _ in range(3):
        await evening.lines(f"ann: {TABLE}", "ann: !leave", "wait: 60")
    await heard(evening, "ann", TABLE)


@pytest.mark.parametrize(("turns", "left"), [("!leave", 1000), ("!stake 300", 700)])
async def test_what_was_brought_before_midnight_and_has_not_come_back_counts_after_it(
    evening: Evening, turns: str, left: int
) -> None:
    """300 are brought at 23:59 and returned fully, not at all, or not left: after midnight the limit is the same."""
    await heard(evening, "ann", "!limit 300")
    evening.clock.now_ms = evening.clock.now_ms // DAY * DAY + DAY - 60_000
    await evening.lines(f"ann: {TABLE}")
    evening.clock.move(120)
    await refused(evening, "ann", f"{TABLE} mode=crowd")
    evening.roll(1)  # a Kick
    await evening.lines(f"ann: {turns}")
    if left == 700:
        await evening.lines("ann: !leave")
        assert "have 300 of that" in await refused(evening, "ann", TABLE)
    else:
        await heard(evening, "ann", TABLE)
        await evening.lines("ann: !leave", "wait: 60")
        assert "have 0 of that" in await refused(evening, "ann", TABLE.replace("300", "600"))
    assert await evening.purse("ann") == left


async def test_what_lies_before_one_counts_for_as_long_as_it_does(evening: Evening) -> None:
    await heard(evening, "ann", "!limit 500")
    await evening.lines(f"ann: {TABLE} mode=crowd")
    for _ in range(5):
        evening.clock.move(A_DAY // 5 + 60)
        await evening.lines("ben: !tables", "ann: !stake 1")
    assert "have 300 of that" in await refused(evening, "ann", TABLE)


async def test_a_lower_limit_holds_at_once_and_a_higher_one_in_a_week(evening: Evening) -> None:
    await heard(evening, "ann", "!limit 500")
    await heard(evening, "ann", "!limit 200")
    for line in ("!limit 900", "!limit off"):
        lines = await heard(evening, "ann", line)
        assert "at most 200" in lines[0]
        assert "In 7 days" in lines[1]
    await refused(evening, "ann", TABLE)
    evening.clock.move(6 * A_DAY)
    await refused(evening, "ann", TABLE)
    evening.clock.move(A_DAY)
    await heard(evening, "ann", TABLE)
    assert "no limit" in (await heard(evening, "ann", "!limit"))[0]


async def test_a_pause_is_never_shortened_and_leaves_chips_alone(evening: Evening) -> None:
    assert "7 more days" in (await heard(evening, "ann", "!limit pause"))[1]
    assert "7 more days" in (await heard(evening, "ann", "!limit pause 1"))[1]
    assert "30 more days" in (await heard(evening, "ann", "!limit pause 30"))[1]
    assert "no table for purses for 30 more days" in await refused(evening, "ann", TABLE)
    await heard(evening, "ann", "!open halflings")
    evening.clock.move(30 * A_DAY)
    await heard(evening, "ann", TABLE)


@pytest.mark.parametrize(
    "line",
    ["!limit lots", "!limit 0", "!limit -5", "!limit pause 0", "!limit pause 400", "!limit 5 6", "!limit pause 7 8"],
)
async def test_what_is_no_limit_is_refused_and_changes_nothing(evening: Evening, line: str) -> None:
    await refused(evening, "ann", line)
    assert "no limit" in (await heard(evening, "ann", "!limit"))[0]


async def test_half_of_a_purse_that_was_never_opened_is_half_of_the_first_one(evening: Evening) -> None:
    assert "at most 500" in (await heard(evening, "ann", "!limit half"))[0]
    await heard(evening, "ben", "!open halflings money=purse buyin=1000 max_bet=1000")
    assert await evening.purse("ben") == 0
    assert "comes to 0, which is no limit" in await refused(evening, "ben", "!limit half")


async def test_what_is_lost_counts_in_all_places_together(evening: Evening) -> None:
    other = Evening(evening.store, evening.clock, tag=evening.tag)
    await heard(evening, "ann", "!limit 500")
    await lose_all(evening)
    assert "at most 500" in (await heard(other, "ann", "!limit"))[0]
    assert "Tables have 300 of that" in await refused(other, "ann", TABLE)
    await heard(other, "ann", TABLE.replace("300", "200"))
    await other.end()


async def test_two_tables_at_once_take_no_more_than_one_allowed_oneself(evening: Evening) -> None:
    """Each alone would be within the limit. Two processes hear them at the same moment."""
    other = Evening(evening.store, evening.clock, tag=evening.tag)
    await heard(evening, "ann", "!limit 500")
    await heard(other, "ben", f"{TABLE} mode=crowd")
    answers = await asyncio.gather(evening.say("ann", TABLE), other.say("ann", "!join"))
    assert sorted(one.ok for one in answers) == [False, True]
    told = next(one.text for one in answers if not one.ok)
    assert "another table at this very moment" in told or "Tables have 300 of that" in told
    assert await evening.house.part(OwnLimits).lost_in_a_day(person("ann", evening.tag).id) == 300
    await other.end()


async def test_whoever_sits_down_is_held_from_every_other_table_until_that_is_stored(evening: Evening) -> None:
    await heard(evening, "ann", "!limit 900")
    for name in ("ben", "cid", "dan"):
        await evening.lines(f"{name}: {TABLE} mode=crowd")
    ann, limits = person("ann", evening.tag).id, evening.house.part(OwnLimits)
    one, two, three = sorted(await evening.sessions(), key=lambda session: session.table)
    await limits.check(one, ann)
    await limits.check(one, ann)
    for other in (two, three):
        with pytest.raises(Refused) as refusal:
            await limits.check(other, ann)
        assert refusal.value.reason.id == "own-limit-busy"
    await evening.lines(f"ann: !{one.code} join")  # it is in the ledger by now
    await limits.check(two, ann)
    with pytest.raises(Refused):
        await limits.check(three, ann)


def test_of_several_selves_the_strictest_holds() -> None:
    """A link to another self removes no limit."""
    one, other = OwnLimit(loss=500), OwnLimit(paused_until=7)
    assert strictest([one, other, OwnLimit()]) == OwnLimit(loss=500, paused_until=7)
    assert strictest([OwnLimit(loss=900), one]).loss == 500
    raised = one.lowered_to(900, 0)
    assert (raised.loss, raised.at(WEEK - 1).loss, raised.at(WEEK).loss) == (500, 500, 900)
    assert OwnLimit().lowered_to(0, 5 * DAY) == OwnLimit()
