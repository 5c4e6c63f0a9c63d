"""Test the setup page in a real browser: rules by the form and by a file, sentences with examples, balances."""

import json
import re
from pathlib import Path

import pytest
from e2e.conftest import Visitors, keep_picture
from e2e.server import Server
from e2e.staged import told, violations
from e2e.test_desk_page import as_moderator
from playwright.async_api import Page, expect

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def room(server: Server, request: pytest.FixtureRequest) -> str:
    """Return a room of the shared bot, for this test alone."""
    return f"{server.url}/room/{re.sub('[^a-z0-9]+', '-', request.node.name)[-30:].strip('-')}"


async def setup_of(visitors: Visitors, room: str, name: str = "Mia", **look: object) -> Page:
    """Return the setup page of a moderator who has just come."""
    page = await visitors.sit(room, name, context=await visitors.context(**look))  # type: ignore[arg-type]
    await as_moderator(page, room)
    await page.reload()
    await page.click("#menu > summary")
    await page.click("#setup-link")
    await page.wait_for_selector("body[data-ready]")
    return page


async def fits(page: Page) -> None:
    await page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    assert list(told(await violations(page))) == []


async def confirmed(page: Page) -> None:
    await page.locator("#sure .main-button:visible").click()


@pytest.mark.parametrize("width", [400, 1280])
async def test_rules_are_looked_at_saved_and_taken_elsewhere(
    room: str, visitors: Visitors, tmp_path: Path, width: int
) -> None:
    page = await setup_of(visitors, room, width=width, height=900)
    await keep_picture(page, f"setup-{width}")
    await fits(page)
    await page.fill('[name="games"]', "cones, rogues")
    await page.fill('[name="quiet"]', "1:00 8:00 Europe/Berlin")
    await page.fill('[name="stakes"]', "9 5")
    await page.get_by_role("button", name="See what changes").first.click()
    await expect(page.locator("#rules .said.bad")).to_contain_text("the smaller one first")
    await expect(page.locator('[name="stakes"]')).to_be_focused()
    await keep_picture(page, f"setup-wrong-{width}")
    await page.fill('[name="stakes"]', "50 500")
    await page.get_by_role("button", name="See what changes").first.click()
    await expect(page.locator("#changes")).to_contain_text("01:00 08:00 Europe/Berlin")
    await keep_picture(page, f"setup-sure-{width}")
    await fits(page)
    await confirmed(page)
    await expect(page.locator("#rules .said")).to_have_text("Saved.")
    await expect(page.locator('[name="games"]')).to_have_value("cones rogues")
    async with page.expect_download() as begun:
        await page.click("#download")
    file = tmp_path / "setup.json"
    await (await begun.value).save_as(file)
    assert json.loads(file.read_text())["rules"]["stakes"] == "50 500"
    there = await setup_of(visitors, f"{room[:-4]}-two", "Max")
    await there.set_input_files('[name="file"]', file)
    await expect(there.locator("#sure-title")).to_have_text("3 rules change.")
    await confirmed(there)
    await expect(there.locator("#file .said")).to_have_text("Saved.")
    await there.set_input_files('[name="file"]', file)
    await expect(there.locator("#file .said")).to_have_text("It is so already.")
    file.write_text(file.read_text().replace('"games"', '"gamez"'))
    await there.set_input_files('[name="file"]', file)
    await expect(there.locator("#file .said.bad")).to_contain_text('"gamez" is no rule of a place')


async def test_who_is_second_is_told_so_and_shown_what_is_set_now(room: str, visitors: Visitors) -> None:
    mia, max_ = await setup_of(visitors, room), await setup_of(visitors, room, "Max")
    for page, tables in ((mia, "3"), (max_, "4")):
        await page.fill('[name="tables"]', tables)
        await page.get_by_role("button", name="See what changes").first.click()
        if page is mia:
            await confirmed(page)
            await expect(page.locator("#rules .said")).to_have_text("Saved.")
    await expect(max_.locator("#rules .said.bad")).to_contain_text("Mia has changed the settings meanwhile")
    await expect(max_.locator('[name="tables"]')).to_have_value("3")


@pytest.mark.parametrize("width", [400, 1280])
async def test_own_sentences_are_shown_as_they_will_be_said(room: str, visitors: Visitors, width: int) -> None:
    page = await setup_of(visitors, room, width=width, height=900, dark=True)
    await page.fill('[name="sentences"]', "sat-down = { $whom } is here")
    await page.locator("#sentences button").click()
    await expect(page.locator("#sentences .said.bad")).to_contain_text('"$whom" is not known to this sentence')
    await page.fill('[name="sentences"]', "sat-down = A warm welcome to { $who }!")
    await page.locator("#sentences button").click()
    await expect(page.locator("#changes ins")).to_have_text("A warm welcome to [who]!")
    await keep_picture(page, f"setup-sentences-{width}")
    await confirmed(page)
    await expect(page.locator("#sentences .said")).to_have_text("Saved.")


@pytest.mark.parametrize("width", [400, 1280])
async def test_balances_are_brought_and_given_back(room: str, visitors: Visitors, tmp_path: Path, width: int) -> None:
    ann = await visitors.sit(room, "Ann")
    await ann.context.request.post(
        f"{ann.url}say",
        data={"id": "w", "text": "wallet", "private": True},
        headers={"Origin": room.partition("/room/")[0], "Sec-Fetch-Site": "same-origin"},
    )
    page = await setup_of(visitors, room, width=width, height=900)
    file = tmp_path / "old.csv"
    file.write_text("name,amount\nAnn,500\nSomebody else,20\n")
    await page.fill('[name="reason"]', "from the old bot")
    await page.set_input_files('[name="csv"]', file)
    await expect(page.locator("#sure-title")).to_contain_text("1 person gets 500 suckers in all")
    await expect(page.locator("#sure-more")).to_contain_text("Somebody else")
    await keep_picture(page, f"setup-balances-{width}")
    await confirmed(page)
    await expect(page.locator("#balances .said")).to_have_text("1 person has got 500 suckers in all.")
    await expect(page.locator("#brought li")).to_contain_text("1 person (from the old bot)")
    await keep_picture(page, f"setup-brought-{width}")
    await fits(page)
    await page.get_by_role("button", name="Give back").click()
    await expect(page.locator("#brought li")).to_have_count(0)


async def test_the_setup_is_for_moderators(room: str, visitors: Visitors) -> None:
    page = await visitors.sit(room, "Zoe")
    await page.goto(f"{page.url.rstrip('/')}/setup")
    await expect(page.locator("body")).to_contain_text("The setup is for moderators.")
