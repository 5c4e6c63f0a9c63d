"""Provide a browser and a room. Another room (over the real bot) needs a `url`; these tests also use its `bot`."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest
import pytest_asyncio
from chromium import UNDRAWN, emptied, kept_port, needs_chromium
from e2e.server import Server, serving
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Error, Frame, Page, expect
from web.small_bot import Shelf, SmallBot

from bot.adapters.web import TableRoom
from bot.ports.rooms import MAIN

PATIENCE = 60_000
"""Milliseconds to wait for anything a page shows or does. A shorter time would make no test faster."""
STAFF_WORD = "open-sesame"
SCREENSHOTS = "POTLUCK_SCREENSHOTS"
"""The folder in which pictures of pages are kept."""
WIDTH, HEIGHT = 1280, 800
"""The size of a page in pixels, unless a test asks for another one."""
PHONE = 600
"""In pixels: a page narrower than this is used by touch."""
CALM: Literal["reduce"] = "reduce"
"""Pages do not animate unless a test asks for it: one glow is redrawn sixty times a second on every open page."""
TEST_SECONDS = 400
"""A test waits many times, and each wait may last as long as PATIENCE."""

FOLLOWING = """
addEventListener("DOMContentLoaded", () => {
  const known = new Set();
  const tabs = document.getElementById("tabs");
  if (!tabs) return;
  new MutationObserver(() => {
    const fresh = [...tabs.children].filter(({ dataset }) => !known.has(dataset.table));
    fresh.forEach(({ dataset }) => known.add(dataset.table));
    if (tabs.children.length === 1 && fresh.length && !tabs.querySelector("[aria-current]")) tabs.firstChild.click();
  }).observe(tabs, { childList: true });
});
"""
"""Presses the first table that is opened while none is in view, as people do who came for it."""

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "e2e" in item.path.parts:
            item.add_marker(pytest.mark.timeout(TEST_SECONDS))
            needs_chromium(item)


async def until(reached: Callable[[], Awaitable[bool]]) -> None:
    """Wait for a condition that `expect` cannot express."""
    async with asyncio.timeout(PATIENCE / 1000):
        while not await reached():  # noqa: ASYNC110 - a page can only be asked
            await asyncio.sleep(0.05)


@asynccontextmanager
async def answered(page: Page | Frame, patience: float = PATIENCE) -> AsyncIterator[list[dict[str, Any]]]:
    """Wait until the line sent within the block is answered. The list then holds both, as `said` and `answer`."""
    await page.evaluate(
        "() => { window.heard = null; document.addEventListener('answered',"
        " ({ detail }) => { window.heard = detail; }, { once: true }); }"
    )
    found: list[dict[str, Any]] = []
    yield found
    heard = await page.wait_for_function("() => window.heard", timeout=patience, polling=50)
    found.append(await heard.json_value())


async def press(page: Page, name: str) -> None:
    """Press as people do: the tab comes to the front first, since a browser draws hidden tabs once a second."""
    await page.bring_to_front()
    await page.get_by_role("button", name=name, exact=True).click()


async def opened(room: "Room", page: Page, game: str = "highest") -> str:
    """Open a table of this game, as if typed, and show it; return its code."""
    await say(page, f"!open {game}")
    code = next(reversed(room.bot.tables))
    await expect(page.locator("#status")).to_have_text(f"Table {code} is open.")
    await expect(page.locator("#panel")).to_have_attribute("data-table", code)
    return code


async def say(page: Page, *lines: str) -> None:
    """Type the lines into the page. Each is answered before the next is sent, since requests may overtake each
    other.
    """
    for line in lines:
        await page.fill("#line", line)
        async with answered(page):
            await page.press("#line", "Enter")


@dataclass
class Room:
    """A running room: its address, and the bot behind it."""

    url: str
    bot: SmallBot
    adapter: TableRoom
    guests: Shelf


@pytest.fixture(scope="session")
def port() -> Iterator[int]:
    with kept_port() as port:
        yield port


@pytest.fixture(scope="session")
def staged_port() -> Iterator[int]:
    """Keep a port of their own for rooms with other games."""
    with kept_port() as port:
        yield port


@pytest.fixture(scope="session")
def archive_port() -> Iterator[int]:
    with kept_port() as port:
        yield port


@pytest_asyncio.fixture(loop_scope="session")
async def room(port: int) -> AsyncIterator[Room]:
    bot, guests = SmallBot(), Shelf()
    adapter = bot.room = TableRoom(bot, guests, host="127.0.0.1", port=port)
    await adapter.start()
    room = Room(f"http://127.0.0.1:{adapter.port}", bot, adapter, guests)
    yield room
    await room.adapter.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server() -> AsyncIterator[Server]:
    """Yield the real bot, shared by all tests that do not disturb it. Each test has its own room."""
    async with serving(POTLUCK_STAFF_WORD=STAFF_WORD, POTLUCK_PROXIES="127.0.0.1") as server:
        yield server


@pytest.fixture(scope="session")
def browser(chromium: Browser) -> Browser:
    return chromium


class Look(NamedTuple):
    """The size of a page, and whether it is dark."""

    width: int = WIDTH
    height: int = HEIGHT
    dark: bool = False
    follows: bool = True

    @property
    def is_phone(self) -> bool:
        return self.width < PHONE


def address_of(room: str) -> str:
    """Return the address that people of this room come from, since one address may open only a few new rooms a day."""
    return str(IPv6Address(int.from_bytes(sha256(room.encode()).digest()[:16])))


Spare = dict[bool, list[Page]]
"""Pages that earlier tests no longer need, by whether they are used by touch. Each is alone in its context."""


class Visitors:
    """People with their own browsers. Errors on a page are collected, and there must be none. `drawn`: somebody will
    look at pictures of their pages.
    """

    def __init__(self, browser: Browser, spare: Spare, *, drawn: bool = True) -> None:
        self.browser, self.spare, self.drawn = browser, spare, drawn
        self.contexts: list[BrowserContext] = []
        self.lent: dict[BrowserContext, Look] = {}
        self.unused: dict[BrowserContext, Page] = {}
        self.faults: list[str] = []

    async def context(self, *, dark: bool = False, width: int = WIDTH, height: int = HEIGHT) -> BrowserContext:
        """Return a browser context that is as good as new."""
        look = Look(width, height, dark)
        pages = self.spare.setdefault(look.is_phone, [])
        if not pages:
            context = await self._begun(look)
        else:
            page = pages.pop()
            context = page.context
            self.unused[context] = page
        self.lent[context] = look
        return context

    async def own_context(self, *, width: int = WIDTH, height: int = HEIGHT, follows: bool = True) -> BrowserContext:
        """Return a context whose clock or network a test changes. No other test uses it later. `follows`: a table that
        is opened while none is in view is pressed.
        """
        context = await self._begun(Look(width, height, follows=follows))
        self.contexts.append(context)
        return context

    async def _begun(self, look: Look) -> BrowserContext:
        context = await self.browser.new_context(
            viewport={"width": look.width, "height": look.height},
            color_scheme="dark" if look.dark else "light",
            reduced_motion=CALM,
            has_touch=look.is_phone,
        )
        context.set_default_timeout(PATIENCE)
        if look.follows:
            await context.add_init_script(FOLLOWING)
        if not self.drawn:
            await context.add_init_script(UNDRAWN)
        return context

    async def page(self, context: BrowserContext) -> Page:
        page = self.unused.pop(context, None) or await context.new_page()
        if look := self.lent.get(context):
            await page.set_viewport_size({"width": look.width, "height": look.height})
            await page.emulate_media(color_scheme="dark" if look.dark else "light", reduced_motion=CALM)
        self._watch(page)
        return page

    def _watch(self, page: Page) -> None:
        page.on("pageerror", self._has_failed)
        page.on("console", self._has_said)

    def _has_failed(self, error: Error) -> None:
        self.faults.append(str(error))

    def _has_said(self, line: ConsoleMessage) -> None:
        if "Content Security" in line.text:
            self.faults.append(line.text)

    async def leave(self) -> None:
        """Close all contexts except those with pages that can be used again."""
        for context in self.contexts:
            await context.close()
        for context, look in self.lent.items():
            page = self.unused.get(context) or await emptied(context)
            if page is None:
                continue
            for event, handler in (("pageerror", self._has_failed), ("console", self._has_said)):
                with suppress(KeyError):  # nobody looked at it, so it is not watched
                    page.remove_listener(event, handler)
            self.spare[look.is_phone].append(page)

    async def sit(self, url: str, name: str, *, context: BrowserContext | None = None) -> Page:
        """Open the page of a new seat. The form's request is sent directly, so its page need not be drawn."""
        page = await self.page(context or await self.context())
        server, _, room = url.partition("/room/")
        server, form = server.rstrip("/"), {"name": name, "room": room or MAIN}
        headers = {"Origin": server, "Sec-Fetch-Site": "same-origin", "X-Forwarded-For": address_of(room)}
        answer = await page.context.request.post(f"{server}/sit", form=form, headers=headers, max_redirects=0)
        assert answer.status == 303, await answer.text()
        await page.goto(server + answer.headers["location"])
        await page.wait_for_selector("#link[data-state=ok]", state="attached")
        return page

    async def sit_by_form(self, url: str, name: str, *, context: BrowserContext | None = None) -> Page:
        """Sit down as people do, on the page of the room."""
        page = await self.page(context or await self.context())
        await page.goto(url)
        await page.fill("#name", name)
        await page.click("form button[type=submit]")
        await page.wait_for_selector("#link[data-state=ok]", state="attached")
        return page


@pytest.fixture(scope="session")
def spare() -> Spare:
    return {}


@pytest_asyncio.fixture(loop_scope="session")
async def visitors(browser: Browser, spare: Spare) -> AsyncIterator[Visitors]:
    visitors = Visitors(browser, spare, drawn=SCREENSHOTS in os.environ)
    yield visitors
    await visitors.leave()
    assert visitors.faults == []


async def keep_picture(page: Page, name: str) -> None:
    """Save a screenshot once the page is still, if this setting names a folder."""
    if folder := os.environ.get(SCREENSHOTS):
        await page.wait_for_timeout(400)
        await page.screenshot(path=str(Path(folder) / f"{name}.png"))
