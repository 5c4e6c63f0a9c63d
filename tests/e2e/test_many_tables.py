"""Test that in a room with a dozen tables, each pressed tab gets full news of its table from then on."""

import pytest
from e2e.conftest import Room, Visitors
from playwright.async_api import Page, expect
from web.small_bot import Sitter, Table

from bot.ports.ids import PersonId
from bot.ports.messages import Person

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def a_table(room: Room, number: int) -> Table:
    """Return a table of somebody else, whose news name it."""
    code = f"A{number % 8 + 2}{'ABCDEFGHJKMN'[number]}"
    table = room.bot.tables[code] = Table(code, "highest", "web:main")
    table.sitters.append(Sitter(Person(PersonId(f"web:host{number}"), f"Host {number}"), is_bot=False))
    await room.bot.tell(table, f"Table {code} is open.")
    return table


async def look_at(page: Page, table: Table) -> None:
    """Press the tab of a table, or its card where its tab has no room."""
    tab = page.locator(f'#tabs button[data-table="{table.code}"]')
    if await tab.is_hidden():
        await page.locator("#more-tables").click()
        tab = page.locator(f'#table-menu button[data-table="{table.code}"]')
    await tab.click()


async def test_each_tab_leads_to_a_whole_table(room: Room, visitors: Visitors) -> None:
    tables = [await a_table(room, number) for number in range(12)]
    page = await visitors.sit(room.url, "Pete")
    await expect(page.locator("#tabs button")).to_have_count(12)
    await expect(page.locator("#news")).to_contain_text(f"Table {tables[0].code} is open.")
    for table in (tables[11], tables[5], tables[0]):
        await look_at(page, table)
        await expect(page.locator("#panel")).to_have_attribute("data-table", table.code)
        await expect(page.locator("#news")).to_contain_text(f"Table {table.code} is open.")
        await expect(page.get_by_role("button", name="Sit down here")).to_be_visible()
        await room.bot.tell(table, f"Something happens at {table.code}.")
        await expect(page.locator("#news")).to_contain_text(f"Something happens at {table.code}.")
    await room.bot.tell(tables[3], "Somebody says something elsewhere.")
    await look_at(page, tables[3])
    await expect(page.locator("#news")).to_contain_text("Somebody says something elsewhere.")
    await page.get_by_role("button", name="Sit down here").click()
    await expect(page.locator("#news")).to_contain_text("Pete sits down")
    assert await page.locator("#link").get_attribute("data-state") == "ok"


async def test_the_sign_of_the_house_leads_to_the_games_and_a_tab_back(room: Room, visitors: Visitors) -> None:
    table = await a_table(room, 0)
    page = await visitors.sit(room.url, "Pete")
    await expect(page.locator("#panel")).to_be_visible()
    await page.locator(".brand").click()
    await expect(page.locator("#empty")).to_be_visible()
    await expect(page.locator("#panel")).to_be_hidden()
    await room.bot.tell(table, "Something happens meanwhile.")
    await expect(page.locator("#empty")).to_be_visible()
    await page.locator("#tabs button").first.click()
    await expect(page.locator("#panel")).to_be_visible()


async def test_on_a_phone_the_sign_of_the_house_leads_home_from_the_story(room: Room, visitors: Visitors) -> None:
    await a_table(room, 0)
    page = await visitors.sit(room.url, "Pete", context=await visitors.context(width=400))
    await expect(page.locator("#panel")).to_be_visible()
    await page.locator('.switch [data-to="story"]').click()
    await expect(page.locator("#panel")).to_be_hidden()
    await page.locator(".brand").click()
    await expect(page.locator("#empty")).to_be_visible()
    await expect(page.locator('.switch [data-to="table"]')).to_have_attribute("aria-pressed", "true")


async def test_a_newcomer_sees_the_games_unless_people_play_or_gather(room: Room, visitors: Visitors) -> None:
    over = await a_table(room, 0)
    over.phase = "between"
    await room.bot.tell(over, "It is over.")
    page = await visitors.sit(room.url, "Pete", context=await visitors.own_context(follows=False))
    await expect(page.locator("#empty-tables .table-card")).to_have_count(1)
    await expect(page.locator("#panel")).to_be_hidden()
    gathers = await a_table(room, 1)
    lola = await visitors.sit(room.url, "Lola")
    await expect(lola.locator("#panel")).to_have_attribute("data-table", gathers.code)
