"""Test that a game can be chosen by its card, explored by its pictures and opened, by mouse, finger and keys alone."""

import re

import pytest
from e2e.conftest import Room, Visitors, answered, keep_picture, say, until
from e2e.server import Server
from msgspec.structs import replace
from playwright.async_api import Page, Route, expect

from bot.ports.browser import GameChoice, GameOption, OptionValue, Preset
from bot.ports.platforms import MOST_HOSTED
from games.catalogue import catalogue

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = {"phone": (400, 800), "small": (360, 640), "desktop": (1280, 800)}
LOOKED_AT = (("small", True), ("desktop", False))
OURS = ("cones", "halflings", "headache", "poohead", "rogues")


async def chooser(page: Page) -> None:
    await page.click("#open-button")
    await expect(page.locator("#open .game-card").first).to_be_visible()


async def tab_to(page: Page, wanted: str) -> None:
    """Walk to the wanted element by the Tab key."""
    for _ in range(60):
        if await page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"nobody gets to {wanted} by the keyboard")


@pytest.mark.parametrize(
    ("size", "dark"),
    [
        pytest.param(size, dark, marks=[] if (size, dark) in LOOKED_AT else pytest.mark.soak)
        for size in SIZES
        for dark in (False, True)
    ],
)
async def test_a_table_is_opened_by_pressing_alone(server: Server, visitors: Visitors, size: str, dark: bool) -> None:
    width, height = SIZES[size]
    context = await visitors.context(width=width, height=height, dark=dark)
    page = await visitors.sit(f"{server.url}/room/chooser-{size}-{dark:d}", "Pete", context=context)
    await chooser(page)
    await expect(page.locator("#open .game-card")).to_have_count(len(catalogue()))
    await keep_picture(page, f"chooser-{size}-{dark:d}-cards")
    for name in OURS:
        await page.click(f"#game-{name}")
        await expect(page.locator(".lesson")).to_have_count(len(catalogue()[name].lessons()))
        await expect(page.get_by_role("button", name="Open the table")).to_be_in_viewport(ratio=1)
        await expect(page.locator(".lesson .board").first).to_be_in_viewport(ratio=1)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert await page.evaluate("(box => box.scrollWidth <= box.clientWidth)(document.querySelector('#open-games'))")
        await keep_picture(page, f"chooser-{size}-{dark:d}-{name}")
        await page.get_by_role("button", name="All games").click()
        await expect(page.locator(f"#game-{name}")).to_be_focused()
    await page.click("#game-halflings")
    await page.get_by_text("A duel for two").click()
    await page.get_by_role("button", name="Open the table").click()
    await expect(page.locator("#panel h2")).to_contain_text("Halflings")
    await expect(page.locator("#open")).to_be_hidden()
    assert await page.locator(".seat").count() == 1


async def test_the_pictures_are_stepped_through(server: Server, visitors: Visitors) -> None:
    page = await visitors.sit(
        f"{server.url}/room/lessons", "Pete", context=await visitors.context(width=400, height=800)
    )
    await chooser(page)
    for name in OURS:
        await page.click(f"#game-{name}")
        await step_through(page, name)
        await page.get_by_role("button", name="All games").click()


async def step_through(page: Page, name: str) -> None:
    """Step to the last picture, see each, and go one back by a key."""
    lessons, steps = page.locator(".lesson"), page.get_by_role("button", name="Next picture")
    count = await lessons.count()
    for at in range(count):
        await expect(lessons.nth(at)).to_be_in_viewport(ratio=0.9)
        await expect(page.locator(".lesson-count")).to_have_text(f"{at + 1} of {count}")
        await expect(lessons.nth(at).locator(".board")).to_have_attribute("aria-label", re.compile(r"\w"))
        await keep_picture(page, f"lesson-{name}-{at + 1}")
        if at + 1 < count:
            await steps.click()
    await expect(steps).to_have_attribute("aria-disabled", "true")
    await page.locator(".lesson-row").focus()
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator(".lesson-count")).to_have_text(f"{count - 1} of {count}")


async def test_a_table_is_opened_by_keys_alone(server: Server, visitors: Visitors) -> None:
    page = await visitors.sit(f"{server.url}/room/chooser-keys", "Pete")
    await tab_to(page, "#open-button")
    await page.keyboard.press("Enter")
    await expect(page.locator("#open .game-card").first).to_be_visible()
    await tab_to(page, "#game-headache")
    await page.keyboard.press("Enter")
    await expect(page.locator("#open-title")).to_be_focused()
    await tab_to(page, ".lesson-row")
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".lesson-count")).to_have_text("2 of 8")
    await tab_to(page, ".presets input")
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("radio", name="Quick")).to_be_checked()
    await tab_to(page, "#open-form [type=submit]")
    async with answered(page) as said:
        await page.keyboard.press("Enter")
    assert said[0]["said"]["text"] == "!open headache pace=quick"
    await expect(page.locator("#panel h2")).to_contain_text("Headache")


