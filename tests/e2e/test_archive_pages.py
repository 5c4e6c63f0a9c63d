"""Test the page of a place's games: filters, a season, and the pictures about a player."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from e2e.conftest import Visitors, keep_picture
from e2e.replayed import Archive, archive
from e2e.staged import told, violations
from playwright.async_api import Page, expect

from bot.ports.messages import Rights
from persistence import EmbeddedServer

pytestmark = pytest.mark.asyncio(loop_scope="session")
A_DAY = 24 * 3600


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def played(redis: EmbeddedServer) -> AsyncIterator[Archive]:
    async with archive(redis.url, "the games of a place") as made:
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def path(played: Archive) -> str:
    """Play fourteen duels of Pete and Ann for purses on fourteen days, and one of each other game. Return the page's
    path.
    """
    evening = played.evening
    evening.rights["mia"] = Rights.STAFF
    await evening.say("mia", "!season start Autumn <b>games</b>")
    for _ in range(14):
        await evening.lines("pete: !open halflings mode=duel money=purse buyin=200 cooldown=0", "ann: !join")
        await evening.say("pete", "!start")
        for name in ("pete", "ann"):
            await evening.say(name, "!stake 60")  # the Giant's stake is refused
        await evening.wait(A_DAY)
        for name in ("pete", "ann"):
            await evening.say(name, "!leave")
        await evening.wait(60)
    await played.finished("poohead")
    answer = await evening.say("pete", "!games")
    assert answer.ok, answer.text
    return str(answer.text).partition(f"{played.url}/")[2].split()[0]


async def opened(visitors: Visitors, played: Archive, path: str, **size: int) -> Page:
    page = await visitors.page(await visitors.context(**size))
    await page.goto(f"{played.url}/{path}")
    return page


async def fits(page: Page) -> None:
    await page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    assert list(told(await violations(page))) == []


async def test_the_games_of_a_place_are_listed_narrowed_down_and_watched(
    played: Archive, path: str, visitors: Visitors
) -> None:
    page = await opened(visitors, played, path, width=1280, height=900)
    games = page.locator("#games .game")
    await expect(games.nth(14)).to_be_visible()
    await expect(page.locator("#season-title")).to_contain_text("Autumn")
    await expect(page.locator("#season-box b")).to_have_count(0)
    await expect(page.locator("#evening-title")).to_contain_text("The evening of Jun")
    await expect(page.locator("#evening-lines li").first).to_contain_text("game")
    await fits(page)
    await keep_picture(page, "archive")
    await page.select_option("#game", "poohead")
    await expect(games).to_have_count(1)
    await expect(games.locator(".sat li")).to_contain_text(["Won", "🥈", "🥉"])
    assert page.url.endswith("?game=poohead")
    await expect(page.locator("#game")).to_have_value("poohead")
    await page.set_viewport_size({"width": 400, "height": 800})
    await fits(page)
    await keep_picture(page, "archive-phone")
    await games.first.get_by_role("link", name="Watch").click()
    await expect(page.locator("h1")).to_contain_text("of Poohead")
    for wrong in ("games/nowhere", f"{path}/0123456789ab", f"{path}/watch/0-0"):
        answer = await page.request.get(f"{played.url}/{wrong}")
        assert answer.status == 404, wrong


async def test_a_filter_that_makes_no_sense_filters_nothing(played: Archive, path: str, visitors: Visitors) -> None:
    page = await opened(visitors, played, f"{path}?season=x&page=-1", width=1280, height=900)
    await expect(page.locator("#games .game").nth(14)).to_be_visible()
    await page.goto(f"{played.url}/{path}?since=soon&until=2026-02-30&ended=never")
    await expect(page.locator("#games .game").nth(14)).to_be_visible()
    for asked in ("game=chess", "who=nobody", "page=99", "season=1&game=chess", "table=ZZZ", "ended=void"):
        await page.goto(f"{played.url}/{path}?{asked}")
        await expect(page.locator("#games")).to_have_text("No game like that is kept here.")


async def test_games_are_narrowed_down_by_table_by_how_they_ended_and_by_day(
    played: Archive, path: str, visitors: Visitors
) -> None:
    await played.evening.lines("pete: !leave", "pete: !open cones sectors=4", "pete: !bots 1", "pete: !start")
    await played.evening.sure("mia", "!reset the cat sat on it")
    page = await opened(visitors, played, path, width=1280, height=900)
    games = page.locator("#games .game")
    await page.select_option("#ended", "void")
    await expect(games).to_have_count(1)
    await expect(games.first).to_contain_text("the cat sat on it")
    await expect(games.first.locator(".options")).to_contain_text("sectors=4")
    code = (await games.first.locator(".hint").first.inner_text()).split()[-1]
    await page.goto(f"{played.url}/{path}?table={code.lower()}")
    await expect(games).to_have_count(1)
    day = await page.locator("#games time").first.get_attribute("datetime")
    assert day is not None
    await page.goto(f"{played.url}/{path}?since={day[:10]}&until={day[:10]}&ended=void")
    await expect(games).to_have_count(1)
    await page.goto(f"{played.url}/{path}?until=2001-01-01")
    await expect(page.locator("#games")).to_have_text("No game like that is kept here.")
    await page.goto(f"{played.url}/{path}?game=halflings")
    crossed = page.locator("#crossings tbody tr")
    await expect(crossed).to_have_count(2)
    won = [
        int((await row.locator("td").all_inner_texts())[at ^ 1].split()[0])
        for at, row in enumerate(await crossed.all())
    ]
    assert sum(won) == 14
    await fits(page)


async def test_who_is_not_listed_has_no_page_and_leads_to_none(played: Archive, path: str, visitors: Visitors) -> None:
    page = await opened(visitors, played, path, width=1280, height=900)
    ann = page.locator("#games").get_by_role("link", name="ann").first
    own = await ann.get_attribute("href")
    assert own is not None
    await played.evening.say("ann", "!top off")
    answer = await page.request.get(f"{played.url}{own}")
    assert answer.status == 404
    await page.reload()
    await expect(page.locator("#games").get_by_role("link", name="ann")).to_have_count(0)
    await expect(page.locator("#games")).to_contain_text("ann")
    assert "ann" not in await page.locator("#season-table").inner_text()
    assert "ann (" not in await page.locator("#who").inner_text()
    assert (await played.evening.say("ann", "!top on")).ok


async def test_what_games_say_of_somebody_is_seen_in_pictures(played: Archive, path: str, visitors: Visitors) -> None:
    ended = await played.evening.say("mia", "!season end")
    winner = "pete" if "Won by pete" in str(ended.text) else "ann"
    answer = await played.evening.say("pete", "!stats")
    own = str(answer.text).partition(f"{played.url}/")[2].split()[0]
    assert own.startswith(f"{path}/")
    page = await opened(visitors, played, own, width=1280, height=900)
    await expect(page.locator("h1")).to_have_text("What the games say of pete")
    await expect(page.locator("#charts svg").first).to_be_visible()
    await expect(page.locator("#badges .gold")).to_have_count(int(winner == "pete"))
    await expect(page.locator("#met").get_by_role("link", name="ann")).to_be_visible()
    await fits(page)
    await keep_picture(page, "profile")
    await page.set_viewport_size({"width": 400, "height": 800})
    await fits(page)
    await keep_picture(page, "profile-phone")
    await page.locator("#met").get_by_role("link", name="ann").click()
    await expect(page.locator("h1")).to_have_text("What the games say of ann")
    await expect(page.locator("#met").get_by_role("link", name="pete")).to_be_visible()
