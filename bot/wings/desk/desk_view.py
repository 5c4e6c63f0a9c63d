"""Show the desk: tables and whom they wait for, what is not delivered, reports, sanctions, purses moved, and what
other wings add.
"""

from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from bot.commands.people_here import PeopleHere
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.people.flows import GIFT
from bot.people.languages import Languages
from bot.ports.browser import DeskPart
from bot.ports.ids import VenueId
from bot.ports.messages import Message
from bot.render.ago import MINUTE, ago
from bot.render.ledger import entry_line
from bot.table import playing, staffing
from bot.table.document import IDLE, Session
from bot.table.hooks import Hooks
from bot.table.phases import Closed, Playing
from bot.text import Words
from bot.wings.desk.record_commands import in_force, line_of
from bot.wings.desk.report_commands import lines_of
from bot.wings.desk.reports import Reports
from bot.wings.desk.sanctions import Sanctions
from persistence import Store, TableRef

MOST_TABLES: Final = 50
MOST_NAMED: Final = 6
MOST_LINES: Final = 30
MOVED: Final = 8
SEARCHED: Final = 300
BY_HAND: Final = frozenset({GIFT, "corrected", "reward"})
"""Causes of transfers that people decided on, unlike those of a game."""
LATE: Final = 10_000
"""Milliseconds after which what waits to be delivered counts as late."""
QUIET: Final = 2 * MINUTE
"""Milliseconds without a deed at a table that waits for somebody, after which it is listed first."""


class DeskTable(Struct, frozen=True):
    """A table as the desk shows it. `says`: its state in sentences. `moment`: to which a press is bound.

    `stuck`: it should be looked at.
    """

    code: str
    title: str
    says: tuple[str, ...]
    phase: str
    moment: str
    paused: bool
    stuck: bool


class DeskLine(Struct, frozen=True):
    """Something with a number, in lines: a report, or a sanction."""

    number: int
    lines: tuple[str, ...]


class Desk(Struct, frozen=True):
    """All that the desk shows. There is no view of any seat in it."""

    tables: tuple[DeskTable, ...]
    reports: tuple[DeskLine, ...]
    sanctions: tuple[DeskLine, ...]
    moved: tuple[str, ...]
    parts: tuple[DeskPart, ...] = ()


@dataclass(eq=False)
class DeskView:
    """Make what the desk shows. Raises StoreTrouble."""

    store: Store
    repository: Repository
    languages: Languages
    people: PeopleHere
    sanctions: Sanctions
    reports: Reports
    hooks: Hooks

    async def look_over(self, message: Message) -> Desk:
        """Return what a moderator sees of the venue where this was said."""
        venue, now = message.community, self.sanctions.now()
        words = self.languages.words(message.locale, page=True)
        held = in_force((await self.sanctions.stored(venue)).sanctions, now)
        reports = await self.reports.open_to(venue, message.sender.id)
        return Desk(
            await self._tables(venue, now, words),
            tuple(DeskLine(one.number, tuple(lines_of(one, now, words))) for one in reports[-MOST_LINES:]),
            tuple(DeskLine(one.number, (f"{one.name} · {line_of(one, now, words)}",)) for one in held[-MOST_LINES:]),
            await self._moved(venue, now, words),
            tuple([part for shows in self.hooks.at_desk if (part := await shows(message)).items]),
        )

    async def _tables(self, venue: VenueId, now: int, words: Words) -> tuple[DeskTable, ...]:
        """Return the open tables of the venue, those that should be looked at first."""
        late = await self.store.undelivered_in(venue)
        shown = list[DeskTable]()
        for table in (await self.store.tables_in(venue))[-MOST_TABLES:]:
            try:
                session = await self.repository.get(TableRef(venue, table))
            except GoneError:
                continue
            if not isinstance(session.phase, Closed):
                shown.append(self._table(session, late.get(table), now, words))
        return tuple(sorted(shown, key=lambda one: not one.stuck))

    def _table(self, session: Session, late: int | None, now: int, words: Words) -> DeskTable:
        acted = session.idle_at - IDLE * 1000
        says, stuck = [words.text("desk-acted", ago=ago(acted, now, words))], False
        if isinstance(session.phase, Playing):
            named = [self.repository.draft(session).called[seat] for seat in playing.awaited(session)]
            if named:
                who = words.listed(named[:MOST_NAMED])
                says.insert(0, words.text("desk-awaited", who=who, more=max(0, len(named) - MOST_NAMED)))
            stuck = bool(named) and now - acted > QUIET
        if session.paused is not None:
            says.append(words.text("desk-paused", why=session.paused.why, ago=ago(session.paused.at, now, words)))
            stuck = True
        if late is not None and now - late > LATE:
            says.append(words.text("desk-late", ago=ago(late, now, words)))
            stuck = True
        phase = staffing.in_phase(session)
        moment, title = staffing.moment_of(session), words.title(session.rules)
        return DeskTable(session.code, title, tuple(says), phase, moment, session.paused is not None, stuck)

    async def _moved(self, venue: VenueId, now: int, words: Words) -> tuple[str, ...]:
        """Return the last transfers between purses that people decided on."""
        entries = [one for one in await self.store.ledger(venue, None, SEARCHED) if one.cause in BY_HAND][:MOVED]
        names = await self.people.names(venue) if entries else {}
        return tuple(entry_line(one, None, names, now, words) for one in entries)
