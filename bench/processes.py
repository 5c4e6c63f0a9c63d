"""Play at many tables over several processes on one Redis, while processes are killed, frozen and replaced.

Each table has a room of its own; the pages of its guests are open at processes drawn at random, and whoever's page is
closed reconnects to another process and says again, with the same id, what had no answer. Afterwards everything is
compared with the store. `python -m bench.processes [--processes 4] [--tables 40] [--seconds 60] [--kill-every 10]`;
with `--no-kills` it measures CPU a move, and what is used while nobody moves. `--together`: all pages of a table are
open at one process, as a proxy that knows the room keeps them (docs/operate.md). `--other TREE`: in the end half of the
processes are replaced by those of another version, checked out there, which stores in the same form. `--store cluster`
or `sentinel`: on three primaries with a replica each, or on one with two; in the end its primaries are killed, too.
"""

import argparse
import asyncio
import os
import random
import re
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self

from aiohttp import ClientError, ClientSession, ClientTimeout

from bench.busy_tables import Kind
from bench.goals import percentile
from bench.over_sockets import OpenPage, Panel, line_of, said
from bench.stores import Redis, Servers, free_port, pids_of, served
from bench.told_panels import pieces_of
from bot.app.key_file import keys_from_file
from bot.engine import logs
from bot.engine.shares import first
from bot.ports.rooms import venue_of_room
from bot.table.codec import decode_batch
from games.proof.record import Mismatch
from games.proof.verifying import replayed
from persistence import Seals, Store, TableRef

HOST: Final = "127.0.0.1"
KINDS: Final = (
    Kind("poohead", "", 4),
    Kind("headache", "min_players=3 pace=quick", 3),
    Kind("halflings", "mode=duel money=purse buyin=500 cooldown=0", 2),
    Kind("cones", "", 3),
)
WAYS: Final = (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP)
LATE: Final = 5.0
"""Seconds after which a page that waits for an answer asks by a form, as `static/live.js` does."""
WAITS: Final = (0.6, 1.5, 3.0, 6.0, 10.0, 20.0, 30.0)
"""Seconds between such forms, as `static/send.js` has them."""
SILENCE: Final = 40.0
STILL: Final = 120.0
"""Seconds for what takes one or two, also on a busy machine."""
SILENT: Final = 0.02
"""How many turns people let pass, so that deadlines matter."""
AT_ONCE: Final = 8
MANY: Final = 100_000
LOOK: Final = 0.2
WARM: Final = 20.0
"""Seconds in which a new process reads its words, before CPU is measured."""
AT_REST: Final = 10.0
TICKS: Final = os.sysconf("SC_CLK_TCK")
Way = signal.Signals


