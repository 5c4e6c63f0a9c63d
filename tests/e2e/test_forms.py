"""Test in a browser that forms ask only what is needed, and that secrets shown for seconds disappear."""

import re
from collections.abc import Sequence

import pytest
from e2e.conftest import Room, Visitors, answered, keep_picture, until
from msgspec.structs import replace
from playwright.async_api import Locator, Page, expect
from web.small_bot import Table

from bot.adapters.web import TableRoom
from bot.ports.messages import Choosable, FormField, Offer, ShownBoard, ShownPiece

pytestmark = pytest.mark.asyncio(loop_scope="session")

LOT = Offer(
    "lot",
    "Sell",
    "One.",
    False,
    (FormField("cup", "Cup", "one", among=tuple(Choosable(at, f"Cup {at}") for at in ("1.1", "1.2", "2.1"))),),
)
PASS = Offer("pass", "Pass", "Nothing.", False)


PRESSED = """said => fetch("say", {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(said),
}).then(answer => answer.json())"""
"""Says a line as a button does, since the chat is out of sight on a phone."""


async def playing(room: Room, page: Page) -> Table:
    """Return a table with a running game of two."""
    for line in ("!open forms", "!bots 1", "!start"):
        await page.evaluate(PRESSED, {"id": str(len(room.bot.heard)), "text": line, "pressed": True})
    await expect(page.locator(".order li")).to_have_count(4)
    return room.bot.tables[next(reversed(room.bot.tables))]


async def show(room: Room, table: Table, offers: Sequence[Offer], ends_at: int | None = None) -> None:
    update = room.bot.update(table, table.sitters[0].person, ())
    card = replace(update.card, offers=tuple(offers), ends_at=ends_at or table.ends_at)
    await room.adapter.show(replace(update, card=card))


async def sent(room: Room, page: Page, button: Locator) -> str:
    async with answered(page):
        await button.click()
    return room.bot.heard[-1].text


def claim(face: str, low: int, high: int) -> Offer:
    """Return one of several offers that differ in a fixed word."""
    dice = FormField("dice", "Dice", "number", low=low, high=high, suggest=low)
    if low == high:
        dice = FormField("dice", "Dice", "fixed", among=(Choosable(str(low), str(low)),))
    of = FormField("of", "Number", "fixed", among=(Choosable(face, face),))
    return Offer("claim", f"Say how many {face}", "So many.", False, (dice, of))


CLAIMS = (claim("2", 4, 9), claim("3", 3, 9), claim("5", 3, 30), claim("6", 9, 9))
PLAIN = tuple(Offer(verb, label, "", False) for verb, label in (("flee", "Flee"), ("snake", "Call it"), ("end", "End")))


async def test_moves_that_differ_in_a_word_are_one_form(room: Room, visitors: Visitors) -> None:
    """The word is chosen first. Other chosen values are kept if they are still allowed."""
    page = await visitors.sit(room.url, "Pete")
    table = await playing(room, page)
    await show(room, table, (*CLAIMS, *PLAIN))
    form = page.get_by_role("form", name="Say how many", exact=True)
    await expect(page.locator("#offers form")).to_have_count(1)
    faces, dice = form.get_by_role("group", name="Number"), form.get_by_role("group", name="Dice")
    send = form.get_by_role("button", name="Say how many", exact=True)
    await expect(dice.get_by_label("4", exact=True)).to_be_checked()
    await dice.get_by_label("7", exact=True).check()
    await faces.get_by_label("3", exact=True).check()
    await expect(dice.get_by_label("7", exact=True)).to_be_checked()
    await show(room, table, (claim("2", 5, 9), *CLAIMS[1:], *PLAIN))
    await expect(faces.get_by_label("3", exact=True)).to_be_checked()
    await expect(dice.get_by_label("7", exact=True)).to_be_checked()
    assert await sent(room, page, send) == "claim 7 3"
    await faces.get_by_label("5", exact=True).check()
    await form.get_by_label("Dice").last.fill("12")
    assert await sent(room, page, send) == "claim 12 5"
    await faces.get_by_label("6", exact=True).check()
    await expect(form.locator(".settled")).to_have_text("Dice 9")
    assert await sent(room, page, send) == "claim 9 6"
    assert await sent(room, page, form.get_by_role("button", name="Call it")) == "snake"