async def test_the_games_are_fetched_once_and_kept(server: Server, visitors: Visitors) -> None:
    context = await visitors.context()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url) if "games.json" in request.url else None)
    page = await visitors.sit(f"{server.url}/room/chooser-once", "Pete", context=context)
    await expect(page.locator("#empty-games > li")).to_have_count(5)
    await chooser(page)
    await page.get_by_role("button", name="Close").last.click()
    await chooser(page)
    assert len(asked) == 1
    answer = await page.request.get(asked[0])
    assert "immutable" in answer.headers["cache-control"]
    old = await page.request.get(re.sub("v=.*", "v=0", asked[0]))
    assert old.headers["cache-control"] == "no-cache"
    again = await page.request.get(asked[0], headers={"If-None-Match": answer.headers["etag"]})
    assert again.status == 304
    for lang in ("", "xx", "..%2F"):
        assert (await page.request.get(f"{server.url}/games.json?lang={lang}")).status == 200


async def test_who_gets_no_games_can_try_again(server: Server, visitors: Visitors) -> None:
    context = await visitors.context()

    async def fail(route: Route) -> None:
        await route.abort()

    await context.route("**/games.json*", fail)
    page = await visitors.sit(f"{server.url}/room/chooser-lost", "Pete", context=context)
    await page.click("#open-button")
    await expect(page.get_by_text("could not be fetched")).to_be_visible()
    await context.unroute("**/games.json*")
    await page.get_by_role("button", name="Try again").click()
    await expect(page.locator("#open .game-card").first).to_be_visible()


# Options, on a small bot that has one of every kind


def values(*words: str) -> tuple[OptionValue, ...]:
    return tuple(OptionValue(word, f"It is {word}") for word in words)


KINDS = GameOption("kinds", "Kinds", "a+b", "first", values=values("a", "b", "c"), several=True)
DRAW = GameOption("draw_rule", "Drawing", "by_chance", "first", values=values("by_chance", "chosen"))
VOTE = GameOption("vote_seconds", "To vote", "30", "clock", "30 seconds to vote", low=3, high=600)
PACE = GameOption("pace", "Waits", "2", "bots", "bots wait 2 seconds", low=0, high=60)
MONEY = GameOption("money", "Played with", "chips", "money", values=values("chips", "purse"))
BUYIN = GameOption("buyin", "Buy-in", "200", "money", "the buy-in is 200", low=1, high=1000)
SEATS = GameOption("seats", "Most at each table", "6", "tournament", "at most 6", low=3, high=6)
FORMS = GameChoice("forms", "Every Kind of Form", "All.", (1, 4), options=(KINDS, DRAW, VOTE, PACE))
QUICK = (
    Preset("Classic", "As usual.", (1, 4)),
    Preset("Quick", "Short.", (1, 4), "speed=quick", {"vote_seconds": "15"}),
)


async def page_of(room: Room, visitors: Visitors, choice: GameChoice) -> Page:
    room.bot.games = lambda _: (choice,)  # type: ignore[method-assign]
    page = await visitors.sit(room.url, "Pete", context=await visitors.context(width=400, height=800))
    await chooser(page)
    await page.click("#game-forms")
    return page


async def opened(room: Room, page: Page) -> str:
    async with answered(page):
        await page.get_by_role("button", name="Open the table").click()
    return room.bot.heard[-1].text


async def test_only_what_is_otherwise_is_said(room: Room, visitors: Visitors) -> None:
    page = await page_of(room, visitors, FORMS)
    kinds = page.get_by_role("group", name="Kinds")
    await kinds.get_by_label("It is a", exact=True).uncheck()
    await kinds.get_by_label("It is b", exact=True).click()
    await expect(kinds.get_by_label("It is b", exact=True)).to_be_checked()
    await kinds.get_by_label("It is c", exact=True).check()
    await page.get_by_label("It is chosen").check()
    await page.get_by_label("It is by_chance").check()
    await page.get_by_text("Time to think").click()
    await page.get_by_label("To vote").fill("45")
    await page.get_by_text("Bots and guests").click()
    await page.get_by_label("Waits").fill("0")
    await expect(page.get_by_text("usually 2")).to_be_visible()
    assert await opened(room, page) == "!open forms kinds=b+c vote_seconds=45 pace=0"


