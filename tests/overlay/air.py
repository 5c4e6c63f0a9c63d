"""Show overlays on air in a real browser, and record every request."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

from chromium import UNDRAWN, emptied
from overlay.conftest import Stage, Visitor, staged
from playwright.async_api import Browser, Dialog, Error, Page, Request
from yarl import URL

Motion = Literal["no-preference", "reduce"]
ON_AIR = "#overlay:not(.away-from-air)"
TICKS = """
  window.ticks = [];
  const every = window.setInterval;
  window.setInterval = (done, ...more) => { window.ticks.push(done); return every(done, ...more); };
"""
"""Lets a test trigger at once what a page does periodically."""


class Air:
    """A stage, its moderator, and browsers whose requests are recorded. `spare`: pages that earlier tests are done
    with, each in a separate, emptied context.
    """

    def __init__(self, stage: Stage, ann: Visitor, browser: Browser, evil: str, spare: list[Page]) -> None:
        self.stage, self.ann, self.browser, self.evil, self.spare = stage, ann, browser, evil, spare
        self.guest = self.key = ""
        self.asked: list[str] = []
        self.faults: list[str] = []
        self.lent: list[Page] = []
        self.own: list[Page] = []

    async def page(self, *, width: int = 1920, height: int = 1080, reduced_motion: Motion = "reduce") -> Page:
        """Return a page without motion unless a test asks for it: what moves is drawn sixty times a second."""
        page = self.spare.pop() if self.spare else await self._begun()
        self.lent.append(page)
        await page.set_viewport_size({"width": width, "height": height})
        await page.emulate_media(reduced_motion=reduced_motion)
        self._listen(page)
        return page

    async def own_page(self) -> Page:
        """Return a page whose clock or scripts a test changes: nobody uses it after that."""
        page = await self._begun()
        self.own.append(page)
        self._listen(page)
        return page

    async def _begun(self) -> Page:
        context = await self.browser.new_context(viewport={"width": 1920, "height": 1080})
        context.set_default_timeout(60_000)
        await context.add_init_script(TICKS)
        await context.add_init_script(UNDRAWN)
        return await context.new_page()

    def _listen(self, page: Page) -> None:
        page.on("pageerror", self._has_failed)
        page.on("request", self._has_asked)
        page.on("dialog", self._has_opened)

    def _has_failed(self, error: Error) -> None:
        self.faults.append(str(error))

    def _has_asked(self, request: Request) -> None:
        self.asked.append(request.url)

    async def _has_opened(self, dialog: Dialog) -> None:
        self.faults.append(dialog.message)
        await dialog.dismiss()

    async def leave(self) -> None:
        """Close all pages except those that can be used again."""
        for page in self.own:
            await page.context.close()
        for page in self.lent:
            if await emptied(page.context) is not None:
                page.remove_listener("pageerror", self._has_failed)
                page.remove_listener("request", self._has_asked)
                page.remove_listener("dialog", self._has_opened)
                self.spare.append(page)

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
async def aired(chromium: Browser, spare: list[Page], port: int) -> AsyncIterator[Air]:
    """Yield a stage on air; at the end nothing may have failed, and no other address been asked."""
    reached: list[str] = []

    async def somebody_came(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append("somebody")
        writer.close()

    elsewhere = await asyncio.start_server(somebody_came, "127.0.0.1", 0)
    stage = staged(port)
    await stage.room.start()
    ann = Visitor(stage.url)
    air = Air(stage, ann, chromium, f"127.0.0.1:{elsewhere.sockets[0].getsockname()[1]}", spare)
    ours = (stage.url, "data:image/svg+xml")
    air.guest = await ann.sit()
    air.key = await ann.key(air.guest)
    yield air
    await air.leave()
    await ann.session.close()
    await stage.room.stop()
    elsewhere.close()
    assert air.faults == [], air.faults
    assert reached == []
    assert [url for url in air.asked if not url.startswith(ours)] == []
