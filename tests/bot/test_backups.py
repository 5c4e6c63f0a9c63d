"""Backups on a real server: taken while people play, brought back, refused where they would do harm."""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
import zstandard
from evening import START, Evening
from free_ports import free_port
from program import potluck

from bot.app.trial import Trial, restored
from bot.table.defaults import Defaults
from bot.table.fairness import Keys
from persistence import BackupError, EmbeddedServer, HandClock, Store, StoreTrouble, Transfer, backup
from persistence.keys import RESTORE_LOCK, partition
from persistence.pipe import Pipe
from persistence.scripts import SNAPSHOT, Script
from persistence.snapshot import StoredKey

ROOT = Path(__file__).parents[2]
KEYS = Keys({1: bytes(32)})
OPENING = "!open halflings mode=duel money=purse buyin=50 max_bet=5 cooldown=0"


@pytest.fixture
async def played(own_server: EmbeddedServer) -> AsyncIterator[Store]:
    """Yield a store in which something of everything is kept: finished games, a table that is on, purses."""
    async with connected(own_server) as store:
        evening = Evening(store, HandClock(START), venue="test:first", place="test:here")
        await plays(evening, 3)
        yield store
        await evening.end()


@asynccontextmanager
async def connected(server: EmbeddedServer) -> AsyncIterator[Store]:
    store = await Store.connect(server.url, timeout=60.0)
    try:
        await store.claim_form()
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def empty_store() -> AsyncIterator[Store]:
    """Yield a store on a server of its own."""
    with tempfile.TemporaryDirectory(prefix="pl-") as folder:
        async with await EmbeddedServer.start(Path(folder)) as server:
            store = await Store.connect(server.url, timeout=60.0)
            yield store
            await store.close()


async def plays(evening: Evening, tables: int) -> None:
    """Play at one table after the other, each with other people who say nothing, so that every clock runs out.

    A game is on at the last table.
    """
    for number in range(tables):
        ann, ben = f"ann{number}", f"ben{number}"
        await evening.lines(f"{ann}: {OPENING}", f"{ben}: !join", f"{ann}: !start")
        if number < tables - 1:
            await evening.lines("wait: 300", f"{ben}: !leave", f"{ann}: !leave")


async def made(store: Store, path: Path) -> Path:
    await backup.written(path, store.snapshot(), "1.0", store.clock.now(), {1: "mark"})
    return path


async def tried(path: Path) -> Trial:
    async with restored(path, KEYS, Defaults(pace=0)) as trial:
        await trial.hold()
        return trial


async def all_of(store: Store) -> dict[bytes, tuple[str, list[bytes]]]:
    """Return everything in a store, as it would be backed up; the order of hashes and sets is nobody's."""
    found: dict[bytes, tuple[str, list[bytes]]] = {}
    async for parts in store.snapshot():
        for one in parts:
            items = found.setdefault(one.name, (one.kind, []))[1]
            items += one.items
    return {name: (kind, items if kind == "list" else sorted(items)) for name, (kind, items) in found.items()}


async def test_what_is_brought_back_is_what_was_there(played: Store, tmp_path: Path) -> None:
    path = await made(played, tmp_path / "kept")
    before = await all_of(played)
    lives = {name: await played.pipe.read("PTTL", name) for name in before}
    kinds = {name.split(b":")[3] for name in before if name.startswith(b"pl:{") and name.count(b":") > 2}
    assert {b"table", b"purses", b"ledger", b"entries", b"games", b"record", b"seen"} <= kinds
    async with empty_store() as other:
        await other.restore(backup.parts(path))
        await other.check_form()
        assert await all_of(other) == before
        for name, life in lives.items():
            assert await other.pipe.read("PTTL", name) == pytest.approx(life, abs=60_000), name
    assert (await tried(path)).wrong == []
    assert path.stat().st_mode & 0o077 == 0


