"""Test a house in play whose store refuses writes (threats F4, F5, F6).

Each mover is told so in a sentence, and nothing is half done. Tables can be looked at, and play goes on when the store
accepts writes again.
"""

import asyncio
import resource
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, CookieJar
from evening import Evening, unbalanced
from redis.asyncio import Redis
from redis.exceptions import BusyLoadingError, RedisError, ResponseError

from bot.app.settings import Settings
from bot.app.table_room import open_room
from bot.table.codec import decode_batch
from games.proof.record import Moved, TimedOut
from persistence import HandClock, Store, TableRef
from persistence.server import find_server, url_of

PATIENCE = 60.0
"""Seconds to wait for what must happen in the end, also on a busy machine."""
DUEL = "halflings mode=duel money=purse cooldown=0"
NOT_TAKEN = "One moment: the table's memory does not answer, and this was not taken."


class OnADisk:
    """A server started like ours, whose disk can be full: the system then lets none of its files grow."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.socket = folder, folder / "s.sock"
        self.process = self.started()
        self.url = url_of(self.socket)
        self.bare: Any = Redis.from_url(self.url)

    def started(self, *options: str) -> "subprocess.Popen[bytes]":
        words = ("--port", "0", "--unixsocket", str(self.socket), "--dir", str(self.folder), "--appendonly", "yes")
        more = ("--appendfsync", "no", "--save", "", "--maxmemory-policy", "noeviction")
        # With this, Python gets an error for a file that may not grow, and does not die. Child processes inherit it.
        return subprocess.Popen(
            [str(find_server()), *words, *more, *options], stdout=subprocess.DEVNULL, restore_signals=False
        )

    async def load_slowly(self) -> None:
        """Start it again, so that it takes long to load what it has: key by key, from a file that it has rewritten."""
        await self.bare.mset({f"filler:{number}": "x" * 2_000 for number in range(1_000)})
        await self.bare.bgrewriteaof()
        await self.until(self.has_rewritten)
        self.process.kill()
        self.process.wait()
        self.process = self.started("--key-load-delay", "30000", "--loading-process-events-interval-bytes", "1024")
        await self.until(self.loads)

    async def has_rewritten(self) -> bool:
        told = await self.bare.info("persistence")
        return not told["aof_rewrite_in_progress"] and not told["aof_rewrite_scheduled"]

    async def loads(self) -> bool:
        try:
            await self.bare.get("probe")
        except BusyLoadingError:
            return True
        except (RedisError, OSError):
            return False
        raise AssertionError("it has loaded already")

    async def until(self, reached: Callable[[], Awaitable[bool]]) -> None:
        async with asyncio.timeout(PATIENCE):
            while True:
                if await reached():
                    return
                await asyncio.sleep(0.02)

    async def answers(self) -> bool:
        with suppress(RedisError, OSError):
            return bool(await self.bare.ping())
        return False

    async def takes_writes(self) -> bool:
        """Tell whether it accepts writes. A server that can't write to its disk only finds out by a write."""
        try:
            await self.bare.set("probe", "x" * 100)
        except ResponseError:
            return False
        return True

    async def refuses(self) -> bool:
        return not await self.takes_writes()

    def let_grow(self, most: int) -> None:
        """Let its files grow to this many bytes."""
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    async def end(self) -> None:
        await self.bare.aclose()
        self.process.kill()
        self.process.wait()


async def fill_the_disk(disk: OnADisk) -> None:
    disk.let_grow(1)


async def make_room(disk: OnADisk) -> None:
    disk.let_grow(resource.RLIM_INFINITY)


async def demote(disk: OnADisk) -> None:
    await disk.bare.execute_command("REPLICAOF", "127.0.0.1", "1")


async def promote(disk: OnADisk) -> None:
    await disk.bare.execute_command("REPLICAOF", "NO", "ONE")


async def want_a_replica(disk: OnADisk) -> None:
    await disk.bare.config_set("min-replicas-to-write", "1")


async def want_none(disk: OnADisk) -> None:
    await disk.bare.config_set("min-replicas-to-write", "0")


async def take_memory(disk: OnADisk) -> None:
    await disk.bare.config_set("maxmemory", "1")


async def give_memory(disk: OnADisk) -> None:
    await disk.bare.config_set("maxmemory", "0")


WAYS = {
    "a full disk": (fill_the_disk, make_room),
    "a replica": (demote, promote),
    "too few replicas": (want_a_replica, want_none),
    "no memory": (take_memory, give_memory),
}


@pytest.fixture
async def disk(folder: Path) -> AsyncIterator[OnADisk]:
    made = OnADisk(folder)
    await made.until(made.answers)
    yield made
    await made.end()


@pytest.fixture
async def house(disk: OnADisk, clock: HandClock) -> AsyncIterator[Evening]:
    """Yield a whole house: a duel from purses, a game with secrets, a crowd, and a person about to open a table."""
    store = await Store.connect(disk.url, clock=clock, timeout=PATIENCE)
    made = Evening(store, clock)
    await made.lines(f"ann: !open {DUEL}", "ben: !join", "ann: !start", "ann: !stake 20")
    yield made
    await made.end()
    await store.close()


async def deeds(evening: Evening, ref: TableRef) -> list[object]:
    return [decode_batch(line).deed for line in await evening.store.log(ref)]


