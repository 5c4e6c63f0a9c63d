"""Test the limits on new tables: one a person and minute, three at a time, and a number for a place; in two
processes.
"""

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession, CookieJar
from evening import Evening, person
from redis.asyncio import Redis
from said_again import Everything
from test_any_request import NeverEmpty
from test_people_killed import Stored, killed_after
from two_places import TwoPlaces

from bot.adapters.web.limits import rates
from bot.app.settings import Settings
from bot.app.table_room import open_room
from bot.commands import openings
from bot.commands.openings import AT_PLACE, BY_NAME, BY_PERSON, KEPT, LONGEST
from bot.people.new_rooms import MOST as MOST_ROOMS
from bot.people.new_rooms import MOST_SEATS, NewRooms
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Message, Rights
from bot.ports.platforms import MOST_HOSTED
from bot.render.panel import TableView, panel_for
from bot.table.document import Session
from bot.table.seating import LEFT_ALONE
from bot.text import Words
from persistence import EmbeddedServer, HandClock, Store, StoreTrouble
from persistence.keys import note_key

WORDS = Words()
OTHERS = ("ben", "cid", "dan", "eve", "fay", "gus", "hal")


@pytest.fixture
async def other(evening: Evening, server: EmbeddedServer, clock: HandClock) -> AsyncIterator[Evening]:
    """Yield another process."""
    store = await Store.connect(server.url, clock=clock, timeout=60)
    made = Evening(store, clock, venue=evening.venue, place=evening.place, tag=evening.tag)
    yield made
    await made.end()
    await store.close()


WAYS = ("!open cones", "!halflings 20", "!poohead", "!tournament rogues", "!open headache vote=sealed", "!practice")
"""Typed, by a stake, by a game's name, as a tournament's lobby, and for practice."""


async def a_void(evening: Evening) -> None:
    """Prepare a game that was called off, for practice, by people who open nothing else."""
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("olga: !open cones", "pia: !join", "olga: !start", "mia: !end yes a bug")


@pytest.mark.parametrize("line", WAYS)
async def test_every_way_to_open_a_table_counts_and_is_counted(evening: Evening, line: str) -> None:
    await a_void(evening)
    await evening.lines(f"ann: {line}")
    (first,) = await evening.sessions()
    for again in ("!open cones pace=1", "!rogues"):
        refused = await evening.say("ann", again)
        assert f"You opened table {first.code} just now, and it is one a minute." in refused.text
    assert not (await evening.say("ann", "open poohead", private=True)).ok, "a slash command"
    assert await evening.sessions() == [await evening.table()]
    evening.clock.move(60)
    assert (await evening.say("ann", "!open poohead")).ok


async def test_three_at_a_time_wherever_they_stand(evening: Evening) -> None:
    for number in range(MOST_HOSTED):
        evening.clock.move(60)
        opened = evening.message("ann", "!open poohead", place=f"test:channel-{number}")
        assert (await evening.hear(opened)).ok
    evening.clock.move(60)
    refused = await evening.say("ann", "!open cones")
    codes = [one.code for one in await evening.house.directory.of(person("ann", evening.tag).id)]
    assert refused.text == (
        f'You host 3 tables, which is the most: {", ".join(codes)}. Close one first, as with "!{codes[0]} close".'
    )
    assert [(one.word, one.label) for one in refused.ways] == [
        (f"{code} close", f"Close Poohead ({code})") for code in codes
    ]
    assert (await evening.say("ann", f"!{refused.ways[1].word}")).ok, "right there, wherever that table stands"
    assert codes[1] not in [one.code for one in await evening.house.directory.of(evening.id_of("ann"))]
    assert (await evening.say("ann", "!open cones")).ok


async def test_where_a_place_is_full_its_tables_are_ways_in(evening: Evening) -> None:
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("mia: !control tables 2", "ann: !open poohead", "ben: !open cones")
    refused = await evening.say("cid", "!open headache")
    assert refused.ways[0].word == f"{(await evening.sessions())[0].code} join"
    assert (await evening.say("cid", f"!{refused.ways[0].word}")).ok


async def test_a_table_that_somebody_else_hosts_now_is_not_counted(evening: Evening) -> None:
    for number in range(MOST_HOSTED):
        evening.clock.move(60)
        await evening.lines("ann: !open poohead")
        code = (await evening.sessions())[-1].code
        if number == 0:
            await evening.lines(f"ben: !{code} join", f"ann: !{code} leave")
    evening.clock.move(60)
    assert (await evening.say("ann", "!open cones")).ok


