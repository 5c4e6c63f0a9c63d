"""Test the table room in a real browser: all by mouse, all by keyboard, and errors."""

import re
from itertools import product

import pytest
from e2e.conftest import PATIENCE, PHONE, Room, Visitors, answered, keep_picture, opened, press, say, until
from msgspec.structs import replace
from playwright.async_api import expect
from web.small_bot import PLAIN, Table

from bot.adapters.web import TableRoom
from bot.ports.messages import News, Offer, PrivateAnswer, SeatLine, ShownBoard, ShownPiece, Update
from games.kit.seats import Seat

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_two_people_in_two_tabs_of_one_browser_play_by_mouse(room: Room, visitors: Visitors) -> None:
    context = await visitors.context()
    pete = await visitors.sit_by_form(room.url, "Pete", context=context)
    lola = await visitors.sit_by_form(room.url, "Lola", context=context)
    assert pete.url != lola.url
    await press(pete, "Open a table")
    await press(pete, "Highest Number")
    await pete.get_by_label("A duel").check()
    await press(pete, "Open the table")
    await expect(pete.locator("#tabs button")).to_have_count(1)
    assert room.bot.heard[-1].text == "!open highest mode=duel"
    await lola.get_by_text("Text for your dice").first.click()
    await lola.fill("#dice-text", "my luck")
    await press(lola, "Sit down here")
    await expect(pete.locator("#news")).to_contain_text("Lola sits down with a text: my luck.")
    await press(pete, "Start")
    await expect(pete).to_have_title(re.compile("Your turn"))
    await expect(lola.locator(".turn")).to_have_text("Waiting for Pete")
    await expect(lola.locator(".move-form")).to_have_count(0)
    await pete.get_by_role("button", name="half 50").click()
    await pete.get_by_label("then show by myself").check()
    await press(pete, "Stake 50")
    await expect(lola.locator("#news")).to_contain_text("Pete stakes 50.")
    heard = room.bot.heard[-1]
    assert (heard.text, heard.table) == ("stake 50 auto", next(iter(room.bot.tables)))
    assert heard.ask
    await expect(lola).to_have_title(re.compile("Your turn"))
    await expect(lola.locator(".pot")).to_contain_text("50 in the pot")
    await press(lola, "Show")
    await expect(pete.locator("#news")).to_contain_text("wins with")


async def test_everything_by_keyboard(room: Room, visitors: Visitors) -> None:
    page = await visitors.page(await visitors.context())
    await page.goto(room.url)
    await expect(page.locator("#name")).to_be_focused()
    await page.keyboard.type("Pete")
    await page.keyboard.press("Enter")
    await page.wait_for_selector("#link[data-state=ok]", state="attached")
    await page.focus("#line")
    for line in ("!open highest", "!bots 1", "!start", "!stake 20", "@bot hand"):
        await page.keyboard.type(line)
        async with answered(page):
            await page.keyboard.press("Enter")
    await expect(page.locator("#answer")).to_contain_text("Your number is")
    await expect(page.locator("#answer")).to_be_focused()
    await expect(page.locator("#chat li")).to_have_count(4)
    await page.keyboard.press("Escape")
    await expect(page.locator("#answer")).to_be_hidden()
    await expect(page.locator("#line")).to_be_focused()
    await page.focus(".skip")
    await page.keyboard.press("Enter")
    await expect(page.locator("#dock")).to_be_focused()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Shift+Tab")
    await page.locator(".number-row input[type=number]").focus()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await expect(page.locator("#news")).to_contain_text("Pete stakes 11.")
    await expect(page.locator("#dock")).to_be_focused()


