"""Test the control room in a real browser over the real bot: settings hold, are refused with a sentence, or are
merged.
"""

import json
import re
from collections.abc import AsyncIterator
from typing import Literal

import pytest
import pytest_asyncio
from e2e import staged
from e2e.conftest import STAFF_WORD, Visitors, answered, keep_picture, say
from e2e.replayed import Archive, archive
from e2e.server import Server
from e2e.staged import violations
from playwright.async_api import Page, Route, expect

from persistence import EmbeddedServer

pytestmark = pytest.mark.asyncio(loop_scope="session")

READY = "#settings[data-ready]"
SIZES = ((400, 800), (1280, 800))


@pytest_asyncio.fixture(loop_scope="session")
async def own(request: pytest.FixtureRequest, redis: EmbeddedServer, archive_port: int) -> AsyncIterator[Archive]:
    """Yield a bot for this test alone, since its settings apply to all its rooms."""
    async with archive(redis.url, request.node.nodeid, STAFF_WORD, port=archive_port) as made:
        yield made


@pytest.fixture
def room(server: Server, request: pytest.FixtureRequest) -> str:
    """Return a room of the shared bot, for tests that do not change its settings."""
    return f"{server.url}/room/{re.sub('[^a-z0-9]+', '-', request.node.name)[-30:].strip('-')}"


async def control_of(visitors: Visitors, room: str, name: str) -> Page:
    """Return the control room of a moderator of this room."""
    page = await visitors.sit(room, name)
    headers = {"Origin": room.partition("/room/")[0], "Sec-Fetch-Site": "same-origin"}
    word = {"id": "staff", "text": f"staff {STAFF_WORD}", "private": True}
    assert (await page.context.request.post(f"{page.url}say", data=word, headers=headers)).ok
    await page.goto(f"{page.url.rstrip('/')}/control")
    await page.wait_for_selector(READY)
    return page


async def told(page: Page, line: str) -> str:
    """Type this line into the room, and return the answer."""
    await page.fill("#line", line)
    async with answered(page) as heard:
        await page.press("#line", "Enter")
    return str(heard[0]["answer"]["text"])


async def saved(page: Page) -> str:
    """Save, and return the new status. The old status is cleared first."""
    await page.locator("#status").evaluate("status => status.replaceChildren()")
    async with page.expect_response("**/control"):
        await page.click("#save")
    await expect(page.locator("#status")).not_to_be_empty()
    return await page.inner_text("#status")


async def refused(page: Page, head: str) -> None:
    await expect(page.locator("#status.bad")).to_be_visible()
    await expect(page.locator(f'[data-line="{head}"].refused')).to_be_visible()


async def test_what_is_saved_holds_at_the_tables(own: Archive, visitors: Visitors) -> None:
    mia, ann = await control_of(visitors, own.url, "Mia"), await visitors.sit(own.url, "Ann")
    await mia.uncheck('input[value="everybody"]')  # only moderators
    await mia.fill("#cooldown", "30")
    await mia.fill("#at-once", "1")
    await mia.fill("#others", "!raffle, zeppelin")
    await mia.fill("#freed", "drop")
    assert await saved(mia) == "Saved."
    assert "Only whoever owns this place and moderators open tables here" in await told(ann, "!open poohead")
    await mia.select_option("#game", "poohead")
    async with mia.expect_response("**/say"):  # the first one is opening until then
        await mia.click("text=Open now")
    await expect(mia.locator("#tables > li")).to_have_count(1)
    await mia.click("text=Open now")
    await expect(mia.locator("#said")).to_contain_text("one at a time")
    await mia.reload()
    await mia.wait_for_selector(READY)
    assert [await mia.input_value(one) for one in ("#cooldown", "#others", "#freed")] == ["30", "zeppelin", "drop"]
    assert await mia.input_value("#at-once") == "1"
    assert not await mia.is_checked('input[value="everybody"]')


