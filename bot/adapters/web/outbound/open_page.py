"""Track an open page of a guest, and what it still has to be told."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from operator import attrgetter
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
    not_looked_at,
    still_told,
    veiled,
)
from bot.ports.messages import Panel

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


class Side:
    """A table as a page has it, in public or for its guest alone (`own`).

    `stands`: the panel that it shows, or will show once it was told, `brief` as in `Told`; None: it was told nothing.
    `shown`: the one that it knows now, of the next it is told only the changes. `news`, `notify`: what else it lacks.
    `began_with`: the news that it was shown as it opened, until later ones come: some may be on their way, too.
    """

    __slots__ = ("began_with", "brief", "news", "notify", "own", "shown", "stands", "table")

    def __init__(self, table: str, *, own: bool) -> None:
        self.table, self.own = table, own
        self.stands: Panel | None = None
        self.shown: Panel | None = None
        self.brief = self.notify = False
        self.news: tuple[LineTold, ...] = ()
        self.began_with = frozenset[LineTold]()

    def told(self, now: int, *, seen: bool, veil: bool) -> Told | TableUpdate | None:
        """Return what the page lacks: all if it knows nothing, otherwise the changes; news alone if this side is not
        `seen`; None: nothing. `veil`: its guest may see no game that nobody may look on at. News that have faded are
        left out.

        A page drops a closed table when the next one opens.
        """
        panel, news, notify = self.stands, still_told(self.news, now) if self.news else (), self.notify
        self.news, self.notify = (), False
        if news and self.began_with:
            news = self._unread(news)
        if panel is None:
            return None
        if veil and panel.unwatched and (veiled_panel := veiled(panel)) is not panel:
            panel, news = veiled_panel, ()
        before = self.shown
        if not seen or before is panel:
            return TableUpdate(self.table, self.own, notify, news) if news or notify else None
        self.shown = panel
        if before is None or before.phase == "closed":
            return Told(self.table, self.own, notify, news, panel, self.brief)
        return TableUpdate(self.table, self.own, notify, news, change_of(before, panel))

    def _unread(self, news: tuple[LineTold, ...]) -> tuple[LineTold, ...]:
        """Return the news that the page was not shown as it opened. They come one after another where the process
        lagged behind the store.
        """
        read = self.began_with
        if news[-1].order > max(line.order for line in read):
            self.began_with = frozenset()
        return tuple(line for line in news if line not in read)


class TableOnPage:
    """A table on a page. `sides`: in public, and for its guest alone. `sits`: the guest sits there, by the page's own
    panel. `uncovers`: the public panel must be shown now instead of their hand.
    """

    __slots__ = ("sides", "sits", "uncovers")

    def __init__(self, table: str) -> None:
        self.sides = Side(table, own=False), Side(table, own=True)
        self.sits = self.uncovers = False

    def note(self, one: Told) -> None:
        """Note how one side stands now."""
        side = self.sides[one.own]
        side.stands, side.brief = one.panel, one.brief
        if one.own:
            self.sits = one.panel.phase != "closed" and any(map(IS_VIEWER, one.panel.seats))

    def is_seen(self, *, covered: bool) -> bool:
        """Return whether the public panel is seen: where the guest does not sit, or on a page that covers their hand.

        A closed table is shown to everybody.
        """
        stands = self.sides[False].stands
        return covered or not self.sits or (stands is not None and stands.phase == "closed")

    def lacking(self, now: int, *, covered: bool) -> Sequence[Told | TableUpdate]:
        """Return what the page lacks of the table: in one where in public there are news alone. The public panel may
        have changed while it was not seen.

        A page that covers a hand shows nothing until it hears that the panel which it knows is current.
        """
        in_public, alone = self.sides
        place = in_public.told(now, seen=self.is_seen(covered=covered), veil=not self.sits)
        if self.uncovers and place is None and in_public.stands is not None:
            place = TableUpdate(in_public.table, own=False, change=AS_IT_WAS)
        self.uncovers = False
        own = alone.told(now, seen=True, veil=False)
        if place is None or own is None:
            return [one for one in (place, own) if one is not None]
        if isinstance(place, Told) or place.change is not None:
            return place, own
        return (replace(own, notify=own.notify or place.notify, news=own.news + place.news),)


def cannot_wait(side: Side) -> bool:
    """Return whether a sleeping page is woken: it is called, its news pile up, or its guest's turn begins or ends.

    The page's title shows whose turn it is.
    """
    if side.notify or len(side.news) >= MOST_NEWS // 2:
        return True
    if side.shown is None or side.stands is None:
        return False
    return awaits_its_viewer(side.shown) != awaits_its_viewer(side.stands)


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
        self._tables: dict[str, TableOnPage] = {}
        """The tables that the page knows, the one that it was told of last at the end."""
        self._changed: dict[str, TableOnPage] = {}
        """Those of which it may lack something."""
        self._chat: deque[ChatLine] = deque(maxlen=MOST_LINES)
        self._people: tuple[Here, ...] | None = None
        self._answers: deque[AnswerShown] = deque(maxlen=MOST_ANSWERS)
        self._said: list[Answered] = []
        self._has_news = False
        """Tells whether it was told of a table since it said something last."""
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
        """Note what the page is shown first, and return it, news alone last. If there are many tables, only those
        looked at are complete.

        What arrived meanwhile comes afterwards.
        """
        self._brief = set(not_looked_at(tables, self.looks_at))
        first = tuple(map(self._as_looked_at, tables))[-MOST_TABLES:]
        for one in first:
            table = self._table(one.table)
            side = table.sides[one.own]
            if side.stands is None:
                table.note(one)
            side.began_with = frozenset(one.news)
        begun = [told for one in first if (told := self._begun(one)) is not None]
        return tuple(sorted(begun, key=lambda told: isinstance(told, TableUpdate)))

    def _begun(self, one: Told) -> Told | TableUpdate | None:
        """Return an update as the page is shown it first; None: nothing of it is seen."""
        table = self._table(one.table)
        if not (one.own or table.sits) and (panel := veiled(one.panel)) is not one.panel:
            one = replace(one, panel=panel, news=())
        if not (one.own or table.is_seen(covered=self._covered)):
            return TableUpdate(one.table, one.own, one.notify, one.news) if one.news else None
        table.sides[one.own].shown = one.panel
        return one

    def must_ask(self) -> bool:
        """Return whether the store must be asked if the guest of a page with one hand alone still sits at that table:
        by the page's own panel they do not, or that was not asked for as long as a pulse.
        """
        now = asyncio.get_running_loop().time()
        table = self._tables.get(self.guest.table)
        return table is None or not table.sits or now >= self._sat_at + PULSE

    def note_sits(self) -> None:
        """Note that the store says so."""
        self._sat_at = asyncio.get_running_loop().time()

    def cover(self, *, covered: bool) -> None:
        """Note whether the page shows the public view instead of its guest's hand."""
        self._covered = covered
        for code, table in self._tables.items():
            if table.sides[True].stands is not None:
                table.uncovers, self._changed[code] = covered, table
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

    def _table(self, code: str) -> TableOnPage:
        """Return a table as the latest that the page was told of."""
        table = self._tables.pop(code, None)
        if table is None:
            table = TableOnPage(code)
        self._tables[code] = table
        if len(self._tables) > MOST_TABLES:
            del self._tables[next(iter(self._tables))]
        return table

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
        table = self._table(one.table)
        side = table.sides[one.own]
        if not one.news and side.stands == one.panel:
            return
        table.note(one)
        if not (one.news or one.notify or one.own or table.is_seen(covered=self._covered)):
            return
        side.news = (side.news + one.news)[-MOST_NEWS:] if side.news else one.news
        side.notify |= one.notify
        self._changed[one.table], self._has_news = table, True
        if len(self._changed) > MOST_TABLES:
            del self._changed[next(iter(self._changed))]
        if not self._is_due and (not self._asleep or cannot_wait(side)):
            self._wake()

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
        tables: list[Told | TableUpdate] = []
        for table in self._changed.values():
            tables += table.lacking(now, covered=self._covered)
        taken = Changes(now, tuple(tables), tuple(self._chat), self._people, tuple(self._answers), tuple(self._said))
        self._people = None
        self._changed.clear()
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
