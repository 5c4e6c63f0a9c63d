"""The table room in a Twitch Extension, in a real browser: the zip as Twitch would serve it, and the real bot behind.

Twitch's chat and its API are the stand-in's; its helper script is a stand-in's too, and is never committed itself.
"""

import asyncio
import re
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio
from click.testing import CliRunner
from e2e.conftest import Visitors, keep_picture
from e2e.server import Server
from on_both.test_run import signs_in
from playwright.async_api import Page, expect
from standins.twitch.channels import Channel
from standins.twitch.people import Person
from standins.twitch.stand_in import TwitchStandIn
from standins.twitch_extension import signed
from standins.twitch_extension.host import HELPER, ExtensionHost

from bot.app.cli import cli

pytestmark = pytest.mark.asyncio(loop_scope="session")

PANEL, MOBILE = {"width": 318, "height": 496}, {"width": 375, "height": 600}
STAND_IN = (Path(__file__).parents[1] / "standins" / "twitch_extension" / "helper.js").read_text("utf-8")


class OnTwitch(Server):
    verb = "run"

    async def prints(self, text: str) -> str:
        """The line that holds this text."""
        assert self._process is not None
        assert self._process.stdout is not None
        async with asyncio.timeout(60):
            while text not in (line := await asyncio.to_thread(self._process.stdout.readline)):
                assert line, self.log()
        return line


async def connect(server: OnTwitch, twitch: TwitchStandIn, channel: Channel) -> None:
    """The operator connects the bot's account, and a streamer the channel."""
    page, _, key = (await server.prints("Twitch needs an account")).split()[-1].partition("#")
    await signs_in(twitch, page, twitch.world.bot, key=key)
    await server.prints("Twitch is connected")
    await signs_in(twitch, page.removesuffix("/bot"), channel.broadcaster)
    heard = {"broadcaster_user_id": channel.id}
    await twitch.world.until(lambda: twitch.world.subscriptions.wanting("channel.chat.message", heard), 60)


def zip_for(server: str, origin: str, folder: Path) -> bytes:
    """As its owner makes it."""
    file = folder / "extension.zip"
    settings = {"POTLUCK_PUBLIC_URL": server, "TWITCH_EXTENSION_ORIGIN": origin}
    told = CliRunner().invoke(cli, ["extension", str(file)], env=settings, catch_exceptions=False)
    assert told.exit_code == 0, told.output
    return file.read_bytes()


@dataclass
class Inn:
    """A channel in which the bot plays, and the extension below its stream."""

    twitch: TwitchStandIn
    host: ExtensionHost
    server: OnTwitch
    channel: Channel
    given: dict[Page, list[str]] = field(default_factory=dict)
    """All that came down the live line of each page."""

    async def panel(self, visitors: Visitors, viewer: str = "", *, size: dict[str, int] = PANEL) -> Page:
        """The panel before somebody, by their id on Twitch; empty: who is not logged in."""
        page = await visitors.page(await visitors.context(**size))
        given = self.given.setdefault(page, [])
        page.on("websocket", lambda line: line.on("framereceived", lambda frame: given.append(str(frame))))
        await page.route(HELPER, lambda route: route.fulfill(body=STAND_IN, content_type="text/javascript"))
        await page.goto(f"{self.host.origin}/panel.html?viewer={viewer}")
        return page


async def is_live(page: Page) -> Page:
    await page.locator("body.in-extension #link[data-state=ok]").wait_for(state="attached")
    return page


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def inn() -> AsyncIterator[Inn]:
    with tempfile.TemporaryDirectory(prefix="pl-") as folder:
        async with TwitchStandIn() as twitch:
            world = twitch.world
            channel = world.channel("inn")
            async with ExtensionHost(channel.id) as host:
                server = OnTwitch(
                    Path(folder),
                    TWITCH_CLIENT_ID=world.application.id,
                    TWITCH_CLIENT_SECRET=world.application.secret,
                    TWITCH_API_BASE=twitch.api_base,
                    TWITCH_AUTH_BASE=twitch.auth_base,
                    TWITCH_EVENTSUB_URL=twitch.eventsub_url,
                    TWITCH_EXTENSION_ID="abc123extension",
                    TWITCH_EXTENSION_SECRET=signed.SECRET,
                    TWITCH_EXTENSION_ORIGIN=host.origin,
                )
                try:
                    await server.start()
                    await connect(server, twitch, channel)
                    host.unpack(zip_for(server.url, host.origin, Path(folder)), server.url)
                    yield Inn(twitch, host, server, channel)
                finally:
                    server.stop()


