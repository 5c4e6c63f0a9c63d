"""Test the hand page in a real browser: the ways to it, and what it shows to each person (threats T16, T17, T25)."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import web
from e2e.conftest import Room, Visitors, say, until
from msgspec.structs import replace
from playwright.async_api import BrowserContext, Page, expect
from web.small_bot import Table
from web.small_doors import ANNS, SETUP_KEY, VIC, WES

from bot.ports.messages import Answer, Person, PrivateAnswer, ShownBoard, ShownPiece
from games.kit.seats import Seat

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE = {"width": 390, "height": 844}


async def phone(visitors: Visitors) -> BrowserContext:
    return await visitors.context(**PHONE)


async def is_live(page: Page) -> None:
    await page.wait_for_selector("#link[data-state=ok]", state="attached")


async def show_code(page: Page, room: Room) -> str:
    """Show a code on the page of Bob's channel, where nobody can sign in."""
    await page.goto(f"{room.url}/at/twitch/bob")
    await page.get_by_role("button", name="Show me a code").click()
    await expect(page.locator("#code")).to_have_text(re.compile("^!page [0-9A-Z]{4}$"))
    return (await page.locator("#code").inner_text()).removeprefix("!page ")


async def by_link(visitors: Visitors, room: Room, person: Person, context: BrowserContext | None = None) -> Page:
    """Open the hand page on a phone by a personal link."""
    page = await visitors.page(context or await phone(visitors))
    await page.goto(f"{room.url}/hand#{room.bot.personal_link(person)}")
    await page.get_by_role("button", name="Open my hand").click()
    await page.get_by_role("link", name="Go on").click()
    await is_live(page)
    return page


async def dealt(room: Room, *pages: Page) -> Table:
    """Return a table at which these people sit, each with a number."""
    for page, line in zip(pages, ("open highest", *["join"] * 9), strict=False):
        await told_the_bot(page, line)
    await told_the_bot(pages[0], "start")
    return next(reversed(room.bot.tables.values()))


async def told_the_bot(page: Page, line: str) -> None:
    await page.locator(".switch").get_by_role("button", name="To the bot").click()
    await say(page, line)
    await page.locator(".switch").get_by_role("button", name="The table").click()


async def uncover(page: Page) -> None:
    await page.get_by_role("button", name="Show my hand", exact=True).click()
    await expect(page.locator("#own")).not_to_be_empty()


async def holds(page: Page, number: int) -> str:
    """Return the markup around this number in the page, visible or not; empty if it is not there."""
    content = await page.content()
    at = content.find(str(number))
    return "" if at < 0 else content[max(0, at - 100) : at + 100]


async def test_a_code_shows_one_tables_hand_in_the_browser_that_shows_it(room: Room, visitors: Visitors) -> None:
    table = room.bot.seats(VIC, WES)
    page = await visitors.page(await phone(visitors))
    code = await show_code(page, room)
    await expect(page.locator("#code-says")).to_have_text(
        "Type this in the chat of Bob, and then what the bot answers. Three minutes, once. Never type a code that "
        "somebody else shows you."
    )
    await expect(page.locator("#code-left")).to_contain_text(re.compile("1[67][0-9] seconds left"))
    assert room.bot.shows_hand(VIC, code)
    await expect(page.locator("#arrived")).to_contain_text("You are \u2068Vic\u2069.")
    await page.wait_for_url("**/seat/*/")  # without a press
    await is_live(page)
    await expect(page.locator("#menu > summary")).to_have_text(re.compile("Vic"))
    await expect(page.locator("h1")).to_have_text("Bob")
    await uncover(page)
    await expect(page.locator("#own")).to_contain_text(f"Your number is {table.sitters[0].hidden}.")
    for part in ("#open-button", ".chat", '.switch [data-to="chat"]', "#commands [name=leave]"):
        await expect(page.locator(part)).to_be_hidden()
    assert room.bot.heard == []
    await page.goto(f"{room.url}/at/twitch/bob")
    await page.get_by_role("link", name="Continue as Vic").click()
    await is_live(page)
    await room.bot.close(table)
    await expect(page.locator("#link")).to_contain_text("This page showed your hand at one table")


