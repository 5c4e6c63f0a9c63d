"""Provide a table room over a small bot, and guests with a separate browser each."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Self

import pytest
from aiohttp import ClientSession, ClientTimeout, ClientWebSocketResponse, CookieJar, web
from web.small_bot import Shelf, SmallBot
from web.small_doors import ANNS, BOBS

from bot.adapters.web import TableRoom
from bot.adapters.web.inbound.requests import Requests
from bot.adapters.web.limits import rates
from bot.adapters.web.outbound.chats import Chats
from bot.ports.messages import Door, Person
from bot.ports.rate import Buckets
from bot.wings.streams.pages import ControlRoom

PATIENCE = 60.0
"""Seconds within which a page must be told something, however busy the machine is."""


class Stream:
    """What one open page is told."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.seen: list[dict[str, Any]] = []

    async def next(self) -> dict[str, Any]:
        content: dict[str, Any] = await self.socket.receive_json(timeout=PATIENCE)
        self.seen.append(content)
        return content

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not wanted(content := await self.next()):
            pass
        return content

    async def chat(self, text: str) -> dict[str, Any]:
        """Return the chat line with this text, as soon as it arrives."""
        content = await self.until(lambda content: any(line["text"] == text for line in content.get("chat", ())))
        return next(line for line in content.get("chat", ()) if line["text"] == text)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.socket.close()


@dataclass
class Reply:
    """The result of a request. `cookies`: the lines that set them."""

    status: int
    content: dict[str, Any]
    cookies: list[str]
    text: str = ""

    @property
    def guest(self) -> str:
        """Return the seat that it leads to."""
        return str(self.content["go"]).split("/")[2]


class Browser:
    """A browser: cookies by path as browsers keep them, and the headers that they add."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.session = ClientSession(cookie_jar=CookieJar(unsafe=True), timeout=ClientTimeout(PATIENCE))
        self.counter = 0

    @property
    def ours(self) -> dict[str, str]:
        return {"Origin": self.url, "Sec-Fetch-Site": "same-origin"}

    async def sit(self, name: str, room: str = "main") -> str:
        """Sit down; return the id of the new guest."""
        form = {"name": name, "room": room}
        async with self.session.post(f"{self.url}/sit", data=form, headers=self.ours, allow_redirects=False) as answer:
            assert answer.status == 303, await answer.text()
            return answer.headers["Location"].split("/")[2]

    async def post(self, path: str, content: Any = None, **headers: str) -> Reply:
        """Post as our own pages do."""
        url, ours = self.url + path, self.ours | headers
        async with self.session.post(url, json=content or {}, headers=ours) as answer:
            return Reply(answer.status, await answer.json(), answer.headers.getall("Set-Cookie", []))

    async def get(self, path: str, **headers: str) -> Reply:
        async with self.session.get(self.url + path, headers=headers, allow_redirects=False) as answer:
            return Reply(
                answer.status,
                {},
                answer.headers.getall("Set-Cookie", []),
                (await answer.read()).decode(errors="replace"),
            )

    async def link(self, bot: SmallBot, person: Person, door: Door = ANNS) -> str:
        """Sit down as somebody from another platform, by a personal link; return the guest's id."""
        return (await self.post("/hand", {"secret": bot.personal_link(person, door)})).guest

    async def shown(self, bot: SmallBot, person: Person, door: Door = BOBS) -> str:
        """Sit down with the hand of somebody who shows it to this browser at their table there; return the
        guest's id.
        """
        path = f"/at/{door.platform}/{door.name}"
        assert bot.shows_hand(person, (await self.post(f"{path}/code")).content["code"], door.place)
        return (await self.post(f"{path}/bound")).guest

    async def say(self, guest: str, text: str, **more: Any) -> dict[str, Any]:
        self.counter += 1
        content = {"id": f"line{self.counter}", "text": text} | more
        async with self.session.post(f"{self.url}/seat/{guest}/say", json=content, headers=self.ours) as answer:
            found: dict[str, Any] = await answer.json()
            return found | {"status": answer.status}

    async def open(self, guest: str, **headers: str) -> Stream:
        live = f"{self.url}/seat/{guest}/live"
        return Stream(await self.session.ws_connect(live, headers=self.ours | headers, max_msg_size=0))


@dataclass
class House:
    bot: SmallBot
    shelf: Shelf
    room: TableRoom

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.room.port}"


@pytest.fixture
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every bucket of a house created after this from refilling, however long a test takes."""
    monkeypatch.setattr(rates, "Buckets", partial(Buckets, clock=lambda: 0.0))


def control_room(bot: Any) -> Callable[[Requests, Chats], list[web.RouteDef]]:
    """Return what makes the control room's routes, of a small bot."""
    return lambda requests, _chats: ControlRoom(requests, bot).routes()


@pytest.fixture
async def house() -> AsyncIterator[House]:
    bot, shelf = SmallBot(), Shelf()
    room = bot.room = TableRoom(bot, shelf, host="127.0.0.1", port=0, more=control_room(bot))
    await room.start()
    house = House(bot, shelf, room)
    yield house
    await house.room.stop()


async def restart(house: House, **settings: Any) -> None:
    """Start the same room again, with what the store kept."""
    port = house.room.port
    await house.room.stop()
    house.room = house.bot.room = TableRoom(
        house.bot, house.shelf, host="127.0.0.1", port=port, more=control_room(house.bot), **settings
    )
    await house.room.start()


NewBrowser = Callable[[], Awaitable[Browser]]


@pytest.fixture
async def new_browser(house: House) -> AsyncIterator[NewBrowser]:
    browsers: list[Browser] = []

    async def new() -> Browser:
        browsers.append(Browser(house.url))
        return browsers[-1]

    yield new
    for browser in browsers:
        await browser.session.close()


@pytest.fixture
async def browser(new_browser: NewBrowser) -> Browser:
    return await new_browser()
