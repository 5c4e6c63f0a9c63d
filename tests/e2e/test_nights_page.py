"""Test the page of a place's nights in a browser: on a phone and a wide screen, light and dark, full and empty."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from e2e.conftest import Visitors, keep_picture
from e2e.replayed import Archive, archive
from e2e.staged import told, violations
from playwright.async_api import Page, expect

from bot.ports.messages import Rights
from persistence import EmbeddedServer

pytestmark = pytest.mark.asyncio(loop_scope="session")
PLANS = (
    "tomorrow 12:00 rogues seats=12 ante_unit=10 then cones lift=own_cones every week length=180",
    "tomorrow 19:00 halflings mode=duel money=purse buyin=100",
)


@pytest_asyncio.fixture(loop_scope="session")
async def place(redis: EmbeddedServer, request: pytest.FixtureRequest, archive_port: int) -> AsyncIterator[Archive]:
    async with archive(redis.url, request.node.name, port=archive_port) as made:
        yield made


async def path_of(place: Archive) -> str:
    answer = await place.evening.say("pete", "!night")
    return str(answer.text).partition(f"{place.url}/")[2].split()[0]


async def planned(place: Archive, *plans: str) -> str:
    place.evening.rights["olga"] = Rights.OWNER
    await place.evening.lines("olga: !night zone Asia/Tokyo")
    for plan in plans:
        asked = await place.evening.say("pete", f"!night plan {plan}")
        assert asked.ok, asked.text
        await place.evening.say("pete", f"!{asked.confirm}")
    for name in ("ann", "bob", "cid"):
        await place.evening.say(name, "!night join 1")
    for name in ("ann", "bob", "cid", "dan"):
        await place.evening.say(name, "!night join 2")
    await place.evening.say("eve", "!night maybe 2")
    return await path_of(place)


async def fits(page: Page) -> None:
    await page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    assert list(told(await violations(page))) == []


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("dark", [False, True])
async def test_nights_are_read_on_any_screen(place: Archive, visitors: Visitors, width: int, *, dark: bool) -> None:
    path = await planned(place, *PLANS)
    page = await visitors.page(await visitors.context(width=width, height=900, dark=dark))
    await page.goto(f"{place.url}/{path}")
    await expect(page.locator(".night h2")).to_have_text(
        [re.compile(rf"\w+day [\u20110-9]+, {clock}:00 \(Asia/Tokyo\)") for clock in (12, 19)]
    )
    await expect(page.locator(".own").first).to_contain_text("For you: ")
    await expect(page.locator(".night").nth(1)).to_contain_text("Seats taken: 2 of 2 · waiting: 2 · maybe: 1")
    await fits(page)
    await keep_picture(page, f"nights-{width}-{'dark' if dark else 'light'}")


async def test_a_place_without_nights_says_so(place: Archive, visitors: Visitors) -> None:
    page = await visitors.page(await visitors.context(width=400, height=700))
    await page.goto(f"{place.url}/{await path_of(place)}")
    await expect(page.locator(".none")).to_have_text("No night is planned here now.")
    await fits(page)
    await keep_picture(page, "nights-none")
    async with page.expect_download() as download:
        await page.get_by_role("link", name="Subscribe with your calendar").click()
    assert (await download.value).suggested_filename == "calendar.ics"
