"""Test the table room inside Discord in a real browser, in the frame of a stand-in, with the real bot behind it."""

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from e2e.conftest import Visitors, keep_picture
from e2e.server import Server
from playwright.async_api import Frame, FrameLocator, Page, expect
from standins.discord.app import DiscordApp
from standins.discord.people import Person
from standins.discord.places import Channel, Guild
from standins.discord.stand_in import DiscordStandIn

pytestmark = pytest.mark.asyncio(loop_scope="session")

LONG_ENOUGH = 30_000
"""Milliseconds after which a page has stopped waiting for Discord."""
PHONE, WINDOW = {"width": 400, "height": 800}, {"width": 1024, "height": 600}


class OnDiscord(Server):
    verb = "run"


@dataclass
class Voice:
    """A Discord with the bot on one server, and its app. `guild`: that server."""

    discord: DiscordStandIn
    app: DiscordApp
    server: OnDiscord
    guild: Guild

    def person(self, name: str, nick: str | None = None) -> Person:
        person = self.discord.world.person(name.lower(), display_name=name)
        self.guild.join(person, nick=nick)
        return person


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def voice() -> AsyncIterator[Voice]:
    with tempfile.TemporaryDirectory(prefix="pl-") as folder:
        async with DiscordStandIn() as discord, DiscordApp(discord.world) as app:
            guild = discord.world.guild("the inn")
            server = OnDiscord(
                Path(folder),
                DISCORD_TOKEN="a-token",
                DISCORD_API_BASE=discord.api_base,
                DISCORD_GATEWAY_URL=discord.gateway_url,
                DISCORD_CLIENT_ID=str(discord.world.bot.id),
                DISCORD_CLIENT_SECRET=discord.world.activities.secret,
                DISCORD_APP_ORIGINS=app.origin,
                DISCORD_FRAME_ORIGIN=app.frame_origin,
            )
            try:
                await server.start()
                await discord.world.until(lambda: discord.gateway.ready_sessions, 60)
                app.target = f"{server.url}/activity"
                yield Voice(discord, app, server, guild)
            finally:
                server.stop()


async def opened(voice: Voice, visitors: Visitors, channel: Channel, who: Person, **size: int) -> Page:
    """Return this person's Discord with the Activity of a channel open."""
    page = await visitors.page(await visitors.context(**(size or PHONE)))
    await page.goto(voice.app.address(channel, who))
    return page


def activity(page: Page) -> FrameLocator:
    return page.frame_locator("#activity")


def frame_of(page: Page) -> Frame:
    return page.frames[1]


async def came_in(voice: Voice, visitors: Visitors, channel: Channel, who: Person, **size: int) -> Page:
    page = await opened(voice, visitors, channel, who, **size)
    await activity(page).locator("#link[data-state=ok]").wait_for(state="attached")
    return page


async def press(page: Page, name: str) -> None:
    await activity(page).get_by_role("button", name=name, exact=True).click()


async def open_halflings(page: Page) -> None:
    room = activity(page)
    await room.locator("#open-button").click()
    await room.locator("#game-halflings").click()
    await room.locator(".preset-card", has_text="Duel").click()
    await room.get_by_text("Time to think").click()
    for key in ("stake_seconds", "roll_seconds", "split_seconds"):
        await room.locator(f"#set-halflings-clock-{key}").fill("600")
    await press(page, "Open the table")
    await expect(room.locator(".phase")).to_have_text("gathering")


async def play_on(*pages: Page) -> None:
    """Press the first choice of anybody who is asked, until the game is over."""
    async with asyncio.timeout(120):
        while not await activity(pages[0]).locator(".phase.between").count():
            for page in pages:
                await press_first(page)


async def press_first(page: Page) -> None:
    room = activity(page)
    move, panel = room.locator("#offers button:not(.quiet)").first, room.locator("#panel")
    if not await move.count() or "yours" not in (await room.locator(".turn").first.get_attribute("class") or ""):
        await asyncio.sleep(0.1)
        return
    before = await panel.get_attribute("data-key") or ""
    await move.click()
    await expect(panel).not_to_have_attribute("data-key", before)


