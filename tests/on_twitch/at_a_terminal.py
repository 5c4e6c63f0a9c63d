"""The program `potluck` at a terminal of its own, as somebody sits before it: what it shows, what they type."""

import asyncio
import os
import pty
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import aiohttp
from standins.twitch.people import Person

HOUSE = Path(__file__).parents[2]
PATIENCE = 40.0


def hears_ctrl_c() -> None:
    """Programs that are started in the background begin with Ctrl-C switched off."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """`async with Terminal(folder, "stream") as one: await one.sees("Client ID")`; ended with the block."""

    def __init__(self, folder: Path, *words: str, environment: Mapping[str, str]) -> None:
        self._folder, self._words, self._environment = folder, words, environment
        self.shown = ""
        self._read = 0
        self._came = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._ours, theirs = pty.openpty()
        plain = {"PATH": os.environ["PATH"], "HOME": str(self._folder), "PYTHONPATH": str(HOUSE), "LANG": "C.UTF-8"}
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.app.cli",
            *self._words,
            cwd=self._folder,
            env=plain | self._environment,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=hears_ctrl_c,
        )
        os.close(theirs)
        asyncio.get_running_loop().add_reader(self._ours, self._take)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        asyncio.get_running_loop().remove_reader(self._ours)
        os.close(self._ours)

    def _take(self) -> None:
        try:
            more = os.read(self._ours, 65_536)
        except OSError:  # how Linux says that nobody is at the other end any more
            more = b""
        if not more:
            asyncio.get_running_loop().remove_reader(self._ours)
        self.shown += more.decode("utf-8", "replace").replace("\r\n", "\n")
        self._came.set()

    async def sees(self, text: str, within: float = PATIENCE) -> str:
        """Wait for a text after all that was waited for before; return what stood between."""
        deadline = time.monotonic() + within
        while (at := self.shown.find(text, self._read)) < 0:
            self._came.clear()
            try:
                await asyncio.wait_for(self._came.wait(), max(0.0, deadline - time.monotonic()))
            except TimeoutError:
                raise AssertionError(f"never {text!r} in {self.shown[self._read :]!r}") from None
        between, self._read = self.shown[self._read : at], at + len(text)
        return between

    def types(self, text: str) -> None:
        os.write(self._ours, f"{text}\n".encode())

    def interrupts(self) -> None:
        """Press Ctrl-C."""
        self._process.send_signal(signal.SIGINT)

    async def ends(self, within: float = PATIENCE) -> int:
        """Wait for its end; return the exit code."""
        code = await asyncio.wait_for(self._process.wait(), within)
        with suppress(AssertionError):
            await self.sees("\0 the end", within=0.3)
        return code


async def signs_in(page: str, person: Person, browser: aiohttp.ClientSession | None = None, **typed: str) -> str:
    """What our page says when somebody who pressed its button is back from Twitch. Their own `browser` is left open."""
    if browser is None:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as fresh:
            return await signs_in(page, person, fresh, **typed)
    base = "/".join(page.split("/")[:3])
    async with browser.post(page, json=typed, headers={"Origin": base}) as answer:
        told = await answer.json()
    assert told["ok"], told
    async with browser.get(person.authorises(told["go"])) as answer:
        return await answer.text()
