"""The view on air: a list of what is allowed, and nothing that one person alone may know (threats T1, T2, T25)."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.web.overlay.looks import OverlaySettings
from bot.ports.audience import at_place
from bot.ports.browser import GameEnded, Winner
from bot.ports.ids import PlaceId
from bot.ports.messages import News, Panel, ShownBoard, Update

MOST_SEATS: Final = 24
MOST_LINES: Final = 8
MOST_NEWS: Final = 4
MOST_COMMENTARY: Final = 40
LONGEST_NAME: Final = 64
LONGEST_LINE: Final = 600
SENTENCE_END: Final = re.compile(r"(?<=[.!?…])\s+|\n+")
MOST_WINNERS: Final = 3
MOST_RESULTS: Final = 8
MOST_EVENING: Final = 6
MOST_PIECES: Final = 400


class SeatOnAir(Struct, frozen=True):
    seat: int
    name: str
    stack: int | None
    awaited: bool
    away: bool
    bot: bool


class LineOnAir(Struct, frozen=True):
    """A public line. `until`: when it fades, in ms; `replaces`: it stands for the last one that did.

    `cues`: what it sounds like. `game`: a game tells it.
    """

    text: str
    order: int
    at: int
    until: int | None
    replaces: bool
    cues: tuple[str, ...] = ()
    game: bool = False


class TableOnAir(Struct, frozen=True):
    """`commentary`: what was hidden in a game that is over; on air only where a commentator asked for it.

    `by_board`: which of the lines the board shows, too. `free`: seats that can be had, now or from a crowd's next round
    on; 0: none. `join`: what is said for one, without a sign. `admits`: for whom they are; empty: for everybody.
    `hands`: a game is on in which people look at hands of their own.
    """

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
    by_board: tuple[int, ...] = ()
    free: int = 0
    join: str = ""
    admits: str = ""
    hands: bool = False
    commentary: tuple[str, ...] = ()


class ResultOnAir(Struct, frozen=True):
    """A game that ended tonight. `winners`: the first few; `more`: how many others won."""

    id: str
    code: str
    title: str
    winners: tuple[Winner, ...]
    more: int
    at: int


class EveningOnAir(Struct, frozen=True):
    """Hold what an evening left behind, as the chat is told it: its head, and five lines. `at`: when it was over."""

    lines: tuple[str, ...]
    at: int


class WayIn(Struct, frozen=True):
    """How somebody gets to a table of the place.

    `door`: where their hand is; `code`, `modules`: the QR code of that address, as the path of an SVG, and its size.
    `typed`: how a table's `{line}` is typed there; `typed_at`: with its `{code}`, too. Empty: nothing is.
    """

    door: str = ""
    code: str = ""
    modules: int = 0
    typed: str = ""
    typed_at: str = ""


class Hello(Struct, frozen=True, tag="hello"):
    """`now`: the tables' time as the broadcast has it, so many seconds ago as it lags behind. `hidden`: all of it."""

    now: int
    settings: OverlaySettings
    way_in: WayIn
    hidden: bool


class Shown(Struct, frozen=True, tag="shown"):
    """`whole`: these are all the tables. None at all: a pulse. `results`: of tonight, the last first; None: as told.

    `evening`: that is over; None: none, or as told.
    """

    now: int
    tables: tuple[TableOnAir, ...] = ()
    whole: bool = False
    results: tuple[ResultOnAir, ...] | None = None
    evening: EveningOnAir | None = None


def is_for_all(update: Update, place: PlaceId) -> bool:
    """Tell whether it was made for everybody in this very place."""
    return update.audience == at_place(place).key


def on_air(update: Update) -> TableOnAir:
    """Return what everybody may see of a table: the listed fields, each cut to its length."""
    panel = update.card
    lines = panel.lines[:MOST_LINES]
    return TableOnAir(
        code=panel.code,
        title=_cut(panel.title),
        phase=panel.phase,
        lines=tuple(map(_cut, lines)),
        seats=_seats(panel),
        sitting=max(panel.sitting, len(panel.seats)),
        pot=panel.pot,
        ends_at=panel.ends_at,
        board=_board(panel.board),
        news=tuple(_line(news) for news in update.news if not news.fine)[-MOST_NEWS:],
        by_board=tuple(at for at, line in enumerate(lines) if line in panel.by_board),
        free=panel.room if panel.way_in else 0,
        join=panel.way_in,
        admits=panel.admits,
        hands=panel.hands and panel.phase == "playing",
    )


def result_on_air(ended: GameEnded) -> ResultOnAir:
    """Return how a game ended as everybody may read it, its names cut to their length."""
    winners = tuple(replace(one, name=_cut(one.name, LONGEST_NAME)) for one in ended.winners[:MOST_WINNERS])
    more = len(ended.winners) - len(winners)
    return ResultOnAir(ended.id, ended.code, _cut(ended.title, LONGEST_NAME), winners, more, ended.at)


def evening_on_air(lines: Sequence[str], at: int) -> EveningOnAir:
    """Return what an evening left behind, each line cut to its length."""
    return EveningOnAir(tuple(map(_cut, lines[:MOST_EVENING])), at)


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
    return LineOnAir(whole_end(news.text), news.order, news.at, until, news.replaces, news.cues, news.of_game)


def whole_end(text: str) -> str:
    """Return the last whole sentences of a line that is too long: what came of it stands at its end."""
    for end in SENTENCE_END.finditer(text) if len(text) > LONGEST_LINE else ():
        if 0 < len(text) - end.end() <= LONGEST_LINE:
            return text[end.end() :]
    return _cut(text)


def _cut(text: str, limit: int = LONGEST_LINE) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
