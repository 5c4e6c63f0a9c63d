"""An open page of a guest, and what it has still to be told."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.web.inbound.guests import Guest
from bot.adapters.web.outbound.answered import AnswerShown
from bot.ports.messages import News, Panel, Update

MOST_NEWS = 40
MOST_LINES = 50
MOST_TABLES = 64
MOST_ANSWERS = 8
GOING_AWAY, TOO_MANY, GONE = 1001, 4008, 4003
"""Why a page is closed: the house stops, the guest opened too many, the seat is not theirs any more."""
PULSE = 15.0
"""Seconds: a page that hears nothing for longer knows that the line is dead, and sets its clock by each."""


class ChatLine(Struct, frozen=True):
    """A line of the room's chat. `command`: said to the bot where all could read it."""

    id: str
    by: str
    name: str
    text: str
    at: int
    command: bool = False


class LineTold(Struct, frozen=True):
    """A line of the news as the page gets it: its number in the log stays in the house (threats T3)."""

    text: str
    at: int
    fades: int | None
    replaces: bool
    order: int
    fine: bool


class Told(Struct, frozen=True):
    """An update as the page gets it. `own`: made for this guest alone. `notify`: it calls this guest."""

    table: str
    own: bool
    notify: bool
    news: tuple[LineTold, ...]
    card: Panel


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
    tables: tuple[Told, ...]
    chat: tuple[ChatLine, ...]
    people: tuple[Here, ...] | None
    answers: tuple[AnswerShown, ...] = ()


def told(update: Update, guest: Guest) -> Told:
    return Told(
        table=update.table,
        own=update.audience.startswith("person:"),
        notify=guest.person.id in update.notify,
        news=tuple(line_told(news) for news in update.news[-MOST_NEWS:]),
        card=card_for(guest, update.card),
    )


def card_for(guest: Guest, card: Panel) -> Panel:
    """With the commands that this guest may say, whoever else may not; where all may, the one that all pages share."""
    if not any(one.by for one in card.commands):
        return card
    return replace(
        card, commands=tuple(replace(one, by="") for one in card.commands if one.by in {"", guest.person.id})
    )


def line_told(news: News) -> LineTold:
    return LineTold(news.text, news.at, news.fades, news.replaces, news.order, news.fine)


def fresh(one: Told, now: int) -> Told:
    """Without the news whose seconds are over: a page that comes late must not show them."""
    left = tuple(news for news in one.news if news.fades is None or news.at + news.fades * 1000 > now)
    return replace(one, news=left)


def dumped(content: Snapshot | Changes) -> str:
    return msgspec.json.encode(content).decode()


class Tab:
    """A bounded mailbox: of each table the latest card with the last news, the last chat lines, who is here (T6)."""

    def __init__(self, guest: Guest, locale: str) -> None:
        self.guest, self.locale = guest, locale
        self.closing: int | None = None
        self._tables: dict[tuple[str, bool], Told] = {}
        self._standing: dict[tuple[str, bool], Panel] = {}
        self._chat: deque[ChatLine] = deque(maxlen=MOST_LINES)
        self._people: tuple[Here, ...] | None = None
        self._answers: deque[AnswerShown] = deque(maxlen=MOST_ANSWERS)
        self._wake = asyncio.Event()

    def begin(self, tables: tuple[Told, ...]) -> None:
        """What the page is shown first; what came meanwhile comes after it."""
        for one in tables[-MOST_TABLES:]:
            self._standing.setdefault((one.table, one.own), one.card)

    def tell(self, one: Told) -> None:
        """Nothing where all is as it was: one could tell by it that somebody did something in private (threats T3)."""
        key = (one.table, one.own)
        if self._standing.pop(key, None) == one.card and not one.news:
            self._standing[key] = one.card
            return
        self._standing[key] = one.card
        waiting = self._tables.pop(key, None)
        if waiting is not None:
            news = (waiting.news + one.news)[-MOST_NEWS:]
            one = replace(one, news=news, notify=one.notify or waiting.notify)
        self._tables[key] = one
        for kept in (self._tables, self._standing):
            if len(kept) > MOST_TABLES:
                del kept[next(iter(kept))]
        self._wake.set()

    def chat(self, line: ChatLine) -> None:
        self._chat.append(line)
        self._wake.set()

    def people(self, people: tuple[Here, ...]) -> None:
        self._people = people
        self._wake.set()

    def answer(self, answer: AnswerShown) -> None:
        self._answers.append(answer)
        self._wake.set()

    def close(self, code: int) -> None:
        self.closing = code
        self._wake.set()

    async def changes(self, clock: Callable[[], int]) -> Changes | None:
        """What this page lacks, as soon as it lacks anything, or nothing as a pulse; None: it is to be closed."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PULSE):
                await self._wake.wait()
        self._wake.clear()
        now = clock()
        if self.closing is None and self.guest.is_over(now):
            self.closing = GONE
        if self.closing is not None:
            return None
        tables = tuple(fresh(one, now) for one in self._tables.values())
        taken = Changes(now, tables, tuple(self._chat), self._people, tuple(self._answers))
        self._tables, self._people = {}, None
        self._chat.clear()
        self._answers.clear()
        return taken
