"""Define what is on air: only listed fields, and nothing that one person alone may know (threats T1, T2, T25)."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.web.outbound.page_updates import veiled
from bot.adapters.web.overlay.looks import OverlaySettings
from bot.ports.audience import at_place
from bot.ports.browser import GameEnded, Upcoming, Winner
from bot.ports.ids import PlaceId
from bot.ports.messages import News, Panel, ShownBoard, ShownPiece, Update
from bot.render.art import art_of

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
MOST_PLACES: Final = 5
LONGEST_PLACE: Final = 120
MOST_PIECES: Final = 400


class SeatOnAir(Struct, frozen=True):
    """A seat on air. `face`, `gain`, `won`, `place` and `remark` are those of `SeatLine`."""

    seat: int
    name: str
    stack: int | None
    awaited: bool
    away: bool
    bot: bool
    face: str
    gain: int | None
    won: bool
    place: int
    remark: str


class LineOnAir(Struct, frozen=True):
    """A public line. `until`: when it fades, in ms; `replaces`: it replaces the last such line.

    `cues`: its sounds. `game`: told by the game.
    """

    text: str
    order: int
    at: int
    until: int | None
    replaces: bool
    cues: tuple[str, ...] = ()
    game: bool = False


class TableOnAir(Struct, frozen=True):
    """A table on air. `commentary`: what was hidden in a finished game; only for a commentator who asked for it.

    `by_board`: indexes of the lines that the board also shows. `free`: seats that can be taken, now or from a crowd's
    next round on; 0: none. `join`: the command for one, without a prefix. `admits`: who may take them; empty:
    everybody. `hands`: a game is on in which people look at their own hands. `art`: symbols that stand for the game.
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
    art: tuple[str, ...] = ()
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
    """The story of an evening, as chat is told it: a heading and five lines. `at`: when it was over."""

    lines: tuple[str, ...]
    at: int


class SeasonOnAir(Struct, frozen=True):
    """The table of the current season. `lines`: one for each of the first people."""

    name: str
    lines: tuple[str, ...]


class WayIn(Struct, frozen=True):
    """How people get to a table of the place.

    `door`: the address of their hand; `code`, `modules`: the QR code of that address, as the path of an SVG, and its
    size. `typed`: how a table's `{line}` is typed there; `typed_at`: the same with its `{code}`. Empty: nothing is
    typed.
    """

    door: str = ""
    code: str = ""
    modules: int = 0
    typed: str = ""
    typed_at: str = ""


class Hello(Struct, frozen=True, tag="hello"):
    """The first message. `now`: the tables' time in the delayed broadcast. `hidden`: nothing is shown.

    `muted`: no lines are. `upcoming`: what begins there within the hour.
    """

    now: int
    settings: OverlaySettings
    way_in: WayIn
    hidden: bool
    muted: bool
    upcoming: Upcoming | None = None


class Shown(Struct, frozen=True, tag="shown"):
    """Say what to show. `whole`: these are all the tables. Nothing at all: a pulse. `results`: of tonight, the latest
    first; None: no change. `evening`: the story of an evening that is over; None: none, or no change. `season`: its
    table; None: none, or no change.
    """

    now: int
    tables: tuple[TableOnAir, ...] = ()
    whole: bool = False
    results: tuple[ResultOnAir, ...] | None = None
    evening: EveningOnAir | None = None
    season: SeasonOnAir | None = None


def is_for_all(update: Update, place: PlaceId) -> bool:
    """Return whether an update was made for everybody in this place."""
    return update.audience == at_place(place).key


def on_air(update: Update) -> TableOnAir:
    """Return what everybody may see of a table: the listed fields, each cut to its length."""
    panel = veiled(update.card)
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
        news=() if panel is not update.card else tuple(_line(one) for one in update.news if not one.fine)[-MOST_NEWS:],
        by_board=tuple(at for at, line in enumerate(lines) if line in panel.by_board),
        free=panel.room if panel.way_in else 0,
        join=panel.way_in,
        admits=panel.admits,
        hands=panel.hands and panel.phase == "playing",
        art=art_of(panel.game),
    )


def result_on_air(ended: GameEnded) -> ResultOnAir:
    """Return how a game ended for everybody, with names cut to their length."""
    winners = tuple(replace(one, name=_cut(one.name, LONGEST_NAME)) for one in ended.winners[:MOST_WINNERS])
    more = len(ended.winners) - len(winners)
    return ResultOnAir(ended.id, ended.code, _cut(ended.title, LONGEST_NAME), winners, more, ended.at)


def evening_on_air(lines: Sequence[str], at: int) -> EveningOnAir:
    """Return the story of an evening, each line cut to its length."""
    return EveningOnAir(tuple(map(_cut, lines[:MOST_EVENING])), at)


def season_on_air(name: str, lines: Sequence[str]) -> SeasonOnAir:
    """Return the table of a season, each line cut to its length."""
    return SeasonOnAir(_cut(name, LONGEST_NAME), tuple(_cut(line, LONGEST_PLACE) for line in lines[:MOST_PLACES]))


def cut_lines(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the last lines, each cut to its length."""
    return tuple(map(_cut, lines[-MOST_COMMENTARY:]))


def _seats(panel: Panel) -> tuple[SeatOnAir, ...]:
    return tuple(
        SeatOnAir(
            one.seat,
            _cut(one.name, LONGEST_NAME),
            one.stack,
            one.awaited,
            one.away,
            one.bot,
            one.face,
            one.gain,
            one.won,
            one.place,
            _cut(one.remark, LONGEST_PLACE),
        )
        for one in panel.seats[:MOST_SEATS]
    )


def _board(board: ShownBoard | None) -> ShownBoard | None:
    """Return the board for looking only: nothing on it can be pressed."""
    if board is None or len(board.pieces) > MOST_PIECES:
        return None
    zones = tuple(replace(zone, pieces=tuple(map(_to_look_at, zone.pieces))) for zone in board.zones)
    return ShownBoard(board.height, zones, _cut(board.name))


def _to_look_at(one: ShownPiece) -> ShownPiece:
    return replace(one, name=_cut(one.name), label=_cut(one.label, LONGEST_NAME), fills=(), word="")


def _line(news: News) -> LineOnAir:
    until = None if news.fades is None else news.at + news.fades * 1000
    return LineOnAir(whole_end(news.text), news.order, news.at, until, news.replaces, news.cues, news.of_game)


def whole_end(text: str) -> str:
    """Return the last whole sentences of a line that is too long, since its end tells the outcome."""
    for end in SENTENCE_END.finditer(text) if len(text) > LONGEST_LINE else ():
        if 0 < len(text) - end.end() <= LONGEST_LINE:
            return text[end.end() :]
    return _cut(text)


def _cut(text: str, limit: int = LONGEST_LINE) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
