"""Test that a page is told only changes, and can build the whole panel from them."""

import asyncio
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from bench import told_panels
from bench.boards import boards
from bench.told_panels import brought, listed, pieces_of
from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound import open_page
from bot.adapters.web.outbound.answered import AnswerShown
from bot.adapters.web.outbound.open_page import OpenPage
from bot.adapters.web.outbound.page_updates import (
    SHORT,
    Answered,
    LineTold,
    TableUpdate,
    Told,
    difference,
    dumped,
    list_changes,
    runs,
)
from bot.ports.ids import TableCode
from bot.ports.messages import Choosable, FormField, Offer, Panel, SeatLine
from bot.ports.shown import ShownBoard, ShownPiece
from games.catalogue import catalogue
from games.kit.board import Zone
from games.kit.seats import Seat

EMPTY = Panel(TableCode("K7Q"), "game", "Game", "playing", ("To move.",), (), (), None, "1", 5, (), ())


def told(panel: Panel, *, own: bool = False, news: str = "") -> Told:
    lines = (LineTold(news, 1, 1, own=own),) if news else ()
    return Told("table", own=own, notify=False, news=lines, panel=panel)


@pytest.mark.parametrize("game", sorted(catalogue()))
def test_a_panel_is_whole_again_after_every_change_of_it(game: str) -> None:
    drawn = [
        board for _, board in boards(catalogue()[game], catalogue()[game].seats(catalogue()[game].options_from({}))[0])
    ]
    panels = [EMPTY, *(replace(EMPTY, ask=str(at), board=board) for at, board in enumerate(drawn)), EMPTY]
    shown, sent, whole = plain(EMPTY), 0, 0
    for before, now in pairwise(panels):
        change = msgspec.json.encode(difference(before, now))
        shown = brought(shown, {"change": msgspec.json.decode(change)}) or {}
        assert as_read(shown) == as_read(plain(now))
        sent, whole = sent + len(change), whole + len(msgspec.json.encode(now))
    assert sent < whole


