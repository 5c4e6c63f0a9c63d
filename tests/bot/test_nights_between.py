"""Test nights between two of their games: breaks, people who sat down late, and raids that come meanwhile."""

import pytest
from evening import person
from msgspec.structs import replace
from night_evening import NightEvening
from test_nights import DUEL, FRIDAY, evening

from bot.people.venues import Venues
from bot.ports.ids import VenueId
from bot.table.audit import AuditEntry
from bot.table.phases import Playing
from bot.wings.nights.night import Begun
from bot.wings.nights.night_raids import NightRaids
from persistence import Heard

__all__ = ["evening"]


async def two_duels(evening: NightEvening, more: str = "") -> None:
    """Play the first of two duels to its end, between Ann and Bob."""
    await evening.planned(f"friday 20:00 {DUEL} then {DUEL} {more}")
    await evening.lines("ann: !night join", "bob: !night join")
    await evening.until(FRIDAY)
    await evening.lines("ann: !night here", "bob: !night here")
    await evening.wait(180)


async def raid(evening: NightEvening, by: str = "rhea") -> None:
    raids = evening.house.part(NightRaids)
    await raids.raided(VenueId(evening.venue), evening.place, person(by, evening.tag), 40)
    await evening.settle()


# Breaks


async def test_a_break_is_told_and_the_next_game_begins_after_it(evening: NightEvening) -> None:
    await two_duels(evening, "break=10")
    await evening.lines("ann: !leave", "bob: !leave")
    assert await evening.sessions() == []
    assert evening.board.said(
        "A break: night 1 goes on with Halflings & Giants in 10 minutes, at Friday 2026-09-25, 20:13"
    )
    await evening.lines("cid: !night join")
    await evening.wait(9 * 60)
    assert await evening.sessions() == []
    await evening.wait(60)
    await evening.settle()
    (table,) = await evening.seated()
    assert sorted(table) == ["ann", "bob"]
    assert len(evening.board.said("A break")) == 1


async def test_a_kill_in_a_break_changes_nothing(evening: NightEvening) -> None:
    await two_duels(evening, "break=10")
    await evening.lines("ann: !leave", "bob: !leave")
    await evening.house.stop()
    later = await evening.again()
    await later.wait(600)
    await later.settle()
    assert [sorted(table) for table in await later.seated()] == [["ann", "bob"]]
    assert len(later.board.said("A break")) == 1
    await later.end()


async def test_the_length_of_a_night_has_its_breaks_in_it(evening: NightEvening) -> None:
    assert "for 130 minutes, with breaks of 10 minutes." in await evening.planned(
        "friday 20:00 rogues then cones break=10"
    )
    (night,) = (await evening.nights()).nights
    assert (night.minutes, night.pause) == (130, 10)


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("rogues break=10", "A break is between two games"),
        ("rogues then cones break=61", "break"),
        ("rogues then cones break=soon", "break"),
        ("rogues then cones then rogues break=15 length=50", "Breaks of 30 minutes in all leave too little of 50"),
    ],
)
async def test_a_break_that_can_not_be_is_refused(evening: NightEvening, what: str, why: str) -> None:
    refused = await evening.say("pete", f"!night plan friday 20:00 {what}")
    assert not refused.ok
    assert why in refused.text


# Who sits down late


async def test_who_sat_down_late_is_on_the_list_for_the_next_game(evening: NightEvening) -> None:
    await evening.planned("friday 20:00 rogues then poohead")
    await evening.lines("ann: !night join", "bob: !night join")
    await evening.until(FRIDAY)
    await evening.lines("ann: !night here", "bob: !night here", "cid: !join")
    await evening.wait(180)
    assert isinstance((await evening.table()).phase, Playing)
    await evening.lines("ann: !leave", "bob: !leave", "cid: !leave")
    (session,) = await evening.sessions()
    assert (session.game, sorted(seat.name for seat in session.seats)) == ("poohead", ["ann", "bob", "cid"])


async def test_who_has_left_the_list_is_not_put_on_it_again(evening: NightEvening) -> None:
    await evening.planned("friday 20:00 rogues then poohead")
    await evening.lines("ann: !night join", "bob: !night join", "cid: !night join")
    await evening.until(FRIDAY)
    await evening.lines("ann: !night here", "bob: !night here", "cid: !night here")
    await evening.wait(180)
    await evening.lines("cid: !night leave")
    await evening.wait(120)
    (night,) = (await evening.nights()).nights
    assert [one.name for one in night.guests] == ["ann", "bob"]


# Raids


async def test_raiders_are_offered_the_list_of_a_night_that_is_full(evening: NightEvening) -> None:
    await two_duels(evening)
    await raid(evening)
    (line,) = evening.board.said("raiders of rhea")
    assert line.startswith("Welcome, raiders of rhea: night 1 is on here, and has no free seat at the moment.")
    await raid(evening, "rob")
    assert len(evening.board.said("raiders of")) == 1, "raids come in groups"
    await evening.lines("eve: !night join 1", "bob: !night leave", "ann: !leave", "bob: !leave")
    await evening.settle()
    (table,) = await evening.seated()
    assert sorted(table) == ["ann", "eve"]


async def test_where_a_table_of_the_night_has_room_its_own_line_asks_raiders(evening: NightEvening) -> None:
    await evening.planned("friday 20:00 rogues")
    await evening.lines("ann: !night join", "bob: !night join")
    await evening.until(FRIDAY)
    await raid(evening)
    assert evening.board.said("raiders of") == []


async def test_raiders_are_told_nothing_where_no_night_is_on_or_nobody_wants_it(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    await raid(evening)
    await evening.lines("ann: !night join", "bob: !night join")
    await evening.until(FRIDAY)
    entry = AuditEntry(evening.clock.now(), evening.id_of("olga"), "olga", "control raids off")
    heard = Heard(evening.venue, "no raids")
    assert await evening.house.part(Venues).change(heard, lambda now: replace(now, raids=False), entry)
    await evening.lines("ann: !night here", "bob: !night here")
    await evening.wait(180)
    assert isinstance((await evening.nights()).nights[0].stage, Begun)
    await raid(evening)
    assert evening.board.said("raiders of") == []