async def test_two_people_play_a_round_by_presses(voice: Voice, visitors: Visitors) -> None:
    channel = voice.guild.voice("Game night")
    ann, bob = voice.person("Ann", nick="Ann of the inn"), voice.person("Bob")
    anns = await came_in(voice, visitors, channel, ann)
    await expect(activity(anns).locator("h1")).to_have_text("Game night")
    await expect(activity(anns).locator("#open-button")).to_be_visible()
    bobs = await came_in(voice, visitors, channel, bob, **WINDOW)
    await expect(activity(anns).locator("#around bdi")).to_have_text(["Bob"])
    await expect(activity(bobs).locator("#around bdi")).to_have_text(["Ann of the inn"])
    await keep_picture(anns, "activity-empty-phone")
    await keep_picture(bobs, "activity-empty-window")

    await open_halflings(anns)
    await expect(activity(bobs).locator(".phase")).to_have_text("gathering")
    await expect(activity(bobs).get_by_role("button", name="Invite Ann of the inn")).to_have_count(0)
    await keep_picture(anns, "activity-lobby-phone")
    await activity(anns).get_by_role("button", name="Invite Bob").click()
    await expect(activity(anns).locator("#status")).to_have_text("They were asked to sit down.")
    asked = activity(bobs).locator("#answer-text")
    await expect(asked).to_contain_text(re.compile("Ann of the inn.* asks you to sit down at .*Halflings"))
    await keep_picture(bobs, "activity-asked-window")
    await activity(bobs).locator("#answer-confirm").click()
    await expect(activity(anns).locator("#panel .seat")).to_have_count(2)
    await expect(activity(bobs).locator(".seat.you .seat-name bdi")).to_have_text("Bob")

    await press(anns, "Start")
    await expect(activity(anns).locator(".phase")).to_have_text("playing")
    await frame_of(bobs).evaluate("location.reload()")
    await activity(bobs).locator("#link[data-state=ok]").wait_for(state="attached")
    await expect(activity(bobs).locator(".seat.you .seat-name bdi")).to_have_text("Bob")
    await keep_picture(anns, "activity-playing-phone")
    await keep_picture(bobs, "activity-playing-window")
    await play_on(anns, bobs)
    await expect(activity(anns).locator(".result")).to_contain_text(re.compile("wins|loses"))
    await keep_picture(anns, "activity-over-phone")
    await keep_picture(bobs, "activity-over-window")

    # The same selves and the same table as in the channel's chat
    [card] = [one for one in channel.from_bot if "Halflings" in one.text][-1:]
    assert "Ann of the inn" in card.text
    assert voice.app.cookies == []
    assert {asked for _, asked in voice.discord.world.activities.asked} == {("identify",)}


async def test_behind_the_proxys_prefix_all_is_as_without_it(voice: Voice, visitors: Visitors) -> None:
    voice.app.prefix = "/.proxy/"
    voice.app.passed.clear()
    try:
        page = await came_in(voice, visitors, voice.guild.voice("Prefixed"), voice.person("Cleo"))
        await activity(page).locator("#open-button").click()
        await expect(activity(page).locator("#game-halflings")).to_be_visible()
    finally:
        voice.app.prefix = "/"
    assert [one for one in voice.app.passed if not one[1].startswith("/.proxy/") or one[2] >= 400] == []
    assert {"/.proxy/live", "/.proxy/sign-in"} <= {path for _, path, _ in voice.app.passed}


async def test_outside_discord_one_reads_where_to_open_it_and_sees_no_table(voice: Voice, visitors: Visitors) -> None:
    for address in (f"{voice.server.url}/activity", f"{voice.app.frame_origin}/?platform=desktop"):
        page = await visitors.page(await visitors.context(**PHONE))
        await page.goto(address)
        await page.wait_for_url(re.compile("/(?:[?]|$)"))
        await expect(page.locator("#door-title")).to_have_text("Open me inside Discord")
        await expect(page.locator("#door-says")).to_contain_text("Join a voice channel there")
        assert await page.locator("#room, header.bar, nav.switch").filter(visible=True).count() == 0
        assert (
            await page.evaluate(
                "performance.getEntriesByType('resource').some(one => /(live|sign-in)$/.test(one.name))"
            )
            is False
        )
        await keep_picture(page, "activity-outside-phone")


