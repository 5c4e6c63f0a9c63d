"""The open pages: who has which room open, and what is said there."""

import time
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager

from cachetools import TTLCache

from bot.adapters.web.guests.guest import Guest
from bot.adapters.web.outbound.answered import AnswerShown, shown
from bot.adapters.web.outbound.chats import Chats
from bot.adapters.web.outbound.open_page import GOING_AWAY, GONE, TOO_MANY, OpenPage
from bot.adapters.web.outbound.page_updates import ChatLine, Here, told
from bot.ports.audience import of_key
from bot.ports.ids import AudienceKey, PersonId, PlaceId
from bot.ports.messages import Reply, Update

MOST_PAGES = 2_000
MOST_PAGES_OF_ONE = 8
MOST_HERE = 60
MOST_KEPT = 1_000
KEPT_SECONDS = 60.0


class OpenPages:
    """Brings each line and each update to those whom it concerns, and to nobody else.

    A table of hundreds asks for each of its audiences: pages are found by place and by person, never by looking at all.
    """

    def __init__(self, chats: Chats) -> None:
        self._chats = chats
        self._by_place: dict[PlaceId, dict[str, list[OpenPage]]] = {}
        """By place and guest."""
        self._by_person: dict[PersonId, list[OpenPage]] = {}
        self._open = 0
        self._kept: TTLCache[PersonId, AnswerShown] = TTLCache(MOST_KEPT, KEPT_SECONDS, timer=time.monotonic)
        """Answers to people whose page is about to open."""

    def full(self) -> bool:
        """Tell whether no more pages may be opened."""
        return self._open >= MOST_PAGES

    @asynccontextmanager
    async def open(self, page: OpenPage) -> AsyncIterator[tuple[ChatLine, ...]]:
        """Count a page as open until the block ends; yield what was said before.

        Of too many pages of one guest the oldest is closed.
        """
        guest = page.guest
        await self._chats.recall(guest.place)
        pages = self._by_place.setdefault(guest.place, {}).setdefault(guest.id, [])
        pages.append(page)
        self._by_person.setdefault(guest.person.id, []).append(page)
        self._open += 1
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
        guest, person = page.guest, page.guest.person.id
        place = self._by_place[guest.place]
        place[guest.id].remove(page)
        if not place[guest.id]:
            del place[guest.id]
        if not place:
            del self._by_place[guest.place]
        self._by_person[person].remove(page)
        if not self._by_person[person]:
            del self._by_person[person]
        self._open -= 1
        self._tell_who_is_here(guest)

    def show(self, update: Update) -> None:
        """Show it to the room or to the one person that its audience names; for any other audience, to nobody."""
        for page in self._of(update.audience):
            if page.guest.sees(update.table):
                page.tell(told(update, page.guest))

    def looks_on(self, audience: AudienceKey, table: str = "") -> bool:
        """Tell whether a page of this audience is open that shows this table; empty: whichever."""
        return any(not table or page.guest.sees(table) for page in self._of(audience))

    def tell(self, person: PersonId, answer: Reply) -> bool:
        """Show an answer in all pages that somebody has open, wherever they asked; False: there is none."""
        pages = self._answered(person)
        for page in pages:
            page.answer(shown(answer))
        return bool(pages)

    def tell_here(self, place: PlaceId, person: PersonId, answer: Reply) -> bool:
        """Show an answer on the pages that somebody has open at this place; False: there is none."""
        pages = [page for page in self._answered(person) if page.guest.place == place]
        for page in pages:
            page.answer(shown(answer))
        return bool(pages)

    def _answered(self, person: PersonId) -> list[OpenPage]:
        """Return the pages on which somebody is answered: not those that show a hand at one table alone."""
        return [one for one in self._by_person.get(person, ()) if one.closing is None and not one.guest.table]

    def keep(self, person: PersonId, answer: Reply) -> None:
        """Show an answer on the page that somebody opens next."""
        self._kept[person] = shown(answer)

    def _of(self, audience: AudienceKey) -> Iterator[OpenPage]:
        whom = of_key(audience)
        if whom.person:
            yield from self._by_person.get(whom.person, ())
        elif whom.place:
            yield from self._in(whom.place)

    def say(self, guest: Guest, line: ChatLine) -> None:
        """Say a line in the guest's room, unless it is a repeat: then it was said."""
        self.say_in(guest.place, line)

    def say_in(self, place: PlaceId, line: ChatLine) -> None:
        """Say a line in a room, unless it is a repeat."""
        if not self._chats.add(place, line):
            return
        for page in self._in(place):
            page.chat(line)

    def turn_out(self, guest: Guest) -> None:
        """Close all pages of a guest who gave up the seat."""
        for page in self._by_place.get(guest.place, {}).get(guest.id, ()):
            page.close(GONE)

    def turn_out_linked(self, person: PersonId, seat: str = "") -> None:
        """Close all pages that somebody of another platform has open of this seat (`Guest.seat`); empty: of all."""
        for page in self._by_person.get(person, ()):
            if page.guest.linked and seat in {"", page.guest.seat}:
                page.close(GONE)

    def know_anew(self, selves: Collection[PersonId]) -> None:
        """Close all pages of these selves, which come back at once, as those of the persons who they are now."""
        for pages in self._by_person.values():
            for page in pages:
                if page.guest.self_id in selves:
                    page.close(GOING_AWAY)

    def close(self) -> None:
        """Close all pages, as the bot stops."""
        for place in self._by_place:
            for page in self._in(place):
                page.close(GOING_AWAY)

    def _tell_who_is_here(self, guest: Guest) -> None:
        """Tell the room who has it open; nobody is told who of another platform looks on."""
        if guest.linked:
            return
        guests = self._by_place.get(guest.place, {})
        here = tuple(Here(pages[0].guest.id, pages[0].guest.name) for pages in list(guests.values())[:MOST_HERE])
        for page in self._in(guest.place):
            page.people(here)

    def _in(self, place: PlaceId) -> Iterator[OpenPage]:
        for pages in self._by_place.get(place, {}).values():
            yield from pages
