"""Test seasons: moderators begin and end them, and everybody may see their results."""

import io
from collections.abc import AsyncIterator

import pytest
from evening import Evening
from PIL import Image
from test_archive import heard, refused
from two_places import Page

from bot.people.forgetting import People
from bot.people.seasons import Outcome, Season
from bot.people.venues import VenueSettings
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Rights
from bot.wings.archive.seasons import MOST, ended, started
from persistence import HandClock, Store

DUEL = "!open halflings mode=duel money=purse buyin=200 cooldown=0"
A_DAY = 24 * 3600


@pytest.fixture
async def evening(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    made = Evening.of(request.node.nodeid, store, clock)
    made.rights["mia"] = Rights.STAFF
    yield made
    await made.end()


async def duel(evening: Evening) -> str:
    """Let Pete and Ann play to the end, whoever wins; return how it ended."""
    await evening.lines(f"pete: {DUEL}", "ann: !join", "pete: !start")
    for name in ("pete", "ann"):
        await evening.say(name, "!stake 60")  # the Giant's stake is refused
    await evening.wait(A_DAY)
    return (await heard(evening, "pete", "!games"))[1]


async def test_a_season_begins_stands_and_ends(evening: Evening) -> None:
    assert "no season here" in await refused(evening, "pete", "!season")
    await duel(evening)  # before it begins: it does not count
    begun = await heard(evening, "mia", "!season start Winter 2026")
    assert begun[0].startswith("Winter 2026 begins")
    assert "No game has counted" in "\n".join(await heard(evening, "pete", "!season"))
    won = [(await duel(evening)).partition(" won ")[0].rpartition(" ")[2] for _ in range(3)]
    best = max(("ann", "pete"), key=won.count)
    table = await heard(evening, "pete", "!season")
    assert table[0].startswith("Winter 2026, since")
    assert table[1] == f"1. {best}: {won.count(best)} of 3 won"
    told = await heard(evening, "mia", "!season end")
    assert told[0] == f"Winter 2026 is over, after 3 games. Won by {best} ({won.count(best)} of 3)!"
    await duel(evening)  # after it has ended
    assert (await heard(evening, "ann", "!season"))[1:] == table[1:]


async def test_overlays_show_who_is_in_front_after_each_game_while_a_season_is_on(evening: Evening) -> None:
    page = Page()
    evening.house.add_window(page)
    await duel(evening)
    assert page.seasons == []
    await heard(evening, "mia", "!season start Autumn")
    for count in (1, 2):
        await duel(evening)
        await evening.settle()
        place, name, lines = page.seasons[-1]
        assert (place, name, len(page.seasons)) == (evening.place, "Autumn", count)
        assert lines == (await heard(evening, "pete", "!season"))[1 : 1 + len(lines)]
    await heard(evening, "mia", "!season end")
    await duel(evening)
    await evening.settle()
    assert len(page.seasons) == 2


async def test_who_is_in_no_list_stands_on_no_overlay(evening: Evening) -> None:
    page = Page()
    evening.house.add_window(page)
    await evening.lines("ann: !top off", "pete: !top off")
    await heard(evening, "mia", "!season start Autumn")
    await duel(evening)
    await evening.settle()
    assert page.seasons == []


async def test_a_season_is_told_with_a_picture_that_is_drawn_once(evening: Evening) -> None:
    await heard(evening, "mia", "!season start Winter <b>")
    assert (await evening.say("pete", "!season")).files == (), "nobody has won anything yet"
    await duel(evening)
    first, second = await evening.say("pete", "!season"), await evening.say("ann", "!season 1")
    (picture,) = first.files
    assert picture.name == "season.png"
    assert Image.open(io.BytesIO(picture.content)).width == 800
    assert second.files == (picture,)
    over = (await evening.say("mia", "!season end")).files
    assert [one.name for one in over] == ["season.png"]
    assert over != (picture,), "it says who has won"


async def test_a_season_keeps_its_winner_when_its_games_are_kept_no_more(evening: Evening) -> None:
    await heard(evening, "mia", "!season start Winter")
    for _ in range(2):
        await duel(evening)
    await heard(evening, "mia", "!season end")
    before = await heard(evening, "pete", "!season")
    for kind in ("games", "listings"):
        for key in await evening.store.pipe.read("KEYS", f"*:{kind}"):
            await evening.store.pipe.write("DEL", key)
    after = await heard(evening, "pete", "!season")
    assert after == before
    assert "of 2 won" in after[1]


async def test_a_game_that_is_on_when_its_season_ends_counts_for_the_next_one(evening: Evening) -> None:
    await heard(evening, "mia", "!season start One")
    await evening.lines(f"pete: {DUEL}", "ann: !join", "pete: !start")
    await heard(evening, "mia", "!season end")
    await heard(evening, "mia", "!season start Two")
    await evening.wait(A_DAY)
    assert "of 1 won" in (await heard(evening, "pete", "!season"))[1]
    one = (await evening.house.venues.stored(VenueId(evening.venue))).seasons[0]
    assert one.outcome is not None
    assert one.outcome == Outcome(0, ())


async def test_who_is_forgotten_stands_as_somebody_in_the_table_of_a_season_that_is_over(evening: Evening) -> None:
    await heard(evening, "mia", "!season start Winter")
    await duel(evening)
    await heard(evening, "mia", "!season end")
    await evening.house.part(People).forget(PersonId(f"test:ann{evening.tag}"))
    stored = (await evening.house.venues.stored(VenueId(evening.venue))).seasons[0]
    assert stored.outcome is not None
    assert sorted(line.name for line in stored.outcome.table) == ["pete", "somebody"]
    assert not any(line.player.startswith("test:ann") for line in stored.outcome.table)


async def test_an_older_season_keeps_its_table_and_its_number(evening: Evening) -> None:
    await heard(evening, "mia", "!season start One")
    await duel(evening)
    await heard(evening, "mia", "!season end")
    await heard(evening, "mia", "!season start Two")
    now = await heard(evening, "pete", "!season")
    assert now[0].startswith("Two, since")
    assert any(line.startswith("Earlier ones: 1 One.") for line in now)
    assert "of 1 won" in (await heard(evening, "pete", "!season 1"))[1]
    assert "from 1 to 2" in await refused(evening, "pete", "!season 3")


async def test_only_moderators_begin_and_end_one_and_never_two_at_once(evening: Evening) -> None:
    for line in ("!season start Winter", "!season end"):
        assert "moderator" in (await refused(evening, "pete", line)).lower()
    assert "on here" in await refused(evening, "mia", "!season end")
    for name in ("", " ", "x" * 40):
        assert "at most 24" in await refused(evening, "mia", f"!season start {name}")
    await heard(evening, "mia", "!season start Winter")
    assert "Winter is still on" in await refused(evening, "mia", "!season start Spring")
    assert "older one" in await refused(evening, "pete", "!season tomorrow")
    await heard(evening, "mia", "!season end")
    assert "nobody won it" in (await heard(evening, "pete", "!season"))[0]


async def test_what_was_said_twice_begins_one(evening: Evening) -> None:
    message = evening.message("mia", "!season start Winter")
    first, second = await evening.hear(message), await evening.hear(message)
    assert (first.ok, second.repeated) == (True, True)
    assert len((await evening.house.venues.stored(evening.venue)).seasons) == 1


async def test_who_is_not_listed_stands_in_no_table(evening: Evening) -> None:
    await heard(evening, "mia", "!season start Winter")
    await duel(evening)
    await heard(evening, "ann", "!top off")
    assert "ann" not in "\n".join(await heard(evening, "pete", "!season"))


def test_the_oldest_seasons_go_first_and_numbers_go_on() -> None:
    seasons: tuple[Season, ...] = ()
    for number in range(MOST + 5):
        seasons = ended(started(seasons, f"s{number}", number), number + 1)
    assert len(seasons) == MOST
    assert (seasons[0].number, seasons[-1].number) == (6, MOST + 5)
    assert VenueSettings(seasons=seasons).season is None
    assert VenueSettings(seasons=started(seasons, "next", 99)).season is not None
