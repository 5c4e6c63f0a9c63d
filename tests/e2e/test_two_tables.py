"""Test a room of two tables on the real bot: what is typed means the table that is in view."""

import re

import pytest
from e2e.conftest import Visitors, say
from e2e.server import Server
from e2e.staged import told, violations
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
    await expect(pete.locator("#panel")).to_have_attribute("data-table", poohead)
    await expect(twin.locator(".seat.you")).to_have_count(1)
    assert await look_at(pete, "Cones") == cones
    await say(pete, "!leave")
    await expect(pete.locator("#status")).to_contain_text("You don't sit at this table")
    await say(lola, f"!{cones} close")
    await expect(pete.locator("#panel")).to_have_attribute("data-table", poohead)


async def test_tables_are_told_apart_by_game_picture_and_people_not_by_a_code(
    server: Server, visitors: Visitors
) -> None:
    ann, ben = [await visitors.sit(f"{server.url}/room/list", name) for name in ("Ann", "Ben")]
    await say(ann, "!open poohead", "!bots 4")
    await say(ben, "!open cones")
    context = await visitors.context(width=320, height=800)
    page = await visitors.sit(f"{server.url}/room/list", "Eve", context=context)
    tab = page.locator("#tabs [aria-current]")
    await expect(tab).to_have_text(re.compile(r"Poohead\s*5 free\s*· Ann, \w+ and 3 more"))
    code = await page.locator("#panel").get_attribute("data-table") or "none"
    await expect(page.locator("body")).not_to_contain_text(code)
    await expect(page.locator("#here-count")).to_have_text("2 playing, 1 looking on")
    await expect(page.locator("#tabs button:not([aria-current])")).to_have_attribute("title", re.compile("Cones.*Ben"))
    await tab.click()  # on a phone it leads to all tables, and to one more
    cards = page.locator("#table-menu .table-card")
    await expect(cards).to_have_count(2)
    await expect(cards.first.locator(".board")).to_be_visible()
    await expect(cards.last).to_contain_text("Ben")
    await expect(cards.last).to_contain_text("3 free")
    assert list(told(await violations(page))) == []
    await cards.last.click()
    await expect(page.locator("#panel h2")).to_have_text("Cones")
    await tab.click()
    await cards.first.click()
    await expect(page.locator("#panel h2")).to_have_text("Poohead")
    await tab.click()
    await page.locator("#table-menu").get_by_role("button", name="Open a table").click()
    await expect(page.get_by_role("dialog", name="Choose a game")).to_be_visible()


async def test_somebody_in_the_room_is_blocked_and_let_go_by_pressing_alone(server: Server, visitors: Visitors) -> None:
    ann, ben = [await visitors.sit(f"{server.url}/room/apart", name) for name in ("Ann", "Ben")]
    await ann.locator("#my-menu").click()
    await expect(ann.locator("#people")).to_contain_text("you")
    bens = ann.locator("#people").get_by_role("button", name="Ben")
    await bens.focus()
    await visitors.sit(f"{server.url}/room/apart", "Cid")
    await expect(ann.locator("#people")).to_contain_text("Cid")
    await expect(bens).to_be_focused()
    await bens.click()
    await ann.get_by_role("button", name="Never sit with them").click()
    await expect(ann.locator("#answer-text")).to_contain_text("Ben is blocked")
    await ann.keyboard.press("Escape")
    await ann.locator("#my-menu").click()
    await ann.get_by_role("button", name="Blocked people").click()
    await ann.get_by_role("button", name="Unblock Ben").click()
    await expect(ann.locator("#answer-text")).to_contain_text("Ben is no longer blocked")
    await expect(ben.locator("#chat li")).to_have_count(0)


async def test_what_is_ones_own_and_what_was_is_found_without_a_word_also_where_no_table_is(
    server: Server, visitors: Visitors
) -> None:
    page = await visitors.sit(f"{server.url}/room/nothing-here", "Ann")
    told_now = page.locator("#status, #answer-text")
    for entry, says in (("Purse", "Your purse here"), ("Profile", "game")):
        await page.locator("#my-menu").click()
        await page.get_by_role("button", name=entry, exact=True).click()
        await expect(told_now.filter(has_text=says)).to_be_visible()
        await page.keyboard.press("Escape")
    await page.get_by_role("button", name="History").click()
    await page.locator("#table-menu").get_by_role("button", name="Archive").click()
    await expect(told_now.filter(has_text="No game")).to_be_visible()


async def test_a_table_that_a_stranger_opens_moves_nobody(server: Server, visitors: Visitors) -> None:
    """Not who looks at the games, nor who looks on elsewhere, nor who reads what happened at a closed one."""
    ann, ben, cid = [await visitors.sit(f"{server.url}/room/moved", name) for name in ("Ann", "Ben", "Cid")]
    eve = await visitors.sit(f"{server.url}/room/moved", "Eve", context=await visitors.own_context(follows=False))
    await say(ann, "!open poohead")
    await expect(eve.locator("#empty-title")).to_have_text("All tables here")
    await expect(eve.locator("#empty-tables .table-card")).to_have_count(1)
    await expect(eve.locator("#empty-games .game-card").first).to_be_visible()
    await expect(eve.locator("#panel")).to_have_attribute("data-table", "")
    await eve.locator("#empty-tables .table-card button").click()
    poohead = await eve.locator("#panel").get_attribute("data-table") or "none"
    await expect(eve.locator("#panel h2")).to_contain_text("Poohead")
    await say(ben, "!open cones")
    await expect(eve.locator("#tabs button")).to_have_count(2)
    await expect(eve.locator("#panel")).to_have_attribute("data-table", poohead)
    await say(ann, "!close")
    await expect(eve.locator("#news")).to_contain_text("closed")
    await expect(eve.locator("#empty-tables .table-card")).to_have_count(1)
    await say(cid, "!open headache")
    await expect(eve.locator("#empty-tables .table-card")).to_have_count(2)
    await expect(eve.locator("#panel")).to_have_attribute("data-table", "")
    assert list(told(await violations(eve))) == []


async def test_whoever_leaves_comes_home(server: Server, visitors: Visitors) -> None:
    ann, ben = [await visitors.sit(f"{server.url}/room/leaves", name) for name in ("Ann", "Ben")]
    await say(ann, "!open poohead")
    await look_at(ben, "Poohead")
    await say(ben, "!join")
    await expect(ben.locator(".seat.you")).to_have_count(1)
    await say(ben, "!leave")
    await expect(ben.locator("#empty-tables .table-card")).to_have_count(1)
    await expect(ben.locator("#panel")).to_be_hidden()
    await ben.locator("#empty-tables .table-card button").click()
    await expect(ben.locator("#panel h2")).to_contain_text("Poohead")
