"""Test two processes on one store and one table, as after a deploy (threats F19): one commits, nothing is lost."""

import asyncio
import multiprocessing
import random
from collections.abc import AsyncIterator
from typing import Any

import one_evening
import pytest
from evening import Evening, unbalanced

from bot.ports.messages import Message, Rights
from bot.table.options import ungenerous
from bot.table.phases import Between, Closed, Playing
from games.proof.record import TimedOut
from games.proof.verifying import verify
from persistence import EmbeddedServer, HandClock, Store, TableRef

PROCESSES = multiprocessing.get_context("forkserver")


@pytest.fixture
async def other(evening: Evening, server: EmbeddedServer, clock: HandClock) -> AsyncIterator[Evening]:
    """Yield a second house for the same venue and people, with its own store connection and memory."""
    store = await Store.connect(server.url, clock=clock, timeout=60)
    made = Evening(store, clock, venue=evening.venue, place=evening.place, tag=evening.tag)
    yield made
    await made.end()
    await store.close()


@pytest.mark.timeout(400)
async def test_a_hundred_moves_raced_by_two_houses_are_each_played_once(evening: Evening, other: Evening) -> None:
    """F19, F7: fifty stakes, each delivered to both houses at once."""
    people = [f"p{number}" for number in range(50)]
    await evening.lines("ann: !open halflings mode=crowd money=purse cooldown=0 buyin=100")
    houses = (evening, other)
    joins = [houses[number % 2].say(name, "!join") for number, name in enumerate(people)]
    assert all(answer.ok for answer in await asyncio.gather(*joins))
    stakes = [evening.message(name, "!stake 10") for name in people]
    answers = await asyncio.gather(*(house.hear(message) for message in stakes for house in houses))
    assert [answer.text for answer in answers if "broke" in answer.text or "One moment" in answer.text] == []
    await other.lines("ann: !start")
    staked = [move for move in await evening.moves() if move.endswith(" stake 10")]
    assert len(staked) == len(set(staked)) == len(people)
    assert await unbalanced(evening) == []


async def test_whole_duels_raced_by_two_houses_go_on_move_by_move(evening: Evening, other: Evening) -> None:
    """F19: every line goes to both houses in the same millisecond. The game is the same as in one house."""
    lines = [
        *(("ann", "!open halflings mode=duel money=purse cooldown=0"), ("ben", "!join"), ("ann", "!start")),
        *[pair for _ in range(3) for pair in (("ann", "!stake 10"), ("ben", "!roll"), ("ann", "!roll"))],
        *(("ben", "!stake 10"), ("ann", "!roll"), ("ben", "!roll"), ("ann", "!split"), ("ben", "!stand")),
    ]
    for name, text in lines:
        message = evening.message(name, text)
        await asyncio.gather(evening.hear(message), other.hear(message))
        assert await unbalanced(evening) == []
    played = await other.moves()
    assert played[:2] == ["0 stake 10", "1 roll"]
    assert len(await evening.sessions()) == 1


# Each house hears only its own people (F30), and nobody tells it what the others have done.