async def test_a_panel_tells_whether_its_table_is_counted(evening: Evening) -> None:
    def counted(session: Session) -> list[bool]:
        return [panel_for(TableView(session, WORDS), evening.id_of(name)).counts for name in ("ann", "ben")]

    await evening.lines("ann: !open poohead", "ben: !join")
    assert counted(await evening.table()) == [True, False]
    await evening.lines("ann: !leave", "ann: !join")
    assert counted(await evening.table()) == [False, False], "ben hosts what ann has opened"
    await evening.lines("ben: !leave")
    assert counted(await evening.table()) == [True, False]


async def test_eight_at_a_place_and_as_many_as_it_says(evening: Evening) -> None:
    for name in ("ann", *OTHERS):
        await evening.lines(f"{name}: !open poohead")
    refused = await evening.say("ida", "!open cones")
    assert "8 tables are open here, which is the most: " in refused.text
    assert "Sit down at one" in refused.text
    assert (await evening.hear(evening.message("ida", "!open cones", place="test:elsewhere"))).ok
    evening.rights["mia"] = Rights.STAFF
    assert (await evening.say("mia", "!control tables 9")).text == "Saved. 9 tables at a time."
    assert (await evening.say("kim", "!open cones")).ok
    assert not (await evening.say("leo", "!open cones")).ok
    await evening.lines(f"ann: !{(await evening.sessions())[0].code} close")
    assert (await evening.say("leo", "!open cones")).ok


async def test_moderators_are_held_to_it_too(evening: Evening) -> None:
    """Anybody who wants to flood a store can own a place, and is then a moderator there."""
    evening.rights["mia"] = Rights.OWNER
    await evening.lines("mia: !open cones")
    assert "one a minute" in (await evening.say("mia", "!open cones")).text


async def test_of_many_who_open_at_two_processes_at_once_eight_do(evening: Evening, other: Evening) -> None:
    people = [f"p{number}" for number in range(12)]
    answers = await asyncio.gather(
        *((evening, other)[number % 2].say(name, "!open poohead") for number, name in enumerate(people))
    )
    assert sum(answer.ok for answer in answers) == 8
    assert len(await evening.sessions()) == 8
    assert not any("broke" in answer.text for answer in answers)


async def test_of_one_persons_lines_at_two_processes_at_once_one_opens(evening: Evening, other: Evening) -> None:
    lines = [evening.message("ann", f"!open {game}") for game in ("cones", "poohead", "headache", "rogues")]
    answers = await asyncio.gather(*((evening, other)[at % 2].hear(one) for at, one in enumerate(lines)))
    assert sorted(answer.ok for answer in answers) == [False, False, False, True]
    await evening.table()


async def test_what_was_refused_for_another_reason_costs_nothing(evening: Evening) -> None:
    for line in (
        "!open cones pace=x",
        "!open tiddlywinks",
        "!halflings 9999999",
        "!open halflings money=purse buyin=-1",
    ):
        assert not (await evening.say("ann", line)).ok, line
    assert (await evening.say("ann", "!open cones")).ok


async def test_neither_the_next_game_nor_a_tournaments_tables_count(evening: Evening) -> None:
    await evening.lines("ann: !tournament rogues seats=3", "ben: !join", "ann: !bots 4", "ann: !start")
    assert len(await evening.sessions()) > 2
    evening.clock.move(60)
    await evening.lines("cid: !open halflings mode=house cooldown=0")
    evening.roll(1, 1)
    await evening.lines("cid: !stake 10")
    assert (await evening.say("cid", "!rematch")).ok
    for name in ("dan", "eve", "fay", "gus", "hal", "ida"):
        assert (await evening.say(name, "!open poohead")).ok, "the tournament is one of eight"


@pytest.mark.parametrize("left_alone", [False, True])
async def test_killed_at_each_change_it_opens_one_when_it_is_said_again(
    evening: Evening, empty_server: EmbeddedServer, left_alone: bool
) -> None:
    """F1: a dead process that was about to open a table delays nobody for more than a few seconds.

    The same holds if it had to make room first. A person who left a table alone gets their suckers back once.
    """
    if left_alone:
        await one_left_alone(evening)
    line = evening.message("ann", "!open cones")

    async def heard(changes: int) -> tuple[bool, int]:
        store = await Store.connect(empty_server.url, clock=evening.clock, timeout=60)
        made = killed_after(store, changes)
        house = Evening(store, evening.clock, venue=evening.venue, place=evening.place, tag=evening.tag)
        answer = await house.house.hear(line)
        await house.end()
        await store.close()
        return answer.ok, made()

    async with Redis.from_url(empty_server.url) as bare:
        before = await Stored.of(bare)
        _, whole = await heard(1_000)
        for kept in range(whole + 1):
            await before.put_back()
            await heard(kept)
            assert (await heard(1_000))[0], kept
            fresh = await evening.again()
            await fresh.table()
            assert await fresh.purse("zoe") == (1000 if left_alone else None)
            why = "one at a time" if left_alone else "one a minute"
            assert why in (await fresh.say("ann", "!open poohead")).text, kept
            evening.clock.move(LONGEST)
            assert (await fresh.say("ben", "!open poohead")).ok is not left_alone
            await fresh.end()