async def test_few_numbers_are_a_press_each(room: Room, visitors: Visitors) -> None:
    """Half of the amount is offered if there are many. A chosen number that is no longer allowed is not sent."""
    page = await visitors.sit(room.url, "Pete")
    table = await playing(room, page)

    def bid(low: int, high: int) -> Offer:
        return Offer(
            "bid", "Bid", "", False, (FormField("amount", "Suckers", "number", low=low, high=high, suggest=low),)
        )

    await show(room, table, (bid(1, 21),))
    await expect(page.get_by_role("button", name="half 11")).to_be_visible()
    await show(room, table, (bid(1, 20),))
    await expect(page.locator("#offers input[type=range]")).to_be_visible()
    await expect(page.get_by_role("button", name="half")).to_have_count(0)
    await show(room, table, (bid(1, 6),))
    few = page.get_by_role("group", name="Suckers")
    await expect(few.get_by_label("1", exact=True)).to_be_checked()
    await few.get_by_label("2", exact=True).check()
    await show(room, table, (bid(3, 6),))
    await expect(few.locator("input")).to_have_count(4)
    await expect(few.locator("input:checked")).to_have_count(0)
    assert not await few.locator("input").first.evaluate("input => input.checkValidity()")
    await few.get_by_label("5", exact=True).check()
    assert await sent(room, page, page.get_by_role("button", name="Bid")) == "bid 5"


