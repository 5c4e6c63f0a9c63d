"""Test that a hidden page sleeps, and has missed nothing when somebody looks at it again, nor after an update."""

import pytest
from e2e.conftest import Room, Visitors, answered, say
from e2e.test_room import opened
from playwright.async_api import expect

from bot.adapters.web import TableRoom
from bot.adapters.web.inbound import live_lines
from bot.adapters.web.outbound import pages

pytestmark = pytest.mark.asyncio(loop_scope="session")

HIDDEN = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


async def test_a_page_out_of_sight_shows_what_was_missed_when_it_is_looked_at(room: Room, visitors: Visitors) -> None:
    pete = await visitors.sit(f"{room.url}/room/asleep", "Pete")
    lola = await visitors.sit(f"{room.url}/room/asleep", "Lola")
    await lola.evaluate(HIDDEN, True)
    await say(pete, "good evening")
    await expect(pete.locator("#chat")).to_contain_text("good evening")
    await lola.evaluate(HIDDEN, False)
    await expect(lola.locator("#chat")).to_contain_text("good evening")


async def test_a_page_that_slept_for_five_minutes_shows_how_things_are_and_can_be_played(
    room: Room, visitors: Visitors
) -> None:
    """Its line was gone meanwhile, and nobody reloads it."""
    context = await visitors.own_context()
    await context.clock.install()
    page = await visitors.sit(room.url, "Pete", context=context)
    table = room.bot.tables[await opened(room, page)]
    for name in ("Add a house bot", "Start"):
        await page.get_by_role("button", name=name, exact=True).click()
    await expect(page.get_by_role("button", name="Stake")).to_be_visible()
    await page.evaluate(HIDDEN, True)
    port = room.adapter.port
    await room.adapter.stop()
    table.pot = 70
    room.adapter = room.bot.room = TableRoom(room.bot, room.guests, port=port)
    await room.adapter.start()
    await context.clock.fast_forward(300_000)
    await page.evaluate(HIDDEN, False)
    await expect(page.locator(".pot")).to_contain_text("70 in the pot")
    await expect(page.locator("#link")).to_have_attribute("data-state", "ok")
    async with answered(page):
        await page.get_by_role("button", name="Stake").click()
    await expect(page.locator("#news")).to_contain_text("Pete stakes 10.")


async def test_a_page_is_loaded_anew_once_it_is_told_things_in_another_form(
    room: Room, visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the bot is brought up to date while the page is open."""
    page = await visitors.sit(room.url, "Pete")
    await opened(room, page)
    await page.evaluate("document.body.dataset.old = 'yes'")
    port = room.adapter.port
    await room.adapter.stop()
    for module in (pages, live_lines):
        monkeypatch.setattr(module, "form_told", lambda: "another")
    room.adapter = room.bot.room = TableRoom(room.bot, room.guests, port=port)
    await room.adapter.start()
    await expect(page.locator("body")).not_to_have_attribute("data-old", "yes")
    await expect(page.locator("#link")).to_have_attribute("data-state", "ok")
    await expect(page.get_by_role("button", name="Add a house bot", exact=True)).to_be_visible()