async def test_each_kind_of_field_sends_its_line(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await opened(room, page, "forms")
    await press(page, "Start")
    await press(page, "Card 3")
    await expect(page.locator("#news")).to_contain_text("Pete: one 3")
    give = page.get_by_role("form", name="Give cards away")
    await give.get_by_label("Card 4").check()
    await give.get_by_role("button").click()
    assert not await give.locator("input").first.evaluate("box => box.checkValidity()")
    await give.get_by_label("Card 2").check()
    await give.get_by_label("say it aloud").check()
    await give.get_by_role("button").click()
    await expect(page.locator("#news")).to_contain_text("Pete: give 2 4 loud")
    assert room.bot.heard[-1].private
    sort = page.get_by_role("form", name="Sort them")
    await sort.get_by_role("button", name="Move Card 3 up").click()
    await expect(sort.get_by_role("button", name="Move Card 3 up")).to_be_focused()
    await page.keyboard.press("Enter")
    await sort.get_by_role("button", name="Sort them").click()
    await expect(page.locator("#news")).to_contain_text("Pete: sort 3 1 2 4")
    await press(page, "Pass")
    await expect(page.locator("#news")).to_contain_text("Pete: pass")


async def test_a_half_filled_form_stays_while_others_move(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    code = await opened(room, page)
    await press(page, "Start")
    number = page.locator(".number-row input[type=number]")
    await number.fill("37")
    await room.bot.tell(room.bot.tables[code], "Something else happened.")
    await expect(page.locator("#news")).to_contain_text("Something else happened.")
    await expect(number).to_have_value("37")
    await expect(number).to_be_focused()


async def test_what_was_typed_stays_while_the_ask_does(room: Room, visitors: Visitors) -> None:
    """Also if the offer changes. A new Ask begins with what the bot suggests."""
    page = await visitors.sit(room.url, "Pete")
    table = room.bot.tables[await opened(room, page)]
    await press(page, "Start")
    number = page.locator(".number-row input[type=number]")
    await expect(number).to_have_value("10")
    await number.fill("37")
    await page.get_by_label("then show by myself").check()
    await number.focus()
    for high, kept in ((200, "37"), (30, "30")):
        update = room.bot.update(table, table.sitters[0].person, ())
        [stake, *others] = update.card.offers
        narrow = replace(stake, fields=(replace(stake.fields[0], high=high), *stake.fields[1:]))
        await room.adapter.show(replace(update, card=replace(update.card, offers=(narrow, *others))))
        await expect(number).to_have_attribute("max", str(high))
        await expect(number).to_have_value(kept)
        await expect(number).to_be_focused()
        await expect(page.get_by_label("then show by myself")).to_be_checked()
    table.asked += 1
    await room.bot.tell(table, "Another question.")
    await expect(number).to_have_value("10")
    await expect(page.get_by_label("then show by myself")).not_to_be_checked()


SEAL = "0123456789abcdef" * 4


async def test_fine_print_is_no_news_and_stands_in_full_behind_a_seal(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    table = room.bot.tables[await opened(room, page)]
    proofs = page.locator("#proofs")
    await expect(proofs).to_be_hidden()
    await room.bot.tell(table, "The dice fall.")
    await room.bot.tell(table, f"The dice are sealed: {SEAL}.", fine=True)
    await expect(proofs.locator("summary")).to_have_text("Sealed dice")
    assert SEAL not in await page.locator("#news").inner_text()
    await expect(page.locator("#news li.newest")).to_have_text("The dice fall.")
    proof = page.locator("#proof-lines li")
    await expect(proof).to_be_hidden()
    await proofs.locator("summary").focus()
    await page.keyboard.press("Enter")
    await expect(proof.locator("p")).to_have_text(f"The dice are sealed: {SEAL}.")
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await proof.get_by_role("button", name="Copy").click()
    await expect(proof.get_by_role("button")).to_have_text("Copied")
    assert await page.evaluate("navigator.clipboard.readText()") == f"The dice are sealed: {SEAL}."
    assert await page.evaluate("getSelection().toString()") == f"The dice are sealed: {SEAL}."


async def test_a_receipt_goes_behind_the_seal_and_what_was_done_is_said(
    room: Room, visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = f"Its receipt: 1a2b3c4d5e6f. Game 1 is sealed {SEAL}, with {SEAL} mixed in."
    answer = PrivateAnswer(f"Your move is taken. {told}", receipt="1a2b3c4d5e6f")
    monkeypatch.setitem(PLAIN, "record", answer)
    page = await visitors.sit(room.url, "Pete")
    await opened(room, page)
    await say(page, "@bot record")
    await expect(page.locator("#answer-text")).to_have_text("Your move is taken.")
    await page.locator("#proofs summary").click()
    await expect(page.locator("#proof-lines li p")).to_have_text(told)


async def test_a_receipt_of_what_was_said_elsewhere_is_kept_as_well(room: Room, visitors: Visitors) -> None:
    told = "Receipt of your bid: 1a2b3c4d5e6f."
    answer = PrivateAnswer(told, receipt="1a2b3c4d5e6f")
    page = await visitors.sit(room.url, "Pete")
    await say(page, "@bot hello")
    person = room.bot.heard[-1].sender.id
    assert room.adapter.tell(person, answer)
    await expect(page.locator("#answer-text")).to_have_text(told)  # at no table there is no seal to keep it behind
    await page.locator("#answer-close").click()
    await opened(room, page)
    assert room.adapter.tell(person, answer)
    await page.locator("#proofs summary").click()
    await expect(page.locator("#proof-lines li p")).to_have_text(told)
    await expect(page.locator("#answer")).to_be_hidden()


async def test_a_line_brought_twice_is_shown_once(room: Room, visitors: Visitors) -> None:
    """Compared by its place in the log: the same words said again are another line."""
    page = await visitors.sit(room.url, "Pete")
    table = room.bot.tables[await opened(room, page)]
    for _ in range(2):
        await room.bot.tell(table, "The Giant laughs.")
    update = room.bot.update(table, None)
    late = replace(update, news=(*update.news, News("Last of all.", 1, order=900)))
    for _ in range(2):
        await room.adapter.show(late)
    lines = page.locator("#news li")
    await expect(lines.last).to_have_text("Last of all.")
    await expect(lines).to_have_count(len(late.news))
    await room.adapter.show(replace(update, news=(News("In between.", 1, order=2),)))
    await expect(lines.nth(2)).to_have_text("In between.")


async def test_rules_are_laid_out(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await say(page, "@bot rules")
    text = page.locator("#answer-text")
    await expect(text.locator("h3")).to_have_text("Highest Number")
    await expect(text.locator("h4")).to_have_text("What it pays")
    await expect(text.locator("p")).to_have_text("All have a number; say show when yours is high.")
    await expect(text.locator("p :is(b, code)")).to_have_text(["number", "show"])
    await expect(text.locator("ol li")).to_have_text(["Stake. Put suckers in. More than you like.", "Show."])
    await expect(text.locator("ul li")).to_have_text(["one <b>dot</b>", "another"])
    await expect(text.locator("th")).to_have_text(["Number", "pays"])
    await expect(text.locator("td")).to_have_text(["highest", "all"])


LINKED = """async (sentence) => {
    const { rich } = await import(document.querySelector("script[type=module]").src.replace(/[^/]+$/, "markdown.js"));
    return rich(sentence).flatMap((line) => [...line.querySelectorAll("a")].map((one) => one.href));
}"""


async def test_an_address_of_ours_is_pressed_to_its_last_letter(room: Room, visitors: Visitors) -> None:
    """A link to a game has random letters, and sometimes ends in a dash."""
    page = await visitors.sit(room.url, "Pete")
    ours = [f"{room.url}/game/{link}" for link in ("3HbJRjad", "3HbJRjadaf--", "ZLNYADg-9kM_")]
    assert (
        await page.evaluate(LINKED, f"Watch {ours[0]}, {ours[1]} or {ours[2]}. Not https://elsewhere.example/") == ours
    )


async def test_how_a_game_ended_stands_on_the_table(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    table = room.bot.tables[await opened(room, page)]
    await press(page, "Start")
    await expect(page.locator(".move-form")).to_be_visible()
    await expect(page.locator(".result")).to_have_count(0)
    await room.bot.tell(table, f"Sealed: {SEAL}.", fine=True)
    await room.bot.whisper(table, table.sitters[0].person, "You came last.")
    await press(page, "Show")
    await expect(page.locator("#news")).to_contain_text("Pete wins with")
    await room.bot.tell(table, f"Seed: {SEAL}.", fine=True)
    await room.bot.tell(table, "Lola sits down.", of_game=False)
    await expect(page.locator("#news")).to_contain_text("Lola sits down.")
    await expect(page.locator(".result p")).to_have_text([re.compile("^Pete wins with [0-9]+.$"), "You came last."])


async def test_between_rounds_that_stay_closed_the_result_is_what_the_game_told_last(
    room: Room, visitors: Visitors
) -> None:
    """It shows no fine print, and nothing told before the match counts as a result."""
    page = await visitors.sit(room.url, "Pete")
    table = room.bot.tables[await opened(room, page)]
    table.phase = "between"
    await room.bot.tell(table, "Hob sits down.", of_game=False)
    await room.bot.tell(table, f"Sealed: {SEAL}.", fine=True)
    await room.bot.tell(table, "Hob wins 40.")
    await room.bot.tell(table, "The next round begins in 20 seconds.", of_game=False)
    await expect(page.locator(".result p")).to_have_text(["Hob wins 40."])


async def test_how_it_ended_is_told_in_order(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    table = room.bot.tables[await opened(room, page)]
    first = "Ann has 4-2: Kicked. Hob has 5-3, which is not enough by any means."
    end = "Nan has 6-6, and the Giant topples! Nan wins 75. The House takes nothing at all this time."
    table.phase = "between"
    await room.bot.tell(table, f"{first}\n{end}")
    await expect(page.locator(".result p")).to_have_text([end, first])
    await room.bot.whisper(table, table.sitters[0].person, "You came last.")
    await room.bot.show_all(table, ())
    await expect(page.locator(".result p")).to_have_text([end, "You came last.", first])


async def test_who_left_sees_the_table_as_all_do(room: Room, visitors: Visitors) -> None:
    """Also during the game. Closed information is closed to them too, although they saw their own before."""
    page = await visitors.sit(room.url, "Pete")
    lola = await visitors.sit(room.url, "Lola")
    table = room.bot.tables[await opened(room, page)]
    await press(lola, "Sit down here")
    await press(page, "Start")
    await expect(page.locator(".move-form")).to_be_visible()
    await expect(page.locator(".seat.you")).to_have_count(1)
    update = room.bot.update(table, table.sitters[0].person, ())
    seats = tuple(replace(seat, you=False) for seat in update.card.seats)
    await room.adapter.show(replace(update, card=replace(update.card, seats=seats)))
    await expect(page.locator(".seat.you")).to_have_count(0)
    await expect(page.locator("#own")).to_be_hidden()
    table.phase = "lobby"
    table.sitters = table.sitters[1:]
    await room.bot.tell(table, "The round is over.")
    await expect(page.get_by_role("button", name="Sit down here")).to_be_visible()
    await expect(page.locator(".seat")).to_have_count(1)
    table.phase = "closed"
    await room.adapter.show(room.bot.update(table, None, ()))  # Lola's own state does not change
    await expect(lola.locator("#panel")).to_be_hidden()
    await expect(lola.locator("#tabs button")).to_have_count(0)


@pytest.mark.parametrize("width", [400, 1280])
async def test_many_tables_leave_room_for_one_more(room: Room, visitors: Visitors, width: int) -> None:
    page = await visitors.sit(room.url, "Pete", context=await visitors.context(width=width, height=800))
    host = await visitors.sit(room.url, "Lola")
    first = room.bot.tables[await opened(room, host)]
    for number in range(13):
        await room.bot.tell(Table(f"T{number:02}", "highest", first.place, first.sitters), "Another one.")
    tabs, another, home = page.locator("#tabs button"), page.locator("#open-button"), page.locator(".brand")
    await expect(tabs).to_have_count(14)
    for tab in (tabs.last, tabs.first):
        await tab.evaluate("button => button.click()")
        await expect(tab).to_have_attribute("aria-current", "true")
        await expect(tab).to_be_in_viewport(ratio=0.9)
        await expect(home if width < PHONE else another).to_be_in_viewport(ratio=1)
    await keep_picture(page, f"tabs-{width}")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if width < PHONE:  # there the sign of the house leads to the games, and to one more table
        await home.click()
    await another.click()
    await expect(page.get_by_role("dialog")).to_be_visible()


async def test_a_stale_button_is_answered_beside_the_moves(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    code = await opened(room, page)
    await press(page, "Start")
    await expect(page.locator(".move-form")).to_be_visible()
    room.bot.tables[code].asked += 1
    await press(page, "Fold")
    await expect(page.get_by_role("status").filter(has_text="The table moved on.")).to_be_visible()


async def test_news_fade_and_replace_each_other(room: Room, visitors: Visitors) -> None:
    context = await visitors.own_context()
    await context.clock.install()
    page = await visitors.sit(room.url, "Pete", context=context)
    table = room.bot.tables[await opened(room, page)]
    await room.bot.tell(table, "Going once", replaces=True)
    await room.bot.tell(table, "Going twice", replaces=True)
    news = page.locator("#news")
    await expect(news).to_contain_text("Going twice")
    await expect(news).not_to_contain_text("Going once")
    await room.bot.tell(table, "Look now!", fades=300)
    await expect(news).to_contain_text("Look now!")
    await context.clock.fast_forward(301_000)
    await expect(news).not_to_contain_text("Look now!")
    await expect(news).to_contain_text("Going twice")


async def test_the_clock_runs(room: Room, visitors: Visitors) -> None:
    """It shows the time left of the question's minute, and less after a while."""
    context = await visitors.own_context()
    await context.clock.install()
    page = await visitors.sit(room.url, "Pete", context=context)
    table = room.bot.tables[await opened(room, page)]
    await expect(page.locator("#clock")).to_be_hidden()
    await press(page, "Start")
    await expect(page.locator("#clock")).to_be_visible()

    async def shown() -> int:
        return int(await page.locator("#clock-seconds").inner_text())

    async def is_right() -> bool:
        return table.ends_at is not None and abs(await shown() - (table.ends_at - room.bot.now()) / 1000) <= 1.5

    await until(is_right)
    before = await shown()
    assert before <= 60
    await context.clock.run_for(20_000)
    room.bot.ahead += 20_000
    await until(is_right)
    assert before - 23 <= await shown() <= before - 17, "both are right to a second and a half"


async def test_several_tables_ones_own_first(room: Room, visitors: Visitors) -> None:
    lola = await visitors.sit(room.url, "Lola")
    theirs = await opened(room, lola)
    pete = await visitors.sit(room.url, "Pete")
    await expect(pete.locator("#tabs button")).to_have_count(1)
    await opened(room, pete, "forms")
    await expect(pete.locator("#tabs button b")).to_have_text(["Every Kind of Form", "Highest Number"])
    await expect(pete.locator("#panel h2")).to_have_text("Every Kind of Form")
    await pete.locator("#tabs button", has_text="Highest Number").click()
    await expect(pete.locator("#panel h2")).to_have_text("Highest Number")
    await expect(pete.locator("#news")).to_contain_text("Lola is the host.")
    await expect(pete.locator("#news")).not_to_contain_text("Pete is the host.")
    await room.bot.close(room.bot.tables[theirs])
    await expect(pete.locator("#tabs button b")).to_have_text(["Every Kind of Form"])
    await expect(pete.locator("#status")).to_have_text(f"Table {theirs} is closed.")
    await opened(room, pete)
    await expect(pete.locator("#tabs button b")).to_have_text(["Every Kind of Form", "Highest Number"])


async def test_a_crowd_is_cut(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    table = room.bot.tables[await opened(room, page)]
    update = room.bot.update(table, table.sitters[0].person, ())
    seats = tuple(
        SeatLine(Seat(at), f"Guest {at}", 100, bot=False, awaited=at == 401, away=False, you=at == 400)
        for at in range(500)
    )
    await room.adapter.show(replace(update, card=replace(update.card, seats=seats)))
    await expect(page.locator(".seat")).to_have_count(16)
    await expect(page.locator(".seat bdi").nth(0)).to_have_text("Guest 400")
    await expect(page.locator(".seat bdi").nth(1)).to_have_text("Guest 401")
    await expect(page.locator(".more")).to_have_text("and 484 more")
    await room.adapter.show(replace(update, card=replace(update.card, seats=(seats[400], *seats[:23]), sitting=600)))
    await expect(page.locator(".seat bdi").nth(1)).to_have_text("Guest 0")
    await expect(page.locator(".more")).to_have_text("and 584 more")


async def test_a_record_is_saved(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await opened(room, page)
    await say(page, "!record")
    async with page.expect_download() as saving:
        await page.get_by_role("link", name="Save game.jsonl").click()
    saved = await saving.value
    assert saved.suggested_filename == "game.jsonl"
    assert (await saved.path()).read_text() == '{"seed": "00ff"}\n'


async def test_the_tab_closed_and_opened_again(room: Room, visitors: Visitors) -> None:
    context = await visitors.context()
    page = await visitors.sit(room.url, "Pete", context=context)
    await opened(room, page)
    await press(page, "Start")
    await expect(page.locator("#own")).to_have_text(re.compile("^Your number is [0-9]{6}[.]$"))
    hand = await page.locator("#own").inner_text()
    await page.close()
    front = await visitors.page(context)
    await front.goto(room.url)
    await front.get_by_role("link", name="Continue as Pete").click()
    await expect(front.locator("#own")).to_have_text(hand)
    await expect(front.locator(".move-form")).to_be_visible()
    await expect(front.locator("#news")).to_contain_text("Pete is the host.")


async def test_the_house_goes_away_and_comes_back(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await opened(room, page)
    port, guests = room.adapter.port, room.guests
    await room.adapter.stop()
    await expect(page.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
    await page.fill("#line", "said while it was away")
    await page.press("#line", "Enter")
    await expect(page.locator("#status")).to_have_text("Not sent yet. Trying again…")
    room.adapter = room.bot.room = TableRoom(room.bot, guests, port=port)
    await room.adapter.start()
    await expect(page.locator("#link")).to_have_attribute("data-state", "ok", timeout=2 * PATIENCE)
    await expect(page.locator("#chat")).to_contain_text("said while it was away")
    await press(page, "Start")
    await expect(page.locator("#own")).to_contain_text("Your number is")


async def test_a_seat_that_is_gone_says_so(room: Room, visitors: Visitors) -> None:
    context = await visitors.context()
    first = await visitors.sit(room.url, "Pete", context=context)
    second = await visitors.page(context)
    await second.goto(first.url)
    await second.locator("#menu > summary").click()
    await press(second, "Leave the room for good")
    await press(second, "Really? Press again")
    await expect(second).to_have_url(f"{room.url}/")
    await expect(second.locator("#before")).to_be_hidden()
    await expect(first.locator("#link")).to_have_text("This seat is gone. Please sit down again.")


async def test_people_of_the_same_name_are_told_apart(room: Room, visitors: Visitors) -> None:
    first = await visitors.sit(room.url, "Pete")
    second = await visitors.sit(room.url, "PETE")
    for page in (first, second):
        await say(page, "hello")
    for page in (first, second):
        await expect(page.locator("#chat li")).to_have_count(2)
    names = await second.locator("#chat .who").all_inner_texts()
    assert names[1] != names[0]
    assert [len(name.split()) for name in names] in ([1, 2], [2, 2])


async def test_no_field_is_without_a_label_and_no_button_without_a_name(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    await opened(room, page, "forms")
    await press(page, "Start")
    await expect(page.locator(".order li")).to_have_count(4)
    unnamed = await page.evaluate(
        """() => [...document.querySelectorAll('input, select, button, summary')].filter((node) =>
            !(node.labels?.length || node.getAttribute('aria-label') || node.textContent.trim()
              || ['hidden'].includes(node.type))).map((node) => node.outerHTML)"""
    )
    assert unnamed == []
    for role, count in (("log", 2), ("main", 1), ("dialog", 0)):
        await expect(page.get_by_role(role)).to_have_count(count)  # type: ignore[arg-type]
    assert await page.evaluate("document.documentElement.lang") == "en"


async def test_touch_targets_are_large(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete", context=await visitors.context(width=390, height=844))
    await press(page, "Open a table")
    await press(page, "Highest Number")
    await press(page, "Open the table")
    await press(page, "Start")
    await expect(page.locator(".move-form")).to_be_visible()
    small = await page.evaluate(
        """() => [...document.querySelectorAll('button, summary, .pill, .flag, select, .number-row input')]
            .filter((node) => node.checkVisibility()).map((node) => [node.textContent, node.getBoundingClientRect()])
            .filter(([, box]) => box.height && box.height < 40).map(([text, box]) => `${text} ${box.height}`)"""
    )
    assert small == []
    # The moves are in the lower half, within reach of a thumb
    box = await page.get_by_role("button", name="Stake").bounding_box()
    assert box is not None
    assert 422 < box["y"] < 844


OPENERS = [
    "<script>{}</script>",
    "<img src=x onerror={}>",
    "<svg onload={}>",
    "<a href=javascript:{}>x</a>",
    '"><b onclick={}>',
]
CALLS = ["pwned=1", "window.pwned=1", "top['pwned']=1", "parent.pwned=1", "globalThis.pwned=1"]
WRAPS = ["{}", "</script>{}", "-->{}", "]]>{}", "{}\u2028", "\\u003c{}", "&lt;{}", "`${{{}}}`", "'{}'", "{}//"]
NOISE = ["", " ", "\t", "\u202e", "\u200b", "/", "!", "@everyone ", "}}", "{{boot}}"]


async def test_thousands_of_hostile_lines_run_nothing(room: Room, visitors: Visitors) -> None:
    """T18: as a title, a line, a name, a label, a picture's words and news. All are shown, and nothing runs."""
    page = await visitors.sit(room.url, "<img src=x onerror=pwned=1>")
    table = room.bot.tables[await opened(room, page)]
    base = room.bot.update(table, table.sitters[0].person, ())
    lines = [
        noise + wrap.format(opener.format(call)) for opener, call, wrap, noise in product(OPENERS, CALLS, WRAPS, NOISE)
    ] * 2
    assert len(lines) == 5000
    for start in range(0, len(lines), 250):
        await room.adapter.show(hostile(base, lines[start : start + 250], start))
        await page.wait_for_function(
            "(text) => document.querySelector('#panel h2').textContent === text", arg=lines[start]
        )
    assert await page.evaluate("typeof pwned") == "undefined"
    assert (
        await page.locator("#room :is(script, svg:not(.symbol, .face), b[onclick], [onerror], [onload])").count() == 0
    )


def hostile(base: Update, lines: list[str], at: int) -> Update:
    seats = tuple(
        SeatLine(Seat(n), text, 1, bot=False, awaited=True, away=False, you=n == 0) for n, text in enumerate(lines[:16])
    )
    piece = ShownPiece(
        "figure", lines[4], 8, 8, 60, 60, lines[5], lines[6], Seat(0), lines[7], (lines[8],), (lines[9],)
    )
    offer = Offer("stake", lines[1], lines[2], secret=True)
    card = replace(
        base.card,
        title=lines[0],
        lines=tuple(lines),
        own=tuple(lines[:20]),
        seats=seats,
        offers=(offer,),
        phase="playing",
        board=ShownBoard.of(100, lines[3], (piece, replace(piece, kind="badge", left=100))),
    )
    return replace(base, card=card, news=tuple(News(text, at + n) for n, text in enumerate(lines[:40])))
