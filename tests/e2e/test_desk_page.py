"""Test the desk in a real browser over the real bot: a stuck table is put right by one press, reports and sanctions."""

import asyncio
import re

import pytest
from e2e.conftest import STAFF_WORD, Visitors, answered, keep_picture, say
from e2e.replayed import archive
from e2e.server import Server
from e2e.staged import violations
from playwright.async_api import Page, expect

from bot.ports.messages import Rights
from bot.table.phases import Lobby
from persistence import EmbeddedServer

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = ((400, 800), (1280, 800))


@pytest.fixture
def room(server: Server, request: pytest.FixtureRequest) -> str:
    """Return a room of the shared bot, for this test alone."""
    return f"{server.url}/room/{re.sub('[^a-z0-9]+', '-', request.node.name)[-30:].strip('-')}"


async def as_moderator(page: Page, room: str) -> None:
    headers = {"Origin": room.partition("/room/")[0], "Sec-Fetch-Site": "same-origin"}
    word = {"id": "staff", "text": f"staff {STAFF_WORD}", "private": True}
    assert (await page.context.request.post(f"{page.url}say", data=word, headers=headers)).ok


async def desk_of(visitors: Visitors, room: str, name: str = "Mia", **look: object) -> Page:
    """Return the desk of a moderator who has just come."""
    page = await visitors.sit(room, name, context=await visitors.context(**look))  # type: ignore[arg-type]
    await as_moderator(page, room)
    await page.goto(f"{page.url.rstrip('/')}/desk")
    await page.wait_for_selector("body[data-ready]")
    return page


async def stuck(visitors: Visitors, room: str) -> tuple[Page, Page]:
    """Let Ann and Ben play, of whom one is awaited and gone."""
    ann, ben = await visitors.sit(room, "Ann"), await visitors.sit(room, "Ben")
    await say(ann, "!open halflings mode=duel stake_seconds=600")
    await say(ben, "!join")
    await say(ann, "!start")
    return ann, ben


async def test_a_stuck_table_is_put_right_by_one_press(room: str, visitors: Visitors) -> None:
    await stuck(visitors, room)
    desk = await desk_of(visitors, room)
    card = desk.locator("#tables li")
    await expect(card).to_contain_text("Waits for")
    await card.get_by_role("button", name="Back to the lobby").click()
    await expect(desk.locator("#said")).not_to_be_empty()
    await expect(card).not_to_contain_text("Waits for")
    await expect(card.get_by_role("button", name="Back to the lobby")).to_have_count(0)


async def test_a_table_is_moved_on_paused_and_let_go_on(room: str, visitors: Visitors) -> None:
    await stuck(visitors, room)
    desk = await desk_of(visitors, room)
    card = desk.locator("#tables li")
    before = await card.locator("p").first.inner_text()
    await card.get_by_role("button", name="Move it on").click()
    await expect(card.locator("p").first).not_to_have_text(before)
    await card.get_by_role("button", name="Pause").click()
    await expect(card).to_contain_text("Paused")
    await expect(card).to_have_class(re.compile("stuck"))
    await card.get_by_role("button", name="Let it go on").click()
    await expect(card).not_to_contain_text("Paused")


async def test_a_press_needs_a_reason(room: str, visitors: Visitors) -> None:
    await stuck(visitors, room)
    desk = await desk_of(visitors, room)
    await desk.fill("#reason", "")
    await desk.get_by_role("button", name="Back to the lobby").click()
    await expect(desk.locator("#said.bad")).to_contain_text("Say a reason first")
    await expect(desk.locator("#reason")).to_be_focused()
    await expect(desk.locator("#tables li")).to_contain_text("Waits for")


async def test_a_line_of_the_chat_is_reported_and_the_report_closed(room: str, visitors: Visitors) -> None:
    ann, ben = await visitors.sit(room, "Ann"), await visitors.sit(room, "Ben")
    await say(ben, "you all smell")
    await ann.set_viewport_size({"width": 400, "height": 800})
    await ann.click('[data-to="chat"]')
    await ann.get_by_role("button", name="Report: Ben").click()
    await keep_picture(ann, "report-400")
    await ann.fill("dialog.sure input", "insults")
    await ann.click("dialog.sure .main-button")
    desk = await desk_of(visitors, room)
    report = desk.locator("#reports li")
    await expect(report).to_contain_text("Ann reports Ben: insults")
    await expect(report).to_contain_text("you all smell")
    await desk.fill("#reason", "talked to both")
    await report.get_by_role("button", name="Close the report").click()
    await expect(report).to_have_count(0)


async def test_whoever_is_muted_is_not_heard_in_the_room_until_it_is_lifted(room: str, visitors: Visitors) -> None:
    ann, ben = await visitors.sit(room, "Ann"), await visitors.sit(room, "Ben")
    await say(ben, "hello")
    mia = await visitors.sit(room, "Mia")
    await as_moderator(mia, room)
    await mia.reload()
    await say(mia, "!mod mute Ben 1h spam")
    await ben.fill("#line", "still here")
    async with answered(ben) as heard:
        await ben.press("#line", "Enter")
    assert "You can't speak here" in heard[0]["answer"]["text"]
    desk = await desk_of(visitors, room, "Max")
    await desk.locator("#sanctions li").get_by_role("button", name="Lift it").click()
    await expect(desk.locator("#sanctions li")).to_have_count(0)
    await say(ben, "thank you")
    await expect(ann.locator("#chat")).to_contain_text("thank you")
    await expect(ann.locator("#chat")).not_to_contain_text("still here")


