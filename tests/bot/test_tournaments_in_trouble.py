"""Test a tournament in trouble: people leave, processes die, keys are lost, and actions collide."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from evening import Evening, Witness
from msgspec import json
from msgspec.structs import replace
from tournament_night import GAME, gathered, hosting, hosting_session, played_out, tables

from bot.adapters.console import LoadedFairness, SeededBytes
from bot.app.application import Application
from bot.engine.operations import Operations
from bot.ports.messages import Rights
from bot.render.panel import TableView, panel_for
from bot.table import tournament
from bot.table.codec import decode_batch
from bot.table.defaults import Defaults
from bot.table.document import SCHEMA
from bot.table.fairness import Keys
from bot.table.phases import Hosting
from bot.table.playing import HURRY
from bot.wings.tournaments.director import Director
from games.kit.codec import codec
from games.kit.contract import PrivateEvent
from games.proof.record import Moved
from persistence import Commit, HandClock, Store


async def all_say(evening: Evening, word: str, *names: str) -> None:
    for _ in names:
        for name in names:
            await evening.say(name, word)


@pytest.mark.timeout(200)
async def test_who_has_nothing_left_stops_no_last_duel(evening: Evening) -> None:
    """The people at the final table are out and broke, but a house bot still has to face the Giant."""
    for _ in range(5):
        await gathered(evening, 6, "stack=10")
        await evening.lines("ann: !start")
        ranked = await played_out(evening)
        assert len(ranked) == 6
        await evening.lines("ann: !tournament end")


async def test_who_is_out_may_leave_during_the_last_duel(evening: Evening) -> None:
    """The third wins the round and the first leaves, so seats have moved up when the winner is told."""
    await evening.lines(f"ann: !tournament {GAME} stack=10 final=wager", "ben: !join", "cid: !join", "ann: !start")
    (table,) = await tables(evening)
    first, _, third = (one.name for one in table.seats)
    evening.roll(5, 3, 4, 2, 5, 6, 5, 3, 4, 4, 1)
    await evening.wait(10)
    await all_say(evening, "!trip", "ann", "ben", "cid")
    await evening.wait(20)
    await evening.lines(f"{first}: !leave", f"{third}: !stake 0")
    phase = await hosting(evening)
    assert (phase.over, phase.ranked[-1].name) == (True, third)


async def test_a_table_where_one_is_left_begins_no_duel_after_a_crash(evening: Evening) -> None:
    """The process dies right after somebody left. The next one finds the overdue start before it looks."""
    await evening.lines(f"ann: !tournament {GAME} seats=3 level_seconds=7200")
    people = ("ann", "ben", "cid", "dan", "eve")
    await evening.lines(*(f"{name}: !join" for name in people[1:]), "ann: !start")
    await evening.wait(11)
    small = next(one for one in await tables(evening) if len(one.seats) == 2)
    await all_say(evening, "!flee", *people)
    leaves, stays = (one.name for one in small.seats)
    evening.house.hooks.turned_in_tournament.remove(evening.house.part(Director).note)  # it dies before it looks
    await evening.house.hear(evening.message(leaves, "!leave"))
    await evening.end()
    evening.clock.move(30)
    after = await evening.again()
    await after.wait(60)
    assert not any(f"{stays} wins the match" in line for line in after.news)
    assert stays not in [one.name for one in (await hosting(after)).ranked]
    await after.end()


@pytest.mark.timeout(100)
async def test_a_lost_key_stops_no_tournament(evening: Evening) -> None:
    """F27: it is told, another seed draws the seats from then on, and nothing loops."""
    await evening.lines(f"ann: !tournament {GAME} seats=3", "ben: !join", "cid: !join", "dan: !join", "ann: !start")
    await evening.wait(11)
    other = Evening(evening.store, evening.clock, venue=evening.venue, place=evening.place, tag=evening.tag)
    random = SeededBytes("other")
    other.dice = LoadedFairness(Keys({2: bytes(range(32))}), random)
    other.witness = Witness()
    seals = evening.store.seals
    other.house = Application(evening.store, other.dice, Defaults(pace=0, bots_from_bank=True), random)
    evening.store.seals = seals  # the documents can still be read: their key is not the one of the seats' seed
    other.house.add(other.witness)
    await evening.end()
    await other.sweep()
    await other.wait(60)
    for name in ("ben", "cid", "ben", "cid"):  # the first line finds the key lost, and has no effect
        await other.house.hear(other.message(name, "!leave"))
        await asyncio.wait_for(other.settle(), 20)
    await other.wait(200)
    assert (await hosting_session(other)).log_length < 100
    assert "how the seats were drawn so far can't be checked" in "\n".join(other.news)
    await other.lines("ann: !tournament end")
    assert await other.sessions() == []
    await other.end()


async def test_ended_while_its_tables_are_being_opened_it_leaves_none_behind(evening: Evening) -> None:
    await gathered(evening, 30, "seats=3")
    begun = asyncio.create_task(evening.house.hear(evening.message("ann", "!start")))
    while not isinstance((await hosting_session(evening)).phase, Hosting):  # noqa: ASYNC110 - the store tells nobody
        await asyncio.sleep(0)
    asked = await evening.house.hear(evening.message("ann", "!tournament end"))
    await evening.house.hear(evening.message("ann", f"!{asked.confirm}"))
    await begun
    await evening.wait(60)
    assert await evening.sessions() == []
    assert not any("is out" in line for line in evening.news)


async def test_tables_whose_tournament_is_no_more_are_closed(evening: Evening) -> None:
    await gathered(evening, 9, "seats=3")
    await evening.lines("ann: !start")
    session = await hosting_session(evening)
    stored = await evening.store.load(session.ref)
    assert stored is not None
    closed = json.encode({**json.decode(stored.document), "phase": {"type": "closed"}})
    await evening.store.commit(Commit(session.ref, stored.version, closed, places=(), closed=True))
    evening.house.repository.forget(session.ref)
    await evening.wait(400)
    assert await evening.sessions() == []


async def test_a_table_that_a_newer_bot_has_stored_is_not_taken_for_lost(evening: Evening) -> None:
    """F21: during a deploy the older process leaves all of it alone."""
    await gathered(evening, 9, "seats=3")
    await evening.lines("ann: !start")
    one, session = (await tables(evening))[0], await hosting_session(evening)
    stored = await evening.store.load(one.ref)
    assert stored is not None
    newer = json.encode({**json.decode(stored.document), "schema": SCHEMA + 1})
    await evening.store.commit(Commit(one.ref, stored.version, newer, places=one.places))
    evening.house.repository.forget(one.ref)
    await evening.house.repository.update(session.ref, (), tournament.look_again)
    await evening.settle()
    phase = (await evening.house.repository.get(session.ref, fresh=True)).phase
    assert isinstance(phase, Hosting)
    assert (phase.ranked, len(phase.tables)) == ((), 3)


async def test_nobody_stands_up_while_seats_are_drawn_anew(evening: Evening) -> None:
    """Otherwise a seating that was stored before would seat a person who has left."""
    await evening.lines(f"ann: !tournament {GAME} seats=3", "ben: !join", "cid: !join", "dan: !join", "ann: !start")
    one = next(table for table in await tables(evening) if any(seat.name == "ben" for seat in table.seats))
    await evening.house.repository.update(one.ref, (), lambda change: tournament.hold(change, 2))
    answer = await evening.say("ben", "!leave")
    assert (answer.ok, "waits" in answer.text) == (False, True)


async def test_what_moderators_do_to_it_stands_in_their_log(evening: Evening) -> None:
    """Threats T8."""
    await gathered(evening, 4)
    await evening.lines("ann: !start")
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("mia: !tournament level", "mia: !tournament pause why not", "mia: !tournament resume")
    log = (await evening.whisper("mia", "!mod log")).text
    assert all(f"tournament {word}" in log for word in ("level", "pause", "resume"))


async def test_a_moderator_closes_its_lobby_by_name(evening: Evening) -> None:
    await gathered(evening, 4)
    evening.rights["mia"] = Rights.STAFF
    asked = await evening.say("mia", "!tournament end")
    await evening.lines(f"mia: !{asked.confirm}")
    assert "mia" in "\n".join(evening.news)
    assert " end " in (await evening.whisper("mia", "!mod log")).text


async def test_a_pause_of_the_tournament_outlasts_another_pause_of_a_table(evening: Evening) -> None:
    await gathered(evening, 4)
    await evening.lines("ann: !start")
    (one,) = await tables(evening)
    await evening.house.part(Operations).pause_place(one.ref)
    await evening.lines("ann: !tournament pause")
    await evening.house.part(Operations).resume_place(one.ref)
    (one,) = await tables(evening)
    assert one.paused is not None
    await evening.lines("ann: !tournament resume")
    (one,) = await tables(evening)
    assert one.paused is None


async def test_two_of_one_name_are_called_the_same_wherever_they_are_told_of(evening: Evening) -> None:
    """T13."""
    await evening.lines(f"ann: !tournament {GAME}")
    for number in range(3):
        message = evening.message(f"sam{number}", "!join")
        await evening.hear(replace(message, sender=replace(message.sender, name="sam")))
    await evening.lines("ann: !start")
    told = next(line for line in evening.news if "The final table" in line)
    assert all(f"sam ({place})" in told for place in (2, 3, 4))


@pytest.mark.timeout(200)
async def test_the_pace_of_a_house_bot_tells_nothing_of_its_dice(evening: Evening) -> None:
    """T3: hidden arrangements take no time of their own. Everything visible comes after the same two seconds, and after
    the same moment once all see that Ann is out.
    """
    await evening.lines("ann: !open rogues stack=1000 next_seconds=5 turn_seconds=600 pace=2 level=3", "ann: !bots 5")
    await evening.lines("ann: !start")
    arranged = 0
    for _ in range(120):
        await evening.wait(2)
        await evening.say("ann", "!trip")
    session = await evening.table()
    waited, since = set(), 0
    for one in [decode_batch(line) for line in await evening.store.log(session.ref)]:
        events = [codec(session.rules).event(bytes(raw)) for raw in one.events]
        if not events:
            continue
        if all(isinstance(event, PrivateEvent) for event in events):
            arranged += 1
            continue
        if isinstance(one.deed, Moved) and one.deed.seat != 0:
            waited.add(one.at - since)
        since = one.at
    assert arranged > 5
    assert waited - {HURRY} == {2000}


class SlowRooms(Witness):
    """Each table gets its own room, slowly. `meanwhile`: what happens during that, once."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[str] = []
        self.meanwhile: Callable[[], Awaitable[object]] | None = None

    async def side_room(self, place: str, title: str) -> str:  # noqa: ARG002 - anywhere
        self.made.append(f"{place}-{len(self.made)}")
        await asyncio.sleep(0.01)
        if (act := self.meanwhile) is not None:
            self.meanwhile = None
            await act()
        return self.made[-1]


