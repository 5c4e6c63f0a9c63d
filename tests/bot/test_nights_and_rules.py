"""Test that nights keep to what else holds in a place: its rules for opening, what moderators said, and blocks."""

from collections.abc import AsyncIterator

import pytest
from evening import person
from msgspec.structs import replace
from night_evening import Board, NightEvening
from test_communities import one_community
from two_places import TwoPlaces

from bot.people.selves import Selves
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Door, Rights
from bot.wings.nights.nights import Nights
from persistence import HandClock, Store

FRIDAY = "2026-09-25T20:00"
DUEL = "halflings mode=duel cooldown=0"


@pytest.fixture
async def evening(store: Store, clock: HandClock) -> AsyncIterator[NightEvening]:
    made = NightEvening.on(store, clock)
    made.rights = {"mia": Rights.STAFF, "olga": Rights.OWNER}
    yield made
    await made.end()


async def judged(evening: NightEvening, name: str, what: str) -> None:
    """Let a moderator judge somebody who has sat at a table here."""
    await evening.lines(f"ann: !open {DUEL}", f"{name}: !join", f"{name}: !leave", f"mia: !mod {what}", "ann: !leave")


async def test_a_ban_holds_at_a_night_for_all_selves_of_a_person(evening: NightEvening) -> None:
    await judged(evening, "bea", "ban bea 7d cheating")
    await evening.planned(f"friday 20:00 {DUEL} seats=2")
    await evening.lines("pete: !night join", "zed: !night join")
    zed, bea = person("zed", evening.tag), person("bea", evening.tag)
    await evening.house.part(Selves).link(zed, bea, "l1", lambda _: False)
    await evening.until(FRIDAY)
    assert await evening.seated() == [["pete"]]


async def test_who_is_banned_plans_no_night(evening: NightEvening) -> None:
    await judged(evening, "ben", "ban ben 7d cheating")
    answer = await evening.say("ben", f"!night plan friday 20:00 {DUEL}")
    assert not answer.ok
    assert "cheating" in answer.text
    assert (await evening.nights()).nights == ()


