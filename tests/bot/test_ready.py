"""Test that players say when they are ready, that all see it, and that the host begins."""

import pytest
from evening import Evening, person

from bot.ports.messages import Rights
from bot.table.phases import Between, Lobby, Playing

pytestmark = pytest.mark.asyncio


async def lobby(evening: Evening, *players: str, opens: str = "!open poohead") -> None:
    await evening.lines(f"ann: {opens}", *(f"{name}: !join" for name in players))


async def marked(evening: Evening) -> list[str]:
    """Return the names of the seats that are shown as ready to everybody in the place."""
    [shown] = await evening.house.look(person("eve", evening.tag), evening.venue, evening.place, "en")
    return [seat.name for seat in shown.card.seats if seat.ready]


async def offered(evening: Evening, name: str) -> list[str]:
    asked = await evening.house.look(person(name, evening.tag), evening.venue, evening.place, "en")
    own = next(one.card for one in asked if one.audience.startswith("person:"))
    return [one.label for one in own.commands]


async def test_whoever_does_not_host_is_ready_by_the_word_that_begins(evening: Evening) -> None:
    await lobby(evening, "bob", "cid")
    assert (await evening.say("bob", "!start")).text == "You are ready (1 of 2): ann begins the game."
    assert await marked(evening) == ["bob"]
    assert ("Ready" in await offered(evening, "cid"), "Ready" in await offered(evening, "bob")) == (True, False)
    assert "All are ready." not in evening.witness.told(f"place:{evening.place}")
    for _ in range(2):
        assert (await evening.say("cid", "!begin")).text == "You are ready (2 of 2): ann begins the game."
    assert evening.witness.told(f"place:{evening.place}").count("All are ready.") == 1
    assert await marked(evening) == ["bob", "cid"]
    await evening.lines("ann: !start")
    [session] = await evening.house.directory.at(evening.venue, evening.place)
    assert isinstance(session.phase, Playing)
    assert await marked(evening) == []


async def test_nobody_is_ready_for_another_game_than_the_one_they_said_it_of(evening: Evening) -> None:
    await lobby(evening, "bob", "cid")
    await evening.lines("bob: !start", "ann: !options turn_seconds=30")
    assert await marked(evening) == []
    await evening.lines("bob: !start", "cid: !start", "cid: !leave", "cid: !join")
    assert await marked(evening) == ["bob"]


async def test_one_is_ready_also_while_seats_are_missing(evening: Evening) -> None:
    await lobby(evening, "bob", opens="!open headache")
    assert "Ready" in await offered(evening, "bob")
    assert (await evening.say("bob", "!start")).ok
    assert await marked(evening) == ["bob"]
    assert not (await evening.say("ann", "!start")).ok


async def test_who_does_not_sit_there_is_not_ready_and_a_silent_host_is_outvoted_as_ever(evening: Evening) -> None:
    await lobby(evening, "bob", "cid")
    assert not (await evening.say("eve", "!start")).ok
    await evening.lines("bob: !start", "wait: 121")
    await evening.lines("bob: !start", "cid: !start")
    [session] = await evening.house.directory.at(evening.venue, evening.place)
    assert isinstance(session.phase, Playing)


async def test_whoever_leaves_is_ready_no_more_and_nothing_is_kept_of_it(evening: Evening) -> None:
    await lobby(evening, "bob", "cid")
    await evening.lines("bob: !start", "bob: !leave")
    assert (await evening.table()).ready == ()


async def test_whoever_was_ready_when_the_host_fell_silent_wants_to_begin(evening: Evening) -> None:
    await lobby(evening, "bob", "cid", "dan", "eve")
    await evening.lines("bob: !start", "cid: !start", "wait: 121")
    assert (await evening.table()).votes == (evening.id_of("bob"), evening.id_of("cid"))
    await evening.lines("dan: !start")
    assert isinstance((await evening.table()).phase, Playing)


async def test_enough_who_are_ready_begin_without_a_silent_host(evening: Evening) -> None:
    await lobby(evening, "bob", "cid")
    await evening.lines("bob: !start", "cid: !start", "wait: 121")
    assert "The game begins in 10 seconds." in evening.news
    await evening.wait(10)
    assert isinstance((await evening.table()).phase, Playing)


