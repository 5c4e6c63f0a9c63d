"""Test that 1,200 connections that never send a request do not disturb five players (threats T28)."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientTimeout, CookieJar
from e2e.server import Server, serving

from bot.app.open_files import raise_open_files

HALF_OPEN = 1_200
FEW_FILES = 256
"""What macOS gives a program. Most Linux systems give 1,024. Both are fewer than the connections."""
PLAYERS = 5
PATIENT = 10.0
"""In seconds. On two idle cores it takes less than one; a machine that runs other tests is slow."""


class Player:
    """Somebody with an open page, who plays one round after the other at their own table."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.name = url, name
        self.session = ClientSession(cookie_jar=CookieJar(unsafe=True), timeout=ClientTimeout(60))
        self.headers = {"Origin": url, "Sec-Fetch-Site": "same-origin"}
        self.seat = ""
        self.slowest, self.rounds, self.shown = 0.0, 0, 0

    async def sit(self) -> None:
        form = {"name": self.name, "room": self.name.lower()}
        async with self.session.post(f"{self.url}/sit", data=form, headers=self.headers, allow_redirects=False) as one:
            self.seat = one.headers["Location"]

    async def play(self, number: int) -> None:
        content = {"id": f"r{number}", "text": "!halflings 10 auto cooldown=0" if number == 0 else "!halflings 10 auto"}
        began = time.monotonic()
        async with self.session.post(f"{self.url}{self.seat}say", json=content, headers=self.headers) as answer:
            told: dict[str, Any] = await answer.json()
        assert told["ok"], told
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.rounds += 1

    async def watch(self) -> None:
        """Count what the open page is shown. The connection must never break."""
        async with self.session.ws_connect(f"{self.url}{self.seat}live", headers=self.headers, max_msg_size=0) as page:
            async for message in page:
                self.shown += message.json().get("tables", []) != []


@asynccontextmanager
async def half_open(url: str, source: str) -> AsyncIterator[None]:
    """Hold the test's connections open for the block, in their own process, as they would be in reality."""
    words = (Path(__file__).parent / "half_open.py", url.rpartition(":")[2], source, str(HALF_OPEN))
    process = await asyncio.create_subprocess_exec(sys.executable, *words)
    try:
        yield
        assert process.returncode is None, "it went on all the time"
    finally:
        process.kill()
        await process.wait()


async def health(url: str) -> float:
    """Return how long a health check takes on a new connection."""
    began = time.monotonic()
    async with ClientSession(timeout=ClientTimeout(5)) as session, session.get(f"{url}/health") as answer:
        assert (answer.status, await answer.text()) == (200, "ok")
    return time.monotonic() - began


def open_files_of(server: Server) -> int:
    return len(os.listdir(f"/proc/{server.pid}/fd"))  # noqa: PTH208 - names are enough


@pytest.mark.parametrize(("source", "files"), [("127.0.0.1", FEW_FILES), ("127.0.0.66", None)])
async def test_five_people_play_on_beside_1200_half_open_connections(source: str, files: int | None) -> None:
    """From the players' own address, on a system that gives few files; and from another address."""
    raise_open_files()
    async with serving(files) as server:
        players = [Player(server.url, f"Player{number}") for number in range(PLAYERS)]
        for player in players:
            await player.sit()
        pages = [asyncio.create_task(player.watch()) for player in players]
        slowest = 0.0
        async with half_open(server.url, source):
            async with asyncio.timeout(60):
                while open_files_of(server) < 900:  # noqa: ASYNC110 - it is another process
                    await asyncio.sleep(0.05)
            ends = time.monotonic() + 2.0
            number = 0
            while time.monotonic() < ends or number < 5:
                await asyncio.gather(*(player.play(number) for player in players))
                slowest = max(slowest, await health(server.url))
                newcomer = Player(server.url, "Late")
                await newcomer.sit()
                await newcomer.session.close()
                number += 1
                await asyncio.sleep(0.3)
            assert 900 < open_files_of(server) < HALF_OPEN, "one address has its share and no more"
        assert not any(page.done() for page in pages), "no live page broke off"
        for page, player in zip(pages, players, strict=True):
            page.cancel()
            await asyncio.gather(page, return_exceptions=True)
            await player.session.close()
        assert min(player.rounds for player in players) >= 5
        assert min(player.shown for player in players) >= 5
        assert max(player.slowest for player in players) < PATIENT
        assert slowest < PATIENT
        assert server.log().count("trouble at the door") <= 2
        assert len(server.log().splitlines()) < 20
