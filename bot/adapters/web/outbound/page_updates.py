"""Define the updates that a page gets on its live line, each as one guest may read it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound.answered import AnswerShown
from bot.ports.audience import is_for_one
from bot.ports.messages import News, Panel, Update
from bot.ports.shown import ShownBoard, ShownPiece
from bot.render.menu import OF_A_HAND
from games.kit.board import Zone

T = TypeVar("T")
MOST_NEWS = 40
MOST_KEPT = 256
"""Cached changes of panels: many pages ask for the same public ones."""
BY_BOARD = "by_board"
"""The field of a panel with those of its lines that the board also shows."""
FEW_FIELDS = 5
"""The most changed fields of a piece for which only the changes are sent."""
MOST_WHOLE = 8
"""Up to this many tables are sent in full; if there are more, only those looked at."""


class ChatLine(Struct, frozen=True):
    """A line of the room's chat. `command`: it was said to the bot in public."""

    id: str
    by: str
    name: str
    text: str
    at: int
    command: bool = False


class LineTold(Struct, frozen=True, omit_defaults=True):
    """A line of news for a page; its number in the log is left out (T3).

    `own`: told to this guest alone. `game`: told by the game, not the table.
    """

    text: str
    at: int
    order: int
    own: bool = False
    fades: int | None = None
    replaces: bool = False
    fine: bool = False
    game: bool = False
    cues: tuple[str, ...] = ()


class Told(Struct, frozen=True):
    """An update for a page. `own`: made for this guest alone. `notify`: it calls this guest.

    `brief`: it is for one of many tables that this page does not look at: who sits there, and what its tab needs.
    """

    table: str
    own: bool
    notify: bool
    news: tuple[LineTold, ...]
    panel: Panel
    brief: bool = False


Run = list[int]
"""Part of a list that is sent as changes: the index in the earlier list, and how many items stay the same."""


class Change(Struct, frozen=True, omit_defaults=True):
    """The changes of a panel since the page's version. `lists`: each as runs of unchanged items, and new items.

    `board`: its height, its name and its zones; for each zone its place, its index among the earlier zones (-1: new),
    and the runs of its pieces if they changed.
    """

    fields: dict[str, object] = {}
    lists: dict[str, list[object]] = {}
    board: tuple[int, str, list[tuple[object, ...]]] | None = None


class TableUpdate(Struct, frozen=True, omit_defaults=True):
    """An update of a table that the page knows. `change`: of the panel made for this guest alone (`own`), or of the
    public one; None: only news.
    """

    table: str
    own: bool
    notify: bool = False
    news: tuple[LineTold, ...] = ()
    change: msgspec.Raw | None = None


class Same(Generic[T]):
    """A panel or board, compared by identity, which is quick: two are equal only if they are the same object."""

    __slots__ = ("one",)

    def __init__(self, one: T) -> None:
        self.one = one

    def __hash__(self) -> int:
        return id(self.one)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.one is self.one


class Here(Struct, frozen=True):
    """Somebody who has the room open."""

    id: str
    name: str


class Answered(Struct, frozen=True):
    """The answer to the line with this id, which the page said on its live line."""

    id: str
    answer: AnswerShown


class Snapshot(Struct, frozen=True, tag="snapshot"):
    now: int
    tables: tuple[Told | TableUpdate, ...]
    chat: tuple[ChatLine, ...]


class Changes(Struct, frozen=True, tag="changes"):
    """Tell what a page lacks. `people`: who is here now; None: no change. `answers`: to what the guest said
    elsewhere; `said`: to what this page said on its line.
    """

    now: int
    tables: tuple[Told | TableUpdate, ...]
    chat: tuple[ChatLine, ...]
    people: tuple[Here, ...] | None
    answers: tuple[AnswerShown, ...] = ()
    said: tuple[Answered, ...] = ()


def told(update: Update, guest: Guest, news: tuple[LineTold, ...] | None = None) -> Told:
    """Return an update for this guest's page. `news`: its lines, if they were made already."""
    return Told(
        table=update.table,
        own=is_for_one(update.audience),
        notify=guest.person.id in update.notify,
        news=lines_told(update) if news is None else news,
        panel=panel_for(guest, update.card),
    )


def veiled(panel: Panel) -> Panel:
    """Return the panel of a table for somebody who does not sit there: without its game, if nobody may look on."""
    if not panel.unwatched or panel.phase == "closed":
        return panel
    nothing = {"own": (), "seats": (), "open_moves": (), "by_board": (), "own_by_board": (), "board": None, "pot": None}
    return replace(panel, lines=(panel.unwatched,), **nothing)


def lines_told(update: Update) -> tuple[LineTold, ...]:
    """Return the lines of an update, which are the same for all its pages."""
    own = is_for_one(update.audience)
    return tuple([line_told(news, own=own) for news in update.news[-MOST_NEWS:]])


def news_of(one: Told) -> TableUpdate:
    """Return the news alone, for a page that does not show this panel."""
    return TableUpdate(one.table, one.own, one.notify, one.news)


def briefly(one: Told) -> Told:
    """Return an update for a table that nobody looks at: no board, no lines and nothing to press."""
    panel = replace(
        one.panel,
        lines=(),
        own=(),
        commands=(),
        offers=(),
        open_moves=(),
        board=None,
        given=(),
        chosen=(),
        by_board=(),
    )
    return replace(one, news=(), panel=panel, brief=True)


