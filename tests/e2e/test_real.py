"""Test the table room on the real bot as people use it: `potluck play` in its own process, with a browser."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
import pytest_asyncio
from e2e.conftest import PATIENCE, Visitors, answered, keep_picture, say, until
from e2e.replayed import Archive, archive
from e2e.server import Server, serving
from playwright.async_api import Locator, Page, WebSocketRoute, expect
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from persistence import EmbeddedServer

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOVES = "#offers .button-row button"
PATIENT = 3 * PATIENCE
UNHURRIED = {"stake_seconds": 600, "roll_seconds": 600, "split_seconds": 600}
"""No clock runs out before a slow browser has pressed the button."""
OPEN = "!open halflings cooldown=0 " + " ".join(f"{key}={value}" for key, value in UNHURRIED.items())


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def doomed() -> AsyncIterator[Server]:
    """Yield a server that is killed, and its store too. It comes back each time."""
    async with serving() as server:
        yield server


@pytest.fixture
def room(server: Server, request: pytest.FixtureRequest) -> str:
    return f"{server.url}/room/{re.sub('[^a-z0-9]+', '-', request.node.name)[-30:].strip('-')}"


async def open_by_mouse(page: Page, **options: str) -> None:
    await page.click("#open-button")
    await page.click("#game-halflings")
    for value in options.values():
        await page.get_by_text(value).click()
    await page.get_by_text("Time to think").click()
    for key, seconds in UNHURRIED.items():
        await page.locator(f"#set-halflings-clock-{key}").fill(str(seconds))
    await page.get_by_role("button", name="Open the table").click()


async def panel_of(page: Page) -> str:
    """Return the key of the panel, which changes with everything it says, such as news for everybody."""
    return await page.locator("#panel").get_attribute("data-key") or ""


async def something_happens(page: Page, since: str) -> None:
    script = "since => document.querySelector('#panel').dataset.key !== since"
    await page.wait_for_function(script, arg=since, timeout=PATIENT, polling=50)


async def press(page: Page, button: Locator) -> None:
    """Press a button, and wait for the result."""
    since = await panel_of(page)
    async with answered(page, PATIENT):
        await button.click()
    await something_happens(page, since)


async def play_on(page: Page) -> None:
    """Press the first available move until the round is over."""
    over, move = page.locator(".phase.between"), page.locator(MOVES).first
    while True:
        await expect(over.or_(move).first).to_be_visible(timeout=PATIENT)
        if await over.count():
            return
        await press(page, move)


async def reach_a_roll(page: Page) -> None:
    """Stake 40 until the Giant does not kick, so that the round waits for a roll."""
    roll, over = page.get_by_role("button", name="Roll", exact=True), page.locator(".phase.between")
    stake = page.get_by_role("button", name="Stake")
    await expect(stake).to_be_visible()
    while not await roll.count():
        await page.locator(".number-row input[type=number]").fill("40")
        await press(page, stake)
        await expect(roll.or_(over).first).to_be_visible(timeout=PATIENT)


async def stack(page: Page) -> int:
    return int((await page.locator(".seat.you .stack span").first.inner_text()).replace(",", ""))


async def owed(page: Page, name: str = "Pete") -> int:
    """Return the stack computed from the news since the table opened."""
    news = await page.locator("#news").inner_text()
    won, lost = (re.findall(rf"{name}[^.]* {word} ([0-9]+)", news) for word in ("wins", "loses"))
    return 1000 + sum(map(int, won)) - sum(map(int, lost))


async def paid(page: Page) -> int:
    """Return the stack once it equals the news."""

    async def agree() -> bool:
        return await stack(page) == await owed(page)

    await until(agree)
    return await stack(page)


async def tab_to(page: Page, wanted: str, most: int = 40) -> None:
    for _ in range(most):
        await page.keyboard.press("Tab")
        if await page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"{most} tabs do not lead to {wanted}")


async def test_a_round_by_mouse(room: str, visitors: Visitors) -> None:
    page = await visitors.sit_by_form(room, "Pete")
    await open_by_mouse(page)
    await expect(page.locator(".phase")).to_have_text("gathering")
    await expect(page.locator(".number-row input[type=number]")).to_have_value("10")
    await page.get_by_role("button", name="half 50").click()
    await page.get_by_role("button", name="Stake").click()
    await expect(page.locator("#news")).to_contain_text("Pete stakes 50.")
    await play_on(page)
    await expect(page.locator(".result")).to_contain_text(re.compile("wins|loses"))
    assert await paid(page) != 1000
    await expect(page.locator(".number-row input[type=number]")).to_have_value("50")


async def test_a_round_by_keyboard(room: str, visitors: Visitors) -> None:
    page = await visitors.page(await visitors.context())
    await page.goto(room)
    await expect(page.locator("#name")).to_be_focused()
    await page.keyboard.type("Pete")
    await page.keyboard.press("Enter")
    await page.wait_for_selector("#link[data-state=ok]", state="attached")
    await expect(page.locator("#open-button")).to_be_visible()
    await tab_to(page, "#open-button")
    await page.keyboard.press("Enter")
    await expect(page.locator(".game-card").first).to_be_visible()
    await tab_to(page, "#game-halflings")
    await page.keyboard.press("Enter")
    await tab_to(page, ".more-settings:nth-last-child(2) summary")
    await page.keyboard.press("Enter")
    for key, seconds in UNHURRIED.items():
        await tab_to(page, f"#set-halflings-clock-{key}")
        await page.keyboard.press("ControlOrMeta+a")
        await page.keyboard.type(str(seconds))
    await tab_to(page, "#open-form [type=submit]")
    await page.keyboard.press("Enter")
    await expect(page.locator(".move-form")).to_be_visible()
    await tab_to(page, ".number-row input[type=number]")
    await page.keyboard.press("ControlOrMeta+a")
    await page.keyboard.type("25")
    await page.keyboard.press("Enter")
    await expect(page.locator("#news")).to_contain_text("Pete stakes 25.")
    over, move = page.locator(".phase.between"), page.locator(MOVES).first
    while True:
        await expect(over.or_(move).first).to_be_visible(timeout=PATIENT)
        if await over.count():
            break
        since = await panel_of(page)
        await tab_to(page, MOVES)
        await page.keyboard.press("Enter")
        await something_happens(page, since)
    assert await paid(page) != 1000


async def test_one_typed_line_does_all_at_once(room: str, visitors: Visitors) -> None:
    page = await visitors.sit(room, "Pete")
    await say(page, OPEN.replace("!open halflings", "!halflings 50"))
    await expect(page.locator("#news")).to_contain_text("Pete stakes 50.")
    await play_on(page)
    await expect(page.locator(".result")).to_be_visible()
    assert await paid(page) != 1000
    lola = await visitors.sit(room, "Lola")  # one table a person and minute
    await say(lola, "!halflings cooldown=0 20 auto")
    await expect(lola.locator("#tabs button")).to_have_count(2)
    await expect(lola.locator(".result")).to_contain_text(re.compile("wins|loses"), timeout=PATIENT)


async def test_a_duel_in_two_tabs(room: str, visitors: Visitors) -> None:
    """Each tab has its own cookie, and shows only its own buttons."""
    context = await visitors.context()
    pete, lola = [await visitors.sit(room, name, context=context) for name in ("Pete", "Lola")]
    assert {cookie["path"] for cookie in await context.cookies()} == {
        page.url.removeprefix(room.partition("/room")[0]).rstrip("/") for page in (pete, lola)
    }
    await open_by_mouse(lola, mode="A duel for two")
    await pete.bring_to_front()
    await pete.get_by_role("button", name="Join", exact=True).click()
    await expect(pete.locator(".seat")).to_have_count(2)
    await expect(pete.get_by_role("button", name="Start", exact=True)).to_have_count(0)
    await lola.get_by_role("button", name="Start", exact=True).click()
    over = pete.locator(".phase.between")
    while not await over.count():
        await one_moves(pete, lola)
    for page in (pete, lola):
        await expect(page.locator(".phase.between")).to_be_visible()
        await expect(page.locator(".result")).to_be_visible()
        await expect(page.locator(".asks")).to_contain_text(re.compile("wins the duel by|The duel ends even"))
        stacks = [
            int(text.replace(",", ""))
            for text in await page.locator(".standing .stack > [aria-hidden]").all_inner_texts()
        ]
        assert sum(stacks) == 2000


async def test_a_tournament_is_opened_and_steered_by_mouse(room: str, visitors: Visitors) -> None:
    pete = await visitors.sit(room, "Pete")
    await pete.click("#open-button")
    await pete.click("#game-rogues")
    seats = pete.locator("#set-rogues-tournament-seats")
    await expect(seats).to_be_hidden()
    await pete.get_by_label("A tournament over several tables").check()
    await seats.fill("3")
    await pete.get_by_role("button", name="Open the table").click()
    await expect(pete.locator("#news")).to_contain_text("up to 30 players")
    for count in range(2, 5):
        await pete.get_by_role("button", name="Add a house bot").click()
        await expect(pete.locator(".seat")).to_have_count(count)
    await pete.get_by_role("button", name="Start", exact=True).click()
    await expect(pete.locator("#tabs button")).to_have_count(3)
    await pete.locator("#tabs button", has_text="Tournament").click()
    await expect(pete.locator("#news")).to_contain_text("4 players at 2 tables")
    await pete.get_by_role("button", name="Pause all tables").click()
    await expect(pete.get_by_role("button", name="Raise the stakes")).to_have_count(0)
    await pete.get_by_role("button", name="Go on").click()
    if await (called := pete.locator("#tabs button:not([aria-current])", has_text="Tournament")).count():
        await called.click()  # a table may have called meanwhile
    await pete.get_by_role("button", name="Raise the stakes").click()
    await expect(pete.locator("#news")).to_contain_text("Level 2")
    await keep_picture(pete, "tournament")


async def one_moves(*pages: Page) -> None:
    """Press a button for the person whose turn it is; the others have none."""
    for page in pages:
        if not await page.locator(".turn.yours").count():
            continue
        others = [other for other in pages if other is not page]
        for other in others:
            await expect(other.locator("#offers button")).to_have_count(0)
        since = [await panel_of(other) for other in others]
        await page.bring_to_front()
        await press(page, page.locator("#offers .main-button").first)
        for other, before in zip(others, since, strict=True):
            await something_happens(other, before)
        return
    await asyncio.sleep(0.05)


async def test_killed_in_the_middle_of_a_round(doomed: Server, visitors: Visitors) -> None:
    """The round goes on where it was. Nobody is paid twice or robbed."""
    page = await visitors.sit(doomed.url, "Pete")
    await say(page, OPEN)
    await reach_a_roll(page)
    before, news = await stack(page), await page.locator("#news li").all_inner_texts()
    await doomed.kill()
    await expect(page.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
    await doomed.start()
    await expect(page.locator("#link")).to_have_attribute("data-state", "ok", timeout=PATIENT)
    await expect(page.get_by_role("button", name="Roll", exact=True)).to_be_visible()
    await expect(page.locator("#news li")).to_have_text(news)
    assert await stack(page) == before
    await play_on(page)
    after = await paid(page)
    await page.reload()
    await expect(page.locator(".phase.between")).to_be_visible()
    assert await paid(page) == after


@pytest.mark.soak
async def test_the_store_dies_while_people_play(doomed: Server, visitors: Visitors) -> None:
    """The page says so, and play goes on when the store has restarted."""
    page = await visitors.sit(doomed.url, "Pete")
    await say(page, OPEN)
    await reach_a_roll(page)
    store = doomed.store_pid()
    assert store is not None
    os.kill(store, signal.SIGSTOP)
    await page.get_by_role("button", name="Roll", exact=True).click()
    await expect(page.get_by_role("status").filter(has_text="One moment")).to_be_visible(timeout=PATIENT)
    os.kill(store, signal.SIGKILL)
    await doomed.another_store(store)
    await until_it_works(page)
    await play_on(page)
    await paid(page)


async def until_it_works(page: Page) -> None:
    since = await panel_of(page)
    async with asyncio.timeout(PATIENT / 1000):
        while await panel_of(page) == since:
            with suppress(PlaywrightTimeoutError):  # the move of a moment ago was taken, and none is left
                await page.locator(MOVES).first.click(timeout=2000)
            await asyncio.sleep(0.5)
    await expect(page.locator("#dock [aria-disabled]")).to_have_count(0)


async def test_the_tab_closed_and_opened_again(room: str, visitors: Visitors) -> None:
    context = await visitors.context()
    page = await visitors.sit(room, "Pete", context=context)
    await say(page, OPEN)
    await reach_a_roll(page)
    code, stake = await page.locator("#panel").get_attribute("data-table") or "", await stack(page)
    await page.close()
    again = await visitors.page(context)
    await again.goto(page.url)
    await expect(again.locator("#panel")).to_have_attribute("data-table", code)
    await expect(again.locator("#news")).to_contain_text("Pete stakes 40.")
    await expect(again.get_by_role("button", name="Roll", exact=True)).to_be_visible()
    assert await stack(again) == stake
    await play_on(again)
    await paid(again)


async def test_a_button_of_an_ask_that_is_over(room: str, visitors: Visitors) -> None:
    """A delayed page shows an old button. A press of it is answered, and changes nothing."""
    context = await visitors.context()
    quick = await visitors.sit(room, "Pete", context=context)
    late, heard = await visitors.page(context), True

    def through(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda text: line.send(text) if heard else None)

    await late.route_web_socket("**/live*", through)
    await late.goto(quick.url)
    await late.wait_for_selector("#link[data-state=ok]", state="attached")
    await say(quick, OPEN)
    await reach_a_roll(quick)
    await expect(late.get_by_role("button", name="Roll", exact=True)).to_be_visible()
    heard = False
    await play_on(quick)
    before = await quick.locator("#news li").count()
    await late.bring_to_front()
    await late.get_by_role("button", name="Roll", exact=True).click()
    await expect(late.locator("#status")).to_have_text(re.compile("moved on|over|No game"))
    await expect(quick.locator("#news li")).to_have_count(before)
    await paid(quick)


async def test_on_a_phone_the_moves_are_in_sight(room: str, visitors: Visitors) -> None:
    page = await visitors.sit(room, "Pete", context=await visitors.context(width=390, height=844))
    await open_by_mouse(page)
    await expect(page.get_by_role("button", name="Stake")).to_be_in_viewport(ratio=1)
    await press(page, page.get_by_role("button", name="Stake"))
    over, move = page.locator(".phase.between"), page.locator(MOVES).first
    await expect(over.or_(move).first).to_be_visible()
    if not await over.count():
        await expect(move).to_be_in_viewport(ratio=1)
    await play_on(page)
    await expect(page.locator(".result")).to_be_in_viewport(ratio=1)
    await keep_picture(page, "real-phone-result")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_names_that_mean_harm(room: str, visitors: Visitors) -> None:
    harmful = ["@here<img src=x onerror=pwned=1>", "\u202e\u05e9\u05dc\u05d5\u05dd Pete", "x" * 300]
    pages = [await visitors.sit(room, name) for name in harmful]
    await say(pages[0], "!open halflings mode=crowd")
    for page in pages[1:]:
        await page.get_by_role("button", name="Join", exact=True).click()
    for page in pages:
        await say(page, "hello")
    for page in pages:
        names = page.locator(".seat bdi")
        await expect(names).to_have_count(len(harmful))
        await expect(page.locator("#chat li")).to_have_count(len(harmful) + 1)
        assert all(0 < len(name) <= 30 and "@" not in name for name in await names.all_inner_texts())
        assert await page.evaluate("typeof pwned") == "undefined"
        assert await page.locator("#room :is(script, [onerror], img[src=x])").count() == 0
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    news = await pages[0].locator("#news").inner_text()
    assert not set(news) & set("\u202a\u202b\u202c\u202d\u202e")


async def press_in_menu(page: Page, name: str, opener: str = "#more") -> None:
    await page.locator(opener).click()
    await page.locator("#table-menu").get_by_role("button", name=name, exact=True).click()


async def test_the_record_is_as_committed(room: str, visitors: Visitors) -> None:
    page = await visitors.sit(room, "Pete")
    await say(page, OPEN.replace("!open halflings", "!halflings 50"))
    await play_on(page)
    await press_in_menu(page, "Record of the last game", "#was")
    async with page.expect_download() as saving:
        await page.locator("#answer-files a[download]").click()
    saved = await (await saving.value).path()
    sealed = page.locator("#proof-lines li").first
    await expect(sealed).to_contain_text("Game 1 is sealed:")
    [commitment] = re.findall(r"[0-9a-f]{64}", await sealed.text_content() or "")
    command = [sys.executable, "-m", "bot.app.cli", "verify", str(saved), "--commitment", commitment]
    checked = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
    await page.keyboard.press("Escape")
    await expect(page.locator("#answer")).to_be_hidden()
    await page.get_by_role("button", name="Check the dice").click()
    await expect(page.locator(".seal-box")).to_have_attribute("data-state", "start")  # it opened the table, too


async def test_leaving_and_closing(room: str, visitors: Visitors) -> None:
    pete, lola = [await visitors.sit(room, name) for name in ("Pete", "Lola")]
    await say(pete, f"{OPEN} mode=duel")
    await lola.get_by_role("button", name="Join", exact=True).click()
    await pete.get_by_role("button", name="Start", exact=True).click()
    both = [page.get_by_role("button", name="Stake") for page in (pete, lola)]
    await expect(pete.locator(".turn")).to_be_visible()
    await expect(lola.locator(".turn")).to_be_visible()

    async def one_of_them_stakes() -> bool:
        return sum([await button.count() for button in both]) == 1

    await until(one_of_them_stakes)
    await press_in_menu(lola, "Leave")
    await lola.get_by_role("button", name="Go on playing").click()
    await expect(lola.locator(".seat.you")).to_have_count(1)
    await press_in_menu(lola, "Leave")
    await lola.get_by_role("button", name="Leave the table").click()
    await expect(lola.locator("#offers button")).to_have_count(0)
    await expect(lola.locator(".seat.you")).to_have_count(0)
    await expect(pete.locator("#news")).to_contain_text("Lola leaves")
    await expect(pete.locator("#panel")).to_have_attribute("data-phase", "between", timeout=PATIENT)
    await press_in_menu(pete, "Close the table")
    await expect(pete.locator("#news")).to_contain_text("closed")
    for page in (pete, lola):  # who leaves is at home already
        await expect(page.locator("#panel")).to_be_hidden()
        await expect(page.locator("#offers button")).to_have_count(0)
        await expect(page.locator("#open-button")).to_be_visible()


@pytest_asyncio.fixture(loop_scope="session")
async def timed(redis: EmbeddedServer) -> AsyncIterator[Archive]:
    """Yield the real bot on a clock that the test moves."""
    async with archive(redis.url, "nobody touches anything") as made:
        yield made


async def test_a_house_bot_and_the_clock_play_on(timed: Archive, visitors: Visitors) -> None:
    """Nobody touches anything: the clock decides, then a house bot plays the seat, until any line takes it back."""
    page = await visitors.sit(timed.url, "Pete")
    await say(page, "!open halflings mode=duel pace=0 stake_seconds=5 roll_seconds=5 split_seconds=5", "!bots 1")
    await expect(page.locator(".seat.bot")).to_have_count(1)
    await say(page, "!start")
    await expect(page.locator(".turn")).to_be_visible()
    await timed.evening.wait(60)
    await expect(page.locator("#news")).to_contain_text(re.compile("is away|house bot plays"))
    await expect(page.locator(".phase.between")).to_be_visible()
    await expect(page.locator(".seat.you.away")).to_have_count(1)
    await say(page, "!table")
    await expect(page.locator(".seat.you.away")).to_have_count(0)


async def test_all_can_be_found_without_eyes(room: str, visitors: Visitors) -> None:
    page = await visitors.sit(room, "Pete")
    await say(page, OPEN)
    await reach_a_roll(page)
    unnamed = await page.evaluate(
        """() => [...document.querySelectorAll('input, select, textarea, button, summary, a, img, [role=log], section')]
            .filter((node) => node.checkVisibility() && !(node.labels?.length || node.getAttribute('aria-label')
              || node.getAttribute('aria-labelledby') || node.hasAttribute('alt') || node.textContent.trim()
              || node.querySelector('img[alt]:not([alt=""])'))).map((node) => node.outerHTML)"""
    )
    assert unnamed == []
    ids = await page.evaluate("[...document.querySelectorAll('[id]')].map((node) => node.id)")
    assert len(ids) == len(set(ids))
    await expect(page.get_by_role("log", name="What happened")).to_be_visible()
    await expect(page.get_by_role("log", name="Chat")).to_be_visible()
    await expect(page.locator("#news")).not_to_contain_text(re.compile("[0-9a-f]{64}"))
    assert await page.evaluate("document.documentElement.lang") == "en"
    await page.locator(".skip").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#dock")).to_be_focused()
    await tab_to(page, MOVES, most=3)
    await page.reload()
    await expect(page.locator(MOVES).first).to_be_visible()
    await tab_to(page, MOVES)