@pytest.fixture
async def slow(store: Store, clock: HandClock) -> AsyncIterator[tuple[Evening, SlowRooms]]:
    rooms = SlowRooms()
    evening = Evening(store, clock, witness=rooms)
    yield evening, rooms
    await evening.end()


async def test_a_start_that_is_pressed_twice_makes_rooms_once(slow: tuple[Evening, SlowRooms]) -> None:
    evening, rooms = slow
    await gathered(evening, 7, "seats=3")
    answers = await asyncio.gather(evening.say("ann", "!start"), evening.say("ann", "!start"))
    assert sorted(answer.ok for answer in answers) == [False, True]
    assert "is being seated" in next(answer.text for answer in answers if not answer.ok)
    assert len(rooms.made) == 3
    assert [one.place for one in (await hosting(evening)).tables] == rooms.made


async def test_whoever_enters_while_rooms_are_made_is_seated_too(slow: tuple[Evening, SlowRooms]) -> None:
    evening, rooms = slow
    await gathered(evening, 6, "seats=3")
    rooms.meanwhile = lambda: evening.house.hear(evening.message("ben", "!join"))
    await evening.lines("ann: !start")
    phase = await hosting(evening)
    assert (len(phase.entered), len(phase.tables), len(rooms.made)) == (7, 3, 3)


