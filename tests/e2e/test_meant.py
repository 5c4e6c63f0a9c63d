"""Test that what a press costs and what an option means is told before it is chosen."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from e2e.conftest import Visitors, answered
from e2e.phases import Sight, sights
from e2e.staged import Staged, staged
from msgspec import Raw
from msgspec.structs import replace
from playwright.async_api import Locator, Page, expect

from bot.table.phases import Playing
from games.headache import GAME
from games.headache.state import Question
from games.kit.codec import codec
from games.kit.money import Suckers

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def looking() -> AsyncIterator[Staged]:
    async with staged() as room:
        yield room


async def seated(room: Staged, visitors: Visitors, width: int, height: int) -> Page:
    context = await visitors.own_context(width=width, height=height)
    return await visitors.sit(room.url, "andy", context=context)


def named(beginning: str) -> Sight:
    return next(one for one in sights(beginning.partition("-")[0]) if one.name.startswith(beginning))


def a_vote(*, suckers: int) -> Sight:
    """Return a vote on how the dice are played, of people who have so many suckers."""
    for one in sights("headache"):
        playing = one.session.phase
        if one.name.startswith("headache-voting-vote-5") and isinstance(playing, Playing):
            state = codec(GAME).state(playing.state)
            if state.phase.question is Question.METHOD:
                stacks = (Suckers(suckers),) * len(state.stacks)
                now = replace(playing, state=Raw(codec(GAME).encode(replace(state, stacks=stacks))))
                return one._replace(session=replace(one.session, phase=now))
    raise AssertionError("no such vote")


async def test_a_die_that_is_pressed_to_be_rolled_again_asks_before_it_costs(
    looking: Staged, visitors: Visitors
) -> None:
    page = await seated(looking, visitors, 400, 800)
    await looking.show(named("headache-rerolls-reroll+stay"), page)
    buttons = page.locator("#offers").get_by_role("button", name="Pay 1, roll again")
    await expect(buttons).to_be_visible()
    heard = len(looking.bot.heard)
    die = page.locator("#panel button.piece.kind-die")
    await expect(die).to_have_accessible_name("andy's d20, showing 16: roll it again for 1")
    await die.click()
    sure = page.locator("#press-bar .main-button")
    await expect(sure).to_have_text("Pay 1, roll again")
    await expect(buttons).to_be_hidden()
    assert looking.bot.heard[heard:] == []
    async with answered(page):
        await sure.click()
    assert [one.text for one in looking.bot.heard[heard:]] == ["reroll"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (400, 800)])
async def test_each_option_of_a_vote_says_what_it_means_before_it_is_chosen(
    looking: Staged, visitors: Visitors, width: int, height: int
) -> None:
    page = await seated(looking, visitors, width, height)
    await looking.show(a_vote(suckers=50), page)
    lives = page.locator("#offers").get_by_role("radio", name="multiple lives", exact=True)
    meaning = "Each die plays by itself: one is lost at a time."
    await expect(lives).to_have_accessible_description(meaning)
    await expect(page.locator("#offers .pill", has_text=meaning)).to_be_in_viewport(ratio=1)
    await expect(page.locator("#offers input:checked")).to_have_count(0)


async def test_on_a_small_screen_the_option_that_is_chosen_says_what_it_means(
    looking: Staged, visitors: Visitors
) -> None:
    page = await seated(looking, visitors, 360, 640)
    await looking.show(a_vote(suckers=50), page)
    lives = page.locator("#offers").get_by_role("radio", name="multiple lives", exact=True)
    await expect(lives).to_have_accessible_description("Each die plays by itself: one is lost at a time.")
    await expect(page.locator("#offers .meaning").first).to_be_hidden()
    await lives.check()
    await expect(page.locator(".choice-about")).to_have_text("Each die plays by itself: one is lost at a time.")


async def test_options_that_are_chosen_on_the_board_alone_are_explained_beside_it(
    looking: Staged, visitors: Visitors
) -> None:
    page = await seated(looking, visitors, 400, 800)
    await looking.show(a_vote(suckers=0), page)
    told = page.locator("#offers .meanings li", has_text="multiple lives: Each die plays by itself")
    await expect(told).to_be_visible()


@pytest.mark.parametrize("by", ["mouse", "keyboard", "touch"])
async def test_a_die_of_the_party_is_drawn_with_two_presses(looking: Staged, visitors: Visitors, by: str) -> None:
    page = await seated(looking, visitors, 400 if by == "touch" else 1280, 800)
    await looking.show(named("rogues-declaring-draw+drop+flee+trip-4-early"), page)
    heard = len(looking.bot.heard)

    async def pressed(what: Locator) -> None:
        if by == "keyboard":
            await what.press("Enter")
        else:
            await (what.tap() if by == "touch" else what.click())

    await pressed(page.locator("#panel button.piece.next[data-id^='draw.die']").first)
    sure = page.locator("#press-bar .main-button")
    await expect(sure).to_contain_text("Draw")
    async with answered(page):
        await pressed(sure)
    assert [one.text for one in looking.bot.heard[heard:]] == ["draw 6"]


@pytest.mark.parametrize("first", ["drop", "draw"])
async def test_a_die_is_set_aside_with_one_press_whether_or_not_one_of_the_party_is_picked(
    looking: Staged, visitors: Visitors, first: str
) -> None:
    page = await seated(looking, visitors, 400, 800)
    await looking.show(named("rogues-declaring-draw+drop+flee+trip-4-early"), page)
    heard = len(looking.bot.heard)
    party, own = (page.locator(f"#panel button.piece.next[data-id{kind}]") for kind in ("^='draw.die'", "*='drop.die'"))
    mine = page.locator(f"#panel button.piece[data-id='{await own.first.get_attribute('data-id')}']")
    if first == "draw":
        await party.first.click()
    async with answered(page):
        await mine.click()
    if first == "drop":
        await party.first.click()
    async with answered(page):
        await page.locator("#press-bar .main-button").click()
    assert [one.text.split()[0] for one in looking.bot.heard[heard:]] == ["drop", "draw"]
