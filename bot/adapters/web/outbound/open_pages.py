"""Track the open pages: who has which room open, and what is said there."""

import time
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager
from operator import attrgetter
from typing import Final

import msgspec
from cachetools import TTLCache
from msgspec.structs import replace

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound.answered import AnswerShown, shown
from bot.adapters.web.outbound.chats import Chats
from bot.adapters.web.outbound.open_page import GOING_AWAY, GONE, TOO_MANY, OpenPage
from bot.adapters.web.outbound.page_updates import ChatLine, Here, as_for_guest, told
from bot.ports.audience import at_place, of_person
from bot.ports.browser import NO_OTHERS, OtherRooms
from bot.ports.ids import AudienceKey, PersonId, PlaceId
from bot.ports.messages import Reply, Update

MOST_PAGES = 2_000
MOST_PAGES_OF_ONE = 8
MOST_HERE = 60
MOST_KEPT = 1_000
KEPT_SECONDS = 60.0
CHAT, HERE, WHO_IS_HERE = b"chat", b"here", b"who-is-here"
"""Kinds of news between the rooms of all processes: a line, who is here by pages of one, and the question for that."""
BY: Final = attrgetter("by")
SAID: Final = msgspec.json.Decoder(tuple[PlaceId, ChatLine])
PEOPLE: Final = msgspec.json.Decoder(tuple[PlaceId, tuple[Here, ...]])


