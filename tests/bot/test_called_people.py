"""Test who is called to tables that gather, and who is not: nobody twice in an hour, and nobody who may not come."""

import asyncio
import json
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from night_evening import NightEvening

from bot.ports.messages import Rights
from bot.table.change import Refused
from bot.wings.calls.subscribers import SUBSCRIBERS, hours_of, own_part, without_person, zone_called
from persistence import EmbeddedServer, HandClock, Store

HOUR = 3600
DUEL = "!open halflings mode=duel cooldown=0"


@pytest.fixture
async def evening(store: Store, clock: HandClock) -> AsyncIterator[NightEvening]:
    made = NightEvening.on(store, clock)
    made.rights = {"mia": Rights.STAFF, "oda": Rights.OWNER}
    yield made
    await made.end()


def called(evening: NightEvening) -> list[str]:
    """Return the ids of those who were called, in order."""
    return [one for one, text, _ in evening.board.alone if "gathers" in text]


async def wants(evening: NightEvening, *names: str, game: str = "halflings") -> None:
    await evening.lines(*(f"{name}: !notify {game} on" for name in names))


async def test_who_wants_it_is_called_once_when_a_table_opens(evening: NightEvening) -> None:
    await wants(evening, "eve")
    await wants(evening, "fay", game="cones")
    await evening.lines(f"ann: {DUEL}", "ben: !join", "ben: !leave")
    assert called(evening) == [evening.id_of("eve")]
    assert evening.board.posts == []


async def test_nobody_is_called_twice_in_an_hour_whatever_gathers(evening: NightEvening) -> None:
    await wants(evening, "eve")
    await wants(evening, "eve", game="cones")
    await evening.lines(f"ann: {DUEL}", "ben: !open cones", "ben: !wanted")
    assert len(called(evening)) == 1
    await evening.wait(HOUR)
    await evening.lines("cid: !open cones")
    assert len(called(evening)) == 2


async def test_two_processes_call_nobody_twice(evening: NightEvening, server: EmbeddedServer, clock: HandClock) -> None:
    await wants(evening, "eve", "fay")
    store = await Store.connect(server.url, clock=clock, timeout=60)
    other = NightEvening.on(store, clock, evening.board, evening.venue, seed="other")
    await asyncio.gather(evening.house.hear(evening.message("ann", DUEL)), other.house.hear(other.message("ben", DUEL)))
    await asyncio.gather(evening.settle(), other.settle())
    assert sorted(called(evening)) == sorted([evening.id_of("eve"), evening.id_of("fay")])
    await other.end()
    await store.close()


async def test_a_restart_calls_nobody_to_a_table_that_has_called(evening: NightEvening) -> None:
    await wants(evening, "eve")
    await evening.lines(f"ann: {DUEL}")
    await evening.wait(HOUR)
    await evening.end()
    again = await evening.again()
    await again.lines("ben: !join", "ben: !leave")
    assert len(called(evening)) == 1
    await again.end()


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=st.lists(st.tuples(st.sampled_from(("ann", "ben", "cid")), st.integers(0, 2_000)), max_size=8))
async def test_calls_of_one_person_are_an_hour_apart(evening: NightEvening, acts: list[tuple[str, int]]) -> None:
    await wants(evening, "eve")
    told: list[int] = []
    for name, later in acts:
        before = len(called(evening))
        await evening.say(name, "!leave")
        await evening.say(name, DUEL)
        await evening.say(name, "!wanted")
        told += [evening.clock.now()] * (len(called(evening)) - before)
        await evening.wait(later)
    assert all(after - one >= HOUR * 1000 for one, after in pairwise(told))
    await evening.wait(HOUR)


async def test_nobody_is_called_to_where_they_sit_or_may_not_or_whom_the_host_has_blocked(
    evening: NightEvening,
) -> None:
    await wants(evening, "ann", "ben", "cid", "dan", "eve")
    lines = (
        "zoe: !open cones",
        "ben: !join",
        "cid: !join",
        "ann: !join",
        "dan: !open poohead",
        "eve: !join",
    )
    await evening.lines(*lines, "mia: !mod ban ben 7d cheating", "ann: !block cid", "dan: !leave")
    evening.board.alone.clear()
    await evening.lines("wait: 3600", f"ann: {DUEL}")
    assert sorted(called(evening)) == sorted([evening.id_of("dan"), evening.id_of("eve")])


async def test_nobody_is_called_to_tables_that_are_not_for_everybody(evening: NightEvening) -> None:
    await wants(evening, "eve")
    await evening.lines(f"ann: {DUEL} admits=vips")
    assert called(evening) == []


async def test_quiet_hours_hold_in_the_zone_of_the_place_or_ones_own(evening: NightEvening) -> None:
    """The evening begins at 14:13 UTC, which is 23:13 in Tokyo."""
    await wants(evening, "eve", "fay", "gus")
    await evening.lines(
        "eve: !notify quiet 14-15", "fay: !notify quiet 23-8", "gus: !notify quiet 23:00-8:00 asia/tokyo"
    )
    await evening.lines(f"ann: {DUEL}")
    assert called(evening) == [evening.id_of("fay")]
    await evening.lines("oda: !night zone Asia/Tokyo", "gus: !notify quiet off", "wait: 3600", f"ben: {DUEL}")
    assert called(evening)[1:] == [evening.id_of("eve"), evening.id_of("gus")]


async def test_who_can_not_be_told_alone_is_named_in_the_place(evening: NightEvening) -> None:
    await wants(evening, "eve", "fay")
    evening.board.shut = 2
    await evening.lines(f"ann: {DUEL}")
    (line,) = evening.board.lines
    assert line.startswith("eve and fay: A table of Halflings & Giants gathers")


