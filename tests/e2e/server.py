"""Run `potluck play` as people do: in its own process, killed and restarted on the same data and port."""

import asyncio
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
OPEN = re.compile(r"The table room is open: (http://\S+)/ ")
READY_SECONDS = 90
LEFT_OUT = re.compile(r"POTLUCK_|REDIS_|CI$")


class Server:
    """The server's process, always stopped by its own pid.

    `folder` has a short path, since it holds a unix socket. `files`: how many files it may open before it asks for
    more; None for as many as this process.
    """

    verb = "play"

    def __init__(self, folder: Path, files: int | None = None, **settings: str) -> None:
        self._folder, self._port = folder, 0
        self._files, self._settings = files, settings
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        self._process = self._spawn()
        async with asyncio.timeout(READY_SECONDS):
            self.url = await asyncio.to_thread(self._address)
        self._port = int(self.url.rpartition(":")[2])

    def _spawn(self) -> subprocess.Popen[str]:
        kept = {name: value for name, value in os.environ.items() if not LEFT_OUT.match(name)}
        own = {"POTLUCK_DATA": str(self._folder), "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "bot.app.cli", self.verb, "--port", str(self._port)]
        with (self._folder / "play.log").open("a") as log:
            return subprocess.Popen(
                command,
                env=kept | own | self._settings,
                cwd=self._folder,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                preexec_fn=None if self._files is None else self._few_files,  # noqa: PLW1509 - it takes no lock
            )

    def _few_files(self) -> None:
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (self._files or hard, hard))

    def _address(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := OPEN.search(line):
                return found[1]
        raise AssertionError(self.log())

    def log(self) -> str:
        return (self._folder / "play.log").read_text("utf-8")

    async def kill(self) -> None:
        """Kill it as a crash does, without any clean-up. Its store ends a little later."""
        store = self.store_pid()
        self._end(signal.SIGKILL)
        async with asyncio.timeout(READY_SECONDS):
            while store is not None and _runs(store):  # noqa: ASYNC110 - another process tells us nothing
                await asyncio.sleep(0.05)

    def stop(self) -> None:
        if self._process is not None:
            self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        process = self._process
        assert process is not None
        process.send_signal(how)
        try:
            process.wait(READY_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def store_pid(self) -> int | None:
        """Return the pid of the store, a child of the server; None if there is none."""
        found = subprocess.run(["pgrep", "-P", str(self.pid)], capture_output=True, text=True, check=False)
        return int(found.stdout.split()[0]) if found.stdout.split() else None

    async def another_store(self, old: int) -> None:
        """Wait until the store has restarted."""
        async with asyncio.timeout(READY_SECONDS):
            while self.store_pid() in {None, old}:  # noqa: ASYNC110 - another process tells us nothing
                await asyncio.sleep(0.05)


def _runs(pid: int) -> bool:
    """Tell whether a process runs. A dead process that its parent has not noticed does not run."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text("utf-8")
    except OSError:
        return False


@asynccontextmanager
async def serving(files: int | None = None, **settings: str) -> AsyncIterator[Server]:
    with tempfile.TemporaryDirectory(prefix="pl-") as folder:
        server = Server(Path(folder), files, **settings)
        try:
            await server.start()
            yield server
        finally:
            server.stop()
