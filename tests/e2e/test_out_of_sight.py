"""Test that a hidden page sleeps, and has missed nothing when somebody looks at it again."""

import pytest
from e2e.conftest import Room, Visitors, say
from playwright.async_api import expect

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
