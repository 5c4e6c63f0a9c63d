"""Test how a game ends on the page: who won, large, what decided it, one's own place, and what is pressed next."""

import re
from collections.abc import AsyncIterator, Sequence
from time import time

import pytest
import pytest_asyncio
from e2e.conftest import Visitors, keep_picture
from e2e.phases import Sight, sights, updates
from e2e.staged import SETTLE, Staged, staged, told, violations
from msgspec.structs import replace
from playwright.async_api import Page, expect

from bot.ports.messages import Answer, Message, News, SeatLine, Update
from bot.text import Words

pytestmark = pytest.mark.asyncio(loop_scope="session")

ABOVE_COMMANDS = """() => [...document.querySelectorAll(".after button, .standing:last-child")].slice(0, 4)
    .map((one) => one.getBoundingClientRect().bottom)
    .map((bottom) => bottom <= document.getElementById("commands").getBoundingClientRect().top)"""
"""Of what is done with the game that is over, and of the winner: whether it is in sight without scrolling."""

LINK = "https://games.example/game/3HbJRjad"
SHARED = """() => {
    const media = window.matchMedia;
    window.matchMedia = (asked) => (asked.includes("coarse") ? { matches: true } : media(asked));
    Object.defineProperty(navigator, "share", { configurable: true, value: (what) => { window.shared = what.url; } });
}"""

PLAIN_HTTP = """() => {
    const none = { configurable: true, value: undefined };
    for (const one of ["share", "clipboard"]) Object.defineProperty(navigator, one, none);
    document.addEventListener("copy", () => { window.copied = document.activeElement.value; });
}"""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shown() -> AsyncIterator[Staged]:
    async with staged() as room:
        yield room


def over(name: str) -> Sight:
    """Return the first table whose game is over, among those whose names begin so."""
    return next(one for one in sights(name.partition("-")[0]) if one.name.startswith(name))


async def told_all(room: Staged, shown: Sequence[Update]) -> None:
    assert room.bot.room is not None
    room.bot.shown = tuple(shown)
    for update in shown:
        await room.bot.room.show(update)


def with_seats(shown: Sequence[Update], **of: SeatLine) -> tuple[Update, ...]:
    """Return the updates with other seats, by their numbers: `s0`, `s1`."""
    return tuple(
        replace(one, card=replace(one.card, seats=tuple(of.get(f"s{seat.seat}", seat) for seat in one.card.seats)))
        for one in shown
    )


async def ends(room: Staged, page: Page, sight: Sight) -> None:
    """Let the game of this table end before the eyes of a page that saw it on."""
    await room.show(sight, page)
    end = updates(sight, room.bot.viewer, Words(page=True))
    await told_all(room, [replace(one, card=replace(one.card, phase="playing"), news=()) for one in end])
    await expect(page.locator("#ending")).to_be_hidden()
    await told_all(room, end)


async def test_who_won_is_celebrated_over_the_board_until_something_is_pressed(
    shown: Staged, visitors: Visitors
) -> None:
    page = await visitors.sit(shown.url, "andy")
    await ends(shown, page, over("halflings-over-4"))
    moment = page.locator("#moment")
    await expect(moment).to_be_visible()
    await expect(moment.locator(".winner-names")).to_have_text("Pete Best")
    await expect(moment.locator(".winner-word")).to_have_text("wins Halflings & Giants +3")
    await expect(moment.locator(".winner-mine")).to_have_text(re.compile("^You came 2nd: "))
    await expect(moment.locator(".crowned use[href*='#face-']")).to_have_count(1)
    await expect(moment.locator(".deciding .kind-die")).to_have_count(3)  # the Giant's and the winner's
    await expect(moment.locator(".rays, .confetti")).to_have_count(0)  # a house bot has won
    await expect(moment).to_have_attribute("aria-hidden", "true")
    await page.keyboard.press("Escape")
    await expect(moment).to_be_hidden()
    await expect(moment).to_have_text("")


async def test_it_passes_by_itself(shown: Staged, visitors: Visitors) -> None:
    page = await visitors.sit(shown.url, "andy")
    await ends(shown, page, over("poohead-over-2"))
    await expect(page.locator("#moment .deciding .kind-card")).to_have_count(1)
    await expect(page.locator("#moment .rays, #moment .confetti")).to_have_count(2)
    await expect(page.locator("#moment .winner-fallen")).to_have_text("andy is the Poohead")
    await page.evaluate(SETTLE)
    await expect(page.locator("#moment")).to_be_hidden()
    await expect(page.locator(".standing .mark")).to_have_attribute("aria-label", "andy is the Poohead")