@pytest.mark.parametrize("way", WAYS)
async def test_each_mover_is_told_and_nothing_is_half_done(house: Evening, disk: OnADisk, way: str) -> None:
    """Two tables and purses: when the lines are repeated with the same ids, each counts once."""
    refuse, take = WAYS[way]
    beside = Evening(house.store, house.clock, venue=house.venue, tag=house.tag)
    beside.roll(7, 16, 18)
    secret = [f"{name}: !join" for name in ("dee", "eve")]
    await beside.lines("cid: !open headache min_players=3 max_swap_rounds=1", *secret, "cid: !start")
    tables = [(house, (await house.table()).ref), (beside, (await beside.table()).ref)]
    before = [await evening.document() for evening, _ in tables]
    money = await house.store.accounts(house.venue)

    await refuse(disk)
    await disk.until(disk.refuses)
    said = [
        (house, house.message("ben", "!roll")),
        (house, house.message("ann", "!leave")),
        (house, house.message("zoe", f"!open {DUEL}")),
        (house, house.message("zoe", "!wallet")),
        (beside, beside.message("cid", "stay", private=True)),
        (beside, beside.message("dee", "stay", private=True)),
    ]
    answers = await asyncio.gather(*(evening.house.hear(message) for evening, message in said))
    assert [(answer.ok, answer.text.startswith(NOT_TAKEN)) for answer in answers] == [(False, True)] * len(said)
    looked = await house.house.look(house.message("zoe", "").sender, house.venue, house.place, "en")
    assert [update.card.phase for update in looked] == ["playing"]
    assert [await evening.document() for evening, _ in tables] == before
    assert await house.store.accounts(house.venue) == money

    await take(disk)
    await disk.until(disk.takes_writes)
    for _ in range(2):
        for evening, message in (said[0], *said[4:]):
            assert (await evening.hear(message)).ok
    duel, secrets = [await deeds(*one) for one in tables]
    assert [deed.move for deed in duel if isinstance(deed, Moved)] == ["stake 20", "roll"]
    assert [deed.seat for deed in secrets if isinstance(deed, Moved)] == [0, 1]
    assert await unbalanced(house) == []
    assert await house.store.undelivered() == []
    await beside.end()


@pytest.mark.parametrize("way", WAYS)
async def test_a_deadline_waits_and_fires_once(house: Evening, disk: OnADisk, way: str) -> None:
    refuse, take = WAYS[way]
    ref, before = (await house.table()).ref, await house.document()
    await refuse(disk)
    await disk.until(disk.refuses)
    house.clock.move(60)
    await house.house.scheduler.fire_due()
    assert await house.document() == before
    await take(disk)
    await disk.until(disk.takes_writes)
    for _ in range(2):
        await house.sweep()
    assert [deed.seats for deed in await deeds(house, ref) if isinstance(deed, TimedOut)] == [(1,)]
    assert await unbalanced(house) == []


async def test_what_was_taken_before_a_full_disk_is_there_after_a_kill(
    house: Evening, disk: OnADisk, folder: Path, clock: HandClock
) -> None:
    """F6: the server keeps what it could not write, and writes it when the disk has room. A kill then loses nothing."""
    await fill_the_disk(disk)
    answers = [await house.house.hear(house.message("ben", "!roll")) for _ in range(3)]
    assert any(answer.text.startswith(NOT_TAKEN) for answer in answers)
    told = await house.document()
    await make_room(disk)
    await disk.until(disk.takes_writes)
    await disk.until(lambda: wrote(disk))
    await disk.end()
    again = OnADisk(folder)
    await again.until(again.answers)
    store = await Store.connect(again.url, clock=clock, timeout=PATIENCE)
    store.seals = house.store.seals
    stored = await store.load((await house.house.directory.at(house.venue, house.place))[0].ref)
    assert stored is not None
    assert stored.document == told
    await store.close()
    await again.end()


async def wrote(disk: OnADisk) -> bool:
    """Tell whether everything is in its file."""
    told = await disk.bare.info("persistence")
    return bool(told["aof_last_write_status"] == "ok" and told["aof_buffer_length"] == 0)


@pytest.mark.parametrize("way", ["a replica", "loading"])
async def test_a_form_that_can_not_be_taken_is_answered_by_503_and_a_sentence(
    house: Evening, disk: OnADisk, way: str
) -> None:
    """F31. Pages that only read are served by a replica, and by nobody that loads."""
    settings = Settings(_env_file=None)  # type: ignore[call-arg]  # as pydantic-settings takes it
    async with (
        open_room(house.house, settings, "127.0.0.1", 0, lambda _: None) as room,
        ClientSession(cookie_jar=CookieJar(unsafe=True)) as session,
    ):
        url = f"http://127.0.0.1:{room.port}"
        ours = {"Origin": url, "Sec-Fetch-Site": "same-origin"}

        async def sits(name: str) -> tuple[int, str]:
            form = {"name": name, "room": "main"}
            async with session.post(f"{url}/sit", data=form, headers=ours, allow_redirects=False) as answer:
                return answer.status, await answer.text()

        assert (await sits("Ann"))[0] == 303
        await (demote(disk) if way == "a replica" else disk.load_slowly())
        status, text = await sits("Ben")
        assert (status, "this was not taken" in text) == (503, True)
        if way == "a replica":
            await promote(disk)
        else:
            disk.process.kill()
            disk.process.wait()
            disk.process = disk.started()
        await disk.until(disk.answers)
        assert (await sits("Ben"))[0] == 303
