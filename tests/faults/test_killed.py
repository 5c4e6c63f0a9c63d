"""Test a house that is killed by -9 again and again, and restarted on the same data (threats F1, F2)."""

import asyncio
import json
import os
import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import again
import msgspec
import player
import pytest
from evening import at_table
from forked import Forked
from structlog.testing import capture_logs

from bot.app.application import Application
from bot.ports.messages import Message, Person
from bot.render.telling import lines_of
from bot.table.codec import decode_batch, decode_session
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.fairness import Fairness, Keys
from bot.table.log import Batch
from bot.table.phases import Playing
from bot.text import Words
from games.catalogue import catalogue
from games.proof.record import Moved, TimedOut
from games.proof.verifying import verify
from persistence import Commit, Committed, EmbeddedServer, Seen, Short, Stale, Store, StoreTrouble, TableRef

VENUE = "test:redis"
READY_WITHIN = 120.0
"""Seconds for what takes one or two, also on a busy machine."""


def lane(place: str, *lines: str, pause: float = 0.0) -> list[dict[str, Any]]:
    """Return messages whose ids are the same in every run."""
    return [
        {"id": f"{place}-{n}", "place": f"test:{place}", "name": line.split(": ")[0], "text": line.split(": ")[1]}
        | {"pause": pause}
        for n, line in enumerate(lines)
    ]


