"""One delivery of one table: what each of its audiences lacks."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.delivery.replay_links import ReplayLinks
from bot.delivery.shown import (
    NOTHING,
    PARTED,
    TABLE,
    Lacking,
    Shown,
    TableCalls,
    digest_of,
    is_up_to_date,
    lines_for,
    proofs_in,
    recent_for,
    told_entry,
    told_upto,
    untold_entry,
    update_for,
    with_hands_told,
)
from bot.engine.repository import Repository
from bot.engine.shares import Shares
from bot.people.languages import Languages
from bot.people.preferences import Calls
from bot.people.streamer_safe import StreamerSafe
from bot.ports.audience import Audience, at_place, of_person
from bot.ports.ids import NO_VENUE, AudienceKey, PersonId, VenueId, platform_of
from bot.ports.messages import Adapter, Update, Window
from bot.ports.rooms import PAGES
from bot.render.panel import Scenes, TableView, panel_for
from bot.render.telling import Lines, lines_of
from bot.table.document import Session
from bot.table.phases import Closed
from bot.text import Words
from games.kit.kinds import keeps_secrets
from persistence import Clock, Seals, TableRef

RECENT_NEWS: Final = 40
"""How many public lines a page gets when it opens."""


@dataclass(frozen=True)
class Worded:
    """Puts the log of a table into somebody's words, and knows people's preferences."""

    repository: Repository
    languages: Languages
    calls: Calls
    safe: StreamerSafe
    clock: Clock
    seals: Seals
    replays: ReplayLinks

    def words(self, locale: str, platform: str, venue: VenueId, *, page: bool = False) -> Words:
        """Return the words for a panel on this platform and in this venue, or on a page."""
        return self.languages.words(locale, platform, venue, page=page, panel=True)

    async def lines(self, session: Session, start: int, words: Words) -> Lines:
        """Return the lines of the log from this batch on. Raises StoreTrouble."""
        return lines_of(session, start, await self.repository.batches(session, start), words)

    async def recent(self, session: Session, words: Words, most: int = RECENT_NEWS) -> Lines:
        """Return the last lines, from as many public batches. Raises StoreTrouble."""
        first, batches = await self.repository.last_told(session, most)
        return lines_of(session, first, batches, words, again=True)


class Readers(Struct, frozen=True, gc=False):
    """Hold what audiences have in common who read the same words, from the same line on, and were called for the same.

    `notify`: who is called by it now.
    """

    lines: Lines
    table: TableView
    notify: tuple[PersonId, ...]


class Pass:
    """Finds out what each audience lacks in one delivery of one table; each line is put into words once for each
    language.

    `seen`: the log up to which the pages of this process were told.
    """

    def __init__(self, worded: Worded, session: Session, seen: int, hands_waiting: int) -> None:
        self._worded, self._session, self._seen = worded, session, seen
        self._hands_waiting = hands_waiting
        self._lines: dict[tuple[int, Words], Lines] = {}
        self._recent: dict[Words, Lines] = {}
        self._views: dict[Words, TableView] = {}
        self._scenes, self._calls = Scenes(session), TableCalls(session)
        self._words_of: dict[tuple[str, bool], Words] = {}
        self._readers: dict[tuple[Words, int, str], Readers] = {}
        self._now = worded.clock.now()

    async def lacking(self, audience: Audience, last: Shown, adapter: Adapter, *, since: int = 0) -> Lacking | None:
        """Return what the audience lacks; None: nothing, or it must not be shown this.

        `since`: the log up to which its venue was told.
        """
        own_start = last.has_own_start
        start = last.upto if own_start else since
        words = self._words(audience)
        table = self._view(words)
        lines = await self._lines_from(start, table)
        news = lines_for(audience, lines)
        wanted = adapter.wants_card(audience.key) or (adapter.stands and self._has_a_hand(audience, last))
        called = adapter.stands and await self._is_called(audience, last)
        if not (news or wanted or called or own_start):
            return None
        update = update_for(table, audience, last, news, self._calls, drawn=wanted)
        update = self._with_hands(update, words) if self._hands_waiting else update
        digest, upto = digest_of(update.card, self._worded.seals), self._session.log_length
        lacking = Lacking(audience, update, digest, upto, start, self._now, public=bool(lines.public))
        if is_up_to_date(lacking, last) and not called:
            return None
        if not adapter.stands:
            return lacking
        update = await self._with_recent(lacking, last, words)
        return replace(lacking, update=replace(update, replay=await self._worded.replays.of_last(self._session)))

    async def on_page(self, audience: Audience, last: Shown, adapter: Adapter) -> Lacking | None:
        """Return what an audience with open pages lacks, which themselves know what they show; None: nothing."""
        own_start, session = last.has_own_start, self._session
        start = last.upto if own_start else self._seen
        words = self._words_of.get((audience.place or audience.platform, False)) or self._words(audience)
        readers = self._readers.get((words, start, last.ask)) or await self._of_readers(words, start, last)
        news = lines_for(audience, readers.lines)
        wanted = adapter.wants_card(audience.key)
        if not (news or wanted or own_start):
            return None
        card = panel_for(readers.table, audience.person, drawn=wanted, page=True)
        update = Update(session.table, session.code, audience.key, tuple(news), card, readers.notify, self._calls.call)
        update = self._with_hands(update, words) if self._hands_waiting else update
        return Lacking(audience, update, "", session.log_length, start, self._now, public=bool(readers.lines.public))

    async def _of_readers(self, words: Words, start: int, last: Shown) -> Readers:
        """Return what those have in common who read these words from this line on. Raises StoreTrouble."""
        table, notify = self._view(words), self._calls.notified(last)
        lines = await self._lines_from(start, table)
        found = self._readers[words, start, last.ask] = Readers(lines, table, notify)
        return found

    async def seen(self, audience: Audience, last: Shown) -> Update:
        """Return, for a page that is already open, what happened since the last delivery of the table."""
        words = self._words(audience, page=True)
        table = self._view(words)
        news = lines_for(audience, await self._lines_from(self._seen, table))
        update = update_for(table, audience, last, news, self._calls, page=True)
        return self._with_hands(update, words) if self._hands_waiting else update

    def _with_hands(self, update: Update, words: Words) -> Update:
        return replace(update, card=with_hands_told(update.card, self._session, self._hands_waiting, words))

    def _view(self, words: Words) -> TableView:
        if words not in self._views:
            self._views[words] = TableView(self._session, words, self._scenes)
        return self._views[words]

    def _words(self, audience: Audience, *, page: bool = False) -> Words:
        readers = audience.place or audience.platform, page  # people of one platform read the same venue's sign
        if readers not in self._words_of:
            venue = venue_of(self._session, audience)
            words = self._worded.languages.words
            self._words_of[readers] = words("en", audience.platform, venue, page=page, panel=True)
        return self._words_of[readers]

    async def _is_called(self, audience: Audience, last: Shown) -> bool:
        """Tell whether it is this person's turn, and they want a direct message about it."""
        if audience.person not in self._calls.notified(last):
            return False
        return await self._worded.calls.way(audience.person, venue_of(self._session, audience)) == "dm"

    def _has_a_hand(self, audience: Audience, last: Shown) -> bool:
        """Tell whether a seat has a message of its own: the game keeps secrets, or there is one already."""
        return bool(audience.person) and (bool(last.handle) or keeps_secrets(self._session.rules))

    async def _lines_from(self, start: int, table: TableView) -> Lines:
        words = table.words
        if (start, words) not in self._lines:
            batches = await self._worded.repository.batches(self._session, start)
            self._lines[start, words] = lines_of(self._session, start, batches, words, called=table.names)
        return self._lines[start, words]

    async def _with_recent(self, lacking: Lacking, last: Shown, words: Words) -> Update:
        if words not in self._recent:
            self._recent[words] = await self._worded.recent(self._session, words)
        fresh = [line.number for line in lacking.update.news if line.fades is not None]
        still = [last.fading] if last.fades_at is not None and last.fades_at > self._now else []
        fading = min([*fresh, *still], default=None)
        recent = recent_for(self._session, lacking.audience, self._recent[words], fading)
        return replace(lacking.update, recent=recent, proofs=proofs_in(self._recent[words]))


