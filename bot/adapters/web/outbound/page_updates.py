"""Define the updates that a page gets on its live line, each as one guest may read it."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import astuple, replace

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound.answered import WITHOUT_A_WORD, AnswerShown
from bot.ports.audience import is_for_one
from bot.ports.messages import FormField, News, Offer, Panel, Update
from bot.ports.shown import ShownBoard, ShownPiece
from bot.render.menu import OF_A_HAND
from games.kit.board import Glimpse, Zone

T = TypeVar("T")
MOST_NEWS = 40
MOST_KEPT = 256
"""Cached changes of panels: many pages ask for the same public ones."""
BY_BOARD = "by_board"
"""The field of a panel with those of its lines that the board also shows."""
SHORT: Final = {
    "about": "a",
    "among": "m",
    "awaited": "t",
    "board": "j",
    "ends_at": "u",
    "face": "f",
    "fields": "i",
    "fills": "b",
    "height": "h",
    "key": "e",
    "kind": "k",
    "label": "l",
    "left": "x",
    "lines": "r",
    "looks": "o",
    "name": "n",
    "offers": "g",
    "pieces": "p",
    "seat": "s",
    "seats": "q",
    "top": "y",
    "way": "v",
    "width": "w",
    "word": "d",
    "zones": "z",
}
"""Names of fields that changes tell often, and by which letters they do (`static/told.js`)."""
NAME: Final = SHORT["name"]
OF_ONE: Final = frozenset({"commands", "own", SHORT["offers"], SHORT["seats"]})
"""Lists that each viewer has of their own, so that no two pages are told the same changes of them."""
WITH_LISTS: Final = frozenset({Offer, FormField, Zone})
"""Name what has lists of which only what differs is told."""
FEW_LETTERS = 2
"""The fewest letters of a known name that are left out of the next one that begins with them."""
FEW_FIELDS = 5
"""The most changed fields of an item, in a list that has become longer or shorter, for which only these are sent."""
ALL: Final = "all"
"""By what a list is told that has become longer or shorter."""
LAST = -1
"""Stands for the index of the item before, in the later list."""
MOST_LACKING = 12
"""Among how many pieces one that looks the same is looked for, where those before it may have gone."""
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


class LineTold(Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of news for a page; its number in the log is left out (T3).

    `own`: told to this guest alone. `game`: told by the game, as most are, not the table. `glimpse`: shown on the board
    as it comes.
    """

    text: str
    at: int
    order: int
    own: bool = False
    fades: int | None = None
    replaces: bool = False
    fine: bool = False
    game: bool = True
    cues: tuple[str, ...] = ()
    glimpse: Glimpse | None = None


class Told(Struct, frozen=True, gc=False):
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


class TableUpdate(Struct, frozen=True, gc=False, omit_defaults=True):
    """An update of a table that the page knows. `change`: of the panel made for this guest alone (`own`), or of the
    public one; None: only news.
    """

    table: str
    own: bool
    notify: bool = False
    news: tuple[LineTold, ...] = ()
    change: msgspec.Raw | None = None


class Pairs(Generic[T]):
    """Cache what is made of two things, as JSON, by their identity, which is quick: many pages ask for the same two.

    It holds the things, so that no others can have their ids. `most`: with more, all go.
    """

    def __init__(self, make: Callable[[T, T], object], most: int) -> None:
        self._make, self._most = make, most
        self.kept: dict[tuple[int, int], tuple[T, T, msgspec.Raw]] = {}

    def __call__(self, one: T, other: T) -> msgspec.Raw:
        """Return what is made of these two."""
        key = id(one), id(other)
        found = self.kept.get(key)
        if found is None:
            if len(self.kept) >= self._most:
                self.kept.clear()
            found = self.kept[key] = one, other, msgspec.Raw(encode(self._make(one, other)))
        return found[2]


class Here(Struct, frozen=True):
    """Somebody who has the room open."""

    id: str
    name: str


class Answered(Struct, frozen=True, omit_defaults=True):
    """The answer to the line with this id, which the page said on its live line."""

    id: str
    answer: AnswerShown = WITHOUT_A_WORD


class Snapshot(Struct, frozen=True, tag="snapshot"):
    """Tell a page all that it shows, as its line begins. `form`: how all is told; a page that reads another one is
    loaded anew.
    """

    now: int
    tables: tuple[Told | TableUpdate, ...]
    chat: tuple[ChatLine, ...]
    form: str = ""


class Changes(Struct, frozen=True, gc=False, omit_defaults=True):
    """Tell what a page lacks. `people`: who is here now; None: no change. `answers`: to what the guest said
    elsewhere; `said`: to what this page said on its line.
    """

    now: int
    tables: tuple[Told | TableUpdate, ...]
    chat: tuple[ChatLine, ...] = ()
    people: tuple[Here, ...] | None = None
    answers: tuple[AnswerShown, ...] = ()
    said: tuple[Answered, ...] = ()


