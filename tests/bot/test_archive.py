"""Test the archive: the list of finished games, statistics about people, and older records."""

from collections.abc import AsyncIterator

import msgspec
import pytest
from evening import Evening
from msgspec.structs import replace

from bot.people import finished_games
from bot.people.finished_games import DAY, FinishedGame, FinishedGames, Sat, Wanted, names_of
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.ports.messages import Rights
from bot.wings.archive import statistics
from bot.wings.archive.ratings import Ratings, rated
from games.proof.verifying import verify
from persistence import Commit, HandClock, Record, Store, TableRef
from persistence.keys import venue_keys

DUEL = "!open halflings mode=duel cooldown=0 stack=5000"


@pytest.fixture
async def evening(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    made = Evening.of(request.node.nodeid, store, clock)
    yield made
    await made.end()


async def heard(evening: Evening, name: str, line: str) -> list[str]:
    answer = await evening.say(name, line)
    assert answer.ok, answer.text
    return answer.text.splitlines()


async def refused(evening: Evening, name: str, line: str) -> str:
    answer = await evening.say(name, line)
    assert not answer.ok
    return answer.text


async def duels(evening: Evening, count: int, one: str = "pete", other: str = "ann") -> None:
    """Play duels at one table: both are silent, and roll when their time is up."""
    await evening.lines(f"{one}: {DUEL}", f"{other}: !join")
    for _ in range(count):
        await evening.lines(f"{one}: !start")
        await evening.wait(300)


async def kept(evening: Evening, wanted: Wanted | None = None) -> list[FinishedGame]:
    return await FinishedGames(evening.store).find(VenueId(evening.venue), wanted or Wanted(), 0, 100)


def game(number: int, *seats: Sat, name: str = "headache", **fields: object) -> FinishedGame:
    made = FinishedGame(f"r{number}", name, TableCode("K7Q"), "t", PlaceId("x:1"), number, number, number, seats)
    return msgspec.structs.replace(made, **fields)


def sat(name: str, gain: int = 0, *, won: bool = False, house: bool = False, left: bool = False) -> Sat:
    return Sat(PersonId(name), name, 100, 100 + gain, won, house, left)


# Storage


async def test_a_finished_game_is_listed_with_its_people_and_its_result(evening: Evening) -> None:
    await duels(evening, 1)
    (found,) = await kept(evening)
    assert (found.game, found.number, found.void, found.deeds > 0) == ("halflings", 1, "", True)
    assert [one.name for one in found.seats] == ["pete", "ann"]
    assert sum(one.gain for one in found.seats) == 0
    assert all(one.won == (one.gain > 0) for one in found.seats)
    assert found.ended - found.began > 0
    record = await evening.store.record(evening.venue, found.record)
    assert record is not None
    verify(record.decode())


async def test_a_game_that_was_called_off_is_listed_with_its_reason_and_counts_nowhere(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF
    await evening.lines(f"pete: {DUEL}", "ann: !join", "pete: !start", "mia: !reset the stakes were wrong")
    (found,) = await kept(evening)
    assert not found.counts
    assert all(one.gain == 0 and not one.won and not one.place for one in found.seats)
    (_, line) = await heard(evening, "pete", "!games")
    assert "called off" in line
    assert "the stakes were wrong" in line
    assert "No game that you played" in await refused(evening, "pete", "!stats")


async def test_who_left_in_the_middle_of_a_game_stands_in_it(evening: Evening) -> None:
    await evening.lines("pete: !open poohead", "ann: !join", "bo: !join", "pete: !start", "bo: !leave")
    await evening.wait(4 * 3600)
    (found,) = await kept(evening)
    assert [(one.name, one.left) for one in found.seats] == [("pete", False), ("ann", False), ("bo", True)]
    assert sorted(one.place for one in found.seats) == [0, 1, 2]
    assert found.seats[2].place == 0


async def test_house_bots_are_listed_but_have_no_lists_of_their_own(evening: Evening) -> None:
    await evening.lines("pete: !open cones sectors=4", "pete: !bots 1", "pete: !start")
    await evening.wait(4 * 3600)
    (found,) = await kept(evening)
    assert len(found.people) == 1
    names = await evening.store.pipe.read("KEYS", "*:played:*")
    assert len(names) == 1


async def test_a_venue_says_how_long_its_games_are_kept(evening: Evening) -> None:
    evening.rights["mia"] = Rights.OWNER
    await evening.lines("mia: !server archive 30")
    await duels(evening, 1)
    (found,) = await kept(evening)
    left = await evening.store.pipe.read("PTTL", *await evening.store.pipe.read("KEYS", "*:record:*"))
    assert 29 * DAY < left <= 30 * DAY
    evening.clock.move(31 * DAY / 1000)
    await duels(evening, 1, "cid", "dan")
    assert found.record not in [one.record for one in await kept(evening)]
    for wrong in ("0", "5", "x", "99999"):
        assert "7 to 3,650" in await refused(evening, "mia", f"!server archive {wrong}")


# Lists


async def test_games_are_listed_by_person_game_and_table_the_newest_first_in_pages(evening: Evening) -> None:
    await duels(evening, 6)
    lines = await heard(evening, "cid", "!games")
    assert [line.split(" ")[0] for line in lines[1:6]] == ["6", "5", "4", "3", "2"]
    assert lines[6] == 'Older ones: "!games 2".'
    assert [line.split(" ")[0] for line in (await heard(evening, "cid", "!games 2"))[1:]] == ["1"]
    code = (await kept(evening))[0].code
    for which in ("pete", "@PETE", "halflings", "giant ann 1", code.lower(), f"{code} halflings pete"):
        assert len(await heard(evening, "cid", f"!games {which}")) == 7, which
    assert len(await heard(evening, "pete", "!games me")) == 7
    assert (await heard(evening, "cid", "!games ann halflings"))[-1] == 'Older ones: "!games ann halflings 2".'
    for which in ("me", "poohead", "K2Z", "7"):
        assert await refused(evening, "cid", f"!games {which}") == "No such game is kept here."
    assert "called zoe" in await refused(evening, "cid", "!games zoe")


async def test_where_nothing_has_ended_a_sentence_says_so(evening: Evening) -> None:
    assert await refused(evening, "pete", "!games") == "No game has ended here yet."
    assert await refused(evening, "pete", "!stats here") == "No game has ended here yet."


async def test_of_two_who_are_called_the_same_nobody_is_guessed(evening: Evening) -> None:
    await duels(evening, 1)
    other = Evening(evening.store, evening.clock, venue=evening.venue, place=f"{evening.place}-2", tag="-other")
    await duels(other, 1)
    assert "Several people" in await refused(evening, "ann", "!stats pete")
    await other.end()


async def test_a_game_of_another_venue_is_in_no_list_here(evening: Evening) -> None:
    await duels(evening, 1)
    other = Evening(evening.store, evening.clock, tag=evening.tag)
    assert await refused(other, "pete", "!games me") == "No such game is kept here."
    assert "No game that you" in await refused(other, "pete", "!stats")
    await other.end()


async def test_the_record_of_an_older_game_can_be_had_by_its_number(evening: Evening) -> None:
    await duels(evening, 3)
    answer = await evening.say("ann", "!verify 2")
    (file,) = answer.files
    assert verify(file.content.decode()).game_id.endswith("/2")
    assert (await evening.say("ann", "!verify #3")).files[0].name == (await evening.say("ann", "!verify")).files[0].name
    assert await refused(evening, "ann", "!verify 99") == "No game 99 of this place is kept."
    assert "has a number" in await refused(evening, "ann", "!verify ²")


async def test_a_listing_that_cannot_be_read_stops_no_list(evening: Evening) -> None:
    await duels(evening, 1)
    record = Record("broken", b"", b"{", ("test:pete",))
    await evening.store.commit(Commit(TableRef(evening.venue, "other"), 0, b"", records=(record,)))
    assert len(await heard(evening, "ann", "!games")) == 2
    assert len(await heard(evening, "ann", "!stats")) > 1


# Statistics about people


async def test_statistics_tell_games_wins_rows_and_how_two_people_met(evening: Evening) -> None:
    await duels(evening, 11)
    games = await kept(evening)
    ann = PersonId(f"test:ann{evening.tag}")
    won = [one.seats[1].won for one in games]
    mine = await heard(evening, "ann", "!stats")
    assert mine[0].startswith("ann: 11 games here, the first ")
    assert f" min ago; {sum(won)} won (" in mine[0]
    assert f"({sum(won)} of 11 won)" in mine[1]
    assert mine[-1].startswith("Rating: Halflings & Giants ")
    found = statistics.of_person(games, ann)
    assert found is not None
    assert found.all.won == sum(won)
    theirs = await heard(evening, "ann", "!stats pete giant")
    assert theirs[-2].startswith(f"You and pete met in 11 games: {sum(won)} won by you")
    assert theirs[-1].startswith("The biggest pot that one of you won there: ")
    assert (await heard(evening, "ann", "!stats here"))[0].startswith("11 games were played here by 2 people")


def test_a_row_of_wins_is_counted_from_the_last_game_back() -> None:
    won = [True, True, False, True, True, True]
    played = [game(9 - number, sat("ann", won=each)) for number, each in enumerate(won)]
    found = statistics.of_person(played, PersonId("ann"))
    assert found is not None
    assert (found.row, found.longest_row, found.all.percent) == (2, 3, 83)
    found = statistics.of_person(played[2:], PersonId("ann"))
    assert found is not None
    assert (found.row, found.longest_row) == (0, 3)


def test_only_whole_games_with_honest_dice_count() -> None:
    played = [game(1, sat("ann", 50, won=True), void="reset"), game(2, sat("ann", 50, won=True), loaded=True)]
    assert statistics.of_person(played, PersonId("ann")) is None
    assert statistics.winnings(played) == {} == statistics.wins(played)
    assert rated({}, played) == {}


def test_winnings_are_of_games_for_purses_alone_and_of_people_alone() -> None:
    seats = (sat("ann", 50, won=True), sat("bob", -30), sat("bot:cid", -20, house=True))
    played = [game(1, *seats, purse=True), game(2, *seats)]
    net = statistics.winnings(played)
    assert net == {"ann": 50, "bob": -30}
    assert [(one.place, one.name, one.value) for one in statistics.ranked(net, names_of(played))] == [
        (1, "ann", 50),
        (2, "bob", -30),
    ]


def test_people_with_the_same_value_share_a_place() -> None:
    values = {PersonId(name): value for name, value in (("a", 5), ("b", 7), ("c", 5), ("d", 1))}
    places = [(one.player, one.place) for one in statistics.ranked(values, {})]
    assert places == [("b", 1), ("a", 2), ("c", 2), ("d", 4)]


# Ratings


def test_winners_come_first_then_who_lost_least_and_leavers_last() -> None:
    seats = (sat("a", -10), sat("b", 40, won=True), sat("c", 5, left=True), sat("d", -30), sat("e", 0, won=True))
    assert statistics.places_in(seats) == [1, 0, 3, 2, 0]


def test_whoever_came_second_by_the_rules_is_rated_above_whoever_came_third() -> None:
    seats = [replace(sat(name, won=place == 1), place=place) for name, place in zip("abcd", (3, 1, 0, 2), strict=True)]
    assert statistics.places_in(seats) == [2, 0, 3, 1]


def test_who_wins_is_rated_higher_and_house_bots_stay_where_they_are() -> None:
    played = [game(number, sat("ann", 9, won=True), sat("bot:x", -9, house=True)) for number in range(12)]
    found = rated({}, played)["headache"]
    assert set(found) == {"ann"}
    assert found[PersonId("ann")].shown > 1050
    assert found[PersonId("ann")].settled
    assert not rated({}, played[:9])["headache"][PersonId("ann")].settled


def test_games_against_the_house_and_lone_games_rate_nobody() -> None:
    assert rated({}, [game(1, sat("ann", 9, won=True))]) == {}
    assert rated({}, [game(1, sat("ann", 9, won=True), sat("bob"), rates=False)]) == {}


async def test_ratings_read_on_come_to_the_same_as_ratings_read_at_once(evening: Evening) -> None:
    kept_ready = Ratings(evening.store)
    venue = VenueId(evening.venue)
    await evening.lines(f"pete: {DUEL}", "ann: !join")
    for _ in range(4):
        await evening.lines("pete: !start")
        await evening.wait(300)
        assert await kept_ready.of(venue) == await Ratings(evening.store).of(venue)
    ratings = await kept_ready.of(venue)
    assert {name: {one.games for one in of_game.values()} for name, of_game in ratings.items()} == {"halflings": {4}}


async def test_ratings_begin_anew_where_the_last_game_they_know_is_kept_no_more(evening: Evening) -> None:
    kept_ready, venue = Ratings(evening.store), VenueId(evening.venue)
    await duels(evening, 2)
    before = await kept_ready.of(venue)
    for key in await evening.store.pipe.read("KEYS", "*:games"):
        await evening.store.pipe.write("ZREMRANGEBYRANK", key, 1, 1)
    assert await kept_ready.of(venue) != before
    assert {one.games for one in (await kept_ready.of(venue))["halflings"].values()} == {1}


def test_a_listing_is_read_as_it_was_written() -> None:
    one = game(3, sat("ann", 5, won=True), sat("bob", -5, left=True), purse=True, options={"mode": "duel"})
    assert finished_games.read(finished_games.listing(one)) == one
    assert finished_games.read(b"[]") is None


# The best here


async def test_the_best_are_listed_by_purse_by_what_was_won_by_wins_and_by_rating(evening: Evening) -> None:
    await evening.lines("pete: !open halflings mode=duel money=purse buyin=500 max_bet=20 cooldown=0", "ann: !join")
    for _ in range(11):
        await evening.lines("pete: !start")
        await evening.wait(300)
    await evening.lines("pete: !leave", "ann: !leave")
    accounts = await evening.store.accounts(evening.venue)
    purses = sorted((accounts[f"purse:test:{name}{evening.tag}"] for name in ("pete", "ann")), reverse=True)
    title, first, *rest = await heard(evening, "zoe", "!top")
    assert title == "The fullest purses here:"
    assert first.endswith(f"{purses[0]:,}")
    assert len(rest) == 1
    if purses[0] != purses[1]:
        assert (await heard(evening, "zoe", "!top week"))[1].endswith(f"{purses[0] - 1000:,}")
    assert "Most games won" in (await heard(evening, "zoe", "!top wins"))[0]
    rated_here = await heard(evening, "zoe", "!top giant")
    assert (len(rated_here), rated_here[0].startswith("The best at Halflings & Giants")) == (3, True)
    assert "Nobody has a rating" in await refused(evening, "zoe", "!top poohead")
    assert "no list" in await refused(evening, "zoe", "!top of the world")
    evening.clock.move(8 * 24 * 3600)
    assert "Nobody stands" in await refused(evening, "zoe", "!top week")


async def test_ten_thousand_games_of_one_person_are_listed_a_page_at_a_time_and_counted(evening: Evening) -> None:
    ann = PersonId("x:ann")
    one = game(1, sat("x:ann", 5, won=True), sat("x:bob", -5))
    many = [replace(one, record=f"r{number}", number=number, ended=number) for number in range(1, 10_001)]
    store, venue = evening.store, VenueId(evening.venue)
    keys = venue_keys(venue)
    for start in range(0, len(many), 2_000):
        part = many[start : start + 2_000]
        scores = [value for one in part for value in (one.ended, one.record)]
        await store.pipe.write("ZADD", keys.played(ann), *scores)
        await store.pipe.write("ZADD", keys.games, *scores)
        listed = [value for one in part for value in (one.record, finished_games.listing(one))]
        await store.pipe.write("HSET", keys.listings, *listed)
    games = FinishedGames(store)
    assert [one.number for one in await games.find(venue, Wanted(person=ann), 9_995, 10)] == [5, 4, 3, 2, 1]
    found = statistics.of_person(await games.all_of(venue, Wanted(person=ann)), ann)
    assert found is not None
    assert (found.all.games, found.all.won, found.longest_row) == (10_000, 10_000, 10_000)
