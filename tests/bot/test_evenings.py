"""Test the results of an evening: each finished game once, with its winner, the amount, and its sound."""

import asyncio
from typing import Any

import pytest
from evening import Evening

from bot.delivery.evenings import HOURS, MOST, ending_of
from bot.people.finished_games import FinishedGame, FinishedGames, Wanted
from bot.ports.browser import Winner
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Rights
from bot.table.hooks import Hooks
from bot.table.phases import Between, Closed, Lobby, Playing
from games.kit.cues import Cue
from persistence import StoreTrouble

SLOW = "cooldown=0 stake_seconds=600 roll_seconds=600 split_seconds=600"
DUEL = (f"ann: !open halflings mode=duel money=chips {SLOW}", "ben: !join", "ann: !start")


async def a_duel(evening: Evening, *opening: str) -> None:
    """Play a duel in which each is the Giant once."""
    await evening.lines(*opening)
    for _ in range(60):
        session = await evening.table()
        if session.phase.__struct_config__.tag != "playing":
            return
        for name in ("ann", "ben"):
            for move in ("!stake 10", "!roll", "!stand"):
                await evening.say(name, move)


async def results(evening: Evening) -> Any:
    return await evening.house.evenings.of(PlaceId(evening.place), "en")


async def test_each_game_that_ended_is_told_once_the_last_first(evening: Evening) -> None:
    assert await results(evening) == ()
    await a_duel(evening, *DUEL)
    (first,) = await results(evening)
    session = await evening.table()
    assert session.result is not None
    assert (first.id, first.code, first.title) == (session.record, session.code, "Halflings & Giants")
    won = [session.seats[seat] for seat in session.result.winners]
    assert first.winners == tuple(Winner(seated.name, seated.stack - 1000) for seated in won)
    await a_duel(evening, "ann: !rematch")
    second, again = await results(evening)
    assert again == first
    assert second.id == (await evening.table()).record != first.id


async def test_what_a_restarted_house_is_told_again_is_told_once(evening: Evening) -> None:
    await a_duel(evening, *DUEL)
    before = await results(evening)
    evening.house.evenings.note(await evening.table(), False)
    other = type(evening.house.evenings)(evening.store, evening.house.languages, Hooks())
    other.note(await evening.table(), False)
    assert await other.of(PlaceId(evening.place), "en") == before


async def test_results_are_bounded_and_end_with_the_night(evening: Evening) -> None:
    await a_duel(evening, *DUEL)
    evenings, session = evening.house.evenings, await evening.table()
    (game,) = await FinishedGames(evening.store).named(session.venue, [session.record])
    kept = ending_of(game, session.venue)
    for number in range(2 * MOST):
        ending = type(kept)(f"r{number}", kept.code, kept.game, kept.winners, kept.at)
        await evenings._add(PlaceId(evening.place), ending)
    told = await results(evening)
    assert [one.id for one in told] == [f"r{number}" for number in reversed(range(MOST, 2 * MOST))]
    late = type(kept)("late", kept.code, kept.game, kept.winners, kept.at + HOURS * 3_600_000 + 1)
    await evenings._add(PlaceId(evening.place), late)
    assert [one.id for one in await results(evening)] == ["late"]


async def test_a_store_that_is_away_stops_no_game(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        await asyncio.sleep(0)
        raise StoreTrouble("away", "The store is away.")

    monkeypatch.setattr(evening.house.evenings, "_noted_at", fails)
    await a_duel(evening, *DUEL)
    assert (await evening.table()).phase.__struct_config__.tag == "between"


MATCH = (
    "ann: !open rogues money=chips next_seconds=200 stack=210",
    "ben: !join",
    "ann: !start",
    "ann: !trip",
    "ben: !trip",
)


@pytest.mark.parametrize("ends", ["ann: !enough", "ann: !leave", "mia: !reset", "mia: !end", "cid: !join"])
async def test_a_match_that_ends_between_two_rounds_is_told_too(evening: Evening, ends: str) -> None:
    evening.rights["mia"] = Rights.STAFF
    await evening.lines(*MATCH)
    assert await results(evening) == ()
    await evening.lines(ends)
    await evening.wait(200)
    (told,) = await results(evening)
    game = max(await listed(evening), key=lambda one: one.number)  # the last one, if a duel is left for nothing
    assert (told.id, told.at) == (game.record, game.ended)
    assert told.winners == tuple(Winner(sat.name, sat.gain) for sat in game.seats if sat.won)


async def listed(evening: Evening) -> list[FinishedGame]:
    return await FinishedGames(evening.store).all_of(VenueId(evening.venue), Wanted())


async def test_a_game_that_was_called_off_has_no_result(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF
    await a_duel(evening, *DUEL)
    before = await results(evening)
    await evening.lines("ann: !rematch")
    await evening.sure("mia", "!reset the dog is ill")
    assert [bool(one.void) for one in await listed(evening)] in ([False, True], [True, False])
    assert await results(evening) == before


async def test_what_happens_is_told_with_what_it_sounds_like(evening: Evening) -> None:
    await a_duel(evening, *DUEL)
    heard = {cue for update in evening.witness.updates for news in update.news for cue in news.cues}
    assert {Cue.ROLL, Cue.CHIPS} <= heard


async def test_the_end_of_a_game_and_a_phase_are_told_to_those_who_wait_for_them(evening: Evening) -> None:
    """An end that was not seen to come may be long ago: after a start, or where another process played."""
    hooks, ended, phases = evening.house.hooks, list[bool](), list[str]()
    hooks.ended.append(lambda _, was_seen: ended.append(was_seen))
    for phase in (Lobby, Playing, Between, Closed):
        hooks.turned_to[phase].append(lambda _, name=phase.__name__: phases.append(name))  # type: ignore[misc]
    await evening.lines(*DUEL)
    assert (set(phases), ended) == ({"Lobby", "Playing"}, [])
    await a_duel(evening)
    assert (phases[-1], ended) == ("Between", [True])
    await evening.lines("ann: !close")
    assert (phases[-1], ended) == ("Closed", [True])
