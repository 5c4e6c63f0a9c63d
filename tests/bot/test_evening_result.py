"""Test the result of an evening: top winner, biggest win, longest streak, who went without, and the day."""

import io
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from cases import case
from evening import START, Evening
from msgspec.structs import replace
from PIL import Image

from bot.people.finished_games import FinishedGame, Sat
from bot.ports.ids import PersonId, PlaceId, TableCode
from bot.text import Words
from bot.wings.archive.archive_commands import evening_head
from bot.wings.archive.evening import EveningResult, evening_of, result_of, span_of
from bot.wings.archive.evening_picture import evening_png
from persistence import HandClock, Store

HOUR = 3_600_000


@pytest.fixture
async def evening(request: pytest.FixtureRequest, store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    made = Evening.of(request.node.nodeid, store, clock)
    yield made
    await made.end()


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def game(number: int, *seats: Sat, purse: bool = False, void: str = "") -> FinishedGame:
    place, code = PlaceId("x:1"), TableCode("K7Q")
    return FinishedGame(f"r{number}", "rogues", code, "t", place, number, 0, number, seats, purse=purse, void=void)


def sat(name: str, gain: int, *, house: bool = False) -> Sat:
    return Sat(PersonId(name), name, 100, 100 + gain, gain > 0, house)


def test_it_tells_who_won_most_the_biggest_win_the_longest_row_and_who_went_without() -> None:
    games = [game(number, sat("ann", 10), sat("bo", -10)) for number in (5, 4, 3)]
    games += [game(2, sat("ann", -90), sat("cid", 90), purse=True), game(1, sat("ann", 5), void="reset")]
    found = result_of(games)
    assert (found.games, found.people, found.called_off) == (4, 3, 1)
    assert [(one.name, one.share.won, one.share.games) for one in found.winners] == [("ann", 3, 4), ("cid", 1, 1)]
    assert found.biggest is not None
    assert (found.biggest.name, found.biggest.gain, found.biggest.game.number) == ("cid", 90, 2)
    assert found.longest is not None
    assert (found.longest.name, found.longest.games) == ("ann", 3)
    assert found.without is not None
    assert (found.without.name, found.without.games) == ("bo", 3)
    assert found.purses == (("cid", 90), ("ann", -90))


def test_house_bots_win_no_evening_and_little_is_told_of_little() -> None:
    found = result_of([game(1, sat("ann", -5), sat("bot:x", 5, house=True))])
    assert (found.winners, found.biggest, found.longest, found.without) == ((), None, None, None)
    assert result_of([]).games == 0


@pytest.mark.parametrize(
    ("word", "since"),
    [
        ("today", "2026-11-23T12:00"),
        ("yesterday", "2026-11-22T12:00"),
        ("Friday", "2026-11-20T12:00"),
        ("monday", "2026-11-23T12:00"),
        ("2026-10-01", "2026-10-01T12:00"),
    ],
)
def test_an_evening_lasts_from_noon_to_noon_and_is_named_by_its_day(word: str, since: str) -> None:
    span = span_of(word, at("2026-11-23T20:00"))
    assert span is not None
    assert (span.since, span.until - span.since) == (at(since), 24 * HOUR)


def test_after_midnight_it_is_still_the_evening_before() -> None:
    span = span_of("today", at("2026-11-24T02:00"))
    assert span is not None
    assert span.since == at("2026-11-23T12:00")


@pytest.mark.parametrize("word", ["2027-01-01", "2026-13-01", "soon", "-1", "20261120", "9" * 40, "0000-01-01"])
def test_what_is_no_day_that_was_is_no_evening(word: str) -> None:
    assert span_of(word, at("2026-11-23T20:00")) is None


async def test_an_evening_is_told_where_it_was_and_for_as_long_as_it_is_one(evening: Evening) -> None:
    evening.clock.now_ms = at("2026-11-23T20:00")
    assert "No game came" in (await evening.say("pete", "!evening")).text
    await evening.lines("pete: !open halflings mode=duel cooldown=0 stack=5000", "ann: !join")
    for _ in range(4):
        await evening.lines("pete: !start")
        await evening.wait(300)
    answer = await evening.say("cid", "!evening")
    assert answer.ok
    assert answer.text.startswith("4 games with 2 people.")
    assert (await evening.say("cid", "!evening monday")).text == answer.text
    assert "No game came" in (await evening.say("cid", "!evening sunday")).text
    assert not (await evening.say("cid", "!evening never")).ok
    assert "No game came" in (await evening.say("cid", "!evening", place="elsewhere")).text
    evening.clock.move(13 * 3600)
    assert "No game came" in (await evening.say("cid", "!evening")).text
    assert (await evening.say("cid", "!evening today")).text == answer.text


def drawn(found: EveningResult) -> Image.Image:
    words = Words()
    return Image.open(io.BytesIO(evening_png(found, evening_head(found, words), words)))


async def test_an_evening_is_told_with_a_picture_that_is_drawn_once(evening: Evening) -> None:
    await evening.lines("pete: !open halflings mode=duel cooldown=0 stack=5000", "ann: !join", "pete: !start")
    await evening.wait(300)
    first, second = await evening.say("cid", "!evening"), await evening.say("dee", "!evening")
    (picture,) = first.files
    assert picture.name == "evening.png"
    assert Image.open(io.BytesIO(picture.content)).width == 800
    assert second.files[0] is picture


def test_whatever_the_names_and_amounts_a_picture_is_drawn_and_small() -> None:
    names = ["日本語", "👑" * 30, "W" * 24, "<svg onload=x>", "\u202eevil", "A&B"]
    for name, gain in [*((name, 10**15) for name in names), *(("Ann", gain) for gain in (1, 999_999, 10**9))]:
        with case(name, gain):
            games = [
                game(n, sat(name, gain), *(sat(f"{n}{one}", -gain) for one in "abcdefgh"), purse=True) for n in range(4)
            ]
            picture = drawn(result_of(games))
            assert picture.size == (800, 722)


def test_who_wants_to_be_in_no_list_is_not_named_for_the_best_moment() -> None:
    shy = replace(sat("ann", 5), feats=("maw",))
    assert result_of([game(1, shy, sat("bo", -5))]).moment is not None
    assert result_of([game(1, shy, sat("bo", -5))], ["ann"]).moment is None


def test_an_evening_begins_at_noon_whenever_in_it_a_game_ended() -> None:
    noon = span_of("2026-11-20", START + 10**10)
    assert noon is not None
    for ended in (noon.since, noon.since + 12 * 3_600_000, noon.until - 1):
        assert evening_of(ended) == noon
    assert evening_of(noon.until).since == noon.until


def test_an_evening_that_nobody_won_has_a_picture_too() -> None:
    assert drawn(result_of([game(1, sat("ann", 0), sat("bo", 0))])).size == (800, 156)
    assert drawn(result_of([game(1, sat("ann", 5), sat("bo", -5))])).size == (800, 386)