async def test_rooms_that_were_made_for_a_start_that_was_refused_serve_the_next(
    slow: tuple[Evening, SlowRooms],
) -> None:
    evening, rooms = slow
    evening.rights["mia"] = Rights.STAFF
    await gathered(evening, 7, "seats=3")
    rooms.meanwhile = lambda: evening.house.hear(evening.message("mia", "!pause why not"))
    assert not (await evening.say("ann", "!start")).ok
    await evening.lines("mia: !resume", "ann: !start")
    assert len(rooms.made) == 3
    assert [one.place for one in (await hosting(evening)).tables] == rooms.made


async def test_what_the_host_alone_says_is_marked_so(evening: Evening) -> None:
    await gathered(evening, 4)
    await evening.lines("ann: !start")
    session = await hosting_session(evening)
    table = TableView(session, evening.house.languages.words("en"))
    offered = {one.word: one.by for one in panel_for(table, "").commands}
    assert offered == {
        "tournament": "",
        "rules": "",
        "tournament level": evening.id_of("ann"),
        "tournament pause": evening.id_of("ann"),
    }
    await evening.lines("ann: !tournament pause")
    table = TableView(await hosting_session(evening), evening.house.languages.words("en"))
    paused = {one.word for one in panel_for(table, "").commands}
    assert paused == {"tournament", "rules", "tournament resume"}