async def test_who_declines_is_told_so_and_may_try_again(voice: Voice, visitors: Visitors) -> None:
    channel, dan = voice.guild.voice("Shy"), voice.person("Dan")
    declining = voice.discord.world.activities.declining
    declining.add(dan.id)
    page = await opened(voice, visitors, channel, dan)
    says = activity(page).locator("#door-says")
    await expect(says).to_contain_text("Nobody was signed in")
    await keep_picture(page, "activity-declined-phone")
    await expect(activity(page).locator("#door-again")).to_be_focused()
    declining.clear()
    voice.discord.faults.next("POST", "/oauth2/token", status=503)
    await activity(page).locator("#door-again").press("Enter")
    await expect(says).to_contain_text("Discord can't be asked just now who you are")
    await press(page, "Try again")
    await activity(page).locator("#link[data-state=ok]").wait_for(state="attached")
    await expect(activity(page).locator("#menu > summary bdi")).to_have_text("Dan")


async def test_a_page_keeps_its_key_nowhere(voice: Voice, visitors: Visitors) -> None:
    page = await visitors.page(await visitors.context(**PHONE))
    async with page.expect_response("**/sign-in") as given:
        await page.goto(voice.app.address(voice.guild.voice("Keyless"), voice.person("Eve")))
    key = (await (await given.value).json())["key"]
    await activity(page).locator("#link[data-state=ok]").wait_for(state="attached")
    kept = (
        "JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}, location.href,"
        " document.documentElement.outerHTML])"
    )
    assert key.partition(".")[2] not in await frame_of(page).evaluate(kept)
    assert await page.context.cookies() == []


async def test_no_other_page_may_frame_it(voice: Voice, visitors: Visitors) -> None:
    page = await visitors.page(await visitors.context(**PHONE))
    body = f'<iframe src="{voice.app.frame_origin}/?frame_id=a&instance_id=b&platform=desktop"></iframe>'
    await page.route("http://evil.example/", lambda route: route.fulfill(body=body, content_type="text/html"))
    await page.goto("http://evil.example/")  # until everything is loaded, also the content of the frame
    assert await frame_of(page).locator("#door, #room").count() == 0
    assert frame_of(page).url.startswith("chrome-error://")


async def test_what_another_page_says_is_not_taken_for_discord(voice: Voice, visitors: Visitors) -> None:
    """Another frame in the same app says that it is ready, and answers before Discord does."""
    voice.app.silent = True
    try:
        page = await visitors.page(await visitors.own_context(**PHONE))
        await page.clock.install()
        await page.goto(voice.app.address(voice.guild.voice("Forged"), voice.person("Gil")))
        forged = '[1, {cmd: "DISPATCH", evt: "READY", data: {v: 1}}]'
        body = f"<script>setInterval(() => parent.frames[0].postMessage({forged}, '*'), 50)</script>"
        await page.route("http://evil.example/", lambda route: route.fulfill(body=body, content_type="text/html"))
        says = activity(page).locator("#door-says")
        await expect(says).to_have_text("Looking for Discord…")
        await page.evaluate(
            "document.body.append(Object.assign(document.createElement('iframe'), {src: 'http://evil.example/'}))"
        )
        await page.wait_for_function("heard.length")
        await page.clock.run_for(LONG_ENOUGH)
        await expect(says).to_contain_text("Discord gives no answer")
    finally:
        voice.app.silent = False
    assert {message[0] for message in await page.evaluate("heard")} == {0}


async def test_a_seat_that_was_opened_elsewhere_leads_back_in(voice: Voice, visitors: Visitors) -> None:
    channel, hal = voice.guild.voice("Twice"), voice.person("Hal")
    first = await came_in(voice, visitors, channel, hal)
    second = await came_in(voice, visitors, channel, hal)
    link = activity(first).locator("#link")
    await expect(link).to_contain_text("Your seat was opened on another device")
    await link.get_by_role("link", name="Come in again").click()
    await activity(first).locator("#link[data-state=ok]").wait_for(state="attached")
    await expect(activity(second).locator("#link")).to_contain_text("Your seat was opened on another device")


async def test_an_application_that_discord_refuses_is_told_at_once(voice: Voice, visitors: Visitors) -> None:
    voice.app.closes = True
    try:
        page = await opened(voice, visitors, voice.guild.voice("Refused"), voice.person("Ida"))
        await expect(activity(page).locator("#door-says")).to_contain_text("Discord gives no answer", timeout=8000)
    finally:
        voice.app.closes = False