@pytest.mark.parametrize(
    "line",
    [
        "!open cones pace=99",
        "!open cones red=yes",
        "!halflings 999",
        "!open halflings money=purse buyin=5000",
        "!open halflings mode=duel money=purse buyin=200",
    ],
)
async def test_what_is_refused_closes_nobodys_table(evening: Evening, line: str) -> None:
    """Wrong options, a wrong stake, too small a purse, and one's own limit: the table left alone stays."""
    first = await one_left_alone(evening)
    await evening.lines("ann: !limit 100")
    assert not (await evening.say("ann", line)).ok
    assert (await evening.table()).code == first
    assert (await evening.say("ann", "!open cones")).ok


async def test_who_may_open_none_yet_closes_nobodys_table(evening: Evening) -> None:
    first = await one_left_alone(evening)
    await evening.hear(evening.message("ann", "!open poohead", place="test:elsewhere"))
    assert "one a minute" in (await evening.say("ann", "!open cones")).text
    await evening.lines("mia: !control cooldown 600", "mia: !control tables 2", "cid: !open cones")
    assert "seconds" in (await evening.say("ben", "!open cones")).text, "the place has just had one"
    assert first in [one.code for one in await evening.sessions()]


async def test_whoever_left_a_table_alone_opens_another_with_what_lay_there(evening: Evening) -> None:
    first = await one_left_alone(evening, buyin=900)
    assert (await evening.say("zoe", "!open halflings mode=duel money=purse buyin=900")).ok
    assert (await evening.table()).code != first
    assert await evening.purse("zoe") == 100


async def test_a_table_in_a_room_beside_makes_room_too(store: Store, clock: HandClock) -> None:
    """It counts where it was opened, so it makes room there."""
    evening = Evening(store, clock, witness=Everything())
    await one_left_alone(evening)
    await evening.lines("zoe: !thread")
    clock.move(LEFT_ALONE)
    assert (await evening.say("ann", "!open cones")).ok
    assert await evening.table()
    assert not await evening.house.directory.at(VenueId(evening.venue), PlaceId(f"{evening.place}-beside"), fresh=True)
    await evening.end()


async def one_left_alone(evening: Evening, buyin: int = 200) -> str:
    """Open the only table allowed here, for a purse, and let a quarter of an hour pass; return its code."""
    evening.rights["mia"] = Rights.OWNER
    await evening.lines("mia: !control tables 1", f"zoe: !open halflings mode=duel money=purse buyin={buyin}")
    evening.clock.move(LEFT_ALONE)
    return (await evening.table()).code


async def test_while_the_store_is_away_nothing_opens_and_nothing_is_counted(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object, **__: object) -> bool:
        raise StoreTrouble("unreachable", "away", pending=False)

    with monkeypatch.context() as now:
        now.setattr(Store, "claim_note", away)
        assert "moment" in (await evening.say("ann", "!open cones")).text
    assert (await evening.say("ann", "!open cones")).ok


async def test_what_is_counted_is_kept_for_two_days_and_names_nobody(evening: Evening, server: EmbeddedServer) -> None:
    await evening.lines("ann: !open cones")
    who = person("ann", evening.tag).id
    async with Redis.from_url(server.url) as bare:
        for name in (note_key(BY_PERSON, who), note_key(AT_PLACE, evening.place)):
            content = await bare.get(name)
            assert content is not None
            assert who.encode() not in content
            assert 0 < await bare.ttl(name) <= KEPT == 2 * 24 * 3600


async def test_on_a_platform_whose_places_have_one_it_is_one(store: Store, clock: HandClock) -> None:
    both = TwoPlaces(store, clock)
    both.twitch.most_tables = 1  # type: ignore[attr-defined]  # as the adapter of Twitch has it
    await both.lines("tim@twitch: !open cones", "ann: !open cones", "ben: !open cones")
    refused = await both.say("eve@twitch", "!halflings 20")
    assert "here it is one at a time. " in refused.text
    assert 'join" sits you down there' in refused.text
    both.rights["mo@twitch"] = Rights.STAFF
    await both.lines("mo@twitch: !control tables 2", "eve@twitch: !halflings 20")
    await both.end()