async def shared(inn: Inn, visitors: Visitors, person: Person, *, size: dict[str, int] = PANEL) -> Page:
    """The panel before somebody who shared who they are before."""
    inn.host.shared.add(person.id)
    return await is_live(await inn.panel(visitors, person.id, size=size))


def viewer(inn: Inn, name: str) -> Person:
    known = inn.twitch.world.logins.get(name)
    if known is not None:
        return known
    person = inn.twitch.world.person(name)
    inn.channel.join(person)
    return person


HELD = re.compile("Your .*in your hand")


async def show_hand(page: Page) -> str:
    cover = page.locator("#cover")
    if await cover.get_attribute("aria-pressed") != "true":
        await cover.click()
    await expect(page.get_by_role("button", name=HELD).first).to_be_visible()
    return await page.locator("#own").text_content() or ""


async def test_a_viewer_looks_on_shares_who_they_are_sits_down_and_plays(inn: Inn, visitors: Visitors) -> None:
    ann, bob, eve = viewer(inn, "ann"), viewer(inn, "bob"), viewer(inn, "eve")
    anns = await is_live(await inn.panel(visitors, ann.id))
    await expect(anns.locator("h1")).to_have_text("inn")
    await expect(anns.locator("#empty")).to_be_visible()
    await keep_picture(anns, "extension-empty-panel")
    await bob.says(inn.channel, "!open rogues turn_seconds=600")
    await expect(anns.locator("#panel .seat")).to_have_count(1)
    await keep_picture(anns, "extension-looking-on-panel")

    # The chair that is free asks the same as the button: nobody sits down unknown.
    await expect(anns.locator("#share-says")).to_contain_text("You look on.")
    await anns.locator("#share").click()
    await is_live(anns)
    await expect(anns.locator("#share")).to_have_count(0)
    await expect(anns.locator("#menu summary bdi")).to_have_text("Ann")
    await keep_picture(anns, "extension-shared-panel")
    await anns.locator(".chair-button").first.click()
    await expect(anns.locator(".seat.you .seat-name bdi")).to_have_text("Ann")
    await expect(anns.locator("#panel .seat")).to_have_count(2)

    bobs = await shared(inn, visitors, bob, size=MOBILE)
    eves = await shared(inn, visitors, eve)
    strangers = await is_live(await inn.panel(visitors, size=MOBILE))
    await bobs.get_by_role("button", name="Start", exact=True).click()
    await expect(anns.locator(".phase")).to_have_text("playing")
    hand = await show_hand(anns)
    assert hand.startswith("Your hand: ")
    await keep_picture(anns, "extension-playing-panel")
    await keep_picture(bobs, "extension-playing-mobile")
    await keep_picture(eves, "extension-looking-panel")
    await keep_picture(strangers, "extension-stranger-mobile")
    assert hand[:12] in "".join(inn.given[anns]), "or else it would prove nothing"
    for page in (eves, strangers):
        assert inn.given[page]
        assert "Your hand: " not in "".join(inn.given[page])
        await expect(page.locator(".phase")).to_have_text("playing")
        assert await page.locator("#own").text_content() == ""
        assert await page.get_by_role("button", name=HELD).count() == 0
        assert await page.locator("#offers button:visible").count() == 0
        assert "Your hand: " not in await page.locator("#panel").inner_html()

    await play_one(anns, bobs)
    assert await anns.context.cookies() == []