class Windows:
    """Shows tables on pages of people from other platforms.

    `windows`: more may be added while the bot is put together.
    """

    def __init__(self, windows: list[Window]) -> None:
        self._windows = windows
        self._seen: dict[TableRef, set[Audience]] = {}
        """Audiences who have the table open on a page."""

    async def show(
        self,
        session: Session,
        here: Iterable[Audience],
        left: Iterable[Audience],
        shown: Mapping[AudienceKey, Shown],
        turn: Pass,
    ) -> None:
        """Show a table to audiences that watch it on pages, and once more to those who left."""
        ref = session.ref
        everyone = {*here, *left, *self._seen.get(ref, ())}
        looking = [
            (one, window)
            for window in self._windows
            for one in everyone
            if one.platform != window.platform and window.looks_on(one.key, ref.table)
        ]
        for audience, window in looking:
            window.show_also(await turn.seen(audience, shown.get(audience.key, NOTHING)))
        seen = {one for one, _ in looking}.intersection(here)
        if seen and not isinstance(session.phase, Closed):
            self._seen[ref] = seen
        else:
            self._seen.pop(ref, None)

    def shows_itself(self, session: Session) -> bool:
        """Tell whether no audience of a table is shown it by windows beside its own platform."""
        for window in self._windows:
            if session.platforms != {window.platform}:
                return False
        return session.ref not in self._seen

    def on(self, audience: Audience, table: str) -> list[Window]:
        """Return the windows of other platforms in which this audience watches a table."""
        at, key = audience.platform, audience.key
        return [one for one in self._windows if one.platform != at and one.looks_on(key, table)]


