"""Test the tabs of a room with several tables: whose they are, what goes on there, and how long it may."""

import re

import pytest
from e2e.conftest import Room, Visitors, keep_picture, opened
from e2e.staged import told, violations
from playwright.async_api import Page, expect
from web.small_bot import Sitter, Table

from bot.ports.ids import PersonId
from bot.ports.messages import Person

pytestmark = pytest.mark.asyncio(loop_scope="session")

SECONDS = 25
TABLES = 8
SEATS = 6
CLOCK = re.compile(r"0:[012]\d")
OUT_OF_SIGHT = """tabs => tabs.filter(tab => tab.offsetWidth).flatMap(tab => {
    const seen = [...tab.querySelectorAll("small span, small b")];
    const edge = tab.getBoundingClientRect().right;
    return seen.filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
        || one.getBoundingClientRect().right > edge).map(one => one.textContent);
})"""


async def a_table(room: Room, number: int, phase: str = "playing") -> Table:
    """Return a table at which two people sit, the first of whom is to move."""
    people = [Person(PersonId(f"web:host{number}"), "Pete"), Person(PersonId(f"web:other{number}"), "Lola")]
    table = Table(f"A{number}B", "highest", "web:main", [Sitter(one, is_bot=False) for one in people], phase)
    room.bot.tables[table.code] = table
    if phase == "playing":
        table.ends_at = room.bot.now() + SECONDS * 1000
    await room.bot.tell(table, f"Table {table.code} is open.")
    return table


async def tabs_of(page: Page) -> list[str]:
    """Return what the tabs in sight say."""
    return await page.locator("#tabs button:visible .tab-text").all_inner_texts()


async def test_ones_own_table_stands_first_with_its_state_and_its_clock(room: Room, visitors: Visitors) -> None:
    for number, phase in enumerate(("playing", "lobby", "between")):
        await a_table(room, number, phase)
    page = await visitors.sit(room.url, "Pete")
    await expect(page.locator("#tabs button")).to_have_count(3)
    states = page.locator("#tabs button")
    for at, says in enumerate(("playing", f"{SEATS - 2} free", "over")):
        await expect(states.nth(at).locator("small > :first-child")).to_have_text(says)
    mine = room.bot.tables[await opened(room, page)]
    mine.phase, mine.ends_at = "playing", room.bot.now() + SECONDS * 1000
    mine.sitters.append(Sitter(Person(PersonId("web:lola"), "Lola"), is_bot=False))
    await room.bot.tell(mine, "Pete is to move.")
    await expect(states.first).to_have_attribute("data-table", mine.code)
    await expect(states.first.locator("small > :first-child")).to_have_text("Your turn")
    await expect(states.first.locator(".time-left")).to_have_text(CLOCK)
    mine.turn = 1
    await room.bot.tell(mine, "Lola is to move.")
    await expect(states.first.locator("small > :first-child")).to_have_text("waiting")


@pytest.mark.parametrize("width", [400, 360])
async def test_on_a_phone_no_tab_is_without_words_or_a_sign(room: Room, visitors: Visitors, width: int) -> None:
    """These games have no sign."""
    for number in range(2):
        await a_table(room, number)
    page = await visitors.sit(room.url, "Eve", context=await visitors.context(width=width, height=800))
    seen = page.locator("#tabs button:visible")
    await expect(page.locator("#tabs button")).to_have_count(2)
    assert all("Highest" in one for one in await seen.all_inner_texts())
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await keep_picture(page, f"two-tabs-{width}")
    await expect(page.locator("#shown-tab")).to_have_attribute("aria-haspopup", "dialog")
    await page.set_viewport_size({"width": 1280, "height": 800})
    await expect(seen).to_have_count(2)
    await expect(page.locator("#shown-tab")).not_to_have_attribute("aria-haspopup", "dialog")


@pytest.mark.parametrize("width", [1280, 400, 360])
async def test_tabs_without_room_unfold_and_those_in_sight_are_whole(
    room: Room, visitors: Visitors, width: int
) -> None:
    for number in range(TABLES):
        await a_table(room, number, ("lobby", "playing")[number % 2])
    page = await visitors.sit(room.url, "Eve", context=await visitors.context(width=width, height=800))
    await expect(page.locator("#tabs button")).to_have_count(TABLES)
    shown = len(await tabs_of(page))
    assert shown >= (3 if width > 1000 else 1)
    assert await page.locator("#tabs button").evaluate_all(OUT_OF_SIGHT) == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    more = page.locator("#more-tables")
    await expect(more).to_have_text(f"{TABLES - shown} more")
    await expect(more).to_be_in_viewport(ratio=1)
    await more.click()
    cards = page.locator("#table-menu .table-card")
    await expect(cards).to_have_count(TABLES)
    await expect(cards.nth(TABLES - 1).locator(".time-left")).to_have_text(CLOCK)
    assert list(told(await violations(page))) == []
    await cards.nth(TABLES - 1).locator("button").click()
    await expect(page.locator("#tabs button[aria-current]")).to_be_in_viewport(ratio=0.9)
    await expect(page.locator("#panel")).to_have_attribute("data-table", f"A{TABLES - 1}B")
