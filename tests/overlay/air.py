"""Overlays on air in a real browser, in which everything that is asked for is written down."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from overlay.conftest import Stage, Visitor, staged
from playwright.async_api import Browser, BrowserContext, Page
from yarl import URL

ON_AIR = "#overlay:not(.away-from-air)"
TICKS = """
  window.ticks = [];
  const every = window.setInterval;
  window.setInterval = (done, ...more) => { window.ticks.push(done); return every(done, ...more); };
"""
"""What a page does once in a while can be asked of it at once."""


class Air:
    """A stage, its moderator, and browsers in which everything asked for is written down."""

    def __init__(self, stage: Stage, ann: Visitor, browser: Browser, evil: str) -> None:
        self.stage, self.ann, self.browser, self.evil = stage, ann, browser, evil
        self.guest = self.key = ""
        self.asked: list[str] = []
        self.faults: list[str] = []
        self.contexts: list[BrowserContext] = []

    async def page(self, *, width: int = 1920, height: int = 1080, **more: Any) -> Page:
        context = await self.browser.new_context(viewport={"width": width, "height": height}, **more)
        context.set_default_timeout(20_000)
        self.contexts.append(context)
        await context.add_init_script(TICKS)
        page = await context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("dialog", lambda dialog: self.faults.append(dialog.message))
        return page

    async def overlay(self, asked: str = "", *, key: str = "", on_air: bool = True, **more: Any) -> Page:
        page = await self.page(**more)
        await page.goto(f"{self.stage.url}/overlay{asked}#{key or self.key}")
        if on_air:
            await page.wait_for_selector(ON_AIR)
        return page

    async def setup(self, **more: Any) -> Page:
        page = await self.page(**{"width": 1440, "height": 900} | more)
        cookie = self.ann.session.cookie_jar.filter_cookies(URL(f"{self.stage.url}/seat/{self.guest}/"))["seat"].value
        path = f"/seat/{self.guest}"
        await page.context.add_cookies([{"name": "seat", "value": cookie, "domain": "127.0.0.1", "path": path}])
        await page.goto(f"{self.stage.url}{path}/overlay")
        await page.frame_locator("#preview").locator(ON_AIR).wait_for()
        return page


@asynccontextmanager
async def aired(chromium: Browser) -> AsyncIterator[Air]:
    """Yield a stage on air; in the end nothing has failed, and nobody elsewhere was asked."""
    reached: list[str] = []

    async def somebody_came(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append("somebody")
        writer.close()

    elsewhere = await asyncio.start_server(somebody_came, "127.0.0.1", 0)
    stage = staged()
    await stage.room.start()
    ann = Visitor(stage.url)
    air = Air(stage, ann, chromium, f"127.0.0.1:{elsewhere.sockets[0].getsockname()[1]}")
    ours = (stage.url, "data:image/svg+xml")
    air.guest = await ann.sit()
    air.key = await ann.key(air.guest)
    yield air
    for context in air.contexts:
        await context.close()
    await ann.session.close()
    await stage.room.stop()
    elsewhere.close()
    assert air.faults == []
    assert reached == []
    assert [url for url in air.asked if not url.startswith(ours)] == []