def told(update: Update) -> Told:
    """Return an update as all its pages are told it, but for what `as_for_guest` says."""
    own = is_for_one(update.audience)
    news = tuple([line_told(line, own=own) for line in update.news[-MOST_NEWS:]]) if update.news else ()
    return Told(update.table, own, notify=False, news=news, panel=update.card)


def as_for_guest(guest: Guest, update: Update, shared: Told) -> Told:
    """Return an update for this guest's page: whether it calls them, and with the commands that they may say."""
    panel, notify = panel_for(guest, shared.panel), bool(update.notify) and guest.person.id in update.notify
    return replace(shared, notify=notify, panel=panel) if notify or panel is not shared.panel else shared


def veiled(panel: Panel) -> Panel:
    """Return the panel of a table for somebody who does not sit there: without its game, if nobody may look on."""
    if not panel.unwatched or panel.phase == "closed":
        return panel
    nothing = {"own": (), "seats": (), "open_moves": (), "by_board": (), "own_by_board": (), "board": None, "pot": None}
    return replace(panel, lines=(panel.unwatched,), asks="", stage="", entered=(), **nothing)


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
        entered=(),
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
    if not [one for one in panel.commands if one.by]:
        return panel
    mine = tuple(replace(one, by="") for one in panel.commands if one.by in {"", guest.person.id})
    return replace(panel, commands=mine)


def panel_of_a_hand(panel: Panel) -> Panel:
    """Return a panel for a page that shows only one hand: with the moves of the game, and the questions about it."""
    asked = tuple(replace(one, by="") for one in panel.commands if one.word in OF_A_HAND)
    return replace(panel, commands=asked, offers=panel.offers if panel.phase == "playing" else (), is_host=False)


def line_told(news: News, *, own: bool) -> LineTold:
    """Return a line of news for a page."""
    return LineTold(
        text=news.text,
        at=news.at,
        order=news.order,
        own=own,
        fades=news.fades,
        replaces=news.replaces,
        fine=news.fine,
        game=news.of_game,
        cues=news.cues,
        glimpse=news.glimpse if own else None,
    )


def difference(before: Panel, now: Panel) -> dict[str, object]:
    """Return the fields that differ between two panels, with their later values; of lists and of a board only what
    differs within.

    Lines that the board also shows are given as runs of the panel's lines, if these are other ones.
    """
    found: dict[str, object] = {}
    for key, was, later in zip(keys(Panel), astuple(before), astuple(now), strict=True):
        if was is later or was == later:
            continue
        if later and type(later) is tuple:
            found[key] = list_changes(later, was) if key in OF_ONE else list_told(later, was)
        elif was is not None and type(later) is ShownBoard:
            found[key] = board_changes(was, later)
        else:
            found[key] = later
    shown = among_lines(now.by_board, now.lines)
    if shown != among_lines(before.by_board, before.lines):
        found[BY_BOARD] = shown
    else:
        found.pop(BY_BOARD, None)
    return found


def board_changes(before: ShownBoard, now: ShownBoard) -> dict[str, object]:
    """Return the fields of a board that differ, and of each zone whether it moved, and what differs in its pieces.

    Pieces of a zone that stays are the very same for all pages, and are compared once for all.
    """
    found: dict[str, object] = {}
    if now.height != before.height:
        found["h"] = now.height
    if now.name != before.name:
        found[NAME] = name_told(before.name, now.name)
    if len(now.zones) != len(before.zones):
        return found | {"z": {ALL: runs(now.zones, before.zones)}}
    zones: dict[int, dict[str, object]] = {}
    for at, (was, zone) in enumerate(zip(before.zones, now.zones, strict=True)):
        if was.pieces is not zone.pieces:
            zones[at] = {"p": list_told(zone.pieces, was.pieces)}
        if was.left != zone.left or was.top != zone.top:
            zones.setdefault(at, {}).update(x=zone.left, y=zone.top)
        if was.name != zone.name:
            zones.setdefault(at, {})[NAME] = name_told(was.name, zone.name)
    return found | {"z": zones} if zones else found


@lru_cache(maxsize=MOST_KEPT)
def name_told(before: str, now: str) -> str | tuple[int, str]:
    """Return a name: as how many letters of the known one stay and what follows, if it begins like that."""
    kept = 0
    for one, other in zip(before, now, strict=False):
        if one != other:
            break
        kept += 1
    return (kept, now[kept:]) if kept >= FEW_LETTERS and now[:kept].isascii() else now


@cache
def keys(kind: type[Struct]) -> tuple[str, ...]:
    """Return by what the fields of this kind of thing are told."""
    return tuple([SHORT.get(name, name) for name in kind.__struct_fields__])


