"""A page is told only what has changed, and can make the whole panel of it."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bench.boards import boards
from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound.open_page import OpenPage
from bot.adapters.web.outbound.page_updates import TableUpdate, Told, since
from bot.ports.ids import TableCode
from bot.ports.messages import Panel, SeatLine
from games.catalogue import catalogue
from games.kit.seats import Seat

EMPTY = Panel(TableCode("K7Q"), "game", "Game", "playing", ("To move.",), (), (), None, "1", 5, (), ())


def told(panel: Panel) -> Told:
    return Told("table", own=False, notify=False, news=(), panel=panel)


def merged(before: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    """Put an update into a panel, as the page does."""
    panel = {**before, **update["changed"]}
    if update.get("board"):
        height, name = update["board"]
        pieces = [update["pieces"].get(str(at), piece) for at, piece in enumerate(before["board"]["pieces"])]
        panel["board"] = {"height": height, "name": name, "pieces": pieces}
    return panel


@pytest.mark.parametrize("game", sorted(catalogue()))
def test_a_panel_is_whole_again_after_every_change_of_it(game: str) -> None:
    drawn = [
        board for _, board in boards(catalogue()[game], catalogue()[game].seats(catalogue()[game].options_from({}))[0])
    ]
    panels = [EMPTY, *(replace(EMPTY, ask=str(at), board=board) for at, board in enumerate(drawn)), EMPTY]
    shown, sent, whole = msgspec.json.decode(msgspec.json.encode(EMPTY)), 0, 0
    for before, now in pairwise(panels):
        update = msgspec.json.encode(since(before, told(now)))
        shown = merged(shown, msgspec.json.decode(update))
        assert shown == msgspec.json.decode(msgspec.json.encode(now))
        sent, whole = sent + len(update), whole + len(msgspec.json.encode(now))
    assert sent < whole


def test_what_stays_is_not_told_again() -> None:
    seats = (SeatLine(Seat(0), "Pete", 5, bot=False, awaited=True, away=False, you=False),)
    now = replace(EMPTY, seats=seats)
    assert since(EMPTY, told(now)).changed == {"seats": seats}
    assert since(now, told(now)).changed == {}


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