async def test_backups_while_three_venues_play_fit_together(own_server: EmbeddedServer, tmp_path: Path) -> None:
    async with connected(own_server) as store:
        evenings = [Evening(store, HandClock(START), venue=f"test:{one}", place=f"test:{one}") for one in range(3)]
        nights = [asyncio.create_task(plays(one, 12)) for one in evenings]
        paths = []
        while not all(night.done() for night in nights):
            paths.append(await made(store, tmp_path / f"kept{len(paths)}"))
            await asyncio.sleep(0.05)
        await asyncio.gather(*nights)
        for evening in evenings:
            await evening.end()
    assert len(paths) > 1
    for path in paths:
        assert (await tried(path)).wrong == []


async def test_a_venue_is_read_at_one_moment_with_what_is_new_since_its_names_were_listed(
    played: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before each look at the store somebody is given a sucker, and before each of the first two a table opens."""
    run, evening = Pipe.run, Evening(played, HandClock(START), venue="test:first", place="test:there")
    openings = [[f"{a}: {OPENING}", f"{b}: !join", f"{a}: !start"] for a, b in (("cid", "dan"), ("fay", "gus"))]

    async def meanwhile(pipe: Pipe, script: Script, *rest: Any, **how: Any) -> Any:
        if script is SNAPSHOT:
            await evening.lines(*(openings.pop() if openings else ()))
            await played.transfer("test:first", (Transfer("bank", "purse:test:eve", 1, "welcome"),))
        return await run(pipe, script, *rest, **how)

    monkeypatch.setattr(Pipe, "run", meanwhile)
    path = await made(played, tmp_path / "kept")
    monkeypatch.setattr(Pipe, "run", run)
    await evening.end()
    trial = await tried(path)
    assert trial.wrong == []
    assert "3 open tables: on each lies what the ledger holds for it" in trial.said


@pytest.mark.parametrize("at", [0, 1_000, 1_030, 1_100, -1], ids=["form", "padding", "digest", "content", "end"])
async def test_a_byte_that_was_changed_is_noticed(played: Store, tmp_path: Path, at: int) -> None:
    path = await made(played, tmp_path / "kept")
    content = bytearray(path.read_bytes())
    for changed in (content[:-1], content + b"\0", with_byte(content, at)):
        path.write_bytes(changed)
        with pytest.raises(BackupError, match=r"changed|no backup"):
            backup.checked(path)


def with_byte(content: bytearray, at: int) -> bytearray:
    changed = bytearray(content)
    changed[at] ^= 1
    return changed


async def test_a_file_of_another_form_is_refused(
    played: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await made(played, tmp_path / "kept")
    monkeypatch.setattr(backup, "FORM", 99)
    with pytest.raises(BackupError, match=r"made by Potluck 1\.0; this one reads form 99 alone"):
        backup.checked(path)


async def test_what_is_stored_is_never_overwritten(played: Store, tmp_path: Path) -> None:
    path = await made(played, tmp_path / "kept")
    with pytest.raises(BackupError, match="is there already"):
        await made(played, path)
    before = await all_of(played)
    with pytest.raises(StoreTrouble, match="is not empty") as refused:
        await played.restore(backup.parts(path))
    assert refused.value.kind == "unsuitable"
    assert await all_of(played) == before
    await played.check_form()


async def test_nothing_is_restored_where_a_bot_runs_even_if_nothing_is_stored(played: Store, tmp_path: Path) -> None:
    path = await made(played, tmp_path / "kept")
    async with empty_store() as other:
        await other.here("a bot elsewhere")
        with pytest.raises(StoreTrouble, match="A Potluck runs on Redis at"):
            await other.restore(backup.parts(path))
        assert await all_of(other) == {}
        await other.gone("a bot elsewhere")
        await other.restore(backup.parts(path))


async def test_a_backup_that_fails_leaves_no_file(played: Store, tmp_path: Path) -> None:
    async def failing() -> AsyncIterator[list[StoredKey]]:
        yield [StoredKey(b"pl:note:a:b", "string", 0, [b"x"])]
        raise StoreTrouble("unreachable", "gone")

    with pytest.raises(StoreTrouble):
        await backup.written(tmp_path / "kept", failing(), "1.0", 0, {})
    assert os.listdir(tmp_path) == []  # noqa: PTH208 - at once, on the loop


async def test_a_restore_that_was_broken_off_lets_nobody_in_and_is_begun_again(played: Store, tmp_path: Path) -> None:
    path = await made(played, tmp_path / "kept")

    def broken_off() -> Iterator[StoredKey]:
        yield StoredKey(b"pl:note:of:nobody", "string", 0, [b"left behind"])
        yield from list(backup.parts(path))[:20]
        raise OSError("killed")

    async with empty_store() as other:
        with pytest.raises(OSError, match="killed"):
            await other.restore(broken_off())
        with pytest.raises(StoreTrouble, match="holds a part of a backup"):
            await other.claim_form()
        with pytest.raises(StoreTrouble, match="under way"):
            await other.restore(backup.parts(path))
        await other.pipe.write("DEL", RESTORE_LOCK)  # as after half a minute
        await other.restore(backup.parts(path))
        await other.claim_form()
        assert await all_of(other) == await all_of(played)


async def test_the_file_holds_no_key_and_no_open_document(played: Store, tmp_path: Path) -> None:
    path = await made(played, tmp_path / "kept")
    with path.open("rb") as file:
        file.seek(backup.HEAD_BYTES)
        content = zstandard.ZstdDecompressor().stream_reader(file).read()
    assert b"ann0" in content, "names are in it, as in the store"
    for secret in (KEYS.by_number[1], KEYS.by_number[1].hex().encode(), b'"phase"'):
        assert secret not in content


async def test_the_trial_finds_what_does_not_fit(played: Store, tmp_path: Path) -> None:
    """Each is changed in the store itself, so that the file is whole."""
    purses, ledger = (f"pl:{{p{partition('test:first'):03}}}:test%3Afirst:{one}" for one in ("purses", "ledger"))
    (record,) = [name for name in (await all_of(played)) if b":record:" in name][:1]
    for number, (words, command) in enumerate(
        {
            "sum to 1": ("HINCRBY", purses, "bank", 1),
            "the ledger says": ("RPOP", ledger),
            "is not proved": ("SET", record, b"x"),
        }.items()
    ):
        await played.pipe.write(*command)
        wrong = (await tried(await made(played, tmp_path / f"kept{number}"))).wrong
        assert [line for line in wrong if words in line], (words, wrong)


@contextmanager
def begun_beside(words: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    """Run a program beside the test, until it ends or the test fails."""
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)}) as bot:
        try:
            yield bot
        finally:
            bot.terminate()


def test_an_operator_backs_up_beside_a_bot_and_restores_where_none_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    port = str(free_port())
    monkeypatch.setenv("POTLUCK_WEB_PORT", port)
    monkeypatch.setenv("POTLUCK_CONNECTIONS", "50")  # the doctor finds that few files may be open on some machines
    assert "nothing to back up" in potluck("backup", "none").stderr
    begun = [sys.executable, "-m", "bot.app.cli", "play"]
    with begun_beside(begun) as bot:
        assert any("The table room is open" in line for line in bot.stdout or ())
        told = potluck("doctor")
        assert (told.returncode, "ok    A Potluck runs here" in told.stdout) == (0, True), told.stdout
        told = potluck("backup", "--try", "kept")
        assert told.returncode == 0, told.stderr
        assert "The dice key is not in it: keep a copy of data/dice.key, apart from this file." in told.stdout
        assert "\nok    0 open tables" in told.stdout
        assert (folder / "data" / "dice.key").read_text().split()[1] not in str((folder / "kept").read_bytes())
        refused = potluck("restore", "kept")
        assert (refused.returncode, "A Potluck runs here. Stop it" in refused.stderr) == (2, True)
        bot.terminate()
    assert "is not empty" in potluck("restore", "kept").stderr
    monkeypatch.setenv("POTLUCK_DATA", "elsewhere")
    told = potluck("restore", "kept")
    assert (told.returncode, "Key 1 is missing in elsewhere/dice.key" in told.stderr) == (1, True)
    assert "Key 1 is missing in elsewhere/dice.key" in potluck("restore", "--try", "kept").stderr
    assert "Redis at" in potluck("restore", "kept").stderr, "a second time, it is not empty"
    shutil.copy(folder / "data" / "dice.key", folder / "elsewhere")
    assert potluck("doctor").returncode == 0