class Bot:
    """One process of the bot, and its port."""

    def __init__(self, port: int, folder: Path, redis: str) -> None:
        self.url, self._port, self._folder = f"http://{HOST}:{port}", port, folder
        ours = {
            "REDIS_URL": redis,
            "POTLUCK_DATA": str(folder),
            "POTLUCK_PROXIES": HOST,
            "POTLUCK_LOG_LEVEL": "warning",
        }
        self._environment = os.environ | ours
        self.tree = ""
        """Where its version is checked out; empty: it is this one."""
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start it, and wait until it is healthy. Raises TimeoutError."""
        words = (sys.executable, "-m", "bot.app.cli", "run", "--port", str(self._port))
        tree = {"PYTHONPATH": self.tree} if self.tree else {}
        with (self._folder / f"{self._port}.log").open("ab") as told:
            self._process = await asyncio.create_subprocess_exec(
                *words, env=self._environment | tree, cwd=self._folder, stdout=told, stderr=told
            )
        async with asyncio.timeout(STILL), ClientSession() as session:
            while not await self._is_healthy(session):  # noqa: ASYNC110 - it is another process
                await asyncio.sleep(0.05)

    async def _is_healthy(self, session: ClientSession) -> bool:
        with suppress(ClientError, OSError):
            async with session.get(f"{self.url}/health") as answer:
                return answer.status == 200
        return False

    async def end(self, way: Way = signal.SIGTERM) -> None:
        """End it in this way, and wait until it is gone."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(way)
            await self._process.wait()

    async def freeze(self, seconds: float) -> None:
        """Stop it for so long, as a machine does that has no memory left."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        self._process.send_signal(signal.SIGCONT)

    @property
    def cpu(self) -> float:
        return cpu_of(self.pid)

    @property
    def complaints(self) -> str:
        """Return what it logged."""
        return (self._folder / f"{self._port}.log").read_text()


def cpu_of(pid: int) -> float:
    """Return the CPU seconds that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Noted:
    """Counts what was seen while people played, right or wrong."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        """The ids of moves that were answered with yes."""
        self.refused: Counter[str] = Counter()
        """Sentences to people whose panel was no longer current."""
        self.wrong: Counter[str] = Counter()
        self.stood: dict[str, list[float]] = defaultdict(list)
        """By how a process ended: the seconds until each of its pages was told something again."""
        self.late: list[float] = []
        """Seconds by which the latest deadline was overdue, each time that somebody looked."""
        self.kills: Counter[str] = Counter()
        self.verified = self.again = 0

    def rows(self) -> Iterator[str]:
        """Yield the figures."""
        yield f"moves taken {len(self.taken)}, said again after a line broke or was late {self.again}"
        yield f"ended: {dict(self.kills)}; records verified {self.verified}"
        for way, stood in self.stood.items():
            least = f"p50 {statistics.median(stood):.2f} s, p99 {percentile(stood, 0.99):.2f} s, max {max(stood):.2f} s"
            yield f"pages stood still after {way}: {len(stood)}, {least}"
        if self.late:
            yield f"deadlines overdue: p99 {percentile(self.late, 0.99):.2f} s, max {max(self.late):.2f} s"
        yield f"refused with a panel that was no longer current: {self.refused.total()}"
        yield from (f"  {count:5} {sentence}" for sentence, count in self.refused.most_common(8))
        yield f"wrong: {self.wrong.total()}"
        yield from (f"  {count:5} {sentence}" for sentence, count in self.wrong.most_common(20) if count)


class Guest(OpenPage):
    """A page whose line moves to another process when it breaks, and which says again what had no answer."""

    def begin(self, bots: Sequence[Bot], noted: Noted, chance: random.Random, room: str = "") -> None:
        """Begin to live. `bots`: where its line may lead; `room`: its own, if its pages are kept together."""
        self._bots, self._noted, self._chance, self._room = bots, noted, chance, room
        self.rests, self.stands = False, asyncio.Event()
        self._silence: asyncio.Timeout | None = None
        self.cut: tuple[str, float] | None = None
        """How and when its process ended, until it is told something again."""
        self.tables: set[str] = set()
        self._lines: set[tuple[Any, ...]] = set()
        self.told_lines: set[tuple[int, int]] = set()
        self.public: set[tuple[int, int]] = set()
        """By order and time, all lines that it was told, and those that everybody is told for good."""
        self.moves, self.hurries, self._passes = 0, False, ""

    @property
    def url(self) -> str:
        return self._url

    async def live(self) -> None:
        """Keep a line open, with the pauses of `static/live.js`."""
        tries = 0
        while True:
            with suppress(ClientError, OSError):
                await self.open()
                self._lines, self.place, self.own = set(), None, None
                async with asyncio.timeout(SILENCE) as self._silence:
                    await self.listen()
            was_told = self.stands.is_set()
            self.stands.clear()
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the line broke"))
                    answer.exception()  # whoever said it may have given up since
            tries = 1 if was_told else tries + 1
            longest = 0.3 if was_told and self.was_left else min(10, 0.4 * 2 ** min(tries, 5))
            await asyncio.sleep(longest * (0.5 + self._chance.random() / 2))
            self._url = kept_at(self._bots, self._room, self._url) if self._room else self._another()

    def _another(self) -> str:
        return self._chance.choice([one.url for one in self._bots if one.url != self._url] or [self._url])

    def _hear(self, content: dict[str, Any]) -> None:
        if "said" in content:  # for some, a form has asked since
            content["said"] = [said for said in content["said"] if said["id"] in self._answers]
        if self._silence is not None:
            self._silence.reschedule(asyncio.get_running_loop().time() + SILENCE)
        self.stands.set()
        if self.cut is not None:
            way, at = self.cut
            self._noted.stood[way].append(time.monotonic() - at)
            self.cut = None
        for told in content.get("tables", ()):
            self.tables.add(told["table"])
            for line in told.get("news", ()):
                self._is_told(told["table"], line)
        super()._hear(content)

    def _is_told(self, table: str, line: dict[str, Any]) -> None:
        """Note a line of news, which may come once on a line, and again on the next one as it was."""
        key = (table, line.get("own", False), line["order"], line["text"], line["at"])
        if key in self._lines:
            self._noted.wrong[f"told twice: {masked(line['text'])}"] += 1
        self._lines.add(key)
        self.told_lines.add((line["order"], line["at"]))
        if not line.get("own") and line.get("fades") is None and not line.get("replaces"):
            self.public.add((line["order"], line["at"]))

    async def ask(self, text: str, panel: Panel | None = None, *, hidden: bool = False) -> tuple[str, dict[str, Any]]:
        """Say a line until it is answered; return its id and the answer."""
        line = said(text, panel, hidden=hidden)
        if self.stands.is_set():
            try:
                return line["id"], await asyncio.wait_for(self._answer(line), LATE)
            except (TimeoutError, ClientError, OSError):
                pass
            finally:
                self._answers.pop(line["id"], None)
        self._noted.again += 1
        for wait in WAITS:
            with suppress(TimeoutError, ClientError, OSError):
                return line["id"], await self._by_form(line)
            await asyncio.sleep(wait)
        raise TimeoutError(f"nobody answered {text}")

    async def _by_form(self, line: dict[str, Any]) -> dict[str, Any]:
        """Say a line by a form, which whatever divides requests brings to any process."""
        address = f"{self._another()}/seat/{self.guest}/say"
        async with self._session.post(address, json=line, timeout=ClientTimeout(LATE)) as answer:
            content: dict[str, Any] = await answer.json()
            return content

    async def seen_anew(self) -> Panel | None:
        """Return what a page of the same guest shows that is opened now, at any process."""
        page = OpenPage(self._session, self._another(), self.guest)
        with suppress(ClientError, OSError):
            await page.open()
            listening = asyncio.create_task(page.listen())
            await comes_true(page.told.is_set)
            await page.hang_up()
            await listening
        return page.panel

    async def command(self, text: str, panel: Panel | None = None) -> None:
        """Say something that nobody may refuse."""
        _, answer = await self.ask(text, panel)
        if not answer["ok"]:
            self._noted.wrong[f"{text} refused: {masked(answer['text'])}"] += 1

    async def act(self) -> None:
        """Move if it may, or go on after a game."""
        panel = self.panel
        if panel is None or not self.stands.is_set() or (panel["ask"] == self._passes and not self.hurries):
            return
        if panel["phase"] == "playing" and panel["offers"]:
            if self._chance.random() < SILENT and not self.hurries:
                self._passes = panel["ask"]
            else:
                await self._move(panel)
        elif panel["phase"] == "between":
            for word in ("rebuy", "rematch"):
                if any(one["word"] == word for one in panel["commands"]):
                    await self.ask(word, panel)

    async def _move(self, panel: Panel) -> None:
        offer = self._chance.choice(panel["offers"])
        number, answer = await self.ask(line_of(offer, self._chance), panel, hidden=offer["secret"])
        if answer["ok"]:
            self._noted.taken.add(f"{self.guest}:{number}")
            self.moves += 1
            return
        was = await comes_true(lambda: self.stands.is_set() and shown_of(self.panel) != shown_of(panel), LATE * 2)
        (self._noted.refused if was else self._noted.wrong)[f"refused: {masked(answer['text'])}"] += 1


def masked(text: str) -> str:
    """Return a sentence without names and numbers, so that equal ones can be counted."""
    return re.sub(r"\d+", "#", re.sub(r"\bp\dx\d+", "NAME", text))[:110]


def shown_of(panel: Panel | None) -> Any:
    """Return what a page shows of a table, without fields that have their usual value: some messages leave them out."""
    if panel is None:
        return None
    offers = [one["verb"] for one in panel["offers"]]
    fields = ("code", "phase", "lines", "own", "seats", "pot", "ask", "ends_at", "sitting", "paused")
    board = pieces_of(panel["board"]) if panel.get("board") else []
    return offers, filled(board), filled({name: panel.get(name) for name in fields})


def filled(content: Any) -> Any:
    """Return content without its empty fields."""
    if isinstance(content, dict):
        return {name: filled(one) for name, one in content.items() if one not in (None, False, 0, "", [], {})}
    return [filled(one) for one in content] if isinstance(content, list) else content


async def comes_true(what: Callable[[], bool], within: float = STILL) -> bool:
    """Wait until something is so; return whether it was in time."""
    until = time.monotonic() + within
    while not what():
        if time.monotonic() > until:
            return False
        await asyncio.sleep(0.02)
    return True


def kept_at(bots: Sequence[Bot], room: str, broken: str = "") -> str:
    """Return the address of the process that has a room's pages, by consistent hashing. `broken`: one that has not."""
    return first((one.url for one in bots if one.url != broken), room) or broken


