"""Test the sounds of a page: none until a person turns them on, then one for each cue of a new event."""

import pytest
from e2e.conftest import Room, Visitors, until
from e2e.test_forms import playing
from msgspec.structs import replace
from playwright.async_api import Page, expect
from web.small_bot import Table

from bot.ports.messages import News
from games.kit.cues import Cue

pytestmark = pytest.mark.asyncio(loop_scope="session")

LISTEN = """() => {
  window.heard = 0;
  for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const start = kind.prototype.start;
    kind.prototype.start = function (...at) { window.heard += 1; return start.apply(this, at); };
  }
}"""


async def happens(room: Room, table: Table, order: int, *cues: str) -> None:
    update = room.bot.update(table, table.sitters[0].person, ())
    news = News(f"It sounds like {' and '.join(cues)}.", room.bot.now(), order=order, cues=cues)
    await room.adapter.show(replace(update, news=(news,)))


async def heard(page: Page) -> int:
    return int(await page.evaluate("window.heard"))


async def test_a_page_is_silent_until_somebody_wants_to_hear(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    table = await playing(room, page)
    await page.evaluate(LISTEN)
    await happens(room, table, 10_000, "roll")
    await expect(page.locator("#news")).to_contain_text("like roll")
    assert await heard(page) == 0
    await page.click("#menu > summary")
    await page.get_by_label("Sounds").check()
    before = await heard(page)
    assert before > 0, "one hears at once what was chosen"
    for at, cue in enumerate(Cue):
        already = await heard(page)
        await happens(room, table, 10_100 + at, cue)
        await until(lambda already=already: more_than(page, already))  # type: ignore[misc]
    already = await heard(page)
    await happens(room, table, 10_900, "no such cue")
    await expect(page.locator("#news")).to_contain_text("no such cue")
    assert await heard(page) == already


async def more_than(page: Page, before: int) -> bool:
    return await heard(page) > before


async def test_what_was_chosen_is_kept_and_what_is_brought_again_is_not_heard(room: Room, visitors: Visitors) -> None:
    context = await visitors.context()
    page = await visitors.sit(room.url, "Pete", context=context)
    await page.click("#menu > summary")
    await page.get_by_label("Sounds").check()
    await page.get_by_label("How loud").fill("20")
    await page.reload()
    await page.evaluate(LISTEN)
    await page.click("#menu > summary")
    await expect(page.get_by_label("Sounds")).to_be_checked()
    await expect(page.get_by_label("How loud")).to_have_value("20")
    assert await heard(page) == 0
