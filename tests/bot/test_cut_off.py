"""Test a platform that can't be reached: nobody there loses time, others play on, all are told (threats F26)."""

from collections.abc import AsyncIterator

import pytest
from two_places import TwoPlaces

from bot.ports.messages import Rights
from bot.table.phases import Playing
from persistence import HandClock, Store

HOUR = 3600


@pytest.fixture
async def both(store: Store, clock: HandClock) -> AsyncIterator[TwoPlaces]:
    """Yield a duel of ann on Discord, who stakes, with tim on Twitch."""
    places = TwoPlaces(store, clock)
    await places.lines("ann: !open halflings mode=duel stake_seconds=60 roll_seconds=60")
    await places.mirror()
    await places.lines("tim@twitch: !join", "ann: !start")
    yield places
    await places.end()


async def discord_goes(both: TwoPlaces) -> None:
    both.discord.away.add(f"place:{both.here}")
    await both.house.places.place_closed(both.server, both.here)
    await both.settle()


async def discord_returns(both: TwoPlaces) -> None:
    both.discord.away.clear()
    await both.house.places.place_open(both.server, both.here)
    await both.settle()
    table = await both.table()
    if table.cut_off:  # the retry of an update comes by its own timer
        both.house.delivery.wake_ups.now(table.ref)
        await both.settle()


async def ends_at(both: TwoPlaces) -> int:
    phase = (await both.table()).phase
    assert isinstance(phase, Playing)
    return phase.clock.ends_at


async def test_the_clock_waits_for_who_is_cut_off_and_the_others_are_told(both: TwoPlaces) -> None:
    before = await ends_at(both)
    await discord_goes(both)
    table = await both.table()
    assert table.cut_off == ("discord",)
    assert table.paused is not None
    assert table.paused.why == "platform"
    assert any("Discord can't be reached now" in line for line in both.told_there)
    await both.wait(600)
    assert (await both.table()).seats[0].missed == 0, "ann could not be heard"
    await discord_returns(both)
    assert (await both.table()).paused is None
    assert await ends_at(both) == before + 600_000
    assert any("can be reached again" in line for line in both.told_there)
    assert any("can be reached again" in line for line in both.told_here)


async def test_whoever_can_be_reached_plays_on_and_their_clock_runs(both: TwoPlaces) -> None:
    for _ in range(20):
        if await awaited(both) == ["tim@twitch"]:
            break
        await both.say("ann", "!stake 10" if "stake" in (await both.say("ann", "!moves")).text else "!roll")
    assert await awaited(both) == ["tim@twitch"]
    before = await ends_at(both)
    await discord_goes(both)
    assert (await both.table()).paused is None, "the game waits for tim, who can be heard"
    assert await ends_at(both) == before
    told = len(both.told_there)
    await both.lines("tim@twitch: !roll")
    assert len(both.told_there) > told


async def awaited(both: TwoPlaces) -> list[str]:
    """Return the names of the people the running game waits for."""
    session = await both.table()
    ask = session.ask if isinstance(session.phase, Playing) else None
    people = {both.id_of(name): name for name in ("ann", "tim@twitch")}
    return [people[session.seats[seat].player] for seat in (() if ask is None else ask.seats)]


async def test_a_move_from_a_page_counts_while_the_platform_is_away(both: TwoPlaces) -> None:
    await discord_goes(both)
    answer = await both.say("ann", "stake 10", private=True)
    assert answer.ok
    assert any("ann stakes 10" in line for line in both.told_there)


async def test_it_is_told_once_however_often_the_turn_changes(both: TwoPlaces) -> None:
    await discord_goes(both)
    await both.say("ann", "stake 10", private=True)
    await both.wait(61)
    await both.wait(61)
    told = [line for line in both.told_there if "can't be reached now" in line]
    assert len(told) == 1


async def test_both_away_is_a_pause_of_the_whole_table(both: TwoPlaces) -> None:
    await discord_goes(both)
    both.twitch.away.add(f"place:{both.there}")
    await both.house.places.place_closed(both.there, both.there)
    await both.settle()
    table = await both.table()
    assert table.paused is not None
    assert table.paused.why == "place"
    assert not (await both.say("tim@twitch", "!roll")).ok


async def test_the_card_says_whom_the_clock_waits_for(both: TwoPlaces) -> None:
    await discord_goes(both)
    assert "Discord can't be reached" in (await both.say("tim@twitch", "!table")).text


async def test_moderators_may_still_move_the_game_on_or_pause_it(both: TwoPlaces) -> None:
    await discord_goes(both)
    both.rights["mia"] = Rights.STAFF
    assert "is not paused" in (await both.say("mia", "!resume")).text
    assert (await both.say("mia", "!pause why not")).ok
    table = await both.table()
    assert table.paused is not None
    assert table.paused.why == "staff"
    assert (await both.say("mia", "!resume")).ok
    table = await both.table()
    assert table.paused is not None
    assert table.paused.why == "platform", "who can't be reached still can't"


async def test_after_six_hours_the_game_is_void_and_everybody_has_their_own(both: TwoPlaces) -> None:
    await discord_goes(both)
    await both.wait(6 * HOUR + 60)
    assert await both.tables() == []
    assert any("The game is void" in line for line in both.told_there)