class Table:
    """One table in a room of its own: its players' pages, the host's first, and the page of one who looks on."""

    def __init__(self, room: str, kind: Kind, pages: Sequence[Guest]) -> None:
        self.venue, self.kind, self.pages = venue_of_room(room), kind, pages

    @classmethod
    async def seated(cls, number: int, run: "Run") -> Self:
        """Open the pages, each at any process, and play the table's first turn."""
        kind, room, pages = KINDS[number % len(KINDS)], f"room{number}", list[Guest]()
        for seat in range(kind.seats + 1):
            url = kept_at(run.bots, room) if run.together else run.chance.choice(run.bots).url
            address = f"10.{number >> 8}.{number & 255}.{seat + 1}"
            page = await Guest.sit(url, f"p{seat}x{number}", room, address)
            chance = random.Random(run.chance.random())  # noqa: S311 - a benchmark's player
            page.begin(run.bots, run.noted, chance, room if run.together else "")
            pages.append(page)
            run.living.append(run.tasks.create_task(page.live()))
            await page.stands.wait()
        table = cls(room, kind, pages)
        await pages[0].command(f"!open {kind.game} {kind.given}")
        for page in pages[1:-1]:
            await page.command("!join")
        await pages[0].command("!start")
        return table

    @property
    def moves(self) -> int:
        return sum(page.moves for page in self.pages)

    @property
    def is_over(self) -> bool:
        panel = self.pages[0].panel
        return panel is not None and panel["phase"] == "closed"

    async def settled(self, noted: Noted) -> None:
        """Compare what each page shows with a page that is opened now: a clock may change both, so more than once."""
        for page in self.pages:
            until = time.monotonic() + STILL
            while shown_of(await page.seen_anew()) != shown_of(page.panel):
                if time.monotonic() > until:
                    noted.wrong[f"a page of {self.kind.game} shows what is over"] += 1
                    break

    async def check(self, store: Store, noted: Noted) -> Counter[str]:
        """Compare records and purses with what was answered; return how often each move stands in the log."""
        moves, (table, *others) = Counter[str](), sorted(set[str]().union(*(page.tables for page in self.pages)))
        if others:
            noted.wrong["more than one table in a room"] += 1
        batches = [decode_batch(line) for line in await store.log(TableRef(self.venue, table))]
        moves.update(batch.receipt.message for batch in batches if batch.receipt is not None)
        heard = set[tuple[int, int]]().union(*(page.public for page in self.pages))
        noted.wrong["a line of news that a page never had"] += sum(len(heard - page.public) for page in self.pages)
        there = {(batch.position.number, batch.at) for batch in batches}
        noted.wrong["news of what is not in the log"] += sum(len(page.told_lines - there) for page in self.pages)
        if sum((await store.accounts(self.venue)).values()):
            noted.wrong["the sum of a venue is not 0"] += 1
        for name in await store.records(self.venue, MANY):
            try:
                replayed(((await store.record(self.venue, name)) or b"").decode())
                noted.verified += 1
            except Mismatch as mismatch:
                noted.wrong[f"a record of {self.kind.game}: {masked(str(mismatch))}"] += 1
        return moves


