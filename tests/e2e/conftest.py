"""A browser and a room for it. Another room (over the real bot) needs a `url`; these tests also use its `bot`."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect
from web.small_bot import Shelf, SmallBot

from bot.adapters.web import TableRoom
from bot.adapters.web.guests.guest import MAIN

CHROMIUM = Path("/usr/bin/chromium")
HAS_CHROMIUM = CHROMIUM.exists()
NO_CHROMIUM = f"no {CHROMIUM}: `apt-get install chromium` to run the browser tests"
PATIENCE = 20_000
"""Milliseconds for whatever a page is to show or do. No test is faster for a shorter one."""
TEST_SECONDS = 400
"""A test waits many times, each time for as long as PATIENCE at worst."""

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser they are left out with one line; in CI they fail."""
    for item in items:
        if "e2e" in item.path.parts:
            item.add_marker(pytest.mark.timeout(TEST_SECONDS))
            if not HAS_CHROMIUM and os.environ.get("CI") != "true":
                item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


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
async def browser() -> AsyncIterator[Browser]:
    if not HAS_CHROMIUM:
        pytest.fail(NO_CHROMIUM)
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=str(CHROMIUM), timeout=3 * PATIENCE)
        yield chromium
        await chromium.close()


class Visitors:
    """People with browsers of their own; what goes wrong in a page is kept and must be nothing."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []

    async def context(self, *, dark: bool = False, width: int = 1280, height: int = 800) -> BrowserContext:
        context = await self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=width < 600,
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return context

    async def page(self, context: BrowserContext) -> Page:
        page = await context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda line: self.faults.append(line.text) if "Content Security" in line.text else None)
        return page

    async def sit(self, url: str, name: str, *, context: BrowserContext | None = None) -> Page:
        """Open the page of a new seat, taken as the form takes it: that needs no page of its own to be drawn."""
        context = context or await self.context()
        server, _, room = url.partition("/room/")
        server, form = server.rstrip("/"), {"name": name, "room": room or MAIN}
        headers = {"Origin": server, "Sec-Fetch-Site": "same-origin"}
        answer = await context.request.post(f"{server}/sit", form=form, headers=headers, max_redirects=0)
        assert answer.status == 303, await answer.text()
        page = await self.page(context)
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


@pytest_asyncio.fixture(loop_scope="session")
async def visitors(browser: Browser) -> AsyncIterator[Visitors]:
    visitors = Visitors(browser)
    yield visitors
    for context in visitors.contexts:
        await context.close()
    assert visitors.faults == []


async def keep_picture(page: Page, name: str) -> None:
    """A screenshot, where POTLUCK_SCREENSHOTS names a folder: of what is there when all has come to rest."""
    if folder := os.environ.get("POTLUCK_SCREENSHOTS"):
        await page.wait_for_timeout(400)
        await page.screenshot(path=str(Path(folder) / f"{name}.png"))
