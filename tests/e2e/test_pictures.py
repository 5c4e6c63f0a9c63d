"""Take pictures of the room at its sizes, by day and by night: POTLUCK_SCREENSHOTS=folder."""

import pytest
from e2e.conftest import Room, Visitors, keep_picture, say, until
from playwright.async_api import expect

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = {"phone": (390, 844), "desktop": (1280, 800)}


@pytest.mark.parametrize(
    ("size", "dark"),
    [
        pytest.param(size, dark, marks=[] if (size, dark) == ("phone", True) else pytest.mark.soak)
        for size in SIZES
        for dark in (False, True)
    ],
)
async def test_nothing_overflows_and_all_can_be_reached(room: Room, visitors: Visitors, size: str, dark: bool) -> None:
    width, height = SIZES[size]
    name = f"{size}-{'dark' if dark else 'light'}"
    context = await visitors.context(dark=dark, width=width, height=height)
    welcome = await visitors.page(context)
    await welcome.goto(room.url)
    await keep_picture(welcome, f"{name}-1-welcome")
    page = await visitors.sit_by_form(room.url, "Pete", context=context)
    await keep_picture(page, f"{name}-2-empty")
    await page.click("#open-button")
    await page.click("#game-highest")
    await keep_picture(page, f"{name}-3-open")
    await page.click("#open-form .main-button")
    await expect(page.locator("#panel h2")).to_have_text("Highest Number")
    lola = await visitors.sit(room.url, "Lola Montez", context=await visitors.context())
    await lola.get_by_role("button", name="Sit down here").click()
    await say(lola, "Good evening! Who deals?")
    for _ in range(2):
        await page.get_by_role("button", name="Add a house bot").click()
    await expect(page.locator(".seat")).to_have_count(4)
    await keep_picture(page, f"{name}-4-lobby")
    await page.get_by_role("button", name="Start", exact=True).click()
    await expect(page.locator("#own")).to_contain_text("Your number is")
    await keep_picture(page, f"{name}-5-turn")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.locator(".move-form button[type=submit]").click()
    await lola.locator(".move-form button[type=submit]").click()
    await page.get_by_role("button", name="Help").click()
    await expect(page.locator("#answer")).to_be_visible()
    await keep_picture(page, f"{name}-6-answer")
    await page.keyboard.press("Escape")
    if size == "phone":
        await page.get_by_role("button", name="Chat").click()
    await say(page, "The pot is mine, Lola.")
    await say(lola, "!help")
    await expect(page.locator("#chat li")).to_have_count(3)
    await keep_picture(page, f"{name}-7-chat")


@pytest.mark.parametrize("size", SIZES)
async def test_every_kind_of_form(room: Room, visitors: Visitors, size: str) -> None:
    width, height = SIZES[size]
    page = await visitors.sit(room.url, "Pete", context=await visitors.context(width=width, height=height))
    if size == "desktop":
        await say(page, "!open forms")
    else:
        await page.click("#open-button")
        await page.get_by_role("button", name="Every Kind of Form", exact=True).click()
        await page.click("#open-form .main-button")
    await page.get_by_role("button", name="Start", exact=True).click()
    await expect(page.locator(".order li")).to_have_count(4)
    await keep_picture(page, f"{size}-8-forms")
    if size == "phone":

        async def dock_ends_above_the_switch() -> bool:
            dock, switch = await page.locator("#dock").bounding_box(), await page.locator(".switch").bounding_box()
            return dock is not None and switch is not None and dock["y"] + dock["height"] <= switch["y"] + 1

        await until(dock_ends_above_the_switch)
        await page.locator(".button-row", has_text="Pass").scroll_into_view_if_needed()