class Run:
    """The processes, the tables and what was noted of them."""

    def __init__(self, given: argparse.Namespace, bots: Sequence[Bot], store: Store, tasks: asyncio.TaskGroup) -> None:
        self.given, self.bots, self.store, self.tasks, self.together = given, bots, store, tasks, given.together
        self.noted, self.chance = Noted(), random.Random(given.seed)  # noqa: S311 - which process, and when
        self.tables: list[Table] = []
        self.living: list[asyncio.Task[None]] = []
        self.playing: list[asyncio.Task[None]] = []

    @property
    def pages(self) -> list[Guest]:
        return [page for table in self.tables for page in table.pages]

    async def open(self) -> None:
        """Open all tables, a few at a time, and let people play."""
        few = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> Table:
            async with few:
                return await Table.seated(number, self)

        self.tables = await asyncio.gather(*map(one, range(self.given.tables)))
        self.playing = [self.tasks.create_task(self._play(page)) for table in self.tables for page in table.pages[:-1]]

    async def _play(self, page: Guest) -> None:
        while not page.rests:
            await asyncio.sleep(self.given.think * (0.5 + self.chance.random()))
            await page.act()

    async def look(self) -> None:
        """Note again and again by how much the oldest deadline is overdue."""
        while True:
            now = self.store.clock.now()
            self.noted.late.append(max((now - at for _, at in await self.store.due(now)), default=0) / 1000)
            await asyncio.sleep(LOOK)

    async def harm(self) -> None:
        """End processes one after another, each when all is well after the one before; then deploy all anew."""
        given, ways = self.given, WAYS[: self.given.ways]
        for number in range(max(len(ways), int(given.seconds / given.kill_every))):
            began = time.monotonic()
            await self.end(self.chance.choice(self.bots), ways[number % len(ways)])
            await asyncio.sleep(max(0.0, given.kill_every - (time.monotonic() - began)))
        for number, bot in enumerate(self.bots):
            bot.tree = given.other if number >= len(self.bots) // 2 else ""
            await self.end(bot, signal.SIGTERM, "a rolling deploy")

    async def fail_over(self, redis: Servers) -> None:
        """Kill primaries of Redis one after another, and note how long nobody could move."""
        for _ in range(max(1, int(self.given.seconds / self.given.kill_every / 2))):
            self.noted.kills["a primary of Redis"] += 1
            moving = asyncio.create_task(redis.fail_over(self.chance))
            longest, moved, since = 0.0, len(self.noted.taken), time.monotonic()
            while not moving.done():
                await asyncio.sleep(LOOK / 10)
                if len(self.noted.taken) > moved:
                    moved, since = len(self.noted.taken), time.monotonic()
                longest = max(longest, time.monotonic() - since)
            await moving
            print(f"a primary of Redis was killed: for {longest:.1f} s nobody moved", flush=True)

    async def end(self, bot: Bot, way: Way, name: str = "") -> None:
        """End or freeze a process, start it again, and wait until all its pages were told something since."""
        name, pages = name or way.name, [page for page in self.pages if page.url == bot.url]
        self.noted.kills[name] += 1
        moved = len(self.noted.taken)
        if way is signal.SIGSTOP:
            await bot.freeze(self.given.frozen)
        for page in pages:
            page.cut = name, time.monotonic()
        if way is not signal.SIGSTOP:
            await bot.end(way)
            await bot.start()
        if not await comes_true(lambda: all(page.cut is None for page in pages)):
            self.noted.wrong[f"pages stood still after {name}"] += 1
        if not await comes_true(lambda: len(self.noted.taken) > moved):
            self.noted.wrong[f"nobody could move after {name}"] += 1

    async def go_on(self) -> None:
        """Wait until somebody has moved at each table that is not over."""
        before = {table: table.moves for table in self.tables}
        for page in self.pages:
            page.hurries = True
        await comes_true(lambda: all(table.is_over or table.moves > before[table] for table in self.tables))
        for table in self.tables:
            if not table.is_over and table.moves == before[table]:
                paused = (table.pages[0].panel or {}).get("paused", False)
                self.noted.wrong[f"a table of {table.kind.game} stands still" + (", paused" if paused else "")] += 1

    async def stand_still(self) -> None:
        """Let nobody move any more."""
        for page in self.pages:
            page.rests = True
        await asyncio.gather(*self.playing)

    async def rest(self) -> None:
        """Let nobody move any more, and compare everything."""
        await self.stand_still()
        if not await comes_true(lambda: all(page.stands.is_set() for page in self.pages)):
            self.noted.wrong["a page did not come back"] += 1
        stored = Counter[str]()
        for table in self.tables:
            await table.settled(self.noted)
            stored += await table.check(self.store, self.noted)
        self.noted.wrong["lost moves"] += len(self.noted.taken - stored.keys())
        self.noted.wrong["moves that stand though they were refused"] += len(stored.keys() - self.noted.taken)
        self.noted.wrong["moves that stand twice"] += sum(count > 1 for count in stored.values())

    async def cpu(self, redis: Sequence[int]) -> str:
        """Return the CPU of a move, of all processes and of Redis."""
        await asyncio.sleep(WARM)
        used, of_redis, moves = sum(bot.cpu for bot in self.bots), sum(map(cpu_of, redis)), len(self.noted.taken)
        await asyncio.sleep(self.given.seconds)
        moves = len(self.noted.taken) - moves
        used, of_redis = sum(bot.cpu for bot in self.bots) - used, sum(map(cpu_of, redis)) - of_redis
        at_rest = await self.cpu_at_rest()
        each = f"{1000 * used / moves:.2f} ms of CPU a move, {1000 * of_redis / moves:.2f} ms of Redis"
        pace = f"{moves} moves, {moves / self.given.seconds:.0f} a second; {1000 * at_rest:.0f} ms a second at rest"
        alone = 1000 * (used - at_rest * self.given.seconds) / moves
        return f"{len(self.bots)} processes: {each}; {pace}, without that {alone:.2f} ms a move"

    async def cpu_at_rest(self) -> float:
        """Return the CPU seconds a second of all processes, while all pages are open and nobody moves."""
        await self.stand_still()
        used = sum(bot.cpu for bot in self.bots)
        await asyncio.sleep(AT_REST)
        return (sum(bot.cpu for bot in self.bots) - used) / AT_REST


