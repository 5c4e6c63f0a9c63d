"""Test that a stream ends and comes back: tables wait or play their last round, and no stake is lost (threats T8)."""

import pytest
from evening import Evening

from bot.ports.messages import Person, Rights
from bot.table.phases import Lobby, Playing
from bot.wings.streams.streams import Streams
from persistence import StoreTrouble

HOUR = 3600


class Channel:
    """A broadcast whose stream is watched."""

    def __init__(self) -> None:
        self.watched: list[str] = []

    async def watch_stream(self, place: str) -> None:
        self.watched.append(place)


@pytest.fixture
async def live(evening: Evening) -> Evening:
    """Return a live channel, whose tables wait when it is not live."""
    evening.rights["oda"] = Rights.OWNER
    channel = Channel()
    evening.house.add_broadcast("test", channel)  # type: ignore[arg-type]  # of a broadcast this is all
    assert (await evening.say("oda", "!control offline pause 6")).ok
    assert channel.watched == [evening.place]
    await begins(evening)
    return evening


async def begins(evening: Evening, at: int | None = None) -> None:
    await evening.house.part(Streams).is_on(evening.venue, evening.place, evening.clock.now() if at is None else at)
    await evening.settle()


async def ends(evening: Evening, at: int | None = None) -> None:
    by = Person(f"test:oda{evening.tag}", "Oda")
    await evening.house.part(Streams).is_off(
        evening.venue, evening.place, by, evening.clock.now() if at is None else at
    )
    await evening.settle()


async def a_game(evening: Evening, options: str = "") -> None:
    await evening.lines(f"ann: !open rogues turn_seconds=60 {options}", "ben: !join", "ann: !start")


def told(evening: Evening) -> str:
    return "\n".join(evening.witness.told(f"place:{evening.place}"))


async def test_a_game_waits_for_its_stream_and_nobody_loses_time(live: Evening) -> None:
    await a_game(live)
    playing = (await live.table()).phase
    assert isinstance(playing, Playing)
    left = playing.clock.ends_at - live.clock.now()
    live.clock.move(10)
    await ends(live)
    session = await live.table()
    assert session.paused is not None
    assert "Oda is offline" in told(live)
    assert "After 6 hours the game would be void" in told(live)
    refused = await live.say("ann", "!trip")
    assert "waits for the stream of Oda" in refused.text
    await live.wait(3 * HOUR)
    await begins(live)
    session = await live.table()
    assert session.paused is None
    assert session.offline is None
    assert isinstance(session.phase, Playing)
    assert session.phase.clock.ends_at - live.clock.now() == left - 10_000
    assert "The stream is back" in told(live)
    assert session.phase.pledge == playing.pledge


async def test_past_the_limit_a_game_is_void_every_stake_goes_back_and_it_is_counted(live: Evening) -> None:
    await a_game(live, "money=purse buyin=100")
    before = {name: await purse(live, name) for name in ("ann", "ben")}
    await ends(live)
    await live.wait(6 * HOUR - 1)
    assert isinstance((await live.table()).phase, Playing)
    await live.wait(2)
    session = await live.table()
    assert isinstance(session.phase, Lobby)
    assert session.paused is None
    assert [seated.stack for seated in session.seats] == [100, 100]
    assert "The stream of Oda has been offline for 6 hours." in told(live)
    assert "The game is void: the stream stayed offline. All stakes go back." in told(live)
    assert "called off here, in all: 1" in (await live.say("ann", "!server")).text
    log = (await live.say("oda", "!mod log")).text
    assert "Oda · stream offline, game 1 void" in log
    assert "offline for 6 h" in log
    await live.lines("ann: !leave", "ben: !leave")
    assert {name: await purse(live, name) for name in before} == {name: stack + 100 for name, stack in before.items()}


async def purse(evening: Evening, name: str) -> int:
    return int(await evening.store.balance(evening.venue, f"purse:test:{name}{evening.tag}"))


async def test_the_limit_is_a_setting(live: Evening) -> None:
    assert (await live.say("oda", "!control offline pause 1")).ok
    await a_game(live)
    await ends(live)
    await live.wait(HOUR + 1)
    assert isinstance((await live.table()).phase, Lobby)


async def test_a_longer_limit_than_a_table_may_be_idle(live: Evening) -> None:
    assert (await live.say("oda", "!control offline pause 24")).ok
    await a_game(live)
    await ends(live)
    await live.wait(23 * HOUR)
    assert isinstance((await live.table()).phase, Playing)
    await begins(live)
    assert (await live.table()).paused is None


