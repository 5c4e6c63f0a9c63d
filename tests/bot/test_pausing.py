"""Test a pause: no clock of the table runs, whoever starts it, and nobody gains or loses by it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from evening import START, Evening, Room, Witness, unbalanced
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.delivery.delivery import LAST_TRIES
from bot.engine.operations import Operations
from bot.ports.messages import Reach, Rights, Unreachable, Update
from bot.table.codec import decode_session, encode
from bot.table.defaults import Defaults
from bot.table.document import Paused, Session
from bot.table.pausing import later
from bot.table.phases import AskClock, Between, Lobby, Playing
from persistence import EmbeddedServer, HandClock, Store

HOUR = 3600
LONG = "cooldown=0 stake_seconds=60 roll_seconds=20"


async def duel(evening: Evening, options: str = LONG) -> None:
    evening.rights["mia"] = Rights.STAFF
    await evening.lines(f"ann: !open halflings mode=duel {options}", "ben: !join", "ann: !start")


async def times(evening: Evening) -> list[int]:
    return times_of(await evening.table())


def times_of(session: Session) -> list[int]:
    """Return every stored time of a table, except the one at which it is idle."""
    match session.phase:
        case Playing(clock=clock):
            return [clock.ends_at, *([clock.warn_at] if clock.warn_at else []), *(bot.at for bot in clock.bots)]
        case Lobby(starts_at=int(starts_at)) | Between(starts_at=int(starts_at)):
            return [starts_at]
        case _:
            return []


# Exactly


@pytest.mark.parametrize("before", [0, 0.001, 13.337, 44.999, 45, 59.999])
@pytest.mark.parametrize("span", [0, 0.001, 7.5, HOUR - 0.001])
async def test_every_stored_time_moves_by_the_span_of_the_pause(evening: Evening, before: float, span: float) -> None:
    await duel(evening)
    await evening.wait(before)
    then = await times(evening)
    await evening.lines("mia: !pause why not")
    await evening.wait(span)
    await evening.lines("mia: !resume")
    assert await times(evening) == [at + round(span * 1000) for at in then]
    assert (await evening.table()).paused is None


async def test_so_do_a_house_bots_moves_and_a_lobbys_start(store: Store, clock: HandClock) -> None:
    evening = Evening(store, clock, manners=Defaults(pace=5))
    await duel(evening)
    await evening.lines("ben: !leave", "ann: !bots", "ann: !rematch", "ann: !stake 10")
    then = await times(evening)
    assert len(then) > 1, "the bot's own moment is among them"
    await evening.lines("mia: !pause why not")
    await evening.wait(100)
    assert not any("The Giant rolls" in line for line in evening.news)
    await evening.lines("mia: !resume")
    assert await times(evening) == [at + 100_000 for at in then]
    await evening.end()


def test_a_series_goes_on_as_much_later() -> None:
    """For a next game that begins by itself."""
    sample = Path(__file__).parent / "samples" / "session.json"
    session = decode_session(sample.read_bytes())
    assert isinstance(session.phase, Playing)
    nothing = session.phase.carry
    waiting = replace(session, phase=Between(session.phase.state, nothing, "", starts_at=START))
    assert times_of(later(waiting, 77)) == [START + 77]
    still = replace(session, phase=Between(session.phase.state, nothing, ""))
    assert later(still, 77) == replace(still, hosted_at=still.hosted_at + 77)
    assert times_of(later(session, 77)) == [at + 77 for at in times_of(session)]


async def test_who_is_asked_next_while_the_clock_stands_has_their_whole_time(evening: Evening) -> None:
    """A leaver moves the game on. A question asked in a pause starts its time when the pause ends."""
    evening.rights["mia"] = Rights.STAFF
    others = ("ben", "cid", "dan")
    evening.roll(7, 16, 18, 5, 20, 8, 12, 10, 4, 6)
    await evening.lines("ann: !open headache min_players=3", *(f"{name}: !join" for name in others), "ann: !start")
    await evening.lines("ann: !stay", "ben: !stay", "cid: !stay")
    first = clock_of(await evening.table()).ask
    await evening.wait(5)
    await evening.lines("mia: !pause why not")
    await evening.wait(50)
    await evening.lines("dan: !leave")
    await evening.wait(50)
    await evening.lines("mia: !resume")
    session = await evening.table()
    ask = session.ask
    assert ask is not None
    assert clock_of(session).ask != first
    assert clock_of(session).ends_at == evening.clock.now() + ask.seconds * 1000


def clock_of(session: Session) -> AskClock:
    assert isinstance(session.phase, Playing)
    return session.phase.clock


# Nobody gains by it


PLAN = st.lists(
    st.tuples(
        st.floats(0, 70).map(lambda seconds: round(seconds, 3)),
        st.sampled_from(["ann", "ben"]),
        st.sampled_from(["!stake 10", "!stake 100", "!roll", "!split", "!stand", "!rematch", "!table"]),
        st.floats(0, 1),
        st.sampled_from([None, None, 0.5, 90.0, 2000.0]),
    ),
    min_size=4,
    max_size=14,
)
"""How long nothing happens and then who says what; perhaps with a pause in that time: its start and length."""
Plan = list[tuple[float, str, str, float, float | None]]


@pytest.fixture
def rooms(folder: Path) -> Iterator[Room]:
    """Yield a room on its own server. Each evening begins on an empty one, so that two can be equal to the last
    salt.
    """
    clock = HandClock(START)
    with asyncio.Runner() as runner:
        server = runner.run(EmbeddedServer.start(folder))
        store = runner.run(Store.connect(server.url, clock=clock, timeout=60))
        yield Room(runner, store, clock, server.url)
        runner.run(store.close())
        runner.run(server.stop())


async def an_evening(room: Room, plan: Plan, *, pausing: bool) -> tuple[list[str], list[int]]:
    """Return what the table was told, without moderators' lines, and the final stacks."""
    await room.empty()
    evening = Evening(room.store, room.clock, venue="test:pauses", place="test:here", tag="-p", seed="pauses")
    evening.dice.random_bytes = bytes  # no salt, so that the seeds depend only on the games' numbers
    evening.rights["mia"] = Rights.STAFF
    await evening.lines(f"ann: !open halflings mode=duel pace=3 {LONG}", "ben: !join", "ann: !start")
    for seconds, name, text, part, pause in plan:
        if pausing and pause is not None:
            await evening.wait(round(seconds * part, 3))
            paused = await evening.say("mia", "!pause why not")
            await evening.wait(pause)
            assert (await evening.say("mia", "!resume")).ok == paused.ok
            await evening.wait(seconds - round(seconds * part, 3))
        else:
            await evening.wait(seconds)
        await evening.say(name, text)
    await evening.wait(600)
    told = [line for line in evening.news if not line.startswith("Moderator mia")]
    stacks = list((await evening.stacks()).values())
    await evening.end()
    return told, stacks