async def play_one(*pages: Page) -> None:
    """Whoever is asked something presses the first move that there is."""
    async with asyncio.timeout(60):
        while True:
            for page in pages:
                if "yours" not in (await page.locator(".turn").first.get_attribute("class") or ""):
                    continue
                await show_hand(page)
                move, panel = page.locator("#offers button:visible").first, page.locator("#panel")
                before = await panel.get_attribute("data-key") or ""
                await keep_picture(page, "extension-my-turn")
                await move.click()
                await expect(panel).not_to_have_attribute("data-key", before)
                return
            await asyncio.sleep(0.1)


async def test_who_is_not_logged_in_is_told_to_log_in(inn: Inn, visitors: Visitors) -> None:
    page = await is_live(await inn.panel(visitors))
    await page.locator("#share").click()
    await expect(page.locator("#share-says")).to_contain_text("log in to Twitch first")


@pytest.mark.parametrize(
    ("claims", "secret", "says"),
    [
        ({"exp": int(time.time()) - 10}, signed.SECRET, "open for too long"),
        ({}, signed.OTHER_SECRET, "Twitch did not send you here"),
        ({"role": "external"}, signed.SECRET, "Twitch did not send you here"),
        ({"channel_id": "4242"}, signed.SECRET, "does not play in this channel"),
    ],
)
async def test_a_bad_token_opens_no_table(
    inn: Inn, visitors: Visitors, claims: dict[str, object], secret: str, says: str
) -> None:
    inn.host.claims, inn.host.secret = claims, secret
    try:
        page = await inn.panel(visitors, viewer(inn, "mal").id)
        await expect(page.locator("#door-says")).to_contain_text(says)
        assert await page.locator("#room").is_hidden()
        await keep_picture(page, "extension-refused-panel")
    finally:
        inn.host.claims, inn.host.secret = {}, signed.SECRET
    await page.get_by_role("button", name="Try again").focus()
    await page.reload()
    await is_live(page)


async def test_a_new_token_keeps_the_seat_and_one_without_a_name_ends_it(inn: Inn, visitors: Visitors) -> None:
    page = await shared(inn, visitors, viewer(inn, "ren"))
    async with page.expect_response("**/extension/renew") as renewed:
        await page.evaluate("Twitch.ext.standIn.renew()")
    assert (await renewed.value).status == 200
    await is_live(page)
    assert await page.locator("#share").count() == 0
    await page.evaluate("Twitch.ext.standIn.takeBack()")
    await expect(page.locator("#share")).to_be_visible()


async def test_the_page_keeps_key_and_token_nowhere(inn: Inn, visitors: Visitors) -> None:
    page = await shared(inn, visitors, viewer(inn, "sec"))
    async with page.expect_request("**/say") as said:
        await page.evaluate("import('./send.js').then(one => one.send('help'))")
    key = (await (await said.value).all_headers())["authorization"].removeprefix("Bearer ")
    kept = (
        "JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}, location.href,"
        " document.documentElement.outerHTML])"
    )
    found = await page.evaluate(kept)
    assert key.partition(".")[2] not in found
    assert signed.SECRET not in found
    assert await page.context.cookies() == []


async def test_the_page_of_another_site_can_ask_nothing(inn: Inn, visitors: Visitors) -> None:
    page = await visitors.page(await visitors.context(**PANEL))
    await page.route("http://evil.example/", lambda route: route.fulfill(body="<p>x", content_type="text/html"))
    await page.goto("http://evil.example/")
    token = signed.token(inn.channel.id, viewer(inn, "ida").id)
    asked = (
        "([server, token]) => fetch(server + '/extension/sign-in', {method: 'POST',"
        " headers: {'Content-Type': 'application/json'}, body: JSON.stringify({token})})"
        ".then(() => 'read', () => 'refused')"
    )
    assert await page.evaluate(asked, [inn.server.url, token]) == "refused"


async def test_its_settings_page_says_that_there_is_nothing_to_set(inn: Inn, visitors: Visitors) -> None:
    page = await visitors.page(await visitors.context(**PANEL))
    await page.route(HELPER, lambda route: route.fulfill(body=STAND_IN, content_type="text/javascript"))
    await page.goto(f"{inn.host.origin}/config.html")
    await expect(page.locator("p")).to_contain_text("nothing to set here")
    await keep_picture(page, "extension-config")