async def test_bad_values_are_refused_with_a_sentence_and_nothing_is_saved(own: Archive, visitors: Visitors) -> None:
    mia = await control_of(visitors, own.url, "Mia")
    await mia.fill("#least", "500")
    await mia.fill("#most", "50")
    await mia.fill("#cooldown", "60")
    assert "the smaller one first" in await saved(mia)
    await refused(mia, "stakes")
    await mia.fill("#most", "900")
    await mia.fill("#from", "23:00")
    assert "Say from when to when" in await saved(mia)
    await refused(mia, "quiet")
    await mia.fill("#to", "07:00")
    await mia.fill("#zone", "Atlantis/Capital")
    assert "no time zone" in await saved(mia)
    await mia.fill("#zone", "Europe/Berlin")
    await mia.fill("#cooldown", "99999999")
    assert "whole number" in await saved(mia)
    await refused(mia, "cooldown")
    await mia.fill("#cooldown", "0")
    await mia.fill("#others", "join")
    assert "stays this bot's" in await saved(mia)
    await refused(mia, "others")
    await mia.reload()
    await mia.wait_for_selector(READY)
    assert [await mia.input_value(one) for one in ("#least", "#from", "#cooldown")] == ["", "", "0"]
    await mia.fill("#cooldown", "60")
    assert await saved(mia) == "Saved."
    assert await mia.locator(".refused").count() == 0


async def test_of_two_who_save_the_later_is_told_what_changed(own: Archive, visitors: Visitors) -> None:
    mia, zoe = await control_of(visitors, own.url, "Mia"), await control_of(visitors, own.url, "Zoe")
    await mia.fill("#cooldown", "45")
    await mia.fill("#at-once", "1")
    await zoe.fill("#cooldown", "90")
    await zoe.fill("#least", "10")
    await zoe.fill("#most", "20")
    assert await saved(mia) == "Saved."
    assert "Mia has changed the settings meanwhile" in await saved(zoe)
    changes = await zoe.locator("#changes").inner_text()
    assert "Seconds between two tables: was \u2013, is now 45" in changes
    assert "yours still stands" in changes
    assert "How many tables at a time: was usual, is now 1" in changes
    await keep_picture(zoe, "control-stale")
    assert [await zoe.input_value(one) for one in ("#cooldown", "#least")] == ["90", "10"]
    assert await zoe.input_value("#at-once") == "1"
    assert await saved(zoe) == "Saved."
    await mia.reload()
    await mia.wait_for_selector(READY)
    assert [await mia.input_value(one) for one in ("#cooldown", "#least")] == ["90", "10"]
    assert await mia.input_value("#at-once") == "1"


async def test_what_was_saved_is_undone_by_one_press_and_again_by_the_next(own: Archive, visitors: Visitors) -> None:
    mia, ann = await control_of(visitors, own.url, "Mia"), await visitors.sit(own.url, "Ann")
    before = await told(ann, "!control")
    await mia.fill("#cooldown", "45")
    await mia.fill("#at-once", "1")
    assert await saved(mia) == "Saved."
    after = await told(ann, "!control")
    undo = mia.get_by_role("button", name="Undo (2)")
    async with mia.expect_response("**/control"):
        await undo.click()
    await expect(mia.locator("#cooldown")).to_have_value("0")
    assert await told(ann, "!control") == before
    async with mia.expect_response("**/control"):
        await undo.click()
    await expect(mia.locator("#cooldown")).to_have_value("45")
    assert await told(ann, "!control") == after


