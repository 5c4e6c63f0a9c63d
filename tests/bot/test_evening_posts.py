"""Test what is posted after an evening: once, when its last table closes or its stream ends, and only if it is worth
it.
"""

import asyncio
from collections.abc import AsyncIterator

import pytest
from evening import Evening
from posted import Posted
from two_places import Page

from bot.people.finished_games import FinishedGame, Sat
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.ports.messages import Rights
from bot.text import Words
from bot.wings.archive.evening import Luck, result_of
from bot.wings.archive.evening_news import TOLD, EveningNews
from bot.wings.archive.evening_words import MOST_LINES, lines_unasked
from bot.wings.streams.streams import Streams
from persistence import HandClock, Store

MINUTE = 60_000


@pytest.fixture
async def witness() -> Posted:
    return Posted()


@pytest.fixture
async def evening(store: Store, clock: HandClock, witness: Posted) -> AsyncIterator[Evening]:
    made = Evening(store, clock, witness=witness)
    made.rights["mia"] = Rights.OWNER
    yield made
    await made.end()


async def duels(evening: Evening, count: int) -> None:
    await evening.lines("pete: !open halflings mode=duel cooldown=0 stack=5000", "ann: !join")
    for _ in range(count):
        await evening.lines("pete: !start")
        await evening.wait(300)


async def close(evening: Evening) -> None:
    await evening.lines("pete: !leave", "ann: !leave")
    await evening.settle()


async def test_when_the_last_table_closes_five_lines_and_a_picture_are_said_once(
    evening: Evening, witness: Posted
) -> None:
    await duels(evening, 4)
    assert witness.posts == []
    await close(evening)
    ((place, posting),) = witness.posts
    assert place == evening.place
    assert posting.lines[0].startswith("4 games with 2 people.")
    assert 2 < len(posting.lines) <= MOST_LINES
    assert posting.picture.content.startswith(b"\x89PNG")
    evening.house.part(EveningNews).start()
    await evening.settle()
    assert len(witness.posts) == 1


async def test_the_overlays_show_what_the_chat_is_told_and_nothing_of_what_is_not_told(
    evening: Evening, witness: Posted
) -> None:
    page = Page()
    evening.house.add_window(page)
    await duels(evening, 3)
    await close(evening)
    ((_, posting),) = witness.posts
    assert page.evenings == [(evening.place, list(posting.lines))]
    await duels(evening, 1)
    await close(evening)
    assert (await evening.say("mia", "!server evening off")).ok
    await duels(evening, 3)
    await close(evening)
    assert len(page.evenings) == 1


async def test_who_wants_to_be_in_no_list_is_named_in_no_evening_that_is_told_unasked(
    evening: Evening, witness: Posted
) -> None:
    await evening.lines("ann: !top off")
    while not witness.posts:  # if ann has won all of them, nobody can be named
        await duels(evening, 4)
        await close(evening)
    ((_, posting),) = witness.posts
    told = " ".join(posting.lines)
    assert " games with 2 people." in told
    assert "pete" in told
    assert "ann" not in told


async def test_the_next_evening_tells_of_its_own_games_alone(evening: Evening, witness: Posted) -> None:
    await duels(evening, 4)
    await close(evening)
    await duels(evening, 3)
    await close(evening)
    assert [posting.lines[0].split(" ")[0] for _, posting in witness.posts] == ["4", "3"]
    assert len({posting.mark for _, posting in witness.posts}) == 2


async def test_while_another_table_is_open_the_evening_is_not_over(evening: Evening, witness: Posted) -> None:
    await evening.lines("cid: !open poohead")
    await duels_at_second_table(evening)
    assert witness.posts == []
    await evening.lines("cid: !leave")
    await evening.settle()
    assert len(witness.posts) == 1


async def duels_at_second_table(evening: Evening) -> None:
    opened = await evening.say("pete", "!open halflings mode=duel cooldown=0 stack=5000")
    assert opened.ok
    code = next(one.code for one in evening.house.repository.known() if one.game == "halflings")
    await evening.lines(f"ann: !{code} join")
    for _ in range(3):
        await evening.lines(f"pete: !{code} start")
        await evening.wait(300)
    await evening.lines(f"pete: !{code} leave", f"ann: !{code} leave")
    await evening.settle()