async def test_where_one_signs_in_no_code_is_offered(room: Room, visitors: Visitors) -> None:
    page = await visitors.page(await phone(visitors))
    await page.goto(f"{room.url}/at/twitch/ann")
    await expect(page.get_by_role("button", name="Sign in with Twitch")).to_be_visible()
    await expect(page.locator("#by-code")).to_be_hidden()


async def test_whoever_is_bound_to_somebody_else_sees_it_and_starts_again(room: Room, visitors: Visitors) -> None:
    room.bot.seats(WES)
    page = await visitors.page(await phone(visitors))
    assert room.bot.shows_hand(WES, await show_code(page, room))
    await page.get_by_role("button", name="Not you? Start again").click()
    await expect(page.get_by_role("button", name="Show me a code")).to_be_visible()
    await expect(page.locator("#before")).to_be_hidden()
    assert await room.adapter.unlink(WES.id) == 0


async def test_two_phones_each_with_its_own_hand_and_nothing_of_the_other(room: Room, visitors: Visitors) -> None:
    vic, wes = await by_link(visitors, room, VIC), await by_link(visitors, room, WES)
    table = await dealt(room, vic, wes)
    numbers = [sitter.hidden for sitter in table.sitters]
    for page, own, other in ((vic, numbers[0], numbers[1]), (wes, numbers[1], numbers[0])):
        await uncover(page)
        await expect(page.locator("#own")).to_have_text(f"Your number is {own}.")
        assert not await holds(page, other)
    await expect(vic.get_by_role("button", name="Stake")).to_be_visible()
    await expect(wes.locator(".turn")).to_have_text("Waiting for Vic")
    await vic.get_by_role("button", name="Stake").click()
    await expect(wes.get_by_role("button", name="Stake")).to_be_visible()
    heard = room.bot.heard[-1]
    assert (heard.text, heard.sender, heard.venue, heard.place) == ("stake 10", VIC, ANNS.venue, ANNS.place)
    assert all(message.private for message in room.bot.heard)
    for page in (vic, wes):
        await expect(page.locator("#here, #chat, .private")).to_have_count(3)
        for part in ("#here", "#chat", ".private"):
            await expect(page.locator(part)).to_be_hidden()


async def test_a_hand_is_covered_until_pressed_and_again_when_nobody_looks(room: Room, visitors: Visitors) -> None:
    page = await by_link(visitors, room, VIC)
    table = await dealt(room, page)
    secret = table.sitters[0].hidden
    await expect(page.locator("#fleeting-lines")).to_have_text("covered")
    await room.bot.whisper(table, VIC, f"Remember {secret}.")
    await expect(page.locator(".turn")).to_have_text("Your turn")
    await expect(page.locator("#cover-says")).to_have_text("Your hand and your moves are covered.")
    await expect(page.locator(".move-form, #own:visible, #news .only-you")).to_have_count(0)
    assert not await holds(page, secret)
    await uncover(page)
    await expect(page.locator("#own")).to_have_text(f"Your number is {secret}.")
    await expect(page.locator(".move-form")).to_be_visible()
    assert await holds(page, secret)
    await page.get_by_role("button", name="Hide", exact=True).click()
    await expect(page.locator(".move-form")).to_have_count(0)
    assert not await holds(page, secret)
    await uncover(page)
    await hide(page)
    await expect(page.locator("#own")).to_be_hidden()
    assert not await holds(page, secret)


async def hide(page: Page) -> None:
    """Hide the page as when another app comes to the front."""
    await page.evaluate(
        """() => {
            Object.defineProperty(document, 'hidden', { value: true, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
            delete document.hidden;
        }"""
    )