async def test_a_start_is_judged_by_who_sits_there_now(evening: Evening, other: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel cooldown=0")
    assert not (await evening.say("ann", "!start")).ok
    assert (await other.say("ben", "!join")).ok
    assert (await evening.say("ann", "!start")).ok
    assert "A game is on" in (await other.say("ben", "!start")).text


async def test_what_a_place_no_more_lets_be_is_not_begun_in_one_step_with_it(evening: Evening, other: Evening) -> None:
    """HG-14: this house believes that the House pays its losses, but the owner has just changed that."""
    evening.rights["olga"] = other.rights["olga"] = Rights.OWNER
    await evening.lines("olga: !control generous on", "ann: !open halflings mode=house money=purse cooldown=0")
    await other.lines("olga: !control generous off")
    said = [evening.message("ann", text) for text in ("!options pace=1", "!options pay=early", "!start")]
    answers = await asyncio.gather(*(evening.hear(message) for message in said))
    assert [answer.ok for answer in answers] == [True, False, True]
    assert "pay=banker" in answers[1].text
    session = await evening.table()
    assert isinstance(session.phase, Playing)
    assert ungenerous(session) is None


async def test_a_table_that_opened_elsewhere_is_there_for_whoever_asks(evening: Evening, other: Evening) -> None:
    for word in ("!join", "!stake 10", "!start"):
        assert not (await other.say("ben", word)).ok
    await evening.lines("ann: !open halflings mode=duel cooldown=0")
    assert (await other.say("ben", "!join")).ok
    await evening.lines("ann: !start", "ann: !stake 10", "ann: !close")
    assert "No table is open here" in (await other.say("ben", "!roll")).text


@pytest.mark.parametrize("watched_by", [0, 30], ids=["alone", "behind a crowd"])
async def test_a_duel_is_played_by_two_who_are_heard_by_one_house_each(
    evening: Evening, other: Evening, watched_by: int
) -> None:
    await evening.lines("ann: !open halflings mode=duel money=purse cooldown=0")
    assert (await other.say("ben", "!join")).ok
    assert (await evening.say("ann", "!start")).ok
    mine = {"ann": evening, "ben": other}
    for word in one_evening.DUEL * 3:
        for name, house in mine.items():
            crowd = (one.say(f"p{n}", "!roll") for one in mine.values() for n in range(watched_by))
            answer, *refused = await asyncio.gather(house.say(name, word), *crowd)
            assert not any(one.ok for one in refused)
            if answer.ok:
                assert (await evening.table()).log_length
        if isinstance((await evening.table()).phase, Between):
            break
    assert isinstance((await evening.table()).phase, Between)
    assert await unbalanced(evening) == []


async def test_who_is_refused_asks_for_the_version_alone_and_once_for_all(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start")
    asked: list[str] = []
    for name in ("version", "load"):
        plain = getattr(Store, name)

        async def counted(self: Store, ref: TableRef, name: str = name, plain: Any = plain) -> Any:
            asked.append(name)
            return await plain(self, ref)

        monkeypatch.setattr(Store, name, counted)
    assert not any(answer.ok for answer in await asyncio.gather(*(evening.say("ann", "!roll") for _ in range(20))))
    assert asked == ["version"]
    assert not (await evening.say("ann", "!rol")).ok
    assert asked == ["version"], "what can't be read asks nothing"


async def test_a_named_table_is_told_as_the_other_house_left_it(evening: Evening, other: Evening) -> None:
    """F30: nobody tells this house that somebody sat down, or that the table has closed and another stands there."""
    await evening.lines("ann: !open halflings mode=duel cooldown=0")
    code, message = (await evening.table()).code, evening.message("ann", "!hand")
    named = evening.house.directory.coded
    await other.lines("ben: !join")
    assert len((await named(message, code, fresh=True)).people) == 2
    assert (await other.say("ann", "!close")).ok
    assert (await other.say("ben", "!open rogues")).ok
    assert isinstance((await named(message, code, fresh=True)).phase, Closed)
    opened = (await other.table()).code
    assert (await named(message, opened, fresh=True)).code == opened


async def test_a_named_table_that_is_known_here_is_read_alone(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !open rogues")
    read: list[str] = []
    for name in ("load", "shown_at", "find_code"):
        plain = getattr(Store, name)

        async def counted(self: Store, about: Any, name: str = name, plain: Any = plain) -> Any:
            read.append(name)
            return await plain(self, about)

        monkeypatch.setattr(Store, name, counted)
    code = (await evening.sessions())[0].code
    read.clear()
    assert (await evening.house.directory.coded(evening.message("ann", "!hand"), code, fresh=True)).code == code
    assert read == ["load"]


@pytest.mark.timeout(300)
async def test_two_processes_play_a_duel_each_with_its_own_player(evening: Evening, server: EmbeddedServer) -> None:
    await evening.lines("ann: !open halflings mode=duel money=purse cooldown=0 stake_seconds=600 roll_seconds=600")
    await evening.lines("ben: !join", "ann: !start")
    together = PROCESSES.Barrier(2)
    at = (evening.venue, evening.place)
    players = [
        PROCESSES.Process(target=one_evening.own, args=(server.url, name, (evening.id_of(name), *at), together))
        for name in ("ann", "ben")
    ]
    for player in players:
        player.start()
    for player in players:
        await asyncio.to_thread(player.join, 200)
    assert [player.exitcode for player in players] == [0, 0]
    session = await evening.table()
    evening.house.repository.forget(session.ref)
    record = await evening.store.record(evening.venue, session.record)
    assert record is not None, "the game is over; a line that was on its way may have begun the next"
    assert verify(record.decode()).game_id.endswith("/1")
    assert {move.split()[0] for move in await evening.moves()} == {"0", "1"}
    assert not any(isinstance(deed, TimedOut) for deed in await evening.deeds(object))
    assert await unbalanced(evening) == []


async def test_the_same_line_opens_one_table_in_two_houses(evening: Evening, other: Evening) -> None:
    message = evening.message("ann", "!halflings 10 auto")
    await asyncio.gather(evening.hear(message), other.hear(message))
    assert len(await evening.sessions()) == len(await other.sessions()) == 1


async def test_a_deadline_that_two_houses_see_fires_once(evening: Evening, other: Evening) -> None:
    """F19, F20: the second one finds nothing to do."""
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start", "ann: !stake 10")
    await other.house.scheduler.sweep()
    evening.clock.move(20)
    await other.house.scheduler.sweep()
    fired = await asyncio.gather(evening.house.scheduler.fire_due(), other.house.scheduler.fire_due())
    assert sum(fired) >= 1
    assert [deed for deed in await evening.deeds(object) if isinstance(deed, TimedOut)] == [TimedOut((1,))]  # type: ignore[arg-type]
    session = await evening.table()
    assert session.seats[1].missed == 1


async def test_a_house_that_was_asleep_judges_by_what_stands_now(evening: Evening, other: Evening) -> None:
    """Its copy is stale. The commit's version shows that, and it reads again."""
    await evening.lines("ann: !open halflings mode=duel cooldown=0", "ben: !join", "ann: !start")
    await other.say("ann", "!table")
    evening.roll(8, 4, 5)
    await evening.lines("ann: !stake 10", "ben: !roll")
    answer = await other.say("ann", "!stake 10")
    assert (answer.ok, "roll" in answer.text) == (False, True), "it is her roll by now"
    assert await evening.moves() == ["0 stake 10", "1 roll"]
    answer = await other.say("ben", "!roll")
    assert not answer.ok
    await evening.lines("ann: !roll")
    answer = await other.say("cid", "!join")
    assert not answer.ok


async def test_a_deadline_set_by_a_house_that_died_is_fired_by_another(evening: Evening, other: Evening) -> None:
    """F1, F19: although the other knew the table, and another deadline of it."""
    await evening.lines("ann: !open halflings mode=duel cooldown=0 stake_seconds=600", "ben: !join", "ann: !start")
    await other.say("ann", "!table")
    await other.house.scheduler.sweep()
    await evening.lines("ann: !stake 10")
    evening.clock.move(20)
    for ref in await other.house.scheduler.sweep():
        other.house.delivery.left_behind(ref)
    await other.settle()
    assert any(isinstance(deed, TimedOut) for deed in await evening.deeds(object))
    assert any("The Giant rolls" in line for line in other.news)


async def test_games_of_one_place_are_numbered_without_gap_by_two_houses(evening: Evening, other: Evening) -> None:
    """`docs/fairness.md`: each number is sealed once."""
    houses = (evening, other)
    people = [f"p{number}" for number in range(8)]
    opened = [houses[number % 2].say(name, "!halflings 10 auto") for number, name in enumerate(people)]
    assert all(answer.ok for answer in await asyncio.gather(*opened))
    sessions = await evening.sessions()
    records = [await evening.store.record(session.venue, session.record) for session in sessions]
    played = sorted(int(verify(found.decode()).game_id.rpartition("/")[2]) for found in records if found)
    sealed = sorted([*played, *(session.pledge.n for session in sessions)])
    assert sealed == list(range(1, 17))
    assert all(isinstance(session.phase, Between) for session in sessions)


@pytest.mark.timeout(300)
async def test_two_processes_race_for_one_table(evening: Evening, server: EmbeddedServer) -> None:
    """F19: the same forty messages in two processes, in different orders. Each is played once, by either."""
    people = [f"p{number}" for number in range(20)]
    await evening.lines("ann: !open halflings mode=crowd money=purse cooldown=0 buyin=100 stack=100 crowd_seconds=600")
    await asyncio.gather(*(evening.say(name, "!join") for name in people))
    stakes = [evening.message(name, "!stake 10") for name in people]
    texts = [evening.message(name, "!table") for name in people]
    orders = [random.Random(number).sample([*stakes, *texts], 40) for number in range(2)]  # noqa: S311 - a test's own
    racers = [PROCESSES.Process(target=one_evening.race, args=(server.url, tuple(order))) for order in orders]
    for racer in racers:
        racer.start()
    for racer in racers:
        await asyncio.to_thread(racer.join, 200)
    assert [racer.exitcode for racer in racers] == [0, 0]
    evening.house.repository.forget((await evening.table()).ref)
    await evening.lines("ann: !start")
    staked = [move for move in await evening.moves() if move.endswith(" stake 10")]
    assert len(staked) == len(set(staked)) == len(people)
    assert await unbalanced(evening) == []


@pytest.mark.soak
@pytest.mark.timeout(3600)
async def test_two_processes_race_for_forty_tables(server: EmbeddedServer, clock: HandClock) -> None:
    """F19, the long form: 20,000 lines at forty tables, each heard by both."""
    store = await Store.connect(server.url, clock=clock, timeout=60)
    evenings = [Evening(store, clock) for _ in range(40)]
    people = [f"p{number}" for number in range(50)]
    said = list[Message]()
    for evening in evenings:
        await evening.lines(
            "ann: !open halflings mode=crowd money=purse cooldown=0 buyin=100 stack=100 crowd_seconds=600"
        )
        await asyncio.gather(*(evening.say(name, "!join") for name in people))
        for round_of in range(5):
            said += [evening.message(name, f"!stake {round_of + 6}") for name in people]
            said += [evening.message(name, "!table") for name in people]
    assert len(said) == 20_000
    orders = [random.Random(number).sample(said, len(said)) for number in range(2)]  # noqa: S311 - a test's own
    racers = [PROCESSES.Process(target=one_evening.race, args=(server.url, tuple(order))) for order in orders]
    for racer in racers:
        racer.start()
    for racer in racers:
        await asyncio.to_thread(racer.join, 3000)
    assert [racer.exitcode for racer in racers] == [0, 0]
    for evening in evenings:
        evening.house.repository.forget((await evening.table()).ref)
        await evening.lines("ann: !start")
        staked = [move.split()[0] for move in await evening.moves() if " stake " in move]
        assert len(staked) == len(set(staked)) == len(people)
        assert await unbalanced(evening) == []
        await evening.end()
    await store.close()