async def test_who_may_not_plan_nights_any_more_moves_none(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    before = await evening.nights()
    await evening.lines("olga: !control open moderators")
    for line in ("!night move 1 saturday 20:00", "!night place 1"):
        answer = await evening.say("pete", line)
        assert not answer.ok
        assert "oderators" in answer.text
    assert (await evening.nights()).nights == before.nights
    assert (await evening.say("mia", "!night move 1 saturday 20:00")).ok


async def test_a_night_is_moved_from_a_place_where_none_is_planned_as_from_the_desk(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    assert (await evening.say("olga", "!setup places here")).ok
    away = replace(evening.message("mia", "!night move 1 2026-09-25 21:00"), place=PlaceId("test:moderators"))
    answer = await evening.hear(away)
    assert answer.ok, answer.text


async def test_a_night_comes_to_no_place_that_would_not_have_it_planned(both: TwoPlaces) -> None:
    both.rights = {"olga": Rights.OWNER, "tess@twitch": Rights.OWNER}
    await one_community(both)
    planned = await both.say("pete", f"!night plan friday 20:00 {DUEL}")
    assert (await both.say("pete", f"!{planned.confirm}")).ok
    await both.house.part(Selves).link(both.person("pete"), both.person("pete@twitch"), "link", lambda _: False)
    for rule, none, why in (
        ("open moderators", "open everybody", "oderators"),
        ("games cones", "games all", "ones"),
        ("quiet 19:00 21:00 UTC", "quiet off", "21:00"),
    ):
        assert (await both.say("tess@twitch", f"!control {rule}")).ok
        answer = await both.say("pete@twitch", "!night place 1")
        assert not answer.ok
        assert why in answer.text
        assert (await both.say("tess@twitch", f"!control {none}")).ok
    (night,) = (await both.house.part(Nights).of(both.server)).nights
    assert night.venue == both.server


async def test_a_barred_word_is_told_neither_as_a_reason_nor_as_a_planners_name(evening: NightEvening) -> None:
    await evening.lines("mia: !mod words add smut")
    assert not (await evening.say("smut", f"!night plan friday 20:00 {DUEL}")).ok
    await evening.planned(f"friday 20:00 {DUEL}")
    for line in ("!night off 1 smut everywhere", "!night off 1 yes smut everywhere"):
        assert "does not allow" in (await evening.say("pete", line)).text
    assert len((await evening.nights()).nights) == 1
    assert not evening.board.said("smut")


async def test_who_may_not_sit_down_at_a_night_is_told_so_alone_and_gets_no_seat(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} seats=2 seating=order", "ben")
    await evening.lines("ben: !night join", "cid: !night join", "dan: !night join")
    await judged(evening, "ben", "ban ben 7d cheating")
    await evening.until("2026-09-25T19:59")
    before = len(evening.board.lines)
    await evening.until(FRIDAY)
    assert await evening.seated() == [["cid"]]
    (begins,) = evening.board.lines[before:]
    assert "begins with" in begins
    assert "ben" not in begins.replace("begins", ""), "nobody else is told"
    told, text, _ = evening.board.alone[-1]
    assert told == person("ben", evening.tag).id
    assert "lets you have no seat" in text
    assert "not here" in text
    refused = await evening.say("ben", "!night here")
    assert not refused.ok
    assert "has a seat for you" in refused.text
    (table,) = await evening.sessions()
    assert "cheating" in (await evening.say("ben", f"!join {table.code}")).text
    await evening.lines("cid: !night here")
    await evening.wait(200)
    await evening.settle()
    assert await evening.seated() == [["cid", "dan"]]
    assert (await evening.table()).host == person("cid", evening.tag).id, "though ben has planned the night"
    assert not evening.board.said("Not there"), "somebody without a seat is not missing"


async def test_a_refusal_that_can_not_be_told_alone_is_told_nobody(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} seats=2 seating=order", "ann")
    await evening.lines("ben: !night join", "cid: !night join")
    await judged(evening, "ben", "ban ben 7d cheating")
    evening.board.shut = 1
    await evening.until(FRIDAY)
    assert evening.board.shut == 0
    assert not evening.board.said("no seat")
    assert (await evening.nights()).owed == ()


@pytest.mark.parametrize(("count", "tables"), [(4, [["ann", "cid"], ["ben", "dan"]]), (2, [["ann"]])])
async def test_people_who_block_each_other_are_seated_apart(
    evening: NightEvening, count: int, tables: list[list[str]]
) -> None:
    await evening.lines("ann: !open halflings mode=crowd cooldown=0", "ben: !join", "ann: !leave", "ben: !leave")
    await evening.lines("ann: !block ben")
    await evening.planned(f"friday 20:00 {DUEL} seats={count} seating=order")
    for name in ("ann", "ben", "cid", "dan")[:count]:
        assert (await evening.say(name, "!night join")).ok
    await evening.until(FRIDAY)
    assert await evening.seated() == tables


class Named(Board):
    """A platform that knows what its places are called."""

    async def door(self, name: str) -> Door | None:
        return Door("test", name, "#games", VenueId("test:nights"), PlaceId(f"test:{name}"))


@pytest.mark.parametrize(("board", "where"), [(Named, "in #games"), (Board, "where the night is planned")])
async def test_a_friend_who_is_asked_alone_is_told_where_to_say_yes(
    store: Store, clock: HandClock, board: type[Board], where: str
) -> None:
    evening = NightEvening.on(store, clock, board())
    await evening.lines("ann: !open halflings mode=crowd cooldown=0", "ben: !join", "ann: !leave", "ben: !leave")
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.lines("ben: !pings dm", "ann: !night join 1 with ben")
    ((told, text, _),) = evening.board.alone
    assert told == person("ben", evening.tag).id
    assert text.endswith(f"says yes.\nSay that {where}, not here.")
    await evening.end()