async def test_whoever_comes_after_the_end_sees_only_how_it_ended(shown: Staged, visitors: Visitors) -> None:
    page = await visitors.sit(shown.url, "andy")
    await shown.show(over("headache-over"), page)
    end = updates(over("headache-over"), shown.bot.viewer, Words(page=True))
    others = {f"s{one.seat}": replace(one, remark="W" * 24) for one in end[0].card.seats if not one.won}
    won = {f"s{one.seat}": replace(one, remark="was at 12 % · Spree") for one in end[0].card.seats if one.won}
    await told_all(shown, with_seats(end, **others, **won))
    await expect(page.locator("#moment")).to_be_hidden()
    await expect(page.locator(".standing.large .remark")).to_have_text("was at 12 % · Spree")
    large = page.locator(".standing.large")
    await expect(large).to_have_count(1)
    await expect(large.locator(".crown")).to_have_count(1)
    await expect(large.locator(".gain")).to_have_text("+400")
    await expect(page.locator(".result .mine")).to_have_text("You lose 100.")
    await expect(page.locator(".standing:not(.large) .medal")).to_have_text(["🥈", "🥉", "", ""])
    came = replace(end[0].card.seats[3], won=False, new=True)
    await told_all(shown, with_seats(end, s3=came))
    await expect(page.locator(".standing .seat-name bdi").filter(has_text=came.name)).to_have_count(0)
    await expect(page.locator(".standings li.more")).to_have_text([f"Also in the next game: {came.name}"])


async def test_where_nobody_won_nobody_is_celebrated(shown: Staged, visitors: Visitors) -> None:
    page = await visitors.sit(shown.url, "andy")
    await ends(shown, page, over("rogues-over-2"))
    await expect(page.locator(".result .mine")).to_have_text(re.compile("^You (lose|gain) "))
    await expect(page.locator("#moment")).to_be_hidden()
    await expect(page.locator(".standing.large")).to_have_count(0)


OWN = (
    ({"won": True, "place": 1, "gain": 60}, "You win: +60"),
    ({"won": True, "place": 1, "gain": None}, "You win"),
    ({"place": 2, "gain": -5}, "You came 2nd: \N{MINUS SIGN}5"),
    ({"place": 3, "gain": 0}, "You came 3rd: ±0"),
    ({"place": 11, "gain": -90}, "You came 11th: \N{MINUS SIGN}90"),
    ({"place": 22, "gain": 1}, "You came 22nd: +1"),
    ({"gain": 7}, "You gain 7."),
    ({"gain": -1200}, "You lose 1,200."),
    ({"gain": 0}, "You come out even."),
)


async def test_ones_own_place_is_told_in_the_second_person(shown: Staged, visitors: Visitors) -> None:
    page = await visitors.sit(shown.url, "andy")
    sight = over("headache-over")
    await shown.show(sight, page)
    end = updates(sight, shown.bot.viewer, Words(page=True))
    mine = end[0].card.seats[0]
    assert mine.you
    for changed, says in OWN:
        await told_all(shown, with_seats(end, s0=replace(mine, **{"won": False, "place": 0, **changed})))
        await expect(page.locator(".result .mine")).to_have_text(says)


async def test_next_game_comes_first_and_a_list_says_what_it_is_for(shown: Staged, visitors: Visitors) -> None:
    page = await visitors.sit(shown.url, "andy")
    await shown.show(over("cones-over"), page)
    await expect(page.locator("#commands button").first).to_have_text("Next game")
    await expect(page.locator("#commands .main-button")).to_have_count(1)
    hold = page.get_by_role("button", name="Stop here")
    await expect(hold).to_have_count(0)
    end = shown.bot.shown
    soon = int(time() * 1000) + 900_000
    await told_all(shown, [replace(one, card=replace(one.card, ends_at=soon, is_host=True)) for one in end])
    await expect(page.locator("#commands button").first).to_have_text(re.compile(r"^Next game in \d{3} s$"))
    await expect(hold).to_be_visible()
    await told_all(shown, end)
    await expect(page.get_by_label("Your colour", exact=True)).to_be_visible()
    assert list(told(await violations(page))) == []
    for width, height in ((1280, 800), (400, 800), (360, 640)):
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(ABOVE_COMMANDS) == [True] * 4, f"{width}x{height}"


async def shares(shown: Staged, page: Page, monkeypatch: pytest.MonkeyPatch, browser: str) -> list[str]:
    """Press Share after a game, in a browser that this script makes what it is; return what the bot heard of it."""
    await shown.show(over("cones-over"), page)
    await page.evaluate(browser)
    heard: list[str] = []

    async def hear(message: Message) -> Answer:
        heard.append(message.text)
        return Answer(f"Watch it here: {LINK}.")

    monkeypatch.setattr(shown.bot, "hear", hear)
    await page.get_by_role("button", name="Share", exact=True).click()
    return heard


