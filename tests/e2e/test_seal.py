"""Test the seal of a game: green where this browser finds that all fell as sealed, else red, with what to do."""

import json
from pathlib import Path
from typing import Final

import pytest
from e2e.conftest import Room, Visitors, keep_picture
from e2e.staged import told, violations
from e2e.test_room import opened
from playwright.async_api import Page, expect
from web.small_bot import PLAIN, Table

from bot.ports.messages import Answer, Choosable, File

pytestmark = pytest.mark.asyncio(loop_scope="session")

SAMPLE: Final = (Path(__file__).parents[2] / "docs" / "sample.potluck.jsonl").read_text("utf-8")
LINES: Final = [json.loads(line) for line in SAMPLE.splitlines()]
SEAL, MIXED = LINES[0]["commitment"], LINES[1]["entropy"]
END, SEED = LINES[-1]["sha256"], LINES[-1]["seed"]
OTHER: Final = "0123456789abcdef" * 4
LAST: Final = OTHER[::-1]
BEFORE: Final = f"Game 11 can be checked: its end is {OTHER}, its seed {LAST}."
AFTER: Final = f"Game 2 is sealed: {OTHER} (potluck/3, halflings/1, key 1)."
SEALED: Final = f"Game 1 is sealed: {SEAL} (potluck/3, halflings/2, key 1)."
BEGUN: Final = f"The dice of game 1 are fixed: sealed {SEAL}, with {MIXED} mixed in."
OVER: Final = f"Game 1 can be checked: its end is {END}, its seed {SEED}."
MOVES: Final = [f"Pete moves, {n}." for n in range(130)]
FORGED: Final = SAMPLE.replace("stake 20", "stake 21")


async def ended(room: Room, page: Page, *fine: str) -> Table:
    """Let a game end, of which the page was told this fine print, and what Pete did."""
    table = room.bot.tables[await opened(room, page)]
    for line in fine:
        await room.bot.tell(table, line, fine=not line.startswith("Pete"))
        if line.endswith("0."):  # of what is told faster than a page reads, it gets the last lines alone
            shown = "#news" if line.startswith("Pete") else "#proof-lines"
            await expect(page.locator(shown)).to_contain_text(line)
    table.phase = "between"
    await room.bot.tell(table, "Pete wins.")
    return table


@pytest.fixture(autouse=True)
def verified(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the small bot offer to check games, as the real one does."""
    commands = room.bot.commands

    def offered(table: Table, seat: int | None) -> tuple[Choosable, ...]:
        return (*commands(table, seat), Choosable("verify", "Check the dice"))

    monkeypatch.setattr(room.bot, "commands", offered)


CASES: Final = (
    (SAMPLE, (SEALED, BEGUN, OVER), "good", "All dice and cards fell as they were sealed"),
    (SAMPLE, (BEGUN, OVER), "start", "told its seal with the start"),
    (SAMPLE, (), "late", "ask somebody who was there"),
    (SAMPLE, (BEGUN.replace(SEAL, OTHER), OVER), "bad", "Keep the file"),
    (SAMPLE, (BEGUN, OVER.replace(END, OTHER)), "bad", "Keep the file"),
    (SAMPLE, (BEGUN.replace(MIXED, OTHER), OVER), "bad", "Keep the file"),
    (SAMPLE, (f"The dice of game 1 are fixed: sealed {OTHER}, with {LAST} mixed in.", OVER), "bad", "Keep the file"),
    (SAMPLE, (f"Game 1 can be checked: its end is {OTHER}, its seed {LAST}.",), "bad", "Keep the file"),
    (SAMPLE, (BEFORE, SEALED, BEGUN, *MOVES, OVER, AFTER), "good", "All dice and cards"),
    ("nothing of the kind\n", (BEGUN, OVER), "bad", "Keep the file"),
    (FORGED, (BEGUN, OVER), "bad", "Keep the file"),
)


async def test_a_seal_is_green_only_where_record_and_what_was_told_agree(
    room: Room, visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, (record, fine, state, says) in enumerate(CASES):
        if number % 5 == 0:  # nobody may say more at once
            page = await visitors.sit(room.url, "Pete")
            box = page.locator(".seal-box")
        answer = Answer("The record.", files=(File("1.potluck.jsonl", record.encode()),))
        monkeypatch.setitem(PLAIN, "verify", answer)
        table = await ended(room, page, *fine)
        await expect(box).to_have_attribute("data-state", "open")
        assert SEAL not in await page.locator("#ending").inner_text()
        await box.get_by_role("button").click()
        await expect(box).to_have_attribute("data-state", state)
        await expect(box.get_by_role("status")).to_contain_text(says)
        await expect(box.get_by_role("link", name="Save the record")).to_be_visible(visible=state == "bad")
        await keep_picture(page, f"seal-{state}")
        if record != FORGED:
            await room.bot.close(table)
    await expect(box.locator("details")).to_contain_text("Line 10 of the record does not agree.")
    assert list(told(await violations(page))) == []


async def test_a_seal_that_a_page_gets_as_it_opens_counts_only_for_what_ends_later(
    room: Room, visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = Answer("The record.", files=(File("1.potluck.jsonl", SAMPLE.encode()),))
    monkeypatch.setitem(PLAIN, "verify", answer)
    pete = await visitors.sit(room.url, "Pete")
    table = room.bot.tables[await opened(room, pete)]
    for line in (SEALED, BEGUN):
        await room.bot.tell(table, line, fine=True)
    context = await visitors.own_context()
    lola = await visitors.sit(room.url, "Lola", context=context)
    await context.set_offline(True)
    await expect(lola.get_by_text("You are offline.").first).to_be_visible()
    await room.bot.tell(table, OVER, fine=True)
    table.phase = "between"
    await room.bot.tell(table, "Pete wins.")
    await context.set_offline(False)
    eve = await visitors.sit(room.url, "Eve")
    for page, state in ((pete, "good"), (lola, "good"), (eve, "late")):
        await page.locator(".seal-box").get_by_role("button").click()
        await expect(page.locator(".seal-box")).to_have_attribute("data-state", state)


async def test_what_can_not_be_had_yet_is_said_and_asked_for_again(
    room: Room, visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLAIN, "verify", Answer("Its record opens when the series is over.", ok=False))
    page = await visitors.sit(room.url, "Pete")
    await ended(room, page)
    await page.get_by_role("button", name="Check the dice").click()
    await expect(page.locator("#status")).to_have_text("Its record opens when the series is over.")
    await expect(page.locator(".seal-box")).to_have_attribute("data-state", "open")


async def test_a_long_evening_keeps_only_the_newest_proofs(room: Room, visitors: Visitors) -> None:
    """A page may stay open all evening: what it keeps has an end, and holds the last game whole."""
    page = await visitors.sit(room.url, "Pete")
    size, newest, receipts = await page.evaluate("""async () => {
        const { Log } = await import("/static/news.js");
        const log = new Log();
        const line = { at: 0, own: false, fades: null, replaces: false, fine: true, game: true };
        for (let order = 0; order < 2000; order += 1) {
            log.add([{ ...line, order, text: `Hash ${order}` }], 0);
            log.keepReceipt(`Receipt ${order}`);
        }
        const next = new Log();
        next.add([{ ...line, order: 2000, text: "Hash 2000" }], 0);
        next.begin(1, log);
        return [next.finePrint.size, [...next.finePrint.keys()].slice(-2), next.receipts.length];
    }""")
    assert size <= 200
    assert newest == ["Hash 1999", "Hash 2000"]
    assert receipts <= 100
