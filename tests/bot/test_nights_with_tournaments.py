"""Test tournaments as a part of a night: planned, begun by the clock, played to their end, and told of."""

import asyncio

import pytest
from night_evening import NightEvening
from test_nights import DUEL, FRIDAY, evening
from tournament_night import hosting, hosting_session, tables

from bot.table.document import TournamentRules
from bot.table.phases import Hosting, Lobby
from bot.wings.nights.night import Begun

__all__ = ["evening"]

QUICK = "tournament rogues table_seats=3 level_seconds=30 ante_unit=50"


async def begun(evening: NightEvening, what: str, *names: str) -> None:
    """Plan a night, and let these people come to it."""
    await evening.planned(f"friday 20:00 {what}")
    for name in names:
        await evening.lines(f"{name}: !night join")
    await evening.until(FRIDAY)
    for name in names:
        await evening.say(name, "!night here")


async def played_out(evening: NightEvening) -> None:
    """Let time pass until the tournament is over or gone."""
    for _ in range(200):
        found = [one for one in await evening.sessions() if isinstance(one.tournament, TournamentRules)]
        if not found or (isinstance(found[0].phase, Hosting) and found[0].phase.over):
            return
        await evening.wait(60)
    raise AssertionError("the tournament never ends")


async def test_a_tournament_is_planned_like_any_game(evening: NightEvening) -> None:
    asked = await evening.planned(f"friday 20:00 {QUICK} every week")
    assert "[table_seats=3, level_seconds=30, ante_unit=50] as a tournament. 30 people can play" in asked
    (night,) = (await evening.nights()).nights
    assert [(one.game, one.tournament) for one in night.courses] == [("rogues", True)]


async def test_without_a_game_it_is_one_of_that_which_has_tournaments(evening: NightEvening) -> None:
    await evening.planned("friday 20:00 tournament then cones seats=4")
    (night,) = (await evening.nights()).nights
    assert [(one.game, one.tournament) for one in night.courses] == [("rogues", True), ("cones", False)]


async def test_the_word_stands_before_or_after_its_game(evening: NightEvening) -> None:
    for what in (
        "rogues tournament table_seats=3 then cones seats=4",
        "tournament rogues table_seats=3, cones seats=4",
    ):
        assert "[table_seats=3] as a tournament, then Cones for chips." in await evening.planned(f"friday 20:00 {what}")
        await evening.lines("pete: !night off all yes")
    await evening.planned("friday 20:00 rogues then tournament seats=4")
    (night,) = (await evening.nights()).nights
    assert [(one.game, one.tournament) for one in night.courses] == [("rogues", False), ("rogues", True)]


@pytest.mark.parametrize(
    ("what", "played"),
    [
        ("rogues tournament, rogues", [("rogues", True), ("rogues", False)]),
        ("rogues tournament halflings mode=duel", [("rogues", True), ("halflings", False)]),
        ("cones, tournament rogues", [("cones", False), ("rogues", True)]),
        ("cones, tournament", [("cones", False), ("rogues", True)]),
        ("rogues table_seats=3 tournament", [("rogues", True)]),
        ("tournament then rogues", [("rogues", True), ("rogues", False)]),
    ],
)
async def test_no_game_is_lost_beside_a_tournament(
    evening: NightEvening, what: str, played: list[tuple[str, bool]]
) -> None:
    await evening.planned(f"friday 20:00 {what}")
    (night,) = (await evening.nights()).nights
    assert [(one.game, one.tournament) for one in night.courses] == played


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("tournament cones", "There are no tournaments of cones, but of rogues."),
        ("tournament rogues money=purse", "A tournament is played for chips and places"),
        ("tournament rogues table_seats=2", "table_seats"),
        ("tournament rogues seats=61", "seats"),
        ("tournament rogues level_seconds=1", "level_seconds"),
        ("rogues table_seats=3", "table_seats"),
    ],
)
async def test_what_is_no_tournament_is_refused_with_the_reason(evening: NightEvening, what: str, why: str) -> None:
    answer = await evening.say("pete", f"!night plan friday 20:00 {what}")
    assert not answer.ok
    assert why in answer.text


