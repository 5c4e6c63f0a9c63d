"""The updates that go down the live line of a page: its shapes, each as one guest may read it."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound.answered import AnswerShown
from bot.ports.audience import is_for_one
from bot.ports.messages import News, Panel, Update
from bot.ports.shown import ShownBoard
from bot.render.menu import OF_A_HAND

MOST_NEWS = 40
MOST_KEPT = 256
"""Changes of panels: those of places are asked for by many pages."""
BY_BOARD = "by_board"
"""Of a panel, those of its lines that the board shows, too."""
PIECES = "pieces"
FEW_FIELDS = 5
"""Of a piece that is told by what is other than before."""
MOST_WHOLE = 8
"""Of so many tables a page is told all; of more, only of those that are looked at."""


class ChatLine(Struct, frozen=True):
    """A line of the room's chat. `command`: said to the bot where all could read it."""

    id: str
    by: str
    name: str
    text: str
    at: int
    command: bool = False


class LineTold(Struct, frozen=True, omit_defaults=True):
    """A line of the news as the page gets it: its number in the log stays with the bot (T3).

    `own`: told to this guest alone. `game`: a game tells it, not the table.
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
    """An update as the page gets it. `own`: made for this guest alone. `notify`: it calls this guest.

    `brief`: of one of many tables at which nobody looks on this page: who sits there, and what its tab needs.
    """

    table: str
    own: bool
    notify: bool
    news: tuple[LineTold, ...]
    panel: Panel
    brief: bool = False


Run = list[int]
"""Of a list that is told by what changed: from which number of the one before, and how many stay."""


class Change(Struct, frozen=True, omit_defaults=True):
    """Tell what of a panel is another than the page shows. `lists`: each in runs, with what is new between them.

    `board`: its height and its name; its pieces stand among the lists.
    """

    fields: dict[str, object] = {}
    lists: dict[str, list[object]] = {}
    board: tuple[int, str] | None = None


class TableUpdate(Struct, frozen=True, omit_defaults=True):
    """An update of a table that the page knows. `change`: of the panel that is made for this guest alone (`own`), or of
    the place's; None: the page is told news alone.
    """

    table: str
    own: bool
    notify: bool = False
    news: tuple[LineTold, ...] = ()
    change: msgspec.Raw | None = None


class Same:
    """A panel, known by itself: two of them are alike only where they are the same one, which costs no comparison."""

    __slots__ = ("panel",)

    def __init__(self, panel: Panel) -> None:
        self.panel = panel

    def __hash__(self) -> int:
        return id(self.panel)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.panel is self.panel


class Here(Struct, frozen=True):
    """Somebody who has the room open."""

    id: str
    name: str


class Snapshot(Struct, frozen=True, tag="snapshot"):
    now: int
    tables: tuple[Told | TableUpdate, ...]
    chat: tuple[ChatLine, ...]


class Changes(Struct, frozen=True, tag="changes"):
    """`people`: who is here now; None: as before. `answers`: to what the guest said elsewhere."""

    now: int
    tables: tuple[Told | TableUpdate, ...]
    chat: tuple[ChatLine, ...]
    people: tuple[Here, ...] | None
    answers: tuple[AnswerShown, ...] = ()


class Answered(Struct, frozen=True, tag="answer"):
    """Tell what came of the line of this id, which the page said on its live line."""

    id: str
    answer: AnswerShown


def told(update: Update, guest: Guest) -> Told:
    """Return an update as this guest's page gets it."""
    own = is_for_one(update.audience)
    return Told(
        table=update.table,
        own=own,
        notify=guest.person.id in update.notify,
        news=tuple(line_told(news, own=own) for news in update.news[-MOST_NEWS:]),
        panel=panel_for(guest, update.card),
    )


def news_of(one: Told) -> TableUpdate:
    """Return the news alone, for a page that does not show this panel."""
    return TableUpdate(one.table, one.own, one.notify, one.news)


def briefly(one: Told) -> Told:
    """Return what is told of a table at which nobody looks: no board, no lines and nothing to press."""
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
    """Return which of a room's many tables are told briefly: all but one's own, and the one that is looked at.

    `code`: of the table that was asked for; where there is none the page shows one's own, else the first.
    """
    places = [one for one in tables if not one.own]
    if len(places) <= MOST_WHOLE:
        return frozenset()
    mine = {one.table for one in tables if one.own}
    asked = {one.table for one in places if one.panel.code == code}
    first = {places[0].table} if not (asked or mine) else set()
    return frozenset(one.table for one in places) - mine - asked - first


def panel_for(guest: Guest, panel: Panel) -> Panel:
    """Return a panel with the commands that this guest may say; where all may, the one that all pages share."""
    if guest.table:
        return panel_of_a_hand(panel)
    if not any(one.by for one in panel.commands):
        return panel
    mine = tuple(replace(one, by="") for one in panel.commands if one.by in {"", guest.person.id})
    return replace(panel, commands=mine)


def panel_of_a_hand(panel: Panel) -> Panel:
    """Return a panel with what may be done where one hand alone is shown: the moves of a game, and its questions."""
    asked = tuple(replace(one, by="") for one in panel.commands if one.word in OF_A_HAND)
    return replace(panel, commands=asked, offers=panel.offers if panel.phase == "playing" else (), is_host=False)


def line_told(news: News, *, own: bool) -> LineTold:
    """Return a line of news as a page gets it."""
    return LineTold(news.text, news.at, news.order, own, news.fades, news.replaces, news.fine, news.of_game, news.cues)


@lru_cache(maxsize=MOST_KEPT)
def _change_of(before: Same, now: Same) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(difference(before.panel, now.panel)))


def change_of(before: Panel, now: Panel) -> msgspec.Raw:
    """Return, as JSON, what has changed of a panel: made once for all pages that show the same two."""
    return _change_of(Same(before), Same(now))


def difference(before: Panel, now: Panel) -> Change:
    """Return what a page has to be told that shows the one, to show the other.

    Lines that the board shows, too, are told by where they stand among the lines.
    """
    fields: dict[str, object] = {}
    lists: dict[str, list[object]] = {}
    board = None
    for field in Panel.__struct_fields__:
        earlier, later = getattr(before, field), getattr(now, field)
        if later is earlier or later == earlier:
            continue
        if isinstance(later, ShownBoard):
            board = later.height, later.name
            lists[PIECES] = runs(later.pieces, () if earlier is None else earlier.pieces)
        elif isinstance(later, tuple):
            lists[field] = runs(later, now.lines if field == BY_BOARD else earlier)
        else:
            fields[field] = later
    return Change(fields, lists, board)


def runs(now: Sequence[object], before: Sequence[object]) -> list[object]:
    """Return a list as runs of what another holds that the page knows, and what that doesn't.

    What is another in few fields than the one that stood there is told as its number with these.
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
    """Return in which few fields this is another than the one of this number; None: it is told whole."""
    if not isinstance(one, Struct) or at >= len(before) or type(before[at]) is not type(one):
        return None
    fields = one.__struct_fields__
    changed = {name: getattr(one, name) for name in fields if getattr(one, name) != getattr(before[at], name)}
    return (at, changed) if len(changed) <= FEW_FIELDS else None


def fresh(one: Told, now: int) -> Told:
    """Return it without the news whose seconds are over: a page that comes late must not show them. `now`: ms."""
    left = tuple(news for news in one.news if news.fades is None or news.at + news.fades * 1000 > now)
    return replace(one, news=left)


def dumped(content: Snapshot | Changes | Answered) -> str:
    """Return the JSON of what goes down the line."""
    return msgspec.json.encode(content).decode()
