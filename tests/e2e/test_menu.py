"""Test a table's menu on the real bot: the form of options, a moderator's entries, and that every entry answers."""

import pytest
from e2e.conftest import STAFF_WORD, Visitors, keep_picture, say
from e2e.server import Server
from e2e.staged import told, violations
from playwright.async_api import Locator, Page, expect

from bot.commands.wing import entries as more
from bot.render.menu import menu
from bot.text import Words

pytestmark = pytest.mark.asyncio(loop_scope="session")

RELOADED = 15_000
SAY_NOTHING = "document.getElementById('status').textContent = ''"


async def choose_entry(page: Page, selector: str) -> None:
    """Press an entry where it stands: in a part of the table's menu, or under one's own face."""
    if await page.locator(f"#mine {selector}").count():
        await page.locator("#my-menu").click()
        await unfold(page.locator("#mine"), selector)
        await page.locator(f"#mine {selector}").click()
        return
    await page.locator("#more").click()
    menu = page.locator("#table-menu")
    part = await menu.locator("section", has=page.locator(selector)).get_attribute("data-part")
    await menu.locator(f'.menu-parts [data-part="{part}"]').click()
    await unfold(menu, selector)
    await menu.locator(selector).click()


async def unfold(menu: Locator, selector: str) -> None:
    """Open what an entry is folded into, if it is."""
    folded = menu.locator("details.menu-more:not([open])", has=menu.page.locator(selector))
    if await folded.count():
        await folded.locator("summary").click()


async def choose(page: Page, label: str) -> None:
    await choose_entry(page, f'.menu-entry:has-text("{label}")')


async def entries(page: Page) -> list[str]:
    """Return the lines of all entries: those of the table's menu, and one's own."""
    await page.locator("#more").click()
    found = [await one.get_attribute("data-line") or "" for one in await page.locator(".menu-entry").all()]
    await page.keyboard.press("Escape")
    await expect(page.locator("#table-menu")).to_be_hidden()
    await expect(page.locator("#more")).to_be_focused()
    return [one for one in found if one]


async def test_the_host_changes_options_and_all_see_them_in_words(server: Server, visitors: Visitors) -> None:
    pete, lola = [await visitors.sit(f"{server.url}/room/options", name) for name in ("Pete", "Lola")]
    await say(pete, "!open headache pace=quick")
    await expect(lola.locator(".chosen")).to_have_text("Quick")
    await expect(lola.get_by_role("button", name="Change options")).to_have_count(0)
    await pete.get_by_role("button", name="Change options").click()
    menu = pete.locator("#table-menu")
    await expect(menu.get_by_role("radio", name="Quick")).to_be_checked()
    await menu.get_by_role("button", name="Set the options").click()
    await expect(menu.get_by_role("status")).to_have_text("Nothing is changed yet.")
    await menu.get_by_label("Suckers to begin with").fill("300")
    await menu.get_by_role("radio", name="Classic").check()
    await menu.get_by_role("button", name="Set the options").click()
    for page in (pete, lola):
        await expect(page.locator(".chosen li")).to_have_text(["Each seat begins with 300"])
    await expect(lola.locator(".seat .stack").first).to_contain_text("300")
    await choose(lola, "Options")
    await expect(lola.locator("#answer-text")).to_contain_text("300")


async def test_a_bad_value_is_told_in_a_sentence_and_changes_nothing(server: Server, visitors: Visitors) -> None:
    pete = await visitors.sit(f"{server.url}/room/bad", "Pete")
    await say(pete, "!open headache")
    await pete.get_by_role("button", name="Change options").click()
    await pete.locator("#table-menu").get_by_label("Entrance fee").fill("5000")
    await pete.locator("#table-menu").get_by_role("button", name="Set the options").click()
    await expect(pete.locator("#status, #answer-text").filter(has_text="entrance fee")).to_be_visible()
    await expect(pete.locator(".chosen li")).to_have_text(["Played as usual"])


async def test_each_is_offered_what_is_theirs_and_each_entry_answers(server: Server, visitors: Visitors) -> None:
    pete = await visitors.sit(f"{server.url}/room/entries", "Pete")
    context = await visitors.context(width=400, height=800)
    lola = await visitors.sit(f"{server.url}/room/entries", "Lola", context=context)
    await say(pete, "!open halflings mode=duel stake_seconds=600")
    await pete.get_by_role("button", name="Add a house bot").click()
    await pete.get_by_role("button", name="Start", exact=True).click()
    await expect(lola.locator("#panel")).to_have_attribute("data-phase", "playing")
    listed = [entry for entry in menu(Words(page=True), more()) if entry.group != "staff"]
    of_all = [entry.line for entry in listed if not entry.who]
    assert sorted(await entries(lola)) == sorted(of_all)
    await expect(pete.locator("#panel")).to_have_attribute("data-phase", "playing")
    assert set(await entries(pete)) == {entry.line for entry in listed if entry.when not in {"looking", "closed"}} | {
        "leave"
    }
    for line in of_all:
        await lola.evaluate(SAY_NOTHING)
        await choose_entry(lola, f'[data-line="{line}"]')
        if await lola.locator("#table-menu .menu-ask").is_visible():
            await lola.locator("#table-menu [type=submit]").click()
        await expect(lola.locator("#answer:visible #answer-text, #status:not(:empty)").first).to_be_visible()
        if await lola.locator("#answer").is_visible():
            await lola.keyboard.press("Escape")
            await expect(lola.locator("#answer")).to_be_hidden()
    await lola.locator("#more").click()
    assert list(told(await violations(lola))) == []
    await keep_picture(lola, "menu-phone")


