"""Test nights: planned, signed up for, called, opened by themselves, and told of (docs/nights.md)."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace
from night_evening import Board, NightEvening

from bot.people import venue_space
from bot.people.forgetting import People
from bot.ports.ids import PersonId
from bot.ports.messages import Rights
from bot.table.audit import AuditEntry
from bot.table.phases import Lobby, Playing
from bot.wings.nights.night import Begun, Coming
from bot.wings.nights.nights import Nights
from persistence import HandClock, Heard, Store
from persistence.keys import venue_keys

FRIDAY = "2026-09-25T20:00"
"""The first Friday after the tests' clock begins, which is on Monday the 21st at 14:13 UTC."""
DUEL = "halflings mode=duel cooldown=0"


@pytest.fixture
async def evening(store: Store, clock: HandClock) -> AsyncIterator[NightEvening]:
    made = NightEvening.on(store, clock)
    made.rights = {"mia": Rights.STAFF, "olga": Rights.OWNER}
    yield made
    await made.end()


# Planning


async def test_nothing_is_planned_before_what_was_understood_is_confirmed(evening: NightEvening) -> None:
    asked = await evening.say("pete", f"!night plan friday 20:00 {DUEL} every week")
    assert "Friday 2026-09-25, 20:00 (UTC), and every week" in asked.text
    assert (await evening.nights()).nights == ()
    assert not (await evening.say("ann", f"!{asked.confirm}")).ok, "somebody else's plan"
    assert (await evening.say("pete", f"!{asked.confirm}")).ok
    (night,) = (await evening.nights()).nights
    assert (night.number, night.seats, night.weekly, night.minutes) == (1, 2, True, 0)
    assert evening.board.said("pete has planned night 1")
    assert [one.word for one in evening.board.posts[0].ways] == ["night join 1", "night maybe 1", "night leave 1"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("2026-09-20 20:00 cones", "is over"),
        ("today 09:00 cones", "is over"),
        ("2029-01-01 20:00 cones", "366 days"),
        ("2026-02-30 20:00 cones", "no day 2026-02-30"),
        ("friday cones", "a day and a time"),
        ("25:00 cones", "a day and a time"),
        ("friday 20:00", "Say what is played"),
        ("friday 20:00 chess", "no game chess"),
        ("friday 20:00 seats=4", "Say what is played"),
        ("friday 20:00 cones seats=1", "seats"),
        ("friday 20:00 cones seats=4000", "seats"),
        ("friday 20:00 cones length=5", "length"),
        ("friday 20:00 cones seating=beauty", "lot, rating, order"),
        ("friday 20:00 cones colour=red", "colour"),
        ("friday 20:00 cones lift=maybe", "lift"),
        ("friday 20:00 cones cones cones cones cones cones cones", "at most 6"),
    ],
)
async def test_a_plan_that_can_not_be_is_refused_with_what_would_work(
    evening: NightEvening, line: str, why: str
) -> None:
    answer = await evening.say("pete", f"!night plan {line}")
    assert not answer.ok
    assert why in answer.text
    assert (await evening.nights()).nights == ()


async def test_who_may_not_open_tables_plans_no_night(evening: NightEvening) -> None:
    entry = AuditEntry(0, "olga", "olga", "open")
    await evening.house.venues.change(
        Heard(evening.venue, "m"), lambda now: replace(now, opening=replace(now.opening, opens=("moderators",))), entry
    )
    answer = await evening.say("pete", "!night plan friday 20:00 cones")
    assert not answer.ok
    assert "oderators" in answer.text
    await evening.planned("friday 20:00 cones", "mia")
    assert not (await evening.say("pete", "!night move saturday 20:00")).ok
    assert not (await evening.say("pete", "!night off")).ok
    assert len((await evening.nights()).nights) == 1


async def test_one_person_plans_three_nights_and_none_at_the_time_of_another(evening: NightEvening) -> None:
    await evening.planned("friday 20:00 cones length=120")
    for clashing in ("friday 20:00 cones", "friday 21:59 cones", "friday 19:30 cones"):
        assert "Night 1 is here at that time" in (await evening.say("ann", f"!night plan {clashing}")).text
    await evening.planned("friday 22:00 cones")
    await evening.planned("saturday 20:00 cones")
    assert "3 nights" in (await evening.say("pete", "!night plan sunday 20:00 cones")).text
    await evening.planned("sunday 20:00 cones", "mia")


