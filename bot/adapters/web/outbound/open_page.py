"""Track an open page of a guest, and what it still has to be told."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
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
PULSE = 15.0
"""Seconds. A page that hears nothing for longer knows that the line is dead; it sets its clock by each pulse."""


def tells_news_alone(one: Told | TableUpdate) -> bool:
    """Return whether an update holds only news: a page ignores it if it does not know the table."""
    return isinstance(one, TableUpdate) and one.change is None


def awaits_its_viewer(panel: Panel) -> bool:
    """Return whether the viewer of this panel is awaited."""
    return any(seat.you and seat.awaited for seat in panel.seats)


AS_IT_WAS: Final = msgspec.Raw(b"{}")


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
        self._standing: dict[OfTable, Panel] = {}
        """The panels that the page shows, or will show once it was told."""
        self._shown: dict[OfTable, Panel] = {}
        """The panels that the page knows now: of the next ones it is told only the changes."""
        self._sits: dict[str, bool] = {}
        """Tells of each table whether the guest sits there, by its own panel."""
        self._began_with: dict[OfTable, frozenset[LineTold]] = {}
        """The news that it was shown as it opened, until later ones come: some of them may be on their way, too."""
        self._chat: deque[ChatLine] = deque(maxlen=MOST_LINES)
        self._people: tuple[Here, ...] | None = None
        self._answers: deque[AnswerShown] = deque(maxlen=MOST_ANSWERS)
        self._said: list[Answered] = []
        self._uncover: set[str] = set()
        """Tables whose public panel it lacks, because it must show that now."""
        self._asleep = False
        self._is_due = False
        """Tells whether it is to be told something now."""
        self._idle: asyncio.Future[None] | None = None
        """Holds what its line waits for while it is not."""
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
            if (one.table, one.own) not in self._standing:
                self._note_standing(one)
            keep_latest(self._began_with, (one.table, one.own), frozenset(one.news), MOST_TABLES)
        first = tuple(map(self._as_watched, first))
        seen = [one for one in first if self._is_seen(one)]
        for one in seen:
            keep_latest(self._shown, (one.table, one.own), one.panel, MOST_TABLES)
        return (*seen, *(news_of(one) for one in first if one.news and not self._is_seen(one)))

    def must_ask(self) -> bool:
        """Return whether the store must be asked if the guest of a page with one hand alone still sits at that table:
        by the page's own panel they do not, or that was not asked for as long as a pulse.
        """
        now = asyncio.get_running_loop().time()
        return not self._sits.get(self.guest.table, False) or now >= self._sat_at + PULSE

    def note_sits(self) -> None:
        """Note that the store says so."""
        self._sat_at = asyncio.get_running_loop().time()

    def cover(self, *, covered: bool) -> None:
        """Note whether the page shows the public view instead of its guest's hand."""
        self._covered = covered
        self._uncover = {table for table, own in self._standing if own} if covered else set()
        self._wake()

    def sleep(self, *, asleep: bool) -> None:
        """Note whether nobody sees the page now; when somebody does again, it is told everything that it lacks."""
        self._asleep = asleep
        self._stir()

    def _stir(self) -> None:
        if not self._asleep:
            self._wake()

    def _wake(self) -> None:
        self._is_due = True
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    def _is_seen(self, one: Told) -> bool:
        """Return whether the page shows this panel: its guest's own, or a public one of a table where they do not sit.

        A closed table is shown to everybody.
        """
        return one.own or self._covered or one.panel.phase == "closed" or not self._sits.get(one.table, False)

    def _note_standing(self, one: Told) -> None:
        keep_latest(self._standing, (one.table, one.own), one.panel, MOST_TABLES)
        if one.own:
            sits = one.panel.phase != "closed" and bool([seat for seat in one.panel.seats if seat.you])
            keep_latest(self._sits, one.table, sits, MOST_TABLES)

    def _as_watched(self, one: Told) -> Told:
        """Return an update without the game of a table where its guest does not sit and nobody may look on."""
        if one.own or self._sits.get(one.table, False) or (panel := veiled(one.panel)) is one.panel:
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
        stood = self._standing.get(key)
        self._note_standing(one)
        if not one.news and stood == one.panel:
            return
        if not (one.news or one.notify or self._is_seen(one)):
            return
        waiting = self._waiting.get(key)
        if waiting is not None:
            news = (waiting.news + one.news)[-MOST_NEWS:]
            one = replace(one, news=news, notify=one.notify or waiting.notify)
        keep_latest(self._waiting, key, one, MOST_TABLES)
        if not self._asleep or self._cannot_wait(one):
            self._wake()

    def _cannot_wait(self, one: Told) -> bool:
        """Return whether a sleeping page is woken: it is called, its news pile up, or its guest's turn begins or ends.

        The page's title shows whose turn it is.
        """
        if one.notify or len(one.news) >= MOST_NEWS // 2:
            return True
        shown = self._shown.get((one.table, one.own))
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

    def reply(self, answered: Answered) -> None:
        """Tell the page the answer to what it said on its line, together with what changed by that."""
        self._said.append(answered)
        self._wake()

    def close(self, code: int) -> None:
        """Close the page with this WebSocket code."""
        self.closing = code
        self._wake()

    async def changes(self, clock: Callable[[], int]) -> Changes | None:
        """Return what this page lacks as soon as there is anything; an empty pulse otherwise; None: close the page.

        `clock`: the tables' time in ms.
        """
        await self._is_woken()
        now = clock()
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

    async def _is_woken(self) -> None:
        """Wait until there is something to tell, or for the next pulse: one timer for all of a page's messages."""
        loop = asyncio.get_running_loop()
        self._told_at = loop.time()
        if self._pulse is None:
            self._pulse = loop.call_at(self._told_at + PULSE, self._beat)
        if not self._is_due:
            self._idle = loop.create_future()
            await self._idle
        self._is_due = False

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
        """Return what the page lacks of each table: panels before news alone."""
        lacking: list[Told | TableUpdate] = []
        for table in dict.fromkeys([*[table for table, _ in self._waiting], *self._uncover]):
            place, own = self._waiting.get((table, False)), self._waiting.get((table, True))
            told = [self._told(self._unread(one, now) if one.news else one) for one in (place, own) if one is not None]
            lacking += sorted(told, key=tells_news_alone) if len(told) > 1 else told
            if place is None and (not self._sits.get(table, False) or table in self._uncover):
                lacking += self._seen_again(table)
        self._uncover.clear()
        return lacking

    def _unread(self, one: Told, now: int) -> Told:
        """Return an update without the news that the page was shown as it opened, or that have faded. The former come
        one after another where the process lagged behind the store.
        """
        if read := self._began_with.get((one.table, one.own)):
            if one.news[-1].order > max(line.order for line in read):
                del self._began_with[one.table, one.own]
            one = replace(one, news=tuple(line for line in one.news if line not in read))
        return fresh(one, now)

    def _told(self, one: Told) -> Told | TableUpdate:
        """Return a full update if the page knows nothing of the table, otherwise the changes.

        A page drops a closed table when the next one opens.
        """
        if one.panel.unwatched:
            one = self._as_watched(one)
        if not self._is_seen(one):
            return news_of(one)
        before = self._shown.get((one.table, one.own))
        keep_latest(self._shown, (one.table, one.own), one.panel, MOST_TABLES)
        if before is None or before.phase == "closed":
            return one
        change = None if before is one.panel else change_of(before, one.panel)
        return TableUpdate(one.table, one.own, one.notify, one.news, change)

    def _seen_again(self, table: str) -> Iterator[Told | TableUpdate]:
        """Yield the public panel of a table that was hidden while the guest sat there, if it has changed.

        A page that covers a hand shows nothing until it hears that the panel which it knows is current.
        """
        stands = self._standing.get((table, False))
        if stands is not None and not self._sits.get(table, False):
            stands = veiled(stands)
        if stands is not None and self._shown.get((table, False)) == stands:
            if table in self._uncover:
                yield TableUpdate(table, own=False, change=AS_IT_WAS)
        elif stands is not None:
            brief = table in self._brief
            yield self._told(Told(table, own=False, notify=False, news=(), panel=stands, brief=brief))