async def test_news_that_come_twice_late_or_out_of_order_do_nothing(live: Evening) -> None:
    await a_game(live)
    began = live.clock.now()
    live.clock.move(5)
    await ends(live)
    first = await live.table()
    await ends(live)
    assert await live.table() == first
    await begins(live, began)  # the beginning, told again
    assert await live.table() == first
    ended = live.clock.now()
    live.clock.move(30)
    await begins(live)
    await begins(live)
    goes_on = await live.table()
    assert goes_on.paused is None
    await ends(live, ended)  # the earlier end, told again
    assert await live.table() == goes_on


async def test_a_look_up_that_lags_behind_ends_no_stream(live: Evening) -> None:
    await a_game(live)
    await ends(live, 0)
    assert (await live.table()).paused is None
    await live.wait(30)
    live.clock.move(400)
    await ends(live, 0)
    assert (await live.table()).paused is not None


async def test_it_survives_a_restart_in_between(live: Evening) -> None:
    await a_game(live)
    await ends(live)
    other = await live.again()
    await other.house.part(Streams).is_off(live.venue, live.place, Person("test:oda", "Oda"), 0)
    assert (await other.table()).paused is not None
    live.clock.move(60)
    await begins(other)
    assert (await other.table()).paused is None
    await other.end()


async def test_the_stream_came_back_while_the_bot_was_away(live: Evening) -> None:
    """The limit ran out meanwhile. The bot waits for news of the stream before it calls anything off."""
    await a_game(live)
    await ends(live)
    live.clock.move(7 * HOUR)
    other = await live.again()
    await other.settle()
    assert isinstance((await other.table()).phase, Playing)
    await begins(other)
    session = await other.table()
    assert isinstance(session.phase, Playing)
    assert session.paused is None
    await other.end()


async def test_nor_is_it_forgotten_where_the_stream_stays_away(live: Evening) -> None:
    await a_game(live)
    await ends(live)
    live.clock.move(7 * HOUR)
    other = await live.again()
    await other.settle()
    await other.wait(400)
    assert isinstance((await other.table()).phase, Lobby)
    await other.end()


async def test_what_the_store_could_not_do_is_done_by_the_next_word(
    live: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_game(live)
    await live.lines("cid: !open poohead")

    async def away(*_: object, **__: object) -> None:
        raise StoreTrouble("unreachable", "gone")

    monkeypatch.setattr(live.store, "put_note", away)
    with pytest.raises(StoreTrouble):
        await ends(live)
    monkeypatch.undo()
    await ends(live)
    assert all(one.paused is not None for one in await live.sessions())
    assert told(live).count("is offline, so all tables here are paused") == 1
    await begins(live, live.clock.now() + 1)
    assert all(one.paused is None for one in await live.sessions())


async def test_the_last_round_is_played_and_further_ones_follow_when_the_stream_is_back(live: Evening) -> None:
    assert (await live.say("oda", "!control offline last-round")).ok
    await a_game(live)
    await ends(live)
    session = await live.table()
    assert session.paused is None
    assert session.enough
    assert "no further game starts by itself until it is back" in told(live)
    assert (await live.say("ann", "!trip")).ok  # it is played on
    live.clock.move(5)
    await begins(live)
    session = await live.table()
    assert not session.enough
    assert session.offline is None


async def test_a_host_who_had_enough_still_has(live: Evening) -> None:
    assert (await live.say("oda", "!control offline last-round")).ok
    await a_game(live)
    await live.lines("ann: !enough")
    await ends(live)
    live.clock.move(5)
    await begins(live)
    assert (await live.table()).enough


async def test_moderators_may_let_it_go_on_and_their_own_pause_stays(live: Evening) -> None:
    live.rights["mia"] = Rights.STAFF
    await a_game(live)
    await ends(live)
    assert (await live.say("mia", "!resume")).ok
    assert (await live.table()).paused is None
    await ends(live)  # told again, after the table was allowed to go on
    assert (await live.table()).paused is None
    live.clock.move(9)
    await begins(live)
    assert (await live.say("mia", "!pause why not")).ok
    live.clock.move(9)
    await ends(live)
    live.clock.move(9)
    await begins(live)
    paused = (await live.table()).paused
    assert paused is not None
    assert paused.why == "staff"


async def test_with_nothing_set_tables_play_on(live: Evening) -> None:
    await a_game(live)
    await ends(live)
    assert (await live.table()).paused is not None
    assert (await live.say("oda", "!control offline nothing")).ok
    assert (await live.table()).paused is None
    await begins(live)
    live.clock.move(9)
    await ends(live)
    assert (await live.table()).paused is None


async def test_whoever_never_streamed_may_play(evening: Evening) -> None:
    evening.rights["oda"] = Rights.OWNER
    evening.house.add_broadcast("test", Channel())  # type: ignore[arg-type]  # of a broadcast this is all
    assert (await evening.say("oda", "!control offline pause")).ok
    await a_game(evening)
    await ends(evening)
    assert (await evening.table()).paused is None