def board_with(label: str) -> ShownBoard:
    cup = ShownPiece("cup", "down", 20, 20, 40, 50, name=f"the red cup: {label}", label=label, seat=Seat(0))
    return ShownBoard.of(100, f"The table. {label}", (cup,))


async def test_what_lies_on_the_table_is_covered_as_the_others_see_it(room: Room, visitors: Visitors) -> None:
    """The lines and the board of one's own card are covered too. A game without secrets stays as it is."""
    page = await by_link(visitors, room, VIC)
    table = await dealt(room, page)
    own, place = room.bot.update(table, VIC, ()), room.bot.update(table, None, ())
    [mine, theirs] = [board_with(label) for label in ("654321", "somebody's")]
    own = replace(own, card=replace(own.card, board=mine, lines=("Under red lies 654321.",)))
    room.adapter.show_also(own)
    room.adapter.show_also(replace(place, card=replace(place.card, board=theirs)))
    await expect(page.locator(".board .letters")).to_have_text("somebody's")
    assert not await holds(page, 654321)
    await uncover(page)
    await expect(page.locator(".board .letters")).to_have_text("654321")
    await expect(page.locator("#panel .lines").first).to_contain_text("Under red lies 654321.")
    await page.get_by_role("button", name="Hide", exact=True).click()
    room.adapter.show_also(replace(own, card=replace(own.card, hands=False)))
    await expect(page.locator("#own")).to_contain_text("Your number")
    await expect(page.locator(".move-form")).to_be_visible()
    await expect(page.locator("#cover-bar")).to_be_hidden()


async def test_what_is_asked_of_somebody_is_covered_as_the_others_are_told_it(room: Room, visitors: Visitors) -> None:
    """T17, T25: it may follow from their hand, as what they may do with it."""
    page = await by_link(visitors, room, VIC)
    table = await dealt(room, page)
    own, place = room.bot.update(table, VIC, ()), room.bot.update(table, None, ())
    mine = replace(own.card, board=board_with("mine"), asks="Set your 654321 aside.", by_board=("With 654321.",))
    theirs = replace(place.card, board=board_with("theirs"), asks="Vic is asked.", by_board=("Vic to play.",))
    room.adapter.show_also(replace(own, card=mine))
    room.adapter.show_also(replace(place, card=theirs))
    await expect(page.locator("#panel .asks")).to_contain_text("Vic is asked.")
    assert not await holds(page, 654321)
    await uncover(page)
    await expect(page.locator("#panel .asks")).to_contain_text("Set your 654321 aside.")
    await page.get_by_role("button", name="Hide", exact=True).click()
    await expect(page.locator("#panel .asks")).to_contain_text("Vic is asked.")
    assert not await holds(page, 654321)


async def test_a_hand_that_is_left_lying_covers_itself(room: Room, visitors: Visitors) -> None:
    page = await by_link(visitors, room, VIC, await visitors.own_context(**PHONE))
    table = await dealt(room, page)
    await page.clock.install()
    await uncover(page)
    await page.clock.fast_forward(40_000)
    await page.locator("#panel").click()
    await page.clock.fast_forward(40_000)
    await expect(page.locator("#own")).to_be_visible()
    await page.clock.fast_forward(21_000)
    await expect(page.locator("#own")).to_be_hidden()
    assert not await holds(page, table.sitters[0].hidden)


async def test_an_answer_to_what_was_typed_in_chat_is_covered_too(room: Room, visitors: Visitors) -> None:
    page = await by_link(visitors, room, VIC)
    assert room.adapter.tell(VIC.id, Answer("You have 200 suckers.\nNo more."))
    answer = page.locator("#answer")
    await expect(answer).to_contain_text("You have 200 suckers.")
    await page.get_by_role("button", name="Close").click()
    assert room.adapter.tell(VIC.id, PrivateAnswer("Your number is 123456."))
    await expect(answer).to_contain_text("This is for you alone, and covered.")
    assert not await holds(page, 123456)
    await answer.get_by_role("button", name="Show my hand").click()
    await expect(answer).to_contain_text("Your number is 123456.")
    await hide(page)
    await expect(answer).not_to_contain_text("123456")


