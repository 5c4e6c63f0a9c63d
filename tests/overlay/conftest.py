"""Provide a table room with overlays, a moderator's browser, and overlays as OBS opens them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientTimeout, ClientWebSocketResponse, CookieJar, WSMsgType
from chromium import kept_port, needs_chromium
from overlay.stage import WORD, Shelf, StageBot
from playwright.async_api import Page

from bot.adapters.web import TableRoom
from bot.adapters.web.limits import rates
from bot.ports.rate import Buckets

PATIENCE = 60.0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent and item.path.name in {"test_browser.py", "test_show.py"}:
            item.add_marker(pytest.mark.timeout(400))
            needs_chromium(item)


@dataclass
class OverlayLine:
    """What an open overlay is told. `whole`: what a page would show by now."""

    socket: ClientWebSocketResponse
    seen: list[dict[str, Any]] = field(default_factory=list)

    async def next(self) -> dict[str, Any]:
        content: dict[str, Any] = await self.socket.receive_json(timeout=PATIENCE)
        self.seen.append(content)
        return content

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not wanted(content := await self.next()):
            pass
        return content

    async def tables(self) -> list[dict[str, Any]]:
        return list((await self.until(lambda content: bool(content.get("tables"))))["tables"])

    async def told(self, line: str) -> dict[str, Any]:
        """Return the table as it comes with this line."""
        while True:
            for table in await self.tables():
                if any(one["text"] == line for one in table["news"]):
                    return table

    async def closed(self) -> int:
        """Drop all messages before the end; return the closing code."""
        while (await self.socket.receive(timeout=PATIENCE)).type is WSMsgType.TEXT:
            pass
        return self.socket.close_code or 0


class Visitor:
    """A browser: cookies by path as browsers keep them, and the headers that they add."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.session = ClientSession(cookie_jar=CookieJar(unsafe=True), timeout=ClientTimeout(PATIENCE))

    @property
    def ours(self) -> dict[str, str]:
        return {"Origin": self.url, "Sec-Fetch-Site": "same-origin"}

    async def sit(self, name: str = "Ann", *, room: str = "main", staff: bool = True) -> str:
        """Sit down, as a moderator; return the id of the new guest."""
        form = {"name": name, "room": room}
        async with self.session.post(f"{self.url}/sit", data=form, headers=self.ours, allow_redirects=False) as answer:
            guest = answer.headers["Location"].split("/")[2]
        if staff:
            line = {"id": "a", "text": f"staff {WORD}", "private": True}
            assert (await self.post(f"/seat/{guest}/say", line))["ok"]
        return guest

    async def post(self, path: str, content: Any, **headers: str) -> dict[str, Any]:
        async with self.session.post(f"{self.url}{path}", json=content, headers=self.ours | headers) as answer:
            found: dict[str, Any] = await answer.json()
            return found | {"status": answer.status}

    async def key(self, guest: str) -> str:
        return str((await self.post(f"/seat/{guest}/overlay/key", {}))["key"])

    async def set(self, guest: str, **settings: Any) -> dict[str, Any]:
        return await self.post(f"/seat/{guest}/overlay/settings", settings)

    async def open(self, key: str, path: str = "/overlay/live", **more: Any) -> OverlayLine:
        socket = await self.session.ws_connect(f"{self.url}{path}", headers=self.ours, max_msg_size=0)
        await socket.send_json({"key": key, **more})
        return OverlayLine(socket)


@dataclass
class Stage:
    bot: StageBot
    room: TableRoom
    guests: Shelf
    notes: Shelf

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.room.port}"


def staged(port: int = 0) -> Stage:
    bot, guests, notes = StageBot(), Shelf(), Shelf()
    room = bot.room = TableRoom(bot, guests, host="127.0.0.1", port=port, staff_word=WORD, overlay_notes=notes)
    return Stage(bot, room, guests, notes)


@pytest.fixture
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every bucket of a stage created after this from refilling, however long a test takes."""
    monkeypatch.setattr(rates, "Buckets", partial(Buckets, clock=lambda: 0.0))


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    stage = staged()
    await stage.room.start()
    yield stage
    await stage.room.stop()


NewVisitor = Callable[[], Awaitable[Visitor]]


@pytest.fixture
async def new_visitor(stage: Stage) -> AsyncIterator[NewVisitor]:
    visitors: list[Visitor] = []

    async def new() -> Visitor:
        visitors.append(Visitor(stage.url))
        return visitors[-1]

    yield new
    for visitor in visitors:
        await visitor.session.close()


@pytest.fixture
async def ann(new_visitor: NewVisitor) -> Visitor:
    return await new_visitor()


@pytest.fixture(scope="session")
def spare() -> list[Page]:
    return []


@pytest.fixture(scope="session")
def port() -> Iterator[int]:
    with kept_port() as port:
        yield port
