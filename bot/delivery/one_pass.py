"""One delivery of one table: what each of its audiences lacks."""

from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from bot.delivery.audiences import venue_of
from bot.delivery.shown import (
    Lacking,
    Shown,
    call_of,
    digest_of,
    is_up_to_date,
    news_for,
    notified,
    proofs_in,
    recent_for,
    update_for,
    with_hands_told,
)
from bot.engine.repository import Repository
from bot.people.calls import Calls
from bot.people.languages import Languages
from bot.people.streamer_safe import StreamerSafe
from bot.ports.audience import Audience
from bot.ports.ids import VenueId
from bot.ports.messages import Adapter, Update
from bot.render.panel import Scenes, TableView
from bot.render.telling import Lines, lines_of
from bot.table.document import Session
from bot.text import Words
from games.kit.kinds import keeps_secrets
from persistence import Clock, Seals

RECENT_NEWS: Final = 40
"""Lines told to everybody that a page is given when it opens."""


@dataclass(frozen=True)
class Worded:
    """The log of a table in somebody's words, and what people wish for themselves."""

    repository: Repository
    languages: Languages
    calls: Calls
    safe: StreamerSafe
    clock: Clock
    seals: Seals

    def words(self, locale: str, platform: str, venue: VenueId, *, page: bool = False) -> Words:
        """Return the sentences of a panel on this platform and in this venue, or on a page of its people.

        Where what is shown stands, people press what stands under it: nothing there says what to type.
        """
        return self.languages.words(locale, platform, venue, page=page or self.languages.is_pressed(platform))

    async def lines(self, session: Session, start: int, words: Words) -> Lines:
        """Return the lines of the log from this batch on. Raises StoreTrouble."""
        return lines_of(session, start, await self.repository.batches(session, start), words)

    async def recent(self, session: Session, words: Words, most: int = RECENT_NEWS) -> Lines:
        """Return the last lines, of so many batches that told everybody something. Raises StoreTrouble."""
        first, batches = await self.repository.last_told(session, most)
        return lines_of(session, first, batches, words, again=True)

    def now(self) -> int:
        """Return the time in ms."""
        return self.clock.now()


class Pass:
    """Make out what each audience lacks in one delivery of one table; each line is put into words once a language."""

    def __init__(self, worded: Worded, session: Session, since: int, hands_waiting: int) -> None:
        self._worded, self._session, self._since, self._hands_waiting = worded, session, since, hands_waiting
        self._lines: dict[tuple[int, Words], Lines] = {}
        self._recent: dict[Words, Lines] = {}
        self._views: dict[Words, TableView] = {}
        self._scenes = Scenes(session)
        self._words_of: dict[tuple[str, VenueId, bool], Words] = {}
        self._now = worded.now()

    async def lacking(
        self, audience: Audience, last: Shown, adapter: Adapter, *, on_pages: bool = False
    ) -> Lacking | None:
        """Return what it lacks; None: nothing, or it is not to be shown this.

        `on_pages`: all that it has are open pages, which know themselves what they show.
        """
        start = last.upto if last.has_own_start else self._since
        words = self._words(audience)
        lines = await self._lines_from(start, words)
        news = news_for(audience, lines)
        wanted = adapter.wants_card(audience.key) or (adapter.stands and self._has_a_hand(audience, last))
        called = await self._is_called(audience, last, adapter)
        if not (news or wanted or called or last.has_own_start):
            return None
        update = update_for(self._view(words), audience, last, news, drawn=wanted)
        if not audience.person:
            update = self._with_hands(update, words)
        digest = "" if on_pages else digest_of(update.card, self._worded.seals)
        upto = self._session.log_length
        lacking = Lacking(audience, update, digest, upto, start, self._now, public=bool(lines.public))
        if not on_pages and is_up_to_date(lacking, last) and not called:
            return None
        return replace(lacking, update=await self._with_recent(lacking, last, words)) if adapter.stands else lacking

    async def seen(self, audience: Audience, last: Shown) -> Update:
        """Return, for a page that is open anyway, what happened since the table was delivered last."""
        words = self._words(audience, page=True)
        news = news_for(audience, await self._lines_from(self._since, words))
        update = update_for(self._view(words), audience, last, news)
        return update if audience.person else self._with_hands(update, words)

    def _with_hands(self, update: Update, words: Words) -> Update:
        return replace(update, card=with_hands_told(update.card, self._session, self._hands_waiting, words))

    def _view(self, words: Words) -> TableView:
        if words not in self._views:
            self._views[words] = TableView(self._session, words, self._scenes)
        return self._views[words]

    def _words(self, audience: Audience, *, page: bool = False) -> Words:
        platform, venue = audience.platform, venue_of(self._session, audience)
        if (platform, venue, page) not in self._words_of:
            self._words_of[platform, venue, page] = self._worded.words("en", platform, venue, page=page)
        return self._words_of[platform, venue, page]

    async def _is_called(self, audience: Audience, last: Shown, adapter: Adapter) -> bool:
        """Tell whether this is somebody whose turn it is, and who wants to be told so by direct message."""
        person = audience.person
        if not person or not adapter.stands or person not in notified(self._session, call_of(self._session), last):
            return False
        return await self._worded.calls.way(person, venue_of(self._session, audience)) == "dm"

    def _has_a_hand(self, audience: Audience, last: Shown) -> bool:
        """Tell whether a seat has a message of its own: the game keeps secrets, or one stands, to be kept current."""
        return bool(audience.person) and (bool(last.handle) or keeps_secrets(self._session.rules))

    async def _lines_from(self, start: int, words: Words) -> Lines:
        if (start, words) not in self._lines:
            self._lines[start, words] = await self._worded.lines(self._session, start, words)
        return self._lines[start, words]

    async def _with_recent(self, lacking: Lacking, last: Shown, words: Words) -> Update:
        if words not in self._recent:
            self._recent[words] = await self._worded.recent(self._session, words)
        fresh = [line.number for line in lacking.update.news if line.fades is not None]
        still = [last.fading] if last.fades_at is not None and last.fades_at > self._now else []
        fading = min([*fresh, *still], default=None)
        recent = recent_for(self._session, lacking.audience, self._recent[words], fading)
        return replace(lacking.update, recent=recent, proofs=proofs_in(self._recent[words]))