async def test_a_table_is_watched_started_paused_and_called_off(room: str, visitors: Visitors) -> None:
    mia, ann = await control_of(visitors, room, "Mia"), await visitors.sit(room, "Ann")
    await mia.select_option("#game", "poohead")
    await mia.click("text=Open now")
    card = mia.locator("#tables > li")
    await expect(card).to_contain_text("Mia")
    await say(ann, "!join")
    await expect(card).to_contain_text("Ann")
    await card.locator("[data-do=start]").focus()
    await mia.keyboard.press("Enter")
    await expect(card.locator("[data-do=reset]")).to_be_visible()
    await card.locator("[data-do=pause]").focus()
    await mia.keyboard.press("Enter")
    await expect(mia.locator("#sure")).to_contain_text("for an hour at most")
    await mia.fill("#reason", "somebody is at the door")
    await mia.keyboard.press("Enter")
    await expect(card.locator("[data-do=resume]")).to_be_visible()
    await card.locator("[data-do=resume]").focus()
    await mia.keyboard.press("Enter")
    await expect(card.locator("[data-do=pause]")).to_be_visible()
    await keep_picture(mia, "control-playing")
    await card.locator("[data-do=reset]").click()
    await expect(mia.locator("#sure")).to_be_visible()
    await mia.click("#sure-yes")
    await expect(mia.locator("#sure")).to_be_visible()  # a reason is needed
    await mia.fill("#reason", "the pizza is here")
    await keep_picture(mia, "control-call-off")
    await mia.keyboard.press("Enter")
    await expect(mia.locator("#sure-about")).to_contain_text("its seed is shown")  # as the table is now
    await expect(mia.locator("#reason")).to_be_hidden()
    await keep_picture(mia, "control-call-off-sure")
    await mia.click("#sure-yes")
    await expect(card.locator("[data-do=start]")).to_be_visible()
    await expect(ann.locator("#news")).to_contain_text("the pizza is here")
    await card.locator("[data-do=end]").click()
    await mia.fill("#reason", "good night")
    await mia.click("#sure-yes")
    await expect(mia.locator("#sure-about")).to_contain_text("would close")
    await mia.click("#sure-yes")
    await expect(card).to_have_count(0)
    await expect(mia.locator("#no-tables")).to_be_visible()
    await expect(ann.locator("#news")).to_contain_text("good night")


async def test_a_table_is_opened_with_options_of_its_own(room: str, visitors: Visitors) -> None:
    mia, ann = await control_of(visitors, room, "Mia"), await visitors.sit(room, "Ann")
    await mia.select_option("#game", "headache")
    await mia.locator("#open-with > summary").click()
    await mia.wait_for_selector("#open-inside .setting")
    await mia.select_option("#game", "poohead")
    number = mia.locator('#open-inside [id$="-jokers_per_deck"]')
    chosen = int(await number.input_value()) + 1
    await number.fill(str(chosen))
    await keep_picture(mia, "control-open-with")
    await mia.click("text=Open now")
    await expect(mia.locator("#tables > li")).to_have_count(1)
    assert f"{chosen} jokers in each deck" in await told(ann, "!options")


async def test_games_are_opened_with_what_was_chosen_here(own: Archive, visitors: Visitors) -> None:
    mia, ann = await control_of(visitors, own.url, "Mia"), await visitors.sit(own.url, "Ann")
    game = mia.locator('[data-line="defaults poohead"]')
    await game.locator("summary").first.click()
    number = game.locator("input[type=number]:visible").first
    label = await number.evaluate("node => node.closest('.setting').querySelector('label').textContent")
    before = await number.input_value()
    await number.fill(str(int(before) + 1))
    await expect(game.locator("summary small").first).to_have_text("1 chosen")
    assert await saved(mia) == "Saved.", label
    await keep_picture(mia, "control-usual")
    await mia.reload()
    await mia.wait_for_selector(READY)
    game = mia.locator('[data-line="defaults poohead"]')
    await expect(game.locator("summary small").first).to_have_text("1 chosen")
    assert "Its options are the ones that are usual here" in await told(ann, "!open poohead")


async def test_the_overlay_is_hidden_by_one_press(room: str, visitors: Visitors) -> None:
    mia = await control_of(visitors, room, "Mia")
    await mia.click("#panic")
    await expect(mia.locator("#overlay-state")).to_contain_text("is hidden")
    await mia.reload()
    await expect(mia.locator("#overlay-state")).to_contain_text("is hidden")
    await mia.click("#panic")
    await expect(mia.locator("#overlay-state")).to_contain_text("is shown")


REWARDS = '"streams": true, "rewards": [{"kind": "chips", "cost": 700, "amount": 90, "on": true}]'