async def test_a_wrong_number_is_shown_where_it_was_folded_away(room: Room, visitors: Visitors) -> None:
    page = await page_of(room, visitors, FORMS)
    await page.get_by_text("Time to think").click()
    await page.get_by_label("To vote").fill("1")
    await page.get_by_text("Time to think").click()
    await page.get_by_role("button", name="Open the table").click()
    await expect(page.get_by_label("To vote")).to_be_focused()
    assert not [one for one in room.bot.heard if "open" in one.text]
    await page.get_by_label("To vote").fill("")
    assert await opened(room, page) == "!open forms"


async def test_a_preset_moves_what_nobody_has_touched(room: Room, visitors: Visitors) -> None:
    """What the preset sets is not said again; what the player set stays."""
    page = await page_of(room, visitors, replace(FORMS, presets=QUICK))
    await page.get_by_text("Time to think").click()
    await page.get_by_label("It is chosen").check()
    await page.get_by_text("Quick").click()
    await expect(page.get_by_label("To vote")).to_have_value("15")
    assert await opened(room, page) == "!open forms speed=quick draw_rule=chosen"


async def test_what_was_usual_before_is_said_beside_a_preset(room: Room, visitors: Visitors) -> None:
    page = await page_of(room, visitors, replace(FORMS, presets=QUICK))
    await page.get_by_text("Quick").click()
    await page.get_by_text("Time to think").click()
    await page.get_by_label("To vote").fill("30")
    assert await opened(room, page) == "!open forms speed=quick vote_seconds=30"


async def test_a_tournament_is_not_for_purses(room: Room, visitors: Visitors) -> None:
    """Options that a tournament refuses are hidden, and not sent even if they were filled in."""
    page = await page_of(room, visitors, replace(FORMS, options=(DRAW, MONEY, BUYIN, SEATS), tournament=True))
    await expect(page.get_by_label("Buy-in")).to_be_hidden()
    await expect(page.get_by_label("Most at each table")).to_be_hidden()
    await page.get_by_label("It is purse").check()
    await page.get_by_label("Buy-in").fill("300")
    await page.get_by_label("It is chosen").check()
    await page.get_by_label("A tournament over several tables").check()
    await expect(page.get_by_label("It is purse")).to_be_hidden()
    await expect(page.get_by_label("Buy-in")).to_be_hidden()
    await page.get_by_label("Most at each table").fill("4")
    assert await opened(room, page) == "!tournament forms draw_rule=chosen seats=4"


async def test_a_game_without_cover_and_lessons_can_be_chosen(room: Room, visitors: Visitors) -> None:
    page = await page_of(room, visitors, GameChoice("forms", "Every Kind of Form", "All."))
    await expect(page.locator(".lessons")).to_have_count(0)
    assert await opened(room, page) == "!open forms"


async def test_the_rules_stand_in_a_box_of_somebody_else(server: Server, visitors: Visitors) -> None:
    """Beside a board, at any width."""
    page = await visitors.sit(f"{server.url}/room/beside", "Pete")
    found = await page.evaluate(
        """async () => {
            const { lessonsAt } = await import("/static/lessons.js");
            const box = document.createElement("div");
            box.style.width = "320px";
            document.querySelector("#felt").replaceChildren(box);
            const [row, none] = [await lessonsAt("poohead", ""), await lessonsAt("nothing", "")];
            box.append(row.node);
            return none;
        }"""
    )
    assert found is None
    await expect(page.locator(".lesson")).to_have_count(8)

    async def fits() -> bool:
        box = await page.locator(".lesson .board").first.bounding_box()
        return box is not None and 290 <= box["width"] <= 320

    await until(fits)


async def test_whoever_hosts_as_many_tables_as_one_may_is_told_before_the_form_and_offered_to_close_one(
    room: Room, visitors: Visitors
) -> None:
    page = await visitors.sit(room.url, "Pete")
    await say(page, *("!open highest" for _ in range(MOST_HOSTED)))
    tables = list(room.bot.tables.values())
    await page.locator("#open-button").click()
    limit = page.locator("#open-limit")
    await expect(limit).to_be_hidden()
    for table in tables:
        table.first_hosts = True
        await room.bot.tell(table, "Pete hosts it.")
    await expect(limit).to_have_text(re.compile(f"You host {MOST_HOSTED} tables, which is the most."))
    await expect(limit.get_by_role("button")).to_have_count(MOST_HOSTED)
    await keep_picture(page, "hosts-most")
    await limit.get_by_role("button", name="Close Highest Number").first.click()
    await expect(limit).to_be_hidden()
    await expect(page.locator("#open-games .game-card").first).to_be_visible()
    assert len(room.bot.tables) == MOST_HOSTED - 1
