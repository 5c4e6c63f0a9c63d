"""The updates that go down the live line of a page: its shapes, each as one guest may read it."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound.answered import AnswerShown
from bot.ports.audience import is_for_one
from bot.ports.messages import News, Panel, ShownPiece, Update
from bot.render.menu import OF_A_HAND

MOST_NEWS = 40
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


class LineTold(Struct, frozen=True):
    """A line of the news as the page gets it: its number in the log stays with the bot (T3).

    `game`: a game tells it, not the table.
    """

    text: str
    at: int
    fades: int | None
    replaces: bool
    order: int
    fine: bool
    game: bool
    cues: tuple[str, ...]


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


class TableUpdate(Struct, frozen=True):
    """An update of a table that the page knows: of its panel only the fields that are `changed`.

    `board`: None: as before; else its height and name, and by their number those of its `pieces` that are others now.
    Where their count is another one, the whole board stands among the changed fields.
    """

    table: str
    own: bool
    notify: bool
    news: tuple[LineTold, ...]
    changed: dict[str, object]
    board: tuple[int, str] | None = None
    pieces: dict[int, ShownPiece] = {}


class Here(Struct, frozen=True):
    """Somebody who has the room open."""

    id: str
    name: str


class Snapshot(Struct, frozen=True, tag="snapshot"):
    now: int
    tables: tuple[Told, ...]
    chat: tuple[ChatLine, ...]


class Changes(Struct, frozen=True, tag="changes"):
    """`people`: who is here now; None: as before. `answers`: to what the guest said elsewhere."""

    now: int
    tables: tuple[Told | TableUpdate, ...]
    chat: tuple[ChatLine, ...]
    people: tuple[Here, ...] | None
    answers: tuple[AnswerShown, ...] = ()


def told(update: Update, guest: Guest) -> Told:
    """Return an update as this guest's page gets it."""
    return Told(
        table=update.table,
        own=is_for_one(update.audience),
        notify=guest.person.id in update.notify,
        news=tuple(line_told(news) for news in update.news[-MOST_NEWS:]),
        panel=panel_for(guest, update.card),
    )


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


def line_told(news: News) -> LineTold:
    """Return a line of news as a page gets it."""
    return LineTold(news.text, news.at, news.fades, news.replaces, news.order, news.fine, news.of_game, news.cues)


def since(before: Panel, one: Told) -> TableUpdate:
    """Return an update as a page gets it that shows this panel already."""
    now = one.panel
    changed: dict[str, object] = {
        field: getattr(now, field)
        for field in Panel.__struct_fields__
        if field != "board" and getattr(now, field) != getattr(before, field)
    }
    rest = TableUpdate(one.table, one.own, one.notify, one.news, changed)
    if now.board == before.board:
        return rest
    if now.board is None or before.board is None or len(now.board.pieces) != len(before.board.pieces):
        changed["board"] = now.board
        return rest
    pairs = enumerate(zip(before.board.pieces, now.board.pieces, strict=True))
    pieces = {at: piece for at, (earlier, piece) in pairs if piece != earlier}
    return replace(rest, board=(now.board.height, now.board.name), pieces=pieces)


def fresh(one: Told, now: int) -> Told:
    """Return it without the news whose seconds are over: a page that comes late must not show them. `now`: ms."""
    left = tuple(news for news in one.news if news.fades is None or news.at + news.fades * 1000 > now)
    return replace(one, news=left)


def dumped(content: Snapshot | Changes) -> str:
    """Return the JSON of what goes down the line."""
    return msgspec.json.encode(content).decode()
