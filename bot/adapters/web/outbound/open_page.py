"""An open page of a guest, and what it has still to be told."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

import msgspec
from cachetools import FIFOCache
from msgspec.structs import replace

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound.answered import AnswerShown
from bot.adapters.web.outbound.chats import MOST_LINES
from bot.adapters.web.outbound.page_updates import (
    MOST_NEWS,
    Changes,
    ChatLine,
    Here,
    TableUpdate,
    Told,
    briefly,
    change_of,
    fresh,
    news_of,
    not_looked_at,
)
from bot.ports.messages import Panel

MOST_TABLES = 64
MOST_ANSWERS = 8
GOING_AWAY, TOO_MANY, GONE = 1001, 4008, 4003
"""Why a page is closed: the bot stops, the guest opened too many, the seat is not theirs any more."""
PULSE = 15.0
"""Seconds: a page that hears nothing for longer knows that the line is dead, and sets its clock by each."""


def tells_news_alone(one: Told | TableUpdate) -> bool:
    """Tell an update that shows no table: a page lets it go where it knows none."""
    return isinstance(one, TableUpdate) and one.change is None


AS_IT_WAS: Final = msgspec.Raw(b"{}")


class OpenPage:
    """A bounded mailbox: each table's latest panel and last news, the last chat lines, who is here (threats T6).

    `closing`: the code with which the page is to be closed; None: it stays open. `looks_at`: the code of the table that
    it was opened for; empty: whichever is shown first. `covered`: it shows what all see in the place of its guest's
    hand, so that it needs both; else, where its guest sits, their own panel alone.
    """

    def __init__(self, guest: Guest, locale: str, looks_at: str = "", *, covered: bool = False) -> None:
        self.guest, self.locale, self.looks_at, self._covered = guest, locale, looks_at, covered
        self.closing: int | None = None
        self._brief: set[str] = set()
        """The tables of which it is told briefly."""
        self._waiting: FIFOCache[tuple[str, bool], Told] = FIFOCache(MOST_TABLES)
        """The news that the page still lacks of each table, by its code and whether it is made for this guest alone."""
        self._standing: FIFOCache[tuple[str, bool], Panel] = FIFOCache(MOST_TABLES)
        """The panels that the page shows, or will once it was told."""
        self._shown: FIFOCache[tuple[str, bool], Panel] = FIFOCache(MOST_TABLES)
        """The panels that the page knows now: of the next it is told only what has changed."""
        self._chat: deque[ChatLine] = deque(maxlen=MOST_LINES)
        self._people: tuple[Here, ...] | None = None
        self._answers: deque[AnswerShown] = deque(maxlen=MOST_ANSWERS)
        self._uncover: set[str] = set()
        """Tables of which it lacks what all see, since it is to show that now."""
        self._wake = asyncio.Event()

    def begin(self, tables: tuple[Told, ...]) -> tuple[Told | TableUpdate, ...]:
        """Note what the page is shown first, and return it: of many tables those whole that are looked at.

        What came meanwhile comes after it.
        """
        self._brief = set(not_looked_at(tables, self.looks_at))
        first = tuple(self._as_looked_at(one) for one in tables)[-MOST_TABLES:]
        for one in first:
            self._standing.setdefault((one.table, one.own), one.panel)
        seen = [one for one in first if self._is_seen(one)]
        for one in seen:
            self._shown[one.table, one.own] = one.panel
        return (*seen, *(news_of(one) for one in first if one.news and not self._is_seen(one)))

    def cover(self, *, covered: bool) -> None:
        """Note that the page shows what all see in the place of its guest's hand, or the hand again."""
        self._covered = covered
        self._uncover = {table for table, own in self._standing if own} if covered else set()
        self._wake.set()

    def _is_seen(self, one: Told) -> bool:
        """Tell whether the page shows this panel: its guest's own, or that of a place where they don't sit.

        That a table is closed is for everybody.
        """
        return one.own or self._covered or one.panel.phase == "closed" or not self._sits_at(one.table)

    def _sits_at(self, table: str) -> bool:
        own = self._standing.get((table, True))
        return own is not None and own.phase != "closed" and any(seat.you for seat in own.seats)

    def _as_looked_at(self, one: Told) -> Told:
        """Return an update as far as this page looks at the table; who sits down there does from then on."""
        if one.own:
            self._brief.discard(one.table)
        return briefly(one) if one.table in self._brief else one

    def tell(self, one: Told) -> None:
        """Tell the page of a table, unless all is as it was.

        One could tell by it that somebody did something in private (threats T3).
        """
        one, key = self._as_looked_at(one), (one.table, one.own)
        if self._standing.pop(key, None) == one.panel and not one.news:
            self._standing[key] = one.panel
            return
        self._standing[key] = one.panel
        if not (one.news or one.notify or self._is_seen(one)):
            return
        waiting = self._waiting.pop(key, None)
        if waiting is not None:
            news = (waiting.news + one.news)[-MOST_NEWS:]
            one = replace(one, news=news, notify=one.notify or waiting.notify)
        self._waiting[key] = one
        self._wake.set()

    def chat(self, line: ChatLine) -> None:
        """Tell the page of a line that was said."""
        self._chat.append(line)
        self._wake.set()

    def people(self, people: tuple[Here, ...]) -> None:
        """Tell the page who is here."""
        self._people = people
        self._wake.set()

    def answer(self, answer: AnswerShown) -> None:
        """Tell the page an answer to what its guest said elsewhere."""
        self._answers.append(answer)
        self._wake.set()

    def close(self, code: int) -> None:
        """Close the page with this code of a WebSocket."""
        self.closing = code
        self._wake.set()

    async def changes(self, clock: Callable[[], int]) -> Changes | None:
        """Return what this page lacks, as soon as it lacks anything; nothing, as a pulse; None: it is to be closed.

        `clock`: the tables' time in ms.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(PULSE):
                await self._wake.wait()
        self._wake.clear()
        now = clock()
        if self.closing is None and self.guest.is_over(now):
            self.closing = GONE
        if self.closing is not None:
            return None
        tables = tuple(self._lacking(now))
        taken = Changes(now, tables, tuple(self._chat), self._people, tuple(self._answers))
        self._people = None
        self._waiting.clear()
        self._chat.clear()
        self._answers.clear()
        return taken

    def _lacking(self, now: int) -> Iterator[Told | TableUpdate]:
        """Yield what the page lacks of each table: what shows it before news alone."""
        for table in dict.fromkeys([*(table for table, _ in self._waiting), *self._uncover]):
            place, own = (self._waiting.get((table, whose)) for whose in (False, True))
            told = [self._told(fresh(one, now)) for one in (place, own) if one is not None]
            yield from sorted(told, key=tells_news_alone)
            if place is None and (not self._sits_at(table) or table in self._uncover):
                yield from self._seen_again(table)
        self._uncover = set()

    def _told(self, one: Told) -> Told | TableUpdate:
        """Return an update in full where the page knows nothing of the table, else what has changed since.

        A page lets go of a closed table when the next one opens.
        """
        if not self._is_seen(one):
            return news_of(one)
        before = self._shown.pop((one.table, one.own), None)
        self._shown[one.table, one.own] = one.panel
        if before is None or before.phase == "closed":
            return one
        change = None if before is one.panel else change_of(before, one.panel)
        return TableUpdate(one.table, one.own, one.notify, one.news, change)

    def _seen_again(self, table: str) -> Iterator[Told | TableUpdate]:
        """Yield the panel of a place that was out of sight while the guest sat there, where it is another.

        A page that covers a hand shows nothing until it hears that what it knows is so.
        """
        stands = self._standing.get((table, False))
        if stands is not None and self._shown.get((table, False)) == stands:
            if table in self._uncover:
                yield TableUpdate(table, own=False, change=AS_IT_WAS)
        elif stands is not None:
            brief = table in self._brief
            yield self._told(Told(table, own=False, notify=False, news=(), panel=stands, brief=brief))
