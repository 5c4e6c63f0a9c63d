"""Test what a seat chooses on its page before a game, from a list that shows what is free."""

import pytest
from e2e.conftest import Visitors, keep_picture
from e2e.test_headache import Guest, order, room
from playwright.async_api import expect

__all__ = ["room"]

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_colour_is_chosen_from_those_that_are_free(room: str, visitors: Visitors) -> None:
    complaints: list[str] = []
    pete = await Guest(visitors, await visitors.own_context(width=400, height=800), complaints).sit(room, "Pete")
    ann = await Guest(visitors, await visitors.own_context(width=400, height=800), complaints).sit(room, "Ann")
    await order(pete, "!open cones")
    await order(ann, "!join")
    lists = [page.get_by_label("Your colour") for page in (pete, ann)]
    await lists[0].select_option(label="Choose red")
    await expect(lists[1].get_by_role("option", name="Choose red")).to_have_count(0)
    await expect(lists[0].get_by_role("option", name="Choose red")).to_have_count(0)
    await lists[1].select_option(label="Choose green")
    await expect(pete.locator("#news")).to_contain_text("Ann")
    await keep_picture(pete, "chosen-colour")
    assert complaints == []