async def test_rewards_are_offered_changed_and_hidden_by_the_lines_that_one_would_type(
    room: str, visitors: Visitors
) -> None:
    """As in a streamer's room: this server has no stream, so its page is told that there is one, and lines are
    recorded.
    """
    mia = await control_of(visitors, room, "Mia")
    assert await mia.is_hidden("#rewards")
    said = list[str]()

    async def page(route: Route) -> None:
        answer = await route.fetch()
        boot = re.sub(r'"streams": ?false', REWARDS, re.sub(r',? ?"rewards": ?null', "", await answer.text()))
        await route.fulfill(response=answer, body=boot)

    async def hears(route: Route) -> None:
        text = json.loads(route.request.post_data or "{}")["text"]
        said.append(text)
        await route.fulfill(json={"ok": not text.endswith("on"), "text": f"heard {text}"})

    await mia.route("**/control", page)
    await mia.route("**/say", hears)
    await mia.reload()
    await mia.wait_for_selector(READY)
    chips, seat = mia.locator("form[data-reward=chips]"), mia.locator("form[data-reward=seat]")
    assert await chips.locator("[name=cost]").input_value() == "700"
    await chips.locator("[name=amount]").fill("80")
    await chips.get_by_role("button", name="Change it").click()
    await expect(mia.locator("#rewards-said")).to_have_text("heard stream reward chips 700 80")
    await chips.get_by_role("button", name="Hide it from viewers").click()
    await chips.get_by_role("button", name="Show it again").click()
    await expect(mia.locator("#rewards-said.bad")).to_have_text("heard stream reward chips on")
    await expect(chips.get_by_role("button", name="Show it again")).to_be_visible()
    await seat.locator("[name=cost]").fill("")
    await seat.get_by_role("button", name="Offer it").click()
    await seat.locator("[name=cost]").fill("2000")
    await seat.get_by_role("button", name="Offer it").click()
    await expect(seat.get_by_role("button", name="Change it")).to_be_visible()
    assert said == [f"stream reward {one}" for one in ("chips 700 80", "chips off", "chips on", "seat 2000")]
    assert list(staged.told(await violations(mia))) == []
    await keep_picture(mia, "control-rewards")


async def test_it_is_for_moderators_alone(room: str, visitors: Visitors) -> None:
    mia, ann = await control_of(visitors, room, "Mia"), await visitors.sit(room, "Ann")
    await mia.goto(mia.url.removesuffix("control"))
    await expect(mia.locator("#control-link")).not_to_have_attribute("hidden", "")
    assert await ann.is_hidden("#control-link")
    answer = await ann.goto(f"{ann.url.rstrip('/')}/control")
    assert answer is not None
    assert answer.status == 403
    await expect(ann.locator("body")).to_contain_text("for the moderators of this room")


async def test_it_can_be_used_on_a_phone_and_by_a_screen_reader(room: str, visitors: Visitors) -> None:
    mia = await control_of(visitors, room, "Mia")
    await mia.select_option("#game", "headache")
    await mia.click("text=Open now")
    await expect(mia.locator("#tables > li")).to_have_count(1)
    await mia.locator('[data-line="defaults headache"] > summary').click()
    for width, height in SIZES:
        scheme: Literal["dark", "light"] = "dark" if width < height else "light"
        await mia.set_viewport_size({"width": width, "height": height})
        await mia.emulate_media(color_scheme=scheme)
        await keep_picture(mia, f"control-{width}-{scheme}")
        assert list(staged.told(await violations(mia))) == []
        assert await mia.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        await mia.locator("[data-line=stakes]").scroll_into_view_if_needed()
        await keep_picture(mia, f"control-{width}-settings")


# The dock


async def dock_of(visitors: Visitors, room: str, name: str) -> Page:
    """Return the control room as a dock, 400 x 900, as OBS has it beside the stream."""
    mia = await control_of(visitors, room, name)
    await mia.set_viewport_size({"width": 400, "height": 900})
    await mia.click("#dock")
    await mia.wait_for_selector("body[data-ready]")
    return mia


async def test_a_game_is_run_from_the_dock_on_one_screen(room: str, visitors: Visitors) -> None:
    mia, ann = await dock_of(visitors, room, "Mia"), await visitors.sit(room, "Ann")
    await mia.select_option("#game", "poohead")
    await mia.click("text=Open now")
    card = mia.locator("#tables > li")
    await expect(card).to_contain_text("Mia")
    await say(ann, "!join")
    await expect(card).to_contain_text("Ann")
    await expect(mia.locator("#last-lines > li").last).to_contain_text("Ann")
    assert await mia.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert await mia.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    preview = mia.frame_locator("#preview")
    await expect(preview.locator("#title")).to_have_text("Poohead")
    assert list(staged.told(await violations(mia))) == []
    await keep_picture(mia, "control-dock")
    await card.locator("[data-do=start]").click()
    await expect(card.locator("[data-do=reset]")).to_be_visible()
    await expect(preview.locator("#turn")).to_be_visible()
    await expect(preview.locator("#title")).to_have_text("Poohead")
    await keep_picture(mia, "control-dock-playing")


