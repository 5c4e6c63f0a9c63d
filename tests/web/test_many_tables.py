"""Test a room with many tables: a page gets the looked-at table in full, and what its tabs need of the others."""

import json

import msgspec
from msgspec.structs import replace
from web.conftest import Browser, House

from bench.boards import boards
from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound.open_page import OpenPage
from bot.adapters.web.outbound.page_updates import MOST_WHOLE, LineTold, Snapshot, Told, dumped
from bot.ports.ids import TableCode
from bot.ports.messages import Choosable, Panel, SeatLine
from games.catalogue import catalogue
from games.kit.seats import Seat

BOARDS = [board for _, board in boards(catalogue()["headache"], 5)]
SEATS = tuple(
    SeatLine(Seat(at), f"Player {at}", 100, bot=False, awaited=False, away=False, you=False) for at in range(5)
)
LINES = tuple(f"A line of what is asked at this table now, and of whom, number {number}." for number in range(6))
LATER = LineTold("Somebody did something later.", 40, order=40, game=True)
COMMANDS = tuple(Choosable(f"command-{number}", f"Do number {number} at this table") for number in range(20))


def a_table(number: int, *, own: bool = False, code: str = "") -> Told:
    """Return a table as large as one of Headache in its auction."""
    panel = Panel(
        TableCode(code or f"A{number}Z"), "headache", "Headache", "playing", LINES, (), SEATS, 100, "1", 5, COMMANDS, ()
    )
    news = tuple(LineTold(f"Somebody did something, number {at}.", at, order=at, game=True) for at in range(40))
    return Told(f"t{number}", own, notify=False, news=news, panel=replace(panel, board=max(BOARDS, key=weight)))


def weight(board: object) -> int:
    return len(msgspec.json.encode(board))


def page(looks_at: str = "") -> OpenPage:
    return OpenPage(Guest("guest1", "Pete", "main", 0, ""), "en", looks_at)


def whole(shown: tuple[Told, ...]) -> set[str]:
    return {one.table for one in shown if not one.brief}


def test_of_fifty_tables_one_is_told_whole() -> None:
    tables = tuple(a_table(number) for number in range(50))
    shown = page().begin(tables)
    assert whole(shown) == {"t0"}, "the page shows the first"
    before, after = (len(dumped(Snapshot(0, one, ()))) for one in (tables, shown))
    assert before > 400_000
    assert after < 64_000
    assert [(one.panel.code, one.panel.phase, one.panel.seats) for one in shown] == [
        (one.panel.code, one.panel.phase, one.panel.seats) for one in tables
    ]


def test_few_tables_are_all_told_whole() -> None:
    tables = tuple(a_table(number) for number in range(MOST_WHOLE))
    assert page("A3Z").begin(tables) == tables


def test_the_table_that_was_asked_for_is_whole_and_so_are_ones_own() -> None:
    tables = (*(a_table(number) for number in range(20)), a_table(7, own=True))
    assert whole(page().begin(tables)) == {"t7"}
    assert whole(page("A3Z").begin(tables)) == {"t3", "t7"}
    assert whole(page("X9X").begin(tables)) == {"t7"}, "there is no such table"


async def test_what_a_page_was_shown_as_it_opened_is_not_told_again() -> None:
    """F30: it may open while another process tells the same."""
    tab, table = page(), a_table(1)
    tab.tell(table)
    tab.begin((table,))
    tab.tell(replace(table, news=(LATER,)))
    changes = await tab.changes(lambda: 0)
    assert changes is not None
    assert [one.news for one in changes.tables] == [(LATER,)]


async def test_nor_is_it_told_in_several_steps_by_a_process_that_lags_behind() -> None:
    tab, table = page(), a_table(1)
    tab.begin((table,))
    told = []
    for news in (table.news[-3:-1], table.news[-1:], (LATER,)):
        tab.tell(replace(table, news=news))
        changes = await tab.changes(lambda: 0)
        assert changes is not None
        told += [line for one in changes.tables for line in one.news]
    assert told == [LATER]


async def test_of_the_others_a_page_is_told_only_what_their_tabs_need() -> None:
    tab = page("A3Z")
    tab.begin(tuple(a_table(number) for number in range(20)))
    lines = replace(a_table(5), panel=replace(a_table(5).panel, lines=("Something else.",)))
    tab.tell(lines)
    tab.tell(replace(a_table(6), panel=replace(a_table(6).panel, phase="between", lines=("Over.",))))
    tab.tell(replace(a_table(3), panel=replace(a_table(3).panel, lines=("To you.",)), news=(LATER,)))
    changes = await tab.changes(lambda: 0)
    assert changes is not None
    told = json.loads(dumped(changes))["tables"]
    changed = {one["table"]: one["change"] for one in told}
    assert changed == {"t6": {"phase": "between"}, "t3": {"r": {"all": ["To you."]}}}
    assert {one["table"]: len(one.get("news", ())) for one in told} == {"t6": 0, "t3": 1}


async def test_who_sits_down_at_one_of_the_others_is_told_all_of_it_from_then_on() -> None:
    tab = page()
    tab.begin(tuple(a_table(number) for number in range(20)))
    tab.tell(a_table(5, own=True))
    tab.tell(replace(a_table(5), panel=replace(a_table(5).panel, lines=("Something else.",))))
    changes = await tab.changes(lambda: 0)
    assert changes is not None
    place, own = json.loads(dumped(changes))["tables"]
    assert own["panel"]["board"] is not None
    assert place["change"]["j"]
    assert place["change"]["r"] == {"all": ["Something else."]}


async def test_a_page_says_which_table_it_looks_at(house: House, browser: Browser) -> None:
    pete = await browser.sit("Pete")
    guests = [await browser.sit(f"Guest {number}") for number in range(MOST_WHOLE + 3)]
    for guest in guests:
        await browser.say(guest, "!open highest")
    codes = list(house.bot.tables)
    for asked, expected in ((codes[4], {codes[4]}), ("", {codes[0]}), ("%22%3E", {codes[0]})):
        live = f"{browser.url}/seat/{pete}/live?table={asked}"
        async with browser.session.ws_connect(live, headers=browser.ours) as socket:
            content = json.loads(await socket.receive_str())
        assert {one["panel"]["code"] for one in content["tables"] if not one["brief"]} == expected, asked
        assert len(content["tables"]) == len(codes)