async def test_one_more_is_wanted_at_most_every_ten_minutes_and_only_by_who_sits_there(evening: NightEvening) -> None:
    await evening.lines(f"ann: {DUEL}")
    await wants(evening, "eve")
    assert not (await evening.say("ben", "!wanted")).ok
    await evening.lines("ann: !wanted")
    assert called(evening) == [evening.id_of("eve")]
    assert len(evening.board.said("ann looks for one more")) == 1
    assert "in 10 minutes" in (await evening.say("ann", "!wanted")).text
    await evening.wait(600)
    await evening.lines("ann: !wanted")
    assert len(evening.board.said("ann looks for one more")) == 2
    assert len(called(evening)) == 1
    await evening.lines("ben: !join")
    assert "no seat is free" in (await evening.say("ann", "!wanted")).text


async def test_a_role_is_mentioned_once_an_hour_for_each_game(evening: NightEvening) -> None:
    assert "works on a Discord server" in (await evening.say("mia", "!notify role halflings 77")).text
    evening.board.notifies = True
    assert not (await evening.say("ann", "!notify role halflings <@&77>")).ok
    assert not (await evening.say("mia", "!notify role halflings everybody")).ok
    await evening.lines("mia: !notify role halflings <@&77>", "mia: !notify role cones 78")
    await evening.lines(f"ann: {DUEL}", "ben: !open cones", "wait: 600", f"cid: {DUEL}")
    assert [one.role for one in evening.board.posts] == ["77", "78"]
    await evening.lines("mia: !notify role halflings off", "wait: 3600", f"dan: {DUEL}")
    assert len(evening.board.posts) == 2


async def test_what_is_set_is_shown_and_ended(evening: NightEvening) -> None:
    assert (await evening.say("eve", "!notify")).text.startswith("You are called to no tables here.")
    await evening.lines("eve: !notify cones", "eve: !notify game poohead on", "eve: !notify quiet 23:30-8")
    shown = (await evening.say("eve", "!notify list")).text
    assert shown == (
        "You are called when tables of Cones and Poohead gather here, once an hour at most.\n"
        "Not between 23:30 and 08:00 (UTC)."
    )
    await evening.lines("eve: !notify cones off", "eve: !notify cones off", "eve: !notify off")
    assert (await evening.say("eve", "!notify game")).text.startswith("You are called to no tables here.")
    for line in ("nothing on", "cones maybe", "quiet", "quiet 8-8", "quiet 25-8", "quiet 23-8 Mars/Base"):
        assert not (await evening.say("eve", f"!notify {line}")).ok


async def test_a_note_that_can_not_be_read_is_kept_and_calls_nobody(evening: NightEvening) -> None:
    await wants(evening, "eve")
    whole = await evening.store.note(SUBSCRIBERS, evening.venue)
    assert whole is not None
    await evening.store.put_note(SUBSCRIBERS, evening.venue, whole[:-2])
    assert "can't be read" in (await evening.say("fay", "!notify cones on")).text
    await evening.lines(f"ann: {DUEL}")
    assert called(evening) == []
    assert await evening.store.note(SUBSCRIBERS, evening.venue) == whole[:-2]


async def test_five_hundred_who_want_it_at_once_are_all_noted(evening: NightEvening) -> None:
    said = [evening.message(f"v{number}", "!notify cones on") for number in range(500)]
    answers = await asyncio.gather(*map(evening.house.hear, said))
    assert all(one.ok for one in answers)
    content = await evening.store.note(SUBSCRIBERS, evening.venue)
    assert content is not None
    assert len(json.loads(content)["people"]) == 500


async def test_nobody_is_called_to_a_table_by_invitation(evening: NightEvening) -> None:
    await wants(evening, "eve")
    await evening.lines(f"ann: {DUEL} private")
    answer = await evening.say("ann", "!wanted")
    await evening.settle()
    assert "is by invitation" in answer.text
    assert called(evening) == []
    await evening.lines("ann: !public", "ann: !wanted")


async def test_a_note_has_what_is_somebodys_and_forgets_them(evening: NightEvening) -> None:
    await wants(evening, "eve", "fay")
    content = await evening.store.note(SUBSCRIBERS, evening.venue)
    assert content is not None
    eve, fay = evening.id_of("eve"), evening.id_of("fay")
    assert json.loads(own_part(content, eve)) == {"name": "eve", "games": ["halflings"]}
    left = without_person(content, eve)
    assert eve.encode() not in left
    assert fay.encode() in left


@pytest.mark.parametrize(
    ("typed", "hours"),
    [("23-8", (1380, 480)), ("23:30-08:15", (1410, 495)), ("0-24", None), ("now", None), ("22-24", (1320, 0))],
)
def test_hours_are_read_as_people_type_them(typed: str, hours: tuple[int, int] | None) -> None:
    if hours is not None:
        assert hours_of(typed) == hours
        return
    with pytest.raises(Refused):
        hours_of(typed)


def test_a_zone_is_found_whatever_its_case() -> None:
    assert zone_called("europe/BERLIN") == "Europe/Berlin"


async def test_nobody_is_called_in_the_quiet_hours_of_a_place_nor_to_a_table_that_is_not_for_all(
    evening: NightEvening,
) -> None:
    await wants(evening, "eve")
    await evening.lines(f"ann: {DUEL} admits=vips", "ann: !wanted")
    assert called(evening) == []
    await evening.lines("ann: !close", "wait: 660", f"ann: {DUEL}", f"wait: {HOUR}")
    assert len(called(evening)) == 1
    await evening.lines("oda: !setup quiet 0:00 23:59 UTC", "ann: !wanted")
    assert len(called(evening)) == 1