async def test_panic_hides_all_of_it_and_the_games_stand_still(room: str, visitors: Visitors) -> None:
    mia, ann = await dock_of(visitors, room, "Mia"), await visitors.sit(room, "Ann")
    await mia.select_option("#game", "poohead")
    await mia.click("text=Open now")
    await expect(mia.locator("#tables > li")).to_have_count(1)
    await expect(mia.locator("#pause-all")).to_be_disabled()
    await say(ann, "!join")
    await mia.locator("#tables [data-do=start]").click()
    await expect(mia.locator("#pause-all")).to_be_enabled()
    await mia.click("#everything")
    await expect(mia.locator("#said")).to_contain_text("the games stand still")
    await expect(mia.locator("#overlay-state")).to_contain_text("is hidden")
    await expect(mia.locator("#tables [data-do=resume]")).to_be_visible()
    for button in ("#panic", "#mute", "#pause-all"):
        await expect(mia.locator(button)).to_have_attribute("aria-pressed", "true")
    await expect(ann.locator("#news")).to_contain_text("the stream needs a moment")
    await mia.reload()
    await mia.wait_for_selector("body[data-ready]")
    for button in ("#panic", "#mute", "#pause-all"):
        await expect(mia.locator(button)).to_have_attribute("aria-pressed", "true")
        await mia.click(button)
        await expect(mia.locator(button)).to_have_attribute("aria-pressed", "false")
    await expect(mia.locator("#overlay-state")).to_have_text("The overlay is shown.")
    await expect(mia.locator("#tables [data-do=pause]")).to_be_visible()


async def test_a_preset_is_one_press_and_is_undone_by_another(own: Archive, visitors: Visitors) -> None:
    mia, ann = await dock_of(visitors, own.url, "Mia"), await visitors.sit(own.url, "Ann")
    before = await told(ann, "!control")
    await mia.click("[data-preset=crowd]")
    await expect(mia.locator("#tables > li")).to_have_count(1)
    await expect(mia.locator("#tables")).to_contain_text("Halflings")
    assert await told(ann, "!control") != before
    await mia.get_by_role("button", name="Undo").click()
    await expect(mia.locator("#undo")).to_be_hidden()
    await expect(mia.locator("#said")).to_have_text("Saved.")
    assert await told(ann, "!control") == before


async def test_somebody_is_removed_from_the_dock_with_a_reason_and_once_more_asked(
    room: str, visitors: Visitors
) -> None:
    mia, ann = await dock_of(visitors, room, "Mia"), await visitors.sit(room, "Ann")
    await mia.select_option("#game", "poohead")
    await mia.click("text=Open now")
    await expect(mia.locator("#tables > li")).to_have_count(1)
    await say(ann, "!join")
    await mia.get_by_role("button", name="Remove Ann").click()
    await mia.click("#sure-yes")
    await expect(mia.locator("#sure")).to_be_visible()  # a reason is needed
    await mia.fill("#reason", "spoils the game")
    await mia.click("#sure-yes")
    await expect(mia.locator("#sure-about")).to_contain_text("Ann")
    await mia.click("#sure-yes")
    await expect(mia.get_by_role("button", name="Remove Ann")).to_have_count(0)
    await expect(mia.get_by_role("button", name="Remove Mia")).to_have_count(0)  # nobody removes themselves
    await expect(ann.locator("#news")).to_contain_text("spoils the game")


async def test_the_dock_is_for_moderators_alone(room: str, visitors: Visitors) -> None:
    ann = await visitors.sit(room, "Ann")
    answer = await ann.goto(f"{ann.url.rstrip('/')}/control/dock")
    assert answer is not None
    assert answer.status == 403
