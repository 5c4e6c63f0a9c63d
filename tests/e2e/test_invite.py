"""Test the way from an invitation to a seat: a link, a proposed name, and one press."""

import re
from typing import Literal

import pytest
from e2e.conftest import Room, Visitors, keep_picture, say
from e2e.server import Server
from playwright.async_api import BrowserContext, Locator, Page, expect

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = [(1280, 800), (400, 800), (360, 640)]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


async def opened(room: Room, visitors: Visitors, name: str = "Pete", game: str = "highest") -> tuple[str, Page]:
    """Open a table; return its code and the host's page."""
    host = await visitors.sit(room.url, name)
    await say(host, f"!open {game}")
    return next(reversed(room.bot.tables)), host


def names_at(room: Room, code: str) -> list[str]:
    return [sitter.person.name for sitter in room.bot.tables[code].sitters]


async def arrive(page: Page) -> None:
    await page.wait_for_url("**/seat/**")
    await page.wait_for_selector("#link[data-state=ok]", state="attached")


async def in_each_size(page: Page, name: str, *in_sight: Locator) -> None:
    """Check at each size that these are completely in sight, and take pictures by day and by night."""
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        for one in in_sight:
            await expect(one).to_be_in_viewport(ratio=1)
        for scheme in SCHEMES:
            await page.emulate_media(color_scheme=scheme)
            await keep_picture(page, f"{name}-{width}x{height}-{scheme}")


async def test_a_newcomer_sits_down_with_one_press(room: Room, visitors: Visitors) -> None:
    """Nothing is typed, and every button they need is in sight."""
    code, host = await opened(room, visitors)
    await say(host, "!bots 3")
    page = await visitors.page(await visitors.context(width=400, height=800))
    await page.goto(f"{room.url}/room/main/t/{code.lower()}")
    await expect(page.get_by_role("heading", level=2).first).to_have_text("You are invited to Highest Number")
    await expect(page.locator(".sitters li")).to_have_text([re.compile(name) for name in names_at(room, code)])
    proposed = await page.input_value("#name")
    assert re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", proposed)
    sit, look = page.get_by_role("button", name="Sit down"), page.get_by_role("button", name="Look on")
    await in_each_size(page, "invited", sit, look)
    await sit.click()
    await arrive(page)
    assert names_at(room, code) == ["Pete", "House 1", "House 2", "House 3", proposed]
    await expect(page.locator("#tabs button[aria-current=true]")).to_have_attribute("data-table", re.compile(code))
    await expect(page.locator(".seat.you")).to_contain_text(proposed)
    await expect(host.locator("#news")).to_contain_text(f"{proposed} sits down.")


async def test_by_keyboard_the_proposed_name_is_typed_over(room: Room, visitors: Visitors) -> None:
    code, _ = await opened(room, visitors)
    page = await visitors.page(await visitors.context())
    await page.goto(f"{room.url}/room/main/t/{code}")
    await expect(page.locator("#name")).to_be_focused()
    await page.keyboard.type("Lola")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Sit down")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Look on")).to_be_focused()
    await page.keyboard.press("Enter")
    await arrive(page)
    assert names_at(room, code) == ["Pete"]
    await page.get_by_role("button", name="Sit down here").click()
    await expect(page.locator(".seat.you")).to_contain_text("Lola")


async def test_on_a_phone_no_keyboard_hides_the_buttons(room: Room, visitors: Visitors) -> None:
    code, _ = await opened(room, visitors)
    context = await visitors.browser.new_context(viewport={"width": 400, "height": 800}, is_mobile=True, has_touch=True)
    visitors.contexts.append(context)
    page = await visitors.page(context)
    await page.goto(f"{room.url}/room/main/t/{code}")
    await page.wait_for_load_state("networkidle")
    await expect(page.locator("#name")).not_to_be_focused()
    await page.get_by_role("button", name="Sit down").tap()
    await arrive(page)
    assert len(names_at(room, code)) == 2


async def test_two_presses_are_one_seat(room: Room, visitors: Visitors) -> None:
    code, _ = await opened(room, visitors)
    page = await visitors.page(await visitors.context())
    await page.goto(f"{room.url}/room/main/t/{code}")
    await page.get_by_role("button", name="Sit down").dblclick(no_wait_after=True)
    await arrive(page)
    assert len(names_at(room, code)) == 2


async def test_who_has_a_seat_in_the_room_goes_straight_to_it(room: Room, visitors: Visitors) -> None:
    """They are not seated at the table: the page offers that."""
    context = await visitors.context()
    lola = await visitors.sit(room.url, "Lola", context=context)
    code, _ = await opened(room, visitors)
    page = await visitors.page(context)
    await page.goto(f"{room.url}/room/main/t/{code}")
    await arrive(page)
    assert page.url == lola.url
    assert names_at(room, code) == ["Pete"]
    await expect(page.get_by_role("button", name="Sit down here")).to_be_visible()


