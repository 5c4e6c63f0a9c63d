"""Test Headache on the real bot in a browser: secrets shown for seconds, and an open auction.

`test_pressing` plays a whole game.
"""

import re
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio
from e2e.conftest import PATIENCE, Visitors, answered, until
from e2e.server import Server
from playwright.async_api import BrowserContext, Locator, Page, WebSocketRoute, expect

pytestmark = pytest.mark.asyncio(loop_scope="session")

PATIENT = 3 * PATIENCE
CLOCKS = ("reroll", "draw", "vote", "chair", "swap", "bid", "call", "keep", "ally", "next")
UNHURRIED = " ".join(f"{clock}_seconds=600" for clock in CLOCKS)
"""No clock runs out before a slow browser has pressed the button."""
PRESSED = """text => fetch("say", {
    method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify({id: crypto.getRandomValues(new Uint32Array(3)).join("-"), text, pressed: true}),
}).then(answer => answer.json()).then(answer => answer.ok)"""

KEEP_GLIMPSES = """() => {
    window.glimpses = [];
    const isOne = node => node.classList?.contains("glimpse");
    const drawn = changes => changes.flatMap(one => [...one.addedNodes]).filter(isOne).map(node => node.textContent);
    const keep = changes => window.glimpses.push(...drawn(changes));
    new MutationObserver(changes => setTimeout(keep, 0, changes)).observe(document, {childList: true, subtree: true});
}"""
"""Keeps what a page shows for a moment, however late somebody looks."""


@pytest.fixture
def room(server: Server, request: pytest.FixtureRequest) -> str:
    return f"{server.url}/room/{re.sub('[^a-z0-9]+', '-', request.node.name)[-30:].strip('-')}"


@pytest_asyncio.fixture(loop_scope="session")
async def guests(visitors: Visitors) -> AsyncIterator[Callable[..., "Guest"]]:
    """Yield a function that makes guests, whose pages must report no errors."""
    complaints: list[str] = []

    def guest(context: BrowserContext) -> Guest:
        return Guest(visitors, context, complaints)

    yield guest
    assert complaints == []