def list_changes(now: Sequence[Any], before: Sequence[Any]) -> Mapping[Any, object]:
    """Return what has changed in a list that the page knows: in runs if some items came, went or moved; otherwise by
    the places of the items that differ, those with plain fields all together.
    """
    if len(now) != len(before):
        return {ALL: runs(now, before)}
    known, others = {*map(id, before)}, list[int]()
    for at, (was, one) in enumerate(zip(before, now, strict=True)):
        if was is not one and was != one:
            if id(one) in known:
                return {ALL: runs(now, before)}
            others.append(at)
    if not isinstance(now[0], Struct):
        return {at: now[at] for at in others}
    if type(now[0]) in WITH_LISTS:
        return {at: changes(before[at], now[at]) for at in others}
    return alike(now, before, others)


def alike(now: Sequence[Any], before: Sequence[Any], others: Sequence[int]) -> dict[str, list[list[object]]]:
    """Return what has changed of the items at the `others`: by the names of the fields that differ, their later values,
    followed by the places of all of which these are the later values.
    """
    told: dict[str, list[list[object]]] = {}
    found: dict[tuple[object, ...], list[object]] = {}
    for at in others:
        few = changes(before[at], now[at])
        key = tuple(few.items())
        if key not in found:
            found[key] = [*few.values()]
            told.setdefault(",".join(few), []).append(found[key])
        found[key].append(at)
    return told


@lru_cache(maxsize=16 * MOST_KEPT)
def changes(before: Struct, now: Struct) -> Mapping[str, object]:
    """Return the fields of an item that differ, with their later values; of lists only what differs within. The word of
    a piece without a name is known.

    A piece is lit and unlit again and again, for several pages: it is found once what differs.
    """
    found: dict[str, object] = {}
    kind = type(now)
    within = kind in WITH_LISTS
    for key, was, later in zip(keys(kind), astuple(before), astuple(now), strict=True):
        if was is later or was == later:
            continue
        if key == NAME:
            found[key] = name_told(was or getattr(before, "word", ""), later)
        elif within and later and type(later) is tuple:
            found[key] = list_changes(later, was)
        else:
            found[key] = later
    return found


def runs(now: Sequence[object], before: Sequence[object]) -> list[object]:
    """Return a list as runs of items that the page knows, and new items.

    An item that differs in only a few fields from one that the page knows is given as its index with those fields, one
    that differs so from the item before it in the new list as -1 with them.
    """
    known = dict(zip(map(id, before), range(len(before)), strict=True))
    told: list[object] = []
    last: Run | None = None
    there, most = 0, len(before)
    for at, one in enumerate(now):
        found = known.get(id(one))
        if found is None and there < most and before[there] == one:
            found = there
        if found is None:
            there, other = otherwise(one, before, there, now[at - 1] if at else None)
            told.append(other)
            last = None
        elif last is not None and last[0] + last[1] == found:
            last[1] += 1
            there = found + 1
        else:
            last = [found, 1]
            told.append(last)
            there = found + 1
    return told


def otherwise(one: object, before: Sequence[Any], there: int, last: Any) -> tuple[int, object]:
    """Return from where on earlier items may stay, and the few fields in which this one differs from an earlier one or
    from the `last` one told; it is told whole if there are more. A piece is compared with the next of its kind and
    face.
    """
    if not isinstance(one, Struct):
        return there + 1, one
    kind = type(one)
    found = there
    if isinstance(one, ShownPiece):
        for at in range(there, min(there + MOST_LACKING, len(before))):
            if before[at].face == one.face and before[at].kind == one.kind:
                found = at
                break
    if found < len(before) and type(before[found]) is kind and len(few := changes(before[found], one)) <= FEW_FIELDS:
        return found + 1, (found, few)
    if type(last) is kind and len(few := changes(last, one)) <= FEW_FIELDS:
        return there, (LAST, few)
    return there, one


change_of = Pairs[Panel](difference, MOST_KEPT)
"""Return, as JSON, the changes from one panel to another."""
list_told = Pairs[Sequence[object]](list_changes, 8 * MOST_KEPT)
"""Return, as JSON, the changes of a list, or of the pieces of a zone."""
among_lines = lru_cache(MOST_KEPT)(runs)
"""Return lines as runs of all."""


def fresh(one: Told, now: int) -> Told:
    """Return an update without the news that have faded: a page that comes late must not show them. `now`: ms."""
    left = still_told(one.news, now)
    return one if len(left) == len(one.news) else replace(one, news=left)


def still_told(news: tuple[LineTold, ...], now: int) -> tuple[LineTold, ...]:
    """Return the news that have not faded yet."""
    return tuple([line for line in news if line.fades is None or line.at + line.fades * 1000 > now])


def dumped(content: Snapshot | Changes) -> str:
    """Return a message for the live line as JSON."""
    return encode(content).decode()