def not_looked_at(tables: Sequence[Told], code: str) -> frozenset[str]:
    """Return which of a room's many tables are sent briefly: all but one's own and the one that is looked at.

    `code`: of the table that was asked for; without one, the page shows one's own, otherwise the first.
    """
    places = [one for one in tables if not one.own]
    if len(places) <= MOST_WHOLE:
        return frozenset()
    mine = {one.table for one in tables if one.own}
    asked = {one.table for one in places if one.panel.code == code}
    first = {places[0].table} if not (asked or mine) else set()
    return frozenset(one.table for one in places) - mine - asked - first


def panel_for(guest: Guest, panel: Panel) -> Panel:
    """Return a panel with the commands that this guest may say; if everybody may say them all, the shared panel
    itself.
    """
    if guest.table:
        return panel_of_a_hand(panel)
    if not any(one.by for one in panel.commands):
        return panel
    mine = tuple(replace(one, by="") for one in panel.commands if one.by in {"", guest.person.id})
    return replace(panel, commands=mine)


def panel_of_a_hand(panel: Panel) -> Panel:
    """Return a panel for a page that shows only one hand: with the moves of the game, and the questions about it."""
    asked = tuple(replace(one, by="") for one in panel.commands if one.word in OF_A_HAND)
    return replace(panel, commands=asked, offers=panel.offers if panel.phase == "playing" else (), is_host=False)


def line_told(news: News, *, own: bool) -> LineTold:
    """Return a line of news for a page."""
    return LineTold(news.text, news.at, news.order, own, news.fades, news.replaces, news.fine, news.of_game, news.cues)


@lru_cache(maxsize=MOST_KEPT)
def _change_of(before: Same[Panel], now: Same[Panel]) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(difference(before.one, now.one)))


def change_of(before: Panel, now: Panel) -> msgspec.Raw:
    """Return, as JSON, the changes of a panel: made once for all pages with the same two panels."""
    return _change_of(Same(before), Same(now))


def difference(before: Panel, now: Panel) -> Change:
    """Return the changes that turn the earlier panel into the later one.

    Lines that the board also shows are given by their index among the panel's lines.
    """
    fields: dict[str, object] = {}
    lists: dict[str, list[object]] = {}
    board = None
    for field, earlier, later in zip(Panel.__struct_fields__, astuple(before), astuple(now), strict=True):
        if later is earlier or later == earlier:
            continue
        if isinstance(later, ShownBoard):
            board = later.height, later.name, zones_told(later.zones, () if earlier is None else earlier.zones)
        elif isinstance(later, tuple):
            lists[field] = runs(later, now.lines if field == BY_BOARD else earlier)
        else:
            fields[field] = later
    return Change(fields, lists, board)


def zones_told(now: Sequence[Zone[ShownPiece]], before: Sequence[Zone[ShownPiece]]) -> list[tuple[object, ...]]:
    """Return for each zone its place, its earlier index, and the changes of its pieces."""
    known = {zone.name: at for at, zone in enumerate(before)}
    told: list[tuple[object, ...]] = []
    for zone in now:
        at = known.get(zone.name, -1)
        pieces = () if at < 0 else before[at].pieces
        place = zone.left, zone.top, at
        told.append(place if zone.pieces is pieces else (*place, _pieces_told(Same(zone.pieces), Same(pieces))))
    return told


@lru_cache(maxsize=4 * MOST_KEPT)
def _pieces_told(now: Same[tuple[ShownPiece, ...]], before: Same[tuple[ShownPiece, ...]]) -> msgspec.Raw:
    """Return the runs of a zone's pieces as JSON: made once for all boards with the same two zones."""
    return msgspec.Raw(msgspec.json.encode(runs(now.one, before.one)))


def runs(now: Sequence[object], before: Sequence[object]) -> list[object]:
    """Return a list as runs of items that the page knows, and new items.

    An item that differs in only a few fields from the one at its position is given as that index with those fields.
    """
    known = {id(one): at for at, one in enumerate(before)}
    told: list[object] = []
    last: Run | None = None
    there = 0
    for at, one in enumerate(now):
        found = known.get(id(one))
        if found is None:
            found = next((place for place in (there, at) if place < len(before) and before[place] == one), None)
        if found is None:
            told.append(otherwise(before, there, one) or one)
            last = None
            there += 1
            continue
        if last is not None and last[0] + last[1] == found:
            last[1] += 1
        else:
            last = [found, 1]
            told.append(last)
        there = found + 1
    return told


def otherwise(before: Sequence[object], at: int, one: object) -> tuple[int, dict[str, object]] | None:
    """Return the index and the few fields in which an item differs from the earlier one; None: send it whole."""
    there = before[at] if at < len(before) else None
    if not isinstance(one, Struct) or not isinstance(there, Struct) or type(there) is not type(one):
        return None
    pairs = zip(one.__struct_fields__, astuple(one), astuple(there), strict=True)
    changed = {name: now for name, now, was in pairs if now is not was and now != was}
    return (at, changed) if len(changed) <= FEW_FIELDS else None


def fresh(one: Told, now: int) -> Told:
    """Return an update without the news that have faded: a page that comes late must not show them. `now`: ms."""
    left = tuple([news for news in one.news if news.fades is None or news.at + news.fades * 1000 > now])
    return one if len(left) == len(one.news) else replace(one, news=left)


def dumped(content: Snapshot | Changes) -> str:
    """Return a message for the live line as JSON."""
    return msgspec.json.encode(content).decode()
