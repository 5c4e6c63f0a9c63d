"""Test the live lines of pages: what they tell a proxy before several processes, and what is said without one."""

import pytest
from e2e.conftest import Room, Visitors, opened, press
from playwright.async_api import expect

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_live_line_names_its_room_so_that_the_rooms_pages_can_be_kept_at_one_process(
    room: Room, visitors: Visitors
) -> None:
    page = await visitors.sit(room.url, "Pete")
    async with page.expect_websocket() as line:
        await page.reload()
    assert (await line.value).url.endswith("/live?room=main")


async def test_what_is_pressed_without_a_line_is_done_once_it_is_back(room: Room, visitors: Visitors) -> None:
    context = await visitors.own_context()
    page = await visitors.sit(room.url, "Pete", context=context)
    code = await opened(room, page)
    await press(page, "Start")
    await expect(page.locator(".move-form")).to_be_visible()
    await context.set_offline(True)
    await expect(page.get_by_text("You are offline.").first).to_be_visible()
    heard = len(room.bot.heard)
    await page.get_by_role("button", name="Stake").click()
    await expect(page.locator("#status")).to_have_text("Not sent yet. Trying again…")
    assert len(room.bot.heard) == heard
    await context.set_offline(False)
    await expect(page.locator("#link")).to_have_attribute("data-state", "ok")
    await expect(page.locator(".pot")).to_contain_text("10")
    assert [message.text for message in room.bot.heard[heard:]] == ["stake 10"]
    assert room.bot.tables[code].pot == 10


async def test_a_tab_that_has_gone_to_sleep_wakes_when_it_is_wanted(room: Room, visitors: Visitors) -> None:
    """A browser has six connections to a host, and eight live lines must not use them up."""
    context = await visitors.context()
    first = await visitors.sit(room.url, "Pete", context=context)
    for _ in range(8):
        page = await visitors.page(context)
        await page.goto(first.url)
        await page.wait_for_selector("#link[data-state=ok]", state="attached")
    await expect(first.locator("#link")).to_contain_text("gone to sleep")
    await first.bring_to_front()
    await first.get_by_role("button", name="Use this tab").click()
    await expect(first.locator("#link")).to_have_attribute("data-state", "ok")