def audiences(session: Session) -> list[Audience]:
    """Return the places, then the people who sit here."""
    return [*map(at_place, session.places), *[of_person(seated.player) for seated in session.people]]


def venue_of(session: Session, audience: Audience) -> VenueId:
    """Return the venue whose command sign an audience reads: of its place, or for a person, of their platform."""
    if not audience.person:
        return session.venue_at(audience.place)
    platform = audience.platform
    if platform_of(session.venue) == platform:
        return session.venue
    return next((mirror.venue for mirror in session.mirrors if platform_of(mirror.venue) == platform), NO_VENUE)


def told_as(platform: str, venue: VenueId) -> str:
    """Return the name under which it is noted up to where an audience was told: its venue, if that is on its platform;
    otherwise the platform.
    """
    return venue if platform_of(venue) == platform else platform


class Parts(Struct, frozen=True, gc=False):
    """Say which process tells whom. `names`: by audience, the name under which it is noted up to where it was told
    (`told_as`). `since`: by name, up to where that was.

    `told`, `left`: the names of those whom this process tells, and of those who are left to others. `done_by`: the
    processes that did what is told. `noted`: it was noted as told when it was stored.
    """

    names: Mapping[AudienceKey, str]
    since: Mapping[str, int]
    told: frozenset[str]
    left: frozenset[str]
    done_by: frozenset[str]
    noted: bool

    def entries(self, session: Session, version: int, shown: Mapping[AudienceKey, Shown]) -> dict[AudienceKey, Shown]:
        """Return the notes on how far the table was delivered, and to whom."""
        table = shown.get(TABLE, NOTHING)
        fresh = {TABLE: Shown(max(table.upto, session.log_length), PARTED)}
        for name in self.told:
            fresh[told_entry(name)] = Shown(max(self.since[name], session.log_length), version=version)
        for name in self.left:
            if told_entry(name) not in shown and untold_entry(name) not in shown:
                fresh[untold_entry(name)] = Shown(self.since[name])
        return fresh


def parts_of(
    session: Session,
    those: Iterable[Audience],
    shown: Mapping[AudienceKey, Shown],
    done_by: Collection[str],
    shares: Shares,
    *,
    unmarked: bool,
) -> Parts:
    """Return who of these audiences is told by this process, and who is left to others; pages are neither."""
    names, told, left = dict[AudienceKey, str](), set[str](), set[str]()
    together = dict[tuple[str, VenueId], str]()
    for one in those:
        which = one.platform, venue_of(session, one)
        names[one.key] = together.get(which) or together.setdefault(which, told_as(*which))
    for (platform, venue), name in together.items():
        if platform != PAGES:
            ours = [by for by in done_by if shares.tells(session.ref, platform, venue, by)]
            (told if ours else left).add(name)
    since = {name: told_upto(shown, name) for name in together.values()}
    noted = unmarked and not (told or left)
    return Parts(names, since, frozenset(told), frozenset(left), frozenset(done_by), noted)


def venues(session: Session) -> list[VenueId]:
    """Return the table's own venue, then those of its mirrors."""
    return [session.venue, *[mirror.venue for mirror in session.mirrors]]