class OpenPages:
    """Brings each line and each update to the pages that it concerns, and to no others.

    A table of hundreds asks for each of its audiences, so pages are found by place and by person, without a search.
    `others`: the rooms of other processes, which hear each line and who is here.
    """

    def __init__(self, chats: Chats, others: OtherRooms = NO_OTHERS) -> None:
        self._chats, self._others = chats, others
        self._here: dict[PlaceId, dict[str, tuple[Here, ...]]] = {}
        """The people who are here by pages of other processes, for places that pages here show."""
        self._names = frozenset[str]()
        """The processes that there are."""
        others.hear(CHAT, self._said_elsewhere)
        others.hear(HERE, self._here_elsewhere)
        others.hear(WHO_IS_HERE, lambda _, place: self._tell_others(PlaceId(place.decode())))
        others.when_missed(self._ask_who_is_here)
        self._by_place: dict[PlaceId, dict[str, list[OpenPage]]] = {}
        """By place and guest."""
        self.watching: dict[AudienceKey, list[OpenPage]] = {}
        """By audience: everybody in a place, and each person."""
        self.count = 0
        """How many pages are open."""
        self._kept: TTLCache[PersonId, AnswerShown] = TTLCache(MOST_KEPT, KEPT_SECONDS, timer=time.monotonic)
        """Answers to people whose page is about to open."""

    def full(self) -> bool:
        """Return whether no more pages may be opened."""
        return self.count >= MOST_PAGES

    @asynccontextmanager
    async def open(self, page: OpenPage) -> AsyncIterator[tuple[ChatLine, ...]]:
        """Count a page as open until the block ends; yield the earlier lines of the chat.

        If one guest has too many pages, the oldest is closed.
        """
        guest = page.guest
        await self._chats.recall(guest.place)
        pages = self._by_place.setdefault(guest.place, {}).setdefault(guest.id, [])
        pages.append(page)
        for audience in audiences_of(guest):
            self.watching.setdefault(audience, []).append(page)
        self.count += 1
        if guest.place not in self._here:
            self._here[guest.place] = {}
            self._ask_who_is_in(guest.place)
        if len(pages) > MOST_PAGES_OF_ONE:
            pages[0].close(TOO_MANY)
        self._tell_who_is_here(guest)
        if not guest.table and (kept := self._kept.pop(guest.person.id, None)) is not None:
            page.answer(kept)
        try:
            yield self._chats.lines(guest.place)
        finally:
            self._leave(page)

    def _leave(self, page: OpenPage) -> None:
        page.end()
        guest = page.guest
        place = self._by_place[guest.place]
        place[guest.id].remove(page)
        if not place[guest.id]:
            del place[guest.id]
        if not place:
            del self._by_place[guest.place], self._here[guest.place]
        for audience in audiences_of(guest):
            self.watching[audience].remove(page)
            if not self.watching[audience]:
                del self.watching[audience]
        self.count -= 1
        self._tell_who_is_here(guest)

    def show(self, update: Update) -> None:
        """Show an update to the room or the person of its audience; to nobody if neither is here."""
        pages = self._of(update.audience)
        if not pages:
            return
        shared, of_one = told(update), any(map(BY, update.card.commands))
        for page in pages:
            if of_one or page.guest.table:
                if page.guest.sees(update.table):
                    page.tell(as_for_guest(page.guest, update, shared))
            else:
                page.tell(replace(shared, notify=True) if page.person in update.notify else shared)

    def looks_on(self, audience: AudienceKey, table: str) -> bool:
        """Return whether a page of this audience is open that shows this table."""
        return any(page.guest.sees(table) for page in self._of(audience))

    def tell(self, person: PersonId, answer: Reply) -> bool:
        """Show an answer on all pages that somebody has open; return False if there are none."""
        pages = self._answered(person)
        for page in pages:
            page.answer(shown(answer))
        return bool(pages)

    def tell_here(self, place: PlaceId, person: PersonId, answer: Reply) -> bool:
        """Show an answer on the pages that somebody has open at this place; return False if there are none."""
        pages = [page for page in self._answered(person) if page.guest.place == place]
        for page in pages:
            page.answer(shown(answer))
        return bool(pages)

    def _answered(self, person: PersonId) -> list[OpenPage]:
        """Return the pages on which somebody gets answers: not those that show only a hand at one table."""
        return [one for one in self._of(of_person(person).key) if one.closing is None and not one.guest.table]

    def keep(self, person: PersonId, answer: Reply) -> None:
        """Show an answer on the page that somebody opens next."""
        self._kept[person] = shown(answer)

    def _of(self, audience: AudienceKey) -> Sequence[OpenPage]:
        return self.watching.get(audience, ())

    def say(self, guest: Guest, line: ChatLine) -> None:
        """Say a line in the guest's room; a repeat is ignored."""
        self.say_in(guest.place, line)

    def say_in(self, place: PlaceId, line: ChatLine) -> None:
        """Say a line in a room; a repeat is ignored."""
        if not self._chats.add(place, line):
            return
        self._others.tell(CHAT, place, msgspec.json.encode((place, line)))
        self._show_line(place, line)

    def _show_line(self, place: PlaceId, line: ChatLine) -> None:
        for page in self._in(place):
            page.chat(line)

    def _said_elsewhere(self, _: str, content: bytes) -> None:
        place, line = SAID.decode(content)
        is_read = place in self._by_place or self._chats.has(place)
        if is_read and self._chats.add(place, line, stored=True):
            self._show_line(place, line)

    def _here_elsewhere(self, teller: str, content: bytes) -> None:
        """Note who has a room open at another process, if it is open here, too."""
        place, here = PEOPLE.decode(content)
        if place in self._here:
            self._here[place][teller] = here
            self._show_people(place)

    def others_are(self, names: Collection[str]) -> None:
        """Note which processes there are: whoever was on pages of one that is gone is no longer here. One that is back
        is asked.
        """
        come, self._names = set(names) - self._names, frozenset(names)
        for place, elsewhere in self._here.items():
            for name in elsewhere.keys() - self._names:
                del elsewhere[name]
                self._show_people(place)
        if come:
            self._ask_who_is_here()

    def _ask_who_is_here(self) -> None:
        """Ask for all open places, and tell of them: others may have missed it, and hear this after our question.

        Who was here before stays until that is answered.
        """
        for place in self._here:
            self._ask_who_is_in(place)
            self._tell_others(place)

    def _ask_who_is_in(self, place: PlaceId) -> None:
        self._others.tell(WHO_IS_HERE, place, place.encode())

    def turn_out(self, guest: Guest) -> None:
        """Close all pages of a guest who gave up the seat."""
        for page in self._by_place.get(guest.place, {}).get(guest.id, ()):
            page.close(GONE)

    def turn_out_all(self, guest: str) -> None:
        """Close all pages of the guest with this id: another process ended the seat."""
        for pages in self._by_place.values():
            for page in pages.get(guest, ()):
                page.close(GONE)

    def turn_out_linked(self, person: PersonId, seat: str = "") -> None:
        """Close the pages of somebody from another platform for this seat (`Guest.seat`); empty: for all their
        seats.
        """
        for page in self._of(of_person(person).key):
            if page.guest.linked and seat in {"", page.guest.seat}:
                page.close(GONE)

    def know_anew(self, selves: Collection[PersonId]) -> None:
        """Close all pages of these selves. They reconnect at once, as pages of the persons that they now belong to."""
        for page in self._all():
            if page.guest.self_id in selves:
                page.close(GOING_AWAY)

    def close(self) -> None:
        """Close all pages because the bot stops."""
        for page in self._all():
            page.close(GOING_AWAY)

    def _tell_who_is_here(self, guest: Guest) -> None:
        """Tell the room who has it open."""
        if guest.linked:
            return
        self._tell_others(guest.place)
        self._show_people(guest.place)

    def _tell_others(self, place: PlaceId) -> None:
        self._others.tell(HERE, place, msgspec.json.encode((place, self._here_now(place))))

    def _show_people(self, place: PlaceId) -> None:
        here = self.here_in(place)
        for page in self._in(place):
            page.people(here)

    def here_in(self, place: PlaceId) -> tuple[Here, ...]:
        """Return who has a room open, as its pages show them."""
        elsewhere = self._here.get(place, {}).values()
        here = dict.fromkeys([*self._here_now(place), *(one for people in elsewhere for one in people)])
        return tuple(here)[:MOST_HERE]

    def _here_now(self, place: PlaceId) -> list[Here]:
        """Return who has a room open at this process. People from other platforms are not named."""
        guests = [pages[0].guest for pages in list(self._by_place.get(place, {}).values())[:MOST_HERE]]
        return [Here(one.id, one.name) for one in guests if not one.linked]

    def _in(self, place: PlaceId) -> list[OpenPage]:
        return [page for pages in self._by_place.get(place, {}).values() for page in pages]

    def _all(self) -> Iterator[OpenPage]:
        for place in self._by_place:
            yield from self._in(place)


def audiences_of(guest: Guest) -> list[AudienceKey]:
    """Return the audiences to which the pages of a guest belong."""
    person = of_person(guest.person.id).key
    return [at_place(guest.place).key, person] if guest.place else [person]
