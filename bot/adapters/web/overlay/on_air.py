"""The view on air: a list of what is allowed, and nothing that one person alone may know (threats T1, T2, T25)."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.web.overlay.looks import OverlaySettings
from bot.ports.audience import at_place
from bot.ports.ids import PlaceId
from bot.ports.messages import News, Panel, ShownBoard, Update

MOST_SEATS: Final = 24
MOST_LINES: Final = 8
MOST_NEWS: Final = 4
MOST_COMMENTARY: Final = 40
LONGEST_NAME: Final = 64
LONGEST_LINE: Final = 600
MOST_PIECES: Final = 400


class SeatOnAir(Struct, frozen=True):
    seat: int
    name: str
    stack: int | None
    awaited: bool
    away: bool
    bot: bool


class LineOnAir(Struct, frozen=True):
    """A public line. `until`: when it fades, in ms; `replaces`: it stands for the last one that did."""

    text: str
    order: int
    at: int
    until: int | None
    replaces: bool


class TableOnAir(Struct, frozen=True):
    """`commentary`: what was hidden in a game that is over; on air only where a commentator asked for it."""

    code: str
    title: str
    phase: str
    lines: tuple[str, ...]
    seats: tuple[SeatOnAir, ...]
    sitting: int
    pot: int | None
    ends_at: int | None
    board: ShownBoard | None
    news: tuple[LineOnAir, ...]
    commentary: tuple[str, ...] = ()


class Hello(Struct, frozen=True, tag="hello"):
    """`now`: the tables' time as the broadcast has it, so many seconds ago as it lags behind."""

    now: int
    settings: OverlaySettings
    door: str


class Shown(Struct, frozen=True, tag="shown"):
    """`whole`: these are all the tables. None at all: a pulse."""

    now: int
    tables: tuple[TableOnAir, ...] = ()
    whole: bool = False


def is_for_all(update: Update, place: PlaceId) -> bool:
    """Tell whether it was made for everybody in this very place."""
    return update.audience == at_place(place).key


def on_air(update: Update) -> TableOnAir:
    """Return what everybody may see of a table: the listed fields, each cut to its length."""
    panel = update.card
    return TableOnAir(
        code=panel.code,
        title=_cut(panel.title),
        phase=panel.phase,
        lines=tuple(map(_cut, panel.lines[:MOST_LINES])),
        seats=_seats(panel),
        sitting=max(panel.sitting, len(panel.seats)),
        pot=panel.pot,
        ends_at=panel.ends_at,
        board=_board(panel.board),
        news=tuple(_line(news) for news in update.news if not news.fine)[-MOST_NEWS:],
    )


def cut_lines(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the end of it, if it is long."""
    return tuple(map(_cut, lines[-MOST_COMMENTARY:]))


def _seats(panel: Panel) -> tuple[SeatOnAir, ...]:
    return tuple(
        SeatOnAir(one.seat, _cut(one.name, LONGEST_NAME), one.stack, one.awaited, one.away, one.bot)
        for one in panel.seats[:MOST_SEATS]
    )


def _board(board: ShownBoard | None) -> ShownBoard | None:
    """Return the board to be looked at: nothing of it can be pressed here."""
    if board is None or len(board.pieces) > MOST_PIECES:
        return None
    pieces = tuple(
        replace(one, name=_cut(one.name), label=_cut(one.label, LONGEST_NAME), fills=(), word="")
        for one in board.pieces
    )
    return replace(board, name=_cut(board.name), pieces=pieces)


def _line(news: News) -> LineOnAir:
    until = None if news.fades is None else news.at + news.fades * 1000
    return LineOnAir(_cut(news.text), news.order, news.at, until, news.replaces)


def _cut(text: str, limit: int = LONGEST_LINE) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
