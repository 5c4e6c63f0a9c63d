"""Run processes of the bot on one store, and end, freeze and replace them."""

import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from aiohttp import ClientError, ClientSession

from bench.processes.waiting import STILL
from bench.stores import Redis, free_port, served
from bot.app.application import Application
from bot.app.key_file import keys_from_file
from bot.table.defaults import Defaults
from bot.table.fairness import Fairness
from persistence import Store

if TYPE_CHECKING:
    from bench.processes.platforms import Platforms

HOST: Final = "127.0.0.1"
TICKS: Final = os.sysconf("SC_CLK_TCK")
Way = signal.Signals


class Bot:
    """One process of the bot, and its port."""

    def __init__(self, port: int, folder: Path, redis: str, more: Mapping[str, str] = MappingProxyType({})) -> None:
        self.url, self._port, self._folder = f"http://{HOST}:{port}", port, folder
        ours = {
            "REDIS_URL": redis,
            "POTLUCK_DATA": str(folder),
            "POTLUCK_PROXIES": HOST,
            "POTLUCK_LOG_LEVEL": "warning",
        }
        self._environment = os.environ | ours | more
        self.tree = ""
        """Where its version is checked out; empty: it is this one."""
        self._process: asyncio.subprocess.Process | None = None

    @property
    def log(self) -> Path:
        return self._folder / f"{self._port}.log"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start it, and wait until it is healthy. Raises TimeoutError."""
        tree = {"PYTHONPATH": self.tree} if self.tree else {}
        await self.begin(("run", "--port", str(self._port)), self._environment | tree)
        async with asyncio.timeout(STILL), ClientSession() as session:
            while not await self._is_healthy(session):  # noqa: ASYNC110 - it is another process
                await asyncio.sleep(0.05)

    async def begin(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        """Run the program `potluck` in a process of its own."""
        command = sys.executable, "-m", "bot.app.cli", *words
        with self.log.open("ab") as told:
            self._process = await asyncio.create_subprocess_exec(
                *command, env=environment, cwd=self._folder, stdout=told, stderr=told
            )

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
        return self.log.read_text()


def cpu_of(pid: int) -> float:
    """Return the CPU seconds that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@asynccontextmanager
async def running(count: int, kind: str, platforms: "Platforms") -> AsyncIterator[tuple[list[Bot], Application, Redis]]:
    """Yield so many processes on one store, and what looks into it: it serves nobody, and hears no news."""
    with tempfile.TemporaryDirectory(prefix="pl-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        async with served(kind, folder) as redis:
            await platforms.sign_in(redis.url, folder)
            ports = sorted({free_port() for _ in range(3 * count)})[:count]
            bots = [Bot(port, folder, redis.url, platforms.settings) for port in ports]
            try:
                await bots[0].start()  # it makes the key that all of them use
                await asyncio.gather(*(bot.start() for bot in bots[1:]))
                store = await Store.connect(redis.url, timeout=STILL)
                await store.news.stop()
                eyes = Application(store, Fairness(keys_from_file(folder / "dice.key")), Defaults())
                yield bots, eyes, redis
                await store.close()
            finally:
                await asyncio.gather(*(bot.end() for bot in bots))
                for bot in bots:
                    print(bot.complaints, end="", file=sys.stderr)
