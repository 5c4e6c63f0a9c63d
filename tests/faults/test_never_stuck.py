"""Test that after any failure every waiting table has a clock, nobody is told anything false, and no sucker is lost."""

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from itertools import pairwise

import faulty
import pytest
from beside import beside, deeds, log
from evening import Evening, Witness
from structlog.testing import capture_logs

from bot.delivery import delivery
from bot.engine import scheduler
from bot.ports.messages import Reach, Rights, Unreachable, Update
from bot.table.document import Session
from bot.table.fairness import Keys
from bot.table.phases import Between, Lobby, Playing
from games.kit.seats import Seat
from games.proof import fair
from games.proof.chain import LINES
from games.proof.record import Committed, Moved, TakenOver, TimedOut
from games.proof.verifying import verify
from persistence import EmbeddedServer, HandClock, Store, Stored, TableRef
from persistence.keys import ALL_DELIVER, ALL_DUE, table_keys

AGAIN = 0.2
"""Seconds between two tries here, instead of five. On a busy machine the tries must not run without a pause."""


pytestmark = pytest.mark.usefixtures("money_is_kept")


def playing(session: Session) -> Playing:
    assert isinstance(session.phase, Playing)
    return session.phase


async def record(evening: Evening) -> str:
    name = (await evening.table()).record
    content = await evening.store.record(evening.venue, name)
    assert content is not None
    return content.decode()


async def until(reached: Callable[[], bool], seconds: float = 60.0) -> None:
    async with asyncio.timeout(seconds):
        while not reached():  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0.005)


async def until_over(evening: Evening, seconds: float = 60.0) -> None:
    async with asyncio.timeout(seconds):
        while isinstance((await evening.table()).phase, Playing):  # noqa: ASYNC110 - another house plays it
            await asyncio.sleep(0.02)


# Failing bots and rules