async def test_it_begins_with_those_who_came_and_the_list_gets_the_other_seats(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {QUICK} seats=4")
    for name in ("ann", "bob", "cid", "dan", "eve"):
        await evening.lines(f"{name}: !night join")
    await evening.until(FRIDAY)
    lobby = await hosting_session(evening)
    assert isinstance(lobby.phase, Lobby)
    assert evening.board.said(f"Night 1 begins with Fearless Rogues Hold 'Em as a tournament at table {lobby.code}.")
    for name in ("ann", "bob", "cid"):
        await evening.lines(f"{name}: !night here")
    await evening.wait(180)
    await evening.settle()
    entered = sorted(one.name for one in (await hosting(evening)).entered)
    assert entered == ["ann", "bob", "cid", "eve"]
    assert evening.board.said("Not there on night 1: dan.")


@pytest.mark.parametrize("game", [QUICK, "rogues"])
@pytest.mark.parametrize("leaves", ["cid", ""])
async def test_no_more_sit_than_the_night_has_seats(evening: NightEvening, game: str, leaves: str) -> None:
    await evening.planned(f"friday 20:00 {game} seats=3")
    for name in ("ann", "bob", "cid", "dan", "eve"):
        await evening.lines(f"{name}: !night join")
    await evening.until(FRIDAY)
    for name in ("ann", "bob", "cid"):
        await evening.lines(f"{name}: !night here")
    assert (await evening.say(leaves, "!leave")).ok if leaves else True
    await evening.wait(180)
    await evening.settle()
    sits = {"ann", "bob", "cid", "dan"} - {leaves or "dan"}
    assert [set(names) for names in await evening.seated()] == [sits]
    given = ["dan: On night 1 somebody did not come, and the seat is yours."] if leaves else []
    assert evening.board.said("the seat is yours") == given


async def test_its_places_are_the_points_of_the_night_and_the_next_date_is_told(evening: NightEvening) -> None:
    await begun(evening, f"{QUICK} every week", "ann", "bob", "cid", "dan")
    await played_out(evening)
    await evening.settle()
    best = [one.name for one in reversed((await hosting(evening)).ranked)]
    points = ", ".join(f"{name} {3 - place}" for place, name in enumerate(best))
    (told,) = evening.board.said("Night 1 is over.")
    assert f"Points, one for each person beaten: {points}." in told
    assert "The next one: Friday 2026-10-02, 20:00" in told
    (night,) = (await evening.nights()).nights
    assert (night.guests, isinstance(night.stage, Begun)) == ((), False)


async def test_the_next_game_begins_when_it_is_over_and_counts_too(evening: NightEvening) -> None:
    evening.board.most_tables = 1
    await begun(evening, f"{QUICK} then {DUEL} seats=2", "ann", "bob")
    await played_out(evening)
    await evening.settle()
    (duel,) = await evening.sessions()
    assert (duel.game, sorted(seat.name for seat in duel.seats)) == ("halflings", ["ann", "bob"])
    await evening.lines("ann: !leave", "bob: !leave")
    await evening.wait(180)
    (told,) = evening.board.said("Night 1 is over.")
    assert " 1, " in told


async def test_whoever_is_forgotten_between_two_games_takes_nobody_elses_points_along(evening: NightEvening) -> None:
    await begun(evening, f"{QUICK} then {DUEL} seats=4 break=10", "ann", "bob", "cid", "dan")
    await played_out(evening)
    await evening.settle()
    (night,) = (await evening.nights()).nights
    assert isinstance(night.stage, Begun)
    assert (night.stage.rest > 0, sorted(one.name for one in night.stage.points)) == (
        True,
        ["ann", "bob", "cid", "dan"],
    )
    for line in ("!forget me", "!forget me yes"):
        assert (await evening.whisper("cid", line)).ok
    (night,) = (await evening.nights()).nights
    assert isinstance(night.stage, Begun)
    assert sorted(one.name for one in night.stage.points) == ["ann", "bob", "dan"]
    for _ in range(10):
        await evening.wait(180)
        for name in ("ann", "bob", "dan"):
            await evening.say(name, "!leave")
    (told,) = evening.board.said("Night 1 is over.")
    assert "Points" in told
    assert all(name in told for name in ("ann", "bob", "dan"))
    assert "cid" not in told


async def test_one_that_is_called_off_ends_the_night_without_points(evening: NightEvening) -> None:
    await begun(evening, QUICK, "ann", "bob", "cid", "dan")
    await evening.wait(180)
    session = await hosting_session(evening)
    asked = await evening.say(session.host.partition(":")[2].partition("-")[0], "!tournament end")
    await evening.say(session.host.partition(":")[2].partition("-")[0], f"!{asked.confirm}")
    await evening.settle()
    assert await evening.sessions() == []
    assert evening.board.said("Night 1 is over.") == ["Night 1 is over."]


async def test_with_one_who_came_its_lobby_waits_for_others(evening: NightEvening) -> None:
    await begun(evening, QUICK, "ann")
    await evening.wait(180)
    await evening.settle()
    assert isinstance((await hosting_session(evening)).phase, Lobby)
    await evening.lines("bob: !join", "ann: !start")
    assert isinstance((await hosting_session(evening)).phase, Hosting)


async def test_without_the_wing_it_is_refused_and_one_that_was_planned_is_given_up(evening: NightEvening) -> None:
    await evening.planned(f"friday 20:00 {QUICK}")
    await evening.lines("ann: !night join")
    evening.house.hooks.gathered.clear()
    answer = await evening.say("pete", f"!night plan saturday 20:00 {QUICK}")
    assert answer.text == 'This bot holds no tournaments: plan the game without the word "tournament".'
    await evening.until(FRIDAY)
    assert await evening.sessions() == []
    assert evening.board.said("Night 1 can't be opened any more as it was planned")


async def test_two_houses_at_once_start_one_tournament_with_everybody_once(evening: NightEvening) -> None:
    await begun(evening, QUICK, "ann", "bob", "cid", "dan")
    other = await evening.again()
    evening.clock.move(180)
    for house in (evening, other):
        await house.sweep()
    await asyncio.gather(evening.settle(), other.settle())
    assert sorted(one.name for one in (await hosting(evening)).entered) == ["ann", "bob", "cid", "dan"]
    assert sorted(len(one.seats) for one in await tables(evening)) == [2, 2]
    await other.end()


async def test_its_host_may_start_it_before_and_the_night_goes_on_from_there(evening: NightEvening) -> None:
    await begun(evening, f"{QUICK} every week seating=order", "ann", "bob", "cid")
    await evening.lines("ann: !start")
    await evening.wait(200)
    assert len((await hosting(evening)).entered) == 3
    assert not evening.board.said("Not there on night 1")
    await played_out(evening)
    assert evening.board.said("Night 1 is over. Points, one for each person beaten: ")


async def test_a_lobby_that_is_closed_before_it_starts_ends_the_night(evening: NightEvening) -> None:
    await begun(evening, QUICK, "ann", "bob")
    await evening.lines("ann: !leave", "bob: !leave")
    await evening.wait(300)
    assert await evening.sessions() == []
    assert evening.board.said("Night 1 is over.") == ["Night 1 is over."]


async def test_two_who_blocked_each_other_do_not_both_enter(evening: NightEvening) -> None:
    await evening.lines("bob: !wallet", "ann: !block bob")
    await begun(evening, QUICK, "ann", "bob", "cid")
    await evening.wait(180)
    entered = [one.name for one in (await hosting(evening)).entered]
    assert len(entered) == 2
    assert not {"ann", "bob"} <= set(entered)


async def test_people_say_where_they_are_and_who_sat_down_there_is_on_the_list_of_the_next_game(
    evening: NightEvening,
) -> None:
    await begun(evening, f"{QUICK} then {DUEL} seats=2", "ann", "bob")
    await evening.lines("zoe: !join")
    await evening.wait(180)
    code = (await hosting_session(evening)).code
    assert (await evening.say("ann", "!night here")).text == f"Good that you are here: you sit at table {code}."
    await evening.wait(60)
    (night,) = (await evening.nights()).nights
    assert "zoe" in [one.name for one in night.guests]