@settings(
    max_examples=settings().max_examples // 3,
    deadline=None,
    database=None,
    phases=[Phase.generate],  # an evening takes long enough without making it smaller
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(plan=PLAN)
@pytest.mark.timeout(400)
def test_pauses_at_any_moments_change_nothing_that_happens(rooms: Room, plan: Plan) -> None:
    """T8: the same people, lines and dice give the same warnings, moves and winner."""
    quiet, paused = (rooms.run(an_evening(rooms, plan, pausing=pausing)) for pausing in (False, True))
    assert paused == quiet


# During a pause


async def test_no_move_counts_and_no_game_begins_while_people_ask_and_leave(evening: Evening) -> None:
    await duel(evening)
    await evening.lines("mia: !pause why not")
    before = await evening.document()
    code = (await evening.table()).code
    assert isinstance((await evening.table()).phase, Playing)
    for name, text in (("ann", "!stake 10"), ("ann", "!halflings 10"), ("mia", "!skip"), ("mia", "!skip yes 1-1")):
        answer = await evening.say(name, text)
        assert not answer.ok
        assert "is paused by mia" in answer.text
    pressed = await evening.say("ann", "stake 10", table=code, ask="1-1")
    assert "is paused by mia" in pressed.text
    for text in ("!table", "!rules", "!moves", "!odds", "!hand", "!history", "!wallet", "!help"):
        assert (await evening.say("ann", text)).text
    assert await evening.document() == before
    await evening.lines("ann: !leave")
    assert isinstance((await evening.table()).phase, Between)
    refused = [await evening.say("cid", text) for text in ("!halflings 10", f"!{code} join")]
    assert [answer.ok for answer in refused] == [False, True], "one may sit down, but not begin"
    for text in ("!start", "!rematch", "!stake 10"):
        answer = await evening.say("cid", text)
        assert "is paused by mia" in answer.text, text
    await evening.lines("mia: !resume", "ben: !start")


async def test_a_restart_ends_no_pause_and_loses_no_time(evening: Evening) -> None:
    """F1: a stopped clock is stored as stopped."""
    await duel(evening)
    await evening.wait(40)
    await evening.lines("mia: !pause why not")
    evening.clock.move(HOUR / 4)
    other = await evening.again()
    await other.wait(HOUR / 2)
    await other.sweep()
    assert not any("stakes nothing" in line or "seconds left" in line for line in evening.news)
    await other.lines("mia: !resume")
    await other.wait(19.999)
    assert not any("stakes nothing" in line for line in evening.news)
    await other.wait(0.001)
    assert any("stakes nothing" in line for line in evening.news)
    await other.end()


async def test_a_pause_that_nobody_ends_is_over_after_an_hour_and_the_game_goes_on(evening: Evening) -> None:
    """T30: a moderator who plays can't stop a losing game for good by a pause."""
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("mia: !open halflings mode=duel money=purse " + LONG, "ben: !join", "mia: !start")
    await evening.wait(13)
    await evening.lines("mia: !pause why not")
    then = await times(evening)
    await evening.wait(HOUR - 0.001)
    assert (await evening.table()).paused is not None
    assert await times(evening) == then
    await evening.wait(0.001)
    assert (await evening.table()).paused is None
    assert await times(evening) == [at + HOUR * 1000 for at in then]
    assert evening.news[-1] == "The pause by mia has lasted an hour and is over: everybody has the time that was left."
    assert not any("void" in line for line in evening.news)
    assert await unbalanced(evening) == []


async def test_a_table_that_can_be_shown_to_nobody_for_hours_closes_and_gives_all_stakes_back(
    evening: Evening, place: "Shuttered"
) -> None:
    """F26: a void like any other, so it counts."""
    await evening.lines("ann: !open halflings money=purse cooldown=0", "ann: !stake 50")
    place.shut = True
    await evening.house.part(Operations).pause_place((await evening.table()).ref)
    await evening.settle()
    await evening.wait(6 * HOUR)
    assert await evening.sessions() == []
    assert await evening.purse("ann") == 1000
    assert await unbalanced(evening) == []
    answer = (await evening.say("zoe", "!voids")).text.splitlines()
    assert answer[0].startswith("Games called off here, in all: 1;")
    assert "by itself · unreachable, game 1 void" in answer[1]
    assert answer[1].endswith("nobody there could be told anything for hours")


# A place that can't be reached

HELD = Paused(START, "mia", "staff", START + 10_000 + HOUR * 1000)
"""A staff pause that began ten seconds after the place was lost. From then on it lasts an hour."""


class Shuttered(Witness):
    """While `shut`, nobody in the place can be told anything."""

    shut = False

    async def show(self, update: Update) -> str:
        if self.shut and update.audience.startswith("place:"):
            raise Unreachable("shut", Reach.SHUT)
        return await super().show(update)


@pytest.fixture
def place(evening: Evening) -> Shuttered:
    witness = Shuttered()
    evening.house.add(witness)
    return witness


async def test_a_place_pauses_and_resumes_its_table_once(evening: Evening, place: Shuttered) -> None:
    """F26: asked any number of times, it writes once."""
    await duel(evening)
    operations, ref = evening.house.part(Operations), (await evening.table()).ref
    place.shut = True
    await operations.pause_place(ref)
    await evening.settle()
    paused = await evening.store.load(ref)
    await evening.wait(100)
    await operations.pause_place(ref)
    assert await evening.store.load(ref) == paused
    assert "not everybody there can be told" in (await evening.say("ann", "!stake 10")).text
    place.shut = False
    await operations.resume_place(ref)
    await evening.settle()
    resumed = await evening.store.load(ref)
    await operations.resume_place(ref)
    assert await evening.store.load(ref) == resumed
    assert (await times(evening))[0] == evening.clock.now() + 60_000
    assert await evening.store.audit(evening.venue) == [], "no moderator did it"


async def test_a_place_that_comes_back_ends_no_pause_of_a_moderators(evening: Evening, place: Shuttered) -> None:
    await duel(evening)
    operations, ref = evening.house.part(Operations), (await evening.table()).ref
    place.shut = True
    await operations.pause_place(ref)
    await evening.wait(10)
    await evening.lines("mia: !pause why not")
    assert (await evening.table()).paused == HELD, "since when it stood still already"
    place.shut = False
    await operations.resume_place(ref)
    await evening.lines("mia: hello", "ann: !table")
    assert (await evening.table()).paused == HELD
    await evening.lines("mia: !resume")
    assert (await times(evening))[0] == evening.clock.now() + 60_000


async def test_a_moderator_may_end_the_pause_of_a_place(evening: Evening, place: Shuttered) -> None:
    await duel(evening)
    place.shut = True
    await evening.house.part(Operations).pause_place((await evening.table()).ref)
    await evening.settle()
    place.shut = False
    await evening.say("mia", "!resume")
    await evening.lines("ann: !stake 10")
    assert (await evening.table()).paused is None


async def test_the_end_of_a_table_is_told_once_its_place_can_be_reached_or_given_up(
    evening: Evening, place: Shuttered
) -> None:
    """A bot in a short time-out used to tell nobody who had won, if the table was closed meanwhile."""
    delivery = evening.house.delivery
    await evening.lines("ann: !open halflings cooldown=0")
    ref = (await evening.table()).ref
    place.shut = True
    await evening.lines("ann: !close")
    assert delivery.wake_ups.waiting() == (ref,)
    for _ in range(LAST_TRIES):
        assert delivery.has_more_to_show
        delivery.wake_ups.now(ref)
        await evening.settle()
    assert not delivery.has_more_to_show, "the place may never be back"


async def test_a_closed_table_is_not_paused(evening: Evening) -> None:
    await duel(evening)
    session = await evening.table()
    await evening.lines("ann: !close")
    after = await evening.house.part(Operations).pause_place(session.ref)
    assert after.paused is None
    assert encode(after) == encode(await evening.house.part(Operations).resume_place(session.ref))
