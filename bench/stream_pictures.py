"""Take the pictures of `docs/stream.md` from the real pages: `python -m bench.stream_pictures docs/pictures`.

A streamer connects a channel, sets the overlay up and plays with the chat; a viewer takes a seat on a phone. Twitch and
Discord are the tests' stand-ins; the browser is Chromium at /usr/bin/chromium (or where CHROMIUM says).
"""

# ruff: noqa: E402 - the folders of the tests must be found first

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
for room in ("tests", "tests/on_both"):
    sys.path.append(str(ROOT / room))

from both_night import BothNight
from playwright.async_api import Browser, Page, async_playwright

from bench.folders import folder_and_names
from persistence import EmbeddedServer, Store

CHROMIUM: Final = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PHONE: Final = {"width": 390, "height": 844}
DESK: Final = {"width": 1280, "height": 860}
AIR: Final = {"width": 1920, "height": 1080}
CAMERA: Final = "linear-gradient(160deg, #27364d 0%, #3d5a78 45%, #b88a5a 100%)"
PATIENCE: Final = 15_000


class Camera:
    """Takes pictures of open pages."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser, self._folder = browser, folder

    async def open(self, url: str, size: Any) -> Page:
        context = await self._browser.new_context(viewport=size, has_touch=size == PHONE)
        context.set_default_timeout(PATIENCE)
        page = await context.new_page()
        await page.goto(url)
        return page

    async def take(self, page: Page, name: str) -> None:
        await page.wait_for_timeout(500)
        await page.screenshot(path=self._folder / f"{name}.jpg", type="jpeg", quality=80)
        print(f"{name}.jpg")


async def stream(night: BothNight, camera: Camera) -> None:
    world = night.twitch.world
    night.accounts.back = f"{night.base}signed-in/twitch"
    world.application.redirect_uris.append(night.accounts.back)
    world.signed_in = night.inn.broadcaster
    desk = await camera.open(f"{night.base}connect/twitch", DESK)
    await camera.take(desk, "connect")
    await desk.click("#connect")
    if "oauth2/authorize" in desk.url:
        await desk.click("text=Authorize")
    await desk.wait_for_url("**/signed-in/**")
    await camera.take(desk, "connected")
    await desk.click("#overlay")
    phone = await viewer(night, camera)
    await set_up(camera, desk)
    await hands(night, camera, phone)


async def viewer(night: BothNight, camera: Camera) -> Page:
    """Come in by the door, signed in with Twitch; return the viewer's page."""
    vera = night.in_chat("vera")
    await night.inn.broadcaster.says(night.inn, "!open headache pace=quick vote_seconds=90 reroll_seconds=90")
    phone = await camera.open(f"{night.base}at/twitch/inn", PHONE)
    await camera.take(phone, "door")
    night.twitch.world.signed_in = vera
    await phone.click("#sign-in")
    await phone.wait_for_url(lambda url: "/at/" not in url)
    if "oauth2/authorize" in phone.url:
        await phone.get_by_role("button", name="Authorize", exact=True).click()
    await phone.wait_for_url("**/seat/**")
    await vera.says(night.inn, "!join")
    for name in ("pete", "maximiliana", "jack"):
        await night.in_chat(name).says(night.inn, "!join")
    await phone.wait_for_timeout(1_000)
    await night.inn.broadcaster.says(night.inn, "!start")
    return phone


async def set_up(camera: Camera, desk: Page) -> None:
    """Set the overlay up on its page; then show it on air."""
    await desk.wait_for_selector("#preview")
    await desk.wait_for_timeout(1500)
    await camera.take(desk, "set-up")
    await desk.click("#make")
    await desk.wait_for_selector("#address-new:not([hidden])")
    await desk.click("#address-show")
    address = await desk.inner_text("#address")
    air = await camera.open(address, AIR)
    await air.evaluate(f"document.documentElement.style.background = '{CAMERA}'")
    await air.wait_for_selector("#table:not([hidden])")
    await camera.take(air, "overlay")


async def hands(night: BothNight, camera: Camera, phone: Page) -> None:
    """Let everybody stay; then dice are drawn, and a hand is covered until it is pressed."""
    for name in ("inn", "vera", "pete", "maximiliana", "jack"):
        await night.twitch.world.logins[name].says(night.inn, "!stay")
    await phone.wait_for_timeout(2500)
    await camera.take(phone, "hand-covered")
    await phone.click("#cover")
    await camera.take(phone, "hand")


async def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="pl-") as made:
        async with await EmbeddedServer.start(Path(made)) as server:
            store = await Store.connect(server.url)
            async with async_playwright() as playwright, BothNight(store) as night:
                browser = await playwright.chromium.launch(executable_path=CHROMIUM)
                await stream(night, Camera(browser, folder))
                await browser.close()
            await store.close()


if __name__ == "__main__":
    into, _ = folder_and_names(__doc__, "none", most=0)
    asyncio.run(main(into))
