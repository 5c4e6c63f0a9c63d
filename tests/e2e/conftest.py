"""A browser and a room for it. Another room (over the real bot) needs a `url`; these tests also use its `bot`."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
import pytest_asyncio
from chromium import needs_chromium, started
from e2e.server import Server, serving
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect
from web.small_bot import Shelf, SmallBot

from bot.adapters.web import TableRoom
from bot.ports.rooms import MAIN

PATIENCE = 20_000
"""Milliseconds for whatever a page is to show or do. No test is faster for a shorter one."""
STAFF_WORD = "open-sesame"
WIDTH, HEIGHT = 1280, 800
"""Pixels: a page is as large unless a test wants another one."""
CALM: Literal["reduce"] = "reduce"
"""Nothing stirs unless a test asks for it: a glow alone is drawn anew sixty times a second, on every open page."""
TEST_SECONDS = 400
"""A test waits many times, each time for as long as PATIENCE at worst."""

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "e2e" in item.path.parts:
            item.add_marker(pytest.mark.timeout(TEST_SECONDS))
            needs_chromium(item)


async def until(reached: Callable[[], Awaitable[bool]]) -> None:
    """Wait for what `expect` has no word for."""
    async with asyncio.timeout(PATIENCE / 1000):
        while not await reached():  # noqa: ASYNC110 - a page can only be asked
            await asyncio.sleep(0.05)


async def say(page: Page, *lines: str) -> None:
    """Typed into the page; each has its answer before the next is sent, as two requests may overtake each other."""
    for line in lines:
        await page.fill("#line", line)
        async with page.expect_response("**/say"):
            await page.press("#line", "Enter")


@dataclass
class Room:
    """A running room: where it is, and the bot behind it."""

    url: str
    bot: SmallBot
    adapter: TableRoom
    guests: Shelf


@pytest_asyncio.fixture(loop_scope="session")
async def room() -> AsyncIterator[Room]:
    bot, guests = SmallBot(), Shelf()
    adapter = bot.room = TableRoom(bot, guests, host="127.0.0.1", port=0)
    await adapter.start()
    room = Room(f"http://127.0.0.1:{adapter.port}", bot, adapter, guests)
    yield room
    await room.adapter.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server() -> AsyncIterator[Server]:
    """The real bot, for all tests that leave it alone; each has a room of its own."""
    async with serving(POTLUCK_STAFF_WORD=STAFF_WORD) as server:
        yield server


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with started() as chromium:
        yield chromium


class Visitors:
    """People with browsers of their own; what goes wrong in a page is kept and must be nothing.

    `spare`: pages that earlier tests are done with, each in a context of its own, which holds nothing any more.
    """

    def __init__(self, browser: Browser, spare: list[Page]) -> None:
        self.browser, self.spare = browser, spare
        self.contexts: list[BrowserContext] = []
        self.borrowed: list[Page] = []
        self.faults: list[str] = []

    async def context(self, *, dark: bool = False, width: int = WIDTH, height: int = HEIGHT) -> BrowserContext:
        context = await self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion=CALM,
            has_touch=width < 600,
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return context

    async def page(self, context: BrowserContext) -> Page:
        page = await context.new_page()
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

    async def _borrow(self) -> Page:
        """A page of a new browser, or one that is like it: to make one takes a browser longer than most tests."""
        if self.spare:
            page = self.spare.pop()
            self._watch(page)
        else:
            page = await self.page(await self.context())
            self.contexts.remove(page.context)
        self.borrowed.append(page)
        return page

    async def leave(self) -> None:
        """Close all but the pages that can be used again."""
        for context in self.contexts:
            await context.close()
        for page in self.borrowed:
            if page.is_closed() or not page.url.startswith("http"):
                await page.context.close()
                continue
            for event, handler in (("pageerror", self._has_failed), ("console", self._has_said)):
                page.remove_listener(event, handler)
            await page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
            await page.goto("about:blank")
            await page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
            await page.emulate_media(color_scheme="light", reduced_motion=CALM)
            await page.context.clear_cookies()
            await page.context.clear_permissions()
            self.spare.append(page)

    async def sit(self, url: str, name: str, *, context: BrowserContext | None = None) -> Page:
        """Open the page of a new seat, taken as the form takes it: that needs no page of its own to be drawn."""
        page = await self._borrow() if context is None else await self.page(context)
        server, _, room = url.partition("/room/")
        server, form = server.rstrip("/"), {"name": name, "room": room or MAIN}
        headers = {"Origin": server, "Sec-Fetch-Site": "same-origin"}
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
def spare() -> list[Page]:
    return []


@pytest_asyncio.fixture(loop_scope="session")
async def visitors(browser: Browser, spare: list[Page]) -> AsyncIterator[Visitors]:
    visitors = Visitors(browser, spare)
    yield visitors
    await visitors.leave()
    assert visitors.faults == []


async def keep_picture(page: Page, name: str) -> None:
    """A screenshot, where POTLUCK_SCREENSHOTS names a folder: of what is there when all has come to rest."""
    if folder := os.environ.get("POTLUCK_SCREENSHOTS"):
        await page.wait_for_timeout(400)
        await page.screenshot(path=str(Path(folder) / f"{name}.png"))
