"""Test that a page says what its guest is to do, what lies there, and that a house bot plays for whoever was away."""

import re

import pytest
from e2e.conftest import Room, Visitors, answered, say
from e2e.test_headache import order
from e2e.test_headache import room as own_room
from e2e.test_room import opened
from playwright.async_api import Page, expect

real = own_room

pytestmark = pytest.mark.asyncio(loop_scope="session")
PHONE = {"width": 400, "height": 800}


async def at_rogues(page: Page) -> None:
    """Open a table of Rogues whose host is asked first."""
    await order(page, "!open rogues pace=0 turn_seconds=600", "!bots 1", "!start")
    await expect(page.locator(".turn.yours")).to_be_visible()


async def test_who_is_asked_is_told_what_to_do_and_others_who_is_awaited(real: str, visitors: Visitors) -> None:
    pete, ann = [await visitors.sit(real, name) for name in ("Pete", "Ann")]
    await order(pete, "!open halflings mode=duel pace=0 stake_seconds=600", "!bots 1", "!start")
    await expect(pete.locator(".asks")).to_contain_text("Stake suckers")
    await expect(ann.locator(".asks")).to_contain_text("Waiting for Pete")
    await expect(ann.locator(".asks")).to_contain_text("The stakes are open.")


async def test_what_lies_there_is_explained_where_it_is_pressed_and_in_a_list(real: str, visitors: Visitors) -> None:
    page = await visitors.sit(real, "Pete", context=await visitors.context(**PHONE))
    await at_rogues(page)
    told = page.get_by_role("tooltip")
    for face, words in (("maw", "eats hands"), ("giant", "Nobody knows its number")):
        box = await page.locator(f".board .kind-figure.face-{face}").bounding_box()
        assert box is not None
        await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await expect(told).to_contain_text(words)
    await page.keyboard.press("Escape")
    await expect(told).to_be_hidden()
    await page.get_by_title("The table in words").press("Enter")
    await expect(page.locator(".explained")).to_contain_text("eats hands")


async def test_what_can_be_pressed_is_explained_to_whoever_walks_there_by_keyboard(
    real: str, visitors: Visitors
) -> None:
    page = await visitors.sit(real, "Pete")
    await at_rogues(page)
    await page.locator("#panel .board").evaluate("board => board.querySelector('button.piece').focus()")
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("tooltip")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("tooltip")).to_be_hidden()


async def test_talk_takes_neither_an_explanation_nor_the_focus(real: str, visitors: Visitors) -> None:
    page, ann = [await visitors.sit(real, name) for name in ("Pete", "Ann")]
    await at_rogues(page)
    piece = page.locator("#panel button.piece").first
    await piece.press("Enter")
    clear = page.get_by_role("button", name="Choose anew")
    await clear.focus()
    box = await page.locator(".board .kind-figure.face-maw").bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    await expect(page.get_by_role("tooltip")).to_contain_text("eats hands")
    await say(ann, "Good luck, all of you!")
    await expect(page.locator("#chat")).to_contain_text("Good luck")
    await expect(page.get_by_role("tooltip")).to_contain_text("eats hands")
    await expect(clear).to_be_focused()


async def test_a_phase_is_explained_when_it_first_comes_and_then_no_more(real: str, visitors: Visitors) -> None:
    page = await visitors.sit(real, "Pete", context=await visitors.context(**PHONE))
    await at_rogues(page)
    lesson = page.get_by_role("note")
    await expect(lesson).to_contain_text("On your turn")
    await lesson.get_by_role("button", name="Close").click()
    await expect(lesson).to_be_hidden()
    await page.reload()
    await expect(page.locator(".turn.yours")).to_be_visible()
    await expect(page.locator("#offers button").first).to_be_visible()
    await expect(lesson).to_be_hidden()


async def test_the_rules_begin_with_what_is_played_now_and_lead_back(real: str, visitors: Visitors) -> None:
    page = await visitors.sit(real, "Pete", context=await visitors.context(**PHONE))
    await at_rogues(page)
    await page.get_by_role("button", name="Rules", exact=True).click()
    await expect(page.locator(".lesson-count")).to_have_text("4 of 8")
    await page.get_by_role("button", name="This move in words").click()
    await expect(page.locator("#answer-text")).to_contain_text("your ante stays in the pot")
    board, answer = [await page.locator(one).bounding_box() for one in ("#panel", "#answer")]
    assert board is not None
    assert answer is not None
    assert answer["y"] > board["y"] + 60, "the board's top stays in sight"
    await page.locator("#answer-close").click()
    await page.get_by_role("button", name="1: the aim").click()
    await expect(page.locator(".lesson-count")).to_have_text("1 of 8")
    await page.locator("#rules-close").click()
    await expect(page.get_by_role("button", name="Rules", exact=True)).to_be_focused()
    await expect(page.locator("#offers button").first).to_be_visible()