async def test_of_one_short_game_nobody_speaks(evening: Evening, witness: Posted) -> None:
    await duels(evening, 1)
    await close(evening)
    assert witness.posts == []


async def test_a_place_that_wants_quiet_is_told_nothing_unasked(evening: Evening, witness: Posted) -> None:
    answer = await evening.say("mia", "!server evening off")
    assert "only when somebody asks" in answer.text
    await duels(evening, 3)
    await close(evening)
    assert witness.posts == []
    assert (await evening.say("ann", "!evening")).ok
    assert "is told here" in (await evening.say("mia", "!server evening on")).text


async def test_the_end_of_the_stream_ends_the_evening_though_a_table_is_open(evening: Evening, witness: Posted) -> None:
    await duels(evening, 3)
    venue, place = VenueId(evening.venue), PlaceId(evening.place)
    streamer = evening.message("mia", "x").sender
    await evening.house.part(Streams).is_on(venue, place)
    await evening.house.part(Streams).is_off(venue, place, streamer, at=evening.clock.now())
    await evening.house.part(Streams).is_off(venue, place, streamer, at=evening.clock.now())
    await evening.settle()
    assert len(witness.posts) == 1
    await close(evening)
    assert len(witness.posts) == 1


async def test_what_can_not_be_said_at_once_is_said_when_it_can(evening: Evening, witness: Posted) -> None:
    witness.shut = 2
    await duels(evening, 3)
    await close(evening)
    assert len(witness.posts) == 1


async def test_what_a_killed_process_did_not_tell_the_next_one_tells(evening: Evening, witness: Posted) -> None:
    witness.shut = 100
    await duels(evening, 3)
    await close(evening)
    assert witness.posts == []
    witness.shut = 0
    evening.house.part(EveningNews).start()
    await evening.settle()
    assert len(witness.posts) == 1


async def test_of_two_processes_one_tells(evening: Evening, store: Store, clock: HandClock, witness: Posted) -> None:
    other = Evening(store, clock, witness=witness, venue=evening.venue, place=evening.place)
    await duels(evening, 3)
    await close(evening)
    await store.drop_note(TOLD, evening.place)
    witness.posts.clear()
    evening.house.part(EveningNews).start()
    other.house.part(EveningNews).start()
    await asyncio.gather(evening.settle(), other.settle())
    assert len(witness.posts) == 1
    await other.end()


def game(number: int, *seats: Sat, minutes: int = 5) -> FinishedGame:
    place, code, ended = PlaceId("x:1"), TableCode("K7Q"), number * 100 * MINUTE
    return FinishedGame(f"r{number}", "rogues", code, "t", place, number, ended - minutes * MINUTE, ended, seats)


def sat(name: str, gain: int, luck: int | None = None, feats: tuple[str, ...] = ()) -> Sat:
    return Sat(PersonId(name), name, 100, 100 + gain, gain > 0, feats=feats, luck=luck)


def test_one_long_game_is_an_evening_and_one_short_one_is_none() -> None:
    assert result_of([game(1, sat("a", 1), sat("b", -1), minutes=45)]).worth_telling
    assert not result_of([game(1, sat("a", 1), sat("b", -1))]).worth_telling
    assert not result_of([game(n, sat("a", 1)) for n in range(9)]).worth_telling
    assert not result_of([]).worth_telling


def test_it_says_who_was_lucky_who_was_not_and_what_was_the_best_moment() -> None:
    games = [game(n, sat("ann", 5, 600, ("often",)), sat("bo", -5, -400)) for n in (3, 2)]
    games.append(game(1, sat("ann", -9, None, ("often",)), sat("bo", 9, 100, ("rare",))))
    found = result_of(games)
    assert (found.luckiest, found.unluckiest) == (Luck("ann", 1200), Luck("bo", -700))
    assert found.moment is not None
    assert (found.moment.name, found.moment.feat, found.moment.game.number) == ("bo", "rare", 1)
    lines = "\n".join(lines_unasked(found, Words()))
    assert "Luckiest: ann, who won 1.2 games more" in lines
    assert "Unluckiest: bo, who won 0.7 games fewer" in lines


def test_little_luck_is_not_told() -> None:
    found = result_of([game(1, sat("ann", 5, 200), sat("bo", -5, -200))])
    assert (found.luckiest, found.unluckiest) == (None, None)