def evening_of(rounds: int) -> list[dict[str, Any]]:
    """Return an evening: a purse at the House's table, a duel, a crowd that waits for its clock, and short-lived
    tables.
    """
    slow = "cooldown=0 roll_seconds=600 split_seconds=600 stake_seconds=600"
    alone = [text for n in range(rounds) for text in (f"ann: !stake {n % 7 + 1}", "ann: !roll", "ann: !split")]
    duel = [
        f"{name}: {text}"
        for n in range(rounds)
        for text in (f"!stake {n % 3 + 1}", "!roll", "!split")
        for name in ("ben", "cid")
    ]
    opened = [line for _ in range(rounds // 4) for line in ("eve: !open halflings money=purse", "eve: !close")]
    crowd = ["dan: !stake 5", "fay: !stake 3"] * (rounds // 8)
    return [
        *lane("alone", f"ann: !open halflings money=purse buyin=900 {slow}", *alone),
        *lane(
            "duel", f"ben: !open halflings mode=duel money=purse buyin=500 {slow}", "cid: !join", "ben: !start", *duel
        ),
        *lane("open", *opened, pause=0.01),
        *lane(
            "crowd",
            "mia: !control generous on",
            "dan: !open halflings mode=crowd money=purse cooldown=0 crowd_seconds=5 split_seconds=5",
            "dan: !bots 3",
            "fay: !join",
            "gil: !join",
            "dan: !stake 5",
            "dan: !start",
            *crowd,
            pause=0.2,
        ),
    ]


class Run:
    """One folder of data, and the processes that ran on it."""

    def __init__(self, folder: Path, messages: list[dict[str, Any]]) -> None:
        self.folder = folder
        folder.mkdir()
        (folder / "messages").write_text("".join(json.dumps(one) + "\n" for one in messages))
        self.messages = len(messages)

    def start(self, ahead: float = 0.0) -> Forked:
        (self.folder / "pid").unlink(missing_ok=True)  # of a dead store; another process may have the number by now
        return Forked(player.run, self.folder, ahead, output=self.folder / "errors")

    @property
    def answers(self) -> list[dict[str, Any]]:
        return player.lines_of(self.folder / "answers")

    def count(self) -> int:
        path = self.folder / "answers"
        return path.read_bytes().count(b"\n") if path.exists() else 0

    def finish(self, ahead: float = 0.0) -> None:
        """Let it end by itself."""
        assert self.start(ahead).wait(READY_WITHIN * 2) == 0, (self.folder / "errors").read_text()

    def kill_after(self, answers: int, chance: random.Random, *, ahead: float, redis_too: bool) -> None:
        """Start it, and kill it a moment after this many answers."""
        process = self.start(ahead)
        count, until = self.count(), time.monotonic() + READY_WITHIN
        while (now := self.count()) < answers and process.code is None:
            if now > count:
                count, until = now, time.monotonic() + READY_WITHIN
            assert time.monotonic() < until, "it does not go on"
            time.sleep(0.001)
        time.sleep(chance.random() * 0.01)
        if redis_too:
            with suppress(OSError, ValueError):
                os.kill(int((self.folder / "pid").read_text()), signal.SIGKILL)
        process.kill()

    async def found(self) -> "Found":
        async with await EmbeddedServer.start(self.folder / "redis") as server:
            store = await Store.connect(server.url, timeout=player.PATIENCE)
            store.seals = player.SEALS
            try:
                return await look(store)
            finally:
                await store.close()


class Found(msgspec.Struct):
    """The final content of the store."""

    accounts: dict[str, int]
    sessions: dict[str, Session]
    logs: dict[str, list[Batch]]
    records: dict[str, str]

    def of(self, place: str) -> tuple[Session, list[Batch]]:
        (table,) = [one.table for one in self.sessions.values() if one.places == (f"test:{place}",)]
        return self.sessions[table], self.logs[table]


async def look(store: Store) -> Found:
    venue = player.VENUE
    found = Found(await store.accounts(venue), {}, {}, {})
    for place in ("alone", "duel", "crowd", "open"):
        for table in await store.tables_at(venue, f"test:{place}"):
            ref = TableRef(venue, table)
            stored = await store.load(ref)
            assert stored is not None
            found.sessions[table] = decode_session(stored.document)
            found.logs[table] = [decode_batch(line) for line in await store.log(ref)]
    for name in await store.records(venue, 100_000):
        content = await store.record(venue, name)
        assert content is not None
        found.records[name] = content.decode()
    assert await store.undelivered() == []
    return found


def untimed(batches: list[Batch]) -> list[Batch]:
    return [msgspec.structs.replace(batch, at=0) for batch in batches]


def check_money(found: Found) -> None:
    assert sum(found.accounts.values()) == 0
    stakes = {name: amount for name, amount in found.accounts.items() if name.startswith("stake:") and amount}
    assert stakes == {f"stake:{one.table}": at_table(one) for one in found.sessions.values() if at_table(one)}
    assert all(amount >= 0 for name, amount in found.accounts.items() if name != "bank")


def check_time_ups(batches: list[Batch]) -> int:
    """Check that no Ask of a crowd timed out twice; return the number of games with a time-out.

    The stakes and the window of a game have one deadline each.
    """
    ups = Counter(batch.game for batch in batches if isinstance(batch.deed, TimedOut))
    assert all(count <= 2 for count in ups.values())
    return len(ups)


def check_told(run: Run, found: Found) -> int:
    """Check that every line came at least once, and that repeats keep words and number; return how many were
    repeats.
    """
    words, repeats = Words(), 0
    shown = player.lines_of(run.folder / "shown")
    for table, session in found.sessions.items():
        lines = lines_of(session, 0, found.logs[table], words)
        wanted = {f"place:{session.places[0]}": lines.public}
        wanted |= {f"person:{one.player}": lines.private.get(one.player, []) for one in session.people}
        for audience, expected in wanted.items():
            here = [one["news"] for one in shown if one["table"] == table and one["audience"] == audience]
            came = Counter((number, text) for news in here for number, text in news)
            assert set(came) == {(line.number, line.text) for line in expected}, audience
            repeats += sum(came.values()) - len(expected)
    return repeats


def killed(run: Run, kills: int, seed: int) -> None:
    """Kill it this often, each second time with Redis, and once for so long that the crowd's deadline passes."""
    chance = random.Random(seed)  # noqa: S311 - a test's own
    points = sorted(chance.sample(range(run.messages * 9 // 10), kills))
    ahead = 0.0
    for number, point in enumerate(points):
        run.kill_after(point, chance, ahead=ahead, redis_too=number % 2 == 1)
        if number == kills // 2:
            ahead = 5.2
    run.finish(ahead)


async def check(run: Run, plain: Run) -> None:
    found, wanted = await run.found(), await plain.found()
    assert check_told(plain, wanted) == 0, "without a kill nothing is told twice"
    check_told(run, found)
    for one in (found, wanted):
        check_money(one)
        assert check_time_ups(one.of("crowd")[1]) > 0
        for record in one.records.values():
            verify(record)
        begun = sum(session.pledge.n - 1 for session in one.sessions.values())
        on = sum(isinstance(session.phase, Playing) for session in one.sessions.values())
        assert len(one.records) == begun - on, "one record a game, none lost"
    for place in ("alone", "duel"):
        opened, *played = untimed(found.of(place)[1])
        assert opened.game == 0
        assert played == untimed(wanted.of(place)[1][1:]), "every message was played exactly once"
    assert {line["id"] for line in run.answers} == {line["id"] for line in plain.answers}
    repeats = player.lines_of(run.folder / "repeats")
    assert repeats
    assert [one for one in repeats if not one["repeated"]] == [], "F29: what was taken is never refused afterwards"
    assert found.accounts["purse:test:eve"] == 1000


async def test_killed_at_any_moment_every_message_is_played_once_and_told(folder: Path) -> None:
    """F1: four times kill -9, twice with Redis, and once for so long that a deadline passes."""
    messages = evening_of(12)
    plain, run = Run(folder / "plain", messages), Run(folder / "run", messages)
    other = plain.start()
    killed(run, 4, 1)
    assert other.wait(READY_WITHIN) == 0, (plain.folder / "errors").read_text()
    await check(run, plain)


@pytest.fixture(scope="module")
def unharmed() -> Iterator[Run]:
    """Yield an undisturbed evening, to compare with the killed ones."""
    with tempfile.TemporaryDirectory(prefix="pl-") as made:
        plain = Run(Path(made) / "plain", evening_of(100))
        plain.finish()
        yield plain


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("evening", range(200))
async def test_killed_five_thousand_times(folder: Path, unharmed: Run, evening: int) -> None:
    """F1, the long form: 200 evenings, each killed 25 times at different moments."""
    run = Run(folder / "run", evening_of(100))
    killed(run, 25, 1000 + evening)
    await check(run, unharmed)


# At tables of all games, with every line repeated after each start (F29)


def killed_at_all_games(folder: Path, steps: int, kills: int) -> None:
    """Kill it by -9 this often, each time a moment after some more lines were taken; then play to the end."""
    chance = random.Random(kills)  # noqa: S311 - a test's own
    apart = steps * len(again.TABLES) * 9 // 10 // kills
    for number in range(1, kills + 1):
        process, until = Forked(again.run, folder, steps, output=folder / "errors"), time.monotonic() + READY_WITHIN
        while len(player.lines_of(folder / "answers")) < number * apart and process.code is None:
            assert time.monotonic() < until, "it does not go on"
            time.sleep(0.002)
        time.sleep(chance.random() * 0.02)
        process.kill()
    ended = Forked(again.run, folder, steps, output=folder / "errors").wait(READY_WITHIN * kills)
    assert ended == 0, (folder / "errors").read_text()


@pytest.mark.parametrize(
    ("steps", "kills"),
    [(12, 2), pytest.param(300, 60, marks=(pytest.mark.soak, pytest.mark.timeout(3600)))],
)
def test_killed_in_any_game_no_line_that_was_taken_is_refused(folder: Path, steps: int, kills: int) -> None:
    """`tests/bot/test_said_again.py` has each kind of move, at a house that only forgets."""
    assert set(again.TABLES) == set(catalogue())
    killed_at_all_games(folder, steps, kills)
    repeats = player.lines_of(folder / "repeats")
    assert len(repeats) > steps * len(again.TABLES), "all lines, more than once"
    assert [one for one in repeats if not one["ok"]] == [], "a line that counted, or the one that was on its way"
    assert [one for one in repeats if one["known"] and not one["repeated"]] == []
    assert (folder / "errors").read_text() == ""


# Redis killed under a running house


S = TypeVar("S", bound=Store)


@asynccontextmanager
async def alive(folder: Path, kind: type[S]) -> AsyncIterator[tuple[EmbeddedServer, S, Application]]:
    """Yield a house with its own server. Its log of the server's deaths is not checked."""
    async with await EmbeddedServer.start(folder / "redis") as server:
        store = await kind.connect(server.url, timeout=player.PATIENCE)
        house = Application(store, Fairness(Keys({1: bytes(32)})), Defaults())
        try:
            with capture_logs():
                yield server, store, house
                await house.stop()
        finally:
            await store.close()


class Guest:
    """Plays alone at her table. Each message is a whole game, with a stake that no other message has."""

    def __init__(self, house: Application, name: str) -> None:
        self._house, self.name, self.place = house, name, f"test:at-{name}"
        self.truths: Counter[str] = Counter()
        self.said = 0

    async def say(self, text: str) -> str:
        self.said += 1
        person = Person(f"test:{self.name}", self.name)
        answer = await self._house.hear(
            Message(f"{self.name}-{self.said}", person, VENUE, self.place, private=False, text=text)
        )
        return "taken" if answer.ok else answer.text

    async def staked(self) -> list[str]:
        """Return the stakes in the store; wait until it answers."""
        async with asyncio.timeout(READY_WITHIN):
            while True:
                with suppress(StoreTrouble):
                    (table,) = await self._house.store.tables_at(VENUE, self.place)
                    log = await self._house.store.log(TableRef(VENUE, table))
                    deeds = [decode_batch(line).deed for line in log]
                    return [deed.move for deed in deeds if isinstance(deed, Moved)]
                await asyncio.sleep(0.02)

    async def play(self, stakes: int) -> None:
        """Repeat each stake with another id until it is taken. A message reported as not taken must not be stored."""
        for amount in range(1, stakes + 1):
            move = f"stake {amount} auto"
            while (said := await self.say(f"!{move}")) != "taken":
                there = move in await self.staked()
                if "was not taken" in said:
                    assert not there, f"{move} was called not taken, and is there"
                else:
                    assert "can't tell yet" in said, said
                self.truths[said] += 1
                if there:
                    break


async def test_redis_killed_under_the_house_loses_nothing_and_every_answer_is_true(folder: Path) -> None:
    """F2: a message reported as not taken was not taken, one reported as taken stays, and play goes on by itself."""
    async with alive(folder, Store) as (server, store, house):
        await house.start()
        guests = [Guest(house, name) for name in ("ann", "ben", "cid", "dan")]
        for guest in guests:
            assert await guest.say("!open halflings cooldown=0 stack=1000000") == "taken"
        done = asyncio.gather(*(guest.play(100) for guest in guests))
        for said in (40, 130, 220, 310):
            while sum(guest.said for guest in guests) < said:  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(0.001)
            assert not done.done()
            assert server.pid is not None
            os.kill(server.pid, signal.SIGKILL)
        await done
        assert sum(guest.truths.total() for guest in guests) > 0
        for guest in guests:
            assert await guest.staked() == [f"stake {amount} auto" for amount in range(1, 101)]
        for name in await store.records(VENUE, 10_000):
            content = await store.record(VENUE, name)
            assert content is not None
            verify(content.decode())
        assert len(await store.records(VENUE, 10_000)) == 400


class Severed(Store):
    """A store whose server is killed right after it stored a commit of a chosen number, before it answers."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.server: EmbeddedServer | None = None
        self.lose_answer = False

    async def commit(self, commit: Commit) -> Committed | Stale | Seen | Short:
        outcome = await super().commit(commit)
        if self.server is None or self.server.pid is None or not commit.seen:
            return outcome
        os.kill(self.server.pid, signal.SIGKILL)
        self.server = None
        if self.lose_answer:
            raise StoreTrouble("unreachable", "The answer is lost.", pending=True)
        return outcome


@pytest.mark.parametrize("lost", [False, True], ids=["after the answer", "before the answer"])
@pytest.mark.parametrize("line", ["!open halflings mode=crowd", "!join", "!leave", "!stake 5"])
async def test_what_is_stored_is_never_called_not_taken(folder: Path, line: str, *, lost: bool) -> None:
    """F2, F3: Redis dies right after it stored a message's step, so the indices that follow can't be written."""
    async with alive(folder, Severed) as (server, store, house):
        ann, ben = Guest(house, "ann"), Guest(house, "ben")
        ben.place = ann.place
        if line != "!open halflings mode=crowd":
            await ann.say("!open halflings mode=crowd")
        if line in {"!leave", "!stake 5"}:
            await ben.say("!join")
        store.server, store.lose_answer = server, lost
        said = await ben.say(line)
        assert "was not taken" not in said
        assert said == "taken" or ("can't tell yet" in said and lost)
