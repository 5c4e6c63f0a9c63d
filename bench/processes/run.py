"""Let people play while processes are ended one after another, and compare everything afterwards."""

import argparse
import asyncio
import random
import signal
import time
from collections import Counter
from collections.abc import Sequence
from typing import Final

import bench.processes
from bench.processes.bots import Bot, Way, cpu_of, running
from bench.processes.chats import ChatTable
from bench.processes.guests import Guest
from bench.processes.noted import Noted
from bench.processes.platforms import Platforms
from bench.processes.tables import Table
from bench.processes.waiting import STILL, comes_true
from bench.stores import Servers, pids_of
from bot.app.application import Application

WAYS: Final = (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP)
AT_ONCE: Final = 8
LOOK: Final = 0.2
WARM: Final = 20.0
"""Seconds in which a new process reads its words, before CPU is measured."""
AT_REST: Final = 10.0


class Run:
    """The processes, the tables and what was noted of them."""

    def __init__(
        self, given: argparse.Namespace, bots: Sequence[Bot], eyes: Application, tasks: asyncio.TaskGroup
    ) -> None:
        self.given, self.bots, self.tasks, self.together = given, bots, tasks, given.together
        self.eyes, self.store = eyes, eyes.store
        self.noted, self.chance = Noted(), random.Random(given.seed)  # noqa: S311 - which process, and when
        self.tables: list[Table] = []
        self.living: list[asyncio.Task[None]] = []
        self.playing: list[asyncio.Task[None]] = []
        self.chats: list[ChatTable] = []

    @property
    def pages(self) -> list[Guest]:
        return [page for table in self.tables for page in table.pages]

    async def open(self, platforms: Platforms) -> None:
        """Open all tables, a few at a time, and let people play."""
        few = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> Table:
            async with few:
                return await Table.seated(number, self)

        async def in_chat(table: ChatTable) -> None:
            async with few:
                await table.seated()

        self.tables = await asyncio.gather(*map(one, range(self.given.tables)))
        self.chats = await platforms.tables(self)
        await asyncio.gather(*map(in_chat, self.chats))
        print(f"{len(self.tables) + len(self.chats)} tables are open", flush=True)
        playing = [self._play(page) for table in self.tables for page in table.pages[:-1]]
        playing += [table.plays(person, self.given.think) for table in self.chats for person in table.people]
        self.playing = [self.tasks.create_task(one) for one in playing]

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
            self.noted.fails_over = self.noted.failed_over = True
            moving = asyncio.create_task(redis.fail_over(self.chance))
            longest, moved, since = 0.0, len(self.noted.taken), time.monotonic()
            while not moving.done():
                await asyncio.sleep(LOOK / 10)
                if len(self.noted.taken) > moved:
                    moved, since = len(self.noted.taken), time.monotonic()
                longest = max(longest, time.monotonic() - since)
            await moving
            self.noted.fails_over = False
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
        """Wait until somebody has moved at each table that is not over, and does not wait for its moderators."""
        for page in self.pages:
            page.hurries = True
        await asyncio.gather(*map(self._goes_on, (*self.tables, *self.chats)))

    async def _goes_on(self, table: Table | ChatTable) -> None:
        before, until = table.moves, time.monotonic() + STILL
        while not (table.is_over or table.moves > before):
            if self.noted.failed_over and await table.is_held():
                self.noted.held[table.kind.game] += 1
                return
            if time.monotonic() > until:
                self.noted.wrong[f"a table of {table.kind.game} stands still: {table.state}"] += 1
                return
            await asyncio.sleep(1.0)

    async def stand_still(self) -> None:
        """Let nobody move any more."""
        for one in (*self.pages, *self.chats):
            one.rests = True
        await asyncio.gather(*self.playing)

    async def rest(self) -> None:
        """Let nobody move any more, and compare everything."""
        await self.stand_still()
        if not await comes_true(lambda: all(page.stands.is_set() for page in self.pages)):
            self.noted.wrong["a page did not come back"] += 1
        few, stored = asyncio.Semaphore(AT_ONCE), Counter[str]()

        async def checked(table: Table | ChatTable) -> None:
            async with few:
                stored.update(await table.check())

        await asyncio.gather(*map(checked, (*self.tables, *self.chats)))
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


async def played(given: argparse.Namespace) -> Noted:
    """Play, and return what was noted."""
    async with (
        Platforms.started(given.discord, given.twitch) as platforms,
        running(given.processes, given.store, platforms) as (bots, eyes, redis),
        asyncio.TaskGroup() as tasks,
    ):
        run = Run(given, bots, eyes, tasks)
        await run.open(platforms)
        looking = tasks.create_task(run.look())
        if given.kills:
            await run.harm()
            if isinstance(redis, Servers):
                await run.fail_over(redis)
            last_kill = time.monotonic()
            await run.go_on()
        else:
            print(await run.cpu(pids_of(redis)), flush=True)
        looking.cancel()
        await run.rest()
        if given.kills:
            print(f"all was compared {time.monotonic() - last_kill:.0f} s after the last kill", flush=True)
        for living in run.living:
            living.cancel()
        await asyncio.gather(*(page.close() for page in run.pages))
        run.noted.more = platforms.rows()
        return run.noted


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line, or these words."""
    parser = argparse.ArgumentParser(description=bench.processes.__doc__)
    for name, usual in (
        ("processes", 4),
        ("tables", 40),
        ("ways", len(WAYS)),
        ("seed", 0),
        ("discord", 0),
        ("twitch", 0),
    ):
        parser.add_argument(f"--{name}", type=int, default=usual)
    for name, seconds in (("seconds", 60.0), ("kill-every", 10.0), ("frozen", 8.0), ("think", 2.0)):
        parser.add_argument(f"--{name}", type=float, default=seconds)
    parser.add_argument("--no-kills", dest="kills", action="store_false")
    parser.add_argument("--store", choices=("server", "cluster", "sentinel"), default="server")
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--other", default="")
    return parser.parse_args(words)