@asynccontextmanager
async def running(count: int, kind: str) -> AsyncIterator[tuple[list[Bot], Store, Redis]]:
    """Yield so many processes on one store, and a connection to it that hears no news."""
    with tempfile.TemporaryDirectory(prefix="pl-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        async with served(kind, folder) as redis:
            bots = [Bot(port, folder, redis.url) for port in sorted({free_port() for _ in range(3 * count)})[:count]]
            try:
                await bots[0].start()  # it makes the key that all of them use
                await asyncio.gather(*(bot.start() for bot in bots[1:]))
                store = await Store.connect(redis.url, timeout=STILL)
                await store.news.stop()
                store.seals = Seals(keys_from_file(folder / "dice.key").by_number)
                yield bots, store, redis
                await store.close()
            finally:
                await asyncio.gather(*(bot.end() for bot in bots))
                for bot in bots:
                    print(bot.complaints, end="", file=sys.stderr)


async def played(given: argparse.Namespace) -> Noted:
    """Play, and return what was noted."""
    async with running(given.processes, given.store) as (bots, store, redis), asyncio.TaskGroup() as tasks:
        run = Run(given, bots, store, tasks)
        await run.open()
        looking = tasks.create_task(run.look())
        if given.kills:
            await run.harm()
            if isinstance(redis, Servers):
                await run.fail_over(redis)
            await run.go_on()
        else:
            print(await run.cpu(pids_of(redis)), flush=True)
        looking.cancel()
        await run.rest()
        for living in run.living:
            living.cancel()
        await asyncio.gather(*(page.close() for page in run.pages))
        return run.noted


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line, or these words."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in (("processes", 4), ("tables", 40), ("ways", len(WAYS)), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    for name, seconds in (("seconds", 60.0), ("kill-every", 10.0), ("frozen", 8.0), ("think", 2.0)):
        parser.add_argument(f"--{name}", type=float, default=seconds)
    parser.add_argument("--no-kills", dest="kills", action="store_false")
    parser.add_argument("--store", choices=("server", "cluster", "sentinel"), default="server")
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--other", default="")
    return parser.parse_args(words)


if __name__ == "__main__":
    logs.set_up("people", "error")
    found = asyncio.run(played(arguments()))
    print(*found.rows(), sep="\n")
    sys.exit(bool(found.wrong.total()))
