"""Test that a game that was called off can be played on for practice, without results."""

import pytest
from evening import Evening, refused

from bot.people.finished_games import FinishedGame, FinishedGames, Wanted
from bot.ports.ids import VenueId
from bot.ports.messages import Rights
from bot.table.document import Session
from bot.table.phases import Between, Lobby, Playing
from games.catalogue import catalogue
from persistence.keys import venue_keys

OPENED = {
    "halflings": "halflings mode=duel cooldown=0",
    "headache": "headache min_players=3 memory=off",
    "cones": "cones sectors=4",
    "poohead": "poohead",
    "rogues": "rogues stack=50",
}
"""For each game, the line that opens a table."""
SOME_DEEDS = 1


@pytest.fixture(autouse=True)
def mia_moderates(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF


async def called_off(evening: Evening, opened: str, *others: str) -> Session:
    """Call off Ann's game some moves after its beginning; return the table before that."""
    await evening.lines(f"ann: !open {opened}", *(f"{name}: !join" for name in others))
    await evening.lines("ann: !bots 1" if "duel" not in opened else "ann: !table", "ann: !start")
    for _ in range(100):
        await evening.wait(2)
        session = await evening.table()
        assert isinstance(session.phase, Playing)
        if session.phase.deeds >= SOME_DEEDS:
            break
    await evening.lines("mia: !end the stakes were wrong", "wait: 60")
    return session


async def kept(evening: Evening) -> list[FinishedGame]:
    return await FinishedGames(evening.store).find(VenueId(evening.venue), Wanted(), 0, 100)


async def what_lasts(evening: Evening) -> tuple[object, ...]:
    """Return everything a practice game must leave unchanged: archive, records, purses, and public statistics."""
    games = await kept(evening)
    records = [await evening.store.record(evening.venue, game.record) for game in games]
    told = [(await evening.say("zoe", line)).text for line in ("!stats here", "!top wins", "!evening", "!voids")]
    return games, records, await evening.store.accounts(evening.venue), told


@pytest.mark.parametrize("game", OPENED)
async def test_a_game_goes_on_where_it_was_called_off_and_nothing_comes_of_it(evening: Evening, game: str) -> None:
    assert set(OPENED) == set(catalogue())
    void = await called_off(evening, OPENED[game], "ben")
    before = await what_lasts(evening)
    await evening.lines("ben: !practice", "ann: !join", "ann: !table")
    opened = await evening.table()
    assert opened.given == void.given
    assert opened.game_options == void.game_options
    await evening.lines("ben: !start")
    begun = await evening.table()
    assert isinstance(begun.phase, Playing)
    assert isinstance(void.phase, Playing)
    assert begun.phase.state == void.phase.state
    assert begun.phase.told == void.phase.told
    assert [one.player for one in begun.people] == [one.player for one in void.people]
    assert begun.phase.pledge.commitment != void.phase.pledge.commitment
    for _ in range(60):
        await evening.wait(600)
        over = await evening.table()
        if isinstance(over.phase, Between):
            break
    assert isinstance(over.phase, Between)
    assert [one.player for one in over.seats] == [one.player for one in void.people], "no house bot stays"
    assert any("That was practice" in line for line in evening.news)
    assert await what_lasts(evening) == before


async def test_strangers_and_house_bots_take_the_seats_that_are_free_and_a_leavers_stays_empty(
    evening: Evening,
) -> None:
    await evening.lines("ann: !open cones", "ben: !join", "cid: !join", "dan: !join", "ann: !start", "cid: !leave")
    await evening.lines("mia: !end supper")
    await evening.lines("eve: !practice", "dan: !join", "eve: !start")
    begun = await evening.table()
    assert isinstance(begun.phase, Playing)
    who = [one.name for one in begun.seats]
    assert (who[0], who[3]) == ("eve", "dan")
    assert begun.seats[1].is_bot
    assert begun.seats[2].gone
    assert not begun.seats[1].gone
    assert await refused(evening, "fay", "!join")


async def test_what_was_for_purses_is_practised_for_nothing_and_pays_nobody(evening: Evening) -> None:
    await called_off(evening, "halflings mode=duel cooldown=0 money=purse", "ben")
    before = await evening.store.accounts(evening.venue)
    await evening.lines("ann: !practice", "ben: !join", "ann: !start")
    assert (await evening.table()).options.money == "chips"
    await evening.wait(3600)
    await evening.lines("ann: !rematch")
    await evening.wait(3600)
    await evening.lines("ben: !leave", "ann: !leave")
    assert await evening.sessions() == []
    assert await evening.store.accounts(evening.venue) == before


async def test_a_practice_game_that_is_called_off_is_no_void_and_may_be_begun_again(evening: Evening) -> None:
    await called_off(evening, OPENED["cones"], "ben")
    before = await what_lasts(evening)
    await evening.lines("ann: !practice", "ann: !start")
    await evening.lines("mia: !reset once more")
    assert isinstance((await evening.table()).phase, Lobby)
    assert [one.name for one in (await evening.table()).seats] == ["ann"]
    await evening.lines("ann: !start", "mia: !end bedtime")
    assert await evening.sessions() == []
    assert await what_lasts(evening) == before


async def test_a_restart_goes_on_with_a_practice_game(evening: Evening) -> None:
    await called_off(evening, OPENED["poohead"], "ben")
    await evening.lines("ann: !practice", "ann: !start")
    begun = await evening.table()
    other = await evening.again()
    assert await other.table() == begun
    assert begun.practice is not None
    await other.lines("ann: !leave")
    await other.wait(2 * 3600)
    assert await other.sessions() == [], "house bots play it out, and the table closes"
    await other.end()


async def test_each_panel_of_it_says_that_it_is_practice(evening: Evening) -> None:
    await called_off(evening, OPENED["cones"], "ben")
    await evening.lines("ann: !practice")
    for line in ("ann: !table", "ann: !start", "ann: !table"):
        await evening.lines(line)
        card = evening.witness.updates[-1].card
        assert card is not None
        assert card.title.startswith("Practice: ")
        assert any("from where it was called off" in told for told in card.lines)
    assert "verify" not in {one.word for one in card.commands}


async def test_its_options_stand_and_no_stake_begins_it(evening: Evening) -> None:
    await called_off(evening, OPENED["halflings"], "ben")
    await evening.lines("ann: !practice")
    assert "its options stand" in await refused(evening, "ann", "!options pay=banker")
    assert "its options stand" in await refused(evening, "ann", "!options money=purse")
    assert 'begins with "!start"' in await refused(evening, "ann", "!stake 50")
    assert isinstance((await evening.table()).phase, Lobby)


async def test_two_who_ask_for_the_same_game_sit_at_one_table(evening: Evening) -> None:
    await called_off(evening, OPENED["cones"], "ben")
    await evening.lines("ann: !practice", "ben: !practice 1")
    assert [one.name for one in (await evening.table()).seats] == ["ann", "ben"]
    assert "sit at table" in await refused(evening, "ben", "!practice 1")
    await evening.lines("ann: !start", "ben: !practice 1")
    assert len(await evening.sessions()) == 2, "what has begun is not disturbed"


async def test_a_replay_is_practised_by_its_address_wherever_one_is(evening: Evening) -> None:
    await called_off(evening, OPENED["cones"], "ben")
    evening.house.doors.public = "https://potluck.example/"
    address = (await evening.say("ann", "!replay 1")).text.rpartition(" ")[2]
    elsewhere = Evening(evening.store, evening.clock, tag="-elsewhere")
    for said in (address, f"{address}#3.all", address.rpartition("/")[2]):
        await elsewhere.lines(f"zoe: !practice {said}", "zoe: !leave", "wait: 60")
    assert "no game abcdefghijkl" in await refused(elsewhere, "zoe", "!practice abcdefghijkl")
    await elsewhere.end()


async def test_what_can_not_be_played_on_is_refused_with_the_reason(evening: Evening) -> None:
    assert "No game that was called off" in await refused(evening, "ann", "!practice")
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start")
    await evening.wait(3600)
    await evening.lines("ann: !close")
    assert "played to its end" in await refused(evening, "ann", "!practice 1")
    for odd in ("0", "99", "٣", "x" * 400, "../..", "1 2"):
        assert await refused(evening, "ann", f"!practice {odd}"), odd
    assert await evening.sessions() == []


async def test_a_record_that_does_not_check_out_is_not_played_on(evening: Evening) -> None:
    await called_off(evening, OPENED["cones"], "ben")
    (game,) = await kept(evening)
    await evening.store.pipe.write("SET", venue_keys(evening.venue).record(game.record), b"no record at all")
    assert "no longer checks out" in await refused(evening, "ann", "!practice 1")
    assert await evening.sessions() == []


async def test_of_a_match_the_round_is_played_on_that_was_called_off(evening: Evening) -> None:
    await evening.lines("ann: !open rogues next_seconds=100", "ben: !join", "ann: !start", "ann: !flee", "ben: !flee")
    await evening.wait(100)
    void = await evening.table()
    assert isinstance(void.phase, Playing)
    assert void.phase.round == 2
    await evening.lines("mia: !end the stakes were wrong", "wait: 60", "ben: !practice")
    practice = (await evening.table()).practice
    assert practice is not None
    assert practice.stacks == void.phase.before != (200, 200)
    assert practice.told == void.phase.told