@pytest.mark.parametrize("last", ["bob: !leave", "ann: !options turn_seconds=30"])
async def test_what_enough_who_were_ready_would_begin_waits_when_they_are_ready_no_more(
    evening: Evening, last: str
) -> None:
    await lobby(evening, "bob", "cid", "dan")
    await evening.lines("bob: !start", "cid: !start", "wait: 121", last)
    assert evening.news[-1].endswith("The game does not begin yet: too few are ready now.")
    await evening.wait(11)
    assert isinstance((await evening.table()).phase, Lobby)


async def test_a_game_that_the_host_has_stopped_is_not_stopped_again(evening: Evening) -> None:
    await lobby(evening, "bob", "cid", "dan")
    await evening.lines("bob: !start", "cid: !start", "wait: 121", "ann: !enough", "bob: !leave", "wait: 11")
    assert isinstance((await evening.table()).phase, Lobby)
    assert not any("does not begin yet" in line for line in evening.news)


async def test_nothing_is_left_of_what_enough_were_ready_for_once_it_is_stopped(evening: Evening) -> None:
    await lobby(evening, "bob", "cid")
    await evening.lines("bob: !start", "cid: !start", "wait: 121", "ann: !enough")
    phase = (await evening.table()).phase
    assert isinstance(phase, Lobby)
    assert (phase.starts_at, phase.by_vote) == (None, False)


async def test_a_game_that_enough_are_ready_for_begins_although_another_leaves(evening: Evening) -> None:
    await lobby(evening, "bob", "cid", "dan")
    await evening.lines("bob: !start", "cid: !start", "wait: 121", "dan: !leave", "wait: 10")
    assert isinstance((await evening.table()).phase, Playing)


async def test_too_few_who_are_ready_begin_nothing_where_seats_are_missing(evening: Evening) -> None:
    await lobby(evening, "bob", opens="!open headache")
    await evening.lines("bob: !start", "wait: 121")
    assert isinstance((await evening.table()).phase, Lobby)


async def between_two(evening: Evening, *players: str) -> None:
    """Play a round of Rogues to its end."""
    await lobby(evening, *players, opens="!open rogues rounds=5")
    await evening.lines("ann: !start")
    for _ in range(40):
        if isinstance((await evening.table()).phase, Between):
            return
        for name in ("ann", *players):
            await evening.say(name, "!trip")
    raise AssertionError("the round never ends")


async def test_a_round_that_follows_by_itself_begins_at_once_when_all_are_ready(evening: Evening) -> None:
    await between_two(evening, "bob")
    assert ("Ready" in await offered(evening, "ann"), "Ready" in await offered(evening, "bob")) == (True, True)
    assert (await evening.say("ann", "!rematch")).text == "You are ready (1 of 2): as soon as all are, it goes on."
    assert isinstance((await evening.table()).phase, Between)
    await evening.lines("bob: !rematch", "wait: 0")
    assert isinstance((await evening.table()).phase, Playing)


async def test_who_only_looks_on_shortens_no_pause(evening: Evening) -> None:
    await between_two(evening, "bob")
    evening.rights["mia"] = Rights.STAFF
    for name in ("eve", "mia"):
        assert not (await evening.say(name, "!rematch")).ok
    await evening.lines("bob: !rematch", "wait: 1")
    assert isinstance((await evening.table()).phase, Between)


async def test_who_was_ready_for_the_next_round_is_not_ready_for_another_match(evening: Evening) -> None:
    await between_two(evening, "bob", "cid")
    await evening.lines("bob: !rematch", "cid: !rematch", "ann: !enough", "wait: 121")
    assert (await evening.table()).votes == ()
    await evening.wait(11)
    assert isinstance((await evening.table()).phase, Between)


async def test_a_match_that_begins_because_enough_are_ready_goes_on_after_its_first_round(evening: Evening) -> None:
    await between_two(evening, "bob", "cid")
    await evening.lines("ann: !enough", "bob: !rematch", "cid: !rematch", "wait: 121", "wait: 10")
    table = await evening.table()
    assert (isinstance(table.phase, Playing), table.enough) == (True, False)
