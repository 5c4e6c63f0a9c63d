"""Test that a face is chosen by one press on its picture, and is everywhere then."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from e2e.conftest import Room, Visitors, keep_picture
from e2e.replayed import Archive, archive
from e2e.staged import told, violations
from playwright.async_api import Page, expect
from web.small_bot import PLAIN

from bot.ports.messages import Answer
from persistence import EmbeddedServer

pytestmark = pytest.mark.asyncio(loop_scope="session")

PRESS_BOTH = """() => new Promise((done) => {
  let left = 2;
  document.addEventListener("answered", () => { left -= 1; if (!left) setTimeout(done, 0); });
  ["owl", "cat"].forEach((face) => document.querySelector(`#my-faces [title=${face}]`).click());
})"""
"""Presses two faces, and waits for both answers."""


@pytest_asyncio.fixture(loop_scope="session")
async def house(request: pytest.FixtureRequest, redis: EmbeddedServer, archive_port: int) -> AsyncIterator[Archive]:
    async with archive(redis.url, request.node.nodeid, port=archive_port) as made:
        yield made


async def chooses(page: Page, face: str) -> None:
    await page.locator("#menu > summary").click()
    await page.locator("#my-faces").get_by_role("button", name=face).click()


async def test_a_press_on_a_face_takes_it_at_every_table_and_for_good(house: Archive, visitors: Visitors) -> None:
    ann = await visitors.sit(house.url, "Ann", context=await visitors.context(width=400, height=800))
    ben = await visitors.sit(house.url, "Ben")
    own = ann.locator("#my-face use")
    face = await own.get_attribute("href")
    await expect(ben.locator(f'#about-people use[href="{face}"]')).to_have_count(1)
    await chooses(ann, "owl")
    await expect(ann.locator('#my-face use[href$="#face-owl"]')).to_have_count(1)
    await expect(ann.locator("#my-faces [aria-pressed=true]")).to_have_attribute("aria-label", "owl")
    await expect(ann.locator("#status, #answer-text").filter(has_text="Your face is the owl")).to_be_attached()
    await keep_picture(ann, "my-face-phone")
    assert list(told(await violations(ann))) == []
    await ann.reload()
    await expect(ann.locator('#my-face use[href$="#face-owl"]')).to_have_count(1)
    await ann.get_by_role("button", name="Play the house").nth(1).click()
    await expect(ann.locator('.board .named.you use[href$="#face-owl"]')).to_have_count(1)
    await expect(ben.locator('.board .named use[href$="#face-owl"]')).to_have_count(1)
    await chooses(ann, "duck")
    for page in (ann, ben):
        await expect(page.locator('.board .named use[href$="#face-duck"]')).to_have_count(1)
        await expect(page.locator("#people li", has_text="Ann").locator('[href$="#face-duck"]')).to_have_count(1)
    await expect(ann.locator('#my-face use[href$="#face-duck"]')).to_have_count(1)


async def test_what_was_not_taken_is_not_shown_as_chosen(house: Archive, visitors: Visitors) -> None:
    ann = await visitors.sit(house.url, "Ann", context=await visitors.own_context(width=400, height=800))
    await chooses(ann, "owl")
    await expect(ann.locator("#status, #answer-text").filter(has_text="Your face is the owl")).to_be_attached()
    await house.evening.store.close()
    await ann.locator("#my-faces").get_by_role("button", name="cat").click()
    await expect(ann.locator("#my-faces [aria-pressed=true]")).to_have_attribute("aria-label", "owl")


async def test_of_several_pressed_at_once_the_last_one_taken_is_shown(
    room: Room, visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    for line, ok in (("face", True), ("face owl", False)):
        monkeypatch.setitem(PLAIN, line, Answer(line, ok=ok))
    ann = await visitors.sit(room.url, "Ann")
    await ann.locator("#menu > summary").click()
    await ann.evaluate(PRESS_BOTH)
    await expect(ann.locator("#my-faces [aria-pressed=true]")).to_have_attribute("aria-label", "cat")
    await expect(ann.locator('#my-face use[href$="#face-cat"]')).to_have_count(1)
