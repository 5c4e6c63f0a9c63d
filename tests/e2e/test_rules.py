"""Test the rules during a game: in pictures beside the board, and complete in words."""

import pytest
from e2e.conftest import Visitors, keep_picture
from e2e.test_headache import order, room
from playwright.async_api import expect

__all__ = ["room"]

pytestmark = pytest.mark.asyncio(loop_scope="session")
SIZES = ((1280, 800), (640, 400), (400, 800), (360, 640))


async def test_the_rules_stand_beside_the_board_and_take_an_upright_phone_with_a_way_on_in_sight(
    room: str, visitors: Visitors
) -> None:
    page = await visitors.sit(room, "Pete")
    await order(page, "!open halflings mode=duel pace=0 stake_seconds=600", "!bots 1", "!start")
    await expect(page.locator(".board .piece").first).to_be_visible()
    rules = page.get_by_role("region", name="The rules in pictures")
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await page.get_by_role("button", name="Rules", exact=True).click()
        await expect(rules.locator(".lesson").first).to_be_visible()
        await keep_picture(page, f"rules-{width}")
        if width > height:
            [board, shown] = [await page.locator(one).bounding_box() for one in ("#panel .board", "#rules")]
            assert board is not None
            assert shown is not None
            assert board["x"] + board["width"] <= shown["x"] + 1, width
        else:
            await expect(page.locator("#panel .board")).not_to_be_visible()
        await expect(rules.get_by_role("button", name="Next picture")).to_be_in_viewport(ratio=1)
        await page.keyboard.press("Escape")
        await expect(rules).to_be_hidden()
    await expect(page.locator("#offers [type=submit]")).to_be_visible()


async def test_whoever_wants_them_in_words_gets_them_whole_also_after_the_table_changed(
    room: str, visitors: Visitors
) -> None:
    page = await visitors.sit(room, "Pete")
    await order(page, "!open poohead")
    await page.get_by_role("button", name="Rules", exact=True).click()
    await order(page, "!bots 1")
    await expect(page.get_by_role("list", name="Seats at this table")).to_contain_text("bot")
    await page.get_by_role("button", name="All the rules in words").click()
    await expect(page.locator("#answer-text h3")).to_contain_text("Poohead")