def plain(sent: Struct | Mapping[Any, object]) -> dict[str, Any]:
    """Return something as a page reads it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sent))
    return found


def plainly(sent: list[Any]) -> list[Any]:
    """Return a list as a page reads it."""
    found: list[Any] = msgspec.json.decode(msgspec.json.encode(sent))
    return found


def as_read(panel: dict[str, Any]) -> dict[str, Any]:
    """Return the panel with the names of its zones, without usual values in its pieces, which may be sent or not."""
    if panel["board"] is None:
        return panel
    pieces = [
        {key: one for key, one in piece.items() if one not in ("", None, [])} for piece in pieces_of(panel["board"])
    ]
    names = [zone.get("name", "") for zone in panel["board"]["zones"]]
    return panel | {"board": panel["board"] | {"zones": pieces, "names": names}}


def test_what_stays_is_not_told_again() -> None:
    seats = (SeatLine(Seat(0), "Pete", 5, bot=False, awaited=True, away=False, you=False),)
    now = replace(EMPTY, seats=seats)
    assert plain(difference(EMPTY, now)) == {"q": {"all": [plain(seats[0])]}}
    assert difference(now, now) == {}


def test_in_a_list_that_is_as_long_as_before_only_what_differs_is_told_by_its_place() -> None:
    ways = tuple(Choosable(word, word.upper()) for word in ("x1", "x2"))
    before = Offer("move", "Move X1", "Move a cone.", secret=False, fields=(FormField("to", "To", "one", among=ways),))
    among = (ways[0], Choosable("3a", "3a"))
    now = replace(before, label="Move 3a", fields=(replace(before.fields[0], among=among),))
    change = plain(difference(replace(EMPTY, offers=(before,)), replace(EMPTY, offers=(now,))))
    assert change == {"g": {"0": {"l": "Move 3a", "i": {"0": {"m": {"d,l": [["3a", "3a", 1]]}}}}}}
    shown = brought(plain(replace(EMPTY, offers=(before,))), {"change": change})
    assert shown == plain(replace(EMPTY, offers=(now,)))
    assert list_changes(["a", "x", "c"], ["a", "b", "c"]) == {1: "x"}


def test_pages_know_the_letters_of_fields() -> None:
    script = Path(told_panels.__file__).parents[1] / "bot/adapters/web/static/told.js"
    found = re.findall(r"\b([a-z]): \"([a-z_]+)\"", script.read_text("utf-8"))
    assert {name: letter for letter, name in found} == SHORT
    fields = {name for kind in (Panel, SeatLine, Offer, FormField, ShownPiece) for name in kind.__struct_fields__}
    assert not fields & {"all", *SHORT.values()}


def test_of_a_list_only_what_is_new_is_told_wherever_it_came_in() -> None:
    assert runs(["a", "b", "new", "c"], ["a", "b", "c"]) == [[0, 2], "new", [2, 1]]
    assert runs(["c", "a"], ["a", "b", "c"]) == [[2, 1], [0, 1]]
    assert runs([], ["a"]) == []


def test_of_what_is_another_in_few_fields_only_these_are_told() -> None:
    pete = SeatLine(Seat(0), "Pete", 5, bot=False, awaited=True, away=False, you=False)
    lola = replace(pete, seat=Seat(1), name="Lola")
    assert runs([replace(pete, awaited=False), lola], [pete, lola]) == [(0, {"t": False}), [1, 1]]
    other = SeatLine(Seat(2), "Mia", 7, bot=True, awaited=False, away=True, you=False)
    assert runs([other], [pete]) == [other]


def test_what_is_like_the_item_before_it_is_told_by_what_is_not() -> None:
    seven, queen = Offer("play", "Play 7", "Play a card.", secret=False), Offer("play", "Play Q", "Play a card.", False)
    assert runs([seven, queen], []) == [seven, (-1, {"l": "Play Q"})]
    assert listed(plainly(runs([seven, queen], [])), []) == [plain(seven), plain(queen)]


def test_of_pieces_that_have_changed_alike_this_is_told_once() -> None:
    space = ShownPiece("space", "Y", 9, 0, 20, 20, name="3a, free", word="3a", looks=("lit",), about="piece-free")
    before = [space, replace(space, word="3b", name="3b, free"), replace(space, word="x4", name="X4, free")]
    bare = [replace(one, name="", looks=(), about="") for one in before]
    assert list_changes(bare, before) == {"n,o,a": [["", (), "", 0, 1, 2]]}
    told = {"n,o,a": [["free", ("lit",), "piece-free", 0, 1, 2]]}
    assert list_changes([replace(one, name="free") for one in before], bare) == told
    assert told_panels.changed(list(map(plain, bare)), plain(told)) == [
        plain(replace(one, name="free")) for one in before
    ]
    assert list_changes([replace(bare[0], left=0), *bare[1:]], bare) == {"x": [[0, 0]]}
    assert set(ShownPiece.__struct_fields__) <= SHORT.keys()


def test_of_a_name_that_begins_like_the_known_one_only_the_rest_is_told() -> None:
    before = [ShownPiece("space", "Y", 9, 0, 20, 20, name=f"{word}, free", word=word) for word in ("3a", "x4", "ÄÖ")]
    now = [replace(one, name=one.name.replace(", free", ": blue, can move")) for one in before]
    told = {"n": [[(2, ": blue, can move"), 0, 1], ["ÄÖ: blue, can move", 2]]}
    assert list_changes(now, before) == told
    assert told_panels.changed(list(map(plain, before)), plain(told)) == list(map(plain, now))


def test_a_list_whose_items_moved_is_told_in_runs() -> None:
    first, second, third = (ShownPiece("cone", face, 9, 9, 20, 20) for face in "YBR")
    assert list_changes([second, first, third], [first, second, third]) == {"all": [[1, 1], [0, 1], [2, 1]]}


def test_of_a_piece_that_came_or_went_those_around_it_are_not_told_anew() -> None:
    card = ShownPiece("card", "7C", 100, 0, 50, 70, name="7 of clubs")
    count, frame = ShownPiece("badge", "plain", 200, 0, 22, 14, label="1"), ShownPiece("space", "slot", 9, 0, 99, 90)
    moved, other = replace(card, left=86), replace(card, face="QC", left=114, name="Q of clubs")
    fewer, more = [replace(count, label="0"), frame], [moved, other, replace(count, label="2"), frame]
    last = (-1, {"f": "QC", "x": 114, "n": "Q of clubs"})
    assert runs(fewer, [card, count, frame]) == [(1, {"l": "0"}), [2, 1]]
    assert runs(more, [card, count, frame]) == [(0, {"x": 86}), last, (1, {"l": "2"}), [2, 1]]
    assert listed(plainly(runs(more, [card, count, frame])), list(map(plain, [card, count, frame]))) == plainly(more)


def test_a_zone_that_stays_is_not_told_and_one_that_moved_by_its_place() -> None:
    pieces = (ShownPiece("card", "7C", 100, 0, 50, 70),)
    before = ShownBoard(90, (Zone(pieces, 8, 8, "middle"), Zone(pieces, 8, 99, "own")), "A table.")
    now = ShownBoard(90, (Zone(pieces, 8, 8, "middle"), Zone(pieces, 8, 77, "own")), "A table.")
    more = ShownBoard(90, (*now.zones, Zone((), 0, 0, "new")), "A table.")
    change = plain(difference(replace(EMPTY, board=before), replace(EMPTY, board=now)))
    assert change["j"] == {"z": {"1": {"x": 8, "y": 77}}}
    change = plain(difference(replace(EMPTY, board=before), replace(EMPTY, board=more)))
    assert change["j"] == {"z": {"all": [[0, 1], [1, {"y": 77}], [-1, {"p": [], "x": 0, "y": 0, "n": "new"}]]}}


def test_lines_that_the_board_shows_too_are_not_told_twice() -> None:
    now = replace(EMPTY, lines=("Ann to move.", "Pot: 5."), by_board=("Pot: 5.",))
    later = replace(now, lines=("Ben to move.", "Pot: 6."), by_board=("Pot: 6.",))
    assert plain(difference(EMPTY, now)) == {"r": {"all": ["Ann to move.", "Pot: 5."]}, "by_board": [[1, 1]]}
    assert plain(difference(now, later)) == {"r": {"0": "Ben to move.", "1": "Pot: 6."}}
    assert brought(plain(now), {"change": plain(difference(now, later))}) == plain(later)


def page() -> OpenPage:
    return OpenPage(Guest("guest1", "Pete", "main", 0, ""), "en")


async def test_a_closed_table_is_told_whole_since_the_page_may_have_let_go_of_it() -> None:
    tab, closed = page(), replace(EMPTY, phase="closed")
    kinds = []
    for panel in (EMPTY, closed, replace(closed, title="Again"), EMPTY):
        tab.tell(told(panel))
        changes = await tab.changes(lambda: 0)
        assert changes is not None
        kinds += [type(one) for one in changes.tables]
    assert kinds == [Told, TableUpdate, Told, Told]


SITS = replace(
    EMPTY, seats=(SeatLine(Seat(0), "Pete", None, bot=False, awaited=False, away=False, you=True),), own=("A 6.",)
)


async def told_of(tab: OpenPage) -> list[dict[str, Any]]:
    """Return what the page is told now, as it reads it."""
    changes = await tab.changes(lambda: 0)
    assert changes is not None
    found: list[dict[str, Any]] = msgspec.json.decode(dumped(changes))["tables"]
    return found


async def test_who_sits_there_is_told_their_own_panel_alone_with_the_news_of_all() -> None:
    tab = page()
    tab.begin((told(EMPTY), told(SITS, own=True)))
    tab.tell(told(replace(EMPTY, ask="2"), news="Ann rolls."))
    tab.tell(told(replace(SITS, ask="2"), own=True, news="You hold a 6."))
    (own,) = await told_of(tab)
    assert (own["own"], own["change"]) == (True, {"ask": "2"})
    assert own["news"] == [
        {"text": "You hold a 6.", "at": 1, "order": 1, "own": True},
        {"text": "Ann rolls.", "at": 1, "order": 1},
    ]


async def test_what_changes_for_others_alone_is_not_told_to_who_sits_there() -> None:
    tab = page()
    tab.begin((told(EMPTY), told(SITS, own=True)))
    tab.tell(told(replace(EMPTY, ends_at=6)))
    tab.tell(told(replace(SITS, ask="2"), own=True))
    (own,) = await told_of(tab)
    assert own["own"]


@pytest.mark.parametrize("how", ["leaves", "covers", "closed"])
async def test_a_place_comes_into_sight_again_as_it_is_by_then(how: str) -> None:
    tab = page()
    known = {
        one.own: plain(one.panel) for one in tab.begin((told(EMPTY), told(SITS, own=True))) if isinstance(one, Told)
    }
    tab.tell(told(replace(EMPTY, lines=("Over.",))))
    now = replace(EMPTY, lines=("Over.",), phase="closed" if how == "closed" else "playing")
    match how:
        case "leaves":
            tab.tell(told(replace(EMPTY, title="left"), own=True))
        case "covers":
            tab.cover(covered=True)
        case _:
            tab.tell(told(now))
    for one in await told_of(tab):
        known[one["own"]] = brought(known.get(one["own"]), one) or {}
    assert known[False] == plain(now)


HIDDEN = replace(EMPTY, unwatched="Not for you.", lines=("A secret.",), asks="A secret.", stage="rolls")


async def test_of_a_table_that_nobody_may_look_on_at_only_who_sits_there_is_told_the_game() -> None:
    tab = page()
    (first,) = tab.begin((told(HIDDEN, news="Ann rolls."),))
    assert isinstance(first, Told)
    assert (first.panel.lines, first.news) == (("Not for you.",), ())
    assert (first.panel.asks, first.panel.stage) == ("", "")
    tab.tell(told(replace(HIDDEN, ask="2"), news="Ben rolls."))
    (place,) = await told_of(tab)
    assert (place["change"], "news" in place) == ({"ask": "2"}, False)
    tab.tell(told(replace(HIDDEN, ask="3"), news="Pete sits down."))
    tab.tell(told(replace(SITS, unwatched="Not for you.", lines=("A secret.",)), own=True))
    seen = msgspec.json.encode(await told_of(tab))
    assert b"A secret." in seen
    assert b"Pete sits down." in seen
    tab.tell(told(replace(SITS, seats=(), phase="closed"), own=True))
    tab.tell(told(replace(HIDDEN, ask="4", lines=("Another secret.",))))
    assert b"secret" not in msgspec.json.encode(await told_of(tab))


async def test_a_covered_page_is_told_both() -> None:
    tab = OpenPage(Guest("guest1", "Pete", "main", 0, ""), "en", covered=True)
    tab.begin((told(EMPTY), told(SITS, own=True)))
    tab.tell(told(replace(EMPTY, ask="2")))
    tab.tell(told(replace(SITS, ask="2"), own=True))
    assert [one["own"] for one in await told_of(tab)] == [False, True]
    tab.cover(covered=False)
    tab.tell(told(replace(EMPTY, ask="3")))
    tab.tell(told(replace(SITS, ask="3"), own=True))
    assert [one["own"] for one in await told_of(tab)] == [True]


def awaited(panel: Panel, *, now: bool) -> Panel:
    return replace(panel, seats=tuple(replace(seat, awaited=now) for seat in panel.seats))


async def test_a_page_that_nobody_sees_is_told_all_at_once_when_somebody_does() -> None:
    tab = page()
    tab.begin((told(EMPTY), told(SITS, own=True)))
    tab.sleep(asleep=True)
    telling = asyncio.ensure_future(told_of(tab))
    for number in (2, 3, 4):
        tab.tell(told(replace(SITS, ask=str(number)), own=True, news=f"Move {number}."))
        await asyncio.sleep(0)
    assert not telling.done()
    tab.sleep(asleep=False)
    (one,) = await telling
    assert one["change"] == {"ask": "4"}
    assert [line["text"] for line in one["news"]] == ["Move 2.", "Move 3.", "Move 4."]


@pytest.mark.parametrize("before", [False, True])
async def test_a_page_that_nobody_sees_learns_at_once_whose_turn_it_is(before: bool) -> None:
    tab = page()
    tab.begin((told(EMPTY), told(awaited(SITS, now=before), own=True)))
    tab.sleep(asleep=True)
    tab.tell(told(replace(awaited(SITS, now=not before), ask="2"), own=True))
    (one,) = await told_of(tab)
    assert one["change"]["ask"] == "2"


async def test_a_page_that_nobody_sees_hears_the_rest_with_the_next_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_page, "PULSE", 0.05)
    tab = page()
    tab.begin((told(EMPTY),))
    tab.sleep(asleep=True)
    tab.tell(told(replace(EMPTY, ask="2"), news="Ann rolls."))
    (one,) = await told_of(tab)
    assert one["change"] == {"ask": "2"}


async def test_a_page_that_is_closed_is_still_answered() -> None:
    tab = page()
    tab.tell(told(EMPTY))
    tab.reply(Answered("a1", AnswerShown(ok=True, text="", secret=False, files=())))
    tab.close(open_page.GONE)
    last = await tab.changes(lambda: 0)
    assert last is not None
    assert ([said.id for said in last.said], last.tables) == (["a1"], ())
    assert await tab.changes(lambda: 0) is None


@pytest.mark.parametrize("moved", [False, True])
async def test_an_answer_without_a_word_waits_only_for_changes_that_were_not_told_yet(
    monkeypatch: pytest.MonkeyPatch, moved: bool
) -> None:
    monkeypatch.setattr(open_page, "WITH_CHANGES", 3600.0)
    tab = page()
    tab.begin((told(EMPTY),))
    tab.tell(told(replace(EMPTY, ask="before it said anything")))
    await told_of(tab)
    tab.hear()
    if moved:
        tab.tell(told(replace(EMPTY, ask="2")))
        await told_of(tab)
    tab.reply(Answered("a1", AnswerShown(ok=True, text="", secret=False, files=())))
    waiting = asyncio.create_task(tab.changes(lambda: 0))
    await asyncio.sleep(0)
    assert waiting.done() is moved
    tab.tell(told(replace(EMPTY, ask="3")))
    answered = await waiting
    assert answered is not None
    assert ([said.id for said in answered.said], len(answered.tables)) == (["a1"], 0 if moved else 1)