async def test_who_streams_from_the_room_covers_their_hand_as_well(room: Room, visitors: Visitors) -> None:
    context = await visitors.context()
    page = await visitors.sit(room.url, "Pete", context=context)
    await say(page, "!open highest", "!start")
    await expect(page.locator("#own")).to_be_visible()
    await expect(page.locator("#cover-bar")).to_be_hidden()
    await page.locator("#menu > summary").click()
    await page.get_by_label("Hide my hand until I press").check()
    await expect(page.locator("#own")).to_be_hidden()
    await page.reload()
    await expect(page.locator("#cover-bar")).to_be_visible()
    await expect(page.locator("#own")).to_be_hidden()
    await uncover(page)
    await expect(page.locator(".move-form")).to_be_visible()


async def test_a_preview_robot_burns_no_link(room: Room, visitors: Visitors) -> None:
    """Not even a robot that runs our scripts, since it presses nothing."""
    secret = room.bot.personal_link(VIC)
    robot = await visitors.page(await visitors.context())
    await robot.goto(f"{room.url}/hand#{secret}", wait_until="networkidle")
    await expect(robot.get_by_role("button", name="Open my hand")).to_be_visible()
    assert robot.url == f"{room.url}/hand"
    assert "Vic" not in await robot.content()
    assert secret not in await robot.content()
    page = await visitors.page(await phone(visitors))
    await page.goto(f"{room.url}/hand#{secret}")
    await page.get_by_role("button", name="Open my hand").click()
    await expect(page.locator("#arrived")).to_contain_text("Vic")


async def test_a_stolen_link_is_worth_nothing_and_an_old_one_says_what_to_do(room: Room, visitors: Visitors) -> None:
    secret = room.bot.personal_link(VIC)
    page = await visitors.page(await phone(visitors))
    await page.goto(f"{room.url}/hand#{secret}")
    await page.get_by_role("button", name="Open my hand").click()
    await is_live(page)
    thief = await visitors.page(await visitors.context())
    await thief.goto(f"{room.url}/hand#{secret}")
    await thief.get_by_role("button", name="Open my hand").click()
    await expect(thief.get_by_role("alert")).to_contain_text("“!page off” ends whatever it opened")
    await thief.goto(page.url)
    await expect(thief.locator(".says")).to_contain_text("This seat isn't yours")
    late = room.bot.personal_link(VIC)
    room.bot.ahead += 601_000
    await thief.goto(f"{room.url}/hand#{late}")
    await thief.get_by_role("button", name="Open my hand").click()
    await expect(thief.get_by_role("alert")).to_contain_text("Say “!page” to the bot for a new one.")
    await thief.goto(f"{room.url}/hand")
    await expect(thief.locator("#missing")).to_contain_text("opened by a link of your own")


async def test_a_page_whose_seat_is_opened_elsewhere_shows_nothing_any_more(room: Room, visitors: Visitors) -> None:
    first = await by_link(visitors, room, VIC)
    table = await dealt(room, first)
    await uncover(first)
    await by_link(visitors, room, VIC)
    await expect(first.locator("#link")).to_contain_text("Your seat was opened on another device")
    await expect(first.locator("#room")).to_be_hidden()
    assert not await holds(first, table.sitters[0].hidden)
    await first.get_by_role("link", name="Come in again").click()
    await expect(first.locator("#missing")).to_be_visible()