async def test_of_two_people_in_one_browser_each_goes_their_own_way(room: Room, visitors: Visitors) -> None:
    context = await visitors.context()
    for name in ("Lola", "Vic"):
        await visitors.sit(room.url, name, context=context)
    code, _ = await opened(room, visitors)
    page = await visitors.page(context)
    await page.goto(f"{room.url}/room/main/t/{code}")
    await expect(page.locator("#seats a")).to_have_text([re.compile("Vic"), re.compile("Lola")])
    await keep_picture(page, "invited-two-seats")
    await page.locator("#seats a").last.click()
    await arrive(page)
    await expect(page.locator("#menu > summary bdi")).to_have_text("Lola")


async def test_a_closed_table_a_full_one_and_one_that_plays(room: Room, visitors: Visitors) -> None:
    code, host = await opened(room, visitors)
    await say(host, "!start")
    page = await visitors.page(await visitors.context(width=360, height=640))
    await page.goto(f"{room.url}/room/main/t/{code}")
    await expect(page.locator(".state")).to_contain_text("A game is under way")
    for name in ("Look on", "Open a table of my own"):
        await expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    await keep_picture(page, "invited-playing-360x640")
    await say(host, "!close")
    await page.reload()
    await expect(page.get_by_role("status")).to_contain_text(f"There is no table {code} in this room")
    await keep_picture(page, "invited-gone-360x640")
    await page.get_by_role("button", name="Come in").click()
    await arrive(page)
    await expect(page.get_by_role("button", name="Open a table").first).to_be_visible()


async def test_the_table_that_one_was_invited_to_is_shown_first(room: Room, visitors: Visitors) -> None:
    await say((await opened(room, visitors))[1], "!open highest", "!open highest")
    codes = list(room.bot.tables)
    page = await visitors.page(await visitors.context())
    await page.goto(f"{room.url}/room/main/t/{codes[1]}")
    await page.get_by_role("button", name="Look on").click()
    await arrive(page)
    await expect(page.locator("#tabs button[aria-current=true]")).to_have_attribute("data-table", re.compile(codes[1]))
    assert "?" not in page.url


# Someone else's seat


async def test_a_stranger_at_a_seats_address_takes_a_seat_of_their_own(room: Room, visitors: Visitors) -> None:
    _, host = await opened(room, visitors)
    page = await visitors.page(await visitors.context(width=400))
    await page.goto(host.url)
    await expect(page.get_by_role("status")).to_contain_text("somebody else's seat")
    await expect(page.locator("main")).not_to_contain_text("Pete")
    await keep_picture(page, "stranger-at-a-seat-400x800")
    await page.get_by_role("button", name="Sit down").click()
    await arrive(page)
    assert page.url != host.url
    await host.reload()
    await expect(host.locator("#menu > summary bdi")).to_have_text("Pete")


async def test_a_link_on_another_site_to_ones_own_seat_leads_there(room: Room, visitors: Visitors) -> None:
    """The browser does not send the seat's cookie from another site, so the owner first looks like a stranger."""
    context = await visitors.context()
    host = await visitors.sit(room.url, "Pete", context=context)
    page = await visitors.page(context)
    await page.goto(room.url.replace("127.0.0.1", "localhost") + "/")
    async with page.expect_response(lambda answer: answer.url == host.url and answer.status == 403):
        await page.evaluate("address => { location.href = address; }", host.url)
    await arrive(page)
    await expect(page.locator("#menu > summary bdi")).to_have_text("Pete")
    assert page.url == host.url


# Inviting


async def inviting(page: Page) -> None:
    await page.get_by_role("button", name="Invite", exact=True).click()
    await expect(page.get_by_role("dialog", name="Invite to Highest Number")).to_be_visible()


async def test_the_address_is_copied_and_leads_to_the_table(room: Room, visitors: Visitors) -> None:
    code, host = await opened(room, visitors)
    await host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await inviting(host)
    await expect(host.get_by_role("button", name="Copy")).to_be_focused()
    await host.keyboard.press("Enter")
    await expect(host.locator(".invite-told")).to_have_text("Copied")
    address = await host.evaluate("navigator.clipboard.readText()")
    assert address == f"{room.url}/room/main/t/{code}"
    await expect(host.locator(".invite-local")).to_contain_text("--host 0.0.0.0")
    await expect(host.locator(".invite img")).to_have_count(0)
    await keep_picture(host, "invite-local-1280x800")
    await host.keyboard.press("Escape")
    await expect(host.get_by_role("dialog")).to_have_count(0)
    await expect(host.get_by_role("button", name="Invite", exact=True)).to_be_focused()


async def test_where_no_seat_is_left_people_are_invited_to_watch_from_the_menu_alone(
    server: Server, visitors: Visitors
) -> None:
    host = await visitors.sit(f"{server.url}/room/alone", "Pete")
    await say(host, "!open halflings")
    await expect(host.locator("#panel .seat.you")).to_have_count(1)
    await expect(host.locator(".invite-button")).to_have_count(0)
    await host.locator("#more").click()
    await host.get_by_role("button", name="Invite to watch").click()
    await expect(host.get_by_role("dialog", name="Invite to watch Halflings")).to_contain_text("All seats are taken.")


