"""Test a room of two tables on the real bot: what is typed means the table that is in view."""

import pytest
from e2e.conftest import Visitors, say
from e2e.server import Server
from playwright.async_api import Page, expect

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def look_at(page: Page, game: str) -> str:
    """Press the tab of a game's table; return its code."""
    await page.locator("#tabs").get_by_role("button", name=game).click()
    await expect(page.locator("#panel h2")).to_contain_text(game)
    return await page.locator("#panel").get_attribute("data-table") or ""


async def test_a_typed_line_means_the_table_in_view_in_each_of_two_tabs(server: Server, visitors: Visitors) -> None:
    context = await visitors.context()
    pete = await visitors.sit(f"{server.url}/room/two-tables", "Pete", context=context)
    lola = await visitors.sit(f"{server.url}/room/two-tables", "Lola")
    await say(pete, "!open poohead")
    await say(lola, "!open cones")
    cones = await look_at(pete, "Cones")
    await say(pete, "!join")
    twin = await visitors.page(context)
    await twin.goto(pete.url)
    await expect(twin.locator("#link")).to_have_attribute("data-state", "ok")
    poohead = await look_at(twin, "Poohead")
    await say(twin, "!bots 3")
    await expect(twin.locator("#panel .seat")).to_have_count(4)
    await expect(pete.locator("#panel .seat")).to_have_count(2)
    await say(pete, "!leave")
    await expect(pete.locator(".seat.you")).to_have_count(0)
    await expect(twin.locator(".seat.you")).to_have_count(1)
    await say(pete, "!leave")
    await expect(pete.locator("#status")).to_contain_text(f"You don't sit at table {cones}")
    await say(lola, f"!{cones} close")
    await expect(pete.locator("#panel")).to_have_attribute("data-table", poohead)