@pytest.mark.parametrize("fault", ["choose raises", "choose is illegal"])
async def test_a_house_bot_that_breaks_rests_and_the_clock_goes_on(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """F24: nobody waits for it longer than for a silent player."""
    monkeypatch.setattr(faulty.GAME, "faults", frozenset({fault}))
    await evening.lines("ann: !open faulty", "ann: !bots", "ann: !start", "ann: !keep")
    assert isinstance((await evening.table()).phase, Playing)
    await evening.wait(31)
    session = await evening.table()
    assert isinstance(session.phase, Between)
    assert await deeds(evening, session.ref) == [Moved(Seat(0), "keep"), TimedOut((Seat(1),))]
    verify(await record(evening))
    monkeypatch.setattr(faulty.GAME, "faults", frozenset())
    await evening.lines("ann: !rematch", "ann: !keep")
    assert isinstance((await evening.table()).phase, Between), "the bot plays again"


async def test_a_game_whose_time_up_breaks_is_called_off_after_the_second_try(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F24: the stakes go back, and the table plays on."""
    await evening.lines("ann: !open faulty money=purse", "ben: !join", "ann: !start")
    monkeypatch.setattr(faulty.GAME, "faults", frozenset({"time_up raises"}))
    with capture_logs() as logged:
        await evening.wait(30.5)
        assert isinstance((await evening.table()).phase, Playing), "it is tried once more"
        await evening.wait(2)
    session = await evening.table()
    assert isinstance(session.phase, Lobby)
    assert [seated.stack for seated in session.seats] == [200, 200]
    assert any("is void: something broke" in line for line in evening.news)
    assert [entry["kind"] for entry in logged if "kind" in entry] == ["BrokenError"] * 2
    verify(await record(evening))
    monkeypatch.setattr(faulty.GAME, "faults", frozenset())
    await evening.lines("ann: !start", "ann: !keep", "ben: !keep")
    assert isinstance((await evening.table()).phase, Between)
    await evening.lines("ann: !leave", "ben: !leave")
    accounts = await evening.store.accounts(evening.venue)
    assert accounts[f"purse:{evening.id_of('ann')}"] + accounts[f"purse:{evening.id_of('ben')}"] == 2000


async def test_a_table_that_breaks_leaves_the_clocks_of_others_alone(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F24: both deadlines are due at the same moment."""
    monkeypatch.setattr(faulty.GAME, "faults", frozenset({"time_up raises"}))
    await evening.lines("ann: !open faulty", "ben: !join", "ann: !start", "cid: !open highdie", "dan: !join")
    await evening.lines("cid: !start")
    with capture_logs():
        await evening.wait(30.5)
    broken, well = await evening.sessions()
    assert isinstance(broken.phase, Playing)
    assert isinstance(well.phase, Between)
    with capture_logs():
        await evening.wait(2)


async def test_a_silent_seat_handed_to_a_house_bot_is_played_at_its_pace(evening: Evening) -> None:
    """ALL-3: the silent people are answered for at once, but the bot has its own time although the question stays."""
    await evening.lines("ann: !open highdie pace=2 level=0", "ben: !join", "cid: !join", "ann: !start")
    await evening.lines("ben: !keep", "cid: !keep")
    await evening.wait(31)  # ann's first silence
    evening.rights["mia"] = Rights.STAFF
    await evening.lines("mia: !start")
    session = await evening.table()
    assert session.seats[0].missed == 1
    before = len(await deeds(evening, session.ref))
    await evening.wait(30.5)
    session = await evening.table()
    fresh = (await deeds(evening, session.ref))[before:]
    assert fresh == [TakenOver(Seat(0)), TimedOut((Seat(1), Seat(2)))]
    assert isinstance(session.phase, Playing), "the bot has not been timed out"
    await evening.wait(2)
    session = await evening.table()
    last = (await deeds(evening, session.ref))[-1]
    assert isinstance(last, Moved)
    assert last.seat == 0
    assert isinstance(session.phase, Between)
    verify(await record(evening))


# Audiences that can't be reached


class Counting(Witness):
    """Counts how often each audience was tried, and raises the given error."""

    def __init__(self) -> None:
        super().__init__()
        self.tried: Counter[str] = Counter()
        self.breaks: set[str] = set()

    async def show(self, update: Update) -> str:
        self.tried[update.audience] += 1
        if update.audience in self.breaks:
            raise faulty.BrokenError
        return await super().show(update)


@pytest.fixture
async def counted(store: Store, clock: HandClock) -> AsyncIterator[Evening]:
    made = Evening(store, clock, witness=Counting())
    yield made
    await made.end()


def try_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the wait, also for errors that name no time."""
    monkeypatch.setattr(delivery, "AGAIN_AFTER", AGAIN)
    monkeypatch.setattr(Unreachable.__init__, "__defaults__", (Reach.AGAIN, AGAIN, None))


def counting(evening: Evening) -> Counting:
    assert isinstance(evening.witness, Counting)
    return evening.witness


async def test_an_audience_out_of_reach_is_tried_by_one_timer_and_then_told_all_at_once(
    counted: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T7, F14: no storm of retries, and nothing is lost."""
    try_again_soon(monkeypatch)
    witness, place = counting(counted), f"place:{counted.place}"
    witness.again_after = AGAIN
    await counted.lines("ann: !open halflings mode=crowd money=chips", "ben: !join")
    seen = list(counted.news)
    witness.away = {place, f"person:{counted.id_of('ann')}", f"person:{counted.id_of('ben')}"}
    people = [f"p{number}" for number in range(8)]
    await counted.lines(*(f"{name}: !join" for name in people))
    assert len(counted.house.delivery.wake_ups.waiting()) == 1
    witness.tried.clear()
    begin = time.monotonic()
    await until(lambda: witness.tried[place] >= 3)
    assert witness.tried[place] <= 1 + (time.monotonic() - begin) / AGAIN, "one timer"
    assert max(witness.tried.values()) == witness.tried[place], "each is tried once a retry"
    assert counted.news == seen
    assert await counted.store.undelivered() != [], "the mark stays for other processes"
    witness.away = set()
    witness.clear()
    await until(lambda: bool(witness.updates))
    await counted.house.delivery.settle()
    told = [update for update in witness.updates if update.audience == place]
    assert len(told) == 1
    assert [news.text for news in told[0].news] == [f"{name} sits down." for name in people]
    assert counted.house.delivery.wake_ups.waiting() == ()
    assert (await counted.table()).ref not in await counted.store.undelivered()
    tries = witness.tried.copy()
    await asyncio.sleep(3 * AGAIN)
    assert witness.tried == tries


async def test_an_audience_that_is_gone_for_good_is_not_tried_again(counted: Evening) -> None:
    """T7."""
    witness = counting(counted)
    await counted.lines("ann: !open halflings mode=crowd money=chips")
    witness.gone = {f"place:{counted.place}"}
    await counted.lines("ben: !join")
    tried = witness.tried[f"place:{counted.place}"]
    assert counted.house.delivery.wake_ups.waiting() == ()
    await counted.settle()
    assert witness.tried[f"place:{counted.place}"] == tried


async def test_an_audience_whose_adapter_breaks_makes_no_one_else_hear_twice(
    counted: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    try_again_soon(monkeypatch)
    witness = counting(counted)
    await counted.lines("ann: !open halflings mode=crowd money=chips", "ben: !join")
    witness.breaks = {f"person:{counted.id_of('ann')}"}
    with capture_logs() as logged:
        await counted.lines("cid: !join")
        await until(lambda: [entry["event"] for entry in logged].count("an audience could not be shown") > 2)
    assert Counter(counted.news)["cid sits down."] == 1
    shown = [update for update in witness.updates if update.audience == f"person:{counted.id_of('ben')}"]
    assert all(one.card != another.card for one, another in pairwise(shown)), "the same card twice"
    witness.breaks = set()
    await until(lambda: counted.house.delivery.wake_ups.waiting() == ())
    await counted.house.delivery.settle()
    assert Counter(counted.news)["cid sits down."] == 1


# A read that ends after a commit


class Slow(Store):
    """A store whose next `load` returns what it read only when the test lets it."""

    let_go: asyncio.Event | None = None
    reading: asyncio.Event | None = None

    async def load(self, ref: TableRef) -> Stored | None:
        stored = await super().load(ref)
        if self.let_go is not None and self.reading is not None:
            gate, self.let_go = self.let_go, None
            self.reading.set()
            await gate.wait()
        return stored


async def test_a_slow_read_does_not_bring_back_an_older_table(server: EmbeddedServer, clock: HandClock) -> None:
    """F19: the read begins before a commit and ends after it. Nothing is told twice or judged by the old table."""
    store = await Slow.connect(server.url, clock=clock, timeout=60)
    evening = Evening(store, clock)
    await evening.lines("ann: !open halflings mode=crowd money=chips", "ben: !join")
    ref = (await evening.table()).ref
    gate, store.reading = asyncio.Event(), asyncio.Event()
    store.let_go = gate
    reader = asyncio.create_task(evening.house.repository.get(ref, fresh=True))
    await store.reading.wait()
    await evening.lines("cid: !join", "dan: !join")
    gate.set()
    read = await reader
    assert len(read.seats) == 4, "who reads is given the newer one that is known here"
    kept, version = await evening.house.repository.version(ref)
    assert len(kept.seats) == 4
    assert version == await store.version(ref)
    await evening.lines("eve: !join")
    assert Counter(evening.news).most_common(1)[0][1] == 1
    assert [line for line in evening.news if "sits down" in line][-1] == "eve sits down."
    await evening.end()
    await store.close()


# Tables with names


@pytest.mark.parametrize("line", ["!join {code}", "!{code} join", "!join {code} lucky me"])
@pytest.mark.parametrize("foreign", [False, True], ids=["unknown", "of another venue"])
async def test_a_code_that_is_not_of_here_seats_nobody_elsewhere(evening: Evening, line: str, *, foreign: bool) -> None:
    other = Evening(evening.store, evening.clock)
    await other.lines("zoe: !open halflings mode=crowd")
    await evening.lines("ann: !open halflings mode=crowd")
    code = (await other.table()).code if foreign else "Z9ZZZ"
    answer = await evening.say("ben", line.format(code=code))
    assert not answer.ok
    assert "There is no table" in answer.text
    assert [seated.name for seated in (await evening.table()).seats] == ["ann"]
    assert [seated.name for seated in (await other.table()).seats] == ["zoe"]
    assert evening.id_of("ben") not in str(await evening.store.accounts(evening.venue))
    await other.end()


async def test_the_giants_seat_passes_on_past_who_left(evening: Evening) -> None:
    """HG-15, HG-16: it passes to the next player after the last Giant, wherever both sit by now."""

    async def giant(*stakers: str) -> str:
        """Return the Giant of the round for which these people staked: the Giant's stake is refused."""
        evening.roll(1)
        assert any([(await evening.say(name, "!stake 5")).ok for name in stakers])
        await evening.wait(20)
        session = await evening.table()
        assert isinstance(session.phase, Between)
        return next(one.name for one in session.phase.cast if one.seat == giants_seat(session))

    await evening.lines("ann: !open halflings mode=crowd giant=player cooldown=0 pay=even", "ben: !join", "cid: !join")
    await evening.lines("dan: !join")
    assert await giant("ben") == "ann"
    assert await giant("cid") == "ben"
    await evening.lines("ann: !leave")
    assert await giant("dan") == "cid", "ben, now first, was the last Giant"
    await evening.lines("cid: !leave")
    assert await giant("ben", "dan") in {"ben", "dan"}, "the last Giant has left; somebody who sits here is the next"
    assert (await evening.table()).pledge.n == 5


def giants_seat(session: Session) -> Seat:
    giant = session.state.giant
    assert giant is not None
    return Seat(giant)


# Starts and pledges


async def check_pledges(evening: Evening) -> int:
    """Check that every game's commitment was posted at its table before it began; return how many games there were."""
    posted: dict[str, int] = {}
    begun: dict[int, int] = {}
    for session in await evening.sessions():
        for batch in await log(evening, session.ref):
            if batch.game and batch.deed is None:
                assert batch.game in {int(one.partition(" ")[0]) for one in posted}, "not pledged before it began"
                begun[batch.game] = batch.at
            for note in batch.notes:
                if note.say.id == "fair-sealed":
                    posted[f"{note.say.args['number']} {note.say.args['commitment']}"] = batch.at
                if note.say.id == "fair-begun":
                    posted[f"{note.say.args['next']} {note.say.args['next_commitment']}"] = batch.at
    for name in await evening.store.records(evening.venue):
        content = await evening.store.record(evening.venue, name)
        assert content is not None
        first = LINES.decode(content.split(b"\n")[0])
        assert isinstance(first, Committed)
        n = first.game_id.rpartition("/")[2]
        assert posted[f"{n} {first.commitment}"] <= begun[int(n)]
    return len(begun)


async def test_a_start_by_itself_that_is_refused_leaves_the_lobby_as_it_was(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pledge and the seat stay. The reason is told, and the next start uses the posted pledge."""
    monkeypatch.setattr(faulty.GAME, "lobby", 5)
    monkeypatch.setattr(faulty.GAME, "opening", next(move for move in faulty.GAME.moves if move.__name__ == "Keep"))
    await evening.lines("ann: !open faulty money=purse", "ann: !keep")
    before = await evening.table()
    assert isinstance(before.phase, Lobby)
    assert before.phase.starts_at is not None
    await evening.wait(6)
    after = await evening.table()
    assert isinstance(after.phase, Lobby)
    assert after.phase.starts_at is None
    assert (after.seats, after.pledge) == (before.seats, before.pledge)
    assert any("takes 2 players or more" in line for line in evening.news)
    assert await evening.store.counter(evening.venue, f"games:{evening.place}") == 1
    await evening.lines("ben: !join", "ann: !start")
    assert playing(await evening.table()).pledge == before.pledge
    assert await check_pledges(evening) == 1


async def test_every_game_of_an_evening_was_pledged_before_it_began(evening: Evening) -> None:
    """T23: also games after a void or a refused start, and at a table that shares its place with another."""
    await evening.lines("ann: !open halflings mode=crowd cooldown=0", "ann: !stake 5", "ann: !start")
    await evening.wait(60)
    await evening.lines("ben: !open halflings cooldown=0", "ben: !stake 5 auto", "ben: !stake 5 auto")
    assert not (await evening.say("zoe", "!start")).ok
    await evening.lines("ann: !stake 5")
    await evening.wait(60)
    await evening.lines("ben: !stake 5 auto", "ann: !stake 5", "ann: !start")
    assert await check_pledges(evening) == 6


async def test_a_kept_stake_falls_with_the_options_it_was_made_under(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel money=purse", "ann: !stake 10")
    assert (await evening.table()).seats[0].opening == "stake 10"
    await evening.lines("ann: !options pay=early")
    assert (await evening.table()).seats[0].opening == ""
    assert any("moves kept for the start are dropped" in line for line in evening.news)
    await evening.lines("ben: !join", "ann: !start")
    session = await evening.table()
    assert await deeds(evening, session.ref) == []
    assert (await evening.stacks()) == {"ann": 200, "ben": 200}


async def test_a_kept_move_that_cannot_be_played_is_told_to_its_player_alone(evening: Evening) -> None:
    """Both want to stake, and one of them turns out to be the Giant."""
    await evening.lines("ann: !open halflings mode=duel money=purse", "ann: !stake 10")
    code = (await evening.table()).code
    await evening.lines("ben: !join", f"ben: !{code} stake 20")
    session = await evening.table()
    assert isinstance(session.phase, Playing)
    assert [seated.opening for seated in session.seats] == ["", ""]
    assert await deeds(evening, session.ref) == [Moved(Seat(0), "stake 10")]
    assert any("could not be played" in line for line in evening.secret_news("ben"))
    assert not any("could not be played" in line for line in [*evening.news, *evening.secret_news("ann")])


# The clock


async def test_an_odd_member_among_the_marks_does_not_stop_the_clock(
    evening: Evening, other_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F23: deadlines and deliveries that another process left are still found."""
    monkeypatch.setattr(scheduler, "SWEEP", 0.05)
    monkeypatch.setattr(scheduler, "LONGEST_NAP", 0.02)
    await evening.lines("ann: !open halflings", "ann: !start")
    ref = (await evening.table()).ref
    due, deliver = table_keys(ref).due, table_keys(ref).deliver
    assert due in ALL_DUE
    assert deliver in ALL_DELIVER
    odd = [b"\xff\xfe", b"nothing", b":", b"", b"test%3Anowhere:x"]
    for member in odd:
        await other_store.pipe.write("ZADD", due, 1, member)
        await other_store.pipe.write("ZADD", deliver, 1, member)
    other = beside(evening, other_store)
    with capture_logs():
        await other.house.start()
        evening.clock.move(61)
        await until_over(evening)
        await until(lambda: any("stakes nothing" in line for line in other.news))
        await other.end()
    for key in (due, deliver):
        await other_store.pipe.write("ZREM", key, *odd)


class Stumbling(Store):
    """A store that gives unexpected answers to some questions of the clock."""

    stumbles = 0

    async def due(self, before: int, partitions: Iterable[int] = ()) -> list[tuple[TableRef, int]]:
        if self.stumbles:
            self.stumbles -= 1
            raise faulty.BrokenError
        return await super().due(before, partitions)


async def test_a_sweep_that_breaks_is_made_again(
    evening: Evening, server: EmbeddedServer, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "SWEEP", 0.05)
    monkeypatch.setattr(scheduler, "LONGEST_NAP", 0.02)
    await evening.lines("ann: !open halflings", "ann: !start")
    store = await Stumbling.connect(server.url, clock=clock, timeout=60)
    store.stumbles = 2
    other = beside(evening, store)
    with capture_logs() as logged:
        await other.house.start()
        clock.move(61)
        await until_over(evening)
        await other.end()
    assert [entry["event"] for entry in logged].count("the clock stumbled") == 2
    await store.close()


@pytest.mark.parametrize("hours", [1, 5])
async def test_a_clock_that_jumps_silences_nobody_twice(evening: Evening, hours: int) -> None:
    """F20: after a jump of hours each seat has had one time-up, and then its full time again."""
    await evening.lines("ann: !open halflings mode=duel money=purse", "ben: !join", "ann: !start")
    evening.clock.move(hours * 3600)
    await evening.house.scheduler.sweep()
    await evening.settle()
    session = await evening.table()
    ups = [deed for deed in await deeds(evening, session.ref) if isinstance(deed, TimedOut)]
    assert ups == [TimedOut((Seat(0),))]
    assert playing(session).clock.ends_at >= evening.clock.now() + 20_000
    assert [seated.missed for seated in session.seats] == [1, 0]
    assert not any(seated.away for seated in session.seats)


async def test_a_clock_that_jumps_back_keeps_the_table_going(evening: Evening) -> None:
    """F20."""
    await evening.lines("ann: !open halflings cooldown=0", "ann: !start")
    evening.clock.move(-3600)
    await evening.house.scheduler.sweep()
    await evening.settle()
    await evening.lines("ann: !stake 5 auto")
    assert isinstance((await evening.table()).phase, Between)


# Lost keys


@pytest.mark.parametrize("how", ["a move", "the clock"])
async def test_a_lost_dice_key_refunds_the_game_and_pledges_anew(evening: Evening, how: str) -> None:
    """F27: all are told, with a new commitment; a seed is never replaced silently."""
    await evening.lines("ann: !open halflings mode=duel money=purse", "ben: !join", "ann: !start", "ann: !stake 10")
    old = playing(await evening.table()).pledge
    pledged = (await evening.table()).pledge
    evening.dice.keys = Keys({2: secrets.token_bytes(32)})
    if how == "a move":
        await evening.say("ben", "!roll")
    else:
        await evening.wait(21)
    session = await evening.table()
    assert isinstance(session.phase, Lobby)
    assert [seated.stack for seated in session.seats] == [200, 200]
    assert any("dice key of this table is lost" in line for line in evening.news)
    assert session.pledge.key == 2
    assert session.pledge.n not in {old.n, pledged.n}
    assert any(fair.binding(session.pledge.commitment) in line for line in evening.news)
    assert not any(": end " in line for line in evening.news), "there is none to reveal"
    await evening.lines("ann: !start")
    assert playing(await evening.table()).pledge == session.pledge


async def test_a_key_lost_between_games_is_said_before_the_next_one(evening: Evening) -> None:
    """F27."""
    await evening.lines("ann: !open halflings cooldown=0")
    before = (await evening.table()).pledge
    evening.dice.keys = Keys({1: secrets.token_bytes(32)})
    await evening.say("ann", "!start")
    session = await evening.table()
    assert isinstance(session.phase, Lobby)
    assert session.pledge.n != before.n
    assert any("sealed anew" in line for line in evening.news)
    await evening.lines("ann: !start")
    assert await check_pledges(evening) == 1


async def test_a_seat_whose_note_was_lost_is_found_again(evening: Evening) -> None:
    """F1: the process was killed between a commit and the small index that follows it."""
    await evening.lines("ann: !open halflings")
    session = await evening.table()
    ann = evening.message("ann", "").sender
    await evening.store.forget_seat(ann.id, session.ref)
    seen = await evening.house.look(ann, evening.venue, evening.place, "en")
    assert [update.audience for update in seen] == [f"place:{evening.place}", f"person:{ann.id}"]
    assert await evening.store.seats_of(ann.id) == [session.ref]