async def test_the_desk_is_for_moderators_alone(room: str, visitors: Visitors) -> None:
    ann = await visitors.sit(room, "Ann")
    for path in ("desk", "desk/now"):
        answer = await ann.context.request.get(f"{ann.url.rstrip('/')}/{path}")
        assert answer.status == 403
        assert "Mia" not in await answer.text()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
async def test_the_desk_is_readable_on_phones_and_screens(room: str, visitors: Visitors, dark: bool) -> None:
    ann, ben = await stuck(visitors, room)
    await say(ben, "you all smell")
    await say(ann, "!report Ben insults everybody, and more than once")
    mia = await visitors.sit(room, "Mia")
    await as_moderator(mia, room)
    await mia.reload()
    for line in ("!mod warn Ben shouting", "!mod mute Ben 1h spam", "!pause something is odd here"):
        await say(mia, line)
    desk = await desk_of(visitors, room, "Max", dark=dark)
    for width, height in SIZES:
        await desk.set_viewport_size({"width": width, "height": height})
        assert await desk.evaluate("document.documentElement.scrollWidth") <= width
        await keep_picture(desk, f"desk-{width}-{'dark' if dark else 'light'}")
    assert await violations(desk) == []


async def test_a_link_said_in_a_chat_leads_a_stranger_to_a_table_put_right_in_ten_seconds(
    redis: EmbeddedServer, visitors: Visitors
) -> None:
    """Three presses: the link, the seat, and what the button says."""
    async with archive(redis.url, "a stuck table") as own:
        evening = own.evening
        evening.rights["mia"] = Rights.STAFF
        await evening.lines("ann: !open halflings mode=duel stake_seconds=600", "ben: !join", "ann: !start")
        evening.clock.move(300)
        card = await evening.say("mia", "!mod desk", private=True)
        assert "to look at: 1" in card.text
        link = re.search(r"http\S+", card.text)
        assert link is not None
        page = await visitors.page(await visitors.context())
        async with asyncio.timeout(10):
            await page.goto(link[0])
            await expect(page.locator("#ways .of-hand").first).to_be_hidden()
            await keep_picture(page, "desk-link")
            await page.get_by_role("button", name="Open it").click()
            await page.click("#go-on")
            await page.get_by_role("button", name="Back to the lobby").click()
            await expect(page.locator("#tables li")).not_to_contain_text("Waits for")
        assert isinstance((await evening.table()).phase, Lobby)
        await page.goto(link[0])
        await page.click("#open-hand")
        await expect(page.locator("#trouble")).not_to_be_empty()


async def test_a_press_that_comes_late_does_nothing(redis: EmbeddedServer, visitors: Visitors) -> None:
    """It names the moment that the page showed, and the table has gone on since."""
    async with archive(redis.url, "a late press") as own:
        evening = own.evening
        evening.rights["mia"] = Rights.STAFF
        await evening.lines("ann: !open halflings mode=duel stake_seconds=600", "ben: !join", "ann: !start")
        link = re.search(r"http\S+", (await evening.say("mia", "!mod desk", private=True)).text)
        assert link is not None
        page = await visitors.page(await visitors.context())
        await page.goto(link[0])
        await page.click("#open-hand")
        await page.click("#go-on")
        await page.wait_for_selector("body[data-ready]")
        await page.route("**/desk/now", lambda route: route.abort())
        await evening.lines("ann: !stake 10")
        await page.get_by_role("button", name="Move it on").click()
        await expect(page.locator("#said.bad")).to_contain_text("has moved on")
        assert "skip" not in " ".join(evening.news)


async def test_a_night_is_planned_on_a_page_and_moved_and_called_off_at_the_desk(room: str, visitors: Visitors) -> None:
    ann = await visitors.sit(room, "Ann")
    await ann.fill("#line", "!night plan tomorrow 23:00 tournament rogues table_seats=4 then cones seats=8 every week")
    async with answered(ann) as asked:
        await ann.press("#line", "Enter")
    assert "as a tournament, then Cones" in asked[0]["answer"]["text"]
    await say(ann, f"!{asked[0]['answer']['confirm']}")
    desk = await desk_of(visitors, room)
    night = desk.locator("#nights li")
    await expect(night).to_contain_text("23:00")
    for width, height in SIZES:
        await desk.set_viewport_size({"width": width, "height": height})
        assert await desk.evaluate("document.documentElement.scrollWidth") <= width
        await keep_picture(desk, f"desk-nights-{width}")
    await night.get_by_role("button", name="An hour later").click()
    await expect(night).to_contain_text("0:00")
    before = await night.inner_text()
    await desk.fill("#reason", "the flu")
    await night.get_by_role("button", name="Call this evening off").click()
    await expect(night).not_to_have_text(before)
    await night.get_by_role("button", name="End the series").click()
    await expect(night).to_have_count(0)