async def test_a_moderator_pauses_and_calls_off(server: Server, visitors: Visitors) -> None:
    pete, mo = [await visitors.sit(f"{server.url}/room/moderated", name) for name in ("Pete", "Mo")]
    await say(pete, "!open halflings mode=duel stake_seconds=600")
    await pete.get_by_role("button", name="Add a house bot").click()
    await pete.get_by_role("button", name="Start", exact=True).click()
    await expect(mo.locator("#panel")).to_have_attribute("data-phase", "playing")
    await say(mo, f"!staff {STAFF_WORD}")
    await mo.wait_for_event("load", timeout=RELOADED)
    await choose(mo, "Pause the table")
    await mo.get_by_label("Why? All are told.").fill("pizza")
    await mo.locator("#table-menu [type=submit]").click()
    await expect(pete.locator(".turn")).to_have_text("Paused")
    assert "pause" not in await entries(mo)
    await choose(mo, "End the pause")
    await expect(pete.locator(".turn.stands")).to_have_count(0)
    await choose(mo, "Call the game off")
    await mo.get_by_label("Why? All are told.").fill("wrong stakes")
    await mo.locator("#table-menu [type=submit]").click()
    await mo.locator("#answer-confirm").click()
    await expect(pete.locator("#panel")).to_have_attribute("data-phase", "lobby")
    await expect(pete.locator("#news")).to_contain_text("wrong stakes")
    await choose(mo, "Remove a player")
    await mo.get_by_label("Whom?").select_option(label="Pete")
    await mo.locator("#table-menu [type=submit]").click()
    await mo.locator("#answer-confirm").click()
    await expect(pete.locator(".seat.you")).to_have_count(0)
    assert STAFF_WORD not in await pete.locator("#chat").inner_text()


async def test_who_looks_on_guesses_in_the_menu_and_sees_the_counts(server: Server, visitors: Visitors) -> None:
    pete = await visitors.sit(f"{server.url}/room/guesses", "Pete")
    lola = await visitors.sit(
        f"{server.url}/room/guesses", "Lola", context=await visitors.context(width=400, height=800)
    )
    await say(pete, "!open halflings mode=duel stake_seconds=600")
    await pete.get_by_role("button", name="Add a house bot").click()
    await choose(lola, "Guess who wins")
    await keep_picture(lola, "guess-asks-phone")
    await lola.get_by_label("Whom?").select_option(label="Pete")
    await lola.locator("#table-menu [type=submit]").click()
    await expect(lola.locator("#answer-text, #status").filter(has_text="You guess that Pete wins")).to_be_visible()
    await keep_picture(lola, "guess-noted-phone")
    await pete.get_by_role("button", name="Start", exact=True).click()
    for page in (pete, lola):
        await expect(page.get_by_text("Guesses on game 1 are closed: Pete 1.").first).to_be_attached()
    await keep_picture(pete, "guesses-closed")
    await expect(lola.locator("#offers")).to_have_text("You are looking on.")
    await expect(lola.get_by_role("button", name="Join the next game")).to_be_in_viewport()


async def test_who_is_chosen_from_the_menu_is_a_person_whatever_their_name_means(
    server: Server, visitors: Visitors
) -> None:
    high, lola = [await visitors.sit(f"{server.url}/room/names", name) for name in ("High", "Lola")]
    await say(high, "!open halflings mode=duel stake_seconds=600")
    await choose(lola, "Guess who wins")
    await lola.get_by_label("Whom?").select_option(label="High")
    await lola.locator("#table-menu [type=submit]").click()
    await expect(lola.locator("#answer-text, #status").filter(has_text="You guess that High wins")).to_be_visible()


async def test_a_host_chooses_among_the_others_also_those_who_came_later(server: Server, visitors: Visitors) -> None:
    pete, lola = [await visitors.sit(f"{server.url}/room/others", name) for name in ("Pete", "Lola")]
    await say(pete, "!open poohead")
    assert {"remove", "host"}.isdisjoint(await entries(pete))
    await pete.locator("#more").focus()
    await say(lola, "!join")
    await expect(pete.locator("#panel .seat-name")).to_have_count(2)
    await expect(pete.locator("#more")).to_be_focused()
    await choose_entry(pete, '[data-line="remove"]')
    await expect(pete.locator("#menu-seat option")).to_have_text(["Lola"])