class Guest:
    """Somebody with a browser. Records everything on its live line, and can hold that line back."""

    def __init__(self, visitors: Visitors, context: BrowserContext, complaints: list[str]) -> None:
        self._visitors, self._context, self._complaints = visitors, context, complaints
        self.frames: list[str] = []
        self.waiting: list[str] | None = None
        """What the page has not heard yet; None: it hears everything at once."""
        self._line: WebSocketRoute | None = None

    async def sit(self, room: str, name: str) -> Page:
        await self._context.route_web_socket("**/live*", self._through)
        self._context.on("page", self._listen)
        return await self._visitors.sit(room, name, context=self._context)

    def _listen(self, page: Page) -> None:
        page.on("console", lambda line: self._complaints.append(line.text) if line.type == "error" else None)

    def _through(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        self._line = line
        server.on_message(self._bring)

    def _bring(self, text: str | bytes) -> None:
        self.frames.append(str(text))
        if self.waiting is not None:
            self.waiting.append(str(text))
        elif self._line is not None:
            self._line.send(text)

    def hear_again(self) -> None:
        waiting, self.waiting = self.waiting or [], None
        for text in waiting:
            if self._line is not None:
                self._line.send(text)


async def order(page: Page, *lines: str) -> None:
    for line in lines:
        assert await page.evaluate(PRESSED, line), line


async def press(page: Page, button: Locator) -> None:
    """Press the button, and wait until the offers change."""
    since = await page.locator("#offers").get_attribute("data-key")
    async with answered(page, PATIENT):
        await button.click()
    script = "since => document.querySelector('#offers').dataset.key !== since"
    await page.wait_for_function(script, arg=since, timeout=PATIENT, polling=50)


def offered(page: Page, name: str) -> Locator:
    return page.locator("#offers").get_by_role("button", name=name)


def cups(page: Page) -> Locator:
    """Return the cups that a move can use now."""
    return page.locator(".board button.kind-cup")


def made_ready(page: Page) -> Locator:
    """Return the button that makes the move of the pieces picked on the board."""
    return page.locator("#press-bar .main-button")


async def test_what_is_drawn_is_seen_by_its_drawer_for_seconds(
    room: str, visitors: Visitors, guests: Callable[..., Guest]
) -> None:
    """HA-14: no other page hears of it, and a reload does not bring it back."""
    desk = await visitors.own_context()
    await desk.clock.install()
    pete_hears, lola_hears = guests(await visitors.own_context(width=390, height=844)), guests(desk)
    pete, lola = await pete_hears.sit(room, "Pete"), await lola_hears.sit(room, "Lola")
    await order(pete, f"!open headache pace=0 min_players=3 {UNHURRIED}", "!bots 1")
    await order(lola, "!join")
    await order(pete, "!start")
    for page in (pete, lola):
        await page.evaluate(KEEP_GLIMPSES)
    await all_stay(pete, lola)
    secrets = {}
    for page in (pete, lola):
        await expect(page.locator("#fleeting")).to_contain_text("You draw the d")
        await expect(page.locator("#fleeting")).to_contain_text(re.compile("gone in [0-9]+ s"))
        secrets[page] = await page.locator("#fleeting li").all_inner_texts()
        await expect(page.locator("#news")).not_to_contain_text("You draw")
    for page in (pete, lola):
        drawn = re.findall("You draw the (d[0-9]+)", " ".join(secrets[page]))
        assert await page.evaluate("window.glimpses") == drawn, "each sees the own dice alone, over the own cups"
    for text in secrets[pete]:
        assert any(text in frame for frame in pete_hears.frames)
        assert not any(text in frame for frame in lola_hears.frames)
        assert text not in await lola.content()
    await lola.locator("#offers").get_by_label("2", exact=True).check()
    await lola.locator("#offers input[type=number]").fill("7")
    await press(lola, lola.locator("#offers [type=submit]"))
    await expect(lola.locator("#own")).to_contain_text("7")
    told = await lola.locator("#own").inner_text()
    await expect(pete.locator("#panel")).to_contain_text(re.compile("Voted: 2|2 of 3"))
    assert not any(told in frame for frame in pete_hears.frames)
    await expect(pete.locator("#offers [type=submit]")).to_be_in_viewport(ratio=1)
    await pete.reload()
    await pete.evaluate(KEEP_GLIMPSES)
    await expect(pete.locator("#offers form")).to_be_visible()
    await expect(pete.locator("#fleeting li")).to_have_count(0)
    assert await pete.evaluate("window.glimpses") == []
    left = await pete.content()
    assert not any(text in left for text in secrets[pete])
    await desk.clock.fast_forward(21_000)
    await expect(lola.locator("#fleeting li")).to_have_count(0)
    left = await lola.content()
    assert not any(text in left for text in secrets[lola])


async def all_stay(*pages: Page) -> None:
    """Stay with all, until nobody rolls for first pick any more."""
    on = ".move-form, .direct"
    while not any([await page.locator(on).count() for page in pages]):
        for page in pages:
            if await offered(page, "Stay").count():
                await press(page, offered(page, "Stay"))


async def whose(pages: dict[str, Page], wanted: str) -> str:
    """Return the name of the person whose page shows the wanted element."""
    found: list[str] = []

    async def somebody() -> bool:
        found[:] = [name for name, page in pages.items() if await page.locator(wanted).count()]
        return bool(found)

    await until(somebody)
    return found[0]


async def swap_by_mouse(page: Page) -> None:
    """The second cup sends the swap."""
    await page.bring_to_front()
    await cups(page).nth(0).click()
    async with answered(page, PATIENT):
        await cups(page).nth(2).click()


async def swap_by_keyboard(page: Page) -> None:
    await page.bring_to_front()
    await cups(page).nth(0).focus()
    await page.keyboard.press("Space")
    await page.keyboard.press("ArrowRight")
    async with answered(page, PATIENT):
        await page.keyboard.press("Enter")


async def test_cups_are_swapped_and_sold_in_the_open(
    room: str, visitors: Visitors, guests: Callable[..., Guest]
) -> None:
    """HA-19: of two equal bids at one moment, the later is told that it is too low, and bids again."""
    late = guests(await visitors.own_context())
    pages = {"Lola": await late.sit(room, "Lola")}
    pages |= {name: await visitors.sit(room, name) for name in ("Pete", "Mia")}
    lola, pete, mia = pages.values()
    own = "min_players=3 memory=off max_swap_rounds=1 auction_types=standard"
    await order(pete, f"!open headache {own} {UNHURRIED}")
    await order(lola, "!join")
    await order(mia, "!join")
    await order(pete, "!start")
    await all_stay(*pages.values())
    for _ in pages:
        name = await whose(pages, ".board button.kind-cup")
        match name:
            case "Pete":
                await swap_by_mouse(pete)
            case "Lola":
                await swap_by_keyboard(lola)
            case _:
                await press(mia, offered(mia, "Pass"))
        told = f"{name} swaps" if name != "Mia" else "Mia leaves the cups"
        await expect(lola.locator("#news")).to_contain_text(told)
        await expect(cups(pages[name])).to_have_count(0)
    for _ in ("failed bids", "when to reveal"):
        for page in pages.values():
            await press(page, offered(page, "Vote 0"))
    chairman = pages[await whose(pages, ".board button.kind-cup")]
    await cups(chairman).first.click()
    await press(chairman, made_ready(chairman))
    for page in pages.values():
        await expect(offered(page, "Bid")).to_be_visible()
        await expect(page.locator(".board .kind-cup.is-lit")).to_have_count(1)
    late.waiting = []
    await bid(pete, 5)
    await expect(mia.locator("#news")).to_contain_text("Pete bids 5")
    await lola.locator("#offers input[type=number]").fill("5")
    await offered(lola, "Bid").click()
    await expect(lola.get_by_text(re.compile("bid at least 6")).first).to_be_visible()
    late.hear_again()
    await expect(lola.locator("#offers input[type=number]")).to_have_attribute("min", "6")
    await bid(lola, 8)
    await expect(pete.locator("#news")).to_contain_text("Lola bids 8")
    for page in (pete, mia):
        await press(page, offered(page, "Drop out"))
    await expect(pete.locator("#news")).to_contain_text(re.compile("Lola buys .* for 8"))
    await expect(pete.get_by_role("img", name=re.compile("cup.*(bought by|of|Lola)")).first).to_be_visible()


async def bid(page: Page, amount: int) -> None:
    await page.locator("#offers input[type=number]").fill(str(amount))
    await press(page, offered(page, "Bid"))
