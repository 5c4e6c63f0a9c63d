"""The floor: who has which room open, and what is said there."""

from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager

from bot.adapters.web.inbound.guests import Guest
from bot.adapters.web.outbound.answered import shown
from bot.adapters.web.outbound.tabs import GOING_AWAY, GONE, MOST_LINES, TOO_MANY, ChatLine, Here, Tab, told
from bot.ports.messages import Answer, Update

MOST_TABS = 2_000
MOST_TABS_OF_ONE = 8
MOST_ROOMS = 500
MOST_HERE = 60
REPEATS = 64


class OpenPages:
    """Brings each line and each update to those whom it concerns, and to nobody else.

    A table of hundreds asks for each of its audiences: pages are found by place and by person, never by looking at all.
    """

    def __init__(self) -> None:
        self._tabs: dict[str, dict[str, list[Tab]]] = {}
        self._people: dict[str, list[Tab]] = {}
        self._open = 0
        self._chats: OrderedDict[str, deque[ChatLine]] = OrderedDict()
        self._said: OrderedDict[str, deque[str]] = OrderedDict()

    def full(self) -> bool:
        return self._open >= MOST_TABS

    @contextmanager
    def open(self, tab: Tab) -> Iterator[tuple[ChatLine, ...]]:
        """While this page is open; gives what was said before."""
        guest = tab.guest
        tabs = self._tabs.setdefault(guest.place, {}).setdefault(guest.id, [])
        tabs.append(tab)
        self._people.setdefault(guest.person.id, []).append(tab)
        self._open += 1
        if len(tabs) > MOST_TABS_OF_ONE:
            tabs[0].close(TOO_MANY)
        self._tell_who_is_here(guest)
        try:
            yield tuple(self._chats.get(guest.place, ()))
        finally:
            self._leave(tab)

    def _leave(self, tab: Tab) -> None:
        guest, person = tab.guest, tab.guest.person.id
        place = self._tabs[guest.place]
        place[guest.id].remove(tab)
        if not place[guest.id]:
            del place[guest.id]
        if not place:
            del self._tabs[guest.place]
        self._people[person].remove(tab)
        if not self._people[person]:
            del self._people[person]
        self._open -= 1
        self._tell_who_is_here(guest)

    def show(self, update: Update) -> None:
        """To the room or to the one person that the audience names; anything else reaches nobody."""
        for tab in self._of(update.audience):
            tab.tell(told(update, tab.guest))

    def looks_on(self, audience: str) -> bool:
        """Whether a page of this audience is open."""
        return any(True for _ in self._of(audience))

    def tell(self, person: str, answer: Answer) -> bool:
        """An answer in all pages that somebody has open, wherever they asked; False: there is none."""
        tabs = [tab for tab in self._people.get(person, ()) if tab.closing is None]
        for tab in tabs:
            tab.answer(shown(answer))
        return bool(tabs)

    def _of(self, audience: str) -> Iterator[Tab]:
        kind, _, whom = audience.partition(":")
        if kind == "person":
            yield from self._people.get(whom, ())
        elif kind == "place" and whom:
            yield from self._in(whom)

    def say(self, guest: Guest, line: ChatLine) -> None:
        """Into the room; a line that is repeated is not said again (F7)."""
        said = self._said.setdefault(guest.id, deque(maxlen=REPEATS))
        self._said.move_to_end(guest.id)
        if line.id in said:
            return
        said.append(line.id)
        self._chat(guest.place).append(line)
        for tab in self._in(guest.place):
            tab.chat(line)
        _bound(self._said)

    def turn_out(self, guest: Guest) -> None:
        """The guest gave up the seat: all their pages close."""
        for tab in self._tabs.get(guest.place, {}).get(guest.id, ()):
            tab.close(GONE)

    def turn_out_linked(self, person: str, venue: str | None = None) -> None:
        """All pages close that somebody of another platform has open in this venue; None: in all."""
        for tab in self._people.get(person, ()):
            if tab.guest.linked and venue in {None, tab.guest.venue}:
                tab.close(GONE)

    def close(self) -> None:
        for place in self._tabs:
            for tab in self._in(place):
                tab.close(GOING_AWAY)

    def _chat(self, place: str) -> deque[ChatLine]:
        chat = self._chats.setdefault(place, deque(maxlen=MOST_LINES))
        self._chats.move_to_end(place)
        _bound(self._chats)
        return chat

    def _tell_who_is_here(self, guest: Guest) -> None:
        """Nobody is told who of another platform looks on."""
        if guest.linked:
            return
        tabs = self._tabs.get(guest.place, {})
        here = tuple(Here(one[0].guest.id, one[0].guest.name) for one in list(tabs.values())[:MOST_HERE])
        for tab in self._in(guest.place):
            tab.people(here)

    def _in(self, place: str) -> Iterator[Tab]:
        for tabs in self._tabs.get(place, {}).values():
            yield from tabs


def _bound(kept: OrderedDict[str, deque[ChatLine]] | OrderedDict[str, deque[str]]) -> None:
    while len(kept) > MOST_ROOMS:
        kept.popitem(last=False)
