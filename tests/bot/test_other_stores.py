"""Test that a store in another form is refused at the start with a sentence, and left unchanged (F21, F22)."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from evening import START, Evening, Room
from program import potluck
from redis.asyncio import Redis

from persistence import FORM, EmbeddedServer, HandClock, Store
from persistence.keys import FORM_KEY, SCRATCH

Dumped = dict[bytes, tuple[bytes, int]]
SCENE = "pete> !open halflings\n"


@pytest.fixture(autouse=True)
def elsewhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Prepare to start the program in its own folder, with its data there."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("POTLUCK_DATA", str(folder))
    monkeypatch.delenv("REDIS_URL", raising=False)
    return folder


@pytest.fixture
def played(room: Room) -> Iterator[Room]:
    """Yield a store with a running game, stakes, purses and finished games, as bots without a form number wrote it."""
    room.run(room.empty())
    room.run(an_evening(room.store, room.clock))
    yield room
    room.run(room.empty())


async def an_evening(store: Store, clock: HandClock) -> None:
    evening = Evening(store, clock)
    await evening.lines("ann: !open halflings mode=duel money=purse cooldown=0", "ben: !join", "ann: !start")
    evening.roll(8, 4, 6, 1)
    await evening.lines("ann: !stake 20", "ben: !roll", "ann: !roll", "ben: !stake 5", "ann: !roll")
    await evening.lines("ann: !rematch", "ann: !stake 30")
    await evening.end()


async def dumped(url: str) -> Dumped:
    """Return every key with its bytes, and whether it expires, without the keys a start uses for a short test."""
    async with Redis.from_url(url) as bare:
        names = [one for one in await bare.keys() if not one.startswith(SCRATCH)]
        return {one: (await bare.dump(one), min(0, await bare.pttl(one))) for one in names}


async def put_form(url: str, form: bytes) -> None:
    async with Redis.from_url(url) as bare:
        await bare.set(FORM_KEY, form)


def refusal(complaint: str) -> str:
    """Return the program's sentence on one line, with the address replaced."""
    assert complaint.count("\n") == 1, complaint
    return re.sub(r"Redis at \S+", "Redis at HERE", complaint.removesuffix("\n"))


TOLD = (
    "potluck: Redis at HERE holds what {whose} Potluck stored ({form}); this one reads form {now} alone. Nothing in it "
    "was touched. Point REDIS_URL (or POTLUCK_DATA, where Potluck runs a Redis of its own) elsewhere, or {way_out}."
)


@pytest.mark.parametrize("command", ["run", "play", "console", "admin keys"])
@pytest.mark.parametrize("form", ["none", "older", "newer", "nonsense"])
def test_a_store_of_another_form_is_refused_and_left_as_it_was(
    played: Room, command: str, form: str, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forms = {"none": "", "older": str(FORM - 1), "newer": str(FORM + 1), "nonsense": "-1x"}
    if forms[form]:
        played.run(put_form(played.url, forms[form].encode()))
    before = played.run(dumped(played.url))
    monkeypatch.setenv("REDIS_URL", played.url)
    words = ["console", "--redis", played.url] if command == "console" else command.split()
    done = potluck(*words, *(["--port", "0"] if command in {"run", "play"} else []), typed=SCENE)
    told = TOLD.format(
        whose="a newer" if form == "newer" else "an older",
        form=f"form {forms[form]}" if forms[form] else "no form",
        now=FORM,
        way_out="start that one" if form == "newer" else "delete what is stored there",
    )
    assert (done.returncode, refusal(done.stderr.splitlines(keepends=True)[-1])) == (2, told)
    assert done.stdout == "" or command in {"run", "play"}, done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert played.run(dumped(played.url)) == before
    assert list(elsewhere.iterdir()) == [], "nor is a key made"


def test_so_is_one_in_a_data_folder_of_potlucks_own(elsewhere: Path) -> None:
    """Start it as after an upgrade, and follow the sentence."""
    before = asyncio.run(stored_in(elsewhere / "redis"))
    done = potluck("admin", "keys")
    assert done.returncode == 2
    assert "an older Potluck stored (no form)" in done.stderr
    assert asyncio.run(found_in(elsewhere / "redis")) == before
    (elsewhere / "redis").rename(elsewhere / "of before")
    assert potluck("admin", "keys").returncode == 0
    assert potluck("admin", "keys").returncode == 0, "it is its own store now"


async def stored_in(folder: Path) -> dict[bytes, Any]:
    async with await EmbeddedServer.start(folder) as server:
        store = await Store.connect(server.url, timeout=60)
        await an_evening(store, HandClock(START))
        await store.close()
        return await read(server.url)


async def found_in(folder: Path) -> dict[bytes, Any]:
    async with await EmbeddedServer.start(folder) as server:
        return await read(server.url)


async def read(url: str) -> dict[bytes, Any]:
    """Return every key with its content, since a restarted server keeps sets and hashes in another order."""
    async with Redis.from_url(url) as bare:
        readers = {
            b"string": bare.get,
            b"hash": bare.hgetall,
            b"set": bare.smembers,
            b"list": lambda name: bare.lrange(name, 0, -1),
            b"zset": lambda name: bare.zrange(name, 0, -1, withscores=True),
        }
        names = [one for one in await bare.keys() if not one.startswith(SCRATCH)]
        return {one: await readers[await bare.type(one)](one) for one in names}
