"""Run the program `potluck` at its own terminal, as a person uses it: what it shows, and what is typed."""

import asyncio
import os
import pty
import signal
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import aiohttp
from forked import Forked, potluck
from standins.twitch.people import Person

PATIENCE = 40.0


async def ended(process: Forked, within: float = PATIENCE) -> int:
    """Wait for the end of a process; return its exit code."""
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(process.sentinel, over.set)
    try:
        await asyncio.wait_for(over.wait(), within)
    finally:
        loop.remove_reader(process.sentinel)
    code = process.wait()
    assert code is not None
    return code


class Terminal:
    """A terminal, closed with the block: `async with Terminal(folder, "stream") as one: await one.sees("Client
    ID")`.
    """

    def __init__(self, folder: Path, *words: str, environment: Mapping[str, str]) -> None:
        self._folder, self._words, self._environment = folder, words, environment
        self.shown = ""
        self._read = 0
        self._came = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._ours, self._theirs = pty.openpty()
        os.set_blocking(self._ours, False)
        plain = {"PATH": os.environ["PATH"], "HOME": str(self._folder), "LANG": "C.UTF-8"}
        about = {"folder": self._folder, "environment": plain | self._environment, "terminal": os.ttyname(self._theirs)}
        self._process = potluck(*self._words, **about)
        asyncio.get_running_loop().add_reader(self._ours, self._take)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.code is None:
            self._process.kill()
        asyncio.get_running_loop().remove_reader(self._ours)
        os.close(self._ours)
        os.close(self._theirs)

    def _take(self) -> None:
        with suppress(BlockingIOError):
            while more := os.read(self._ours, 65_536):
                self.shown += more.decode("utf-8", "replace").replace("\r\n", "\n")
        self._came.set()

    async def sees(self, text: str, within: float = PATIENCE) -> str:
        """Wait for a text after everything awaited before; return the text between."""
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
        self._process.signal(signal.SIGINT)

    async def ends(self, within: float = PATIENCE) -> int:
        """Wait for its end; return the exit code."""
        code = await ended(self._process, within)
        self._take()
        return code


async def signs_in(page: str, person: Person, browser: aiohttp.ClientSession | None = None, **typed: str) -> str:
    """Return our page's text for a person who is back from Twitch. A given `browser` stays open."""
    if browser is None:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as fresh:
            return await signs_in(page, person, fresh, **typed)
    base = "/".join(page.split("/")[:3])
    async with browser.post(page, json=typed, headers={"Origin": base}) as answer:
        told = await answer.json()
    assert told["ok"], told
    async with browser.get(person.authorises(told["go"])) as answer:
        return await answer.text()