# One stake opens a table for all, if only one table is allowed


@pytest.mark.parametrize("usual", [1, 8], ids=["one-table", "eight-tables"])
async def test_forty_stakes_at_two_processes_in_one_moment_are_in_one_crowd(
    evening: Evening, other: Evening, usual: int
) -> None:
    line = "!halflings 20" if usual == 1 else "!halflings 20 mode=crowd"
    for one in (evening, other):
        one.witness.most_tables = usual  # type: ignore[attr-defined]  # as an adapter has it
    said = [(evening, other)[number % 2].say(f"viewer{number}", line) for number in range(40)]
    answers = await asyncio.gather(*said)
    assert [one.text for one in answers if not one.ok] == []
    (session,) = await evening.sessions()
    assert session.gathers
    assert [seat.opening for seat in session.seats] == ["stake 20"] * 40


async def test_a_stake_with_a_mode_of_its_own_or_of_the_place_opens_no_crowd(evening: Evening) -> None:
    evening.witness.most_tables = 1  # type: ignore[attr-defined]  # as an adapter has it
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("ann: !halflings 20 mode=duel")
    assert (await evening.table()).gathers is None
    await evening.lines("ann: !close", "mia: !control defaults halflings mode=duel", "ben: !halflings 20")
    assert (await evening.table()).gathers is None


async def test_a_process_that_died_while_it_opened_a_crowd_holds_up_nobody_for_long(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openings, "LONGEST", 1)
    assert await evening.store.claim_note(BY_NAME, evening.place, b"", 1)
    assert (await evening.say("ann", "!halflings 20")).ok


async def test_on_a_page_nobody_is_told_to_type(evening: Evening) -> None:
    await evening.lines("ann: !open cones")
    message = evening.message("ann", "open poohead")
    told = await evening.house.hear(
        Message(**{**{f: getattr(message, f) for f in message.__struct_fields__}, "page": True})
    )
    assert '"!' not in told.text


# Rooms


async def test_twenty_rooms_an_address_and_day(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the form of the page. Existing rooms of others and the main room do not count."""
    monkeypatch.setattr(rates, "Buckets", NeverEmpty)
    settings = Settings(_env_file=None, proxies="127.0.0.1")  # type: ignore[call-arg]  # as pydantic-settings takes it
    async with (
        open_room(evening.house, settings, "127.0.0.1", 0, lambda _: None) as room,
        ClientSession(cookie_jar=CookieJar(unsafe=True)) as session,
    ):
        url = f"http://127.0.0.1:{room.port}"

        async def sits(name: str, address: str = "9.9.9.9") -> int:
            ours = {"Origin": url, "Sec-Fetch-Site": "same-origin", "X-Forwarded-For": address}
            form = {"name": "Ann", "room": name}
            async with session.post(f"{url}/sit", data=form, headers=ours, allow_redirects=False) as answer:
                refused = "Twenty new rooms were opened from your address" in await answer.text()
                assert refused == (answer.status == 429)
                return answer.status

        assert await sits("theirs", "8.8.8.8") == 303
        opened = [await sits(f"room-{number}") for number in range(MOST_ROOMS)]
        assert opened == [303] * MOST_ROOMS == [303] * 20
        assert await asyncio.gather(*(sits(name) for name in ("one-more", "one-more", "another"))) == [429] * 3
        assert [await sits(name) for name in ("room-7", "theirs", "main")] == [303] * 3
        assert await sits("one-more", "8.8.8.8") == 303
        assert await sits("one-more") == 303, "it is known now"
        evening.clock.move(24 * 3600)
        assert await sits("tomorrow") == 303


async def test_rooms_are_counted_over_processes_and_by_no_address(
    evening: Evening, other: Evening, server: EmbeddedServer
) -> None:
    both = (NewRooms(evening.store), NewRooms(other.store))
    lots = [both[number % 2].lets_in(f"{evening.tag[1:]}-{number}", "7.7.7.7") for number in range(MOST_ROOMS + 5)]
    assert sum(await asyncio.gather(*lots)) == MOST_ROOMS
    async with Redis.from_url(server.url) as bare:
        assert not [name async for name in bare.scan_iter("*7.7.7.7*")]


async def test_so_many_guests_a_day_come_from_one_address(evening: Evening) -> None:
    rooms = NewRooms(evening.store)
    come = [await rooms.lets_in("main", "6.6.6.6") for _ in range(MOST_SEATS + 3)]
    assert come == [True] * MOST_SEATS + [False] * 3
    assert await rooms.lets_in("main", "5.5.5.5"), "others come as before"
    evening.clock.move(24 * 3600)
    assert await rooms.lets_in("main", "6.6.6.6")