async def test_without_a_clipboard_the_address_is_copied_all_the_same(room: Room, visitors: Visitors) -> None:
    """Over plain http a browser gives pages no clipboard."""
    code, host = await opened(room, visitors)
    await host.context.grant_permissions(["clipboard-read"])
    await host.evaluate("navigator.clipboard.writeText = undefined")
    await inviting(host)
    await host.get_by_role("button", name="Copy").click()
    await expect(host.locator(".invite-told")).to_have_text("Copied")
    assert (await host.evaluate("navigator.clipboard.readText()")).endswith(f"/t/{code}")
    await host.evaluate("document.execCommand = () => false")
    await host.get_by_role("button", name="Copy").click()
    await expect(host.locator(".invite-told")).to_contain_text("copy it from there")


async def test_a_phone_is_shown_a_code_for_its_camera(room: Room, visitors: Visitors) -> None:
    room.adapter.reached_at("http://192.168.7.5:8137/")
    code, host = await opened(room, visitors)
    await inviting(host)
    await expect(host.locator(".invite-address")).to_have_value(f"http://192.168.7.5:8137/room/main/t/{code}")
    picture = host.get_by_role("img", name="QR code of this address")
    await in_each_size(host, "invite", picture)
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    assert await picture.evaluate("image => getComputedStyle(image).backgroundColor") == "rgb(255, 255, 255)"


async def test_the_share_sheet_gets_the_address(room: Room, visitors: Visitors) -> None:
    room.adapter.reached_at("https://potluck.example/")
    code, host = await opened(room, visitors)
    await host.reload()
    await host.evaluate("navigator.share = async (what) => { window.shared = what; }")
    await inviting(host)
    await host.get_by_role("button", name="Share").click()
    assert await host.evaluate("window.shared") == {
        "title": "Highest Number",
        "url": f"https://potluck.example/room/main/t/{code}",
    }


# With the real bot


async def real_table(page: Page) -> str:
    await say(page, "!open rogues")
    return await page.locator("#panel").get_attribute("data-table") or ""


async def newcomer(visitors: Visitors, context: BrowserContext, address: str) -> tuple[Page, str]:
    page = await visitors.page(context)
    await page.goto(address)
    name = await page.input_value("#name")
    await page.get_by_role("button", name="Sit down").click()
    await arrive(page)
    return page, name


async def test_the_real_bot_seats_who_is_invited_and_tells_it_once(server: Server, visitors: Visitors) -> None:
    room = f"{server.url}/room/invited-0"
    host = await visitors.sit(room, "Pete")
    code = await real_table(host)
    address = f"{room}/t/{code}"
    page, name = await newcomer(visitors, await visitors.context(), address)
    await expect(page.locator(".seat.you")).to_contain_text(name)
    await expect(host.locator("#news li").filter(has_text=name)).to_have_count(1)
    stranger = await visitors.page(await visitors.context(width=400))
    await say(host, "!bots 1", "!start")
    await stranger.goto(address)
    await expect(stranger.locator(".state")).to_contain_text("A game is under way")
    await expect(stranger.locator(".about")).not_to_be_empty()
    await expect(stranger.locator(".emblem use, .sitters .face use")).to_have_count(4)
    await keep_picture(stranger, "invited-real-400x800")
    await stranger.get_by_role("button", name="Look on").click()
    await arrive(stranger)
    await expect(stranger.locator("#panel")).to_have_attribute("data-table", code)
    await expect(stranger.locator(".seat.you")).to_have_count(0)


async def test_of_two_who_want_the_last_seat_the_other_is_told_why(server: Server, visitors: Visitors) -> None:
    room = f"{server.url}/room/invited-1"
    host = await visitors.sit(room, "Pete")
    await say(host, "!open halflings mode=duel")
    code = await host.locator("#panel").get_attribute("data-table") or ""
    invited = [await visitors.page(await visitors.context()) for _ in range(2)]
    for page in invited:
        await page.goto(f"{room}/t/{code}")
        await expect(page.locator(".state")).to_have_text("A seat is free for you.")
    for page in invited:
        await page.get_by_role("button", name="Sit down").click(no_wait_after=True)
    for page in invited:
        await arrive(page)
        await expect(page.locator("#panel")).to_have_attribute("data-table", code)
    seated = [page for page in invited if await page.locator(".seat.you").count()]
    (other,) = [page for page in invited if page not in seated]
    await expect(other.locator("body")).to_contain_text(f"Table {code} is full")
    await keep_picture(other, "invited-too-late")
    await other.goto(f"{room}/t/{code}")
    await arrive(other)
    await expect(other.locator("#panel")).to_have_attribute("data-table", code)
