"""Test the weight of a visit as a browser counts it: the first visit, and a reload."""

import pytest
from e2e.conftest import Visitors, until
from e2e.server import Server
from e2e.wire import Wire
from playwright.async_api import expect

pytestmark = pytest.mark.asyncio(loop_scope="session")

FIRST_VISIT = 155_000
"""Bytes over the network, from the entrance until the games lie on the table."""
REQUESTS = 12
RELOADED = 2
"""The page and its live line."""


async def test_a_first_visit_is_light_and_the_next_fetches_almost_nothing(server: Server, visitors: Visitors) -> None:
    """With all that a table needs: its pieces and letters are fetched with the first board, that of a game's rules."""
    page = await visitors.page(await visitors.own_context())
    first, entering, again = Wire(), Wire(), Wire()
    await first.listen(page)
    await page.goto(f"{server.url}/room/scales")
    await page.fill("#name", "Pete")

    async def is_ready() -> bool:
        return sum(address.endswith(("/room.js", "/room.css")) for address in first.size) == 2

    await until(is_ready)
    await entering.listen(page)
    await page.click("form button[type=submit]")
    await page.click("#open-button")
    await page.get_by_role("button", name="Poohead", exact=True).click()
    await expect(page.locator(".lesson .board").first).to_be_visible()
    await page.wait_for_load_state("networkidle")
    assert sum(first.size.values()) < FIRST_VISIT, first.size
    assert 8 <= len(first.requests) <= REQUESTS, first.requests
    assert first.plain == [], "all is compressed"
    assert [one for one in entering.requests if one.endswith((".js", ".css"))] == [], "they were fetched meanwhile"
    await again.listen(page)
    await page.reload()
    await page.wait_for_selector("#link[data-state=ok]", state="attached")
    await page.wait_for_load_state("networkidle")
    assert len(again.requests) == RELOADED, again.requests
