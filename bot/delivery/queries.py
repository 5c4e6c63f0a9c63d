"""Views for somebody who asks: of a place, a hand, a finished game. They change only the notes of what was shown."""

from collections.abc import Sequence
from typing import Final

import structlog
from msgspec.structs import replace

from bot.delivery.delivery import Delivery
from bot.delivery.one_pass import RECENT_NEWS, Worded, venue_of, venues
from bot.delivery.shown import (
    NOTHING,
    TABLE,
    Shown,
    ShownNotes,
    commentary,
    hands_undelivered,
    lines_for,
    proofs_in,
    read_by_a_press,
    recent_for,
    update_for,
    with_hands_told,
)
from bot.engine.directory import Directory
from bot.ports.audience import Audience, at_place, of_person
from bot.ports.ids import NO_PLACE, PersonId, PlaceId, VenueId, is_alone, platform_of
from bot.ports.messages import Person, Update
from bot.render.panel import TableView, panel_for
from bot.render.telling import Lines, lasting, lines_of
from bot.table.document import Session
from bot.table.log import Batch
from bot.table.phases import Between
from bot.text.words import Words
from games.kit.kept import keep_latest
from persistence import StoreTrouble, TableRef

COMMENTED: Final = 500
"""How many batches of the log are searched for the last game."""
MOST_LOOKED_AT: Final = 64
NO_LINES: Final = Lines([], {})
log = structlog.get_logger()