async def test_odds_go_with_the_next_step(real: str, visitors: Visitors) -> None:
    page = await visitors.sit(real, "Pete")
    await at_rogues(page)
    await page.get_by_role("button", name="My odds").click()
    await expect(page.locator("#answer")).to_be_visible()
    await page.locator("#offers .main-button, #press-bar .main-button").first.click()
    await expect(page.locator("#answer")).to_be_hidden()


async def test_a_phone_leads_home_to_the_games_and_back(real: str, visitors: Visitors) -> None:
    page = await visitors.sit(real, "Pete", context=await visitors.context(**PHONE))
    await at_rogues(page)
    await page.locator(".brand").click()
    await expect(page.locator("#empty-games")).to_be_visible()
    await page.locator("#empty .table-card button").first.click()
    await expect(page.locator(".turn.yours")).to_be_visible()


async def test_whoever_was_away_takes_the_seat_back_by_one_press(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    table = room.bot.tables[await opened(room, page)]
    await say(page, "!bots 1", "!start")
    await expect(page.locator(".move-form")).to_be_visible()
    table.sitters[0].away = True
    await room.bot.tell(table, "Pete is away.", of_game=False)
    await expect(page.locator(".is-away")).to_have_text(re.compile("A house bot plays for you"))
    await expect(page.locator(".move-form")).to_have_count(0)
    await expect(page.get_by_text("A house bot plays for you")).to_have_count(1)
    await expect(page.locator("#panel .turn")).to_have_count(0)
    await expect(page.locator(".is-away")).to_contain_text("This gives you your seat back")
    await expect(page.locator("#bot-did")).to_be_empty()
    await expect(page.locator("#tabs .calls")).to_have_count(0)
    assert "Your turn" not in await page.title()
    await room.bot.tell(table, "House 1 stakes 10.")
    await room.bot.tell(table, "Pete stakes 20.")
    await room.bot.tell(table, "House 1 folds.")
    await expect(page.locator("#bot-did")).to_have_text("What it did: Pete stakes 20.")
    async with answered(page) as found:
        await page.get_by_role("button", name="I'm back").click()
    assert found[0]["said"]["text"] == "hand"
    assert found[0]["said"]["private"] is True
    table.sitters[0].away = False
    await room.bot.tell(table, "Pete is back.")
    await expect(page.locator(".move-form")).to_be_visible()
    await expect(page.locator("#answer")).to_be_hidden()


LOOKS_ELSEWHERE = """() => {
    window.noticed = [];
    window.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(told) { window.noticed.push(told); }
        addEventListener() {}
    };
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    const status = document.getElementById("status");
    window.said = [];
    new MutationObserver(() => window.said.push(status.textContent)).observe(status, { childList: true });
}"""
CALLS = "told => window[told].filter((text) => /^Your turn: \\d+ s left$/.test(text)).length"


async def test_whoever_looks_elsewhere_is_called_before_the_time_is_up(room: Room, visitors: Visitors) -> None:
    """By the title of the page, a sentence and the browser's own notice: once, and a while after the turn began."""
    context = await visitors.own_context()
    await context.clock.install()
    page = await visitors.sit(room.url, "Pete", context=context)
    await opened(room, page)
    await page.evaluate(LOOKS_ELSEWHERE)
    await page.locator("#notify-on").evaluate("box => box.click()")
    await say(page, "!bots 1", "!start")
    await expect(page).to_have_title(re.compile("^● Your turn ·"))
    await context.clock.run_for(40_000)
    room.bot.ahead += 40_000
    assert [await page.evaluate(CALLS, told) for told in ("said", "noticed")] == [0, 0]
    await context.clock.run_for(9_000)
    room.bot.ahead += 9_000
    await expect(page).to_have_title(re.compile(r"^● Your turn: \d+ s left ·"))
    assert [await page.evaluate(CALLS, told) for told in ("said", "noticed")] == [1, 1]