@pytest_asyncio.fixture(loop_scope="session")
async def signs_in(room: Room) -> AsyncIterator[Room]:
    """Yield a room with another site (another name of this machine) where people agree or refuse."""

    async def agree(request: web.Request) -> web.Response:
        person = {"seat": VIC, "channel": Person("twitch:55", "Ann"), "bot": WES}[request.query["purpose"]]
        back = f"{room.url}/signed-in/twitch"
        text = (
            f'<a href="{back}?code={room.bot.consent(person)}&state={request.query["state"]}">Agree</a>'
            f'<a href="{back}?error=access_denied&state={request.query["state"]}">Cancel</a>'
        )
        return web.Response(text=text, content_type="text/html")

    app = web.Application()
    app.router.add_get("/authorize", agree)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    room.bot.id_address = f"http://localhost:{runner.addresses[0][1]}/authorize"
    yield room
    await runner.cleanup()


async def test_signing_in_comes_back_from_another_site_with_a_seat(signs_in: Room, visitors: Visitors) -> None:
    page = await visitors.page(await phone(visitors))
    await page.goto(f"{signs_in.url}/at/twitch/ann")
    await page.get_by_role("button", name="Sign in with Twitch").click()
    await page.get_by_role("link", name="Cancel").click()
    await expect(page.locator(".says")).to_contain_text("nothing was changed")
    await page.get_by_role("link", name="Come in again").click()
    await page.get_by_role("button", name="Sign in with Twitch").click()
    await page.get_by_role("link", name="Agree").click()
    await expect(page.locator("#arrived")).to_contain_text("Vic")
    assert page.url == f"{signs_in.url}/signed-in/twitch"
    await page.wait_for_url("**/seat/*/")
    await is_live(page)


async def test_a_streamer_and_the_operator_connect_their_accounts(signs_in: Room, visitors: Visitors) -> None:
    page = await visitors.page(await visitors.context())
    await page.goto(f"{signs_in.url}/connect/twitch")
    await page.get_by_role("button", name="Connect my channel").click()
    await page.get_by_role("link", name="Agree").click()
    await expect(page.locator("#sentence")).to_have_text("Your channel is connected.")
    seat = await page.get_by_role("link", name="Go on").get_attribute("href")
    await expect(page.locator("#overlay")).to_have_attribute("href", f"{seat}overlay")
    await page.get_by_role("link", name="Go on").click()
    await is_live(page)
    await page.goto(f"{signs_in.url}/connect/twitch/bot")
    await expect(page.get_by_role("alert")).to_contain_text("the link that the bot's own log shows")
    await page.goto("about:blank")
    await page.goto(f"{signs_in.url}/connect/twitch/bot#{SETUP_KEY}")
    assert page.url == f"{signs_in.url}/connect/twitch/bot"
    await page.get_by_role("button", name="Connect the bot's account").click()
    await page.get_by_role("link", name="Agree").click()
    await expect(page.locator("#sentence")).to_have_text("Wes is the bot's account now.")
    assert signs_in.bot.purposes == ["channel", "bot"]


async def test_everything_is_in_reach_on_a_phone(room: Room, visitors: Visitors) -> None:
    page = await by_link(visitors, room, VIC)
    await dealt(room, page)

    async def in_reach() -> bool:
        box = await page.locator("#cover").bounding_box()
        return box is not None and box["y"] > PHONE["height"] / 2 and box["height"] >= 44

    await until(in_reach)
    await uncover(page)
    for part in ("#own", "#clock", ".turn", ".seat", ".move-form", "#cover"):
        await expect(page.locator(part).first).to_be_in_viewport(ratio=0.99)
    for path in (page.url, f"{room.url}/at/twitch/ann", f"{room.url}/hand", f"{room.url}/connect/twitch"):
        await page.goto(path)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        small = await page.evaluate(
            """() => [...document.querySelectorAll('button, summary, .flag, a.main-button')]
                .map((node) => [node.checkVisibility() ? node.getBoundingClientRect().height : 0, node.textContent])
                .filter(([height]) => height && height < 40)"""
        )
        assert small == [], path
