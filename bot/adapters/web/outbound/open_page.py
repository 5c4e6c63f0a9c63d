"""Track an open page of a guest, and what it still has to be told."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from operator import attrgetter, itemgetter
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound.answered import AnswerShown
from bot.adapters.web.outbound.chats import MOST_LINES
from bot.adapters.web.outbound.page_updates import (
    MOST_NEWS,
    Answered,
    Changes,
    ChatLine,
    Here,
    LineTold,
    TableUpdate,
    Told,
    briefly,
    change_of,
    fresh,
    news_of,
    not_looked_at,
    together,
    veiled,
)
from bot.ports.messages import Panel
from games.kit.kept import keep_latest

OfTable = tuple[str, bool]
"""A table, and whether something about it is for this guest alone."""
MOST_TABLES = 64
MOST_ANSWERS = 8
GOING_AWAY, TOO_MANY, GONE = 1001, 4008, 4003
"""Why a page is closed: the bot stops, the guest opened too many, or the seat is no longer theirs."""
WITH_CHANGES: Final = 0.25
"""Seconds for which an answer without a word waits for what changes by what was said."""
PULSE = 15.0
"""Seconds. A page that hears nothing for longer knows that the line is dead; it sets its clock by each pulse."""


def awaits_its_viewer(panel: Panel) -> bool:
    """Return whether the viewer of this panel is awaited."""
    return any(seat.you and seat.awaited for seat in panel.seats)


AS_IT_WAS: Final = msgspec.Raw(b"{}")
IS_VIEWER: Final = attrgetter("you")
TABLE: Final = itemgetter(0)


class View:
    """A table as a page has it: in public, or for its guest alone.

    `stands`: the panel that the page shows, or will show once it was told; `shown`: the one that it knows now, of the
    next it is told only the changes. `began_with`: the news that the page was shown as it opened, until later ones
    come: some of them may be on their way, too.
    """

    __slots__ = ("began_with", "shown", "stands")

    def __init__(self) -> None:
        self.stands: Panel | None = None
        self.shown: Panel | None = None
        self.began_with = frozenset[LineTold]()


class OpenPage:
    """A bounded mailbox: each table's latest panel and last news, the last chat lines, who is here (threats T6).

    `closing`: the code with which to close the page; None: it stays open. `looks_at`: the code of the table that it was
    opened for; empty: whichever comes first. `covered`: it shows the public view instead of its guest's hand, so it
    needs both panels; otherwise, where its guest sits, it needs only their own.

    While nobody sees the page it sleeps: it is told at once what calls its guest, and everything else with the next
    pulse.
    """

    def __init__(self, guest: Guest, locale: str, looks_at: str = "", *, covered: bool = False) -> None:
        self.guest, self.locale, self.looks_at, self._covered = guest, locale, looks_at, covered
        self.person = guest.person.id
        self.closing: int | None = None
        self.left = False
        """Tells whether its line has ended."""
        self._brief: set[str] = set()
        """The tables about which it is told briefly."""
        self._waiting: dict[OfTable, Told] = {}
        """The news that the page still lacks of each table, by its code and whether they are for this guest alone."""
        self._views: dict[OfTable, View] = {}
        """The tables that the page knows, the one that it was told of last at the end."""
        self._chat: deque[ChatLine] = deque(maxlen=MOST_LINES)
        self._people: tuple[Here, ...] | None = None
        self._answers: deque[AnswerShown] = deque(maxlen=MOST_ANSWERS)
        self._said: list[Answered] = []
        self._has_news = False
        """Tells whether it was told of a table since it said something last."""
        self._uncover: set[str] = set()
        """Tables whose public panel it lacks, because it must show that now."""
        self._asleep = False
        self._is_due = False
        """Tells whether it is to be told something now."""
        self._idle: asyncio.Future[Changes | None] | None = None
        """Holds what its line waits for while it is not: what the page is told, or that it looks for that itself."""
        self.hurry: Callable[[], None] | None = None
        """Asks others to tell the page what it lacks; None: its line does."""
        self._pulse: asyncio.TimerHandle | None = None
        self._told_at = 0.0
        """When it was last told something, in the loop's seconds."""
        self._sat_at = 0.0
        """When the store last said that the guest sits there, for a page with one hand alone; in the loop's seconds."""

    def begin(self, tables: tuple[Told, ...]) -> tuple[Told | TableUpdate, ...]:
        """Note what the page is shown first, and return it. If there are many tables, only those looked at are
        complete.

        What arrived meanwhile comes afterwards.
        """
        self._brief = set(not_looked_at(tables, self.looks_at))
        first = tuple(self._as_looked_at(one) for one in tables)[-MOST_TABLES:]
        for one in first:
            view = self._view(one)
            view.stands = view.stands or one.panel
            view.began_with = frozenset(one.news)
        first = tuple(map(self._as_watched, first))
        seen = [one for one in first if self._is_seen(one)]
        for one in seen:
            self._view(one).shown = one.panel
        return (*seen, *(news_of(one) for one in first if one.news and not self._is_seen(one)))

    def must_ask(self) -> bool:
        """Return whether the store must be asked if the guest of a page with one hand alone still sits at that table:
        by the page's own panel they do not, or that was not asked for as long as a pulse.
        """
        now = asyncio.get_running_loop().time()
        return not self._sits_at(self.guest.table) or now >= self._sat_at + PULSE

    def note_sits(self) -> None:
        """Note that the store says so."""
        self._sat_at = asyncio.get_running_loop().time()

    def cover(self, *, covered: bool) -> None:
        """Note whether the page shows the public view instead of its guest's hand."""
        self._covered = covered
        self._uncover = {table for table, own in self._views if own} if covered else set()
        self._wake()

    def sleep(self, *, asleep: bool) -> None:
        """Note whether nobody sees the page now; when somebody does again, it is told everything that it lacks."""
        self._asleep = asleep
        self._stir()

    def _stir(self) -> None:
        if not self._asleep:
            self._wake()

    def _wake(self) -> None:
        if not self._is_due:
            self._is_due = True
            if self._idle is not None and not self._idle.done():
                (self.hurry or self.go_on)()

    def go_on(self, changes: Changes | None = None) -> None:
        """Let the page's own line tell it this, or what it lacks."""
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(changes)

    def fail(self, error: Exception) -> None:
        """Let the page's own line end by this error."""
        if self._idle is not None and not self._idle.done():
            self._idle.set_exception(error)

    def _is_seen(self, one: Told) -> bool:
        """Return whether the page shows this panel: its guest's own, or a public one of a table where they do not sit.

        A closed table is shown to everybody.
        """
        return one.own or self._covered or one.panel.phase == "closed" or not self._sits_at(one.table)

    def _sits_at(self, table: str) -> bool:
        """Return whether the guest sits there, by the page's own panel of the table."""
        own = self._views.get((table, True))
        panel = None if own is None else own.stands
        return panel is not None and panel.phase != "closed" and any(map(IS_VIEWER, panel.seats))

    def _view(self, one: Told) -> View:
        key = one.table, one.own
        return keep_latest(self._views, key, self._views.get(key) or View(), MOST_TABLES)

    def _as_watched(self, one: Told) -> Told:
        """Return an update without the game of a table where its guest does not sit and nobody may look on."""
        if one.own or self._sits_at(one.table) or (panel := veiled(one.panel)) is one.panel:
            return one
        return replace(one, panel=panel, news=())

    def _as_looked_at(self, one: Told) -> Told:
        """Return an update as full as this page needs it; if its guest sits down at the table, that is in full from
        then on.
        """
        if one.own:
            self._brief.discard(one.table)
        return briefly(one) if one.table in self._brief else one

    def tell(self, one: Told) -> None:
        """Tell the page about a table, unless nothing has changed.

        Otherwise one could see that somebody did something in private (threats T3).
        """
        if self._brief:
            one = self._as_looked_at(one)
        key = one.table, one.own
        view = self._view(one)
        stood, view.stands = view.stands, one.panel
        if not one.news and stood == one.panel:
            return
        if not (one.news or one.notify or one.own or self._is_seen(one)):
            return
        waiting = self._waiting.get(key)
        if waiting is not None:
            news = (waiting.news + one.news)[-MOST_NEWS:]
            one = replace(one, news=news, notify=one.notify or waiting.notify)
        self._waiting[key], self._has_news = one, True
        if len(self._waiting) > MOST_TABLES:
            del self._waiting[next(iter(self._waiting))]
        if not self._is_due and (not self._asleep or self._cannot_wait(one)):
            self._wake()

    def _cannot_wait(self, one: Told) -> bool:
        """Return whether a sleeping page is woken: it is called, its news pile up, or its guest's turn begins or ends.

        The page's title shows whose turn it is.
        """
        if one.notify or len(one.news) >= MOST_NEWS // 2:
            return True
        shown = self._view(one).shown
        return shown is not None and awaits_its_viewer(shown) != awaits_its_viewer(one.panel)

    def chat(self, line: ChatLine) -> None:
        """Tell the page a line of chat."""
        self._chat.append(line)
        self._stir()

    def people(self, people: tuple[Here, ...]) -> None:
        """Tell the page who is here."""
        self._people = people
        self._stir()

    def answer(self, answer: AnswerShown) -> None:
        """Tell the page the answer to something that its guest said elsewhere."""
        self._answers.append(answer)
        self._wake()

    def hear(self) -> None:
        """Note that the page says something on its line, before anything changes by that."""
        self._has_news = False

    def reply(self, answered: Answered) -> None:
        """Tell the page the answer to what it said on its line, together with what changes by that, if it comes soon:
        that a line was accepted, without a word, is no news by itself. If the page was told of a table already, the
        answer waits for nothing.
        """
        self._said.append(answered)
        if answered.answer.ok and not (answered.answer.text or self._has_news):
            asyncio.get_running_loop().call_later(WITH_CHANGES, self._answer_alone)
        else:
            self._wake()

    def _answer_alone(self) -> None:
        if self._said:
            self._wake()

    def close(self, code: int) -> None:
        """Close the page with this WebSocket code."""
        self.closing = code
        self._wake()

    async def changes(self, clock: Callable[[], int]) -> Changes | None:
        """Return what this page lacks as soon as there is anything; an empty pulse otherwise; None: close the page.

        `clock`: the tables' time in ms.
        """
        return await self._is_woken() or self._taken(clock())

    def taken_ahead(self, now: int, at: float) -> Changes | None:
        """Return what this page lacks, in place of its line; None: that does so itself. `at`: as `_told_at`."""
        if self._idle is None or self._idle.done() or self.closing is not None:
            return None
        self._told_at = at
        return self._taken(now)

    def _taken(self, now: int) -> Changes | None:
        self._is_due = False
        if self.closing is None and self.guest.is_over(now):
            self.closing = GONE
        if self.closing is not None:
            return self._last_words(now)
        tables = tuple(self._lacking(now)) if self._waiting or self._uncover else ()
        taken = Changes(now, tables, tuple(self._chat), self._people, tuple(self._answers), tuple(self._said))
        self._people = None
        self._waiting.clear()
        self._chat.clear()
        self._answers.clear()
        self._said.clear()
        return taken

    def _last_words(self, now: int) -> Changes | None:
        """Return what a page that is closed was still answered; None: close it."""
        if not self._said:
            return None
        said = tuple(self._said)
        self._said.clear()
        self._wake()
        return Changes(now, (), (), None, said=said)

    async def _is_woken(self) -> Changes | None:
        """Wait until there is something to tell, or for the next pulse: one timer for all of a page's messages.

        Return what to tell, where others have taken it.
        """
        loop = asyncio.get_running_loop()
        self._told_at = loop.time()
        if self._pulse is None:
            self._pulse = loop.call_at(self._told_at + PULSE, self._beat)
        if self._is_due:
            return None
        self._idle = loop.create_future()
        return await self._idle

    def _beat(self) -> None:
        """Tell the page a pulse if it was told nothing for so long, or set the timer for when that will be so."""
        loop, at = asyncio.get_running_loop(), self._told_at + PULSE
        if at > loop.time():
            self._pulse = loop.call_at(at, self._beat)
        else:
            self._pulse = None
            self._wake()

    def end(self) -> None:
        """End the pulse of a page that is gone."""
        if self._pulse is not None:
            self._pulse.cancel()

    def _lacking(self, now: int) -> list[Told | TableUpdate]:
        """Return what the page lacks of each table."""
        lacking: list[Told | TableUpdate] = []
        for table in dict.fromkeys([*map(TABLE, self._waiting), *self._uncover]):
            place, own = self._waiting.get((table, False)), self._waiting.get((table, True))
            read = place and own and (self._view(place).began_with or self._view(own).began_with)
            if place and own and not (read or self._is_seen(place)):
                own = replace(own, notify=own.notify or place.notify, news=own.news + place.news)
                place = None
            told = [self._told(one, now) for one in (place, own) if one is not None]
            lacking += told if len(told) < 2 else together(*told)
            if place is None and (table in self._uncover or not self._sits_at(table)):
                lacking += self._seen_again(table, now)
        self._uncover.clear()
        return lacking

    def _unread(self, one: Told, view: View) -> Told:
        """Return an update without the news that the page was shown as it opened. They come one after another where
        the process lagged behind the store.
        """
        read = view.began_with
        if one.news[-1].order > max(line.order for line in read):
            view.began_with = frozenset()
        return replace(one, news=tuple(line for line in one.news if line not in read))

    def _told(self, one: Told, now: int) -> Told | TableUpdate:
        """Return a full update if the page knows nothing of the table, otherwise the changes; without news that have
        faded.

        A page drops a closed table when the next one opens.
        """
        view = self._views.get((one.table, one.own)) or self._view(one)
        if one.news and view.began_with:
            one = self._unread(one, view)
        if one.news:
            one = fresh(one, now)
        if one.panel.unwatched:
            one = self._as_watched(one)
        if not (one.own or self._is_seen(one)):
            return news_of(one)
        before, view.shown = view.shown, one.panel
        if before is None or before.phase == "closed":
            return one
        change = None if before is one.panel else change_of(before, one.panel)
        return TableUpdate(one.table, one.own, one.notify, one.news, change)

    def _seen_again(self, table: str, now: int) -> Iterator[Told | TableUpdate]:
        """Yield the public panel of a table that was hidden while the guest sat there, if it has changed.

        A page that covers a hand shows nothing until it hears that the panel which it knows is current.
        """
        view = self._views.get((table, False))
        stands = None if view is None else view.stands
        if view is None or stands is None:
            return
        if not self._sits_at(table):
            stands = veiled(stands)
        if view.shown == stands:
            if table in self._uncover:
                yield TableUpdate(table, own=False, change=AS_IT_WAS)
        else:
            brief = table in self._brief
            yield self._told(Told(table, own=False, notify=False, news=(), panel=stands, brief=brief), now)
