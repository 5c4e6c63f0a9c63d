"""Test the picture of an evening in a room, on a screen and on a phone, and the check of its games."""

import pytest
from e2e.conftest import Visitors, keep_picture, say
from e2e.server import Server
from e2e.staged import told, violations
from playwright.async_api import expect

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_an_evening_is_seen_as_a_picture_in_the_room(server: Server, visitors: Visitors) -> None:
    pete = await visitors.sit(f"{server.url}/room/evening", "Pete")
    await say(pete, "!open halflings cooldown=0")
    await say(pete, "!stake 10 auto")
    await expect(pete.locator("#panel")).to_have_attribute("data-phase", "between")
    await say(pete, "!evening")
    await expect(pete.locator("#answer-text")).to_contain_text("1 game with 1 person.")
    picture = pete.locator("#answer-files img")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("one => one.decode().then(() => one.naturalWidth)") == 800
    await keep_picture(pete, "evening")
    await pete.set_viewport_size({"width": 400, "height": 800})
    assert await picture.evaluate("one => one.getBoundingClientRect().right <= innerWidth")
    await expect(pete.locator("#answer-files a.picture")).to_have_attribute("download", "evening.png")
    assert list(told(await violations(pete))) == []
    await keep_picture(pete, "evening-phone")
    async with pete.context.expect_page() as leads_to:
        await pete.get_by_role("link", name="Open").click()
    game = await leads_to.value
    await expect(game.locator("body")).to_contain_text("Game 1 of Halflings")  # a page that refuses says why
    await expect(game.locator("h1")).to_contain_text("Game 1 of Halflings")


async def test_a_game_is_checked_behind_the_address_that_comes_with_its_record(
    server: Server, visitors: Visitors
) -> None:
    pete = await visitors.sit(f"{server.url}/room/checked", "Pete")
    await say(pete, "!halflings 10 auto")
    await expect(pete.locator("#panel")).to_have_attribute("data-phase", "between")
    await pete.locator("#was").click()
    async with pete.context.expect_page() as leads_to:
        await pete.get_by_role("button", name="Archive").click()
    games = await leads_to.value  # without an answer to be read first
    await expect(games.locator("#games .game").first).to_contain_text("Halflings")
    await say(pete, "!verify")
    async with pete.context.expect_page() as leads_to:
        await pete.get_by_role("link", name="Open").click()
    page = await leads_to.value
    await expect(page.locator("#verdict")).to_have_text("The record is whole, and agrees.")
    await expect(page.locator("#draws li").first).to_be_visible()
    await keep_picture(page, "checked")