async def test_a_button_says_its_only_value(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    die = FormField("die", "Die", "fixed", among=(Choosable("4", "4"),))
    draw = Offer("draw", "Draw", "", False, (die,))
    go = replace(draw, verb="go", label="Go", fields=(die, replace(die, name="to", among=(Choosable("x", "X2"),))))
    drop, many = replace(draw, verb="drop", label="Drop 4: all"), replace(draw, verb="many", fields=(die, die, die))
    await show(room, await playing(room, page), (draw, drop, go, many, PASS))
    await expect(page.locator("#offers button")).to_have_text(["Draw 4", "Drop 4: all", "Go 4 X2", "Draw", "Pass"])
    assert await sent(room, page, page.get_by_role("button", name="Draw 4")) == "draw 4"
    card = FormField("card", "Card", "one", among=(Choosable("none", "the pile alone"), Choosable("k", "K")))
    await show(room, await playing(room, page), (replace(draw, verb="take", label="Take it", fields=(card,)),))
    await expect(page.locator("#offers button")).to_have_text(["Take it", "… and my K"])
    assert await sent(room, page, page.get_by_role("button", name="… and my K")) == "take k"


BOARD = ShownBoard.of(240, "The board", (ShownPiece("die", "d6-4", 180, 100, 40, 40, name="die showing 4"),))
SIZES = {"phone": (400, 800), "desktop": (1280, 800)}


async def test_the_board_and_all_moves_are_seen(room: Room, visitors: Visitors) -> None:
    """However many moves there are, nobody scrolls to reach a button, nor to see most of the board."""
    page = await visitors.sit(room.url, "Pete", context=await visitors.context(width=400, height=800))
    table = await playing(room, page)
    commands = tuple(Choosable(word, word) for word in ("My odds", "Rules", "Leave"))
    for offers in ((*CLAIMS, *PLAIN), (LOT, replace(LOT, verb="drop", label="Drop", secret=True), *PLAIN)):
        update = room.bot.update(table, table.sitters[0].person, ())
        more = {"board": BOARD, "own": ("Your hand: 2-3.",), "lines": ("To play.",)}
        await room.adapter.show(replace(update, card=replace(update.card, offers=offers, commands=commands, **more)))
        await expect(page.get_by_role("button", name="Leave", exact=True)).to_be_visible()
        for size, (width, height) in SIZES.items():
            await page.set_viewport_size({"width": width, "height": height})
            await expect(page.get_by_role("group", name="The board")).to_be_in_viewport(ratio=0.9)
            await keep_picture(page, f"dock-{size}-{len(offers)}")
            for button in await page.locator("#offers button, #commands button").all():
                await expect(button).to_be_in_viewport(ratio=0.95)
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_what_is_fixed_is_sent_and_not_asked(room: Room, visitors: Visitors) -> None:
    page = await visitors.sit(room.url, "Pete")
    amount = FormField("amount", "Suckers", "number", low=0, high=9)
    colour = FormField("on", "For", "fixed", among=(Choosable("red", "Red"),))
    zero = FormField("amount", "Suckers", "fixed", among=(Choosable("0", "0"),))
    offers = (
        Offer("vote", "Vote", "So many.", True, (amount, colour)),
        Offer("vote", "Vote 0: nothing", "None.", True, (zero,)),
    )
    await show(room, await playing(room, page), offers)
    await expect(page.locator("#offers")).not_to_contain_text("Red")
    await page.get_by_label("Suckers").last.fill("4")
    assert await sent(room, page, page.locator("#offers [type=submit]")) == "vote 4 red"
    assert await sent(room, page, page.get_by_role("button", name="Vote 0: nothing")) == "vote 0"
    assert room.bot.heard[-1].private


async def test_nobody_bids_more_than_they_typed(room: Room, visitors: Visitors) -> None:
    """The minimum bid rises while the form is open: a typed bid stays and is not sent, an untouched one follows."""
    page = await visitors.sit(room.url, "Pete")
    table = await playing(room, page)

    def bid(low: int) -> Offer:
        field = FormField("amount", "Suckers", "number", low=low, high=90, suggest=low)
        return Offer("bid", "Bid", "So many.", False, (field,))

    await show(room, table, (bid(5),))
    number = page.locator(".number-row input[type=number]")
    await number.click()
    await show(room, table, (bid(8),))
    await expect(number).to_have_value("8")
    assert await sent(room, page, page.locator("#offers button").first) == "bid 8", "as it is suggested: one press"
    await number.fill("12")
    await expect(page.locator("#offers button").first).to_have_text("Bid 12")
    await show(room, table, (bid(20),))
    await expect(number).to_have_attribute("min", "20")
    await expect(number).to_have_value("12")
    assert not await number.evaluate("input => input.checkValidity()")
    await page.get_by_role("button", name="least 20").click()
    assert await sent(room, page, page.get_by_role("button", name="Bid")) == "bid 20"
    await show(room, table, (bid(31),))
    await expect(number).to_have_value("31")


async def test_the_clock_begins_anew_under_the_same_question(room: Room, visitors: Visitors) -> None:
    context = await visitors.own_context()
    await context.clock.install()
    page = await visitors.sit(room.url, "Pete", context=context)
    table = await playing(room, page)

    async def left() -> float:
        return float(await page.evaluate("document.querySelector('#clock').style.getPropertyValue('--left') || '0'"))

    async def half_empty() -> bool:
        return 0 < await left() < 0.6

    async def full_again() -> bool:
        return await left() > 0.8

    await show(room, table, (PASS,), ends_at=room.bot.now() + 60_000)
    await until(full_again)
    await context.clock.run_for(30_000)
    await until(half_empty)
    await show(room, table, (PASS,), ends_at=room.bot.now() + 90_000)
    await until(full_again)
    await expect(page.locator("#clock-seconds")).to_have_text(re.compile("^[89][0-9]$"))


async def test_the_clock_is_red_in_the_end_only_for_whoever_is_awaited(room: Room, visitors: Visitors) -> None:
    context = await visitors.own_context()
    await context.clock.install()
    page = await visitors.sit(room.url, "Pete", context=context)
    table = await playing(room, page)
    for is_own in (True, False):
        update = room.bot.update(table, table.sitters[0].person, ())
        seats = tuple(replace(seat, awaited=seat.you is is_own) for seat in update.card.seats)
        card = replace(update.card, seats=seats, ends_at=room.bot.now() + 12_000)
        await room.adapter.show(replace(update, card=card))
        await expect(page.locator(".turn.yours")).to_have_count(int(is_own))
        await context.clock.run_for(9_000)
        await expect(page.locator("#clock-seconds")).to_have_text(re.compile("^[1-4]$"))
        await expect(page.locator("body.hurry")).to_have_count(int(is_own))


async def test_a_secret_for_seconds_stands_with_the_moves(room: Room, visitors: Visitors) -> None:
    """It is shown for its seconds, also through a reconnection, and then nowhere."""
    context = await visitors.own_context(width=390, height=844)
    await context.clock.install()
    page = await visitors.sit(room.url, "Pete", context=context)
    table = await playing(room, page)
    person = table.sitters[0].person
    await room.bot.whisper(table, person, "You draw the d12.", fades=300)
    drawn = page.locator("#fleeting li", has_text="You draw the d12.")
    await expect(drawn).to_be_in_viewport(ratio=1)
    await expect(page.locator("#fleeting")).to_contain_text(re.compile("gone in [0-9]+ s"))
    await expect(page.locator("#news")).not_to_contain_text("d12")
    table.told[person.id] = []  # the real bot doesn't repeat what fades
    port = room.adapter.port
    await room.adapter.stop()
    await expect(page.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
    room.adapter = room.bot.room = TableRoom(room.bot, room.guests, port=port)
    await room.adapter.start()
    await expect(page.locator("#link")).to_have_attribute("data-state", "ok")
    await expect(drawn).to_be_visible()
    await context.clock.fast_forward(301_000)
    await expect(drawn).to_have_count(0)
    assert "d12" not in "".join(
        await page.locator("body > :not(script)").evaluate_all("all => all.map((one) => one.outerHTML)")
    )


async def test_nothing_is_chosen_beforehand(room: Room, visitors: Visitors) -> None:
    """What it is about is chosen before how much, and without a choice nothing is sent."""
    page = await visitors.sit(room.url, "Pete")
    table = await playing(room, page)
    amount = FormField("amount", "Suckers", "number", low=0, high=30, suggest=0)
    among = tuple(Choosable(word, word.capitalize()) for word in ("blind", "standard"))
    await show(room, table, (Offer("vote", "Vote", "", False, (amount, FormField("on", "For", "one", among=among))),))
    form = page.get_by_role("form", name="Vote", exact=True)
    await expect(form.locator("input").first).to_have_attribute("value", "blind")
    await expect(form.locator("input:checked")).to_have_count(0)
    assert not await form.evaluate("form => form.checkValidity()")
    await form.get_by_label("Standard", exact=True).check()
    assert await sent(room, page, form.get_by_role("button", name="Vote", exact=True)) == "vote 0 standard"
