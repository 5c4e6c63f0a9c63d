"""Test that whoever often leaves games that others go on with pauses for a while, where a place wants that."""

import pytest
from evening import Evening
from msgspec import Raw
from msgspec.structs import replace
from one_change import change_of, playing

from bot.ports.messages import Rights
from bot.table import playing as course
from bot.table.phases import Playing
from bot.wings.desk.leavers import PAUSES, leavers_of
from bot.wings.desk.sanctions import Sanctions
from games.kit.codec import codec
from games.kit.seats import Seat
from persistence import HandClock, Store


@pytest.fixture
def strict(evening: Evening) -> Evening:
    """Return a place that counts leavers, with a moderator."""
    evening.rights |= {"olga": Rights.OWNER, "mia": Rights.STAFF}
    return evening


async def leaves(evening: Evening, number: int, *how: str) -> None:
    """Let Ben leave a running game of three people, which ends then."""
    host = f"host{number}"
    await evening.lines("wait: 301", f"{host}: !open cones", "ben: !join", f"cid{number}: !join", f"{host}: !start")
    await evening.lines(*(how or ("ben: !leave",)), f"mia: !{(await evening.table()).code} end enough")


async def test_whoever_leaves_two_games_in_a_day_waits_for_five_minutes(strict: Evening) -> None:
    await strict.lines("olga: !server leavers on")
    await leaves(strict, 0)
    await strict.lines("ann: !open cones", "ben: !join", "ben: !leave", "ann: !leave")
    await leaves(strict, 1)
    await strict.lines("ann: !open cones")
    refused = await strict.say("ben", "!join")
    assert "You have left 2 games here within a day" in refused.text
    await strict.lines("wait: 301", "ben: !join")


async def test_whoever_leaves_three_games_in_a_day_pauses_for_half_an_hour(strict: Evening) -> None:
    await strict.lines("olga: !server leavers on")
    for number in range(max(PAUSES)):
        await leaves(strict, number)
    await strict.lines("ann: !open cones")
    refused = await strict.say("ben", "!join")
    assert not refused.ok
    assert "You have left 3 games here within a day" in refused.text
    assert "so you sit down at no table here for 30 minutes." in refused.text
    await strict.lines("wait: 1801", "ben: !join")


async def test_it_ends_when_a_moderator_forgives_or_the_place_wants_it_no_more(strict: Evening) -> None:
    await strict.lines("olga: !server leavers on")
    for number in range(max(PAUSES)):
        await leaves(strict, number)
    assert "left a game" in (await strict.say("mia", "!mod ben")).text
    await strict.lines("ann: !open cones", "olga: !server leavers off", "ben: !join", "ben: !leave")
    await strict.lines("olga: !server leavers on")
    assert not (await strict.say("ben", "!join")).ok
    await strict.lines("mia: !mod forgive ben", "ben: !join")


async def test_it_is_off_at_first(strict: Evening) -> None:
    for number in range(max(PAUSES)):
        await leaves(strict, number)
    await strict.lines("olga: !server leavers on", "ann: !open cones", "ben: !join")


@pytest.mark.parametrize("how", ["taken off", "between games", "last one", "a day ago"])
async def test_what_spoils_no_game_is_not_counted(strict: Evening, how: str) -> None:
    await strict.lines("olga: !server leavers on")
    for number in range(max(PAUSES)):
        match how:
            case "taken off":
                await leaves(strict, number, "mia: !remove ben it is late")
            case "between games":
                await strict.lines(f"host{number}: !open cones", "ben: !join", "ben: !leave", "mia: !end enough")
            case "last one":
                await strict.lines(f"host{number}: !open cones", "ben: !join", f"host{number}: !start")
                await strict.lines(f"host{number}: !leave")
                if await strict.sessions():
                    await strict.say("ben", "!leave")
                    if await strict.sessions():
                        await strict.lines("mia: !end enough")
            case _:
                await leaves(strict, number)
                await strict.lines("wait: 43201")
    await strict.lines("ann: !open cones", "ben: !join")


async def test_a_game_that_was_left_counts_once_also_with_two_processes(
    strict: Evening, store: Store, clock: HandClock
) -> None:
    """Each sees the step; and each that starts anew sees it again."""
    other = Evening(store, clock, venue=strict.venue, place=strict.place, tag=strict.tag)
    await strict.lines("olga: !server leavers on", "ann: !open cones", "ben: !join", "cid: !join", "ann: !start")
    await strict.lines("ben: !leave")
    await other.say("ann", "!table")
    for _ in range(3):
        await other.wait(5)
        await strict.wait(5)
    record = await strict.house.part(Sanctions).stored(strict.venue)  # type: ignore[arg-type]  # a venue's id
    assert len(record.sanctions) == 1
    await other.end()


@pytest.mark.parametrize("is_out", [True, False])
def test_whoever_was_out_of_the_game_already_spoils_nothing_by_leaving(*, is_out: bool) -> None:
    """In Poohead they have got rid of their cards, and only the others go on."""
    session = playing("ann", "ben", "cid", game="poohead")
    assert isinstance(session.phase, Playing)
    places = (Seat(1),) if is_out else ()
    state = Raw(codec(session.rules).encode(replace(session.state, places=places)))
    change = change_of(session.changed(phase=replace(session.phase, state=state)))
    course.leave(change, Seat(1), "")
    assert change.session.seats[1].gone
    assert [one.name for one in leavers_of(change.session)] == ([] if is_out else ["ben"])