async def test_none_begins_in_the_quiet_hours(evening: NightEvening) -> None:
    await evening.lines("olga: !control quiet 23:00 07:00 Europe/Berlin")
    answer = await evening.say("pete", "!night plan friday 23:30 cones")
    assert not answer.ok
    asked = await evening.say("pete", "!night plan friday 22:30 cones")
    assert "22:30 (Europe/Berlin)" in asked.text, "without a zone of its own, that of the quiet hours holds"


async def test_only_the_owner_sets_the_zone_and_planned_nights_keep_theirs(evening: NightEvening) -> None:
    await evening.planned("friday 20:00 cones")
    assert not (await evening.say("mia", "!night zone Europe/Berlin")).ok
    assert "no time zone" in (await evening.say("olga", "!night zone Atlantis")).text
    await evening.lines("olga: !night zone america/new_york")
    await evening.planned("saturday 20:00 cones")
    first, second = (await evening.nights()).nights
    assert (first.zone, second.zone) == ("UTC", "America/New_York")
    assert second.at - first.at == 28 * 3600_000


# Signing up


async def test_a_full_list_has_a_waiting_list_that_moves_up_by_itself(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.lines("ann: !night join", "bob: !night join 1", "eve: !night maybe")
    assert "number 1 on the waiting list" in (await evening.say("cid", "!night join")).text
    assert "number 2" in (await evening.say("dan", "!night join")).text
    assert "signed up for night 1 already" in (await evening.say("dan", "!night join")).text
    await evening.lines("bob: !night leave")
    assert evening.board.said("cid: A seat of night 1")
    assert not evening.board.said("dan: A seat")
    (night,) = (await evening.nights()).nights
    assert [one.name for one in night.seated] == ["ann", "cid"]
    assert "not on the list" in (await evening.say("bob", "!night leave")).text
    await evening.lines("ann: !night maybe")
    assert [one.name for one in (await evening.nights()).nights[0].seated] == ["cid", "dan"]


async def test_a_friend_is_asked_and_sits_at_the_same_table_once_they_agree(evening: NightEvening) -> None:
    names = [f"p{number}" for number in range(6)]
    await evening.lines(*(f"{name}: !wallet" for name in (*names, "ann", "bob")))
    await evening.planned(f"friday 20:00 {DUEL} seats=8")
    await evening.lines("ann: !night join with @bob")
    assert evening.board.said("bob: ann would like to sit with you on night 1")
    assert [one.name for one in (await evening.nights()).nights[0].going] == ["ann"], "nobody signs a friend up"
    assert not (await evening.say("ann", "!night join with ann")).ok
    assert "nobody" in (await evening.say("ann", "!night join with zoe")).text.lower()
    await evening.lines(*(f"{name}: !night join" for name in names), "bob: !night join")
    await evening.until(FRIDAY)
    assert ["ann", "bob"] in [sorted(table) for table in await evening.seated()]
    assert len(await evening.seated()) == 4


async def test_who_is_banned_or_has_blocked_each_other_signs_up_for_nothing(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.lines("ben: !wallet", "ann: !wallet", "cid: !wallet")
    await evening.lines("mia: !mod ban ben 7d shouting", "ann: !block cid")
    refused = await evening.say("ben", "!night join")
    assert (refused.ok, "banned" in refused.text) == (False, True)
    assert not (await evening.say("cid", "!night join with ann")).ok
    await evening.lines("ann: !night join", "mia: !mod forgive ben", "ben: !night join")
    assert [one.name for one in (await evening.nights()).nights[0].seated] == ["ann", "ben"]


async def test_five_hundred_sign_up_at_two_processes_at_once(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} seats=16")
    other = await evening.again()
    houses = (evening, other)
    said = [houses[number % 2].message(f"p{number}", "!night join") for number in range(500)]
    answers = await asyncio.gather(*(houses[number % 2].house.hear(message) for number, message in enumerate(said)))
    assert all(answer.ok for answer in answers), {one.text for one in answers if not one.ok}
    (night,) = (await evening.nights()).nights
    assert len({one.player for one in night.going}) == 500
    assert (len(night.seated), len(night.waiting)) == (16, 484)
    await other.end()


# Calls


async def test_who_signed_up_is_called_once_in_the_way_they_chose_and_nobody_else(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} seats=8")
    await evening.lines("ann: !night join", "bob: !night join", "cid: !night maybe", "dan: !night join")
    await evening.lines("bob: !pings dm", "dan: !pings off", "eve: !wallet")
    await evening.until("2026-09-25T19:44")
    assert not evening.board.said("begins in")
    other = await evening.again()
    for house in (evening, other):
        await house.until("2026-09-25T19:46")
    assert evening.board.said("begins in 15 minutes") == [
        "ann and cid: Night 1 begins in 15 minutes: Friday 2026-09-25, 20:00 (UTC)."
    ]
    assert [person.partition(":")[2] for person, _, _ in evening.board.alone] == ["bob-n"]
    assert evening.board.repeats == 0
    await other.end()


async def test_who_can_not_be_written_to_is_called_in_the_place(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.lines("bob: !night join", "bob: !pings dm")
    evening.board.shut = 1
    await evening.until("2026-09-25T19:46")
    assert evening.board.said("bob: Night 1 begins in 15 minutes")


async def test_platforms_that_notify_get_mentions_and_the_moment_for_each_reader(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.lines("ann: !night join")
    evening.board.notifies = True
    await evening.until("2026-09-25T19:46")
    posted = evening.board.posts[-1]
    assert posted.called == ("test:ann-n",)
    assert posted.lines[0].count("\uf0a01790366400\uf0a1") == 1
    assert "ann" not in posted.lines[0]


async def test_many_are_called_in_messages_that_can_hold_them(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} seats=16")
    names = [f"p{number}" for number in range(45)]
    for name in names:
        await evening.lines(f"{name}: !night join")
    await evening.until("2026-09-25T19:46")
    calls = evening.board.said("begins in 15 minutes")
    assert [line.partition(":")[0].replace(" and ", ", ").count(",") + 1 for line in calls] == [20, 20, 5]
    await evening.until(FRIDAY)
    assert len(await evening.seated()) == 8
    assert all(len(line) < 500 for line in evening.board.lines), "as much as a line holds on Twitch"


# When it is time


async def test_seats_of_those_who_do_not_come_go_to_those_who_wait_and_games_begin(evening: NightEvening) -> None:
    await evening.planned("friday 20:00 rogues seats=12")
    for number in range(14):
        await evening.lines(f"p{number}: !night join")
    await evening.until(FRIDAY)
    tables = await evening.seated()
    assert sorted(len(one) for one in tables) == [6, 6]
    assert evening.board.said("Waiting: 2.")
    for number in range(10):
        await evening.lines(f"p{number}: !night here" if number % 2 else f"p{number}: !wallet")
    await evening.wait(179)
    assert {name for table in await evening.seated() for name in table} == {f"p{number}" for number in range(12)}
    await evening.wait(1)
    await evening.settle()
    here = {name for table in await evening.seated() for name in table}
    assert here == {f"p{number}" for number in (*range(10), 12, 13)}
    assert all(isinstance(one.phase, Playing) for one in await evening.sessions())
    assert evening.board.said("Not there on night 1: ")
    assert evening.board.said("p12 and p13: On night 1 somebody did not come")


async def test_a_night_begins_though_tables_here_are_usually_by_invitation(evening: NightEvening) -> None:
    await evening.planned("friday 20:00 rogues")
    await evening.lines("ann: !night join", "bob: !night join", "olga: !setup options rogues admits=invited")
    await evening.until(FRIDAY)
    (table,) = await evening.seated()
    assert sorted(table) == ["ann", "bob"]
    assert not (await evening.sessions())[0].options.by_invitation
    assert (await evening.say("mia", "!night plan saturday 20:00 rogues")).ok


async def test_a_game_that_has_begun_keeps_its_people(evening: NightEvening) -> None:
    await evening.planned("friday 20:00 rogues")
    await evening.lines("ann: !night join", "bob: !night join", "pete: !night join")
    await evening.until(FRIDAY)
    await evening.lines("pete: !start")
    await evening.wait(181)
    (table,) = await evening.seated()
    assert sorted(table) == ["ann", "bob", "pete"]


async def test_a_table_of_a_night_counts_as_the_last_one_of_its_host(evening: NightEvening) -> None:
    await evening.planned("friday 20:00 cones lift=own_cones")
    await evening.lines("ann: !night join", "bob: !night join")
    await evening.until(FRIDAY)
    await evening.say("ann", "!open cones again")
    _, again = await evening.sessions()
    assert again.given == {"lift": "own_cones"}


async def test_games_follow_each_other_and_the_end_tells_points_and_the_next_date(evening: NightEvening) -> None:
    await evening.planned("friday 20:00 rogues then poohead every week length=10")
    await evening.lines("ann: !night join", "bob: !night join")
    await evening.until(FRIDAY)
    await evening.lines("ann: !night here", "bob: !night here")
    await evening.wait(180)
    (first,) = await evening.sessions()
    assert (first.game, type(first.phase)) == ("rogues", Playing)
    assert not first.enough
    await evening.wait(121)
    (first,) = await evening.sessions()
    assert first.enough, "its half of the ten minutes is over: no round begins after this one"
    await evening.lines("ann: !leave", "bob: !leave")
    (second,) = await evening.sessions()
    assert second.game == "poohead"
    assert sorted(seat.name for seat in second.seats) == ["ann", "bob"]
    assert evening.board.said("begins with Poohead")
    await evening.wait(180)
    assert await evening.seated() == [], "nobody came to the second game"
    (over,) = evening.board.said("Night 1 is over")
    assert "Points, one for each person beaten: " in over
    assert "The next one: Friday 2026-10-02, 20:00 (UTC)" in over
    (night,) = (await evening.nights()).nights
    assert (night.guests, night.stage) == ((), Coming())


async def test_a_table_that_nobody_plays_at_any_more_ends_the_night(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.lines("ann: !night join")
    await evening.until(FRIDAY)
    await evening.lines("ann: !night here")
    await evening.wait(14 * 60)
    assert isinstance((await evening.table()).phase, Lobby)
    await evening.wait(5 * 60)
    assert await evening.sessions() == []
    assert (await evening.nights()).nights == ()
    assert evening.board.said("Night 1 is over")


async def test_without_anybody_on_the_list_it_does_not_take_place(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} every week")
    await evening.lines("ann: !night maybe")
    await evening.until("2026-09-25T20:01")
    assert evening.board.said("Nobody has signed up for night 1") == [
        "Nobody has signed up for night 1, so it does not take place. The next one: Friday 2026-10-02, 20:00 (UTC)."
    ]
    assert await evening.sessions() == []


async def test_the_strongest_sit_together_where_that_is_wanted(evening: NightEvening) -> None:
    for winner in ("ann", "bob"):
        await evening.lines(f"{winner}: !open {DUEL}", "zed: !join", f"{winner}: !start", f"{winner}: !stake 5")
        evening.roll(2, 6, 5)
        await evening.lines("zed: !roll", f"{winner}: !roll")
        for name in ("zed", winner):
            await evening.say(name, "!leave")
        await evening.wait(120)
    await evening.planned(f"friday 20:00 {DUEL} seats=4 seating=rating")
    await evening.lines(*(f"{name}: !night join" for name in ("ann", "cid", "bob", "dan")))
    await evening.until(FRIDAY)
    assert [sorted(one) for one in await evening.seated()] == [["ann", "bob"], ["cid", "dan"]]


async def test_who_comes_late_is_on_the_list_for_the_next_game(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} then rogues")
    await evening.lines("ann: !night join", "bob: !night join")
    await evening.until(FRIDAY)
    assert (
        "is on at" in (await evening.say("cid", "!night join")).text
        or "waiting list" in (await evening.say("cid", "!night")).text
    )
    await evening.lines("ann: !night here", "bob: !night leave")
    await evening.wait(180)
    (table,) = await evening.seated()
    assert sorted(table) == ["ann", "cid"], "who leaves the list gives the seat away"


# Trouble


async def test_nobody_moves_or_calls_off_what_has_begun(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} every week")
    await evening.lines("ann: !night join")
    await evening.until(FRIDAY)
    assert isinstance((await evening.nights()).nights[0].stage, Begun)
    for line in ("!night move saturday 20:00", "!night off", "!night off yes", "!night place"):
        answer = await evening.say("pete", line)
        assert "has begun" in answer.text, line
    await evening.lines("pete: !night off all yes")
    await evening.until("2026-09-25T20:30")
    assert (await evening.nights()).nights == (), "its series ended with this evening"


async def test_whether_a_single_night_that_has_begun_is_called_off_is_not_asked(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.lines("ann: !night join")
    await evening.until(FRIDAY)
    for line in ("!night off", "!night off 1 yes", "!night off 1 all"):
        answer = await evening.say("pete", line)
        assert "has begun" in answer.text, line
        assert not answer.confirm


async def test_a_move_in_the_moment_in_which_it_begins_leaves_one_night(evening: NightEvening) -> None:
    """Either it has begun, and the move is refused, or it begins at the new time; never both."""
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.lines("ann: !night join", "bob: !night join")
    await evening.until("2026-09-25T19:59")
    other = await evening.again()
    evening.clock.move(60)
    _, answer = await asyncio.gather(
        evening.settle(), other.house.hear(other.message("pete", "!night move friday 21:00"))
    )
    await evening.settle()
    (night,) = (await evening.nights()).nights
    assert (len(await evening.sessions()) == 1) is not answer.ok
    assert isinstance(night.stage, Coming) is answer.ok
    await other.end()


async def test_one_evening_of_a_series_is_moved_or_called_off_and_the_others_stay(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} every week")
    await evening.lines("ann: !night join", "pete: !night move 1 saturday 21:00")
    assert evening.board.said("ann: Night 1 is moved to Saturday 2026-09-26, 21:00")
    (night,) = (await evening.nights()).nights
    assert [one.name for one in night.guests] == ["ann"]
    await evening.until("2026-09-26T21:05")
    assert evening.board.said("Night 1 is over. The next one: Friday 2026-10-02, 20:00")
    asked = await evening.say("mia", "!night off 1 the flu")
    assert asked.ok
    assert asked.confirm == "night off 1 yes 2026-10-02 the flu"
    assert (await evening.nights()).nights[0].at == 1790971200_000, "nothing is done before it is confirmed"
    await evening.lines(f"mia: !{asked.confirm}")
    assert evening.board.said("is called off: the flu.")
    (night,) = (await evening.nights()).nights
    assert f"{night.local:%Y-%m-%d %H:%M}" == "2026-10-09 20:00"
    again = await evening.say("mia", f"!{asked.confirm}")
    assert again.confirm == "night off 1 yes 2026-10-09 the flu", "pressed twice, it asks about the next evening"
    assert (await evening.nights()).nights == (night,)
    await evening.lines("pete: !night off 1 all yes")
    assert (await evening.nights()).nights == ()
    log = [one async for page in evening.store.audit_pages(evening.venue) for one in page]
    assert b"night off 1" in b"".join(log), "a moderator's deed stands in the log"


async def test_on_a_channel_that_is_gone_nothing_opens_and_the_series_goes_on(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} every week")
    await evening.lines("ann: !night join", "bob: !night join", "bob: !pings dm")
    evening.board.place_is_gone = True
    await evening.until("2026-09-25T23:00")
    assert await evening.sessions() == []
    assert evening.board.alone, "who wants direct messages is called"
    (night,) = (await evening.nights()).nights
    assert f"{night.local:%Y-%m-%d}" == "2026-10-02"
    evening.board.place_is_gone = False
    await evening.lines("pete: !night place")
    await evening.lines("ann: !night join")
    await evening.until("2026-10-02T20:00")
    assert await evening.seated() == [["ann"]]


async def test_where_nothing_can_be_told_nothing_opens_and_its_planner_is_told_alone(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.lines("ann: !night join")
    evening.board.is_shut = True
    await evening.until("2026-09-25T20:04")
    assert await evening.sessions() == []
    ((person, text, _),) = evening.board.alone
    assert person == "test:pete-n"
    assert "night place 1" in text
    evening.board.is_shut = False
    await evening.until("2026-09-25T20:06")
    assert await evening.seated() == [["ann"]], "it is tried again every five minutes"
    assert evening.board.said("It is time for night 1")
    assert not evening.board.said("begins in")


async def test_a_place_without_room_is_waited_for_and_then_given_up(store: Store, clock: HandClock) -> None:
    evening = NightEvening.on(store, clock, Board(tables=1))
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.lines("ann: !night join")
    await evening.until("2026-09-25T19:55")
    await evening.lines("zoe: !open cones")
    await evening.until("2026-09-25T20:08")
    assert len(evening.board.said("other tables take all the room")) == 1
    await evening.lines("zoe: !close")
    await evening.until("2026-09-25T20:09")
    assert await evening.seated() == [["ann"]]
    await evening.end()


async def test_a_place_that_has_written_all_it_may_today_is_waited_for_too(
    store: Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Decision 0059: nobody of the night loses their place by it."""
    monkeypatch.setattr(venue_space, "LOOKED_AT", 0.0)
    evening = NightEvening.on(store, clock)
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.lines("ann: !night join")
    await evening.until("2026-09-25T19:59")
    counters, day = venue_keys(evening.venue).counters, clock.now() // (24 * 3600_000)
    await store.pipe.write("HSET", counters, "written-on", day, "written", 16_000_000)
    await evening.until("2026-09-25T20:08")
    assert len(evening.board.said("or no more games may begin today")) == 1
    assert await evening.seated() == []
    await store.pipe.write("HSET", counters, "written", 0)
    await evening.until("2026-09-25T20:09")
    assert await evening.seated() == [["ann"]]
    await evening.end()


async def test_a_table_that_was_left_alone_makes_room_for_the_night(store: Store, clock: HandClock) -> None:
    evening = NightEvening.on(store, clock, Board(tables=1))
    await evening.planned(f"today 20:00 {DUEL}")
    await evening.lines("ann: !night join")
    await evening.until("2026-09-21T19:30")
    await evening.lines("zoe: !open cones")
    await evening.until("2026-09-21T20:00")
    assert await evening.seated() == [["ann"]]
    await evening.end()


async def test_two_nights_at_one_time_both_take_place(evening: NightEvening) -> None:
    """Two series that did not clash when they were planned can meet later, by a move of the clocks or of an evening."""
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.planned("friday 21:00 rogues", "ann")
    await evening.lines("ann: !night join 1", "bob: !night join 2")
    found = await evening.nights()
    again = replace(found.nights[1], at=found.nights[0].at, local=found.nights[0].local)
    await evening.house.part(Nights).change(evening.venue, lambda now: now.with_night(again))
    await evening.until(FRIDAY)
    assert await evening.seated() == [["ann"], ["bob"]]


async def test_a_bot_that_was_away_too_long_tells_that_it_missed_the_night(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} every week")
    await evening.lines("ann: !night join")
    evening.clock.move(5 * 24 * 3600)
    other = await evening.again()
    await other.settle()
    assert evening.board.said("Night 1 could not begin at its time")
    assert not evening.board.said("begins in")
    assert await other.sessions() == []
    await other.end()


# What is kept


async def test_somebody_who_is_forgotten_is_on_no_list_and_their_night_stays(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL} every week")
    await evening.lines("ann: !night join", "pete: !night join", "bob: !night join")
    file = await evening.house.people.kept(PersonId("test:pete-n"))
    assert b'"planned": true' in file.content
    assert b"ann-n" not in file.content, "who else comes is nobody's own"
    await evening.house.part(People).forget(PersonId("test:pete-n"))
    (night,) = (await evening.nights()).nights
    assert (night.by, night.by_name) == ("", "")
    assert [one.name for one in night.guests] == ["ann", "bob"]
    content = await evening.store.note("nights", evening.venue)
    assert content is not None
    assert b"pete" not in content
    await evening.lines("mia: !night off 1 all yes")


async def test_the_list_of_an_evening_is_gone_with_it(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {DUEL}")
    await evening.lines("ann: !night join")
    await evening.until("2026-09-25T20:30")
    content = await evening.store.note("nights", evening.venue)
    assert content is not None
    assert b"ann" not in content