async def test_a_game_is_shared_by_the_address_of_its_replay(
    shown: Staged, visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await visitors.sit(shown.url, "andy")
    heard = await shares(shown, page, monkeypatch, SHARED)
    await page.wait_for_function("() => window.shared !== undefined")
    assert await page.evaluate("window.shared") == LINK
    assert heard == ["replay"]
    await expect(page.locator("#answer")).to_be_hidden()


async def test_where_there_is_no_share_sheet_it_is_copied_or_shown_until_the_next_game(
    shown: Staged, visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over plain http there is neither a share sheet nor a clipboard, only the old way to copy."""
    page = await visitors.sit(shown.url, "andy")
    await shares(shown, page, monkeypatch, PLAIN_HTTP)
    await expect(page.locator(".after .share")).to_have_text("Copied")
    assert await page.evaluate("window.copied") == LINK
    await expect(page.locator("#answer")).to_be_hidden()
    await page.evaluate("document.execCommand = () => false")
    await page.locator(".after .share").click()
    await expect(page.locator("#answer-text")).to_contain_text(LINK)
    end = shown.bot.shown
    await told_all(shown, [replace(one, card=replace(one.card, phase="playing"), news=()) for one in end])
    await expect(page.locator("#answer")).to_be_hidden()


async def test_ones_own_result_stands_first_with_what_became_of_ones_hand(shown: Staged, visitors: Visitors) -> None:
    page = await visitors.sit(shown.url, "andy")
    await shown.show(over("rogues-over-4"), page)
    end = updates(over("rogues-over-4"), shown.bot.viewer, Words(page=True))
    told_last = next(line for line in reversed(end[0].news) if line.of_game)
    lot = "andy 6-5, 11: Consumed by the Maw, 1 die left."
    told = (
        f"The Giant is an 8. {lot} Bill 5-4, 9: topples it. Pete 5-3, 8: topples it as well. Bill wins 60, by so much."
    )
    await told_all(shown, [replace(one, news=(replace(told_last, text=told),)) for one in end])
    await expect(page.locator(".result .after > :first-child")).to_have_class("mine")
    await expect(page.locator(".result .lot")).to_have_text(lot)


async def test_nobody_elses_lot_is_told_as_ones_own(shown: Staged, visitors: Visitors) -> None:
    page = await visitors.sit(shown.url, "andy")
    await shown.show(over("rogues-over-4"), page)
    end = updates(over("rogues-over-4"), shown.bot.viewer, Words(page=True))
    told_last = next(line for line in reversed(end[0].news) if line.of_game)
    ann, anna = (replace(end[0].card.seats[at], name=name) for at, name in enumerate(("Ann", "Anna")))
    assert ann.you
    theirs, mine = "Anna 6-5, 11: Consumed by the Maw.", "Ann 5-3, 8: Consumed by the Maw."
    for said, lot in (((mine, theirs), mine), ((theirs,), None)):
        told = f"The Giant is an 8. {' '.join(said)} Bill 5-4, 9: topples it. Anna held 6, and Bill wins 60 from her."
        news = (replace(told_last, text=told),)
        await told_all(shown, [replace(one, news=news) for one in with_seats(end, s0=ann, s1=anna)])
        await expect(page.locator(".result .end")).to_contain_text("Bill wins 60 from her.")
        await expect(page.locator(".result .lot")).to_have_count(1 if lot else 0)
        if lot:
            await expect(page.locator(".result .lot")).to_have_text(lot)


async def test_the_replay_of_a_game_opens_in_a_tab_of_its_own(
    shown: Staged, visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await visitors.sit(shown.url, "andy")
    await shown.show(over("cones-over"), page)
    answers = [Answer(f"Watch it here: {shown.url}."), Answer("Not yet.")]

    async def hear(_message: Message) -> Answer:
        return answers.pop(0)

    monkeypatch.setattr(shown.bot, "hear", hear)
    watch = page.get_by_role("button", name="Watch it again")
    async with page.expect_popup() as opened:
        await watch.click()
    tab = await opened.value
    await tab.wait_for_url(f"{shown.url}**")
    await tab.close()
    await expect(page.locator("#answer")).to_be_hidden()
    async with page.expect_popup() as opened:
        await watch.click()
    await expect(page.locator("#status")).to_have_text("Not yet.")
    assert (await opened.value).is_closed()


@pytest.mark.parametrize("size", [(1280, 800), (1280, 960), (1280, 700)])
async def test_at_a_low_desk_what_happened_and_its_proof_are_read_in_the_place_of_the_chat(
    shown: Staged, visitors: Visitors, size: tuple[int, int]
) -> None:
    context = await visitors.context(width=size[0], height=size[1])
    page = await visitors.sit(shown.url, "andy", context=context)
    await shown.show(over("cones-over"), page)
    seal = News("The hash of game 7 is ABC.", int(time() * 1000), fine=True, order=1)
    await told_all(shown, [replace(one, news=(seal,)) for one in shown.bot.shown])
    await page.get_by_role("button", name="What happened").click()
    log = page.locator("#news li").last
    await expect(log).to_be_in_viewport(ratio=0.8)
    await expect(page.locator("#chat")).to_be_hidden()
    await page.locator("#proofs summary").click()
    await expect(page.locator("#proof-lines li").last).to_be_in_viewport(ratio=0.9)
    assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    await keep_picture(page, f"log-after-{size[0]}x{size[1]}")
    assert list(told(await violations(page))) == []
    await page.get_by_role("button", name="Chat", exact=True).click()
    await expect(page.locator("#chat")).to_be_visible()
    await expect(page.locator("#to-news")).to_be_focused()
