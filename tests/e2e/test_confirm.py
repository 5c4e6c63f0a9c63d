"""Test that each confirmation for a moderator has a button, and that the words beside it say the same."""

import pytest
from e2e.conftest import Room, Visitors, answered, say
from playwright.async_api import expect

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_button_says_the_line_that_does_it_to_the_bot_alone(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Mia")
    await say(page, "!wipe")
    answer, button = page.locator("#answer"), page.get_by_role("button", name="Yes, do it")
    await expect(answer).to_contain_text("All of it would be gone")
    await expect(answer).to_contain_text("!wipe yes")
    assert [message.text for message in room.bot.heard] == ["!wipe"]
    async with answered(page):
        await button.click()
    await expect(page.locator("#status")).to_have_text("It is gone.")
    await expect(answer).to_be_hidden()
    assert [(message.text, message.private) for message in room.bot.heard[1:]] == [("wipe yes", True)]
    await expect(page.locator("#chat")).not_to_contain_text("yes")


async def test_it_can_be_left_undone_by_keyboard_alone(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Mia")
    await say(page, "!wipe")
    button = page.get_by_role("button", name="Yes, do it")
    await expect(button).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(button).to_be_hidden()
    await say(page, "!help")
    await expect(page.locator("#answer")).to_contain_text("What you can say here")
    await expect(button).to_have_count(0)
    assert [message.text for message in room.bot.heard] == ["!wipe", "!help"]
