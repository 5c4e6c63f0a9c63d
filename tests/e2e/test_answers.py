"""Test the box of an answer that leads somewhere: a button is beside it, and no word of it is lost."""

import pytest
from e2e.conftest import Room, Visitors, say
from playwright.async_api import expect
from web.small_bot import PLAIN

from bot.ports.messages import Answer

pytestmark = pytest.mark.asyncio(loop_scope="session")

ONE, OTHER = "https://potluck.example/a", "https://potluck.example/b"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (f"Your own page, for you alone: {ONE}", "Your own page, for you alone."),
        (f"Three games.\nAll of them: {ONE}\nMore tomorrow.", "Three games.\nAll of them.\nMore tomorrow."),
        (f"Say it there. {ONE}", "Say it there."),
        (f"It is told at {ONE}", f"It is told at {ONE}"),
        (ONE, ONE),
        (f"That message: {ONE}\nCheck it here: {OTHER}", f"That message: {ONE}\nCheck it here: {OTHER}"),
    ],
)
async def test_only_the_address_of_an_answer_becomes_a_button(
    room: Room, visitors: Visitors, monkeypatch: pytest.MonkeyPatch, said: str, told: str
) -> None:
    monkeypatch.setitem(PLAIN, "help", Answer(said))
    page = await visitors.sit(room.url, "Mia")
    await say(page, "!help")
    await expect(page.locator("#answer-files a")).to_have_attribute("href", ONE)
    assert (await page.locator("#answer-text").inner_text()).split() == told.split()