class LastPanels:
    """Keeps what was made of a table for those who look at it, and its last lines in words."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self._lines: Lines | None = None

    def lines(self, first: int, batches: Sequence[Batch]) -> Lines:
        """Return the lines of these last batches that stay, each put into words once."""
        if not batches:
            return NO_LINES
        if self._lines is None:
            told = lines_of(self.view.session, first, batches, self.view.words, again=True)
            self._lines = Lines(lasting(told.public), {seat: lasting(own) for seat, own in told.private.items()})
        return self._lines


class Queries:
    """Answers questions about the state of people's tables."""

    def __init__(self, directory: Directory, notes: ShownNotes, worded: Worded, delivery: Delivery) -> None:
        self._directory, self._notes, self._worded, self._wake = directory, notes, worded, delivery.wake
        self._looked: dict[tuple[TableRef, Words], LastPanels] = {}
        """Holds what was made of tables, at the end that of the one that was looked at last."""

    async def hand(self, person: Person, session: Session, locale: str) -> Update:
        """Return what somebody may see of their own at a table, with the news that wait for them.

        Raises StoreTrouble.
        """
        audience, ref = of_person(person.id), session.ref
        shown = await self._notes.of(ref)
        last, since = shown.get(audience.key, NOTHING), shown.get(TABLE, NOTHING).upto
        words = self._worded.words(locale, audience.platform, venue_of(session, audience))
        start = last.upto if last.has_own_start else max(since, session.log_length)
        news = lines_for(audience, await self._worded.lines(session, start, words))
        update = update_for(TableView(session, words), audience, last, news)
        card = with_hands_told(update.card, session, hands_undelivered(session, shown), words)
        lines = await self._worded.recent(session, words)
        recent, shared = (
            recent_for(session, audience, lines, None),
            recent_for(session, at_place(NO_PLACE), lines, None),
        )
        return replace(update, card=card, recent=recent, shared=shared, proofs=proofs_in(lines))

    async def hand_was_shown(self, person: Person, ref: TableRef, update: Update) -> None:
        """Note that this update was read: its news no longer wait, and the table shows one more hand as delivered."""
        audience, shown = of_person(person.id).key, await self._notes.of(ref)
        last = shown.get(audience, NOTHING)
        upto = max((news.number + 1 for news in (*update.news, *update.recent, *update.shared)), default=0)
        if last.has_own_start and upto > last.upto:
            await self._notes.note(ref, {audience: read_by_a_press(last, upto)})
            if last.owed:
                self._wake(ref)

    async def look(
        self,
        person: Person,
        venue: VenueId,
        place: PlaceId,
        locale: str,
        *,
        page: bool = False,
        told: bool = True,
        table: str = "",
    ) -> tuple[Update, ...]:
        """Return all that a person may see now: the tables of the place, and those where they sit.

        `page`: they see it on a page, whatever their platform. `told`: with recent news, which cost most. `table`: only
        this one (`Update.table`).
        """
        here = await self._directory.at(venue, place, fresh=True)
        sits = await self._directory.of(person.id) if person.id else []
        mine = [one for one in sits if venue in venues(one) or not place or is_alone(venue)]
        noted = {one.ref for one in mine}
        for one in here:  # a seat without a note: the note was read before the seat was taken
            if one.seat_of(person.id) is not None and one.ref not in noted:
                await self._directory.sits(person.id, one.ref)
                mine.append(one)
        seen = [(one, at_place(place)) for one in here] + [(one, of_person(person.id)) for one in mine]
        wanted = [(one, audience) for one, audience in seen if table in {"", one.table}]
        for one, _ in wanted:
            self._notes.begin_here(one.ref, one.log_length)
        return tuple([await self._look_at(*one, locale, page=page, told=told) for one in wanted])

    async def tables_of(self, person: PersonId, venue: VenueId, platform: str) -> list[tuple[Session, PlaceId, str]]:
        """Return the tables of a venue where somebody sits, each with its place there and the handle of its message.

        Raises StoreTrouble.
        """
        found: list[tuple[Session, PlaceId, str]] = []
        for session in await self._directory.of(person):
            for place in session.places:
                if platform_of(place) == platform and session.venue_at(place) == venue:
                    noted = (await self._notes.of(session.ref)).get(at_place(place).key, NOTHING)
                    found.append((session, place, noted.handle))
        return found

    async def _look_at(self, session: Session, audience: Audience, locale: str, *, page: bool, told: bool) -> Update:
        words = self._worded.words(locale, audience.platform, venue_of(session, audience), page=page)
        first, batches = await self._worded.repository.last_told(session, RECENT_NEWS) if told else (0, ())
        last = self._looked_at(session, words)
        seen = panel_for(last.view, audience.person, page=page)
        waiting = hands_undelivered(session, await self._notes.of(session.ref))
        seen = with_hands_told(seen, session, waiting, words)
        news = lines_for(audience, last.lines(first, batches))
        return Update(session.table, session.code, audience.key, tuple(news), seen)

    def _looked_at(self, session: Session, words: Words) -> "LastPanels":
        """Return what was made of a table when somebody looked at it last: where a process ends, the pages of each of
        its tables are opened anew together.
        """
        last = self._looked.get((session.ref, words))
        if last is None or last.view.session is not session:
            last = LastPanels(TableView(session, words))
        return keep_latest(self._looked, (session.ref, words), last, MOST_LOOKED_AT)

    async def commentary_at(self, venue: VenueId, place: PlaceId, table: str, locale: str) -> tuple[str, ...]:
        """Return all that was told in the last game there, including each seat's secrets.

        They are public by then, because the seed and the moves are (`docs/fairness.md`). Empty while a game is on.
        """
        try:
            for session in await self._directory.at(venue, place):
                if session.table == table:
                    return await self.commentary(session, locale)
        except StoreTrouble as trouble:
            log.warning("a commentary could not be read", kind=trouble.kind)
        return ()

    async def commentary(self, session: Session, locale: str) -> tuple[str, ...]:
        """Return the lines of the last game, with the people that private ones were for, in the words of a page.

        Empty while a game is on, or while its record is withheld until its series is over. Raises StoreTrouble.
        """
        hidden = session.match is not None or session.record in session.withheld
        hidden = hidden or session.options.spectators == "off"
        if hidden or not isinstance(session.phase, Between):
            return ()
        first, batches = await self._worded.repository.last_told(session, COMMENTED)
        return commentary(session, first, batches, self._worded.languages.words(locale, page=True))

    async def page_was_opened(self, person: Person, table: str = "") -> None:
        """Note that somebody has read what waited for them; if the store is away, it is told once more.

        `table`: the page shows only this one.
        """
        try:
            await self._all_was_read(person, table)
        except StoreTrouble as trouble:
            log.warning("an opened page was not noted", kind=trouble.kind)

    async def _all_was_read(self, person: Person, table: str) -> None:
        audience = of_person(person.id).key
        for session in await self._directory.of(person.id):
            if table not in {"", session.table}:
                continue
            shown = await self._notes.of(session.ref)
            last = shown.get(audience, NOTHING)
            if last.has_own_start:
                read = Shown(session.log_length, handle=last.handle, ask=last.ask)
                await self._notes.note(session.ref, {audience: read})
                self._wake(session.ref)
